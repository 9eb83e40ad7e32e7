import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { chain, type Head, START } from "./chain.js";
import { takeHead } from "./head-file.js";
import type { AuditEntry, AuditRow } from "./row.js";

export const LOG_FILE = "audit.jsonl";
export const HEAD_FILE = "audit.head";
/** Bytes after which the log is rotated, and how many older files are kept. */
const LARGEST = 10_000_000;
const KEPT = 5;
/** A row is at most this long; of a longer tail only that much is looked at. */
const LONGEST_ROW = 262_144;

export interface AuditLog {
  /**
   * Appends rows to the chain, whole and in order, whatever other processes append meanwhile.
   *
   * @param durable flushed to the disk before it returns (refusals)
   * @returns the number of the last row, or null when nothing could be written; never throws
   */
  append(entries: readonly AuditEntry[], durable?: boolean): number | null;
  /** Appends that failed since the start. */
  readonly failures: number;
  /** The last failure, for the one warning a person gets. */
  readonly lastError: string | undefined;
  close(): void;
}

export interface AuditOptions {
  /** Directory of the log; made when missing. */
  readonly directory: string;
  readonly largest?: number;
  readonly now: () => Date;
}

/** Opens the audit of a project. Nothing is touched before the first append. */
export function openAudit({ directory, largest = LARGEST, now }: AuditOptions): AuditLog {
  const file = join(directory, LOG_FILE);
  const headFile = join(directory, HEAD_FILE);
  let fd: number | undefined;
  let inode = 0;
  let failures = 0;
  let lastError: string | undefined;

  /** The file under its name may have been rotated by another process since. */
  const open = (): number => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (fd !== undefined && stat?.ino === inode) return fd;
    if (fd !== undefined) closeSync(fd);
    fd = openSync(file, "a+", 0o600);
    inode = fstatSync(fd).ino;
    return fd;
  };

  const write = (entries: readonly AuditEntry[], durable: boolean): number => {
    const held = takeHead(headFile);
    let head: Head = held.head;
    let first = held.first;
    try {
      let at = open();
      if (held.recovered) ({ head } = mend(at, held.head, now()));
      if (fstatSync(at).size > largest) {
        first = rotate(directory) ?? first;
        at = open();
      }
      let text = "";
      let next = head;
      for (const entry of entries) {
        const link = chain(entry, next);
        next = link.head;
        text += `${link.line}\n`;
      }
      append(at, text);
      head = next;
      if (durable) fsyncSync(at);
    } finally {
      held.release(head, first, durable);
    }
    return head.seq;
  };

  return {
    append(entries, durable = false) {
      try {
        return write(entries, durable);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") {
          try {
            mkdirSync(directory, { recursive: true, mode: 0o700 });
            return write(entries, durable);
          } catch (second) {
            lastError = String(second);
          }
        } else lastError = String(error);
        failures++;
        return null;
      }
    },
    get failures() {
      return failures;
    },
    get lastError() {
      return lastError;
    },
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/** Appends whole lines or none: what a full disk cut short is taken back. */
function append(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  const before = fstatSync(fd).size;
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(fd, before);
    throw error;
  }
}

/**
 * Brings head and log together after a holder died: rows that were written but not counted are
 * counted, a line that was cut short is marked.
 */
function mend(fd: number, known: Head, now: Date): { head: Head } {
  const tail = readTail(fd);
  const lines = tail.split("\n");
  const torn = lines.pop() ?? "";
  let head = known;
  for (const line of lines) {
    const row = parseRow(line);
    if (row && row.seq > head.seq) head = { seq: row.seq, hash: row.hash };
  }
  if (torn !== "") {
    const entry: AuditEntry = {
      time: now.toISOString(),
      event: "torn",
      correlation: "",
      host: "bailiff",
      detail: { bytes: Buffer.byteLength(torn), reason: "a writer died while appending; the line above is incomplete" },
    };
    const link = chain(entry, head);
    append(fd, `\n${link.line}\n`);
    head = link.head;
  }
  return { head };
}

function readTail(fd: number): string {
  const size = fstatSync(fd).size;
  const length = Math.min(size, LONGEST_ROW * 2);
  const buffer = Buffer.alloc(length);
  readSync(fd, buffer, 0, length, size - length);
  return buffer.toString("utf8");
}

/** A line as a row; undefined when it is none. */
export function parseRow(line: string): AuditRow | undefined {
  try {
    const value = JSON.parse(line) as Partial<AuditRow> | null;
    return value && typeof value.seq === "number" && typeof value.hash === "string" ? (value as AuditRow) : undefined;
  } catch {
    return undefined;
  }
}

/** Moves the files on by one. Returns the row before the oldest that is left, when rows were dropped. */
function rotate(directory: string): Head | undefined {
  const name = (n: number): string => join(directory, n === 0 ? LOG_FILE : `audit.${n}.jsonl`);
  let dropped: Head | undefined;
  if (existsSync(name(KEPT))) {
    dropped = lastRow(name(KEPT));
    unlinkSync(name(KEPT));
  }
  for (let n = KEPT - 1; n >= 0; n--) if (existsSync(name(n))) renameSync(name(n), name(n + 1));
  return dropped;
}

function lastRow(file: string): Head {
  const fd = openSync(file, "r");
  try {
    for (const line of readTail(fd).split("\n").reverse()) {
      const row = parseRow(line);
      if (row) return { seq: row.seq, hash: row.hash };
    }
  } finally {
    closeSync(fd);
  }
  return START;
}

/** The log's files that exist, oldest first. */
export function logFiles(directory: string): string[] {
  const files: string[] = [];
  for (let n = KEPT; n >= 1; n--) files.push(join(directory, `audit.${n}.jsonl`));
  files.push(join(directory, LOG_FILE));
  return files.filter((file) => existsSync(file));
}
