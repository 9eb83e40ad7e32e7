import { plainWord, type Word } from "../word.js";
import type { Emitter, Invocation } from "./emit.js";

/** `@file` and `<file` inside the value of a form field, a header or a query. */
export function uploads(word: Word, marker: RegExp, inv: Invocation, out: Emitter): void {
  const match = marker.exec(word.text);
  const name = match?.[1];
  if (name === undefined || name === "-" || name === "") return;
  const file: Word = { ...word, text: name, tilde: name.startsWith("~") };
  out.effect({ kind: "send", what: "file", path: out.path(file), to: destination(inv) });
}

export const destination = (inv: Invocation): string => inv.operands[0]?.text ?? inv.value("--url")?.text ?? "";

export function sendsInput(inv: Invocation, out: Emitter): void {
  if (inv.stdin?.kind === "file") {
    out.effect({ kind: "send", what: "file", path: out.path(inv.stdin.word), to: destination(inv) });
  } else if (inv.stdin) out.effect({ kind: "send", what: "stdin", to: destination(inv) });
}

/** The last part of an address's path, as `curl -O` and wget name the file; null where there is none. */
export function remoteName(url: string): string | null {
  const path = url.replace(/^[a-z0-9+.-]+:\/\//i, "").replace(/[?#].*$/s, "");
  const slash = path.lastIndexOf("/");
  const name = slash < 0 ? "" : path.slice(slash + 1);
  return name === "" ? null : name;
}

export function saveAs(name: string, directory: Word | undefined, word: Word, out: Emitter): void {
  const place = directory ? out.path(directory).abs : undefined;
  const file: Word = { ...plainWord(name), known: word.known, ...(word.taint ? { taint: word.taint } : {}) };
  out.effect({ kind: "write", path: out.path(file, place), how: "overwrite" });
}
