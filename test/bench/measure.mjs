// Clocks and figures of the benchmarks.

import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

/** The middle half's width, as a part of the median. */
export function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
  return (at(0.75) - at(0.25)) / median(times);
}

const CPU_AT_EXIT = join(import.meta.dirname, "cpu-at-exit.cjs");

/**
 * Runs processes in turns, so that what else the machine does falls on all alike.
 *
 * @returns milliseconds from start to end, and of processor time, which other work disturbs less
 */
export function inTurns(cases, rounds, box) {
  const wall = cases.map(() => []);
  const cpu = cases.map(() => []);
  const file = join(box, "cpu");
  for (let round = 0; round < rounds; round++) {
    for (const [at, { args, input = "", env = process.env, cwd }] of cases.entries()) {
      const begin = process.hrtime.bigint();
      const { error } = spawnSync(process.execPath, ["-r", CPU_AT_EXIT, ...args], {
        input,
        env: { ...env, CPU_FILE: file },
        cwd,
      });
      const took = Number(process.hrtime.bigint() - begin) / 1e6;
      if (error) throw error;
      // The first round fills caches.
      if (round === 0) continue;
      wall[at].push(took);
      cpu[at].push(Number(readFileSync(file, "utf8")) / 1e3);
    }
  }
  return { wall, cpu };
}

/** Medians of calls made in turns within this process, in microseconds. */
export function callsInTurns(tasks, rounds, warm = Math.ceil(rounds / 2)) {
  const times = tasks.map(() => []);
  for (let round = 0; round < warm + rounds; round++) {
    for (const [at, task] of tasks.entries()) {
      const begin = process.hrtime.bigint();
      task();
      if (round >= warm) times[at].push(Number(process.hrtime.bigint() - begin) / 1e3);
    }
  }
  return times;
}

const LIBRARY = join(import.meta.dirname, "library.mjs");

/**
 * Decisions of libraries on the ordinary commands, each library in a process of its own as in a host,
 * the processes in turns, so that what else the machine does falls on all alike.
 *
 * @param libraries what each is called in `library.mjs`, with its file
 * @returns microseconds of each decision
 */
export async function librariesInTurns(libraries, { project, home }, rounds, warm = Math.ceil(rounds / 2)) {
  const processes = libraries.map(([name, file]) => fork(LIBRARY, [name, file, project, home]));
  const times = libraries.map(() => []);
  for (const each of processes) await once(each, "message");
  for (let round = 0; round < warm + rounds; round++) {
    for (const [at, each] of processes.entries()) {
      const answer = once(each, "message");
      each.send("judge");
      const [took] = await answer;
      if (round >= warm) times[at].push(...took);
    }
  }
  for (const each of processes) each.disconnect();
  return times;
}
