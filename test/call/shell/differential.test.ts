import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { analyse } from "../../../src/call/analyse.js";
import type { Analysis } from "../../../src/call/effect.js";
import { programTable } from "../../../src/call/programs/table.js";
import type { Word } from "../../../src/call/word.js";
import { program } from "./grammar.js";
import { Sandbox } from "./sandbox.js";

const COUNT = Number(process.env.DIFFERENTIAL_COUNT ?? 1000);
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const BATCH = 250;

const sandbox = new Sandbox();
afterAll(() => sandbox.remove(), 600_000);

const table = programTable();

function analysed(command: string): Analysis {
  const input = { command };
  return analyse({ host: "cli", tool: "bash", rawTool: "bash", input, cwd: sandbox.work, home: sandbox.home }, table);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a listed word may have been when the command ran; unknown words may be none or several. */
function wordPattern(word: Word): string {
  const text = word.tilde ? word.text.replace(/^~(?=\/|$)/, sandbox.home) : word.text;
  if (word.glob) return "(?:\x1f[\\s\\S]*)?";
  if (word.known) return `\x1f${literal(text)}`;
  let out = "";
  let depth = 0;
  for (const c of text) {
    if (c === "⟦" && depth++ === 0) out += out.endsWith("[\\s\\S]*") ? "" : "[\\s\\S]*";
    else if (c === "⟧") depth--;
    else if (depth === 0) out += literal(c);
  }
  // What turns out to be nothing takes the space beside it along (`"$*"`).
  out = out.replaceAll(" [\\s\\S]*", "(?: [\\s\\S]*)?");
  return out === "[\\s\\S]*" ? "(?:\x1f[\\s\\S]*)?" : `(?:\x1f${out})`;
}

function lists(analysis: Analysis, ran: readonly string[]): boolean {
  const [name = "", ...rest] = ran;
  const text = rest.map((word) => `\x1f${word}`).join("");
  return analysis.commands.some((command) => {
    const [first, ...words] = command.argv;
    if (!first || first.text.slice(first.text.lastIndexOf("/") + 1) !== name) return false;
    return new RegExp(`^${words.map(wordPattern).join("")}$`).test(text);
  });
}

/** Stubs record an empty list of words as one empty word. */
function same(ran: readonly string[]): readonly (readonly string[])[] {
  return ran.length === 2 && ran[1] === "" ? [ran, ran.slice(0, 1)] : [ran];
}

describe("what really runs is listed", () => {
  it(`holds for ${COUNT} generated programs (DIFFERENTIAL_SEED=${SEED})`, { timeout: 3_600_000 }, () => {
    const programs = fc.sample(program, { numRuns: COUNT, seed: SEED });
    const failures: { text: string; ran: readonly string[] }[] = [];
    let opaque = 0;
    let executed = 0;
    for (let at = 0; at < programs.length; at += BATCH) {
      const batch = programs.slice(at, at + BATCH);
      const all = sandbox.run(batch);
      for (const [i, text] of batch.entries()) {
        const analysis = analysed(text);
        if (analysis.opaque) opaque++;
        for (const ran of all[i] ?? []) {
          executed++;
          if (analysis.opaque || same(ran).some((each) => lists(analysis, each))) continue;
          failures.push({ text, ran });
          break;
        }
      }
    }
    console.log(`seed ${SEED}: ${COUNT} programs, ${executed} commands ran, ${opaque} programs opaque`);
    failures.sort((a, b) => a.text.length - b.text.length);
    expect(failures.slice(0, 10)).toEqual([]);
    expect(executed).toBeGreaterThan(COUNT / 2);
    expect(opaque).toBeLessThan(COUNT * 0.4);
  });
});
