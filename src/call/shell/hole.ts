import { type Taint, type Word, worstTaint } from "../word.js";

/** Something in a text that is not known before the run. */
export interface Hole {
  /** As written. */
  readonly source: string;
  readonly taint: Taint;
  /** It may turn out to be empty, as an unset variable is. */
  readonly empty?: boolean;
  /** Made by slicing, indirection or the like. */
  readonly contrived?: boolean;
  /** Stands for no text at all: it only says where the text around it comes from. */
  readonly mark?: boolean;
  /** A mark that says the text is a pattern, as a loop over `*.c` gives it. */
  readonly glob?: boolean;
  /** A mark that says the text may be no word at all, or several. */
  readonly elastic?: boolean;
  /** The text of the file that this stands for, when it is a process substitution. */
  readonly content?: string;
  /** Of `>(…)`: walks the commands in it with what is written there as their input. */
  readonly feed?: (input: { readonly text: string; readonly from: readonly number[] }) => void;
}

const FIRST = 0xe000;
const LAST = 0xf8ff;
const ANY = /[\ue000-\uf8ff]/;
const BLANK = /^[\ue000-\uf8ff\s]*$/;

/** Whether nothing stands in a text but unknown parts and white space. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** A text of at most so many characters is looked through before a pattern would have begun. */
const SHORT = 64;

/** So few unknowns are looked through one by one; more get an index. */
const FEW = 16;

/**
 * The unknown parts of one call's texts. Each is one private-use character inside an otherwise
 * ordinary string, so that slicing, splitting, joining and parsing a text again carry it along.
 * A private-use character that the person wrote counts as unknown too.
 */
export class Holes {
  private readonly list: Hole[] = [];
  /** The last hole of each kind, and of each source, once there are more than a few. */
  private index: { readonly keys: Map<string, number>; readonly sources: Map<string, number> } | undefined;
  /** Some hole is a mark. */
  private marked = false;

  /** The character that stands for this unknown. */
  add(hole: Hole): string {
    const known = hole.content === undefined ? this.lastLike(hole) : -1;
    if (known >= 0) return character(known);
    const { length } = this.list;
    if (FIRST + length > LAST) {
      // So many unknowns that one more tells nothing: the worst of its kind stands for it.
      const index = this.list.findLastIndex((h) => h.taint === hole.taint && !h.mark);
      return index < 0 ? String.fromCharCode(LAST) : character(index);
    }
    this.list.push(hole);
    if (hole.mark) this.marked = true;
    if (this.index) this.enter(hole, length, this.index);
    else if (length >= FEW) {
      const index = { keys: new Map<string, number>(), sources: new Map<string, number>() };
      for (const [i, each] of this.list.entries()) this.enter(each, i, index);
      this.index = index;
    }
    return character(length);
  }

  private enter(hole: Hole, at: number, index: NonNullable<Holes["index"]>): void {
    index.keys.set(keyOf(hole), at);
    if (!hole.mark) index.sources.set(hole.source, at);
  }

  private lastLike(hole: Hole): number {
    if (this.index) return this.index.keys.get(keyOf(hole)) ?? -1;
    for (let i = this.list.length - 1; i >= 0; i--) if (alike(this.list[i] as Hole, hole)) return i;
    return -1;
  }

  private lastFrom(source: string): number {
    if (this.index) return this.index.sources.get(source) ?? -1;
    for (let i = this.list.length - 1; i >= 0; i--) {
      const each = this.list[i] as Hole;
      if (each.source === source && !each.mark) return i;
    }
    return -1;
  }

  get(char: string): Hole {
    return this.at(char.charCodeAt(0)) ?? { source: char, taint: "unknown" };
  }

  private at(code: number): Hole | undefined {
    return this.list[code - FIRST];
  }

  /** Whether any part of the text is unknown or marked. */
  in(text: string): boolean {
    if (this.list.length === 0) return false;
    if (text.length > SHORT) return ANY.test(text);
    for (let i = 0; i < text.length; i++) if (isHole(text.charCodeAt(i))) return true;
    return false;
  }

