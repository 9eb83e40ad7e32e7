import { isStorageDevice, isWindowsDevice } from "../devices.js";
import type { Word } from "../word.js";
import type { Emitter, Handler } from "./emit.js";

/** Whether a word names storage, or could: what is not known before the run counts. */
function hitsDevice(word: Word, out: Emitter): boolean {
  const { abs } = out.path(word);
  if (isWindowsDevice(word.text)) return true;
  if (!word.known) return abs === null || word.text.startsWith("⟦") || isStorageDevice(abs);
  return abs !== null && isStorageDevice(abs);
}

/** The operands that are storage are an act; the others are files that are written over. */
export function onDevices(act: string): Handler {
  return (inv, out) => judgeDevices(inv.operands, act, out);
}

export function judgeDevices(words: readonly Word[], act: string, out: Emitter): void {
  for (const word of words) {
    if (hitsDevice(word, out)) out.act(act, word.text);
    else out.effect({ kind: "write", path: out.path(word), how: "inplace" });
  }
}
