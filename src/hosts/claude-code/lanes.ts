/**
 * How Claude Code has its calls judged: `safe` by a process for each call, which every version can, or
 * `fast` by a server that stays for the session.
 */
export type Lane = "fast" | "safe";

/** The server's name in the host's settings, and its tools: one judges a call, the other hears how it ended. */
export const SERVER = "bailiff";
export const JUDGES = "decide";
export const HEARS = "ended";

/** First version that blocks a call when the server does not answer (`onFailure`). */
const FIRST_FAST = [2, 1, 295] as const;

/** What the host puts into a call of both tools, by our names for it: text, empty where it has nothing. */
const FIELDS = {
  tool: "tool_name",
  cwd: "cwd",
  session: "session_id",
  call: "tool_use_id",
  agent_id: "agent_id",
  agent_type: "agent_type",
  transcript: "transcript_path",
} as const;
/** What arrives as JSON text. */
const VALUES = { input: "tool_input" } as const;
const END_VALUES = { ...VALUES, response: "tool_response", duration: "duration_ms" } as const;

const filledIn = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([ours, theirs]) => [ours, `\${${theirs}}`]));

/** The fast lane's hook before each call. A second model, or a person, may take three quarters of a minute. */
export const FAST_HOOK = {
  type: "mcp_tool",
  server: SERVER,
  tool: JUDGES,
  input: filledIn({ ...FIELDS, ...VALUES }),
  timeout: 60,
  onFailure: "block",
} as const;

/** The one after each call that ran. Where it fails, the end of a call is not recorded, and nothing else. */
export const END_HOOK = {
  type: "mcp_tool",
  server: SERVER,
  tool: HEARS,
  input: filledIn({ ...FIELDS, ...END_VALUES }),
  timeout: 10,
} as const;

/**
 * The event behind a call of one of the tools, as the hook's process gets it. What is missing or no
 * JSON is left for the reader of events.
 */
export function eventOf(tool: typeof JUDGES | typeof HEARS, given: unknown): string {
  const args = isRecord(given) ? given : {};
  const [name, values] = tool === JUDGES ? ["PreToolUse", VALUES] : ["PostToolUse", END_VALUES];
  const event: Record<string, unknown> = { hook_event_name: name };
  for (const [ours, theirs] of Object.entries(FIELDS)) event[theirs] = args[ours];
  for (const [ours, theirs] of Object.entries(values)) event[theirs] = parsed(args[ours]);
  return JSON.stringify(event);
}

/** A host may come to hand values over as they are. */
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

/** Whether a hook in the host's settings is bailiff's, for whatever event. */
export function isOwnHook(hook: unknown): boolean {
  return laneOf(hook) !== undefined || (isRecord(hook) && hook.type === "mcp_tool" && hook.server === SERVER);
}

/** The lane of a hook that has calls judged; nothing for one that is not bailiff's. */
export function laneOf(hook: unknown): Lane | undefined {
  if (isRecord(hook) && hook.type === "mcp_tool")
    return hook.server === SERVER && hook.tool === JUDGES ? "fast" : undefined;
  const text = JSON.stringify(hook ?? "").replaceAll("\\\\", "\\");
  return /[\\/]dist[\\/]hook\.cjs(["'\s]|$)/m.test(text) ? "safe" : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
