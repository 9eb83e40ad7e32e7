import { plainWord, type Word } from "../word.js";
import { decodeAnsiC } from "./ansi-c.js";
import { arithmeticPart } from "./arithmetic.js";
import { expandBraces } from "./braces.js";
import { isQualifier } from "./dialect.js";
import { BORDER, combine, type Field, type Piece, toFields } from "./field.js";
import { bounded, Exceeded, LIMITS } from "./limits.js";
import { parameter, simpleParameter } from "./parameter.js";
import { parse } from "./parse.js";
import { isOrdinary, isQuotedText } from "./plain.js";
import type { Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";
import { processSubstitution, substitution } from "./substitution.js";
import type { Part, WordNode } from "./syntax.js";

/** What one command's words are expanded in. A substitution runs once, however often it is looked at. */
export class Expansion {
  private results: Map<object, readonly string[]> | undefined;

  constructor(
    readonly shell: Shell,
    readonly state: State,
    readonly scope: Scope,
  ) {}

  /** What a substitution has given, if it ran. */
  resultOf(node: object): readonly string[] | undefined {
    return this.results?.get(node);
  }

  /** Remembers what a substitution gave. */
  gave(node: object, texts: readonly string[]): void {
    this.results ??= new Map();
    this.results.set(node, texts);
  }

  /** Characters at which unquoted expansions are divided. */
  ifs(): string {
    const own = this.state.variable("IFS");
    if (!own) return " \t\n";
    const value = own.values[0];
    return value === undefined || this.shell.holes.in(value) ? " \t\n" : value;
  }
}

const SPECIAL = /[$`"'\\*?[{~]/;
const JOINED = /\$(?:\\\n)+/;

const STACK = /^~(?:([+-])?(\d+)|([+-]))(?=\/|$)/;

/** `~+`, `~-`, `~1`: the directory that the shell is in, was in, or has on its stack. */
function stacked(fields: Field[], x: Expansion): Field[] {
  const [first, ...rest] = fields;
  const match = first?.tilde ? STACK.exec(first.text) : null;
  if (!first || !match) return fields;
  const [whole, from, number, sign] = match;
  const { dirs, previous, stack } = x.state;
  const all = [dirs, ...stack];
  const at = Number(number ?? 0);
  const [found] = (sign === "-" ? previous : from === "-" ? all[all.length - 1 - at] : all[at]) ?? [null];
  const dir = found ?? x.shell.holes.add({ source: whole, taint: "unknown" });
  return [{ ...first, text: dir + first.text.slice(whole.length), tilde: false }, ...rest];
}

/**
 * The only field of a command's word that stands for itself or is one quoted text; undefined where
 * there is more to it.
 */
export function plainField(word: WordNode, x: Expansion): Word | undefined {
  const { text } = word;
  if (isOrdinary(text)) return plainWord(text);
  if (!isQuotedText(text)) return undefined;
  x.shell.budget.step();
  return plainWord(text.slice(1, -1));
}

/** All readings of a word, each a list of fields. */
export function expandWord(word: WordNode, x: Expansion): Field[][] {
  const readings = wordReadings(word, x);
  return /^~[-+\d]/.test(word.text) ? readings.map((fields) => stacked(fields, x)) : readings;
}

function wordReadings(word: WordNode, x: Expansion): Field[][] {
  if (!word.parts && word.text === word.value) {
    return [[{ text: word.value, glob: false, tilde: word.text[0] === "~", quoted: false }]];
  }
  x.shell.budget.step();
  if (JOINED.test(word.text)) return [joinedLines(word, x)];
  if (word.parts?.some((part) => part.type === "BraceExpansion")) return braceWords(word, x);
  return unbracedWord(word, x);
}

function unbracedWord(word: WordNode, x: Expansion): Field[][] {
  const tilde = word.text[0] === "~";
  if (!word.parts) return [[{ text: word.value, glob: false, tilde, quoted: word.text !== "" }]];
  const readings = pieces(word.parts, false, x);
  const ifs = x.ifs();
  return readings.map((reading) => toFields(reading, ifs, tilde));
}

/** The parser takes `$\⏎X` for plain text; the shell joins the lines first. */
function joinedLines(word: WordNode, x: Expansion): Field[] {
  const again = word.text.includes("'") ? null : reparse(word.text.replaceAll("\\\n", ""));
  if (again && !JOINED.test(again.text)) {
    const readings = expandWord(again, fixed(x, word));
    if (readings.length === 1) return readings[0] as Field[];
  }
  const text = x.shell.holes.add({ source: word.text, taint: "unknown", contrived: true });
  return [{ text, glob: false, tilde: false, quoted: false }];
}

/** Words that were put together from others: commands inside them get the word's own place. */
function fixed(x: Expansion, word: { pos: number; end: number }): Expansion {
  return new Expansion(x.shell, x.state, { ...x.scope, span: x.scope.span ?? [word.pos, word.end], repeats: true });
}

function reparse(raw: string): WordNode | null {
  const script = parse(`: ${raw}`);
  const statement = script.commands[0]?.command;
  if (script.errors || script.commands.length !== 1 || statement?.type !== "Command") return null;
  const only = statement.suffix[0];
  return statement.suffix.length === 1 && only?.type === "Word" ? only : null;
}

function braceWords(word: WordNode, x: Expansion): Field[][] {
  const raws = expandBraces(word.text, LIMITS.fields);
  if (raws === null) {
    if (/,/.test(word.text.replace(/\{-?\w+\.\.-?\w+(\.\.-?\d+)?\}/g, ""))) throw new Exceeded("words");
    const text = x.shell.holes.add({ source: word.text, taint: "unknown" });
    return [[{ text, glob: false, tilde: false, quoted: false }]];
  }
  if (raws.length === 1 && raws[0] === word.text) return unbracedWord(word, x);
  x.shell.budget.step(raws.length);
  const inner = fixed(x, word);
  const readings = raws.map((raw): Field[][] => {
    if (!SPECIAL.test(raw)) return raw === "" ? [[]] : [[{ text: raw, glob: false, tilde: false, quoted: false }]];
    const again = reparse(raw);
    if (!again)
      return [
        [{ text: x.shell.holes.add({ source: raw, taint: "unknown" }), glob: false, tilde: false, quoted: false }],
      ];
    return unbracedWord(again, inner);
  });
  return combine(readings, LIMITS.alternatives).all;
}

const QUOTED_EMPTY: Piece = { text: "", quoted: true };

/** All readings of a word's parts. */
export function pieces(parts: readonly Part[], quoted: boolean, x: Expansion): Piece[][] {
  const readings: Piece[][][] = [];
  for (const part of parts) readings.push(partPieces(part, quoted, x));
  return combine(readings, LIMITS.alternatives).all;
}

function partPieces(part: Part, quoted: boolean, x: Expansion): Piece[][] {
  switch (part.type) {
    case "Literal":
      return [[{ text: part.value, quoted: quoted || part.value !== part.text }]];
    case "Glob":
      if (part.parts?.some((p) => p.type !== "Literal")) {
        const inner = pieces(part.parts, true, x);
        return inner.map((p) => [{ text: "[", quoted, glob: true }, ...p, { text: "]", quoted }]);
      }
      return [[{ text: part.text, quoted, glob: !quoted }]];
    case "SingleQuoted":
      return [[{ text: part.value, quoted: true }]];
    case "AnsiCQuoted":
      return [[{ text: decodeAnsiC(part.text.slice(2, -1)), quoted: true }]];
    case "DoubleQuoted":
    case "LocaleString": {
      const inner = pieces(part.parts, true, x);
      if (part.parts.length > 0 && part.parts.every(isList)) return inner;
      return inner.map((p) => [QUOTED_EMPTY, ...p]);
    }
    case "SimpleExpansion":
      return simpleParameter(part.text, quoted, x);
    case "ParameterExpansion":
      return parameter(part, quoted, x);
    case "CommandExpansion":
      return substitution(part, x).map((text) => [{ text, quoted, split: !quoted }]);
    case "ArithmeticExpansion":
      return [[{ text: arithmeticPart(part, x), quoted, split: !quoted }]];
    case "ProcessSubstitution":
      return [[{ text: processSubstitution(part, x), quoted: true }]];
    case "ExtendedGlob":
      if (part.parts) pieces(part.parts, true, x);
      return (quoted ? [part.text] : extended(part.text)).map((text) => [{ text, quoted, glob: !quoted }]);
    case "BraceExpansion": {
      // Where braces mean nothing: a value, a here-string.
      if (!part.parts) return [[{ text: part.text, quoted }]];
      const open: Piece = { text: "{", quoted };
      const close: Piece = { text: "}", quoted };
      return pieces(part.parts, quoted, x).map((p) => [open, ...p, close]);
    }
    default:
      part satisfies never;
      return [[]];
  }
}

/**
 * A pattern of several (`@(a|b)`, `!(a)`) as patterns of one: what it names one by one, and a
 * wildcard where it may be more than that.
 */
function extended(text: string): string[] {
  // In zsh what stands in brackets behind a wildcard only picks among what it matches: `*(.)`.
  if (text[0] === "!" || isQualifier(text)) return ["*"];
  const inside = text.slice(2, -1);
  if (/[()'"`$\\]/.test(inside)) return ["*"];
  const all = inside.split("|", LIMITS.alternatives);
  return text[0] === "@" ? all : text[0] === "?" ? ["", ...all] : [...all, "*"];
}

