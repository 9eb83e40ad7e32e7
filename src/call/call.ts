/**
 * One request of an agent to use one tool, in words of no particular host.
 */
export type HostName = "opencode" | "claude-code" | "cli";

/**
 * Names that bailiff uses for tools, whatever a host calls them. A tool it has no name for keeps
 * the host's, e.g. `mcp__files__write`.
 */
export type KnownTool =
  | "bash"
  | "read"
  | "write"
  | "edit"
  | "multiedit"
  | "patch"
  | "notebook"
  | "glob"
  | "grep"
  | "list"
  | "webfetch"
  | "websearch"
  | "task"
  | "todo"
  | "skill"
  | "question"
  | "plan";

export interface ToolCall {
  readonly host: HostName;
  /** A `KnownTool`, or the host's own name where bailiff has none. */
  readonly tool: string;
  /** The tool as the host spelled it, for messages and the record. */
  readonly rawTool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute working directory of the call. */
  readonly cwd: string;
  /** The caller's home directory, absolute. */
  readonly home: string;
  /** The project's root where the host names one; else observed from `cwd`. */
  readonly project?: string;
  readonly session?: string;
  readonly callId?: string;
  /** The calling agent's name, from the host and never from the arguments. */
  readonly agent?: string;
  /** Delegation depth of the calling session: 0 is the user's own. */
  readonly level?: number;
}
