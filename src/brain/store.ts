import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { codeOf, type Files, nodeFiles } from "./files.js";
import type { Kind } from "./kinds.js";
import { type Loaded, load, message } from "./load.js";
import { Busy, type Hold, withLock } from "./lock.js";

/** Why a write was not made. Nothing was changed, except with `unsure`. */
export type Refusal =
  | "busy" // another process held the lock for too long
  | "frozen" // the mode lets nothing be written
  | "newer" // the file belongs to a later bailiff
  | "invalid" // the new value is not what the schema says
  | "full" // no space, or over quota
  | "denied" // read-only, or no permission
  | "unsure" // written, but the disk did not confirm it
  | "failed"; // anything else

export type Written<T> =
  | { readonly ok: true; readonly value: T; readonly changed: boolean; readonly problem?: Problem }
  | { readonly ok: false; readonly reason: Refusal; readonly message: string };

/** Something about a file that a person should hear of. */
export interface Problem {
  readonly file: string;
  readonly message: string;
  /** Where the invalid file was put. */
  readonly kept?: string;
}

export interface StoreOptions {
  readonly files?: Files;
  /** READONLY: nothing is ever written. */
  readonly frozen?: boolean;
  /** Longest wait for another process, milliseconds. */
  readonly wait?: number;
}

interface UpdateOptions {
  /** False where losing the last write to a power cut costs nothing. The file is whole in any case. */
  readonly durable?: boolean;
  /** False where a damaged file may as well begin anew: no copy of the last good version is kept. */
  readonly copy?: boolean;
}

/**
 * Files of the brain: each is valid at every moment, whoever is killed, and no acknowledged change
 * is lost, however many processes write.
 *
 * A write is: lock, read, change, check, temporary file in the same directory, fsync, rename, fsync
 * of the directory. What was written is copied to `.NAME.good`, from which a file that somebody
 * else damaged is restored; the damaged one is kept as `NAME.corrupt-TIME`.
 */
export interface Store {
  readonly files: Files;
  readonly frozen: boolean;
  /** What stands in a file, as it is: no lock, no repair. */
  peek<T>(kind: Kind<T>, path: string): Loaded<T>;
  /** The value to work with: the file's, else the last good one, else `initial`. Repairs nothing. */
  read<T>(kind: Kind<T>, path: string, initial: T): { readonly value: T; readonly problem?: Problem };
  /**
   * Changes a file under its lock; never throws for the disk's or another process's sake.
   *
   * @param now milliseconds since 1970, names the place of an invalid file
   * @param initial the value where there is no file; null leaves a missing file alone
   * @param change the new value, or null for "as it is"; may run only once, inside the lock
   */
  update<T>(
    kind: Kind<T>,
    path: string,
    now: number,
    initial: T | null,
    change: (value: T) => T | null,
    options?: UpdateOptions,
  ): Written<T>;
  /** Runs `body` under the lock of a file without writing to it: for moving it. */
  exclusively<R>(path: string, body: (hold: Hold) => R): R;
}

export function makeStore(options: StoreOptions = {}): Store {
  const files = options.files ?? nodeFiles;
  const frozen = options.frozen ?? false;
  const lock = <R>(path: string, body: (hold: Hold) => R): R =>
    withLock(join(dirname(path), `.${basename(path)}.lock`), body, { wait: options.wait ?? 5000 });

  return {
    files,
    frozen,
    peek: (kind, path) => load(files, kind, path),
    read(kind, path, initial) {
      const found = load(files, kind, path);
      if (found.state === "valid") return { value: found.value };
      if (found.state === "missing") return { value: initial };
      const good = load(files, kind, goodOf(path));
      return {
        value: good.state === "valid" && found.state === "invalid" ? good.value : initial,
        problem: { file: path, message: describe(found) },
      };
    },
    update(kind, path, now, initial, change, { durable = true, copy = true } = {}) {
      if (frozen) return { ok: false, reason: "frozen", message: "the brain is frozen in this mode" };
      try {
        if (initial === null && files.stat(path) === undefined && files.stat(goodOf(path)) === undefined)
          return { ok: false, reason: "failed", message: `${path} does not exist` };
        const directory = files.stat(dirname(path));
        if (directory === undefined) files.makeDirectory(dirname(path));
        else if (directory.type !== "directory")
          return { ok: false, reason: "denied", message: `${dirname(path)} is not a directory of its own` };
        return lock(path, (hold) => write(files, kind, path, now, initial, change, { durable, copy }, hold));
      } catch (error) {
        return refusal(error);
      }
    },
    exclusively: lock,
  };
}

