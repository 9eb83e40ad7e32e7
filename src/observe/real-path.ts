import { baseName, isWithin, join, normalise } from "../call/path.js";
import type { PathFact } from "./facts.js";

/**
 * What the machine itself says, injected so that tests and replays can say otherwise. None of it
 * throws: what is not there, or may not be looked at, is undefined.
 */
export interface Lookup {
  /** All links followed; undefined when the path does not exist. */
  realpath(path: string): string | undefined;
  /** Of the path itself, a link not followed; undefined when nothing is there. */
  type(path: string): PathFact["type"] | undefined;
  /** A link's text; undefined when it is none. */
  readlink(path: string): string | undefined;
  exists(path: string): boolean;
  /** A name leads to what is called exactly so, and nothing else: what is no link is where its directory is. */
  readonly exact?: boolean;
}

/** A symbolic link that the call itself would make before its later steps run. */
export interface PendingLink {
  readonly path: string;
  readonly target: string;
}

const MOST_LINKS = 40;

/**
 * Where a path really leads: links followed, those that the same call makes and those that lead
 * nowhere yet included, and for a path that does not exist the real path of its deepest existing
 * ancestor with the rest appended.
 *
 * @param abs absolute, normalised
 */
export function realPath(abs: string, lookup: Lookup, pending: readonly PendingLink[] = []): PathFact {
  let at = followPending(abs, pending);
  for (let hop = 0; hop < MOST_LINKS; hop++) {
    const found = deepest(at, lookup);
    if (found.next === undefined) {
      const exists = found.exists && at === abs;
      const type = found.exists ? lookup.type(abs) : undefined;
      return { real: followPending(found.real, pending), exists, ...(type ? { type } : {}) };
    }
    at = found.next;
  }
  return { real: at, exists: false };
}

function followPending(abs: string, pending: readonly PendingLink[]): string {
  let at = abs;
  for (let hop = 0; hop < MOST_LINKS; hop++) {
    const link = pending.find((each) => isWithin(at, each.path) && each.path !== each.target);
    if (!link) break;
    const next = normalise(`${link.target}/${at.slice(link.path.length)}`);
    if (next === at) break;
    at = next;
  }
  return at;
}

interface Deepest {
  readonly real: string;
  readonly exists: boolean;
  /** The path to go on with, where a link leads to something that does not exist. */
  readonly next?: string;
}

function deepest(abs: string, lookup: Lookup): Deepest {
  let at = abs;
  let rest = "";
  for (;;) {
    const real = lookup.realpath(at);
    if (real !== undefined) return { real: rest === "" ? real : normalise(`${real}/${rest}`), exists: rest === "" };
    const target = lookup.readlink(at);
    if (target !== undefined) {
      const directory = at.slice(0, at.lastIndexOf("/")) || "/";
      return { real: at, exists: false, next: normalise(`${join(directory, target)}/${rest}`) };
    }
    if (at === "/" || at === "") return { real: abs, exists: false };
    rest = rest === "" ? baseName(at) : `${baseName(at)}/${rest}`;
    at = at.slice(0, at.lastIndexOf("/")) || "/";
  }
}
