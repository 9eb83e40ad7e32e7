import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Busy, withLock } from "../brain/lock.js";
import { chain, type Head, START } from "./chain.js";
import { type HeadFile, type KnownEnd, openHead, readHead, readTail } from "./head-file.js";
import type { AuditEntry, AuditRow } from "./row.js";
import { putAside, waitingIn } from "./waiting.js";

export const LOG_FILE = "audit.jsonl";
export const HEAD_FILE = "audit.head";
const LOCK_FILE = "audit.lock";
/** Bytes after which the log is rotated, and how many older files are kept. */
const LARGEST = 10_000_000;
const KEPT = 5;
/** A row is shorter than this; of the tail only so much is looked at. */
const LONGEST_ROW = 65_536;
/** Milliseconds to wait for other processes; then the rows are left for the next one to write. */
const PATIENCE = 500;

/** Milliseconds that a row may wait for another one to ride along with. */
const RIDE = 1_000;

export interface AuditLog {
  /**
   * Appends rows to the chain, whole and in order, whatever other processes append meanwhile.
   *
   * @param durable flushed to the disk before it returns (refusals)
   * @returns the number of the last row, or null when the rows wait for the next writer or nothing could
   *   be written; never throws
   */
  append(entries: readonly AuditEntry[], durable?: boolean): number | null;
  /**
   * Appends rows as soon as the current turn of the event loop is over, several in one go; they
   * come before all rows of later appends. For long-lived processes, on the path of allowed calls.
   *
   * @param riding they may ride along with what is appended next, and are written after a second at the latest
   */
  later(entries: readonly AuditEntry[], riding?: boolean): void;
  /** Appends that failed since the start. */
  readonly failures: number;
  /** The last failure, for the one warning a person gets. */
  readonly lastError: string | undefined;
  close(): void;
}

export interface AuditOptions {
  /** Directory of the log; made when missing. */
  readonly directory: string;
  /** Bytes after which the log is rotated. */
  readonly largest?: number;
  readonly now: () => Date;
}

/** Opens the audit of a project. Nothing is touched before the first append. */
export function openAudit(options: AuditOptions): AuditLog {
  const writer = new Writer(options);
  let failures = 0;
  let lastError: string | undefined;
  let queue: AuditEntry[] = [];
  let soon = false;
  let ride: ReturnType<typeof setTimeout> | undefined;
  const append = (entries: readonly AuditEntry[], durable = false): number | null => {
    const all = queue.length === 0 ? entries : [...queue, ...entries];
    queue = [];
    try {
      return all.length === 0 ? null : writer.append(all, durable);
    } catch (error) {
      lastError = String(error);
      failures++;
      return null;
    }
  };
  return {
    append,
    later(entries, riding = false) {
      queue.push(...entries);
      if (!riding && !soon) {
        soon = true;
        setImmediate(() => {
          soon = false;
          append([]);
        });
      } else if (riding) {
        ride ??= setTimeout(() => {
          ride = undefined;
          append([]);
        }, RIDE).unref();
      }
    },
    get failures() {
      return failures;
    },
    get lastError() {
      return lastError;
    },
    close() {
      clearTimeout(ride);
      ride = undefined;
      append([]);
      writer.close();
    },
  };
}

/** What this process knows of the log since its last append; stale as soon as the size differs. */
interface Known extends KnownEnd {
  readonly inode: number;
  readonly size: number;
}

class Writer {
  private readonly file: string;
  private readonly lock: string;
  private fd: number | undefined;
  private inode = 0;
  private headFile: HeadFile | undefined;
  private known: Known | undefined;

  constructor(private readonly options: AuditOptions) {
    this.file = join(options.directory, LOG_FILE);
    this.lock = join(options.directory, LOCK_FILE);
  }

  append(entries: readonly AuditEntry[], durable: boolean): number | null {
    if (this.headFile === undefined) mkdirSync(this.options.directory, { recursive: true, mode: 0o700 });
    let seq: number | null;
    try {
      seq = withLock(this.lock, () => this.appendLocked(entries), { wait: PATIENCE });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      putAside(this.options.directory, entries, durable);
      return null;
    }
    // Nobody else has to wait for the disk. Of the head nothing is lost with the power: the log tells it.
    if (durable && this.fd !== undefined) fsyncSync(this.fd);
    return seq;
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.headFile?.close();
    this.fd = undefined;
    this.headFile = undefined;
    this.known = undefined;
  }

