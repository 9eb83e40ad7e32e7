import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CorpusRow } from "../../src/commands/corpus.js";
import { callOf } from "../../src/commands/session.js";
import { judgeBy } from "../../src/judge-by.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import { applies, keepsItsMeaning, WAYS } from "./wrapping.js";

const WHOLE_TEXT = new Set(["opaque/unparsable", "opaque/bounds", "opaque/dialect"]);

// What a row is judged by does not change when the same commands are written another way.
const directory = import.meta.dirname;
const known = new Set(JSON.parse(readFileSync(join(directory, "known-failures.json"), "utf8")) as string[]);
const rows = readdirSync(directory)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"))
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as CorpusRow)
  .filter(
    (row) =>
      row.tool === "bash" &&
      // Other tools take another shell's language, or only a part of a command.
      /^bash$/i.test(row.tool) &&
      typeof row.input.command === "string" &&
      !known.has(row.id) &&
      keepsItsMeaning(row.input.command),
  )
  // What a shell would refuse as a whole is not run line by line once something stands around it.
  .filter((row) => !judgeBy(callOf(row), emptyPolicy).findings.some((each) => WHOLE_TEXT.has(each.ruleId ?? "")));

const refused = (row: CorpusRow, command: string): boolean => {
  const { decision } = judgeBy(callOf({ ...row, input: { ...row.input, command } }), emptyPolicy);
  return decision === "deny" || decision === "ask";
};

const seed = Number(process.env.BAILIFF_SEED ?? Date.now() & 0x7fffffff);
const numRuns = Number(process.env.BAILIFF_RUNS ?? 1500);
console.info(`metamorphic: ${rows.length} rows, seed ${seed} (BAILIFF_SEED), ${numRuns} runs (BAILIFF_RUNS)`);

describe("rows wrapped in equal ways", { timeout: 240_000 }, () => {
  const wrapped = fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 3 });

  test.each([
    ["deny", true],
    ["allow", false],
  ] as const)("%s rows stay what they are", (_, expected) => {
    const mine = rows.filter((row) => (row.expect === "deny" || row.expect === "ask") === expected);
    fc.assert(
      fc.property(fc.constantFrom(...mine), wrapped, (row, names) => {
        let command = row.input.command as string;
        for (const name of names) if (applies(name, command)) command = WAYS[name]?.(command) ?? command;
        expect(refused(row, command), command).toBe(expected);
      }),
      { seed, numRuns },
    );
  });
});
