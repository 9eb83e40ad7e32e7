import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/call/call.js";
import { toolNamed } from "../../src/call/tools.js";
import type { Severity } from "../../src/checks/finding.js";
import { createGovernor } from "../../src/govern.js";
import { ancestry } from "../../src/observe/session.js";
import { MAIN_THREAD } from "../../src/policy/agent-names.js";
import { type AgentFile, readAgents } from "../../src/policy/agents.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import type { Policy } from "../../src/policy/policy.js";
import { resolveRoles, roleHolders } from "../../src/policy/roles.js";

interface Agent {
  readonly scope: "meta" | "project" | "bridge" | null;
  readonly bash: readonly string[];
  readonly edit: readonly string[];
  readonly denied: readonly string[];
}

const NAMES = ["one", "two", "three", "four"] as const;
const COMMANDS = ["npm test", "git status", "make build", "git push origin main", "ls src"];
const FILES = ["src/a.ts", "docs/a.md", ".opencode/agent/x.md"];

function policyOf(agents: Readonly<Record<string, Agent>>): Policy {
  const files = Object.entries(agents).flatMap(([name, { scope, bash, edit }]): AgentFile[] => {
    if (scope === null) return [];
    const row = (pattern: string): string => `    ${JSON.stringify(pattern)}: allow\n`;
    const lists = [
      bash.length > 0 ? `  bash:\n${bash.map(row).join("")}` : "",
      edit.length > 0 ? `  edit:\n${edit.map(row).join("")}` : "",
    ].join("");
    const permission = lists === "" ? "permission: {}\n" : `permission:\n${lists}`;
    return [{ path: `/${name}.md`, name, layer: "user", text: `---\nscope: ${scope}\n${permission}---\nx\n` }];
  });
  const roles = Object.fromEntries(
    Object.entries(agents).map(([name, { denied }]) => [
      `r-${name}`,
      { allowed_tools: ["*"], denied_tools: denied, agents: [name] },
    ]),
  );
  return {
    ...emptyPolicy,
    agents: readAgents(files).agents,
    roles: resolveRoles(roles).roles,
    roleHolders: roleHolders(roles),
  };
}

function callOf(agent: string, level: number, what: string): ToolCall {
  const file = FILES.includes(what);
  const rawTool = file ? "Write" : "Bash";
  return {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input: file ? { file_path: `/home/dev/app/${what}`, content: "x" } : { command: what },
    cwd: "/home/dev/app",
    home: "/home/dev",
    project: "/home/dev/app",
    agent,
    level,
  };
}

function decide(policy: Policy, agent: string, parents: readonly string[], what: string, level = parents.length) {
  const governor = createGovernor({ policy, surroundings: { own: [], canAsk: true } });
  return governor.judge(callOf(agent, level, what), parents.length > 0 ? { parents } : {}).decision;
}

const passes = (severity: Severity): boolean => severity === "allow" || severity === "warn";

const agent: fc.Arbitrary<Agent> = fc.record({
  scope: fc.constantFrom("meta", "project", "bridge", null),
  bash: fc.subarray(["npm *", "git *", "*", "ls*"]),
  edit: fc.subarray(["**", "src/**", "*.md"]),
  denied: fc.subarray(["Bash", "Write"]),
});

