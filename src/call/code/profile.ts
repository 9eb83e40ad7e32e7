import type { Language } from "../programs/spec.js";
import type { Machine } from "./machine.js";
import type { Syntax, Token } from "./tokens.js";
import type { Value } from "./values.js";

/** What a function was given. */
export interface Args {
  readonly positional: readonly Value[];
  /** By name; in languages without named arguments, the entries of an object given last. */
  readonly named: ReadonlyMap<string, Value>;
  /** What it was called on, for methods. */
  readonly self?: Value;
}

/** What a known function does and gives back; undefined where the result is open. */
export type Call = (args: Args, machine: Machine) => Value | undefined;

/** What is known about a scripting language: how it is written and which names do what. */
export interface Profile {
  readonly language: Language;
  readonly syntax: Syntax;
  /** Takes tokens away that only a compiler reads. */
  readonly pruned?: (tokens: readonly Token[]) => readonly Token[];
  /** Operators that join texts. */
  readonly concat: ReadonlySet<string>;
  /** Operators between a value and its member. */
  readonly members: ReadonlySet<string>;
  readonly blocks: "brace" | "indent" | "end";
  /** Words that begin a function. */
  readonly functionWords: ReadonlySet<string>;
  /** By full name, `os.remove`. */
  readonly functions: Readonly<Record<string, Call>>;
  /** By the last name, on any receiver that no full name fits. */
  readonly methods: Readonly<Record<string, Call>>;
  /** Members that are read, not called, by the last name. */
  readonly properties?: Readonly<Record<string, (self: Value, machine: Machine) => Value>>;
  /** A full name that stands for a value (`process.env`). */
  readonly values?: (name: string, machine: Machine) => Value | undefined;
  /** The one spelling of several for a full name. */
  readonly canonical?: (name: string) => string;
  /** Which import statements it has. */
  readonly imports?: "python" | "javascript";
  /** A known function's name may be followed by its arguments without brackets. */
  readonly bareCalls?: boolean;
  /** A known function's name alone is a call. */
  readonly implicitCalls?: boolean;
  /** A condition or a list may stand behind its statement (`unlink $x if -e $x`). */
  readonly modifiers?: boolean;
  /** A text may be called by the name it holds. */
  readonly textCalls?: boolean;
  /** `x => y` is a function. */
  readonly arrows?: boolean;
  /** `h{key}` takes an element. */
  readonly braceIndex?: boolean;
  /** `name: value` (and `name=value`) in a call is a named argument. */
  readonly namedArguments?: ":" | "=" | "both";
  /** A module whose members are programs (`sh.rm("-rf", x)`): what a full name in it does. */
  readonly member?: (name: string) => Call | undefined;
}