  private replaced(text: string, by: (hole: Hole, char: string) => string): string {
    let out = "";
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      if (!isHole(text.charCodeAt(i))) continue;
      const char = text[i] as string;
      out += text.slice(from, i) + by(this.get(char), char);
      from = i + 1;
    }
    return out + text.slice(from);
  }

  /** Whether nothing at all is unknown so far, so that no text needs to be looked at. */
  none(): boolean {
    return this.list.length === 0;
  }

  /** Whether the text itself is wholly known. */
  known(text: string): boolean {
    return !this.in(text) || !ANY.test(this.bare(text));
  }

  /** Whether the text has nothing in it that is known, so that it may turn out to be empty. */
  mayBeEmpty(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (!isHole(text.charCodeAt(i))) return false;
    return true;
  }

  /** All unknowns of the text, in order. */
  of(text: string): readonly Hole[] {
    if (!this.in(text)) return NOTHING;
    const found: Hole[] = [];
    for (let i = 0; i < text.length; i++) if (isHole(text.charCodeAt(i))) found.push(this.get(text[i] as string));
    return found;
  }

  /** The most harmful origin of the text's unknown or marked parts. */
  taint(text: string): Taint | undefined {
    if (!this.in(text)) return undefined;
    let worst: Taint | undefined;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (!isHole(code)) continue;
      const hole = this.at(code);
      if (!hole) worst = worstTaint(worst, "unknown");
      else if (!silent(hole)) worst = worstTaint(worst, hole.taint);
    }
    return worst;
  }

  /** Some of the text was made by slicing or indirection, be its value known or not. */
  contrived(text: string): boolean {
    return this.of(text).some((hole) => hole.contrived);
  }

  /** The text may turn out to be no word at all, or several. */
  elastic(text: string): boolean {
    return this.in(text) && this.of(text).some((hole) => hole.elastic);
  }

  /** The text may stand for more than one word, as a pattern does. */
  several(text: string): boolean {
    return this.in(text) && this.of(text).some((hole) => hole.elastic || hole.glob);
  }

  /** The text without its marks. */
  bare(text: string): string {
    return this.marked && this.in(text) ? this.replaced(text, withoutMark) : text;
  }

  /** The text with every unknown that may be empty left out. */
  emptied(text: string): string {
    return this.in(text) ? this.replaced(text, withoutEmpty) : text;
  }

  /** The text as people read it, unknown parts written `⟦source⟧`. */
  shown(text: string): string {
    return this.in(text) ? this.replaced(text, label) : text;
  }

  /** A word with this text. */
  word(text: string, glob: boolean, tilde: boolean): Word {
    if (!this.in(text)) return { text, known: true, glob, tilde };
    const holes = this.of(text);
    const taint = this.taint(text);
    const shown = this.shown(text);
    const known = holes.every((hole) => hole.mark);
    return {
      text: shown,
      known,
      glob: glob || holes.some((hole) => hole.glob),
      tilde,
      ...(taint ? { taint } : {}),
      ...(holes.some((hole) => hole.contrived) ? { contrived: true } : {}),
    };
  }

  /** The text of a word with its unknowns as characters again. */
  text(word: Word): string {
    const mark = word.known && word.taint !== undefined;
    if (mark) return this.add({ source: "", taint: word.taint ?? "unknown", mark: true }) + word.text;
    if (word.known) return word.text;
    let out = "";
    let at = 0;
    for (;;) {
      const open = word.text.indexOf("⟦", at);
      if (open < 0) return out + word.text.slice(at);
      const close = closing(word.text, open);
      if (close < 0) return out + word.text.slice(at, open) + this.add({ source: "…", taint: word.taint ?? "unknown" });
      const source = word.text.slice(open + 1, close);
      out += word.text.slice(at, open);
      const known = this.lastFrom(source);
      out += known >= 0 ? character(known) : this.add({ source, taint: word.taint ?? "unknown" });
      at = close + 1;
    }
  }
}

/** An unknown as people read it. */
function label(hole: Hole): string {
  if (hole.mark) return "";
  return hole.taint === "temp" && hole.source === "mktemp" ? "/tmp/⟦mktemp⟧" : `⟦${hole.source}⟧`;
}

function withoutMark(hole: Hole, char: string): string {
  return hole.mark ? "" : char;
}

function withoutEmpty(hole: Hole, char: string): string {
  return hole.empty ? "" : char;
}

function isHole(code: number): boolean {
  return code >= FIRST && code <= LAST;
}

function character(index: number): string {
  return String.fromCharCode(FIRST + index);
}

/** Whether one unknown may stand for the other. */
function alike(a: Hole, b: Hole): boolean {
  return (
    a.source === b.source &&
    a.taint === b.taint &&
    Boolean(a.empty) === Boolean(b.empty) &&
    Boolean(a.contrived) === Boolean(b.contrived) &&
    Boolean(a.mark) === Boolean(b.mark) &&
    Boolean(a.glob) === Boolean(b.glob) &&
    Boolean(a.elastic) === Boolean(b.elastic)
  );
}

/** The same for all that are alike. */
function keyOf({ source, taint, empty, contrived, mark, glob, elastic }: Hole): string {
  const kind = `${empty ? "e" : ""}${contrived ? "c" : ""}${mark ? "m" : ""}${glob ? "g" : ""}${elastic ? "s" : ""}`;
  return `${taint}${kind}:${source}`;
}

const NOTHING: readonly Hole[] = [];

/** Marks that say how a text was made, not where it comes from. */
function silent(hole: Hole): boolean {
  return hole.mark === true && (hole.glob === true || hole.contrived === true || hole.elastic === true);
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "⟦") depth++;
    else if (text[i] === "⟧" && --depth === 0) return i;
  }
  return -1;
}
