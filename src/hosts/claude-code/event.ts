import type { ToolCall } from "../../call/call.js";
import { toolNamed } from "../../call/tools.js";

/** What Claude Code says on a hook's standard input, as far as it is used. Public source: its hooks reference. */
export interface HookEvent {
  readonly name: string;
  readonly session?: string;
  readonly cwd?: string;
  readonly tool?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly callId?: string;
  /** Inside a subagent only. */
  readonly agentId?: string;
  /** The agent's name: inside a subagent, and with `--agent` in the main thread. */
  readonly agentType?: string;
  /** SessionStart: how it began. ConfigChange: which settings changed, and the file. */
  readonly source?: string;
  readonly file?: string;
  /** Path of the session's transcript. */
  readonly transcript?: string;
  /** PostToolUse: what came of the call. */
  readonly response?: Readonly<Record<string, unknown>>;
  /** PostToolUseFailure: the error, and whether it was the user who ended the call. */
  readonly error?: string;
  readonly interrupted: boolean;
  /** Milliseconds that the call took. */
  readonly duration?: number;
  /** Stop: tasks go on in the background. */
  readonly background: boolean;
  /** The tool is the one that delegates. */
  readonly isDelegation: boolean;
}

/** An event as text that bailiff does not understand. */
export class BadEvent extends Error {}

/** More bytes than this in one event are not looked at. */
export const LARGEST_EVENT = 8 * 1024 * 1024;

/**
 * Reads one event.
 *
 * @throws BadEvent when the text is empty, too long, cut off, or not an event
 */
export function parseEvent(text: string): HookEvent {
  if (text.length > LARGEST_EVENT) throw new BadEvent(`the event is longer than ${LARGEST_EVENT} bytes`);
  if (text.trim() === "") throw new BadEvent("the event is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadEvent("the event is not whole JSON");
  }
  if (!isRecord(value)) throw new BadEvent("the event is no object");
  const name = value.hook_event_name;
  if (typeof name !== "string") throw new BadEvent("the event has no name");
  if (name === "PreToolUse" && (typeof value.tool_name !== "string" || value.tool_name === ""))
    throw new BadEvent("the event names no tool");
  if (name === "PreToolUse" && !isRecord(value.tool_input)) throw new BadEvent("the event has no tool input");
  return {
    name,
    input: isRecord(value.tool_input) ? value.tool_input : {},
    interrupted: value.is_interrupt === true,
    background: Array.isArray(value.background_tasks) && value.background_tasks.length > 0,
    isDelegation: typeof value.tool_name === "string" && toolNamed(value.tool_name) === "task",
    ...(isRecord(value.tool_response) ? { response: value.tool_response } : {}),
    ...(typeof value.duration_ms === "number" ? { duration: value.duration_ms } : {}),
    ...texts(value, {
      session: "session_id",
      cwd: "cwd",
      tool: "tool_name",
      callId: "tool_use_id",
      agentId: "agent_id",
      agentType: "agent_type",
      source: "source",
      file: "file_path",
      transcript: "transcript_path",
      error: "error",
    }),
  };
}

/** Fields that hold text, under our names; what is missing or of another type is left out. */
function texts<K extends string>(value: Record<string, unknown>, names: Record<K, string>): { [key in K]?: string } {
  const found: { [key in K]?: string } = {};
  for (const key in names) {
    const text = value[names[key]];
    if (typeof text === "string" && text !== "") found[key] = text;
  }
  return found;
}

/** The call behind a PreToolUse event. `around` is what the process knows beside the event. */
export function toolCall(event: HookEvent, around: { cwd: string; home: string; project?: string }): ToolCall {
  const rawTool = event.tool ?? "";
  const session = event.agentId ?? event.session;
  return {
    host: "claude-code",
    tool: toolNamed(rawTool),
    rawTool,
    input: event.input,
    cwd: event.cwd?.startsWith("/") ? event.cwd : around.cwd,
    home: around.home,
    ...(around.project === undefined ? {} : { project: around.project }),
    // A subagent is a session of its own.
    ...(session === undefined ? {} : { session }),
    ...(event.callId === undefined ? {} : { callId: event.callId }),
    ...(event.agentType === undefined ? {} : { agent: event.agentType }),
    // The event does not tell how deep a subagent is: the first level is the one where most holds.
    level: event.agentId === undefined ? 0 : 1,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
