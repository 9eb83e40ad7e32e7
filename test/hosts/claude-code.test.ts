import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHeartbeat } from "../../src/hosts/heartbeat.js";
import { PROJECT_RULES } from "./rules.js";
import { appears, claudeCode, clients, command, repository, Sandbox, type Session } from "./sandbox.js";

const bash = (text: string) => ({ tool: "Bash", args: { command: text } });
const state = (box: Sandbox): string => join(box.home, ".local/state/bailiff");

describe("the plugin's files", () => {
  const box = new Sandbox();
  afterAll(() => box.remove());

  it("are valid, strictly", () => {
    const { code, output } = command(clients.claudeCode, ["plugin", "validate", "--strict", repository], box);
    expect(output).toContain("Validation passed");
    expect(code).toBe(0);
  });
});

interface Damage {
  readonly name: string;
  /** The versions where the call must be blocked: without `onFailure` only what bailiff itself answers counts. */
  readonly old: boolean;
  damage(plugin: string): void;
}

const put = (plugin: string, file: string, text: string): void => writeFileSync(join(plugin, file), text);

/** Replaces what the client starts for each event. */
function started(plugin: string, hook: Record<string, unknown>): void {
  const file = join(plugin, "hooks/hooks.json");
  const { hooks } = JSON.parse(readFileSync(file, "utf8"));
  Object.assign(hooks.PreToolUse[0].hooks[0], hook);
  writeFileSync(file, JSON.stringify({ hooks }));
}

const shell = (text: string) => ({ command: "/bin/sh", args: ["-c", text] });
const NODE = '"$(command -v node)" "$CLAUDE_PLUGIN_ROOT/dist/hook.cjs"';

const damages: readonly Damage[] = [
  {
    name: "the hook is killed",
    old: false,
    damage: (p) => put(p, "dist/hook.cjs", "process.kill(process.pid, 'SIGKILL')"),
  },
  { name: "the hook throws", old: false, damage: (p) => put(p, "dist/hook.cjs", "throw new Error('x')") },
  { name: "the hook ends with 1", old: false, damage: (p) => put(p, "dist/hook.cjs", "process.exit(1)") },
  { name: "the hook ends with 3", old: false, damage: (p) => put(p, "dist/hook.cjs", "process.exit(3)") },
  { name: "the hook is missing", old: false, damage: (p) => rmSync(join(p, "dist/hook.cjs")) },
  { name: "all that was built is missing", old: false, damage: (p) => rmSync(join(p, "dist"), { recursive: true }) },
  { name: "node is missing", old: false, damage: (p) => started(p, { command: "/nonexistent/node" }) },
  {
    name: "the hook hangs",
    old: false,
    damage(p) {
      put(p, "dist/hook.cjs", "setInterval(() => {}, 1000)");
      started(p, { timeout: 1 });
    },
  },
  {
    name: "the hook is killed while it answers",
    old: false,
    damage: (p) =>
      put(
        p,
        "dist/hook.cjs",
        `require("fs").writeSync(1, '{"hookSpecificOutput":{"hookEv'); process.kill(process.pid, "SIGKILL")`,
      ),
  },
  {
    name: "a denial is cut off",
    old: true,
    damage: (p) =>
      put(
        p,
        "dist/hook.cjs",
        // Only where a call is judged: ending so at a prompt would keep it from the model.
        `if (process.argv[2] !== "aside") { require("fs").writeSync(1, '{"hookSpecificOutput":{"hookEv'); require("fs").writeSync(2, "no"); process.exit(2); }`,
      ),
  },
  { name: "the bundle is missing", old: true, damage: (p) => rmSync(join(p, "dist/decide.cjs")) },
  { name: "the bundle is damaged", old: true, damage: (p) => put(p, "dist/decide.cjs", "exports.main = () => {") },
  { name: "the bundle is another one", old: true, damage: (p) => put(p, "dist/decide.cjs", "") },
  {
    name: "the bundle throws when it judges",
    old: true,
    damage: (p) => put(p, "dist/decide.cjs", "exports.main = () => { throw new Error('x') }"),
  },
  {
    name: "the bundle throws later",
    old: true,
    damage: (p) => put(p, "dist/decide.cjs", "exports.main = () => setImmediate(() => { throw new Error('x') })"),
  },
  {
    name: "the bundle rejects later",
    old: true,
    damage: (p) => put(p, "dist/decide.cjs", "exports.main = () => { Promise.reject(new Error('x')) }"),
  },
  {
    name: "the bundle never answers",
    old: true,
    damage: (p) => put(p, "dist/decide.cjs", "exports.main = () => new Promise(() => {})"),
  },
  { name: "the event is cut off", old: true, damage: (p) => started(p, shell(`head -c 120 | ${NODE}`)) },
  { name: "the event is empty", old: true, damage: (p) => started(p, shell(`${NODE} < /dev/null`)) },
  { name: "standard input is closed", old: true, damage: (p) => started(p, shell(`${NODE} <&-`)) },
];

