import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { governedAgent, MAIN_THREAD, meant } from "../../src/policy/agent-names.js";
import { type AgentFile, readAgents } from "../../src/policy/agents.js";
import { loadPolicy, openPolicy } from "../../src/policy/load.js";
import { agentPlaces, type PolicyPlaces } from "../../src/policy/places.js";
import type { Policy } from "../../src/policy/policy.js";

let root: string;
let places: PolicyPlaces;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-agents-"));
  places = {
    shipped: join(root, "installed/governance"),
    user: join(root, "home/.config/bailiff"),
    project: join(root, "project"),
    state: join(root, "state"),
    agents: agentPlaces(join(root, "project"), join(root, "project/packages/a"), join(root, "home"), {}),
  };
  put("installed/governance/deny-rules.yaml", "rules: []\n");
  put("installed/agents/executor.md", agent("scope: project\nrole: Carries out."));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string): string => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const agent = (front: string): string => `---\ndescription: x\n${front}\n---\nText.\n`;
const load = (): Promise<Policy> => loadPolicy({ places, version: "1" });

describe("who joins the governance", () => {
  test.each<[place: string, front: string, name: string]>([
    ["project/.opencode/agent/x.md", "scope: bridge", "x"],
    ["project/.opencode/agents/deep/x.md", "scope: bridge", "deep/x"],
    ["project/.opencode/agent/x.md", "name: y\nscope: bridge", "y"],
    ["project/.claude/agents/x.md", "name: y\nscope: bridge", "y"],
    ["project/.claude/agents/deep/x.md", "scope: bridge", "x"],
    ["project/packages/a/.claude/agents/x.md", "scope: bridge", "x"],
    ["project/packages/.opencode/agent/x.md", "scope: bridge", "x"],
    ["home/.config/opencode/agent/x.md", "scope: bridge", "x"],
    ["home/.claude/agents/x.md", "scope: bridge", "x"],
    ["project/.claude/agents/x.md", "scope: nonsense", "x"],
  ])("%s with %j is %s", async (place, front, name) => {
    put(place, agent(front));
    const { agents } = await load();
    expect(Object.keys(agents).sort()).toEqual([name, "bailiff:executor"].sort());
    expect(agents[name]?.scope).toBe("bridge");
  });

  test("not a file without a scope, nor the user's own agent of a shipped one's name", async () => {
    put("project/.claude/agents/executor.md", agent("name: executor"));
    put("project/.opencode/agent/notes.txt", agent("scope: meta"));
    const policy = await load();
    expect(governedAgent(policy, "executor")).toBeUndefined();
    expect(governedAgent(policy, "bailiff:executor")?.role).toBe("Carries out.");
  });

  test("the shipped ones whatever name their frontmatter has, and none outside the plugin takes that name's freedom", async () => {
    put("installed/agents/executor.md", agent("name: other\nscope: project\ndelegates_to: [a, b]"));
    put("project/.claude/agents/x.md", agent('name: "bailiff:executor"\nscope: project\ndelegates_to: [b, c]'));
    expect((await load()).agents["bailiff:executor"]?.delegatesTo).toEqual(["b"]);
  });

  test("hosts' own agents by a mapping, the main thread too", async () => {
    put(
      "home/.config/bailiff/policy.yaml",
      "agents:\n  build: {scope: project}\n  general: {scope: bridge}\n  main: {scope: meta}\n",
    );
    const policy = await load();
    expect(governedAgent(policy, "build")?.scope).toBe("project");
    expect(governedAgent(policy, "general-purpose")?.scope).toBe("bridge");
    expect(governedAgent(policy, undefined)?.scope).toBe("meta");
    expect(governedAgent(policy, "main")).toBeUndefined();
  });

  test("by file and mapping both: what both allow", async () => {
    put("home/.config/bailiff/policy.yaml", "agents:\n  x: {scope: project, delegates_to: [a, b]}\n");
    put("project/.claude/agents/x.md", agent("scope: meta\ndelegates_to: [b, c]"));
    expect((await load()).agents.x).toMatchObject({ scope: "bridge", delegatesTo: ["b"] });
  });
});

