import type { Effect, EffectiveCommand, PathRef, Remote, Stdin } from "../effect.js";
import type { Taint, Word } from "../word.js";
import type { Invocation } from "./invocation.js";
import type { Language } from "./spec.js";

/** What changes for an inner command or a piece of code, against the command that runs it. */
export interface Inner {
  /** How it is run, for `via`; the program's name where absent. */
  readonly via?: string | undefined;
  readonly cwd?: string | null | undefined;
  readonly remote?: Remote | undefined;
  readonly env?: Readonly<Record<string, Word>> | undefined;
  readonly stdin?: Stdin | undefined;
  readonly certainty?: "certain" | "possible" | undefined;
  /** Positional parameters of a shell text: `$0 $1 …`. */
  readonly parameters?: readonly Word[] | undefined;
  /** The code runs in the calling shell itself (eval, source, trap): its variables and directory stay. */
  readonly sameShell?: boolean | undefined;
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
  /** The files that the call itself wrote before whose base name matches a pattern. */
  written?(pattern: string): readonly Word[];
  /** What stands on the command's standard input, where it is known. */
  input?(): string | undefined;
  /** The commands whose output is the command's input, first to last, where they are known. */
  upstream?(): readonly EffectiveCommand[];
  /** That what the command reads, from its input or a file, was decoded or comes from the network. */
  inputOrigin?(): Taint | undefined;
  /** Code that is run: shell text is analysed like the call's own; an unknown text is opaque. */
  code(language: Language, code: Word, inner?: Inner): void;
}

export type { Invocation };

/** What data cannot say about a program; called after the entry's own roles were emitted. */
export type Handler = (invocation: Invocation, out: Emitter) => void;
