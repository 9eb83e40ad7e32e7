import type { Expansion } from "../expand.js";
import { Expansion as Context } from "../expand.js";
import type { Field } from "../field.js";
import type { Scope } from "../scope.js";
import type { At, Shell } from "../shell.js";
import type { State } from "../state.js";

/** One run of a builtin. */
export interface BuiltinRun {
  /** All words, the builtin's own name first. */
  readonly argv: readonly Field[];
  readonly state: State;
  readonly scope: Scope;
  readonly shell: Shell;
  readonly at: At;
  /** Index of the listed command. */
  readonly index: number;
}

/** What a builtin does to the shell it runs in, beyond being listed. */
export type Builtin = (run: BuiltinRun) => void;

/** Texts of the words after the name, marks gone, unknown parts kept. */
export function texts(run: BuiltinRun): string[] {
  return run.argv.slice(1).map((each) => run.shell.holes.bare(each.text));
}

/** A context to expand further text in. */
export function context(run: BuiltinRun): Expansion {
  return new Context(run.shell, run.state, { ...run.scope, span: run.at.span });
}

/** Divides words into options and operands: single letters, those in `valued` with a value. */
export function options(words: readonly string[], valued: string): { flags: Map<string, string>; operands: number } {
  const flags = new Map<string, string>();
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "--") return { flags, operands: i + 1 };
    if (!/^-[a-zA-Z]/.test(word)) break;
    for (let k = 1; k < word.length; k++) {
      const letter = word[k] as string;
      if (!valued.includes(letter)) flags.set(letter, "");
      else {
        flags.set(letter, k + 1 < word.length ? word.slice(k + 1) : (words[++i] ?? ""));
        break;
      }
    }
  }
  return { flags, operands: i };
}
