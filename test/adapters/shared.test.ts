import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reply } from "../../src/hosts/claude-code/hook.js";
import { type LiveJudge, openJudge } from "../../src/hosts/judge.js";
import { noLog } from "../../src/hosts/log.js";
import { createHooks } from "../../src/hosts/opencode/plugin.js";
import { asked, decisionOf, startServer, type TestServer } from "../support/server.js";
import { inClaudeCode, inputOf, type SharedCase, sharedCases } from "./cases.js";

// A home and a project on the disk, outside of temporary directories: there everything may be deleted.
const repository = join(import.meta.dirname, "../..");
const root = join(repository, ".cache/adapters");
mkdirSync(root, { recursive: true });
const box = realpathSync(mkdtempSync(join(root, "box-")));
const home = join(box, "home");
const cwd = join(box, "home/app");
afterAll(() => rmSync(box, { recursive: true, force: true }));

let live: LiveJudge;
let server: TestServer;
afterAll(() => server.end());
beforeAll(async () => {
  mkdirSync(join(cwd, ".git"), { recursive: true });
  mkdirSync(join(cwd, "node_modules"));
  writeFileSync(join(cwd, "README.md"), "");
  live = await openJudge({
    shipped: join(repository, "governance"),
    home,
    state: join(box, "state"),
    project: cwd,
    own: [],
    canAsk: false,
    env: {},
  });
  server = await startServer({ HOME: home, CLAUDE_PROJECT_DIR: cwd, CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, cwd);
});

/** A way into bailiff: what it says about a case. */
const ways: Record<string, (row: SharedCase, input: Record<string, string>) => Promise<string>> = {
  async library({ tool }, input) {
    return live.judge({ host: "cli", tool, rawTool: tool, input, cwd, home }).decision.decision;
  },
  async "bailiff check --stdin"({ tool }, input) {
    const { stdout, stderr } = spawnSync(process.execPath, [join(repository, "dist/cli.js"), "check", "--stdin"], {
      input: `${JSON.stringify({ id: "1", tool, input, cwd, home })}\n`,
      env: { PATH: process.env.PATH, HOME: home },
      encoding: "utf8",
    });
    return stdout === "" ? stderr : (JSON.parse(stdout) as { decision: string }).decision;
  },
  async OpenCode({ tool }, input) {
    const hooks = createHooks({
      live: async () => live,
      directory: cwd,
      project: cwd,
      home,
      log: noLog,
      beat() {},
      tell() {},
      session: async () => undefined,
      after: () => ({ done: new Promise(() => {}), cancel() {} }),
    });
    const call = { tool, sessionID: "s", callID: "c" };
    try {
      await hooks["tool.execute.before"](call, { args: input });
    } catch {
      return "deny";
    }
    const output = { output: "" };
    await hooks["tool.execute.after"](call, output);
    return output.output === "" ? "allow" : "warn";
  },
  async "Claude Code"({ tool }, input) {
    const named = inClaudeCode(tool, input);
    const { stdout, code } = await reply(
      JSON.stringify({ hook_event_name: "PreToolUse", cwd, tool_name: named.tool, tool_input: named.input }),
      {
        home,
        cwd,
        project: cwd,
        env: {},
        canAsk: false,
        log: noLog,
        beat() {},
        open: async () => live,
        readFile: () => undefined,
      },
    );
    if (code === 2) return "deny";
    return stdout === "" ? "allow" : "warn";
  },
  async "Claude Code's server"({ tool }, input) {
    const named = inClaudeCode(tool, input);
    return decisionOf(await server.decide(asked(named.tool, named.input, { cwd })));
  },
};

describe.each(Object.keys(ways))("%s", (way) => {
  it.each(sharedCases)("$expect: $name", async (row) => {
    expect(await ways[way]?.(row, inputOf(row, { cwd, home }))).toBe(row.expect);
  });
});
