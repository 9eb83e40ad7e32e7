import { describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import { chooseMode, MODES, type Mode } from "../../src/policy/mode.js";
import type { Policy } from "../../src/policy/policy.js";

function codes(mode: Mode, rawTool: string, input: Record<string, unknown>, policy: Policy = emptyPolicy): string[] {
  const governor = createGovernor({ policy, surroundings: { own: [], canAsk: false, mode } });
  const call = {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: "/home/dev/app",
    home: "/home/dev",
  } as const;
  return governor.judge(call).decision.findings.flatMap((each) => (each.severity === "deny" ? [each.code] : []));
}

const bash = (command: string): [string, Record<string, unknown>] => ["Bash", { command }];

const READERS: [tool: string, input: Record<string, unknown>][] = [
  ["Read", { file_path: "/home/dev/app/a.ts" }],
  ["read", { filePath: "/home/dev/app/a.ts" }],
  ["Glob", { pattern: "**/*.ts" }],
  ["glob", { pattern: "**/*.ts" }],
  ["Grep", { pattern: "x", path: "src" }],
  ["grep", { pattern: "x" }],
  ["list", { path: "src" }],
  ["TodoWrite", { todos: [] }],
  ["todowrite", { todos: [] }],
];

const SHELL_READERS = [
  "git diff",
  "git status --short",
  "git log --oneline -5",
  "ls -la",
  "rg x | head",
  "cat a.ts | wc -l",
  "npm ls",
  "kubectl get pods",
  "find . -name '*.ts'",
  "grep -rn foo src 2>/dev/null",
  "cd src && ls",
  "echo hello",
  "head -5 a.ts && tail -5 a.ts",
  "sed -n 1,20p a.ts",
  "awk '{print $1}' a.txt",
  "sort a.txt | uniq -c",
  "test -f a.ts && echo yes",
  "git show HEAD:a.ts",
  "jq .version package.json",
  "du -sh . && df -h",
  "diff a.ts b.ts",
  "env FOO=1 ls",
  "timeout 5 git diff --stat",
  "xargs -n1 echo < list.txt",
  "ps aux | grep node",
  "which node; node --version",
  "docker ps",
  "gh pr list",
  "terraform plan",
  "date; pwd; whoami",
];

const MUTATORS: [tool: string, input: Record<string, unknown>][] = [
  ["Write", { file_path: "/home/dev/app/a.ts", content: "x" }],
  ["write", { filePath: "/home/dev/app/a.ts", content: "x" }],
  ["Edit", { file_path: "/home/dev/app/a.ts", old_string: "a", new_string: "b" }],
  ["edit", { filePath: "/home/dev/app/a.ts", oldString: "a", newString: "b" }],
  ["MultiEdit", { file_path: "/home/dev/app/a.ts", edits: [] }],
  ["NotebookEdit", { notebook_path: "/home/dev/app/a.ipynb", new_source: "x" }],
  ["apply_patch", { patchText: "*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch" }],
  ["mcp__files__frobnicate", { x: 1 }],
  bash("cat a > b"),
  bash("sed -i s/a/b/ f"),
  bash("git commit -m x"),
  bash("npm install"),
  bash(`python -c "open('x','w')"`),
  bash("touch x"),
  bash("mkdir x"),
  bash("rm x"),
  bash("env FOO=1 bash -c 'echo x > y'"),
  bash("ls | tee out.txt"),
  bash("find . -name x -delete"),
  bash("git -c alias.x='!touch y' x"),
  bash("echo cm0geA== | base64 -d | sh"),
  bash("docker run alpine"),
  bash("./unknown-script"),
  bash("frobnicate --all"),
];

describe("every reader is admitted in every mode", () => {
  for (const mode of MODES)
    test.each(READERS)(`${mode}: %s`, (tool, input) => expect(codes(mode, tool, input)).toEqual([]));
});

describe("commands that only read pass in READONLY", () => {
  test.each(SHELL_READERS)("%s", (command) => expect(codes("READONLY", ...bash(command))).toEqual([]));
});

describe("every mutator is refused in READONLY and MINIMAL", () => {
  for (const mode of ["READONLY", "MINIMAL"] as const)
    test.each(MUTATORS)(`${mode}: %s %o`, (tool, input) =>
      expect(codes(mode, tool, input)).toContain("ERR_READONLY_MODE"),
    );
});

describe("what else the modes leave out", () => {
  const cases: [mode: Mode, tool: string, input: Record<string, unknown>, refused: boolean][] = [
    ["TEST", "WebFetch", { url: "https://example.com" }, true],
    ["TEST", ...bash("curl https://example.com"), true],
    ["TEST", ...bash("touch x"), false],
    ["READONLY", "WebFetch", { url: "https://example.com" }, false],
    ["MINIMAL", "Task", { subagent_type: "general", prompt: "x", description: "x" }, true],
    ["READONLY", "Task", { subagent_type: "general", prompt: "x", description: "x" }, false],
    ["MINIMAL", ...bash("ls"), true],
    ["FULL", ...bash("touch x"), false],
  ];
  test.each(cases)("%s %s %o", (mode, tool, input, refused) =>
    expect(codes(mode, tool, input).includes("ERR_READONLY_MODE")).toBe(refused),
  );
  test("a tool that is declared as reading passes", () => {
    const policy = { ...emptyPolicy, tools: { mcp__files__frobnicate: { mutates: false } } };
    expect(codes("READONLY", "mcp__files__frobnicate", {}, policy)).toEqual([]);
  });
});

describe("choosing the mode", () => {
  const cases: [environment: string | undefined, layers: string[], mode: Mode, problem: RegExp | undefined][] = [
    [undefined, [], "FULL", undefined],
    ["", [], "FULL", undefined],
    ["READONLY", [], "READONLY", undefined],
    ["readonly", [], "READONLY", undefined],
    ["FULL", ["READONLY"], "READONLY", undefined],
    ["MINIMAL", ["FULL"], "MINIMAL", undefined],
    ["full please", [], "MINIMAL", /BAILIFF_MODE/],
    [undefined, ["FULL", "none"], "MINIMAL", /policy\.yaml/],
    ["TEST", ["READONLY"], "READONLY", undefined],
  ];
  test.each(cases)("%s with %o", (environment, layers, mode, problem) => {
    const chosen = chooseMode(environment, layers);
    expect(chosen.mode).toBe(mode);
    if (problem) expect(chosen.problem).toMatch(problem);
    else expect(chosen.problem).toBeUndefined();
  });
});
