import type { PathRef } from "./effect.js";
import { fromListing } from "./programs/listing.js";
import type { Word } from "./word.js";

const SLASH = 0x2f;
const DOT = 0x2e;

/** Whether no segment is empty, `.` or `..` and no slash stands at the end; nearly every path is so. */
function isNormal(path: string): boolean {
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    let at = slash + 1;
    while (at < path.length && at < slash + 3 && path.charCodeAt(at) === DOT) at++;
    if (at === path.length || path.charCodeAt(at) === SLASH) return false;
  }
  return true;
}

/** Collapses `//`, `.` and `..` of an absolute path, by text alone. */
export function normalise(path: string): string {
  if (path.startsWith("/")) {
    const named = path.endsWith("/") ? path.slice(0, -1) : path.endsWith("/.") ? path.slice(0, -2) : path;
    if (named !== "" && isNormal(named)) return named;
  }
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
  if (path.startsWith("/")) return normalise(path);
  if (path === ".") return normalise(directory);
  return normalise(`${directory}/${path.startsWith("./") ? path.slice(2) : path}`);
}

/** The last part of a path, `""` for the root. */
export function baseName(path: string): string {
  // Most are the plain names of programs.
  if (!path.includes("/")) return path;
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--;
  let start = end;
  while (start > 0 && path.charCodeAt(start - 1) !== SLASH) start--;
  return path.slice(start, end);
}

/** A path without slashes at its end. */
export function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--;
  return path.slice(0, end);
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
  const { text, glob, known } = word;
  const open = text.startsWith("⟦");
  const listing = open ? fromListing(text) : undefined;
  if (listing) {
    const found = resolveWord(listing, cwd, home);
    return { text, abs: found.abs, glob: found.glob, known: found.known };
  }
  const path = word.tilde ? atHome(text, cwd, home) : text;
  if (cwd?.startsWith("⟦") && path[0] !== "/" && path[0] !== "⟦" && text !== "")
    return { text: `${cwd}/${path.replace(/^(?:\.\/+)+/, "")}`, abs: null, glob, known: false };
  const abs = path.startsWith("⟦") && word.taint !== "temp" ? null : place(path, word, cwd);
  return { text, abs, glob, known: known && abs !== null };
}

/** A text with its `~`, `~+` or `~user` filled in. */
function atHome(text: string, cwd: string | null, home: string): string {
  const user = /^~([^/]*)/.exec(text)?.[1] ?? "";
  const root = user === "" ? home : user === "+" ? (cwd ?? home) : user === "root" ? "/root" : `/home/${user}`;
  return root + text.slice(1 + user.length);
}

function place(text: string, word: Word, cwd: string | null): string | null {
  if (text.startsWith("⟦") && word.taint === "temp") return normalise(`/tmp/${text}`);
  if (text.startsWith("/")) return normalise(text);
  return cwd === null ? null : join(cwd, text);
}
