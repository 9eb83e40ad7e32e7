import type { Effect, EffectiveCommand, Stdin } from "../../../src/call/effect.js";
import { resolveWord } from "../../../src/call/path.js";
import type { Emitter, Inner } from "../../../src/call/programs/emit.js";
import { interpret } from "../../../src/call/programs/interpret.js";
import type { Language } from "../../../src/call/programs/spec.js";
import { programTable } from "../../../src/call/programs/table.js";
import { plainWord, type Word } from "../../../src/call/word.js";
import { brief } from "../../../src/text/brief.js";

export { brief };

export interface Seen {
  readonly effects: Effect[];
  readonly inner: { readonly words: string[]; readonly via?: string; readonly cwd?: string | null }[];
  readonly code: { readonly language: Language; readonly text: string; readonly cwd?: string | null }[];
}

export const HOME = "/home/dev";
export const CWD = "/home/dev/app";

/** A word as the shell analyser would make it from plain text: leading `~` and wildcards count as unquoted. */
export function word(text: string): Word {
  return { ...plainWord(text), glob: /[*?[]/.test(text), tilde: text.startsWith("~") };
}

/** What one command does by its program's entry alone; inner commands and code are listed, not analysed. */
export function seen(argv: readonly string[], options: { stdin?: Stdin; cwd?: string | null } = {}): Seen {
  const effects: Effect[] = [];
  const inner: Seen["inner"] = [];
  const code: Seen["code"] = [];
  const cwd = options.cwd === undefined ? CWD : options.cwd;
  const extra = (given: Inner = {}) => ({
    ...(given.via === undefined ? {} : { via: given.via }),
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
  });
  const out: Emitter = {
    effect: (effect) => void effects.push(effect),
    act: (act, target) => void effects.push({ kind: "act", act, ...(target ? { target } : {}) }),
    path: (w, directory) => resolveWord(w, directory === undefined ? cwd : directory, HOME),
    command: (words, given) => void inner.push({ words: words.map((w) => w.text), ...extra(given) }),
    code: (language, text, given) => void code.push({ language, text: text.text, ...extra(given) }),
  };
  const command: EffectiveCommand = {
    argv: argv.map(word),
    via: [],
    cwd,
    env: {},
    redirects: [],
    certainty: "certain",
    span: [0, 0],
    ...(options.stdin ? { stdin: options.stdin } : {}),
  };
  interpret(command, programTable(), HOME, out);
  return { effects, inner, code };
}

/** The effects of one command but for `run`, each as a short text: `delete-tree /home/dev/app/x`, `act git-history/x`. */
export function effectsOf(argv: readonly string[], options: { stdin?: Stdin; cwd?: string | null } = {}): string[] {
  return seen(argv, options)
    .effects.filter((effect) => effect.kind !== "run")
    .map(brief);
}
