import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lazy } from "../../scripts/build/lazy.mjs";
import { tables } from "../../scripts/build/tables.mjs";

// What a governed call may cost, told without a clock. Needs dist/ (npm run build).

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");
let box: string;
beforeAll(() => {
  box = mkdtempSync(join(tmpdir(), "bailiff-budgets-"));
  mkdirSync(join(box, "app/.git"), { recursive: true });
});
afterAll(() => rmSync(box, { recursive: true, force: true }));

test.each([
  ["hook.cjs", 5_000],
  ["decide.cjs", 900_000],
  ["programs.jsonl", 700_000],
  ["build.cjs", 700_000],
  ["opencode.js", 100_000],
])("%s has at most %i bytes", (file, most) => {
  expect(statSync(join(dist, file)).size).toBeLessThanOrEqual(most);
});

test("the hook's texts are ASCII, which Node keeps as one byte a letter", () => {
  for (const file of ["decide.cjs", "programs.jsonl"])
    expect(/[^\0-\x7f]/.test(readFileSync(join(dist, file), "latin1"))).toBe(false);
});

/** The modules of the hook's bundle: those set up at its start, and all that a decision can reach. */
async function modules(awakeOnly: boolean): Promise<readonly string[]> {
  const asleep: Plugin = {
    name: "asleep",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, ({ kind }) =>
        kind === "dynamic-import" || (awakeOnly && kind === "require-call")
          ? { path: "asleep", external: true }
          : undefined,
      );
    },
  };
  const { metafile } = await build({
    entryPoints: [join(root, "src/claude-code.ts")],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    metafile: true,
    plugins: [asleep, lazy(root), tables(root, "export {};")],
    treeShaking: true,
    minify: true,
    logLevel: "silent",
    outdir: box,
  });
  // What falls away leaves less than its frame.
  return Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

const COMPILERS = /node_modules\/(?:yaml|ajv|picomatch|re2js|typebox|jsonc-parser|openai|@anthropic-ai|commander)\//;

test("a call that no command is in sets up no parser, no reader of code and no entries", async () => {
  const awake = await modules(true);
  expect(awake.length).toBeGreaterThan(50);
  expect(awake.filter((file) => /unbash|src\/call\/(?:shell|code)\//.test(file) && !file.startsWith("door:"))).toEqual(
    [],
  );
  expect(awake.filter((file) => /programs\/shipped/.test(file) && !file.startsWith("door:"))).toEqual([]);
  expect(awake.filter((file) => COMPILERS.test(file))).toEqual([]);
});

test("no decision loads what compiles policies", async () => {
  const all = await modules(false);
  expect(all.some((file) => file.includes("unbash"))).toBe(true);
  expect(all.filter((file) => COMPILERS.test(file))).toEqual([]);
});

const EVENT = { hook_event_name: "PreToolUse", session_id: "s1" };

function opened(tool_name: string, tool_input: object): readonly string[] {
  const log = join(box, "opened.json");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["-r", join(root, "test/support/opened-files.cjs"), join(dist, "hook.cjs")],
    {
      input: JSON.stringify({
        ...EVENT,
        cwd: join(box, "app"),
        tool_name,
        tool_input,
        tool_use_id: "c1",
      }),
      env: { PATH: process.env.PATH, HOME: box, OPENED_FILES: log },
      cwd: join(box, "app"),
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return [...new Set<string>(JSON.parse(readFileSync(log, "utf8")))];
}

describe("files that an allowed call opens", () => {
  beforeAll(() => {
    opened("Read", { file_path: "a.txt" });
  });
  test("a command: no more than a score, the entries among them, no source of the policy", () => {
    const files = opened("Bash", { command: "git status && npm test | tail -5" });
    expect(files.length).toBeLessThanOrEqual(20);
    expect(files).toContain(join(dist, "programs.jsonl"));
    expect(files.filter((file) => /\.ya?ml$|build\.cjs|re2\.cjs/.test(file))).toEqual([]);
  });
  test("Read: fewer, and no entries", () => {
    const files = opened("Read", { file_path: "a.txt" });
    expect(files.length).toBeLessThanOrEqual(19);
    expect(files.filter((file) => /programs\.jsonl|\.ya?ml$|build\.cjs|re2\.cjs/.test(file))).toEqual([]);
  });
});

const strace = spawnSync("strace", ["-V"]).status === 0;

/** System calls of a process with all its threads. */
function systemCalls(args: readonly string[], input = ""): number {
  const log = join(box, "strace");
  const env = { PATH: process.env.PATH, HOME: box };
  spawnSync("strace", ["-f", "-o", log, process.execPath, ...args], {
    input,
    env,
    cwd: join(box, "app"),
    timeout: 60_000,
  });
  const lines = readFileSync(log, "utf8").split("\n");
  // Threads that wait for one another do so as often as the machine likes.
  return lines.filter((line) => !/futex|epoll|sched_yield|madvise|m(?:un)?map|mprotect|resumed>/.test(line)).length;
}

test.runIf(strace)("an allowed call asks the system no more than so often", () => {
  const asks = (tool_name: string, tool_input: object): number =>
    systemCalls(
      [join(dist, "hook.cjs")],
      JSON.stringify({ ...EVENT, cwd: join(box, "app"), tool_name, tool_input, tool_use_id: "c1" }),
    );
  const none = systemCalls(["-e", "0"]);
  asks("Read", { file_path: "a.txt" });
  const read = asks("Read", { file_path: "a.txt" }) - none;
  const command = asks("Bash", { command: "git status && npm test | tail -5" }) - none;
  // Stamps of the policy's files are most of them.
  expect({ read: read < 300, command: command < 300 }, `${read} and ${command} more than none`).toEqual({
    read: true,
    command: true,
  });
});

test("decisions leave nothing behind in a process that stays", () => {
  const code = `
    const { createGovernor, emptyPolicy } = await import(${JSON.stringify(join(dist, "index.js"))});
    const governor = createGovernor({ policy: emptyPolicy, surroundings: { own: [], canAsk: true } });
    const judge = (i) => governor.judge({ host: "library", tool: "bash", rawTool: "bash", cwd: "/tmp", home: "/home/dev",
      input: { command: "tool-" + i + " --flag" + i + " dir-" + i + "/file && git -C repo" + i + " status | tail -" + i } });
    const held = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
    // Until then V8 compiles what is used often, which stays too.
    for (let i = 0; i < 4000; i++) judge(i);
    const before = held();
    for (let i = 4000; i < 9000; i++) judge(i);
    console.log(held() - before);`;
  const grown = Number(execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", code]));
  expect(grown).toBeLessThan(500_000);
}, 120_000);
