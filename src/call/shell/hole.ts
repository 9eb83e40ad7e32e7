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
const EACH = /[\ue000-\uf8ff]/g;

/**
 * The unknown parts of one call's texts. Each is one private-use character inside an otherwise
 * ordinary string, so that slicing, splitting, joining and parsing a text again carry it along.
 * A private-use character that the person wrote counts as unknown too.
 */
export class Holes {
  private readonly list: Hole[] = [];
  private readonly byKey = new Map<string, string>();
  private readonly bySource = new Map<string, string>();

  /** The character that stands for this unknown. */
  add(hole: Hole): string {
    const key = `${hole.taint}${hole.empty ? "e" : ""}${hole.contrived ? "c" : ""}${hole.mark ? "m" : ""}${hole.glob ? "g" : ""}${hole.elastic ? "s" : ""}:${hole.source}`;
    const known = this.byKey.get(key);
    if (known !== undefined && hole.content === undefined) return known;
    if (FIRST + this.list.length > LAST) {
      // So many unknowns that one more tells nothing: the worst of its kind stands for it.
      const index = this.list.findLastIndex((h) => h.taint === hole.taint && !h.mark);
      return String.fromCharCode(index < 0 ? LAST : FIRST + index);
    }
    const char = String.fromCharCode(FIRST + this.list.length);
    this.list.push(hole);
    this.byKey.set(key, char);
    if (!hole.mark) this.bySource.set(hole.source, char);
    return char;
  }

  get(char: string): Hole {
    return this.list[char.charCodeAt(0) - FIRST] ?? { source: char, taint: "unknown" };
  }

  /** Whether any part of the text is unknown or marked. */
  in(text: string): boolean {
    return this.list.length > 0 && ANY.test(text);
  }

  /** Whether the text itself is wholly known. */
  known(text: string): boolean {
    return !this.in(text) || !ANY.test(this.bare(text));
  }

  /** All unknowns of the text, in order. */
  of(text: string): Hole[] {
    return this.in(text) ? (text.match(EACH) ?? []).map((char) => this.get(char)) : [];
  }

  /** The most harmful origin of the text's unknown or marked parts. */
  taint(text: string): Taint | undefined {
    let worst: Taint | undefined;
    for (const hole of this.of(text)) if (!silent(hole)) worst = worstTaint(worst, hole.taint);
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
    return this.in(text) ? text.replace(EACH, (char) => (this.get(char).mark ? "" : char)) : text;
  }

  /** The text with every unknown that may be empty left out. */
  emptied(text: string): string {
    return this.in(text) ? text.replace(EACH, (char) => (this.get(char).empty ? "" : char)) : text;
  }

  /** The text as people read it, unknown parts written `⟦source⟧`. */
  shown(text: string): string {
    if (!this.in(text)) return text;
    return text.replace(EACH, (char) => {
      const hole = this.get(char);
      if (hole.mark) return "";
      return hole.taint === "temp" && hole.source === "mktemp" ? "/tmp/⟦mktemp⟧" : `⟦${hole.source}⟧`;
    });
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
      out += this.bySource.get(source) ?? this.add({ source, taint: word.taint ?? "unknown" });
      at = close + 1;
    }
  }
}

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
