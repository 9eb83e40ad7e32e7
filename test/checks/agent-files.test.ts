import { describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { createGovernor } from "../../src/govern.js";
import type { Caller } from "../../src/observe/observe.js";
import type { Lookup } from "../../src/observe/real-path.js";
import { readAgents } from "../../src/policy/agents.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import { mark } from "../../src/policy/rendered.js";

const nothing: Lookup = {
  realpath(path) {
    if (path === "/home/dev/app/link") return "/home/dev/app/.claude/agents";
    if (/^\/home\/dev(\/app)?$|^\/$/.test(path)) return path;
    return undefined;
  },
  type: () => "file",
  readlink: () => undefined,
  exists: (path) => path === "/home/dev/app/.git",
};

const file = (path: string, front: string, rendered: boolean) => ({
  path: `/home/dev/${path}`,
  text: `---\n${rendered ? `#${mark("agents/x.md")}\n` : ""}${front}\n---\nText.\n`,
  layer: "project" as const,
  name: /([^/]+)\.md$/.exec(path)?.[1] ?? "",
});
const { agents } = readAgents([
  file("app/.claude/agents/executor.md", "scope: project", true),
  file("app/.opencode/agent/executor.md", "scope: project", true),
  file("app/.claude/agents/mine.md", "scope: project", false),
  file("app/.claude/agents/free.md", "description: no scope", false),
  file(".claude/agents/builder.md", "scope: meta\npermission:\n  bash: allow\n  edit: allow", true),
]);
const governor = createGovernor({
  policy: { ...emptyPolicy, agents },
  surroundings: { own: [], canAsk: true },
  lookup: nothing,
});

function asked(rawTool: string, input: Record<string, unknown>, agent?: string, caller?: Caller): boolean {
  const call = {
    host: "claude-code",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: "/home/dev/app",
    home: "/home/dev",
  } as const;
  const { decision } = governor.judge(agent === undefined ? call : { ...call, agent }, caller);
  return decision.findings.some(({ code, severity }) => code === "ERR_APPROVAL" && severity === "ask");
}
const bash = (command: string, agent?: string, caller?: Caller) => asked("Bash", { command }, agent, caller);

describe("a change to a rendered agent file is asked about, whoever makes it", () => {
  test.each([
    "echo x > .claude/agents/executor.md",
    "echo x >> ./.claude/agents/../agents/executor.md",
    "sed -i s/deny/allow/ .opencode/agent/executor.md",
    "sed -i '/^scope/d' .claude/agents/*.md",
    "cp /tmp/x.md .claude/agents/executor.md",
    "mv /tmp/x.md .claude/agents/executor.md",
    "rm .claude/agents/executor.md",
    "rm -r .claude/agents",
    "mv .claude/agents .claude/agents.off",
    "ln -sf /tmp/x.md .claude/agents/executor.md",
    "cd .claude && echo x > agents/Executor.md",
    "echo x > link/executor.md",
    "python3 -c \"open('.claude/agents/executor.md','w').write('x')\"",
    "echo x > ~/.claude/agents/builder.md",
    "find .claude -name '*.md' -delete",
  ])("%s", (command) => {
    for (const agent of [undefined, "builder", "stranger"]) expect(bash(command, agent), agent).toBe(true);
  });
  test("by the file tools", () => {
    const path = "/home/dev/app/.claude/agents/executor.md";
    expect(asked("Write", { file_path: path, content: "x" })).toBe(true);
    expect(asked("Edit", { file_path: path, old_string: "a", new_string: "b" })).toBe(true);
  });
  test("but not by a person", () =>
    expect(bash("echo x > .claude/agents/executor.md", undefined, { role: "human" })).toBe(false));
});

describe("a file of the user's own that governs an agent is asked about where a governed agent changes it", () => {
  test.each(["echo x > .claude/agents/mine.md", "sed -i s/a/b/ .claude/agents/mine.md"])("%s", (command) => {
    expect(bash(command)).toBe(false);
    expect(bash(command, "stranger")).toBe(false);
    expect(bash(command, "builder")).toBe(true);
    expect(bash(command, "mine")).toBe(true);
    expect(bash(command, "stranger", { parents: ["builder"] })).toBe(true);
  });
});

describe("nothing is asked about what is the user's own or only read", () => {
  test.each([
    "echo x > .claude/agents/free.md",
    "echo x > .claude/agents/new.md",
    "rm .claude/agents/free.md",
    "mkdir -p .claude/agents",
    "cat .claude/agents/executor.md",
    "cp .claude/agents/executor.md /tmp/",
    "git add .claude/agents/executor.md",
    "echo x > agents/executor.md",
    "echo x > src/executor.md",
    "rm -rf node_modules dist *.md",
    "ls",
  ])("%s", (command) => {
    expect(bash(command)).toBe(false);
    expect(bash(command, "stranger")).toBe(false);
  });
});
