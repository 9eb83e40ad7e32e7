import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import type { Policy } from "../../src/policy/policy.js";

// Not below the temp directory: that one is inside every fence.
const base = realpathSync(mkdtempSync(join(import.meta.dirname, "../../node_modules/.fence-")));
const project = join(base, "app");
const shown = join(base, "shown");
const kept = join(base, "kept");
const outside = join(base, "outside");

beforeAll(() => {
  for (const directory of [join(project, "src"), shown, kept, outside, join(base, "app-evil")])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(outside, "f"), "x");
  symlinkSync(outside, join(project, "out"));
  symlinkSync(join(outside, "new"), join(project, "dangling"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const policy = (): Policy => ({
  ...emptyPolicy,
  projects: [
    { name: "app", path: project, write: true, no_delete: false },
    { name: "shown", path: shown, write: false, no_delete: false },
    { name: "kept", path: kept, write: true, no_delete: true },
    { name: "gone", path: join(base, "gone"), write: true, no_delete: false },
  ],
});

function fence(rawTool: string, input: Record<string, unknown>, law: Policy = policy(), bound?: string) {
  const governor = createGovernor({ policy: law, surroundings: { own: [], canAsk: false } });
  const call = {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: project,
    home: join(base, "home"),
    project,
  } as const;
  return governor
    .judge(call, bound === undefined ? {} : { bound })
    .decision.findings.find((each) => each.check === "fence");
}

describe("every way out is refused", () => {
  const commands: string[] = [
    `cat ${outside}/f`,
    "cat ../outside/f",
    "cat src/../../outside/f",
    "cat out/f",
    "echo x > out/new",
    "echo x > dangling",
    `ln -s ${outside} l && echo x > l/new`,
    "cat ~/notes",
    "cat $HOME/notes",
    "rm ../outside/f",
    "cp src/a ../outside/",
    "tar -C ../outside -xf a.tar",
    "tar -xf a.tar -C ../outside",
    "curl -o ../outside/x https://example.com",
    "sort -o ../outside/x a",
    "git -C ../outside log --output=x",
    "ls ../*",
    "cat src/*/../../../outside/f",
    `cat ../app-evil/x`,
    'cat "$WHERE/f"',
    "cd .. && cat outside/f",
    "dd if=a of=../outside/x",
    "unzip a.zip -d ../outside",
    "tee ../outside/x",
    "rsync -a src/ ../outside/",
  ];
  test.each(commands)("%s", (command) => expect(fence("Bash", { command })).toMatchObject({ code: "ERR_FENCE" }));

  const tools: [tool: string, input: () => Record<string, unknown>][] = [
    ["Read", () => ({ file_path: join(outside, "f") })],
    ["read", () => ({ filePath: "../outside/f" })],
    ["Write", () => ({ file_path: join(project, "out/x"), content: "" })],
    ["write", () => ({ filePath: join(project, "dangling"), content: "" })],
    ["Edit", () => ({ file_path: join(outside, "f"), old_string: "x", new_string: "y" })],
    ["Grep", () => ({ pattern: "x", path: outside })],
    ["grep", () => ({ pattern: "x", path: ".." })],
    ["Glob", () => ({ pattern: "../**" })],
    ["NotebookEdit", () => ({ notebook_path: join(outside, "a.ipynb"), new_source: "" })],
    ["apply_patch", () => ({ patchText: "*** Begin Patch\n*** Delete File: ../outside/f\n*** End Patch" })],
    ["mcp__files__write", () => ({ path: join(outside, "x") })],
    ["mcp__files__read", () => ({ uri: `file://${outside}/f` })],
    ["WebFetch", () => ({ url: `file://${outside}/f` })],
  ];
  test.each(tools)("%s", (tool, input) => expect(fence(tool, input())).toMatchObject({ code: "ERR_FENCE" }));
});

describe("what stays inside passes", () => {
  const commands = [
    "cat src/a",
    "echo x > src/b",
    "rm -rf src/old",
    "ls .",
    "cat ../shown/x",
    "echo x > /tmp/x",
    "ls > /dev/null 2>&1",
    "cat ../kept/x",
    "echo y > ../kept/x",
    "git log",
    "npm test",
  ];
  test.each(commands)("%s", (command) => expect(fence("Bash", { command })).toBeUndefined());
});

describe("the modes of a project", () => {
  test("write: false", () =>
    expect(fence("Bash", { command: "echo x > ../shown/x" })?.message).toMatch(/shown is registered read-only/));
  test("no_delete", () =>
    expect(fence("Bash", { command: "rm ../kept/x" })?.message).toMatch(/kept nothing may be deleted/));
  test("a bound task has its project alone", () => {
    expect(fence("Bash", { command: "cat ../shown/x" }, policy(), "app")?.message).toMatch(/bound to the project app/);
    expect(fence("Bash", { command: "cat src/a" }, policy(), "app")).toBeUndefined();
  });
  test("a registry of which nothing is usable refuses", () => {
    const law = {
      ...emptyPolicy,
      projects: [{ name: "gone", path: join(base, "gone"), write: true, no_delete: false }],
    };
    expect(fence("Write", { file_path: join(project, "a"), content: "" }, law)).toBeDefined();
    expect(fence("Bash", { command: "make" }, law)).toBeDefined();
  });
  test("without a registry there is no fence", () =>
    expect(fence("Bash", { command: `cat ${outside}/f` }, emptyPolicy)).toBeUndefined());
});
