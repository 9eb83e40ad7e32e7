/**
 * How Claude Code has its calls judged: `safe` by a process for each call, which every version can, or
 * `fast` by a server that stays for the session.
 */
export type Lane = "fast" | "safe";

/** The server's name in the host's settings, and the tool that it answers to. */
export const SERVER = "bailiff";
export const TOOL = "decide";

/** First version that blocks a call when the server does not answer (`onFailure`). */
const FIRST_FAST = [2, 1, 295] as const;

/** What the host puts into a call of the tool, by our names for it: text, empty where it has nothing. */
const FIELDS = {
  cwd: "cwd",
  session: "session_id",
  call: "tool_use_id",
  agent_id: "agent_id",
  agent_type: "agent_type",
  transcript: "transcript_path",
} as const;

/** The one hook of the fast lane's PreToolUse. A second model, or a person, may take three quarters of a minute. */
export const FAST_HOOK = {
  type: "mcp_tool",
  server: SERVER,
  tool: TOOL,
  input: {
    tool: "${tool_name}",
    input: "${tool_input}",
    ...Object.fromEntries(Object.entries(FIELDS).map(([ours, theirs]) => [ours, `\${${theirs}}`])),
  },
  timeout: 60,
  onFailure: "block",
} as const;

/** The PreToolUse event behind a call of the tool; what is missing or no JSON is left for the reader of events. */
export function eventOf(given: unknown): string {
  const { tool, input, ...rest } = isRecord(given) ? given : {};
  const event: Record<string, unknown> = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: parsed(input) };
  for (const [ours, theirs] of Object.entries(FIELDS)) event[theirs] = rest[ours];
  return JSON.stringify(event);
}

/** A tool's input arrives as JSON text; a host may come to hand it over as it is. */
function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

/** Whether a version blocks calls that its server does not answer. */
export function canBeFast(version: readonly number[]): boolean {
  for (const [at, least] of FIRST_FAST.entries()) {
    const part = version[at] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** The lane of a hook in the host's settings; nothing for one that is not bailiff's. */
export function laneOf(hook: unknown): Lane | undefined {
  if (isRecord(hook) && hook.type === "mcp_tool")
    return hook.server === SERVER && hook.tool === TOOL ? "fast" : undefined;
  const text = JSON.stringify(hook ?? "").replaceAll("\\\\", "\\");
  return /[\\/]dist[\\/]hook\.cjs(["'\s]|$)/m.test(text) ? "safe" : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
