import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditDirectory } from "../src/audit/place.js";
import { findPlace } from "../src/brain/place.js";
import type { ToolCall } from "../src/call/call.js";
import { toolNamed } from "../src/call/tools.js";
import { gatherStatus } from "../src/commands/status-facts.js";
import { type Asked, answer } from "../src/hosts/answer.js";
import { type LiveJudge, openJudge } from "../src/hosts/judge.js";
import { noLog } from "../src/hosts/log.js";
import type { Caller } from "../src/observe/observe.js";
import { CAPABILITIES, MODES } from "../src/policy/mode.js";
import { roleHolders, roleOf } from "../src/policy/roles.js";
import { openApprovals } from "../src/sessions/approvals.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bailiff-who-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let home = "";
let app = "";
let now = 0;

beforeEach(() => {
  home = join(root, `h${count++}`);
  app = join(home, "app");
  now = 1_800_000_000_000;
  for (const directory of [join(app, ".git"), join(app, ".bailiff"), join(home, ".config/bailiff")])
    mkdirSync(directory, { recursive: true });
});

const state = (): string => join(home, ".local/state/bailiff");
const user = (text: string): void => writeFileSync(join(home, ".config/bailiff/policy.yaml"), text);

async function open(env: Record<string, string> = {}, canAsk = false): Promise<LiveJudge> {
  return openJudge({
    shipped: join(import.meta.dirname, "../governance"),
    home,
    state: state(),
    project: app,
    own: [join(home, ".config/bailiff"), state()],
    canAsk,
    env,
    log: noLog,
    lasting: true,
    now: () => new Date(now),
  });
}

let calls = 0;
function call(rawTool: string, input: Record<string, unknown>, more: Partial<ToolCall> = {}): ToolCall {
  const callId = `c${calls++}`;
  const about = { host: "opencode", cwd: app, home, project: app, session: "s1", callId } as const;
  return { ...about, tool: toolNamed(rawTool), rawTool, input, ...more };
}
const bash = (command: string, more: Partial<ToolCall> = {}): ToolCall => call("bash", { command }, more);

async function ask(live: LiveJudge, what: ToolCall, caller?: Caller): Promise<string> {
  const asked: Asked = {
    judge: (each) => live.judge(each, caller),
    log: noLog,
    canAsk: false,
    ...(live.desk ? { desk: live.desk } : {}),
  };
  const given = await answer(what, asked);
  return given.kind === "allow" ? "allow" : `${given.kind}: ${given.text}`;
}

