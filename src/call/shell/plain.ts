import type { WordNode } from "./syntax.js";

/** Signs that mean nothing to any shell wherever they stand in a word. */
const ORDINARY = new Uint8Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+^=") {
  ORDINARY[sign.charCodeAt(0)] = 1;
}

/** What still means something between double quotes, or is read anew where `$` ends a line. */
const ACTIVE = /[$`\\]/;
const JOINED = /\$\\\n/;

/** Whether a word stands for itself in every shell; told without the parser. */
export function isOrdinary(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (ORDINARY[word.charCodeAt(i)] !== 1) return false;
  return word !== "";
}

/** A word without its quotes, where nothing in it expands. */
export function unquoted(word: WordNode): string {
  return isOrdinary(word.text) ? word.text : word.value;
}

/** Whether a command's word is one quoted text and nothing else; told without the parser. */
export function isQuotedText(word: string): boolean {
  const quote = word[0];
  if (quote !== "'" && quote !== '"') return false;
  if (word.indexOf(quote, 1) !== word.length - 1) return false;
  return !(quote === "'" ? JOINED : ACTIVE).test(word);
}
