import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { analyse } from "../../../src/call/analyse.js";
import type { Analysis } from "../../../src/call/effect.js";
import { programTable } from "../../../src/call/programs/table.js";
import { lists } from "./executed.js";
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
          if (analysis.opaque || lists(analysis, ran, sandbox.home)) continue;
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
