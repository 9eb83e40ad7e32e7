import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type ClientOptions, type ClientRun, cleanEnvironment, runClient } from "./client.js";

export interface ClaudeCodeOptions extends ClientOptions {
  /** The plugin's directory; none for an ungoverned session. */
  readonly plugin?: string | undefined;
}

/** Runs one prompt through the real Claude Code against a scripted model, with no network and nothing of the user's. */
export function runClaudeCode(options: ClaudeCodeOptions): Promise<ClientRun> {
  const base = cleanEnvironment(options.sandbox);
  const config = join(options.sandbox, "home/.claude");
  mkdirSync(config, { recursive: true });
  const env = {
    ...base,
    CLAUDE_CONFIG_DIR: config,
    CLAUDE_CODE_TMPDIR: join(options.sandbox, "tmp"),
    ANTHROPIC_API_KEY: "sk-ant-fake-for-loopback",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${options.port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
    ...options.env,
  };
  const args = [
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    "--model",
    "claude-sonnet-4-5",
    ...(options.plugin === undefined ? [] : ["--plugin-dir", options.plugin]),
    ...(options.args ?? []),
  ];
  return runClient(options.binary, args, {
    cwd: options.project,
    env,
    input: options.prompt,
    limit: options.limit ?? 120_000,
  });
}
