import type { EffectiveCommand } from "../../call/effect.js";
import { baseName } from "../../call/path.js";
import type { ProgramTable } from "../../call/programs/interpret.js";
import { Invocation } from "../../call/programs/invocation.js";
import { prepare } from "../../call/programs/prepared.js";
import type { CommandSpec } from "../../call/programs/spec.js";
import { plainWord } from "../../call/word.js";

/** A command's words without the order in which options were given. */
export interface Shape {
  /** By first spelling: the values given, `null` for none. */
  readonly options: ReadonlyMap<string, readonly (string | null)[]>;
  /** Subcommands and operands, one space between. */
  readonly tail: string;
}

/** For programs that have no entry: options are recognised by their dash, and take no values. */
const UNKNOWN: CommandSpec = { style: "words" };

const HOME = "/";

/** Divides words (the program's name first) into what is compared. */
export function shapeOf(spec: CommandSpec, command: EffectiveCommand): Shape & { readonly canonical: string } {
  const inv = new Invocation(prepare(spec), command, HOME);
  const options = new Map<string, (string | null)[]>();
  const give = (name: string, value: string | null): void => {
    const values = options.get(name) ?? [];
    values.push(value);
    options.set(name, values);
  };
  for (const { name, value } of inv.options) give(name, value?.text ?? null);
  const operands = divided(inv, give);
  const sorted = [...options].sort(([a], [b]) => (a < b ? -1 : 1));
  const words = sorted.flatMap(([name, values]) =>
    [...new Set(values)].map((v) => (v === null ? name : `${name} ${v}`)),
  );
  return {
    options,
    tail: [...inv.path, ...operands].join(" "),
    canonical: [baseName(inv.words[0]?.text ?? ""), ...inv.path, ...words, ...operands].join(" "),
  };
}

/**
 * The operands of a command. Where the entry leaves options among them (a program without one, one that
 * reads its words itself, a subcommand that is not listed), they are told by their dash.
 */
function divided(inv: Invocation, give: (name: string, value: string | null) => void): string[] {
  const texts = inv.operands.map((word) => word.text);
  const { spec, options } = inv.entry;
  const unlisted = spec.subcommands !== undefined && spec.operands === undefined;
  if (spec !== UNKNOWN && spec.style !== "words" && !unlisted) return texts;
  const kept: string[] = [];
  texts.forEach((text, at) => {
    if (!/^-{1,2}[A-Za-z]/.test(text) || (unlisted && at === 0)) {
      if (text !== "--") kept.push(text);
      return;
    }
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    const value = equals < 0 ? null : text.slice(equals + 1);
    // Three letters at most are taken for clustered options; more are a long option with one dash.
    const letters = /^-[A-Za-z]{2,3}$/.test(name) && options.canonical(name) === name ? name.slice(1) : "";
    if (letters === "") give(options.canonical(name), value);
    else for (const letter of letters) give(options.canonical(`-${letter}`), null);
  });
  return kept;
}

/** A pattern's own words as a command, so that both are divided by the same entry. */
export function asCommand(words: readonly string[]): EffectiveCommand {
  return {
    argv: words.map(plainWord),
    via: [],
    cwd: null,
    env: {},
    redirects: [],
    certainty: "certain",
    span: [0, 0],
  };
}

/** A command in the forms that patterns are held against; most commands are asked for none but its name. */
export class NormalCommand {
  /** Base name of the program. */
  readonly program: string;
  /** Program as written where it names a directory. */
  readonly written: string | undefined;
  private readonly command: EffectiveCommand;
  private readonly programs: ProgramTable;
  private text: string | undefined;
  private divided: (Shape & { readonly canonical: string }) | undefined;

  constructor(command: EffectiveCommand, programs: ProgramTable) {
    const name = command.argv[0]?.text ?? "";
    this.program = baseName(name);
    this.written = name === this.program ? undefined : name;
    this.command = command;
    this.programs = programs;
    this.text = undefined;
    this.divided = undefined;
  }

  /** The entry to read the program's words with; an empty one where bailiff knows nothing of it. */
  get spec(): CommandSpec {
    return this.programs.lookUp(this.program) ?? UNKNOWN;
  }

  /** The program's base name and all words, one space between. */
  get literal(): string {
    this.text ??= [this.program, ...this.command.argv.slice(1).map((word) => word.text)].join(" ");
    return this.text;
  }

  get shape(): Shape {
    return this.asDivided;
  }

  /** Program, subcommands, options split, sorted and in their first spelling, then operands. */
  get canonical(): string {
    return this.asDivided.canonical;
  }

  private get asDivided(): Shape & { readonly canonical: string } {
    this.divided ??= shapeOf(this.spec, this.command);
    return this.divided;
  }
}

/** A command in the forms that patterns are held against. */
export function normalCommand(command: EffectiveCommand, programs: ProgramTable): NormalCommand {
  return new NormalCommand(command, programs);
}
