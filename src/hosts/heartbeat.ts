import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a host's last signs of life were. Times are ISO 8601. */
export interface Heartbeat {
  readonly host: string;
  readonly bailiff: string;
  /** The host's version where it tells one. */
  readonly version?: string;
  readonly pid: number;
  readonly project: string;
  /** Last time each hook was called, by the host's name for it; `load` when bailiff was loaded. */
  readonly hooks: Readonly<Record<string, string>>;
}

/** Milliseconds within which a hook that has just been noted is not noted again. */
const QUIET = 5_000;

export interface HeartbeatOptions {
  readonly state: string;
  readonly host: string;
  readonly bailiff: string;
  readonly version?: string;
  readonly pid: number;
  readonly project: string;
  readonly now: () => Date;
}

/**
 * Notes that a hook was called, in `heartbeat/<host>.json` of the state directory: hosts load
 * plugins silently or not at all, so only a file can tell `bailiff doctor` that hooks are called.
 * Cheap (one look at the file's age in most calls) and never throws.
 */
export function heartbeat(options: HeartbeatOptions): (hook: string) => void {
  const directory = join(options.state, "heartbeat");
  const file = join(directory, `${options.host}.json`);
  const noted = new Map<string, number>();
  return (hook) => {
    try {
      const now = options.now();
      if (now.getTime() - (noted.get(hook) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
      noted.set(hook, now.getTime());
      const age = now.getTime() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY);
      const before = readHeartbeat(options.state, options.host);
      const seen = Date.parse(before?.hooks[hook] ?? "");
      if (age < QUIET && now.getTime() - seen < QUIET) return;
      const next: Heartbeat = {
        host: options.host,
        bailiff: options.bailiff,
        ...(options.version === undefined ? {} : { version: options.version }),
        pid: options.pid,
        project: options.project,
        hooks: { ...before?.hooks, [hook]: now.toISOString() },
      };
      mkdirSync(directory, { recursive: true });
      const temporary = `${file}.${options.pid}`;
      writeFileSync(temporary, JSON.stringify(next));
      renameSync(temporary, file);
    } catch {
      // A sign of life that cannot be written is a missing sign of life.
    }
  };
}

/** The last signs of life of a host, or undefined when there are none that can be read. */
export function readHeartbeat(state: string, host: string): Heartbeat | undefined {
  try {
    const value = JSON.parse(readFileSync(join(state, "heartbeat", `${host}.json`), "utf8")) as Heartbeat;
    return typeof value.hooks === "object" && value.hooks !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
