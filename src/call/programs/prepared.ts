import { NONE } from "../none.js";
import { plainWord, type Word } from "../word.js";
import type { Handler } from "./emit.js";
import { type PreparedForm, prepareForm } from "./forms.js";
import { type DividedWords, divide, OptionIndex } from "./options.js";
import type { CommandSpec, Form, Language, Role } from "./spec.js";
import { inherit, type Subcommand, Subcommands } from "./subcommands.js";

/** Finds the code that entries name. */
interface Handlers {
  handler(name: string): Handler | undefined;
}

/** What a command's operands are for. */
export interface Operands {
  /** Roles of the first ones, in order. */
  readonly first: readonly Role[];
  readonly rest: Role | undefined;
  /** Role of the last one where there are at least two. */
  readonly last: Role | undefined;
  /** They are joined into one text of code. */
  readonly join: boolean;
}

const TEXTS: Operands = { first: NONE, rest: undefined, last: undefined, join: false };

/**
 * An entry as each command asks for it: every field there, in one order, options under all their
 * spellings. Made once for an entry, since entries have as many shapes as there are programs.
 */
export class Prepared {
  readonly options: OptionIndex;
  readonly style: NonNullable<CommandSpec["style"]>;
  readonly subcommands: Subcommands | null;
  readonly operands: Operands;
  /** The words after the options are another command's. */
  readonly takesCommand: boolean;
  /** Options that make it a dry run, in their first spelling. */
  readonly dry: readonly string[];
  readonly mutates: boolean | "unknown";
  readonly network: boolean;
  readonly language: Language;
  readonly stdin: Language | undefined;
  readonly assignments: boolean;
  readonly remote: CommandSpec["remote"] | undefined;
  /** Files that it runs by convention. */
  readonly executes: readonly Word[];
  /** What it runs are tests. */
  readonly tests: boolean;
  readonly appendsInput: boolean;
  /** The code that it names, once it was asked for. */
  private handler: Handler | null | undefined = undefined;
  private preparedForms: readonly PreparedForm[] | undefined = undefined;
  private readonly inner = new Map<CommandSpec, Prepared>();

  constructor(readonly spec: CommandSpec) {
    this.options = new OptionIndex(spec);
    this.style = spec.style ?? "gnu";
    const subcommands = spec.subcommands as Record<string, CommandSpec> | undefined;
    this.subcommands = subcommands ? new Subcommands(subcommands) : null;
    this.operands = operandsOf(spec);
    this.takesCommand = this.operands.rest === "command";
    this.dry = spec.dry?.map((names) => this.options.canonical(names.split(" ")[0] as string)) ?? NONE;
    this.mutates = spec.mutates ?? "unknown";
    this.network = spec.network ?? false;
    this.language = spec.language ?? "other";
    this.stdin = spec.stdin;
    this.assignments = spec.assignments ?? false;
    this.remote = spec.remote;
    this.executes = spec.executes?.map(plainWord) ?? NONE;
    this.tests = spec.tests ?? false;
    this.appendsInput = spec.appendsInput ?? false;
  }

  /** Ways of calling it that mean something of their own. */
  get forms(): readonly PreparedForm[] {
    this.preparedForms ??=
      (this.spec.forms as Form[] | undefined)?.map((form) => prepareForm(form, this.options)) ?? NONE;
    return this.preparedForms;
  }

  /** The code that it names. */
  handlerOf(table: Handlers): Handler | null {
    if (this.handler === undefined) {
      const { handler } = this.spec;
      this.handler = (handler === undefined ? undefined : table.handler(handler)) ?? null;
    }
    return this.handler;
  }

  /** One of its subcommands, with what that takes over from this command. */
  below({ spec }: Subcommand): Prepared {
    let found = this.inner.get(spec);
    if (!found) {
      found = new Prepared(inherit(this.spec, spec));
      this.inner.set(spec, found);
    }
    return found;
  }
}

function operandsOf({ operands }: CommandSpec): Operands {
  if (operands === undefined) return TEXTS;
  if (typeof operands === "string") return { first: NONE, rest: operands, last: undefined, join: false };
  const { first = NONE, rest, last, join = false } = operands as Partial<Operands>;
  return { first, rest, last, join };
}

const prepared = new WeakMap<CommandSpec, Prepared>();

/** An entry as commands ask for it. */
export function prepare(spec: CommandSpec): Prepared {
  let found = prepared.get(spec);
  if (!found) {
    found = new Prepared(spec);
    prepared.set(spec, found);
  }
  return found;
}

/** Words divided by an entry that stands for itself: that of a program which reads its words in a way of its own. */
export function dividedBy(spec: CommandSpec, words: readonly Word[]): DividedWords {
  const found: DividedWords = { options: [], operands: [] };
  divide(prepare(spec), words, 0, found);
  return found;
}
