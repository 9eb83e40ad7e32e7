import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeBy } from "../../src/judge-by.js";
import { broadRules, isBroad } from "../../src/policy/broad.js";
import { compilePolicy } from "../../src/policy/compile.js";
import { prepareEngine } from "../../src/policy/engine.js";
import type { PolicyProblem } from "../../src/policy/policy.js";
import { suggestedCommands } from "../../src/policy/proof.js";
import { schemaFiles } from "../../src/policy/schemas.js";

await prepareEngine();

const root = join(import.meta.dirname, "../..");

const policyOf = (rows: object[]) =>
  compilePolicy({
    sources: [{ layer: "user", kind: "deny-rules", path: "/t.yaml", text: JSON.stringify({ rules: rows }, null, 1) }],
    version: "1",
    judge: judgeBy,
  }).policy;
const row = (over: object) => ({ id: "r", type: "deny", pattern: "x", message: "m", suggestion: "s", ...over });
const told = (...rows: object[]): readonly PolicyProblem[] => policyOf(rows).problems;

describe("a table proves itself", () => {
  test.each<[string, object, string | null]>([
    [
      "examples that hold",
      {
        pattern: "foo --danger*",
        examples: {
          match: ["sudo foo --danger", "bash -c 'foo --danger x'"],
          not_match: ["foo", 'echo "foo --danger"'],
        },
      },
      null,
    ],
    [
      "an example that is not caught",
      { pattern: "foo*", examples: { match: ["bar"] } },
      "`bar` (examples.match) is not caught",
    ],
    [
      "an example that must not be caught",
      { pattern: "foo*", examples: { not_match: ["foo x"] } },
      "`foo x` (examples.not_match) is caught",
    ],
    [
      "a path example",
      { on: "path", pattern: "migrations/**", examples: { match: ["migrations/1.sql"], not_match: ["src/a"] } },
      null,
    ],
    [
      "a path example at home",
      { on: "path", pattern: "~/.foorc", examples: { match: ["~/.foorc"], not_match: [".foorc"] } },
      null,
    ],
    [
      "a path example of another tool",
      { on: "path", pattern: "*.ipynb", tools: ["NotebookEdit"], examples: { match: ["a.ipynb"] } },
      null,
    ],
    [
      "a path example of the shell",
      { on: "path", pattern: "*.lock", tools: ["bash"], examples: { match: ["it's.lock"] } },
      null,
    ],
    [
      "a url example",
      {
        on: "url",
        pattern: "*evil.com*",
        examples: { match: ["https://evil.com/x"], not_match: ["https://good.com"] },
      },
      null,
    ],
    [
      "a tool example",
      { on: "tool", pattern: "mcp__db__*", examples: { match: ["mcp__db__drop"], not_match: ["mcp__x__y"] } },
      null,
    ],
    ["an agent example", { on: "agent", pattern: "gen*", examples: { match: ["general"], not_match: ["plan"] } }, null],
    [
      "a scoped row's example",
      { pattern: "foo*", context: { scopes: ["bridge"] }, examples: { match: ["foo"], not_match: ["bar"] } },
      null,
    ],
    [
      "an agent's row's example",
      { pattern: "foo*", context: { agents: ["exec*"], scopes: ["meta"] }, examples: { match: ["foo"] } },
      null,
    ],
    [
      "a suggestion that is let through",
      { pattern: "foo*", suggestion: "Use `bar <some file>` instead.", examples: { match: ["foo"] } },
      null,
    ],
    [
      "a suggestion that the row itself refuses",
      { pattern: "foo*", suggestion: "Use `foo --safe`.", examples: { match: ["foo"] } },
      "`foo --safe`, which is itself refused (r)",
    ],
    [
      "a suggestion that a family refuses",
      { pattern: "foo*", suggestion: "Use `git reset --hard`.", examples: { match: ["foo"] } },
      "which is itself refused (git-history/",
    ],
    [
      "an allow row",
      {
        type: "allow",
        pattern: "foo*",
        message: undefined,
        suggestion: undefined,
        examples: { match: ["foo x"], not_match: ["foo x && bar"] },
      },
      null,
    ],
  ])("%s", (_, over, message) => {
    const problems = told(row(over));
    if (message === null) expect(problems).toEqual([]);
    else expect(problems.map((p) => p.message).join("\n")).toContain(message);
    for (const problem of problems)
      expect(problem).toMatchObject({ row: "r", file: "/t.yaml", line: expect.any(Number) });
  });

  test("a refusing row whose example fails still holds, an allowing one does not", () => {
    const rules = policyOf([
      row({ id: "no", pattern: "foo*", examples: { match: ["bar"] } }),
      row({ id: "yes", type: "allow", pattern: "foo*", examples: { match: ["bar"] } }),
    ]).rules;
    expect(rules.map((rule) => rule.id)).toEqual(["no"]);
  });

  test.each<[string, object, RegExp]>([
    ["an empty condition", { tools: [] }, /`tools` is an empty list/],
    ["scopes and agents that exclude one another", { context: { agents: ["nobody"], scopes: [] } }, /empty list/],
    ["commands of a tool that holds none", { tools: ["write"] }, /only bash calls hold a command/],
    ["operators", { pattern: "foo && bar" }, /one by one/],
    ["redirections", { pattern: "echo * > /etc/passwd" }, /no part of a command/],
    ["assignments", { pattern: "FOO=1 make*" }, /assignments/],
    ["quotes", { pattern: 'foo "a b"*' }, /quotes/],
    ["a variable", { pattern: "rm $HOME*" }, /resolved before/],
  ])("a row that can never match is named: %s", (_, over, message) => {
    expect(told(row(over))[0]).toMatchObject({
      severity: "warning",
      message: expect.stringMatching(message),
      fix: expect.any(String),
    });
  });

  test.each<[string, object]>([
    ["options in any order", { pattern: "rm -fr*" }],
    ["a directory in front", { pattern: "/bin/rm -r*" }],
    ["wildcards", { pattern: "foo ?ar *" }],
    ["everything", { pattern: "*" }],
    ["braces on paths", { on: "path", pattern: "**/{a,b}/*.ts" }],
    ["base names", { on: "path", pattern: "*.p?m" }],
    ["exact", { match: "exact", pattern: "git push -f" }],
    ["a regex", { match: "regex", pattern: "^foo\\b" }],
    ["an address", { on: "url", pattern: "https://*.evil.com/*" }],
  ])("a row that can match is not: %s", (_, over) => {
    expect(told(row(over))).toEqual([]);
  });

  test.each<[string, object, object, RegExp | null]>([
    ["the same pattern", { pattern: "foo*" }, { pattern: "foo*" }, /repeats `a`/],
    [
      "a wider pattern before it",
      { pattern: "git push*" },
      { pattern: "git push --force*" },
      /`git push\*`\) catches all/,
    ],
    ["a bare program before it", { pattern: "git *" }, { pattern: "git" }, /catches all/],
    ["any program", { pattern: "*" }, { pattern: "foo*" }, /catches all/],
    ["an allow under a deny", { pattern: "foo*" }, { type: "allow", pattern: "foo x" }, /allows nothing/],
    ["a warning before a refusal", { pattern: "foo*", severity: "warn" }, { pattern: "foo x*" }, null],
    ["a narrower condition before it", { pattern: "foo*", context: { scopes: ["meta"] } }, { pattern: "foo x*" }, null],
    ["a wider pattern after it", { pattern: "foo x*" }, { pattern: "foo*" }, null],
    ["another kind", { on: "tool", pattern: "foo*" }, { pattern: "foo*" }, null],
    [
      "an allow under an overridable deny",
      { pattern: "foo*", overridable: true },
      { type: "allow", pattern: "foo x" },
      null,
    ],
    ["one character is not any text", { pattern: "foo ?" }, { pattern: "foo *" }, null],
  ])("a row that does nothing is named: %s", (_, first, second, message) => {
    const problems = told(row({ id: "a", ...first }), row({ id: "b", ...second }));
    if (message === null) expect(problems).toEqual([]);
    else expect(problems[0]).toMatchObject({ row: "b", severity: "warning", message: expect.stringMatching(message) });
  });

  test("commands in suggestions", () => {
    expect(suggestedCommands("Use `git push <remote> <branch name>` or `x ...`.")).toEqual([
      "git push remote branch-name",
      "x x",
    ]);
    expect(suggestedCommands("Use git revert, or add `--dry-run`")).toEqual([]);
  });
});

