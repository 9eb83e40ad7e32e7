import { matchGlob } from "../../call/glob.js";
import { baseName } from "../../call/path.js";
import type { CommandSpec } from "../../call/programs/spec.js";
import type { Rule } from "../policy.js";
import { asCommand, type NormalCommand, type Shape, shapeOf } from "./normal.js";
import { regexMatches } from "./regex.js";

/** Directories in which a program is the one that its base name means. */
const STANDARD = /^(?:\/usr(?:\/local)?)?\/s?bin\/(?=[^/\s*?]+(?:[\s*?]|$))/;

/** A pattern on commands, divided once. */
export interface CommandPattern {
  readonly text: string;
  readonly match: Rule["match"];
  /** Words of the pattern, its final `*` taken off. */
  readonly words: readonly string[];
  /** It ends in `*`: further options and operands may follow. */
  readonly open: boolean;
  /** The final `*` stood alone: what precedes it ends a word. */
  readonly whole: boolean;
  /** An option with a wildcard inside: the order of words counts, the text alone decides. */
  readonly ordered: boolean;
  readonly shapes: WeakMap<CommandSpec, Shape>;
}

/** The first word of a pattern, which names the program, or null when a wildcard leaves it open. */
export function programOf(rule: Pick<Rule, "pattern" | "match">): string | null {
  if (rule.match === "regex") return null;
  const text = normalPattern(rule.pattern);
  const space = text.search(/\s/);
  const word = space < 0 ? text : text.slice(0, space);
  return rule.match === "glob" && /[*?]/.test(word) ? null : word;
}

/** A pattern's text as commands are written: one space between words, no standard directory in front. */
export function normalPattern(pattern: string): string {
  return pattern.trim().replace(/\s+/g, " ").replace(STANDARD, "");
}

/** Divides a rule's pattern. */
export function commandPattern(rule: Pick<Rule, "pattern" | "match">): CommandPattern {
  const text = rule.match === "regex" ? rule.pattern : normalPattern(rule.pattern);
  const words = text.split(" ");
  const last = words.at(-1) ?? "";
  const open = rule.match === "glob" && last.endsWith("*");
  const stripped = open ? last.replace(/\*+$/, "") : last;
  const whole = open && stripped === "";
  const kept = whole ? words.slice(0, -1) : [...words.slice(0, -1), stripped];
  const cut = rule.match === "glob" ? kept.map((word) => (isOption(word) ? word.replace(/\*+$/, "") : word)) : kept;
  return {
    text,
    match: rule.match,
    words: cut,
    open,
    whole,
    ordered: rule.match === "glob" && cut.some((word) => isOption(word) && /[*?]/.test(word)),
    shapes: new WeakMap(),
  };
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

/** The pattern's text against one text, with a trailing ` *` that may stand for nothing. */
function textMatches(pattern: CommandPattern, text: string): boolean {
  if (pattern.match === "exact") return pattern.text === text;
  if (pattern.match === "regex") return regexMatches(pattern.text, text);
  return matchGlob(pattern.text, text) || (pattern.whole && pattern.text.slice(0, -2) === text);
}

function shapeFor(pattern: CommandPattern, spec: CommandSpec): Shape {
  const cached = pattern.shapes.get(spec);
  if (cached) return cached;
  const shape = shapeOf(spec, asCommand(pattern.words));
  pattern.shapes.set(spec, shape);
  return shape;
}

/** The subcommands and operands that a pattern names, as a program's entry divides them. */
export function tailOf(pattern: CommandPattern, spec: CommandSpec): string {
  return shapeFor(pattern, spec).tail;
}

function wordMatches(pattern: CommandPattern, glob: string, text: string): boolean {
  return pattern.match === "exact" ? glob === text : matchGlob(glob, text);
}

function programMatches(pattern: CommandPattern, command: NormalCommand): boolean {
  const name = pattern.words[0] ?? "";
  if (command.written !== undefined && wordMatches(pattern, name, command.written)) return true;
  return wordMatches(pattern, pattern.match === "glob" ? name : baseName(name), command.program);
}

function tailMatches(pattern: CommandPattern, shape: Shape, tail: string): boolean {
  if (pattern.match === "exact") return shape.tail === tail;
  if (!pattern.open) return matchGlob(shape.tail, tail);
  // The last word of the pattern was an option, or the star stood alone: a word ends here.
  const lastWord = pattern.words.at(-1) ?? "";
  const closed = pattern.whole || isOption(lastWord) || pattern.words.length === 1;
  if (!closed) return matchGlob(`${shape.tail}*`, tail);
  return shape.tail === "" || matchGlob(shape.tail, tail) || matchGlob(`${shape.tail} *`, tail);
}

function optionsHold(pattern: CommandPattern, wanted: Shape, given: Shape, exactly: boolean): boolean {
  for (const [name, values] of wanted.options) {
    const found = given.options.get(name);
    if (!found) return false;
    for (const value of values) {
      if (value !== null && !found.some((each) => each !== null && wordMatches(pattern, value, each))) return false;
    }
  }
  return !exactly || [...given.options.keys()].every((name) => wanted.options.has(name));
}

function shapeMatches(pattern: CommandPattern, command: NormalCommand, exactly: boolean): boolean {
  // `r*` leaves the program itself open: nothing but the text can be compared.
  if (pattern.match === "regex" || pattern.ordered) return false;
  if (pattern.open && !pattern.whole && pattern.words.length === 1) return false;
  if (!programMatches(pattern, command)) return false;
  const wanted = shapeFor(pattern, command.spec);
  return (
    optionsHold(pattern, wanted, command.shape, exactly || !pattern.open) &&
    tailMatches(pattern, wanted, command.shape.tail)
  );
}

/**
 * Whether a deny or ask pattern catches a command, in whatever spelling: by its text, by its text with
 * options split and sorted, or by the options and operands it names in any order.
 */
export function catches(pattern: CommandPattern, command: NormalCommand): boolean {
  return (
    textMatches(pattern, command.literal) ||
    textMatches(pattern, command.canonical) ||
    (command.written !== undefined &&
      textMatches(pattern, command.written + command.literal.slice(command.program.length))) ||
    shapeMatches(pattern, command, false)
  );
}

/**
 * Whether an allow pattern covers a command. Narrower than `catches`: a program from a directory of
 * its own is covered only by a pattern that names the directory, and an option that the pattern does
 * not name only by its text, in its place.
 */
export function covers(pattern: CommandPattern, command: NormalCommand): boolean {
  if (command.program.includes("⟦")) return false;
  if (command.written !== undefined && !STANDARD.test(command.written)) {
    if (!pattern.text.includes("/")) return false;
    return textMatches(pattern, command.written + command.literal.slice(command.program.length));
  }
  return textMatches(pattern, command.literal) || shapeMatches(pattern, command, true);
}
