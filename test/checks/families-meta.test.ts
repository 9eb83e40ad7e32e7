import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/call/call.js";
import { families } from "../../src/checks/families/all.js";
import { FAMILIES } from "../../src/checks/families/family.js";
import { familyRow } from "../../src/checks/families-check.js";
import { judgeBy } from "../../src/judge-by.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import type { Policy } from "../../src/policy/policy.js";
import { suggestedCommands } from "../../src/policy/proof.js";

const policies: Record<"standard" | "strict", Policy> = {
  standard: { ...emptyPolicy },
  strict: { ...emptyPolicy, preset: "strict" },
};

const call = (command: string): ToolCall => ({
  host: "cli",
  tool: "bash",
  rawTool: "bash",
  input: { command },
  cwd: "/home/dev/app",
  home: "/home/dev",
  project: "/home/dev/app",
});

const rows = families.flatMap((family) => family.rows.map((row) => ({ family, row })));
const named = rows.map(({ family, row }) => [row.id, family, row] as const);

test("families stand in the order of their names' list", () => {
  expect(families.map((family) => family.name)).toEqual([...FAMILIES]);
});

test("ids are unique", () => {
  const ids = rows.map(({ row }) => row.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

describe("every row", () => {
  test.each(named)("%s is named after its family and says what and what instead", (id, family, row) => {
    expect(id.startsWith(`${family.name}/`)).toBe(true);
    for (const text of [row.message, row.suggestion]) {
      expect(text).toMatch(/^\S[^\n]*[.!?`)]$/);
      expect(text.length).toBeLessThanOrEqual(300);
    }
  });

  test.each(named)("%s has examples in both directions, and they hold", (id, _, row) => {
    const policy = policies[row.preset];
    expect(row.examples.match.length).toBeGreaterThan(0);
    expect(row.examples.not_match.length).toBeGreaterThan(0);
    const found = (command: string): string[] =>
      judgeBy(call(command), policy).findings.map((each) => each.ruleId ?? "");
    expect(row.examples.match.filter((command) => !found(command).includes(id))).toEqual([]);
    expect(row.examples.not_match.filter((command) => found(command).includes(id))).toEqual([]);
  });

  test.each(named)("%s suggests only what is let through", (_, __, row) => {
    const refused = suggestedCommands(row.suggestion).filter((command) =>
      ["deny", "ask"].includes(judgeBy(call(command), policies[row.preset]).decision),
    );
    expect(refused).toEqual([]);
  });
});

test("every deed that a program's entry or a reader of code names is judged by a row", () => {
  const root = join(import.meta.dirname, "../../src/call");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const quoted = new RegExp(`["'\`]((?:${FAMILIES.join("|")})/[a-z0-9-]+)["'\`]`, "g");
  const unjudged = new Set<string>();
  let seen = 0;
  for (const file of files) {
    for (const [, act] of readFileSync(join(root, file), "utf8").matchAll(quoted)) {
      seen++;
      if (act !== undefined && !familyRow(act)) unjudged.add(`${act} (${file})`);
    }
  }
  expect(seen).toBeGreaterThan(0);
  expect([...unjudged]).toEqual([]);
});
