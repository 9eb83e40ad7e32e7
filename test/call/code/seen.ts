import { readers } from "../../../src/call/code/readers.js";
import type { Effect } from "../../../src/call/effect.js";
import { resolveWord } from "../../../src/call/path.js";
import type { Inner } from "../../../src/call/programs/emit.js";
import type { Language } from "../../../src/call/programs/spec.js";
import { brief } from "../programs/harness.js";

/** What a reader says of a piece of code, in short texts: effects, `sh …` for code, `$ …` for commands. */
export function readCode(language: Language, code: string, inner: Inner = {}): string[] {
  const out: string[] = [];
  readers[language]?.(
    code,
    {
      effect: (effect: Effect) => void out.push(brief(effect)),
      act: (act) => void out.push(`act ${act}`),
      path: (w, directory) => resolveWord(w, directory === undefined ? "/home/dev/app" : directory, "/home/dev"),
      command: (words) => void out.push(`$ ${words.map((w) => w.text).join(" ")}`),
      code: (each, text) => void out.push(`${each} ${text.text}`),
    },
    inner,
  );
  return out;
}