describe("10 modes", () => {
  test.each([
    ["READONLY", "", "READONLY"],
    ["", "mode: READONLY", "READONLY"],
    ["FULL", "mode: READONLY", "READONLY"],
    ["READONLY", "mode: FULL", "READONLY"],
    ["FULL", "mode: whatever", "MINIMAL"],
    ["on", "", "MINIMAL"],
  ])("10.1 of the environment's %j and the policy's %j the stricter holds: %s", async (variable, policy, expected) => {
    user(`${policy}\n`);
    const live = await open(variable === "" ? {} : { BAILIFF_MODE: variable });
    expect(live.law?.().mode).toBe(expected);
    const invalid = expected === "MINIMAL";
    expect(live.news().some((each) => each.includes("is no mode"))).toBe(invalid);
  });
  test("10.1 it is chosen at the start and stays, whatever the files say later", async () => {
    user("mode: READONLY\n");
    const live = await open();
    expect(await ask(live, bash("touch x"))).toContain("READONLY");
    user("mode: FULL\n");
    await live.refresh();
    expect(await ask(live, bash("touch x"))).toContain("READONLY");
    expect(live.law?.().mode).toBe("READONLY");
  });
  test("10.2 the four capabilities of each mode, frozen", () => {
    const names = (can: "canMutate" | "canReachNetwork" | "canDelegate" | "canRunTools") =>
      MODES.filter((mode) => CAPABILITIES[mode][can]);
    expect(names("canMutate")).toEqual(["FULL", "TEST"]);
    expect(names("canReachNetwork")).toEqual(["FULL", "READONLY"]);
    expect(names("canDelegate")).toEqual(["FULL", "TEST", "READONLY"]);
    expect(names("canRunTools")).toEqual(["FULL", "TEST", "READONLY"]);
    expect(MODES.every((mode) => Object.isFrozen(CAPABILITIES[mode])) && Object.isFrozen(CAPABILITIES)).toBe(true);
  });
  test("10.2 an undeclared tool is refused, and named once to the person", async () => {
    const first = await open({ BAILIFF_MODE: "READONLY" });
    expect(await ask(first, call("mcp__x__frobnicate", {}))).toContain("does not say what it changes");
    await ask(first, call("mcp__x__frobnicate", {}));
    const second = await open({ BAILIFF_MODE: "READONLY" });
    await ask(second, call("mcp__x__frobnicate", {}));
    const told = [...first.news(), ...second.news()].filter((each) => each.includes("mcp__x__frobnicate"));
    expect(told).toHaveLength(1);
  });
  test.each([
    ["modes: { undeclared: allow }", "allow"],
    ["tools: { mcp__x__frobnicate: { mutates: false } }", "allow"],
    ["tools: { mcp__x__frobnicate: { mutates: true } }", "deny"],
    ["", "deny"],
  ])("10.2 with %j it is: %s", async (policy, expected) => {
    user(`${policy}\n`);
    const live = await open({ BAILIFF_MODE: "READONLY" });
    expect((await ask(live, call("mcp__x__frobnicate", {}))).startsWith(expected)).toBe(true);
  });
  test("10.2 tools of the host that touch nothing are declared, those that leave something behind refused", async () => {
    const live = await open({ BAILIFF_MODE: "READONLY" });
    expect(await ask(live, call("BashOutput", { bash_id: "1" }))).toBe("allow");
    expect(await ask(live, call("EnterWorktree", {}))).toContain("READONLY");
  });
  test("10.3 TEST has a brain of its own", () =>
    expect(findPlace({ project: app, home, mode: "TEST" }).brain).toMatch(/\/test-brain$/));
  test("10.3 READONLY freezes the brain while the record goes on", async () => {
    expect(findPlace({ project: app, home, mode: "READONLY" }).frozen).toBe(true);
    const live = await open({ BAILIFF_MODE: "READONLY" });
    await ask(live, bash("touch x"));
    live.desk?.close();
    expect(readFileSync(join(auditDirectory(app, home), "audit.jsonl"), "utf8")).toContain("ERR_READONLY_MODE");
    expect(existsSync(join(app, ".bailiff/brain"))).toBe(false);
  });
  test("10.4 status tells mode, capabilities, quotas, slots, gatekeeper, hooks", async () => {
    user("mode: READONLY\nprojects: [{ name: gone, path: /nowhere/at/all }]\n");
    const found = await gatherStatus({ cwd: app, home, env: { HOME: home }, now });
    expect(found).toMatchObject({ mode: "READONLY", gatekeeper: "PASSTHROUGH", capabilities: { canMutate: false } });
    for (const key of ["status", "version", "phase", "policy", "hosts", "quotas", "approvals"])
      expect(found).toHaveProperty(key);
  });
});

