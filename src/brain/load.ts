import { codeOf, type Files } from "./files.js";
import type { Kind } from "./kinds.js";

/** What stands in one file of the brain. */
export type Loaded<T> =
  | { readonly state: "valid"; readonly value: T }
  | { readonly state: "missing" }
  /** Not what the schema says, not JSON, or not a regular file. */
  | { readonly state: "invalid"; readonly why: string }
  /** Written by a later bailiff: must not be overwritten. */
  | { readonly state: "newer"; readonly version: number }
  /** The system would not let it be read. */
  | { readonly state: "unreadable"; readonly why: string };

/** Reads, migrates and checks one file. Takes no lock: files are replaced whole, so a reader sees one version or the next. */
export function load<T>(files: Files, kind: Kind<T>, path: string): Loaded<T> {
  let text: string;
  try {
    text = files.read(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "missing" };
    // A link, a pipe, a directory, or an absurd size: somebody put it there, bailiff writes none of these.
    if (code === "ELOOP" || code === "EINVAL" || code === "EMLINK" || code === "EISDIR" || code === "ENXIO")
      return { state: "invalid", why: message(error) };
    return { state: "unreadable", why: message(error) };
  }
  return parse(kind, text);
}

/** The same for a text that was read already. */
function parse<T>(kind: Kind<T>, text: string): Loaded<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { state: "invalid", why: `is not JSON: ${message(error)}` };
  }
  const version = isRecord(value) ? value.version : undefined;
  if (typeof version === "number" && version > kind.version) return { state: "newer", version };
  for (let at = version; isRecord(value) && typeof at === "number" && at < kind.version; at++) {
    const step = kind.migrate[at];
    if (!step) return { state: "invalid", why: `has the unknown version ${at}` };
    try {
      value = { ...step(value), version: at + 1 };
    } catch (error) {
      return { state: "invalid", why: `cannot be migrated from version ${at}: ${message(error)}` };
    }
  }
  const why = kind.check(value);
  // The one place where checked data becomes typed data.
  return why === undefined ? { state: "valid", value: value as T } : { state: "invalid", why };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An error's message, whatever was thrown. */
export function message(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
