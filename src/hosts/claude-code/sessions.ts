import type { SessionEvent } from "../../sessions/event.js";
import type { Sessions } from "../sessions.js";
import type { HookEvent } from "./event.js";
import { contextReply, type Reply, SILENT } from "./reply.js";

export interface Around {
  /** Absolute root of the project. */
  readonly project: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The content of a file, or undefined when it cannot be read. */
  readonly readFile: (path: string) => string | undefined;
}

/** The session that an event belongs to: a subagent is one of its own. */
export function sessionOf(event: HookEvent): string | undefined {
  return event.agentId ?? event.session;
}

/** What the host wrote beside a subagent's transcript: not documented, so it confirms and is not relied on. */
interface Card {
  readonly parent?: string;
  readonly callId?: string;
  readonly level?: number;
}

/** Reports an event that is no call, and what the model is told because of it. */
export function sessionReply(event: HookEvent, sessions: Sessions, around: Around): Reply {
  const told = translated(event, around);
  if (told === undefined) return SILENT;
  const text = sessions.on(told);
  if (text === "") return SILENT;
  // Joins what the one who makes the summary is told; anything else is not valid there.
  if (event.name === "PreCompact") return { ...SILENT, stdout: text };
  return contextReply(event.name, text);
}

function translated(event: HookEvent, around: Around): SessionEvent | undefined {
  const session = sessionOf(event);
  if (session === undefined) return undefined;
  const { time, project } = around;
  const base = { session, time } as const;
  const about = { ...base, host: "claude-code", project, agent: event.agentType } as const;
  switch (event.name) {
    case "SessionStart":
      switch (event.source) {
        case "resume":
          return { type: "resumed", ...about };
        case "compact":
          return { type: "compacted", ...base };
        case "clear":
        case "fork":
          return { type: "created", source: event.source, ...about };
        default:
          return { type: "created", source: "startup", ...about };
      }
    case "UserPromptSubmit":
      return { type: "message", ...about };
    case "PreCompact":
      return { type: "compacting", ...base };
    case "Stop":
      // With tasks in the background the turn ended, the work did not.
      return event.background ? undefined : { type: "idle", ...base };
    case "SessionEnd":
      return { type: "ended", ...base };
    case "SubagentStart":
      return event.agentId === undefined ? undefined : started(event, around);
    case "SubagentStop":
      return event.agentId === undefined ? undefined : { type: "idle", ...base };
    case "PostToolUse":
      return event.isDelegation && event.callId !== undefined ? finished(event, base, event.callId) : undefined;
    case "PostToolUseFailure":
      if (event.isDelegation && event.callId !== undefined)
        return {
          type: "spawn-finished",
          ...base,
          callId: event.callId,
          outcome: event.interrupted ? "abort" : "error",
        };
      if (event.interrupted || event.error === undefined) return undefined;
      return { type: "failed", ...base, ...(event.tool ? { tool: event.tool } : {}), message: event.error };
    default:
      return undefined;
  }
}

function finished(
  event: HookEvent,
  base: { readonly session: string; readonly time: number },
  callId: string,
): SessionEvent {
  const { agentId, status, isAsync } = event.response ?? {};
  const background = isAsync === true || (typeof status === "string" && /launch|background/.test(status));
  return {
    type: "spawn-finished",
    ...base,
    callId,
    outcome: background ? "background" : "success",
    ...(typeof agentId === "string" && agentId !== "" ? { child: agentId } : {}),
  };
}

function started(event: HookEvent, around: Around): SessionEvent {
  const { project, time } = around;
  const card = cardOf(event, around);
  return {
    type: "spawn-started",
    session: event.agentId ?? "",
    time,
    host: "claude-code",
    project,
    agent: event.agentType,
    root: event.session,
    ...card,
  };
}

/** Depth of the session that makes a call: by the ledger, which is completed where it does not know a subagent's parent yet. */
export function levelOf(event: HookEvent, sessions: Sessions, around: Around): number {
  const session = sessionOf(event);
  if (session === undefined) return 0;
  const { ledger } = sessions.keeper;
  const known = ledger.read(session);
  if (event.agentId === undefined) return known?.level ?? 0;
  // Of one that is only guessed at, its first call tells more, or nothing ever will.
  const settled = known?.parent != null && (known.confirmed || known.firstTool !== null);
  if (!settled) sessions.on(started(event, around));
  // Whatever happens to its record, a subagent is no user's session.
  return Math.max(1, (settled ? known : ledger.read(session))?.level ?? 1);
}

function cardOf(event: HookEvent, { readFile }: Around): Card {
  const { transcript, agentId, session } = event;
  if (!transcript?.endsWith(".jsonl") || agentId === undefined || !/^[\w-]+$/.test(agentId)) return {};
  const text = readFile(`${transcript.slice(0, -".jsonl".length)}/subagents/agent-${agentId}.meta.json`);
  if (text === undefined) return {};
  let card: unknown;
  try {
    card = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof card !== "object" || card === null) return {};
  const { parentAgentId, toolUseId, spawnDepth } = card as Record<string, unknown>;
  const parent = typeof parentAgentId === "string" ? parentAgentId : spawnDepth === 1 ? session : undefined;
  return {
    ...(parent === undefined || parent === "" ? {} : { parent }),
    ...(typeof toolUseId === "string" && toolUseId !== "" ? { callId: toolUseId } : {}),
    ...(typeof spawnDepth === "number" && spawnDepth > 0 ? { level: spawnDepth } : {}),
  };
}
