import type { Remote } from "../effect.js";
import type { Word } from "../word.js";
import type { Variable } from "./known.js";
import { Exceeded, LIMITS } from "./limits.js";
import type { State } from "./state.js";

/** Collects what commands would print, where something listens to it. */
export class Sink {
  text = "";
  /** Some of it is only printed on one of several ways. */
  ambiguous = false;

  add(text: string, certain = true): void {
    if (!certain && text !== "") this.ambiguous = true;
    if (this.text.length + text.length > LIMITS.text) throw new Exceeded("characters");
    this.text += text;
  }
}

/** What a command reads: a text with unknown parts, and where it comes from. */
export interface Input {
  text: string;
  /** It is one of several texts, which stand below each other. */
  ambiguous?: boolean;
  /** The file behind `<`. */
  readonly file?: Word;
  /** Indices of the commands upstream of a pipe. */
  readonly from?: readonly number[];
}

/** A loop's body or a function while it is walked, and how things stand where it is left early. */
export interface Frame {
  /** The state it began with, which does not change meanwhile. */
  readonly base: State;
  /** States at `break` or `return`, and at `continue`, as forks of `base`. */
  readonly left: State[];
  readonly next: State[];
}

export function frameOf(base: State): Frame {
  return { base, left: [], next: [] };
}

/** Where in the text, and in what, the walk is. */
export interface Scope {
  readonly via: readonly string[];
  readonly depth: number;
  readonly certainty: "certain" | "possible";
  /** Set where the code read does not stand at its place in the person's text. */
  readonly span: readonly [number, number] | null;
  readonly remote: Remote | undefined;
  readonly env: Readonly<Record<string, Word>>;
  readonly out: Sink | null;
  readonly input: Input | null;
  /** Commands are listed, but nothing runs them: the body of a function that is never called. */
  readonly idle: boolean;
  /** The same code may be walked again, so equal commands are listed once. */
  readonly repeats: boolean;
  /** Loops around it whose body is walked a second time. */
  readonly loops: number;
  /** What ran in the background is looked at once more, for files that were written later. */
  readonly later: boolean;
  /** In a pipeline, or in the background. */
  readonly piped: boolean;
  /** What the variables that the running function made local held before; null outside functions. */
  readonly locals: Map<string, Variable | undefined> | null;
  /** The loop and the function around this place. */
  readonly loop: Frame | null;
  readonly frame: Frame | null;
  /** Functions that are being run, against recursion. */
  readonly calls: readonly string[];
  /** What the running function was called with, where that is known. */
  readonly given: readonly string[] | null;
  /** Branches and loops around this place, and how many of them the running function was called in. */
  readonly branches: number;
  readonly entered: number;
}

/** No assignments; one object, so that the usual case is told by identity. */
export const NO_ENV: Readonly<Record<string, Word>> = {};

export const OUTERMOST: Scope = {
  via: [],
  depth: 0,
  certainty: "certain",
  span: null,
  remote: undefined,
  env: NO_ENV,
  out: null,
  input: null,
  idle: false,
  repeats: false,
  loops: 0,
  later: false,
  piped: false,
  locals: null,
  loop: null,
  frame: null,
  calls: [],
  given: null,
  branches: 0,
  entered: -1,
};

/** The depth of what stands one level further in. */
export function deeper(scope: Scope): number {
  if (scope.depth >= LIMITS.depth) throw new Exceeded("levels of nesting");
  return scope.depth + 1;
}
