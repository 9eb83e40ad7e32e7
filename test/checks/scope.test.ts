import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { createGovernor } from "../../src/govern.js";
import { type AgentFile, readAgents } from "../../src/policy/agents.js";
import { emptyPolicy } from "../../src/policy/empty.js";

const directory = join(import.meta.dirname, "../../agents");
const shipped: AgentFile[] = readdirSync(directory).map((file) => ({
  path: join(directory, file),
  text: readFileSync(join(directory, file), "utf8"),
  layer: "shipped",
  name: basename(file, ".md"),
}));
const { agents, problems } = readAgents(shipped);
const governor = createGovernor({ policy: { ...emptyPolicy, agents }, surroundings: { own: [], canAsk: false } });

type Input = Record<string, unknown>;
const bash = (command: string): [string, Input] => ["Bash", { command }];
const write = (path: string): [string, Input] => ["Write", { file_path: `/home/dev/app/${path}`, content: "x" }];
const task = (agent: string): [string, Input] => ["Task", { subagent_type: agent, prompt: "x", description: "x" }];

function judge(agent: string | undefined, rawTool: string, input: Input, level = 0) {
  const call = {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: "/home/dev/app",
    home: "/home/dev",
    level,
    ...(agent === undefined ? {} : { agent }),
  } as const;
  return governor.judge(call).decision;
}

test("all shipped agents are read without a problem", () => {
  expect(problems).toEqual([]);
  expect(Object.keys(agents)).toHaveLength(18);
});

describe("what a governed agent may do", () => {
  const cases: [agent: string | undefined, call: [string, Input], code: string | undefined][] = [
    ["executor", bash("npm test"), undefined],
    ["executor", bash("npm test -- --run a && git status"), undefined],
    ["executor", bash("timeout 60 npm test"), undefined],
    ["executor", bash("npm test && terraform apply"), "ERR_SCOPE"],
    ["executor", bash("terraform apply"), "ERR_SCOPE"],
    ["executor", bash("./npm test"), "ERR_SCOPE"],
    ["executor", write("src/a.ts"), undefined],
    ["executor", write("vendor/blob.bin"), "ERR_SCOPE"],
    ["executor", write(".opencode/agent/x.md"), "ERR_SCOPE"],
    ["executor", task("general"), undefined],
    ["executor", task("builder"), "ERR_DELEGATION_TARGET"],
    ["executor", task("executor"), "ERR_DELEGATION_TARGET"],
    ["executor", ["Read", { file_path: "/home/dev/app/a" }], undefined],
    ["executor", ["TodoWrite", { todos: [] }], undefined],
    ["executor", ["mcp__x__y", {}], "ERR_SCOPE"],
    ["builder", write(".opencode/agent/x.md"), undefined],
    ["builder", write(".claude/commands/x.md"), undefined],
    ["builder", write("src/a.ts"), "ERR_SCOPE"],
    ["planner", write("src/a.ts"), "ERR_SCOPE"],
    ["planner", write("docs/plan.md"), "ERR_SCOPE"],
    ["planner", bash("git log --oneline"), undefined],
    ["planner", bash("git commit -m x"), "ERR_SCOPE"],
    ["planner", task("executor"), "ERR_DELEGATION_TARGET"],
    ["supreme-coordinator", task("mid-coordinator"), undefined],
    ["somebody-else", bash("terraform apply"), undefined],
    [undefined, write("vendor/blob.bin"), undefined],
  ];
  test.each(cases)("%s %o", (agent, [tool, input], code) => {
    const { decision, findings } = judge(agent, tool, input);
    expect(findings.find((each) => each.severity === "deny")?.code).toBe(code);
    expect(decision).toBe(code === undefined ? "allow" : "deny");
  });
});

test("what nothing allows is refused with the two sentences", () => {
  expect(judge("executor", ...bash("terraform apply")).findings[0]).toMatchObject({
    message: "No matching allow rule found",
    suggestion: "This tool may not be in your allowed list",
    subject: "terraform apply",
  });
});

test("from level 2 on the list is only recorded", () => {
  const { decision, findings } = judge("executor", ...bash("terraform apply"), 2);
  expect(decision).toBe("allow");
  expect(findings[0]).toMatchObject({ code: "ERR_SCOPE", severity: "allow" });
});

describe("files that name the same agent", () => {
  const file = (layer: AgentFile["layer"], body: string): AgentFile => ({
    path: `/${layer}.md`,
    name: "a",
    layer,
    text: `---\n${body}\n---\nx\n`,
  });
  const wide = file("shipped", 'scope: project\npermission:\n  bash:\n    "npm test*": allow\ndelegates_to: [general]');
  const wider = file(
    "project",
    'scope: project\npermission:\n  bash:\n    "*": allow\ndelegates_to: [general, builder]',
  );
  test("a later one cannot widen", () => {
    const joined = readAgents([wide, wider]).agents.a;
    expect(joined?.delegatesTo).toEqual(["general"]);
    const both = createGovernor({
      policy: { ...emptyPolicy, agents: { a: joined as NonNullable<typeof joined> } },
      surroundings: { own: [], canAsk: false },
    });
    const call = (command: string) =>
      ({
        host: "cli",
        tool: "bash",
        rawTool: "bash",
        input: { command },
        cwd: "/home/dev/app",
        home: "/home/dev",
        agent: "a",
      }) as const;
    expect(both.judge(call("npm test")).decision.decision).toBe("allow");
    expect(both.judge(call("make")).decision.decision).toBe("deny");
  });
  test("an unreadable scope governs by the narrowest one and is named", () => {
    const { agents: read, problems: found } = readAgents([file("user", "scope: everything")]);
    expect(read.a).toMatchObject({ scope: "bridge", lists: [[]] });
    expect(found[0]).toMatchObject({ file: "/user.md", line: 2, message: expect.stringContaining("everything") });
  });
  test("a file without a scope is nobody's business", () =>
    expect(readAgents([file("user", "description: x")]).agents).toEqual({}));
});
