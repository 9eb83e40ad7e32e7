import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { redact } from "../audit/redact.js";
import type { ToolCall } from "../call/call.js";
import type { Analysis } from "../call/effect.js";
import { isWithin, knownBase } from "../call/path.js";
import type { Facts } from "../observe/facts.js";

/** Bytes kept of one session; what comes after them counts as not made by it. */
const MOST_BYTES = 256 * 1024;
/** Paths of one call. */
const MOST_PATHS = 64;
/** Sessions kept; the ones that were quiet longest go. */
const MOST_SESSIONS = 200;

/**
 * What each session made itself: one small file a session, to which every process of the host appends. A
 * path counts when a call that would make it was let through, nothing was there before, and something
 * is there after it ended. What cannot be written or read was not made. Never throws.
 */
export interface CreatedStore {
  /** Real paths of what the session made, directories with all in them. */
  list(session: string | undefined): readonly string[];
  /** Notes what a call that was let through may make, and what it may take away. */
  began(call: ToolCall, analysis: Analysis, facts: Facts): void;
  /** Looks at what a call made. */
  ended(call: Pick<ToolCall, "session" | "callId">): void;
}

interface Line {
  /** A call that begins, with what it may make or take away. */
  readonly call?: string;
  readonly may?: readonly string[];
  /** What was made, and what is no longer the session's own. */
  readonly made?: readonly string[];
  readonly gone?: readonly string[];
}

export function openCreated(directory: string): CreatedStore {
  const fileOf = (session: string): string =>
    join(directory, `${createHash("sha256").update(session).digest("hex").slice(0, 32)}.jsonl`);

  const lines = (session: string): readonly Line[] => {
    try {
      const file = fileOf(session);
      if (!statSync(file, { throwIfNoEntry: false })) return [];
      return readFileSync(file, "utf8").split("\n").flatMap(parsed);
    } catch {
      return [];
    }
  };

  const append = (session: string, line: Line): void => {
    try {
      const file = fileOf(session);
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size === undefined) {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        makeRoom(directory);
      }
      const text = `\n${JSON.stringify(line)}`;
      // What is lost must be noted even then: without room nothing is the session's any more.
      if ((size ?? 0) + text.length <= MOST_BYTES) {
        // Begun with the line's end: what another process left unfinished is a line of its own.
        appendFileSync(file, text, { mode: 0o600 });
      } else if (line.gone) rmSync(file, { force: true });
    } catch {
      // Nothing noted, nothing made.
    }
  };

  return {
    list(session) {
      if (session === undefined) return [];
      const made = new Set<string>();
      for (const line of lines(session)) {
        for (const path of line.gone ?? []) made.delete(path);
        for (const path of line.made ?? []) made.add(path);
      }
      return [...made];
    },
    began({ session, callId }, analysis, facts) {
      if (session === undefined || callId === undefined) return;
      const own = facts.created ?? [];
      const mine = (path: string): string | undefined => own.find((each) => isWithin(path, each));
      const real = (abs: string): string => facts.paths[abs]?.real ?? abs;
      const may = new Set<string>();
      const gone = new Set<string>();
      for (const effect of analysis.effects) {
        if (effect.kind === "write" && !effect.remote) {
          const { abs } = effect.path;
          if (abs === null || knownBase(abs) !== abs || facts.paths[abs]?.exists !== false) continue;
          const path = outermostNew(real(abs));
          // A name that holds a secret is not written down: such a file was made by nobody.
          if (path !== undefined && redact(path, path.length) === path) may.add(path);
        } else if ((effect.kind === "delete" || effect.kind === "move") && !effect.remote) {
          const from = effect.path.abs === null ? undefined : real(knownBase(effect.path.abs));
          for (const each of own) if (from !== undefined && isWithin(each, from)) may.add(each);
          if (effect.kind === "delete" || effect.to.abs === null) continue;
          // What others made and is moved into a directory of the session's own makes that a mixed one.
          const into = mine(real(knownBase(effect.to.abs)));
          if (into !== undefined && (from === undefined || mine(from) === undefined)) gone.add(into);
        }
      }
      if (gone.size > 0) append(session, { gone: [...gone] });
      if (may.size > 0) append(session, { call: callId, may: [...may].slice(0, MOST_PATHS) });
    },
    ended({ session, callId }) {
      if (session === undefined || callId === undefined) return;
      const begun = lines(session).findLast((line) => line.call === callId);
      if (!begun?.may) return;
      const there = begun.may.filter(isPlain);
      append(session, { made: there, gone: begun.may.filter((path) => !there.includes(path)) });
    },
  };
}

/** The outermost part of a path that is not there yet; undefined when all of it is. */
function outermostNew(path: string): string | undefined {
  let outermost: string | undefined;
  for (let at = path; !lstatSync(at, { throwIfNoEntry: false }); at = dirname(at)) {
    outermost = at;
    if (dirname(at) === at) break;
  }
  return outermost;
}

/** A file or a directory: what a link leads to was made by somebody else. */
function isPlain(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && (stat.isFile() || stat.isDirectory());
  } catch {
    return false;
  }
}

function parsed(text: string): Line[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return [];
    const { call, may, made, gone } = value as Line;
    const texts = (paths: unknown): readonly string[] | undefined =>
      Array.isArray(paths) && paths.every((path) => typeof path === "string") ? (paths as string[]) : undefined;
    const [a, b, c] = [texts(may), texts(made), texts(gone)];
    return [
      {
        ...(typeof call === "string" ? { call } : {}),
        ...(a && { may: a }),
        ...(b && { made: b }),
        ...(c && { gone: c }),
      },
    ];
  } catch {
    return [];
  }
}

function makeRoom(directory: string): void {
  const files = readdirSync(directory).map((name) => join(directory, name));
  if (files.length < MOST_SESSIONS) return;
  const aged = files.map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  aged.sort((a, b) => a.time - b.time);
  for (const { file } of aged.slice(0, files.length - MOST_SESSIONS + 1)) rmSync(file, { force: true });
}
