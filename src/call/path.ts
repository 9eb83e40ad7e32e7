import type { PathRef } from "./effect.js";
import { fromListing } from "./programs/listing.js";
import type { Word } from "./word.js";

/** A segment that is empty, `.` or `..`, or a slash at the end. */
const NOT_NORMAL = /\/(?:\.{0,2}(?:\/|$))/;

/** Collapses `//`, `.` and `..` of an absolute path, by text alone. */
export function normalise(path: string): string {
  // Nearly every path is so already.
  if (path.startsWith("/") && !NOT_NORMAL.test(path)) return path;
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `/${out.join("/")}`;
}

/** Joins a path to an absolute directory; an absolute path stands for itself. */
export function join(directory: string, path: string): string {
  return normalise(path.startsWith("/") ? path : `${directory}/${path}`);
}

const SLASH = 47;

/** The last part of a path, `""` for the root. */
export function baseName(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--;
  let start = end;
  while (start > 0 && path.charCodeAt(start - 1) !== SLASH) start--;
  return path.slice(start, end);
}

/** Whether `path` is `directory` or lies below it; both absolute and normalised. */
export function isWithin(path: string, directory: string): boolean {
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || directory === "/" || path[directory.length] === "/";
}

const OPEN = /[*?[⟦]/;

/** The directory below which a pattern or partly unknown path lies: everything before its first open segment. */
export function knownBase(abs: string): string {
  if (!OPEN.test(abs)) return abs;
  const parts = abs.split("/");
  const open = parts.findIndex((part) => OPEN.test(part));
  return open < 0 ? abs : normalise(parts.slice(0, open).join("/"));
}

/** The work tree's root as git says it, or the metadata of whatever repository. */
const REPOSITORY = /^⟦(?:\$\(|`)\s*git rev-parse [^⟦⟧]*⟧(?:\/|$)|^⟦[^⟧]*⟧\/(?:[^⟦]*\/)?\.git(?:\/|$)/;
const LONGEST = 1024;

/**
 * Whether the text of a directory whose place is not known says enough to judge what lies in it:
 * it can then stand for the directory (`cd "$(git rev-parse --show-toplevel)/.git/hooks"`).
 */
export function saysRepository(text: string): boolean {
  return text.length < LONGEST && REPOSITORY.test(text);
}

/** A directory as others may see it: one that only says a repository is not known. */
export function knownDirectory(directory: string | null): string | null {
  return directory?.startsWith("⟦") ? null : directory;
}

/**
 * Resolves a word as a path, by text alone: `~`, relative to `cwd`, `..` collapsed.
 *
 * @param cwd absolute directory, one that says a repository, or null when it is not known
 */
export function resolveWord(word: Word, cwd: string | null, home: string): PathRef {
  const listing = word.text.startsWith("⟦") ? fromListing(word.text) : undefined;
  if (listing) return { ...resolveWord(listing, cwd, home), text: word.text };
  let text = word.text;
  if (word.tilde) {
    const match = /^~([^/]*)/.exec(text);
    const user = match?.[1] ?? "";
    const root = user === "" ? home : user === "+" ? (cwd ?? home) : user === "root" ? "/root" : `/home/${user}`;
    text = root + text.slice(1 + user.length);
  }
  if (cwd?.startsWith("⟦") && text[0] !== "/" && text[0] !== "⟦" && word.text !== "")
    return { text: `${cwd}/${text.replace(/^(?:\.\/+)+/, "")}`, abs: null, glob: word.glob, known: false };
  const abs = text.startsWith("⟦") && word.taint !== "temp" ? null : place(text, word, cwd);
  return { text: word.text, abs, glob: word.glob, known: word.known && abs !== null };
}

function place(text: string, word: Word, cwd: string | null): string | null {
  if (text.startsWith("⟦") && word.taint === "temp") return normalise(`/tmp/${text}`);
  if (text.startsWith("/")) return normalise(text);
  return cwd === null ? null : join(cwd, text);
}
