import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { flaw, type Head, START } from "./chain.js";
import { readHead } from "./head-file.js";
import { HEAD_FILE, logFiles, parseRow } from "./log.js";
import type { AuditRow } from "./row.js";

/** A line of the log with its place. */
export interface LogLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Undefined when the line is no row. */
  readonly row: AuditRow | undefined;
}

/** All lines of a log, oldest first, in bounded memory. */
export async function* readLog(directory: string): AsyncGenerator<LogLine> {
  for (const file of logFiles(directory)) {
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text !== "") yield { file, line, text, row: parseRow(text) };
    }
  }
}

export interface Verification {
  readonly ok: boolean;
  readonly rows: number;
  /** Marked places where a writer died. */
  readonly torn: number;
  /** The first bad row and what is wrong with it. */
  readonly problem?: { readonly file: string; readonly line: number; readonly seq?: number; readonly message: string };
}

/** Follows the whole chain and names the first row that does not hold: edited, removed, reordered, cut off. */
export async function verify(directory: string): Promise<Verification> {
  const end = readHead(join(directory, HEAD_FILE));
  let before: Head | undefined = end?.first ?? START;
  let rows = 0;
  let torn = 0;
  let broken: LogLine | undefined;
  let last: LogLine | undefined;
  const bad = (at: LogLine, message: string): Verification => ({
    ok: false,
    rows,
    torn,
    problem: { file: at.file, line: at.line, ...(at.row ? { seq: at.row.seq } : {}), message },
  });
  for await (const at of readLog(directory)) {
    if (!at.row) {
      if (broken) return bad(broken, "is not a row of the audit");
      broken = at;
      continue;
    }
    if (broken) {
      // Only a line that the log itself says was cut short may be unreadable.
      const detail = at.row.event === "torn" ? (at.row.detail as { bytes?: number } | undefined) : undefined;
      if (detail?.bytes !== Buffer.byteLength(broken.text))
        return bad(broken, "is not a row of the audit and not marked as torn");
      torn++;
      broken = undefined;
    }
    const message = flaw(at.row, before);
    if (message !== undefined) return bad(at, message);
    before = { seq: at.row.seq, hash: at.row.hash };
    last = at;
    rows++;
  }
  const reached = before ?? START;
  if (broken && (!end || reached.seq >= end.head.seq)) {
    return { ok: true, rows, torn: torn + 1 };
  }
  if (end && reached.seq < end.head.seq) {
    const at = broken ?? last ?? { file: join(directory, "audit.jsonl"), line: 0, text: "", row: undefined };
    return bad(
      at,
      `is the last one, but the log went on to row ${end.head.seq}: ${end.head.seq - reached.seq} row(s) were cut off`,
    );
  }
  if (end && reached.seq === end.head.seq && reached.hash !== end.head.hash && last) {
    return bad(last, "is not the last row that was written: the end of the chain was replaced");
  }
  return { ok: true, rows, torn };
}