describe("11 roles and quotas", () => {
  test("11.1 who is calling decides the role: the unknown are ai, and no agent is human", () => {
    const holders = roleHolders({ human: { agents: ["build"] }, lead: { agents: ["planner", "main"] } });
    expect(roleOf({ roleHolders: holders }, "planner")).toBe("lead");
    expect(roleOf({ roleHolders: holders }, undefined)).toBe("lead");
    expect(roleOf({ roleHolders: holders }, "build")).toBe("ai");
    expect(roleOf({}, "somebody")).toBe("ai");
    expect(roleOf({}, "bailiff:mid-coordinator")).toBe("orchestrator");
  });
  test("11.1 roles come from policy.yaml; a claimed one is recorded and ignored", async () => {
    user("roles:\n  ai: { denied_tools: [webfetch] }\n  scout: { allowed_tools: ['*'], agents: [scout] }\n");
    const live = await open();
    const fetch = { url: "https://example.com", caller_role: "human" };
    expect(await ask(live, call("webfetch", fetch))).toContain("role ai");
    expect(await ask(live, call("webfetch", fetch, { agent: "scout" }))).toBe("allow");
    expect(await ask(live, call("webfetch", fetch, { agent: "scout" }), { parents: ["other"] })).toContain("role ai");
    live.desk?.close();
    expect(readFileSync(join(auditDirectory(app, home), "audit.jsonl"), "utf8")).toContain('"claimed_role":"human"');
  });
  test.each([
    ["a circle", "roles: { a: { inherits: b }, b: { inherits: a } }", /inherits from itself/],
    ["an agent as human", "roles: { human: { agents: [build] } }", /No agent has the role/],
  ])("11.1 %s is an error that names its line", async (_name, policy, message) => {
    user(`${policy}\n`);
    const found = (await open()).law?.().policy.problems.find((each) => message.test(each.message));
    expect(found).toMatchObject({ line: 1, file: expect.stringContaining("policy.yaml") });
  });
  test("11.2 a file can add to what is never given to an AI and take nothing away", async () => {
    user("never_expose_to_ai: [mcp__bank__pay]\nroles: { ai: { allowed_tools: ['*', mcp__bailiff__approve] } }\n");
    const live = await open();
    for (const tool of ["mcp__bank__pay", "mcp__bailiff__approve", "mcp__bailiff__set_mode"])
      expect(await ask(live, call(tool, {}))).toContain("for people only");
  });
  test("11.3 the twenty-first in a minute is told when to come back, and can 60.001 s after the first", async () => {
    const live = await open();
    const one = async (): Promise<string> => {
      const what = call("mcp__bailiff__status", {});
      const given = await ask(live, what);
      live.desk?.ended(what, { outcome: "ran" });
      await new Promise((resolve) => setImmediate(resolve));
      return given;
    };
    for (let n = 0; n < 20; n++) expect(await one()).toBe("allow");
    now += 30_000;
    expect(await one()).toContain("Come back in 30 seconds");
    now += 30_001;
    expect(await one()).toBe("allow");
  });
  test.each(["ran", "failed", "abandoned"] as const)(
    "11.3 a slot is free again when a call has %s",
    async (outcome) => {
      const live = await open();
      const [a, b] = [call("mcp__bailiff__status", {}), call("mcp__bailiff__status", {})];
      expect([await ask(live, a), await ask(live, b)]).toEqual(["allow", "allow"]);
      expect(await ask(live, call("mcp__bailiff__status", {}))).toContain("2 calls are under way");
      live.desk?.ended(a, { outcome });
      live.desk?.ended(a, { outcome });
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(await ask(live, call("mcp__bailiff__status", {}))).toBe("allow");
      expect(await ask(live, call("mcp__bailiff__status", {}))).toContain("2 calls are under way");
    },
  );
  test("11.3 a slot that nobody frees is free after ten minutes", async () => {
    const live = await open();
    for (let n = 0; n < 2; n++) expect(await ask(live, call("mcp__bailiff__status", {}))).toBe("allow");
    now += 599_999;
    expect(await ask(live, call("mcp__bailiff__status", {}))).toContain("under way");
    now += 1;
    expect(await ask(live, call("mcp__bailiff__status", {}))).toBe("allow");
  });
  test("11.3 a refused call takes nothing", async () => {
    user("limits: [{ role: ai, tools: bash, per_minute: 1 }]\n");
    const live = await open();
    expect(await ask(live, bash("rm -rf /"))).toContain("BLOCKED");
    expect(await ask(live, bash("ls"))).toBe("allow");
    expect(await ask(live, bash("ls"))).toContain("used up");
  });
});