describe.each([
  { version: "2.1.330", binary: clients.claudeCode, cases: damages },
  { version: "2.1.197", binary: clients.claudeCodeOld, cases: damages.filter((each) => each.old) },
])("Claude Code $version does not run a call when", ({ binary, cases }) => {
  it("(it does when nothing is wrong)", async () => {
    const box = new Sandbox();
    await claudeCode(box, [bash("echo ran > ran.txt"), { text: "done" }], { binary });
    expect(box.read("ran.txt")).toBe("ran\n");
    box.remove();
  });

  it.each(cases)("$name", async ({ damage }) => {
    const box = new Sandbox();
    const plugin = join(box.root, "plugin");
    for (const part of [".claude-plugin", "hooks", "dist", "governance"])
      cpSync(join(repository, part), join(plugin, part), { recursive: true });
    damage(plugin);
    const session = await claudeCode(box, [bash("echo ran > ran.txt"), { text: "done" }], { binary, plugin });
    expect(session.exchanges).toHaveLength(1);
    expect(box.read("ran.txt")).toBeUndefined();
    box.remove();
  });
});

describe.each([
  { version: "2.1.330", binary: clients.claudeCode },
  { version: "2.1.197", binary: clients.claudeCodeOld },
])("Claude Code $version", ({ version, binary }) => {
  const switchedOff: [string, string][] = [
    ["disableAllHooks", '{"disableAllHooks":true}'],
    ["a byte order mark before it", '\ufeff{"disableAllHooks":true}'],
    ["a PATH of its own", '{"env":{"PATH":"/nonexistent"}}'],
  ];

  it.each(switchedOff)("does not take over settings that appear on the way: %s", async (_, settings) => {
    const box = new Sandbox();
    // The old version watches only a directory that was there when it started.
    box.write(".claude/settings.json", "{}");
    const wait = "touch ready; for i in $(seq 600); do [ -f go ] && break; sleep 0.05; done";
    const session = await claudeCode(
      box,
      [bash(wait), bash("git reset --hard"), bash("echo on > on.txt"), { text: "done" }],
      {
        binary,
        async meanwhile() {
          await appears(join(box.project, "ready"));
          box.write(".claude/settings.local.json", settings);
          const end = performance.now() + 15_000;
          while (!readHeartbeat(state(box), "claude-code")?.hooks.ConfigChange && performance.now() < end)
            await new Promise((resolve) => setTimeout(resolve, 50));
          box.write("go", "");
        },
      },
    );
    expect(readHeartbeat(state(box), "claude-code")?.hooks.ConfigChange).toBeDefined();
    expect(session.result("reset --hard")).toContain("## BLOCKED:");
    expect(box.called).toEqual([]);
    expect(box.read("on.txt")).toBe("on\n");
    box.remove();
  });

  it("keeps the last good rules when their file is broken on the way, and says so once", async () => {
    const box = new Sandbox();
    box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
    const broken = "version: 1\nrules:\n  - id: [broken\n";
    const session = await claudeCode(
      box,
      [
        bash("echo forbidden > first.txt"),
        bash("touch ready; for i in $(seq 600); do [ -f go ] && break; sleep 0.05; done"),
        bash("echo forbidden > second.txt"),
        bash("echo a word > word.txt"),
        { text: "done" },
      ],
      {
        binary,
        args: ["--dangerously-skip-permissions", "--include-hook-events"],
        async meanwhile() {
          await appears(join(box.project, "ready"));
          box.write(".bailiff/deny-rules.yaml", broken);
          box.write("go", "");
        },
      },
    );
    for (const file of ["first.txt", "second.txt"])
      expect(session.result(file)).toContain("Refused by a rule of the project");
    expect(box.read("word.txt")).toBe("a word\n");
    expect(
      readFileSync(join(box.project, ".bailiff/audit/bailiff.log"), "utf8").match(/ERR_POLICY .*yaml:4:1:/g),
    ).toHaveLength(1);
    box.remove();
  });

  describe("in one session", () => {
    const box = new Sandbox();
    let session: Session;
    beforeAll(async () => {
      box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
      session = await claudeCode(box, [bash("echo careful now"), bash("echo publish it > out.txt"), { text: "done" }], {
        binary,
      });
    });
    afterAll(() => box.remove());

    it("tells the model a warning beside the result of the call", () => {
      expect(session.result("careful now")).toContain("careful now");
      expect(session.exchanges.find((e) => e.output.includes("careful now"))?.notes.join()).toContain(
        "Warned by a rule of the project",
      );
    });

    it("refuses what a person would have to approve where nobody can be asked, and says so", () => {
      expect(session.result("publish it")).toContain("nobody can be asked here");
      expect(box.read("out.txt")).toBeUndefined();
    });

    it("leaves a sign of life for doctor, with the host's version", () => {
      const beat = readHeartbeat(state(box), "claude-code");
      expect(beat?.version).toBe(version);
      expect(beat?.hooks.PreToolUse).toMatch(/^\d{4}-/);
    });

    it("prints nothing of its own", () => {
      expect(session.stderr).toBe("");
      expect(session.code).toBe(0);
    });
  });
});
