import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import type { PathFact } from "./facts.js";
import type { Lookup } from "./real-path.js";

/** The real file system. */
export const diskLookup: Lookup = {
  // Apple's and Microsoft's file systems take names in any case for the one that stands there.
  exact: process.platform !== "darwin" && process.platform !== "win32",
  realpath: (path) => attempt(followed, path),
  readlink: (path) => (look(path)?.isSymbolicLink() ? attempt(textOf, path) : undefined),
  // access(2), which existsSync asks, takes twice as long.
  exists: (path) => attempt(statOf, path) !== undefined,
  type(path) {
    const stat = look(path);
    if (!stat) return undefined;
    if (stat.isSymbolicLink()) return "link";
    if (stat.isDirectory()) return "directory";
    if (stat.isFile()) return "file";
    return stat.isBlockDevice() || stat.isCharacterDevice() ? "device" : "other";
  },
};

const IF_THERE = { throwIfNoEntry: false } as const;

function look(path: string): Stats | undefined {
  return attempt(lstatOf, path);
}

function statOf(path: string): Stats | undefined {
  return statSync(path, IF_THERE);
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, IF_THERE);
}

const followed = (path: string): string => realpathSync.native(path);
const textOf = (path: string): string => readlinkSync(path);

function attempt<T>(ask: (path: string) => T, path: string): T | undefined {
  try {
    return ask(path);
  } catch {
    return undefined;
  }
}

/** Asks for each thing once in a call, whose paths share their directories. */
export class Remembered implements Lookup {
  private readonly types = new Map<string, PathFact["type"] | undefined>();
  private readonly reals = new Map<string, string | undefined>();
  private readonly found = new Map<string, boolean>();
  readonly exact: boolean;

  constructor(private readonly disk: Lookup) {
    this.exact = disk.exact ?? false;
  }

  type(path: string): PathFact["type"] | undefined {
    const known = this.types.get(path);
    if (known !== undefined || this.types.has(path)) return known;
    const answer = this.disk.type(path);
    this.types.set(path, answer);
    return answer;
  }

  exists(path: string): boolean {
    let answer = this.found.get(path);
    if (answer === undefined) {
      answer = this.disk.exists(path);
      this.found.set(path, answer);
    }
    return answer;
  }

  readlink(path: string): string | undefined {
    return this.exact && this.type(path) !== "link" ? undefined : this.disk.readlink(path);
  }

  realpath(path: string): string | undefined {
    const known = this.reals.get(path);
    if (known !== undefined || this.reals.has(path)) return known;
    const answer = this.resolved(path);
    this.reals.set(path, answer);
    return answer;
  }

  private resolved(path: string): string | undefined {
    // An error of the system costs more than a look.
    const type = this.type(path);
    if (type === undefined) return undefined;
    // Where names stand on the disk as they are written, only links and directories lead elsewhere.
    if (!this.exact || type === "link" || path === "/") return this.disk.realpath(path);
    const slash = path.lastIndexOf("/");
    const parent = slash === 0 ? "/" : this.directory(path.slice(0, slash));
    if (parent === undefined) return undefined;
    return parent === "/" ? path.slice(slash) : `${parent}${path.slice(slash)}`;
  }

  /** The real path of a directory in which something stands. */
  private directory(path: string): string | undefined {
    let real = this.reals.get(path);
    if (real === undefined) {
      real = this.disk.realpath(path);
      this.reals.set(path, real);
    }
    return real;
  }
}
