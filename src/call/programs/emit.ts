import type { Effect, EffectiveCommand, PathRef, Redirect, Remote, Stdin } from "../effect.js";
import type { Word } from "../word.js";
import type { GivenOption } from "./options.js";
import type { CommandSpec, Language } from "./spec.js";

/** What changes for an inner command or a piece of code, against the command that runs it. */
export interface Inner {
  /** How it is run, for `via`; the program's name where absent. */
  readonly via?: string;
  readonly cwd?: string | null;
  readonly remote?: Remote;
  readonly env?: Readonly<Record<string, Word>>;
  readonly stdin?: Stdin;
  readonly certainty?: "certain" | "possible";
  /** Positional parameters of a shell text: `$0 $1 …`. */
  readonly parameters?: readonly Word[];
  /** The code runs in the calling shell itself (eval, source, trap): its variables and directory stay. */
  readonly sameShell?: boolean;
}

/** Where a program's meaning is written to. */
export interface Emitter {
  effect(effect: Effect): void;
  act(act: string, target?: string): void;
  /** A word as a path, resolved in the command's directory (or in `cwd`). */
  path(word: Word, cwd?: string | null): PathRef;
  /** An inner command that is run with these words. */
  command(words: readonly Word[], inner?: Inner): void;
  /** The text that the call itself wrote to a file before, where it did. */
  wrote?(word: Word, cwd?: string | null): Word | undefined;
  /** What stands on the command's standard input, where it is known. */
  input?(): string | undefined;
  /** Code that is run: shell text is analysed like the call's own; an unknown text is opaque. */
  code(language: Language, code: Word, inner?: Inner): void;
}

/** One command, its words divided as its entry says. */
export interface Invocation {
  /** Base name of the program. */
  readonly name: string;
  /** The entry of the program or of the subcommand that was reached. */
  readonly spec: CommandSpec;
  /** All words, the program's own name first. */
  readonly words: readonly Word[];
  /** Subcommands passed through, canonical: `["stash", "drop"]`. */
  readonly path: readonly string[];
  /** Options of all levels. */
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  readonly cwd: string | null;
  readonly home: string;
  readonly env: Readonly<Record<string, Word>>;
  readonly redirects: readonly Redirect[];
  readonly stdin?: Stdin;
  /** Commands whose output is this one's input, first to last; empty where that is not known. */
  readonly upstream: readonly EffectiveCommand[];
  readonly remote?: Remote;
  /** Whether any of these options (first spellings) is given. */
  has(...names: string[]): boolean;
  /** The last value of an option, by its first spelling. */
  value(name: string): Word | undefined;
  values(name: string): readonly Word[];
}

/** What data cannot say about a program; called after the entry's own roles were emitted. */
export type Handler = (invocation: Invocation, out: Emitter) => void;