function isList(part: Part): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  return (
    part.type === "ParameterExpansion" && (part.parameter === "@" || part.index?.text === "@") && part.prefix !== "#"
  );
}

/** All readings of a word that is not divided into fields: an assignment's value, a pattern, a here-string. */
export function expandText(word: WordNode, x: Expansion): string[] {
  if (isOrdinary(word.text)) return [word.text];
  if (!word.parts && word.text === word.value) return [word.value];
  if (JOINED.test(word.text))
    return [
      joinedLines(word, x)
        .map((f) => f.text)
        .join(" "),
    ];
  if (!word.parts) return [word.value];
  return textOf(pieces(word.parts, false, x));
}

/** The texts that readings of pieces make when they are not divided. */
export function textOf(readings: readonly Piece[][]): string[] {
  const texts = readings.map((reading) => reading.map((p) => (p === BORDER ? " " : p.text)).join(""));
  for (const text of texts) bounded(text);
  return texts.length === 1 ? texts : [...new Set(texts)];
}

/**
 * Runs what stands in a text that bash expands a second time (subscripts, prompts), as if it stood
 * between double quotes.
 */
export function expandAgain(text: string, x: Expansion): string {
  if (!/[$`]/.test(text)) return text;
  const again = reparse(`"${text.replaceAll('"', "")}"`);
  if (!again) return x.shell.holes.add({ source: text, taint: "unknown" });
  const inner = x.shell.inner(x.scope, { span: x.scope.span ?? [0, 0], repeats: true });
  return expandText(again, new Expansion(x.shell, x.state, inner))[0] ?? "";
}
