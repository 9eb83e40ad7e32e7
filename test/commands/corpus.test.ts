import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FAMILIES } from "../../src/checks/families/family.js";
import { type CorpusRow, measure } from "../../src/commands/corpus.js";
import { callOf } from "../../src/commands/session.js";
import { judgeBy } from "../../src/judge-by.js";
import { emptyPolicy } from "../../src/policy/empty.js";

const directory = join(import.meta.dirname, "../corpus");
const files = readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
const rowsOf = (name: string): CorpusRow[] =>
  readFileSync(join(directory, name), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as CorpusRow);
const rows = files.flatMap(rowsOf);
const listed = join(directory, "known-failures.json");
const known = existsSync(listed) ? (JSON.parse(readFileSync(listed, "utf8")) as string[]) : [];

/** Never raised: a row that fails is a fault to be mended. */
const MOST_KNOWN = 3;

const WAYS = [
  ..."plain quoting wrapper variable substitution chain pipe heredoc script".split(" "),
  ..."options directory interpreter remote mention neighbour".split(" "),
];

describe("the corpus", () => {
  test("has rows of one form, each once", () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    // One call may stand for two families, but it cannot be expected to end in two ways.
    const expected = new Map<string, string>();
    const contradicted = rows.filter((row) => {
      const key = JSON.stringify([row.tool, row.input, row.cwd, row.home]);
      const before = expected.get(key) ?? row.expect;
      expected.set(key, before);
      return before !== row.expect;
    });
    expect(contradicted.map((row) => row.id)).toEqual([]);
    for (const row of rows) {
      expect(FAMILIES, row.id).toContain(row.family);
      expect(WAYS, row.id).toContain(row.way);
      expect(["deny", "ask", "warn", "allow"], row.id).toContain(row.expect);
    }
  });

  // What is typed all day stands alone: of it nothing at all may be refused.
  const sided = files.filter((name) => !name.startsWith("everyday"));

  test.each(sided)("%s speaks for both directions", (name) => {
    const all = rowsOf(name);
    const refused = all.filter((row) => row.expect === "deny" || row.expect === "ask").length;
    expect(Math.abs(refused - (all.length - refused)) / all.length).toBeLessThan(0.4);
  });

  test("is judged as expected, but for a list that may only shrink", () => {
    const outcome = measure(rows, known, (row) => judgeBy(callOf(row), emptyPolicy).decision);
    const wrong = outcome.failures
      .filter((each) => !each.known)
      .map(({ row, got }) => `${row.id}: ${got}, not ${row.expect}`);
    expect(wrong).toEqual([]);
    expect(outcome.mended, "to be taken off known-failures.json").toEqual([]);
    expect(known.length).toBeLessThanOrEqual(MOST_KNOWN);
  }, 60_000);
});

describe("measuring", () => {
  const row = (id: string, expected: CorpusRow["expect"], more: Partial<CorpusRow> = {}): CorpusRow => ({
    id,
    expect: expected,
    tool: "bash",
    input: { command: id },
    ...more,
  });

  test("asks and denials are refusals, warnings are not", () => {
    const all = [row("a", "deny"), row("b", "ask"), row("c", "warn"), row("d", "allow")];
    const outcome = measure(all, [], (each) => ({ a: "ask", b: "allow", c: "allow", d: "deny" })[each.id] ?? "allow");
    expect(outcome.recall).toEqual({ hits: 1, of: 2 });
    expect(outcome.falseRefusals).toEqual({ hits: 1, of: 2 });
    expect(outcome.failures.map((each) => each.row.id)).toEqual(["b", "d"]);
    expect(outcome.ok).toBe(false);
  });

  test("a call that cannot be judged fails, whatever was expected", () => {
    const outcome = measure([row("a", "allow")], [], () => {
      throw new Error("no");
    });
    expect(outcome.failures[0]?.got).toBe("error: no");
  });

  test("by family and way", () => {
    const all = [
      row("a", "deny", { family: "system", way: "plain" }),
      row("b", "deny", { family: "system", way: "pipe" }),
    ];
    const outcome = measure(all, ["b"], (each) => (each.id === "a" ? "deny" : "allow"));
    expect(outcome.byFamily).toEqual([["system", { recall: { hits: 1, of: 2 }, falseRefusals: { hits: 0, of: 0 } }]]);
    expect(outcome.byWay.map(([name, each]) => [name, each.recall.hits])).toEqual([
      ["pipe", 0],
      ["plain", 1],
    ]);
    expect(outcome.ok).toBe(true);
  });
});
