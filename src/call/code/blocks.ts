import type { Profile } from "./profile.js";
import type { Token } from "./tokens.js";

/** Where brackets and blocks of a script end. Made once for a list of tokens, in linear time. */
export interface Blocks {
  /** By the index of an opening bracket, the index of its partner; undefined where it has none. */
  readonly match: readonly (number | undefined)[];
  /** By the index of a word that opens a block (`do`, `function`), the index of its `end`. */
  readonly ends: ReadonlyMap<number, number>;
  /** The last word before an index that opens a block. */
  opener(before: number): number;
  /** The indentation of the line that an index is on. */
  indentAt(index: number): number;
  /** The first `for` directly between two brackets (a comprehension), or -1. */
  forInside(from: number, close: number): number;
}

const made = new WeakMap<readonly Token[], Blocks>();

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

export function findBlocks(tokens: readonly Token[], profile: Profile): Blocks {
  const cached = made.get(tokens);
  if (cached) return cached;
  const match = new Array<number | undefined>(tokens.length).fill(undefined);
  const indents: number[] = new Array<number>(tokens.length).fill(0);
  const open: number[] = [];
  const firstFor = new Map<number, number>();
  let indent = 0;
  tokens.forEach((t, i) => {
    if (t.kind === "line" && open.length === 0) indent = Number(t.value);
    indents[i] = indent;
    if (t.kind === "name" && t.value === "for") {
      const bracket = open.at(-1);
      if (bracket !== undefined && !firstFor.has(bracket)) firstFor.set(bracket, i);
    }
    if (t.kind !== "op") return;
    if (t.value === "(" || t.value === "[" || t.value === "{") open.push(i);
    else if (t.value in CLOSES) {
      const at = open.findLastIndex((o) => tokens[o]?.value === CLOSES[t.value]);
      if (at < 0 || open.length - at > 8) return;
      match[open[at] as number] = i;
      open.length = at;
    }
  });
  const words = profile.blocks === "end" ? endWords(tokens, profile) : new Map<number, number>();
  const openers = [...words.keys()].sort((a, b) => a - b);
  const blocks: Blocks = {
    match,
    ends: words,
    opener: (before) => lastBelow(openers, before),
    indentAt: (index) => indents[Math.min(index, indents.length - 1)] ?? 0,
    forInside: (from) => firstFor.get(from - 1) ?? -1,
  };
  made.set(tokens, blocks);
  return blocks;
}

function lastBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1] ?? -1;
}

const ALWAYS = new Set(["def", "class", "module", "begin", "case", "do", "function", "repeat"]);
const AT_START = new Set(["if", "unless", "while", "until", "for"]);

/** Ruby's `def name(args) = expression`, which no `end` closes. */
function isEndless(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let n = at + 2; n < Math.min(tokens.length, at + 40); n++) {
    const t = tokens[n] as Token;
    if (t.kind === "line") return false;
    if (t.kind !== "op") continue;
    if (t.value === "(") depth++;
    else if (t.value === ")") depth--;
    else if (t.value === "=" && depth === 0) return true;
    else if (t.value === ";") return false;
  }
  return false;
}

/** Ruby and Lua: `end` closes the last block that a word opened. */
function endWords(tokens: readonly Token[], profile: Profile): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let loopDo = false;
  tokens.forEach((t, i) => {
    const previous = tokens[i - 1];
    const starts =
      !previous ||
      previous.kind === "line" ||
      previous.value === ";" ||
      previous.value === "=" ||
      previous.value === "then" ||
      previous.value === "else";
    if (t.kind === "line") loopDo = false;
    if (t.kind !== "name" || previous?.value === "." || previous?.value === ":") return;
    if (t.value === "end" || (t.value === "until" && profile.language === "lua")) {
      const at = open.pop();
      if (at !== undefined) ends.set(at, i);
    } else if (t.value === "do" && loopDo) loopDo = false;
    else if (ALWAYS.has(t.value) && !(t.value === "def" && isEndless(tokens, i))) open.push(i);
    else if (AT_START.has(t.value) && (starts || profile.language === "lua")) {
      open.push(i);
      loopDo = t.value !== "if" && t.value !== "unless";
    }
  });
  return ends;
}
