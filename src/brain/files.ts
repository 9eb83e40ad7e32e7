import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** Largest file of the brain that is read, in bytes: beyond it somebody else wrote it. */
const FILE_LIMIT = 4 * 1024 * 1024;

interface FileStat {
  readonly type: "file" | "directory" | "link" | "other";
  /** Last change of content, milliseconds since 1970. */
  readonly changed: number;
  /** Device and inode: equal for two names of one file. */
  readonly identity: string;
}

/**
 * The few things that stores do with files, each one system call or little more, so that a test can
 * make any of them fail. All are synchronous (host event handlers are not awaited), throw node's
 * errors with their `code`, and never follow a link in the last part of a path.
 */
export interface Files {
  /** The text of a regular file; throws `ENOENT`, `ELOOP` for a link, `EINVAL` for anything else or too large. */
  read(path: string): string;
  /** Creates a file that must not exist. `durable`: it is on the disk when this returns. */
  create(path: string, text: string, durable: boolean): void;
  rename(from: string, to: string): void;
  /** A second name for a file; throws `EEXIST`, never replaces. */
  link(from: string, to: string): void;
  remove(path: string): void;
  /** Creates a directory and its parents, readable by their owner only. */
  makeDirectory(path: string): void;
  /** Names in a directory, sorted; none where it does not exist. */
  list(path: string): readonly string[];
  /** What stands at a path itself; undefined for nothing. */
  stat(path: string): FileStat | undefined;
  /** Makes renames and removals in a directory durable. */
  syncDirectory(path: string): void;
}

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;

/** The real file system. */
export const nodeFiles: Files = {
  read(path) {
    // A pipe put in a file's place must not block the host: hence non-blocking, and the type is checked after.
    const fd = openSync(path, constants.O_RDONLY | NOFOLLOW | NONBLOCK);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) throw fault("EINVAL", `${path} is not a regular file`);
      if (stat.size > FILE_LIMIT) throw fault("EINVAL", `${path} is larger than ${FILE_LIMIT} bytes`);
      const bytes = Buffer.allocUnsafe(stat.size);
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(fd, bytes, filled, bytes.length - filled, null);
        if (count === 0) break;
        filled += count;
      }
      return bytes.toString("utf8", 0, filled);
    } finally {
      closeSync(fd);
    }
  },
  create(path, text, durable) {
    const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW, 0o600);
    try {
      const bytes = Buffer.from(text, "utf8");
      let written = 0;
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
  rename: (from, to) => renameSync(from, to),
  link: (from, to) => linkSync(from, to),
  remove: (path) => unlinkSync(path),
  makeDirectory(path) {
    // One by one: node's recursive form never returns where a file system answers ENOENT to mkdir (/proc).
    if (existsSync(path)) return;
    const parent = dirname(path);
    if (parent !== path) nodeFiles.makeDirectory(parent);
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  },
  list(path) {
    try {
      return readdirSync(path).sort();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  },
  stat(path) {
    let stat: Stats | undefined;
    try {
      stat = lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      // Something that is no directory stands above it: so it does not exist.
      if (codeOf(error) !== "ENOTDIR") throw error;
    }
    if (!stat) return undefined;
    const type = stat.isFile() ? "file" : stat.isDirectory() ? "directory" : stat.isSymbolicLink() ? "link" : "other";
    return { type, changed: stat.mtimeMs, identity: `${stat.dev}:${stat.ino}` };
  },
  syncDirectory(path) {
    let fd: number;
    try {
      fd = openSync(path, constants.O_RDONLY);
    } catch (error) {
      // Windows opens no directories; its renames are journalled.
      if (process.platform === "win32") return;
      throw error;
    }
    try {
      fsyncSync(fd);
    } catch (error) {
      // Some network and FUSE file systems refuse to sync a directory; there is nothing more to ask of them.
      if (codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
    } finally {
      closeSync(fd);
    }
  },
};

/** Whether something stands at a path; false also where the system will not say. */
export function exists(files: Files, path: string): boolean {
  try {
    return files.stat(path) !== undefined;
  } catch {
    return false;
  }
}

/** An error as the system would report it. */
export function fault(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** The system's code of an error, e.g. `ENOENT`; `""` for an error that is not the system's. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
