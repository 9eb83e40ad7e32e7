import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "./row.js";

/** Exists only while entries wait. */
export const WAITING = "audit.waiting";

let written = 0;

/**
 * Leaves entries beside the log for whoever appends next: on a machine so busy that the log's lock is
 * not to be had in time, nothing is lost and no host stands still.
 *
 * @throws when they cannot be written
 */
export function putAside(directory: string, entries: readonly AuditEntry[], durable: boolean): void {
  // In the order of one process: what it said first comes first into the chain.
  const name = `${String(entries[0]?.time)}-${process.pid}-${String(written++).padStart(6, "0")}`.replaceAll(":", "");
  const own = join(directory, `.${name}`);
  const fd = openSync(own, "wx", 0o600);
  try {
    writeSync(fd, JSON.stringify(entries));
    if (durable) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(join(directory, WAITING), { recursive: true, mode: 0o700 });
      renameSync(own, join(directory, WAITING, `${name}.json`));
      return;
    } catch (error) {
      // Somebody took what waited, and the empty directory with it.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries > 20) throw error;
    }
  }
}

/** What waits beside a log, oldest first. To be called under the log's lock. */
export interface Waiting {
  readonly entries: readonly AuditEntry[];
  /** To be called when they are in the log; dying just before that, a writer leaves them to be written twice. */
  taken(): void;
}

export function waitingIn(directory: string): Waiting | undefined {
  const place = join(directory, WAITING);
  if (!existsSync(place)) return undefined;
  const files = readdirSync(place)
    .sort()
    .map((name) => join(place, name));
  return {
    entries: files.flatMap(read),
    taken() {
      for (const file of files) unlinkSync(file);
      try {
        rmdirSync(place);
      } catch {
        // More came meanwhile.
      }
    },
  };
}

/** A file that cannot be read is not worth the others. */
function read(file: string): AuditEntry[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? (value as AuditEntry[]) : [];
  } catch {
    return [];
  }
}