describe("broad rules", () => {
  test.each<[object, string | null]>([
    [{ pattern: "*" }, "error"],
    [{ pattern: "**" }, "error"],
    [{ pattern: " ?* *" }, "error"],
    [{ match: "regex", pattern: ".*" }, "error"],
    [{ match: "regex", pattern: "^.+$" }, "error"],
    [{ on: "tool", pattern: "Bash" }, "error"],
    [{ on: "tool", pattern: "task" }, "error"],
    [{ on: "tool", pattern: "Agent", match: "exact" }, "error"],
    [{ on: "tool", pattern: "*" }, "error"],
    [{ on: "agent", pattern: "*" }, "error"],
    [{ on: "path", pattern: "**/*" }, "error"],
    [{ pattern: "*rm -rf*" }, "warning"],
    [{ type: "ask", pattern: "ls*" }, "warning"],
    [{ type: "ask", pattern: "gh pr create*", examples: { match: ["gh pr create"] } }, null],
    [{ type: "ask", pattern: "npm publish*", examples: { match: ["npm publish"] } }, null],
    [{ pattern: "foo*" }, "warning"],
    [{ pattern: "foo*", examples: { match: ["foo"] } }, null],
    [{ on: "tool", pattern: "mcp__x__drop", examples: { match: ["mcp__x__drop"] } }, null],
  ])("%j: %s", (over, severity) => {
    expect(broadRules(policyOf([row(over)]).rules)[0]?.severity ?? null).toBe(severity);
  });

  test.each(["*", "**", " * ", "bash", "Bash", "Bash(*)", "bash:*", "task", "Task", "Agent"])("%s is broad", (name) => {
    expect(isBroad(name)).toBe(true);
  });
  test.each(["Bash(rm:*)", "git push", "read", "webfetch", "general"])("%s is not", (name) => {
    expect(isBroad(name)).toBe(false);
  });
});

describe("what is shipped", () => {
  const path = join(root, "governance/deny-rules.yaml");
  const text = readFileSync(path, "utf8");

  test("the rule table holds against itself", () => {
    const { policy } = compilePolicy({
      sources: [{ layer: "shipped", kind: "deny-rules", path, text }],
      version: "1",
      judge: judgeBy,
    });
    expect(policy.problems).toEqual([]);
    expect(broadRules(policy.rules)).toEqual([]);
    for (const rule of policy.rules) {
      expect(rule.examples.match.length, rule.id).toBeGreaterThan(0);
      expect(rule.examples.not_match.length, rule.id).toBeGreaterThan(0);
    }
  });

  test.each(Object.entries(schemaFiles()))("%s is what the sources say (node scripts/schemas.mjs)", (name, content) => {
    expect(readFileSync(join(root, "governance", name), "utf8")).toBe(content);
  });
});
