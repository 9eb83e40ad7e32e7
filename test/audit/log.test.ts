import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openAudit } from "../../src/audit/log.js";
import type { AuditEntry } from "../../src/audit/row.js";
import { readLog, verify } from "../../src/audit/verify.js";
import { putAside, WAITING } from "../../src/audit/waiting.js";
import { withLock } from "../../src/brain/lock.js";
import { newOwner, writeOwner } from "../../src/brain/owner.js";
import { bundle } from "../support/bundle.js";

const root = mkdtempSync(join(tmpdir(), "bailiff-audit-"));
let directory = "";
let worker = "";
const now = (): Date => new Date("2026-01-02T03:04:05Z");

const entry = (n: number): AuditEntry => ({
  time: now().toISOString(),
  event: n % 2 ? "exit" : "enter",
  correlation: `c${n}`,
  host: "cli",
  tool: "bash",
  args: `echo ${n} "quoted" \u00e9 \ud800 \\ud800 \\\ud800`,
});

beforeAll(async () => {
  worker = await bundle(
    `import { openAudit } from "./audit/log.js";
     const [, , directory, count, name] = process.argv;
     const log = openAudit({ directory, now: () => new Date(0) });
     for (let i = 0; i < Number(count); i++) {
       const row = { time: "t", event: "enter", correlation: name + "-" + i, host: "cli" };
       const seq = log.append([row, { ...row, event: "exit" }]);
       if (seq === null && (log.failures || !process.env.ASIDE)) { process.stderr.write(String(log.lastError)); process.exit(1); }
       if (process.env.SAY) process.stdout.write(seq + "\\n");
     }`,
    join(root, "worker.cjs"),
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  directory = mkdtempSync(join(root, "log-"));
});

function fill(rows: number): string[] {
  const log = openAudit({ directory, now });
  for (let n = 0; n < rows; n++) expect(log.append([entry(n)])).toBe(n + 1);
  log.close();
  return readFileSync(join(directory, "audit.jsonl"), "utf8").trimEnd().split("\n");
}

function rewrite(lines: readonly string[]): void {
  writeFileSync(join(directory, "audit.jsonl"), lines.map((line) => `${line}\n`).join(""));
}

test("rows chain and verify, across openings", async () => {
  fill(5);
  const log = openAudit({ directory, now });
  expect(log.append([entry(5), entry(6)], true)).toBe(7);
  expect(await verify(directory)).toEqual({ ok: true, rows: 7, torn: 0 });
});

describe("tampering is named", () => {
  const cases: [what: string, change: (lines: string[]) => string[], line: number, message: RegExp][] = [
    ["one byte edited", (l) => l.with(3, (l[3] as string).replace("echo 3", "echo 4")), 4, /edited/],
    ["a row removed", (l) => l.toSpliced(4, 1), 5, /1 row\(s\) were removed/],
    ["the first row removed", (l) => l.slice(1), 1, /removed/],
    ["two rows swapped", (l) => l.with(2, l[3] as string).with(3, l[2] as string), 3, /removed|reordered/],
    ["a row repeated", (l) => l.toSpliced(5, 0, l[4] as string), 6, /reordered or repeated/],
    ["the tail cut off", (l) => l.slice(0, 6), 6, /4 row\(s\) were cut off/],
    ["a foreign line", (l) => l.toSpliced(2, 0, "hello"), 3, /not a row/],
    ["half a row", (l) => l.with(9, (l[9] as string).slice(0, 50)), 10, /cut off|not a row/],
  ];
  test.each(cases)("%s", async (_what, change, line, message) => {
    rewrite(change(fill(10)));
    const result = await verify(directory);
    expect(result).toMatchObject({ ok: false, problem: { line } });
    expect(result.problem?.message).toMatch(message);
  });
});

test("rotation carries the chain over and keeps five files", async () => {
  const log = openAudit({ directory, largest: 2_000, now });
  for (let n = 0; n < 200; n++) log.append([entry(n)]);
  log.close();
  const result = await verify(directory);
  expect(result).toMatchObject({ ok: true, torn: 0 });
  expect(result.rows).toBeLessThan(200);
  let last = 0;
  for await (const line of readLog(directory)) last = line.row?.seq ?? last;
  expect(last).toBe(200);
});

test("processes that append at once lose and tear nothing", { timeout: 60_000 }, async () => {
  const run = (name: string): Promise<number | null> =>
    new Promise((done) => {
      const child = spawn(process.execPath, [worker, directory, "100", name], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      child.on("exit", done);
    });
  process.env.ASIDE = "1";
  const codes = await Promise.all(Array.from({ length: 12 }, (_, n) => run(`p${n}`)));
  expect(codes).toEqual(codes.map(() => 0));
  // What was left beside the log by who had no time is taken along.
  expect(openAudit({ directory, now }).append([entry(0)])).toBe(2401);
  expect(await verify(directory)).toEqual({ ok: true, rows: 2401, torn: 0 });
});

test("a writer killed at any moment leaves a chain that goes on", { timeout: 60_000 }, async () => {
  let acknowledged = 0;
  for (let round = 0; round < 15; round++) {
    await new Promise<void>((done) => {
      const child = spawn(process.execPath, [worker, directory, "100000", `k${round}`], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, SAY: "1" },
      });
      let seen = 0;
      child.stdout.on("data", (data: Buffer) => {
        for (const line of data.toString().split("\n"))
          if (/^\d+$/.test(line)) acknowledged = Math.max(acknowledged, Number(line));
        seen += data.length;
        if (seen > 40 + round * 37) child.kill("SIGKILL");
      });
      child.on("exit", () => done());
    });
  }
  const log = openAudit({ directory, now });
  expect(log.append([entry(0)])).toBeGreaterThan(acknowledged);
  const result = await verify(directory);
  expect(result.problem).toBeUndefined();
  expect(result.rows).toBeGreaterThan(acknowledged);
});

