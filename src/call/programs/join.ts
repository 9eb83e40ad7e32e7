import { plainWord, type Word } from "../word.js";

/** Several words as one text of code, as `eval`, `ssh` and `watch` join them. */
export function joinWords(words: readonly Word[]): Word {
  const bad = words.find((w) => !w.known);
  const text = words.map((w) => w.text).join(" ");
  return bad
    ? { text, known: false, glob: false, tilde: false, ...(bad.taint ? { taint: bad.taint } : {}) }
    : plainWord(text);
}
