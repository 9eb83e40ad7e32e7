import type { OwnTool } from "./tools.js";

/**
 * The part of OpenCode's plugin interface that bailiff uses, as loosely as the host keeps it.
 * Public source: `@opencode-ai/plugin`; a test holds the two together.
 */
export interface PluginInput {
  readonly client: {
    readonly tui: {
      showToast(options: { body: { title: string; message: string; variant: "warning" } }): Promise<unknown>;
    };
    readonly session: {
      get(options: { path: { id: string } }): Promise<{ data?: unknown }>;
    };
  };
  /** Working directory of the session. */
  readonly directory: string;
  /** Root of the git work tree, or `/`. */
  readonly worktree: string;
}

export interface ToolCallInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

export interface Hooks {
  event(input: { event: unknown }): Promise<void>;
  config(input: object): Promise<void>;
  dispose(): Promise<void>;
  "experimental.chat.system.transform"(input: { sessionID?: string }, output: { system: string[] }): Promise<void>;
  "experimental.session.compacting"(input: { sessionID: string }, output: { context: string[] }): Promise<void>;
  tool?: Record<string, OwnTool>;
  "chat.message"(input: { sessionID: string; agent?: string }, output: { message: { agent: string } }): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the host's own types, which anything must be assignable to.
  "chat.params"(input: any, output: { options: Record<string, any> }): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  "tool.execute.before"(input: ToolCallInput, output: { args: any }): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above; MCP tools give `content` in place of `output`.
  "tool.execute.after"(input: ToolCallInput, output: any): Promise<void>;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