describe("a child is never more able than those above it", () => {
  test("at level 1 everything that it may, its parent may too, and it alone", () => {
    fc.assert(
      fc.property(
        fc.record({ one: agent, two: agent, three: agent, four: agent }),
        fc.constantFrom(...NAMES),
        fc.constantFrom(...NAMES),
        fc.constantFrom(...COMMANDS, ...FILES),
        (agents, parent, child, what) => {
          const policy = policyOf(agents);
          const below = passes(decide(policy, child, [parent], what).decision);
          const own = passes(decide(policy, child, [], what).decision);
          const above = passes(decide(policy, parent, [], what).decision);
          expect(below).toBe(own && above);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a longer chain never allows what a shorter one refuses, at the same level", () => {
    fc.assert(
      fc.property(
        fc.record({ one: agent, two: agent, three: agent, four: agent }),
        fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }),
        fc.constantFrom(...NAMES),
        fc.constantFrom(...NAMES),
        fc.nat(3),
        fc.constantFrom(...COMMANDS, ...FILES),
        (agents, parents, added, child, level, what) => {
          const policy = policyOf(agents);
          const short = passes(decide(policy, child, parents, what, level).decision);
          const long = passes(decide(policy, child, [added, ...parents], what, level).decision);
          if (long) expect(short).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const executor: Agent = { scope: "project", bash: ["npm test*"], edit: ["src/**"], denied: [] };
const free: Agent = { scope: null, bash: [], edit: [], denied: [] };
const policy = policyOf({ one: executor, two: free, three: { ...executor, scope: "meta", edit: ["**"] }, four: free });

describe("an agent that nobody governs works for one that is", () => {
  test.each([
    ["npm test", "allow"],
    ["make build", "deny"],
    ["src/a.ts", "allow"],
    ["docs/a.md", "deny"],
    [".opencode/agent/x.md", "deny"],
  ])("%s: %s", (what, expected) => expect(decide(policy, "two", ["one"], what).decision).toBe(expected));
  test("it is told for whom", () =>
    expect(decide(policy, "two", ["one"], "make build").findings[0]).toMatchObject({
      code: "ERR_SCOPE",
      message: expect.stringContaining("one"),
      details: { parent: "one" },
    }));
  test("from level 2 on it is only recorded", () => {
    const { decision, findings } = decide(policy, "four", ["one", "two"], "make build");
    expect(decision).toBe("allow");
    expect(findings[0]).toMatchObject({ code: "ERR_SCOPE", severity: "allow" });
  });
  test("it delegates to whom that one may", () => {
    const law: Policy = {
      ...emptyPolicy,
      agents: { one: { scope: "project", delegatesTo: ["general"] }, three: { scope: "meta" } },
    };
    const governor = createGovernor({ policy: law, surroundings: { own: [], canAsk: true } });
    const to = (target: string, caller: string, parents: readonly string[]) =>
      governor.judge(
        {
          ...callOf(caller, parents.length, "ls"),
          tool: "task",
          rawTool: "Task",
          input: { subagent_type: target, prompt: "x", description: "x" },
        },
        { parents },
      ).decision.decision;
    expect(to("general", "two", ["one"])).toBe("allow");
    expect(to("three", "two", ["one"])).toBe("deny");
    expect(to("three", "two", [])).toBe("allow");
    expect(to("three", "four", ["one", "two"])).toBe("deny");
  });
});

describe("the chain comes from the record of sessions", () => {
  const record = (id: string, parent: string | null, name: string | null, host = "opencode") => ({
    id,
    parent,
    agent: name,
    host,
  });
  const ledger = (...records: ReturnType<typeof record>[]) =>
    ({ read: (id: string) => records.find((each) => each.id === id) }) as unknown as Parameters<typeof ancestry>[0];
  test.each([
    ["nobody's child", [record("a", null, "build")], "a", []],
    ["a grandchild", [record("a", null, "x"), record("b", "a", "y"), record("c", "b", "z")], "c", ["x", "y"]],
    ["a name that is not known", [record("a", null, null), record("b", "a", "y"), record("c", "b", "z")], "c", ["y"]],
    [
      "a main session without a name",
      [record("a", null, null, "claude-code"), record("b", "a", "y")],
      "b",
      [MAIN_THREAD],
    ],
    ["a ring", [record("a", "b", "x"), record("b", "a", "y")], "a", ["x", "y"]],
    ["a lost parent", [record("b", "a", "y"), record("c", "b", "z")], "c", ["y"]],
    ["an unknown session", [], "a", []],
  ])("%s", (_name, records, session, expected) => expect(ancestry(ledger(...records), session)).toEqual(expected));
});
