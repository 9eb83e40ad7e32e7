import type { HostName } from "../call/call.js";

interface Base {
  /** The host's id of the session it happened in. */
  readonly session: string;
  /** When, milliseconds since 1970. */
  readonly time: number;
}

/** What every event may say about its session, where the host says it. */
interface About {
  readonly host: HostName;
  /** Absolute root of the project. */
  readonly project: string;
  readonly agent?: string | undefined;
}

/**
 * What happens to sessions, in words of no particular host. Events may come twice, late, or never,
 * and several processes may report at once: none of that changes what is recorded.
 */
export type SessionEvent =
  /** A session exists. `clear` and `fork` start over under the id they come with. */
  | (Base &
      About & {
        readonly type: "created";
        readonly source?: "startup" | "clear" | "fork";
        /** The session that delegated to it; absent for a user's own. */
        readonly parent?: string | undefined;
        /** The delegating call, and the depth, where the host names them. */
        readonly callId?: string | undefined;
        readonly level?: number | undefined;
      })
  /** A turn begins. `continued`: the first sign of this session in a process that did not create it. */
  | (Base & About & { readonly type: "message"; readonly continued?: boolean })
  | (Base & About & { readonly type: "resumed" })
  /** A summary is about to be made, was made. `actions`: what was done last, newest last. */
  | (Base & { readonly type: "compacting"; readonly actions?: readonly string[] })
  | (Base & { readonly type: "compacted"; readonly actions?: readonly string[] })
  /** The turn ended and nothing is running. */
  | (Base & { readonly type: "idle" })
  | (Base & { readonly type: "ended" })
  /** A tool call was let through. */
  | (Base & About & { readonly type: "seen"; readonly tool?: string })
  /** A delegation was let through: the session takes a slot until it is finished. */
  | (Base & {
      readonly type: "spawn-requested";
      readonly callId: string;
      readonly agent?: string | undefined;
      /** The one project that the task is bound to. */
      readonly bound?: string | undefined;
    })
  /** The child runs. Without `parent` or `callId` the parent is inferred among the sessions of `root`. */
  | (Base &
      About & {
        readonly type: "spawn-started";
        readonly parent?: string | undefined;
        readonly callId?: string | undefined;
        readonly root?: string | undefined;
        /** Depth as the host names it. */
        readonly level?: number | undefined;
      })
  /**
   * The delegating call ended, however it did; `background`: the call did, the child goes on, and the
   * slot is freed when the child is idle. `child` links it to its child, if that was not known.
   */
  | (Base & {
      readonly type: "spawn-finished";
      readonly callId: string;
      readonly outcome: "success" | "error" | "abort" | "background";
      readonly child?: string | undefined;
    })
  /** A tool failed. */
  | (Base & { readonly type: "failed"; readonly tool?: string; readonly message: string })
  /** A call was refused because going on needs a person: where the work stands is kept. */
  | (Base & { readonly type: "halted"; readonly reason: string; readonly agent?: string | undefined });