describe("12 projects and the fence", () => {
  const beyond = "/opt/elsewhere/x";
  const project = (name: string): string => {
    const path = join("/var/lib", name);
    return path;
  };
  test("12.1 without a registry there is no fence", async () =>
    expect(await ask(await open(), bash(`cat ${beyond}`))).toBe("allow"));
  test("12.1 with one, what lies outside is refused", async () => {
    user(`projects: [{ name: app, path: ${app} }]\n`);
    expect(await ask(await open(), bash(`cat ${beyond}`))).toContain("outside all registered projects");
  });
  test("12.2 it is read again while the session runs, and directories are looked at for each call", async () => {
    const late = join(home, "late");
    user(`projects: [{ name: late, path: ${late} }]\n`);
    const live = await open();
    expect(await ask(live, bash("make"))).toContain("no registered project can be used");
    mkdirSync(late);
    expect(await ask(live, bash("make"))).toBe("allow");
    rmSync(late, { recursive: true });
    expect(await ask(live, bash("make"))).toContain("no registered project can be used");
    user("preset: standard\n");
    await live.refresh();
    expect(await ask(live, bash("make"))).toBe("allow");
  });
  test("12.2 a bad entry is named in the status", async () => {
    user(`projects: [{ name: app, path: ${app} }, { name: lost, path: ${project("not-there")} }]\n`);
    const found = await gatherStatus({ cwd: app, home, env: { HOME: home }, now });
    expect(JSON.stringify(found.projects.find((each) => each.name === "lost"))).toMatch(/false|problem|missing|null/);
  });
  test("12.3 a task that names a project that nobody registered is told the known ones", async () => {
    user(`projects: [{ name: app, path: ${app} }, { name: docs, path: ${home} }]\n`);
    const task = { subagent_type: "general", description: "x", prompt: "project=nowhere do it" };
    expect(await ask(await open(), call("task", task))).toMatch(/deny[\s\S]*app[\s\S]*docs/);
  });
  test("12.4 what is bailiff's own is behind no fence that nobody put it in", async () => {
    user(`projects: [{ name: app, path: ${app} }]\n`);
    const live = await open();
    const fence = live
      .judge(bash("cat /usr/lib/node_modules/bailiff/package.json"))
      .decision.findings.find((each) => each.check === "fence");
    expect(fence?.code).toBe("ERR_FENCE");
  });
});

