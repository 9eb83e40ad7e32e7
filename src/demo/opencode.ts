import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClientOptions, type ClientRun, cleanEnvironment, runClient } from "./client.js";

export interface OpenCodeOptions extends ClientOptions {
  /** Path of the plugin's entry or package directory; none for an ungoverned session. */
  readonly plugin?: string | undefined;
  /** Further settings for `opencode.json`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The version whose plugin types OpenCode would otherwise fetch from npm at start-up. */
const PLUGIN_TYPES = "1.18.33";

/** Runs one prompt through the real OpenCode against a scripted model, with no network and nothing of the user's. */
export function runOpenCode(options: OpenCodeOptions): Promise<ClientRun> {
  const env: Record<string, string> = {
    ...cleanEnvironment(options.sandbox),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_SHARE: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    npm_config_fetch_retries: "0",
    ...options.env,
  };
  const configured = join(options.sandbox, "home/.config/opencode");
  seed(configured);
  seed(join(options.project, ".opencode"));
  writeFileSync(join(configured, "opencode.json"), JSON.stringify(settings(options)));
  return runClient(options.binary, ["run", ...(options.args ?? [])], {
    cwd: options.project,
    env,
    input: options.prompt,
    limit: options.limit ?? 120_000,
  });
}

function settings(options: OpenCodeOptions): Record<string, unknown> {
  return {
    model: "mock/mock-1",
    small_model: "mock/mock-1",
    share: "disabled",
    autoupdate: false,
    snapshot: false,
    formatter: false,
    lsp: false,
    enabled_providers: ["mock"],
    subagent_depth: 3,
    permission: { "*": "allow" },
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        name: "Mock",
        options: { baseURL: `http://127.0.0.1:${options.port}/v1`, apiKey: "x" },
        models: { "mock-1": { name: "Mock 1", tool_call: true, limit: { context: 100_000, output: 8_000 } } },
      },
    },
    ...(options.plugin === undefined ? {} : { plugin: [options.plugin] }),
    ...options.config,
  };
}

/** With any plugin configured OpenCode installs its plugin types into each configuration directory, unless they are listed. */
function seed(directory: string): void {
  mkdirSync(join(directory, "node_modules"), { recursive: true });
  const dependencies = { "@opencode-ai/plugin": PLUGIN_TYPES };
  writeFileSync(join(directory, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(
    join(directory, "package-lock.json"),
    JSON.stringify({
      lockfileVersion: 3,
      requires: true,
      packages: { "": { dependencies }, "node_modules/@opencode-ai/plugin": { version: PLUGIN_TYPES } },
    }),
  );
  writeFileSync(join(directory, ".gitignore"), "*\n");
}
