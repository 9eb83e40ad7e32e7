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

/** A home with plugins as Claude Code 2.1 leaves it after `plugin install`. */
function plugins(): void {
  const manifest = (place: string, name: string, more = {}): string =>
    put(`${place}/.claude-plugin/plugin.json`, JSON.stringify({ name, ...more }));
  const home = "home/.claude/plugins";
  const marketplace = (place: string, entries: object[]): string =>
    put(`${place}/.claude-plugin/marketplace.json`, JSON.stringify({ name: "m", plugins: entries }));
  marketplace("market", [
    { name: "acme", source: "./acme" },
    { name: "delta", source: "./delta", strict: false, agents: ["./x/d2.md"] },
  ]);
  marketplace("hosted", [{ name: "copied", source: "./elsewhere" }]);
  manifest("market/acme", "acme", { agents: ["./more/extra.md", "./agents/reviewer.md"] });
  put("market/acme/agents/reviewer.md", agent("scope: bridge\ndelegates_to: [extra, stranger]"));
  put("market/acme/agents/sub/deep.md", agent("name: named\nscope: bridge"));
  put("market/acme/agents/free.md", agent("name: free"));
  put("market/acme/more/extra.md", agent("scope: bridge"));
  put("market/delta/x/d2.md", agent("scope: bridge"));
  // The client made copies; of a marketplace that is a directory it does not read them.
  put(`${home}/cache/m/acme/1.2.0/agents/stale.md`, agent("scope: bridge"));
  manifest(`${home}/cache/h/copied/2.0.0`, "copied");
  put(`${home}/cache/h/copied/2.0.0/agents/one.md`, agent("scope: bridge"));
  put(`${home}/cache/h/copied/2.0.0/agents/other.md`, agent("zcope: bridge"));
  manifest("home/.claude/skills/tool", "tool");
  put("home/.claude/skills/tool/agents/helper.md", agent("scope: bridge"));
  put("home/.claude/skills/plain/agents/nobody.md", agent("scope: bridge"));
  const at = (path: string): object[] => [{ scope: "user", installPath: join(root, home, "cache", path) }];
  put(
    `${home}/installed_plugins.json`,
    JSON.stringify({
      version: 2,
      plugins: { "acme@m": at("m/acme/1.2.0"), "delta@m": at("m/delta/unknown"), "copied@h": at("h/copied/2.0.0") },
    }),
  );
  put(
    `${home}/known_marketplaces.json`,
    JSON.stringify({
      m: { source: { source: "directory", path: join(root, "market") }, installLocation: join(root, "market") },
      h: { source: { source: "github", repo: "o/h" }, installLocation: join(root, "hosted") },
    }),
  );
}

describe("agents of Claude Code's plugins", () => {
  const NAMES = ["acme:extra", "acme:reviewer", "acme:sub:named", "copied:one", "delta:d2", "tool:helper"];

  test("join by their scope, by the names that the client gives them", async () => {
    plugins();
    const policy = await load();
    expect(Object.keys(policy.agents).sort()).toEqual([...NAMES, "bailiff:executor"].sort());
    expect(meant(policy, "extra", "acme:reviewer")).toBe("acme:extra");
    expect(meant(policy, "stranger", "acme:reviewer")).toBe("stranger");
    expect(meant(policy, "extra", "reviewer")).toBe("extra");
  });

  test("also those of a directory that the environment names", async () => {
    put("mine/agents/a.md", agent("scope: meta"));
    const env = { CLAUDE_CODE_PLUGIN_DIRS: `relative:${join(root, "mine")}` };
    places = { ...places, agents: agentPlaces(join(root, "project"), join(root, "project"), join(root, "home"), env) };
    expect((await load()).agents["mine:a"]?.scope).toBe("meta");
  });

  test.each<[string, string]>([
    ["home/.claude/plugins/installed_plugins.json", "{"],
    [
      "home/.claude/plugins/installed_plugins.json",
      '{"plugins":{"a@m":[null,{"installPath":7},{"installPath":"x"}],"b":3}}',
    ],
    [
      "home/.claude/plugins/known_marketplaces.json",
      '{"m":{"installLocation":"/nowhere","source":{"source":"directory"}}}',
    ],
    ["market/.claude-plugin/marketplace.json", '{"plugins":[null,{"name":"acme","source":{"source":"npm"}}]}'],
    ["market/acme/.claude-plugin/plugin.json", '["x"]'],
  ])("no matter what stands in %s: %s", async (file, text) => {
    plugins();
    put(file, text);
    expect((await load()).agents["tool:helper"]?.scope).toBe("bridge");
  });

  test.each<[string, () => void]>([
    ["a plugin is installed", () => put("home/.claude/plugins/installed_plugins.json", '{"plugins":{}}')],
    ["the marketplace says another place", () => put("market/.claude-plugin/marketplace.json", '{"plugins":[]}')],
    ["a manifest names another agent", () => put("market/acme/.claude-plugin/plugin.json", '{"name":"acne"}')],
    ["an agent in a directory changes", () => put("market/acme/agents/free.md", agent("scope: meta"))],
    ["an agent in a copy leaves", () => rmSync(join(root, "home/.claude/plugins/cache/h/copied/2.0.0/agents/one.md"))],
    ["a skill becomes a plugin", () => put("home/.claude/skills/plain/.claude-plugin/plugin.json", "{}")],
  ])("are read again when %s", async (_, change) => {
    plugins();
    const live = await openPolicy({ places, version: "1" });
    const before = Object.keys(live.current.agents);
    expect(await live.refresh()).toBe(live.current);
    change();
    expect(Object.keys((await live.refresh()).agents)).not.toEqual(before);
    expect(Object.keys((await load()).agents)).not.toEqual(before);
  });
});

describe("agents in OpenCode's settings", () => {
  const settings = `{
  // comments and trailing commas are usual here
  "agent": {
    "look": { "scope": "bridge", "description": "Looks.", "permission": { "bash": { "ls *": "allow" } }, },
    "free": { "description": "No scope of its own." },
  },
}
`;
  test.each([
    "project/opencode.json",
    "project/opencode.jsonc",
    "project/.opencode/opencode.jsonc",
    "home/.config/opencode/opencode.json",
  ])("join by their scope: %s", async (place) => {
    const file = put(place, settings);
    const { agents, problems } = await load();
    expect(Object.keys(agents).sort()).toEqual(["bailiff:executor", "look"]);
    expect(agents.look?.lists?.[0]?.map(({ pattern, source }) => [pattern, source])).toEqual([["ls *", `${file}:4`]]);
    expect(problems).toEqual([]);
  });

  test.each([["{"], ['{"agent": [{"scope": 1}]}'], ['{"agent": {"x": "scope"}}'], ['{"agent": null, "scope": 1}']])(
    "no matter what stands there: %s",
    async (text) => {
      put("project/opencode.json", text);
      expect(Object.keys((await load()).agents)).toEqual(["bailiff:executor"]);
    },
  );

  test("a change is read", async () => {
    const live = await openPolicy({ places, version: "1" });
    put("project/opencode.json", settings);
    expect((await live.refresh()).agents.look?.scope).toBe("bridge");
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