describe("what was compiled is stale", () => {
  const later = new Date(1_600_000_000_000);
  test.each<[string, () => void]>([
    ["when an agent is added", () => put("project/.claude/agents/new.md", agent("scope: meta"))],
    ["when the directory comes", () => put("home/.config/opencode/agents/new.md", agent("scope: meta"))],
    ["when one is added further in", () => put("project/.opencode/agent/deep/new.md", agent("scope: meta"))],
    [
      "when one joins, even with its old time and size",
      () => utimesSync(put("project/.opencode/agent/deep/old.md", agent("scope: meta")), later, later),
    ],
    ["when one goes", () => rmSync(join(root, "project/.opencode/agent/deep/gone.md"))],
  ])("%s", async (_, change) => {
    const old = put("project/.opencode/agent/deep/old.md", agent("zcope: meta"));
    utimesSync(old, later, later);
    put("project/.opencode/agent/deep/gone.md", agent("scope: meta"));
    const live = await openPolicy({ places, version: "1" });
    const before = Object.keys(live.current.agents);
    expect(await live.refresh()).toBe(live.current);
    change();
    expect(Object.keys((await live.refresh()).agents)).not.toEqual(before);
    expect(Object.keys((await load()).agents)).not.toEqual(before);
  });

  test("a directory that leads back into itself ends", async () => {
    put("project/.opencode/agent/x.md", agent("scope: meta"));
    symlinkSync(join(root, "project/.opencode/agent"), join(root, "project/.opencode/agent/again"));
    expect((await load()).agents.x?.scope).toBe("meta");
  });
});

describe("permissions as hosts write them", () => {
  const rules = (front: string): string[] => {
    const file: AgentFile = { path: "x.md", text: agent(`scope: project\n${front}`), layer: "user", name: "x" };
    return (readAgents([file]).agents.x?.lists?.[0] ?? []).map((r) => `${r.type} ${r.on} ${r.pattern}`);
  };
  test.each<[string, string[]]>([
    ['permission:\n  "*": deny\n  bash:\n    "*": ask\n    "ls*": allow', ["allow command ls*"]],
    ["permission:\n  bash: deny\n  edit: allow", ["deny command *", "allow path *"].slice(1)],
    ["permission: {bash: {'git push*': deny}}", ["deny command git push*"]],
    ["tools: Read, Bash", ["allow tool read", "allow command *"]],
    ["tools: Bash(git diff:*), Agent(a, b)", ["allow command git diff *", "allow agent a", "allow agent b"]],
    ["tools: [Edit(src/**), 'WebFetch(domain:x.org)']", ["allow path src/**", "allow url https://x.org/*"]],
    ["tools: {bash: false}", []],
    ["", []],
  ])("%s", (front, expected) => expect(rules(front)).toEqual(expected));

  test("the same list in both hosts' files is held against once", () => {
    const file = (path: string): AgentFile => ({
      path,
      text: agent("scope: project\npermission: {bash: {'ls*': allow}}"),
      layer: "project",
      name: "x",
    });
    expect(readAgents([file("a.md"), file("b.md")]).agents.x?.lists).toHaveLength(1);
  });
});

test("names in a file of the plugin's mean its own agents where there are such", () => {
  const policy = { agents: { "bailiff:planner": { scope: "bridge" } } } as unknown as Policy;
  expect(meant(policy, "planner", "bailiff:executor")).toBe("bailiff:planner");
  expect(meant(policy, "general-purpose", "bailiff:executor")).toBe("general");
  expect(meant(policy, "planner", "mine")).toBe("planner");
  expect(MAIN_THREAD).not.toMatch(/^[\w:/-]+$/);
});
