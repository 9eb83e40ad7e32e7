import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { type Head, START } from "./chain.js";

/**
 * The end of the chain as a file that is also its lock: whoever renames `head` away holds it, and
 * gives it back by renaming. Taking it costs one rename and says where the chain ends, so that
 * nobody has to read the log's tail.
 */
export interface HeldHead {
  readonly head: Head;
  /** The owner before died while holding it: the log's tail must be looked at. */
  readonly recovered: boolean;
  /** First row that the log still has, when rotation dropped earlier ones. */
  readonly first: Head;
  release(head: Head, first?: Head, durable?: boolean): void;
}

const TRIES = 20_000;
/** Looks without a head or a holder after which the head is taken for lost. One look may fall between two renames. */
const LONG_GONE = 200;
const pause = new Int32Array(new SharedArrayBuffer(4));
let counter = 0;

/** Waits without spinning the processor; only ever for the time that another process appends a row. */
function wait(milliseconds: number): void {
  Atomics.wait(pause, 0, 0, milliseconds);
}

/**
 * Takes the head, waiting for other processes.
 *
 * @param file the head's path
 * @param patience milliseconds to wait at most
 * @throws when it cannot be had in time or the directory cannot be written
 */
export function takeHead(file: string, patience = 2_000): HeldHead {
  const mine = `${file}.held-${process.pid}-${counter++}-${hostname().replace(/[^A-Za-z0-9]/g, "")}`;
  let waited = 0;
  let recovered = false;
  let empty = 0;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      renameSync(file, mine);
      return held(file, mine, recovered);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const holders = holdersOf(file);
    empty = holders.length === 0 && !existsSync(file) ? empty + 1 : 0;
    if (empty > 0 && (isFirst(file) || empty > LONG_GONE)) create(file);
    else if (attempt % 20 === 19) recovered = takeOver(file, holders) || recovered;
    if (waited > patience) break;
    const pauseFor = attempt < 10 ? 0.2 : 1;
    waited += pauseFor;
    wait(pauseFor);
  }
  throw new Error(`the audit's head ${file} is held by another process`);
}

/** Whether this process is the one that makes the head of a new log. */
function isFirst(file: string): boolean {
  try {
    closeSync(openSync(`${file}.made`, "wx"));
    return true;
  } catch {
    return false;
  }
}

function create(file: string): void {
  // A link never replaces what is there: of several creators one wins and none overwrites a newer head.
  const own = `${file}.new-${process.pid}-${counter++}`;
  writeFileSync(own, `${encode(START, START)}recover\n`);
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(own);
  }
}

function holdersOf(file: string): string[] {
  const prefix = `${file.slice(dirname(file).length + 1)}.held-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(file), name));
}

/** Gives back a head whose holder is dead. True when one was given back by this process. */
function takeOver(file: string, holders: readonly string[]): boolean {
  for (const holder of holders) {
    const [pid = "", , machine = ""] = holder.slice(holder.lastIndexOf(".held-") + 6).split("-");
    const dead = machine === hostname().replace(/[^A-Za-z0-9]/g, "") ? !isAlive(Number(pid)) : isStale(holder, 60_000);
    if (!dead) continue;
    try {
      // The log may be ahead of a head that died: its next holder looks.
      const text = readFileSync(holder, "utf8");
      writeFileSync(holder, `${text.split("\n")[0]}\nrecover\n`);
      renameSync(holder, file);
      return true;
    } catch {
      // Somebody else was faster.
    }
  }
  return false;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isStale(path: string, age: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > age;
}

function encode(head: Head, first: Head): string {
  return `${JSON.stringify({ seq: head.seq, hash: head.hash, first })}\n`;
}

function held(file: string, mine: string, recovered: boolean): HeldHead {
  const fd = openSync(mine, "r+");
  const buffer = Buffer.alloc(1024);
  const text = buffer.toString("utf8", 0, readSync(fd, buffer, 0, 1024, 0));
  const { head, first, damaged } = decode(text);
  return {
    head,
    first,
    recovered: recovered || damaged || text.includes("\nrecover"),
    release(next, newFirst = first, durable = false) {
      try {
        // Padded to one length, so that a shorter text leaves nothing of a longer one behind.
        writeSync(fd, `${encode(next, newFirst).trimEnd().padEnd(511)}\n`, 0);
        if (durable) fsyncSync(fd);
      } finally {
        closeSync(fd);
        renameSync(mine, file);
      }
    },
  };
}

function decode(text: string): { head: Head; first: Head; damaged: boolean } {
  try {
    const value = JSON.parse(text.split("\n")[0] ?? "") as Partial<Head> & { first?: Head };
    if (typeof value.seq === "number" && typeof value.hash === "string") {
      return { head: { seq: value.seq, hash: value.hash }, first: value.first ?? START, damaged: false };
    }
  } catch {
    // An unreadable head is mended from the log's tail.
  }
  return { head: START, first: START, damaged: true };
}

/** The head as it stands, without taking it; undefined when nobody can read it now. */
export function peekHead(file: string): { head: Head; first: Head } | undefined {
  for (const path of [file, ...(existsSync(dirname(file)) ? holdersOf(file) : [])]) {
    try {
      const { head, first, damaged } = decode(readFileSync(path, "utf8"));
      if (!damaged) return { head, first };
    } catch {
      // Taken in this moment.
    }
  }
  return undefined;
}
