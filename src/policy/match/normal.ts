import type { EffectiveCommand } from "../../call/effect.js";
import { baseName } from "../../call/path.js";
import { invoke, type ProgramTable } from "../../call/programs/interpret.js";
import type { CommandSpec } from "../../call/programs/spec.js";
import { plainWord } from "../../call/word.js";

/** A command as patterns are held against it. */
export interface NormalCommand {
  /** Base name of the program. */
  readonly program: string;
  /** Program as written where it names a directory. */
  readonly written?: string;
  readonly spec: CommandSpec;
  /** The program's base name and all words, one space between. */
  readonly literal: string;
  /** Program, subcommands, options split, sorted and in their first spelling, then operands. */
  readonly canonical: string;
  readonly shape: Shape;
}

/** A command's words without the order in which options were given. */
export interface Shape {
  /** By first spelling: the values given, `null` for none. */
  readonly options: ReadonlyMap<string, readonly (string | null)[]>;
  /** Subcommands and operands, one space between. */
  readonly tail: string;
}

/** For programs that have no entry: options are recognised by their dash, and take no values. */
const UNKNOWN: CommandSpec = {};

const HOME = "/";

/** The entry to read a program's words with; an empty one where bailiff knows nothing of it. */
export function entryOf(program: string, programs: ProgramTable): CommandSpec {
  return programs.lookUp(program) ?? UNKNOWN;
}

/** Divides words (the program's name first) into what is compared. */
export function shapeOf(spec: CommandSpec, command: EffectiveCommand): Shape & { readonly canonical: string } {
  const inv = invoke(spec, command, HOME);
  const options = new Map<string, (string | null)[]>();
  for (const { name, value } of inv.options) {
    const values = options.get(name) ?? [];
    values.push(value?.text ?? null);
    options.set(name, values);
  }
  const sorted = [...options].sort(([a], [b]) => (a < b ? -1 : 1));
  const words = sorted.flatMap(([name, values]) =>
    [...new Set(values)].map((v) => (v === null ? name : `${name} ${v}`)),
  );
  const tail = [...inv.path, ...inv.operands.map((w) => w.text)];
  const operands = inv.operands.map((w) => w.text);
  return {
    options,
    tail: tail.join(" "),
    canonical: [baseName(inv.words[0]?.text ?? ""), ...inv.path, ...words, ...operands].join(" "),
  };
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

/** A command in the forms that patterns are held against. */
export function normalCommand(command: EffectiveCommand, programs: ProgramTable): NormalCommand {
  const [first, ...rest] = command.argv.map((word) => word.text);
  const name = first ?? "";
  const program = baseName(name);
  const spec = entryOf(program, programs);
  const { canonical, ...shape } = shapeOf(spec, command);
  return {
    program,
    ...(name === program ? {} : { written: name }),
    spec,
    literal: [program, ...rest].join(" "),
    canonical,
    shape,
  };
}