  private appendLocked(entries: readonly AuditEntry[]): number {
    let fd = this.open();
    let size = fstatSync(fd).size;
    let end: KnownEnd =
      this.known?.inode === this.inode && this.known.size === size ? this.known : this.catchUp(fd, size);
    if (size > (this.options.largest ?? LARGEST)) {
      end = { head: end.head, first: rotate(this.options.directory) ?? end.first };
      fd = this.open();
      size = 0;
    } else if (end !== this.known) size = fstatSync(fd).size;
    let text = "";
    let head = end.head;
    const waiting = waitingIn(this.options.directory);
    for (const entry of waiting ? [...waiting.entries, ...entries] : entries) {
      const link = chain(entry, head);
      head = link.head;
      text += `${link.line}\n`;
    }
    const written = appendWhole(fd, text, size);
    this.headFile ??= openHead(join(this.options.directory, HEAD_FILE));
    this.known = { head, first: end.first, inode: this.inode, size: size + written };
    this.headFile.write(this.known);
    waiting?.taken();
    return head.seq;
  }

  /** The file under its name may have been rotated away by another process. */
  private open(): number {
    const stat = statSync(this.file, { throwIfNoEntry: false });
    if (this.fd !== undefined && stat?.ino === this.inode) return this.fd;
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = openSync(this.file, "a+", 0o600);
    this.inode = fstatSync(this.fd).ino;
    return this.fd;
  }

  /**
   * Where the chain ends when others wrote since: head and log brought together. A line that a dying
   * writer left incomplete is marked with a row of its own.
   */
  private catchUp(fd: number, size: number): KnownEnd {
    const end = readHead(join(this.options.directory, HEAD_FILE));
    if (end && end.size === size) return end;
    let head = end?.head ?? START;
    const first = end?.first ?? START;
    const lines = readTail(fd, size, LONGEST_ROW * 2).split("\n");
    const torn = lines.pop() ?? "";
    const row = lastRowOf(lines);
    if (row && row.seq > head.seq) head = row;
    const before = join(this.options.directory, "audit.1.jsonl");
    if (size === 0 && existsSync(before)) {
      // Who rotated may have died before it wrote.
      const last = endOf(before);
      if (last && last.seq > head.seq) head = last;
    }
    if (torn !== "") {
      const link = chain(tornEntry(torn, this.options.now()), head);
      appendWhole(fd, `\n${link.line}\n`, size);
      head = link.head;
    }
    return { head, first };
  }
}

function tornEntry(torn: string, now: Date): AuditEntry {
  return {
    time: now.toISOString(),
    event: "torn",
    correlation: "",
    host: "bailiff",
    detail: { bytes: Buffer.byteLength(torn), reason: "a writer died while appending; the line above is incomplete" },
  };
}

/** Appends all of a text or nothing: what a full disk cut short is taken back. Returns its bytes. */
function appendWhole(fd: number, text: string, before: number): number {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(fd, before);
    throw error;
  }
  return written;
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

function lastRowOf(lines: readonly string[]): Head | undefined {
  for (let i = lines.length - 1; i >= 0; i--) {
    const row = parseRow(lines[i] ?? "");
    if (row) return { seq: row.seq, hash: row.hash };
  }
  return undefined;
}

/** Moves the files on by one. Returns the row before the oldest that is left, when rows were dropped. */
function rotate(directory: string): Head | undefined {
  const name = (n: number): string => join(directory, n === 0 ? LOG_FILE : `audit.${n}.jsonl`);
  let dropped: Head | undefined;
  if (existsSync(name(KEPT))) {
    dropped = endOf(name(KEPT));
    unlinkSync(name(KEPT));
  }
  for (let n = KEPT - 1; n >= 0; n--) if (existsSync(name(n))) renameSync(name(n), name(n + 1));
  return dropped;
}

function endOf(file: string): Head | undefined {
  const fd = openSync(file, "r");
  try {
    return lastRowOf(readTail(fd, fstatSync(fd).size, LONGEST_ROW * 2).split("\n"));
  } finally {
    closeSync(fd);
  }
}

/** The log's files that exist, oldest first. */
export function logFiles(directory: string): string[] {
  const files: string[] = [];
  for (let n = KEPT; n >= 1; n--) files.push(join(directory, `audit.${n}.jsonl`));
  files.push(join(directory, LOG_FILE));
  return files.filter((file) => existsSync(file));
}
