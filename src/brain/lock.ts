import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { codeOf } from "./files.js";
import { lifeOf, newOwner, type Owner, readOwner, writeOwner } from "./owner.js";

/*
 * A lock that works across processes, synchronously, and notices a dead holder at once.
 *
 * Not a library: proper-lockfile's synchronous form does not wait, tells a dead holder by a timer
 * that a blocked event loop starves, and hooks the host's exit; os-level locks (flock) are not to be
 * had without native code.
 *
 * The lock is a symbolic link whose *target* names the holder: one system call creates it together
 * with its content, or fails because somebody else holds it (Emacs locks files the same way). Where
 * links cannot be made it is a file with the same text.
 *
 * A dead holder N is succeeded by whoever creates `lock.N`, which only one can, and renames it over
 * the lock, which happens only while the lock still names N. So a slow process that judged N dead
 * long ago cannot take the lock from a later holder.
 */

/** Longest a holder may be in doubt (another machine, no process table) before it counts as dead, milliseconds. */
const LEASE = 30_000;

export interface LockOptions {
  /** How long to wait for another holder, milliseconds. */
  readonly wait?: number;
}

/** The lock was not to be had in time; nothing was done. */
export class Busy extends Error {
  override name = "Busy";
}

/** Proof of a hold, for checking it before the deed. */
export interface Hold {
  /** False when the lock was taken from this process, which a sleeping machine can bring about. */
  stillHeld(): boolean;
}

const held = new Set<string>();
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs `body` while no other process runs a body under the same path.
 *
 * @param path where the lock stands while it is held; its directory must exist
 * @throws {Busy} when another process holds it for longer than `wait` (5 s unless told)
 */
export function withLock<T>(path: string, body: (hold: Hold) => T, options: LockOptions = {}): T {
  if (held.has(path)) throw new Error(`lock ${path} is taken twice by the same caller`);
  const owner = acquire(path, options.wait ?? 5000);
  held.add(path);
  try {
    return body({ stillHeld: () => readMarker(path) === writeOwner(owner) });
  } finally {
    held.delete(path);
    release(path, owner);
  }
}

function acquire(path: string, wait: number): Owner {
  const owner = newOwner();
  const deadline = Date.now() + wait;
  for (let round = 0; ; round++) {
    if (createMarker(path, writeOwner(owner))) return owner;
    if (succeed(path, owner)) return owner;
    if (Date.now() >= deadline) throw new Busy(`another process holds ${path}`);
    // Bodies take about a millisecond. The spread keeps fifty waiters from waking together.
    Atomics.wait(sleeper, 0, 0, spread(owner, round) * Math.min(1 + round / 4, 16));
  }
}

/** Between 0.5 and 1.5, different for every waiter and round. */
function spread(owner: Owner, round: number): number {
  return 0.5 + ((Number.parseInt(owner.nonce.slice(0, 8), 16) + round * 2_654_435_761) % 1000) / 1000;
}

function release(path: string, owner: Owner): void {
  try {
    if (readMarker(path) === writeOwner(owner)) unlinkSync(path);
  } catch {
    // The next one finds a holder that is dead or past its lease.
  }
}

/** Takes the lock over from a holder that is gone. */
function succeed(path: string, owner: Owner, depth = 0): boolean {
  const text = readMarker(path);
  if (text === undefined || depth > 8) return false;
  if (!abandoned(path, text)) return false;
  const next = `${path}.${readOwner(text)?.nonce ?? "unreadable"}`;
  if (!createMarker(next, writeOwner(owner))) {
    // Somebody else is succeeding; if that one died too, the place before it is succeeded first.
    if (!succeed(next, owner, depth + 1)) return false;
  }
  if (readMarker(path) !== text) {
    unlinkSync(next);
    return false;
  }
  renameSync(next, path);
  return true;
}

function abandoned(path: string, text: string): boolean {
  const holder = readOwner(text);
  const life = holder ? lifeOf(holder) : "unknown";
  if (life !== "unknown") return life === "dead";
  const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // A clock set back makes an age negative for good: that, too, is a lease that has run out.
  return age > LEASE || age < -LEASE;
}

/** False when the path is taken. */
function createMarker(path: string, text: string): boolean {
  try {
    symlinkSync(text, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOSYS" && code !== "EOPNOTSUPP" && code !== "ENOTSUP" && code !== "EINVAL")
      throw error;
  }
  try {
    const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeSync(fd, text);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The text of a lock; undefined when nobody holds it. */
function readMarker(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
  }
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