/** Where the copy of the last good version of a file stands. */
export function goodOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.good`);
}

/** How an error of the disk or a lock reads as a refusal. */
export function refusal(error: unknown): { readonly ok: false; readonly reason: Refusal; readonly message: string } {
  const code = codeOf(error);
  const reason: Refusal =
    error instanceof Busy
      ? "busy"
      : code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG"
        ? "full"
        : code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR"
          ? "denied"
          : "failed";
  return { ok: false, reason, message: message(error) };
}

function write<T>(
  files: Files,
  kind: Kind<T>,
  path: string,
  now: number,
  initial: T | null,
  change: (value: T) => T | null,
  { durable, copy }: Required<UpdateOptions>,
  hold: Hold,
): Written<T> {
  const found = load(files, kind, path);
  if (found.state === "newer" || found.state === "unreadable")
    return { ok: false, reason: found.state === "newer" ? "newer" : "denied", message: `${path} ${describe(found)}` };
  let base = initial;
  let problem: Problem | undefined;
  if (found.state === "valid") base = found.value;
  if (found.state === "invalid") {
    const good = load(files, kind, goodOf(path));
    if (good.state === "valid") base = good.value;
    problem = { file: path, message: describe(found), kept: quarantine(files, path, now) };
  }
  if (base === null) return { ok: false, reason: "failed", message: `${path} holds nothing that could be changed` };
  const next = change(base) ?? (found.state === "invalid" ? base : null);
  const told = problem === undefined ? {} : { problem };
  if (next === null) return { ok: true, value: base, changed: false, ...told };
  const wrong = kind.check(next);
  if (wrong !== undefined) return { ok: false, reason: "invalid", message: `the new ${kind.name} ${wrong}` };
  const text = `${JSON.stringify(next, null, 2)}\n`;
  if (!replace(files, path, text, durable, hold))
    return { ok: false, reason: "busy", message: `the lock of ${path} was lost` };
  if (durable) {
    try {
      files.syncDirectory(dirname(path));
    } catch (error) {
      return { ok: false, reason: "unsure", message: message(error) };
    }
  }
  try {
    if (copy) replace(files, goodOf(path), text, false, hold);
  } catch {
    // The copy is a comfort; the file itself is safe.
  }
  return { ok: true, value: next, changed: true, ...told };
}

/** Puts `text` at `path` in one step; false, and nothing done, when the lock is no longer held. */
function replace(files: Files, path: string, text: string, durable: boolean, hold: Hold): boolean {
  const name = basename(path).replace(/^\./, "");
  const temporary = join(dirname(path), `.${name}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    files.create(temporary, text, durable);
    if (!hold.stillHeld()) {
      files.remove(temporary);
      return false;
    }
    files.rename(temporary, path);
    return true;
  } catch (error) {
    try {
      files.remove(temporary);
    } catch {
      // Never created, or the disk is gone; purge sweeps what is left.
    }
    throw error;
  }
}

/** Gives an invalid file a second name, so that the repaired one can take its place in one step. */
function quarantine(files: Files, path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, "-");
  const regular = files.stat(path)?.type === "file";
  for (let n = 1; ; n++) {
    const kept = `${path}.corrupt-${stamp}${n === 1 ? "" : `-${n}`}`;
    if (files.stat(kept) !== undefined && n < 1000) continue;
    if (!regular) {
      // A link, pipe or directory cannot be replaced by a rename of a file in every case: it is moved.
      files.rename(path, kept);
      return kept;
    }
    try {
      files.link(path, kept);
    } catch (error) {
      if (codeOf(error) === "EEXIST" && n < 1000) continue;
      if (!NO_LINKS.has(codeOf(error))) throw error;
      files.create(kept, files.read(path), true);
    }
    return kept;
  }
}

/** Codes with which file systems without hard links answer. */
export const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EXDEV"]);

function describe(found: Exclude<Loaded<unknown>, { state: "valid" }>): string {
  switch (found.state) {
    case "invalid":
      return `is invalid: ${found.why}`;
    case "newer":
      return `is of version ${found.version}, which a later bailiff wrote; update bailiff to use it`;
    case "unreadable":
      return `cannot be read: ${found.why}`;
    case "missing":
      return "does not exist";
  }
}
