import type { Word } from "../word.js";
import type { Emitter } from "./emit.js";

/** Code of a language that nobody reads here, as an editor's or a debugger's: what is fetched or decoded is told all the same. */
export function unreadCode(word: Word, out: Emitter): void {
  if (!word.known && (word.taint === "network" || word.taint === "decoded"))
    out.effect({ kind: "opaque", class: "code", origin: word.taint, source: word.text });
}

/** A file or an address that is run or installed in a form that nobody reads here: one that was fetched is told all the same. */
export function unreadFile(word: Word, out: Emitter): void {
  if (/^(?:https?|ftp):\/\//i.test(word.text)) {
    out.effect({ kind: "read", path: out.path(word), how: "execute" });
    return;
  }
  const origin = out.wrote?.(word)?.taint;
  if (origin === "network" || origin === "decoded" || origin === "foreign")
    out.effect({ kind: "opaque", class: "script-file", origin, source: word.text });
}
