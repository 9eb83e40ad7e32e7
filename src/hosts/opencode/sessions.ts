import type { SessionEvent } from "../../sessions/event.js";
import type { Log } from "../log.js";
import type { Sessions } from "../sessions.js";
import { isRecord } from "./api.js";

export interface ReporterOptions {
  /** The sessions, once they are ready. */
  readonly open: Promise<Sessions>;
  /** Absolute root of the project. */
  readonly project: string;
  /** Absolute working directory. */
  readonly directory: string;
  readonly now: () => Date;
  readonly log: Log;
}

/** Calls that are remembered as refused, so that their errors are not taken for the tool's own. */
const MOST_REFUSED = 500;

/** OpenCode's events in words of no host. What comes before the sessions are ready waits for them, in order. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #waiting: SessionEvent[] = [];
  /** Sessions that this process was told of, or spoke in. */
  readonly #met = new Set<string>();
  readonly #summarising = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #started = new Set<string>();
  readonly #notes = new Map<string, string>();
  #ready: Sessions | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
    options.open.then(
      (sessions) => {
        this.#ready = sessions;
        for (const event of this.#waiting.splice(0)) sessions.on(event);
      },
      // Who waits for the sessions at a call is told.
      () => {},
    );
  }

  /** An event of the host. Writes synchronously: the host does not wait for its listeners. */
  event(type: unknown, properties: Readonly<Record<string, unknown>>): void {
    const { info, part, status, error } = properties;
    const session = text(properties.sessionID);
    if (type === "session.created") this.#created(info);
    if (type === "session.deleted" && isRecord(info)) this.#ended(text(info.id) ?? session);
    if (type === "message.part.updated") this.#part(part);
    if (session === undefined) return;
    if (type === "session.idle" || (type === "session.status" && isRecord(status) && status.type === "idle"))
      this.#idle(session);
    if (type === "session.error") this.#failed(session, error);
    if (type === "session.compacted") {
      this.#summarising.delete(session);
      this.#report({ type: "compacted", session, time: this.#time() });
    }
  }

  /** A message began a turn. */
  spoke(session: string, agent: string | undefined): void {
    const continued = !this.#met.has(session);
    this.#met.add(session);
    this.#report({ type: "message", session, agent, continued, ...this.#about() });
  }

  /** A summary is about to be made: what it must carry. */
  async summarising(session: string): Promise<string> {
    this.#summarising.add(session);
    const sessions = await this.#options.open;
    return sessions.on({ type: "compacting", session, time: this.#time() });
  }

  /** What a request's system prompt gets, "" for a request that is for a title or a summary. */
  async system(session: string, system: readonly string[]): Promise<string> {
    // Only what serves the session itself tells the model where it works.
    if (this.#summarising.has(session) || !system.some((each) => each.includes(this.#options.directory))) return "";
    return (await this.#options.open).standing(session);
  }

  /** The host ends. */
  async dispose(): Promise<void> {
    await this.#options.open.catch(() => undefined);
    for (const session of [...this.#met]) this.#ended(session);
  }

  /** A call was refused here: its error is none of the tool's. */
  refused(callId: string): void {
    this.#refused.add(callId);
    if (this.#refused.size > MOST_REFUSED) this.#refused.delete(this.#refused.values().next().value ?? "");
  }

  isRefused(callId: unknown): boolean {
    return typeof callId === "string" && this.#refused.has(callId);
  }

  /** What is to be said after a session's next result, once. */
  note(session: string): string {
    const note = this.#notes.get(session) ?? "";
    this.#notes.delete(session);
    return note;
  }

  #report(event: SessionEvent): string {
    if (this.#ready) return this.#ready.on(event);
    this.#waiting.push(event);
    return "";
  }

  #time(): number {
    return this.#options.now().getTime();
  }

  #about() {
    return { host: "opencode", project: this.#options.project, time: this.#time() } as const;
  }

  #created(info: unknown): void {
    const session = isRecord(info) ? text(info.id) : undefined;
    if (!isRecord(info) || session === undefined) return;
    this.#met.add(session);
    const [parent, agent] = [text(info.parentID), text(info.agent)];
    this.#report({ type: "created", session, source: "startup", parent, agent, ...this.#about() });
  }

  #idle(session: string): void {
    this.#summarising.delete(session);
    this.#report({ type: "idle", session, time: this.#time() });
  }

  #ended(session: string | undefined): void {
    if (session === undefined) return;
    this.#met.delete(session);
    this.#report({ type: "ended", session, time: this.#time() });
  }

  #failed(session: string, error: unknown): void {
    const outcome = isRecord(error) && error.name === "MessageAbortedError" ? "abort" : "error";
    for (const { callId } of this.#ready?.keeper.ledger.read(session)?.spawns ?? [])
      this.#report({ type: "spawn-finished", session, callId, outcome, time: this.#time() });
    this.#idle(session);
  }

  #part(part: unknown): void {
    if (!isRecord(part) || !isRecord(part.state)) return;
    const [session, callId, tool] = [text(part.sessionID), text(part.callID), text(part.tool)];
    if (session === undefined || callId === undefined) return;
    const { status, metadata, input, error } = part.state;
    const child = isRecord(metadata) ? text(metadata.sessionId) : undefined;
    const time = this.#time();
    if (tool === "task" && status === "running" && child !== undefined && !this.#started.has(`${callId} ${child}`)) {
      this.#started.add(`${callId} ${child}`);
      const agent = isRecord(input) ? text(input.subagent_type) : undefined;
      this.#report({ type: "spawn-started", ...this.#about(), session: child, parent: session, callId, agent });
    }
    if (status !== "completed" && status !== "error") return;
    if (tool === "task") {
      const outcome = status === "completed" ? "success" : /abort/i.test(String(error)) ? "abort" : "error";
      if (child !== undefined) this.#started.delete(`${callId} ${child}`);
      this.#report({ type: "spawn-finished", session, callId, outcome, child, time });
    }
    if (status !== "error" || this.#refused.delete(callId) || typeof error !== "string") return;
    const note = this.#report({ type: "failed", session, ...(tool ? { tool } : {}), message: error, time });
    if (note !== "") this.#notes.set(session, note);
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
