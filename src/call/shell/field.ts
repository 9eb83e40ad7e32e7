import type { Word } from "../word.js";
import type { Holes } from "./hole.js";
import { bounded } from "./limits.js";

/**
 * One word of a command after expansion; its text may hold unknown parts (see `hole.ts`). A word in
 * which nothing is unknown is one as it stands.
 */
export interface Field {
  readonly text: string;
  readonly glob: boolean;
  readonly tilde: boolean;
  /** Some of it was quoted, so that it stays a word when what is unknown in it is empty. */
  readonly quoted?: boolean;
  /** An unknown part stood unquoted: it may turn out to be no field at all, or several. */
  readonly elastic?: boolean;
  /** Set on words. */
  readonly known?: boolean;
}

function isWord(each: Field, holes: Holes): each is Word {
  return each.known === true && !holes.in(each.text);
}

export function fieldWord(each: Field, holes: Holes): Word {
  if (isWord(each, holes)) return each;
  const word = holes.word(each.text, each.glob, each.tilde);
  return each.elastic && !word.known ? { ...word, elastic: true } : word;
}

/** The fields of a command as words. */
export function fieldWords(argv: readonly Field[], holes: Holes): readonly Word[] {
  for (const each of argv) if (!isWord(each, holes)) return argv.map((field) => fieldWord(field, holes));
  return argv as readonly Word[];
}

/** A word as a field again. */
export function wordField(word: Word, holes: Holes): Field {
  if (word.known && word.taint === undefined && !word.contrived && !word.elastic) return word;
  const field = { text: holes.text(word), glob: word.glob, tilde: word.tilde, quoted: true };
  return word.elastic ? { ...field, elastic: true } : field;
}

/** Part of a word on its way to fields. */
export interface Piece {
  readonly text: string;
  readonly quoted: boolean;
  /** The result of an unquoted expansion: divided at IFS characters. */
  readonly split?: boolean;
  readonly glob?: boolean;
  /** A border between two words (`"$@"`). */
  readonly border?: boolean;
}

export const BORDER: Piece = { text: "", quoted: false, border: true };

const GLOB = /[*?[]/;
const UNKNOWN = /[\ue000-\uf8ff]/;

/**
 * Divides pieces into fields (POSIX 2.6.5).
 *
 * @param ifs the characters that divide; empty for none
 */
export function toFields(pieces: readonly Piece[], ifs: string, tilde: boolean): Field[] {
  const only = pieces.length === 1 ? pieces[0] : undefined;
  if (only && !only.split && !only.border) {
    if (only.text === "" && !only.quoted) return [];
    return [{ text: only.text, glob: only.glob ?? false, tilde, quoted: only.quoted }];
  }
  const out: Field[] = [];
  let text = "";
  let quoted = false;
  let glob = false;
  let any = false;
  let elastic = false;
  const push = (force: boolean): void => {
    bounded(text);
    if (any || quoted || force) {
      const field = { text, glob, tilde: tilde && out.length === 0, quoted };
      out.push(elastic ? { ...field, elastic } : field);
    }
    text = "";
    quoted = false;
    glob = false;
    any = false;
    elastic = false;
  };
  for (const piece of pieces) {
    if (piece.border) {
      push(false);
      continue;
    }
    if (!piece.split) {
      text += piece.text;
      if (piece.quoted) quoted = true;
      if (piece.glob) glob = true;
      if (piece.text !== "") any = true;
      continue;
    }
    let start = 0;
    const source = piece.text;
    const take = (end: number): void => {
      if (end === start) return;
      const run = source.slice(start, end);
      text += run;
      any = true;
      if (GLOB.test(run)) glob = true;
      if (UNKNOWN.test(run)) elastic = true;
    };
    for (let i = 0; i < source.length; i++) {
      const c = source[i] as string;
      if (!ifs.includes(c)) continue;
      take(i);
      // A delimiter that is not white space divides even where nothing stands before it.
      if (c === " " || c === "\t" || c === "\n") {
        if (any || quoted) push(false);
      } else push(true);
      start = i + 1;
    }
    take(source.length);
  }
  push(false);
  return out;
}

/** Every combination of one alternative each, at most `limit`; beyond that each alternative once. */
export function combine<T>(parts: readonly (readonly T[][])[], limit: number): { all: T[][]; cut: boolean } {
  let product = 1;
  let longest = 1;
  for (const part of parts) {
    product *= part.length;
    if (part.length > longest) longest = part.length;
  }
  if (product === 1) {
    if (parts.length === 1) return { all: [parts[0]?.[0] as T[]], cut: false };
    const flat: T[] = [];
    for (const part of parts) for (const each of part[0] as T[]) flat.push(each);
    return { all: [flat], cut: false };
  }
  if (product > limit) {
    const all: T[][] = [];
    for (let i = 0; i < Math.min(longest, limit); i++) {
      all.push(parts.flatMap((part) => part[i % part.length] as T[]));
    }
    return { all, cut: true };
  }
  let all: T[][] = [[]];
  for (const part of parts) {
    if (part.length === 1) {
      for (const row of all) row.push(...(part[0] as T[]));
    } else all = all.flatMap((row) => part.map((each) => [...row, ...each]));
  }
  return { all, cut: false };
}