test("a torn tail is marked and the next append goes on", async () => {
  fill(3);
  appendFileSync(join(directory, "audit.jsonl"), '{"half":');
  const log = openAudit({ directory, now });
  expect(log.append([entry(9)])).toBe(5);
  expect(await verify(directory)).toEqual({ ok: true, rows: 5, torn: 1 });
});

describe("while another process holds the log", () => {
  const held = (work: () => void): void => withLock(join(directory, "audit.lock"), work);
  const entries = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { row } of readLog(directory)) found.push(row?.correlation ?? "");
    return found;
  };

  test("rows wait beside it, and the next writer takes them along, in their order", async () => {
    fill(1);
    const log = openAudit({ directory, now });
    held(() => {
      // A lock of this very process cannot be waited for.
      expect(log.append([entry(1)])).toBeNull();
    });
    expect(log.failures).toBe(1);
    putAside(directory, [entry(2), entry(3)], false);
    putAside(directory, [entry(4)], true);
    expect(existsSync(join(directory, WAITING))).toBe(true);
    expect(log.append([entry(5)])).toBe(5);
    expect(await entries()).toEqual(["c0", "c2", "c3", "c4", "c5"]);
    expect(existsSync(join(directory, WAITING))).toBe(false);
    expect(await verify(directory)).toEqual({ ok: true, rows: 5, torn: 0 });
  });

  test("what waits and cannot be read does not stop the rest", async () => {
    fill(1);
    putAside(directory, [entry(1)], false);
    writeFileSync(join(directory, WAITING, "0.json"), '[{"half":');
    expect(openAudit({ directory, now }).append([entry(2)])).toBe(3);
    expect(await entries()).toEqual(["c0", "c1", "c2"]);
  });

  test("a process that has no time to wait loses nothing", { timeout: 30_000 }, async () => {
    fill(1);
    symlinkSync(writeOwner(newOwner()), join(directory, "audit.lock"));
    const child = spawnSync(process.execPath, [worker, directory, "1", "w"], { env: { ...process.env, ASIDE: "1" } });
    expect(child.status).toBe(0);
    expect(readFileSync(join(directory, "audit.jsonl"), "utf8").split("\n")).toHaveLength(2);
    unlinkSync(join(directory, "audit.lock"));
    expect(openAudit({ directory, now }).append([entry(9)])).toBe(4);
    expect(await entries()).toEqual(["c0", "w-0", "w-0", "c9"]);
    expect((await verify(directory)).ok).toBe(true);
  });
});

test("a writer that died after it rotated and before it wrote leaves the chain whole", async () => {
  const lines = fill(4);
  // The head is of row 3: the writer of row 4 died before it said so.
  const third = JSON.parse(lines[2] as string);
  const head = { seq: third.seq, hash: third.hash, first: { seq: 0, hash: "0".repeat(64) }, size: 1 };
  writeFileSync(join(directory, "audit.head"), `${JSON.stringify(head).padEnd(511)}\n`);
  renameSync(join(directory, "audit.jsonl"), join(directory, "audit.1.jsonl"));
  expect(openAudit({ directory, now }).append([entry(4)])).toBe(5);
  expect(await verify(directory)).toEqual({ ok: true, rows: 5, torn: 0 });
});

test("a directory that cannot be made is reported and throws nothing", () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  const log = openAudit({ directory: join(file, "audit"), now });
  expect(log.append([entry(1)])).toBeNull();
  expect(log.failures).toBe(1);
  expect(log.lastError).toMatch(/ENOTDIR|EEXIST/);
});

test("rows that may wait keep their order and come before later ones", async () => {
  const log = openAudit({ directory, now });
  log.later([entry(0)]);
  log.later([entry(1)]);
  expect(log.append([entry(2)], true)).toBe(3);
  log.later([entry(3)]);
  log.close();
  const order: string[] = [];
  for await (const { row } of readLog(directory)) order.push(row?.correlation ?? "");
  expect(order).toEqual(["c0", "c1", "c2", "c3"]);
  expect((await verify(directory)).ok).toBe(true);
});