describe("13 approval", () => {
  test("13.1 where nobody can be asked it is refused with a code; approved, exactly it runs once", async () => {
    writeFileSync(
      join(home, ".config/bailiff/deny-rules.yaml"),
      "version: 1\nrules:\n  - { id: asks, type: ask, pattern: 'echo publish*', message: Asks., suggestion: Wait., examples: { match: [echo publish], not_match: [echo x] } }\n",
    );
    const live = await open();
    const first = await ask(live, bash("echo publish"));
    const code = /bailiff approve ([0-9A-Z]{6})/.exec(first)?.[1] ?? "";
    expect(first).toContain("deny");
    const approvals = openApprovals(join(state(), "approvals"));
    expect(approvals.answer(code, "approved", now)).toMatchObject({ shown: "echo publish" });
    expect(await ask(live, bash("echo publish", { session: "s2" }))).toContain("bailiff approve");
    expect(await ask(live, bash("echo publish it"))).toContain("bailiff approve");
    expect(await ask(live, bash("echo publish"))).toBe("allow");
    expect(await ask(live, bash("echo publish"))).toContain("bailiff approve");
  });
  test("13.1 what was declined is not run", async () => {
    user(`approval: { run_command: always }\nprojects: [{ name: app, path: ${app} }]\n`);
    const live = await open();
    const code = /bailiff approve ([0-9A-Z]{6})/.exec(await ask(live, bash("ls")))?.[1] ?? "";
    openApprovals(join(state(), "approvals")).answer(code, "declined", now);
    expect(await ask(live, bash("ls"))).toContain("not run: the operator declined. Do not re-run it");
  });
  test.each([
    ["off", "make", "allow"],
    ["unmatched", "ls", "allow"],
    ["unmatched", "make", "deny"],
    ["always", "ls", "deny"],
  ])("13.2 run_command %s: %s is %s", async (setting, command, expected) => {
    user(`approval: { run_command: ${setting} }\nprojects: [{ name: app, path: ${app} }]\n`);
    expect((await ask(await open(), bash(command))).startsWith(expected)).toBe(true);
  });
  test("13.2 under strict a deletion asks, unless the session made what is deleted", async () => {
    user("preset: strict\n");
    const live = await open();
    writeFileSync(join(app, "old.txt"), "x");
    const judged = (command: string, caller?: Caller) => live.judge(bash(command), caller).decision.decision;
    expect(judged("rm old.txt")).toBe("ask");
    expect(judged("rm old.txt", { created: [join(app, "old.txt")] })).toBe("allow");
    expect(judged("rm never.txt")).toBe("allow");
    expect(judged("rm *.txt")).toBe("ask");
    expect(judged("rm made/*.txt", { created: [join(app, "made")] })).toBe("allow");
  });

  describe("13.2 under strict a session's own files are known to all processes of the host", () => {
    /** One step of a session: what a process judges, what then happens, and how the process is told of the end. */
    type Step = readonly [command: string, expected: "allow" | "ask", happens?: () => void, ends?: boolean];
    const file = (name: string, text = "x"): (() => void) => {
      const path = (): string => join(app, name);
      return () => {
        mkdirSync(join(path(), ".."), { recursive: true });
        writeFileSync(path(), text);
      };
    };
    const gone = (name: string) => (): void => rmSync(join(app, name), { recursive: true });
    test.each<[name: string, steps: readonly Step[]]>([
      [
        "a file",
        [
          ["echo x > new.txt", "allow", file("new.txt")],
          ["rm new.txt", "allow"],
        ],
      ],
      [
        "a directory with all in it",
        [
          ["mkdir -p a/b/c", "allow", file("a/b/c/x")],
          ["rm -r a", "allow"],
        ],
      ],
      [
        "parents made on the way",
        [
          ["mkdir -p a/b", "allow", file("a/b/x")],
          ["rm a/b/x", "allow"],
        ],
      ],
      [
        "what was there before",
        [
          ["echo x > old.txt", "allow"],
          ["rm old.txt", "ask"],
        ],
      ],
      [
        "a directory that was there before",
        [
          ["echo x > lib/new.txt", "allow", file("lib/new.txt")],
          ["rm -r lib", "ask"],
        ],
      ],
      [
        "a file in a directory of others",
        [
          ["echo x > lib/new.txt", "allow", file("lib/new.txt")],
          ["rm lib/new.txt", "allow"],
        ],
      ],
      [
        "what others made meanwhile",
        [
          ["echo x > a.txt", "allow", file("b.txt")],
          ["rm b.txt", "ask"],
        ],
      ],
      [
        "a call whose end nobody told",
        [
          ["echo x > new.txt", "allow", file("new.txt"), false],
          ["rm new.txt", "ask"],
        ],
      ],
      [
        "a call that made nothing",
        [
          ["echo x > new.txt", "allow"],
          ["true", "allow", file("new.txt")],
          ["rm new.txt", "ask"],
        ],
      ],
      [
        "what was deleted, and made again by somebody else",
        [
          ["echo x > new.txt", "allow", file("new.txt")],
          ["rm new.txt", "allow", gone("new.txt")],
          ["true", "allow", file("new.txt")],
          ["rm new.txt", "ask"],
        ],
      ],
      [
        "a link to what others made",
        [
          ["ln -s lib l", "allow", () => symlinkSync(join(app, "lib"), join(app, "l"))],
          ["rm -r l/", "ask"],
        ],
      ],
      [
        "through a link in a directory of its own",
        [
          [
            "mkdir mine",
            "allow",
            () => {
              mkdirSync(join(app, "mine"));
              symlinkSync(join(app, "lib"), join(app, "mine/l"));
            },
          ],
          ["rm mine/l/kept.txt", "ask"],
        ],
      ],
      [
        "what others made, moved into a directory of its own",
        [
          ["mkdir mine", "allow", () => mkdirSync(join(app, "mine"))],
          ["mv old.txt mine/", "allow", () => renameSync(join(app, "old.txt"), join(app, "mine/old.txt"))],
          ["rm -r mine", "ask"],
        ],
      ],
      [
        "what others made, under another name",
        [
          ["mv old.txt moved.txt", "allow", () => renameSync(join(app, "old.txt"), join(app, "moved.txt"))],
          ["rm moved.txt", "ask"],
        ],
      ],
    ])("%s", async (_, steps) => {
      user("preset: strict\n");
      writeFileSync(join(app, "old.txt"), "x");
      file("lib/kept.txt")();
      for (const [command, expected, happens, ends = true] of steps) {
        // Each call is judged by one process, and its end told to another.
        const one = bash(command);
        expect(await ask(await open({}, true), one), command).toMatch(
          new RegExp(`^${expected === "ask" ? "deny" : "allow"}`),
        );
        if (expected === "ask") continue;
        happens?.();
        if (ends) (await open({}, true)).desk?.ended(one, { outcome: "ran" });
      }
    });

    test("another session's are not its own, and a damaged memory is none", async () => {
      user("preset: strict\n");
      const one = bash("echo x > new.txt");
      await ask(await open(), one);
      file("new.txt")();
      (await open()).desk?.ended(one, { outcome: "ran" });
      const judged = async (more: Partial<ToolCall> = {}): Promise<string> =>
        (await open()).judge(bash("rm new.txt", more)).decision.decision;
      expect(await judged({ session: "s2" })).toBe("ask");
      expect(await judged()).toBe("allow");
      const directory = join(state(), "created");
      const [name = ""] = readdirSync(directory);
      const text = readFileSync(join(directory, name), "utf8");
      writeFileSync(join(directory, name), `${text}\n{"call":"x","may":[`);
      expect(await judged()).toBe("allow");
      writeFileSync(join(directory, name), '{"made":[1]}\nnull\n{"made":"/"}');
      expect(await judged()).toBe("ask");
      rmSync(directory, { recursive: true });
      writeFileSync(directory, "no directory");
      expect(await judged()).toBe("ask");
    });

    test("nothing is noted without it", async () => {
      await ask(await open(), bash("echo x > new.txt"));
      expect(existsSync(join(state(), "created"))).toBe(false);
    });
  });
});

describe("the policy in the README is in force as it says", () => {
  const example = /```yaml\n(# ~\/\.config\/bailiff\/policy\.yaml\n[\s\S]*?)```/.exec(
    readFileSync(join(import.meta.dirname, "../README.md"), "utf8"),
  )?.[1];
  test("without a problem", async () => {
    mkdirSync(join(home, "work/shop"), { recursive: true });
    mkdirSync(join(home, "work/handbook"), { recursive: true });
    user(example ?? "mode: none given\n");
    app = join(home, "work/shop");
    const live = await open();
    expect(live.law?.().policy.problems).toEqual([]);
    expect(await ask(live, bash("cat ../handbook/x"))).toBe("allow");
    expect(await ask(live, bash("echo x > ../handbook/x"))).toContain("read-only");
    expect(await ask(live, bash("echo x > ~/.ssh/x"))).toContain("BLOCKED");
    expect(await ask(live, call("websearch", { query: "x" }, { agent: "reviewer" }))).toContain("role reader");
    expect(await ask(live, call("websearch", { query: "x" }))).toBe("allow");
  });
});
