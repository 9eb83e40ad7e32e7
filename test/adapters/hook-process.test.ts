import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPlace } from "../../src/brain/place.js";
import { makeKeeper } from "../../src/sessions/keeper.js";

// The built hook as the host starts it. `npm test` builds first.
const dist = join(import.meta.dirname, "../../dist");
const box = mkdtempSync(join(tmpdir(), "bailiff-hook-"));
afterAll(() => rmSync(box, { recursive: true, force: true }));

interface Way {
  args?: string[];
  file?: string;
  /** The event is one beside calls, which decides nothing. */
  aside?: boolean;
}

function hook(input: string, { args = [], file = join(dist, "hook.cjs"), aside = false }: Way = {}) {
  return spawnSync(process.execPath, [...args, file, ...(aside ? ["aside"] : [])], {
    input,
    cwd: box,
    env: { PATH: process.env.PATH, HOME: box },
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
}

const event = (tool: string, input: unknown): string =>
  JSON.stringify({ session_id: "s", cwd: box, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input });

/** Holds a process to a denial in all its forms. */
function denied({ status, stdout, stderr }: ReturnType<typeof hook>): void {
  expect(status).toBe(2);
  expect(JSON.parse(stdout).hookSpecificOutput).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: stderr,
  });
  expect(stderr).toMatch(/^## BLOCKED: /);
}

beforeAll(() => {
  expect(existsSync(join(dist, "hook.cjs")), "run `npm run build` first").toBe(true);
});

describe("the hook process", () => {
  it("says nothing where the call may run", () => {
    const { status, stdout, stderr } = hook(event("Bash", { command: "git status" }));
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  it("denies", () => denied(hook(event("Bash", { command: "git reset --hard" }))));

  it("reads an event of a megabyte", () => {
    const { status, stdout } = hook(
      event("Write", { file_path: join(box, "a.txt"), content: "word ".repeat(200_000) }),
    );
    expect([status, stdout]).toEqual([0, ""]);
  });

  it.each([
    { name: "nothing", input: "" },
    { name: "half an event", input: event("Bash", { command: "git status" }).slice(0, 80) },
    { name: "10 MB", input: event("Write", { file_path: "a", content: "x".repeat(10_000_000) }) },
    { name: "10 MB without an end", input: "[".repeat(10_000_000) },
    { name: "bytes that are no text", input: "\u0000\ufffd{" },
  ])("denies when it is given $name", ({ input }) => denied(hook(input)));
});

describe("under the strict preset", () => {
  it("a file that the session made may go, another's is asked about", () => {
    const home = mkdtempSync(join(box, "strict-"));
    const app = join(home, "app");
    for (const directory of [join(app, ".git"), join(home, ".config/bailiff")])
      mkdirSync(directory, { recursive: true });
    writeFileSync(join(home, ".config/bailiff/policy.yaml"), "preset: strict\n");
    writeFileSync(join(app, "theirs.txt"), "x");
    let calls = 0;
    const told = (hook_event_name: string, tool_use_id: string, tool_name: string, tool_input: unknown) => {
      const input = {
        session_id: "s",
        cwd: app,
        hook_event_name,
        tool_use_id,
        tool_name,
        tool_input,
        tool_response: {},
      };
      const { stdout } = spawnSync(process.execPath, [join(dist, "hook.cjs")], {
        input: JSON.stringify(input),
        cwd: app,
        env: { PATH: process.env.PATH, HOME: home },
        encoding: "utf8",
        timeout: 60_000,
      });
      return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.permissionDecision;
    };
    const runs = (tool: string, input: unknown, does: () => void): string => {
      const id = `t${calls++}`;
      const answer = told("PreToolUse", id, tool, input);
      if (answer === "") does();
      told("PostToolUse", id, tool, input);
      return answer;
    };
    const made = join(app, "deep/mine.txt");
    const makes = (): void => {
      mkdirSync(join(app, "deep"));
      writeFileSync(made, "x");
    };
    expect(runs("Write", { file_path: made, content: "x" }, makes)).toBe("");
    expect(told("PreToolUse", "a", "Bash", { command: "rm -r deep" })).toBe("");
    expect(told("PreToolUse", "b", "Bash", { command: "rm theirs.txt" })).toBe("ask");
    expect(told("PreToolUse", "c", "Bash", { command: "rm deep/mine.txt theirs.txt" })).toBe("ask");
  }, 60_000);
});

describe("whatever goes wrong while it starts is a denial", () => {
  it("a Node that is too old", () => {
    const old = join(box, "old.cjs");
    writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "18.20.0" });');
    const ran = hook(event("Bash", { command: "git status" }), { args: ["--require", old] });
    denied(ran);
    expect(ran.stderr).toContain("Node 20");
  });

  it.each([
    { name: "no bundle", bundle: undefined },
    { name: "half a bundle", bundle: "exports.main = () => {" },
    { name: "an empty bundle", bundle: "" },
    { name: "a bundle that throws", bundle: "exports.main = () => { throw 1 }" },
    { name: "a bundle that rejects", bundle: "exports.main = async () => { throw 1 }" },
    { name: "a bundle that throws later", bundle: "exports.main = () => { setImmediate(() => { throw 1 }) }" },
  ])("$name", ({ name, bundle }) => {
    const broken = join(box, name.replaceAll(" ", "-"));
    cpSync(join(dist, "hook.cjs"), join(broken, "hook.cjs"));
    if (bundle !== undefined) writeFileSync(join(broken, "decide.cjs"), bundle);
    denied(hook(event("Bash", { command: "git status" }), { file: join(broken, "hook.cjs") }));
  });

  it("and nothing at all in events that decide nothing: there it would hold up the host", () => {
    const broken = join(box, "broken-aside");
    cpSync(join(dist, "hook.cjs"), join(broken, "hook.cjs"));
    const stop = JSON.stringify({ session_id: "s", cwd: box, hook_event_name: "Stop" });
    const silent = (ran: ReturnType<typeof hook>): void =>
      expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
    silent(hook(stop, { file: join(broken, "hook.cjs"), aside: true }));
    writeFileSync(join(broken, "decide.cjs"), "exports.main = async () => { throw 1 }");
    silent(hook(stop, { file: join(broken, "hook.cjs"), aside: true }));
    silent(hook("{", { aside: true }));
    silent(hook("", { aside: true }));
  });

  it("a bundle that never answers", () => {
    const broken = join(box, "silent");
    cpSync(join(dist, "hook.cjs"), join(broken, "hook.cjs"));
    writeFileSync(join(broken, "decide.cjs"), "exports.main = () => new Promise(() => {})");
    expect(hook(event("Bash", { command: "git status" }), { file: join(broken, "hook.cjs") }).status).toBe(2);
  });
});

describe("sessions", () => {
  const home = join(box, "sessions");
  const project = join(home, "app");
  /** One process, without waiting for it. */
  const run = (fields: object, aside: boolean): Promise<number | null> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(dist, "hook.cjs"), ...(aside ? ["aside"] : [])], {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project },
        stdio: ["pipe", "ignore", "ignore"],
      });
      child.on("error", reject);
      child.on("close", resolve);
      child.stdin.end(JSON.stringify({ session_id: "s0", cwd: project, ...fields }));
    });

  it("are kept by processes that overlap: ten delegations at once, all let go", async () => {
    mkdirSync(join(project, ".git"), { recursive: true });
    await run({ hook_event_name: "SessionStart", source: "startup" }, true);
    const ids = Array.from({ length: 10 }, (_, n) => `c${n}`);
    const task = { tool_name: "Agent", tool_input: { subagent_type: "x", prompt: "p", description: "d" } };
    const asked = ids.map((id) => run({ hook_event_name: "PreToolUse", ...task, tool_use_id: id }, false));
    expect(await Promise.all(asked)).toEqual(ids.map(() => 0));
    const { ledger } = makeKeeper({ place: findPlace({ project, home, mode: "FULL" }), mode: "FULL" });
    expect(
      ledger
        .read("s0")
        ?.spawns.map(({ callId }) => callId)
        .sort(),
    ).toEqual(ids);
    const response = { status: "completed", agentId: "a1" };
    const done = ids.map((id) =>
      run({ hook_event_name: "PostToolUse", tool_name: "Agent", tool_use_id: id, tool_response: response }, true),
    );
    expect(await Promise.all(done)).toEqual(ids.map(() => 0));
    expect(ledger.read("s0")?.spawns).toEqual([]);
  }, 60_000);
});
