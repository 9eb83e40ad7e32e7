import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { type Head, START } from "./chain.js";

/** The end of a log as a file beside it: without it nobody could tell that the tail was cut off. */
export interface KnownEnd {
  readonly head: Head;
  /** The row before the oldest one that the log still has. */
  readonly first: Head;
  /** Bytes of the log when this was written: another size, and somebody died between log and head. */
  readonly size?: number;
}

/** One length for every head, so that a shorter one leaves nothing of a longer one behind. */
const LENGTH = 512;

export interface HeadFile {
  write(end: KnownEnd): void;
  close(): void;
}

/** Opens the head of a log for writing; only ever written under the log's lock. */
export function openHead(file: string): HeadFile {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
  return {
    write({ head, first, size }) {
      writeSync(fd, `${JSON.stringify({ ...head, first, size }).padEnd(LENGTH - 1)}\n`, 0);
    },
    close: () => closeSync(fd),
  };
}

/** The head as it stands; undefined when there is none or it is damaged. */
export function readHead(file: string): KnownEnd | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<Head> & { first?: Head; size?: number };
    if (typeof value.seq !== "number" || typeof value.hash !== "string") return undefined;
    const { seq, hash, first = START, size } = value;
    return { head: { seq, hash }, first, ...(size === undefined ? {} : { size }) };
  } catch {
    return undefined;
  }
}

/** The last so many bytes of a file, as text. */
export function readTail(fd: number, size: number, most: number): string {
  const length = Math.min(size, most);
  const buffer = Buffer.allocUnsafe(length);
  const read = readSync(fd, buffer, 0, length, size - length);
  return buffer.toString("utf8", 0, read);
}
