import { describe, expect, test } from "vitest";
import { guardEnding, guardMap, guardPlace } from "../../src/checks/guard-places.js";
import type { Facts } from "../../src/observe/facts.js";

const facts: Facts = {
  paths: { "/home/dev/app": { real: "/srv/app", exists: true } },
  project: "/home/dev/app",
  repository: true,
  home: "/home/dev",
  temp: ["/tmp"],
  own: ["/opt/bailiff", "/home/dev/app/node_modules/bailiff"],
  canAsk: false,
};
const map = guardMap(facts, ["/home/dev/app"]);
const at = (path: string, holding = true) => guardPlace(path, map, holding);

describe("what lies where", () => {
  test.each([
    ["/home/dev/app/.bailiff", "own"],
    ["/home/dev/app/.bailiff/audit/audit.jsonl", "own"],
    ["/home/dev/.config/bailiff/policy.yaml", "own"],
    ["/opt/bailiff/dist/cli.js", "own"],
    ["/home/dev/app/node_modules/bailiff", "own"],
    ["/home/dev/app/.claude/settings.json", "settings"],
    ["/home/dev/app/.CLAUDE/Settings.local.json", "settings"],
    ["/srv/app/.claude/settings.json", "settings"],
    ["/home/dev/.claude.json", "settings"],
    ["/etc/claude-code/managed-settings.json", "settings"],
    ["/home/dev/app/.claude/hooks/x.sh", "hooks"],
    ["/home/dev/app/opencode.jsonc", "plugins"],
    ["/home/dev/app/.opencode/plugins/x.ts", "plugins"],
    ["/home/dev/.config/opencode/opencode.json", "plugins"],
    ["/home/dev/.claude/plugins/installed_plugins.json", "plugins"],
  ])("%s is %s", (path, what) => expect(at(path, false)).toBe(what));

  test.each([
    "/home/dev/app",
    "/home/dev",
    "/",
    "/home/dev/app/node_modules",
    "/home/dev/app/src",
    "/home/dev/app/.claude/agents/x.md",
    "/home/dev/app/.claude/commands",
    "/home/dev/app/.opencode/agent/x.md",
    "/home/dev/app/test/fixtures/.claude/settings.json",
    "/home/dev/app/packages/web/opencode.json",
    "/home/dev/app/settings.json",
    "/home/dev/other/.bailiff",
    "/tmp/x/.claude/settings.json",
    "/home/dev/app/.bailiffs",
  ])("%s is nothing of the guard", (path) => expect(at(path)).toBeUndefined());
});

describe("directories that hold such places", () => {
  test.each(["/home/dev/app/.claude", "/home/dev/app/.opencode", "/home/dev/.claude", "/home/dev/.config/opencode"])(
    "%s counts when it is taken along, not when a file is written there",
    (path) => {
      expect(at(path, true)).toBeDefined();
      expect(at(path, false)).toBeUndefined();
    },
  );
});

describe("patterns and unknown parts", () => {
  test.each([
    ["/home/dev/app/.claude/*", true],
    ["/home/dev/app/.claude/settings*.json", true],
    ["/home/dev/app/.cla*", true],
    ["/home/dev/app/.claude/⟦$f⟧", true],
    ["/home/dev/app/opencode.*", true],
    ["/home/dev/app/.opencode/plugin/*.ts", true],
    ["/home/dev/app/*", false],
    ["/home/dev/app/*.json", false],
    ["/home/dev/app/⟦$f⟧", false],
    ["/home/dev/app/.claude/agents/*.md", false],
    ["/home/dev/app/.claude/agents/⟦$f⟧.md", false],
    ["/home/dev/app/src/*/settings.json", false],
  ])("%s: %s", (path, hit) => expect(at(path) !== undefined).toBe(hit));
});

test.each([
  [".bailiff", "own"],
  ["⟦$X⟧/.claude/settings.json", "settings"],
  ["⟦$X⟧/.claude/hooks/a.sh", "hooks"],
  ["⟦$X⟧/.opencode/plugins/a.ts", "plugins"],
  ["⟦$X⟧/settings.json", undefined],
  ["⟦$X⟧/.claude/agents/a.md", undefined],
])("with an unknown beginning, %s is %s", (text, what) => expect(guardEnding(text)).toBe(what));
