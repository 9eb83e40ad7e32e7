import { reworded, type Word } from "../word.js";
import type { Prepared } from "./prepared.js";
import type { CommandSpec, Role } from "./spec.js";

/** One option as it was given. */
export interface GivenOption {
  /** The first spelling in the program's entry, or the option as written when the entry has none. */
  readonly name: string;
  readonly value: Word | undefined;
  readonly role: Role | undefined;
  /** False when the program's entry does not list it. */
  readonly known: boolean;
}

/** One option as an entry lists it. */
interface ListedOption {
  /** Its first spelling. */
  readonly name: string;
  readonly arity: "none" | "value" | "optional";
  readonly role: Role | undefined;
}

/** All spellings of a command's options. */
export class OptionIndex {
  private readonly bySpelling = new Map<string, ListedOption>();
  private readonly spellings: readonly string[];

  constructor(spec: CommandSpec) {
    const index = this.bySpelling;
    for (const flag of spec.flags ?? []) this.add(flag, "none", undefined);
    for (const [option, role] of Object.entries(spec.values ?? {})) this.add(option, "value", role);
    for (const [option, role] of Object.entries(spec.optional ?? {})) this.add(option, "optional", role);
    for (const dry of spec.dry ?? [])
      for (const name of dry.split(" ")) if (!index.has(name)) this.add(dry, "none", undefined);
    this.spellings = [...index.keys()];
  }

  private add(spellings: string, arity: ListedOption["arity"], role: Role | undefined): void {
    const names = spellings.split(" ");
    const option: ListedOption = { name: names[0] ?? spellings, arity, role };
    for (const spelling of names) this.bySpelling.set(spelling, option);
  }

  get(spelling: string): ListedOption | undefined {
    return this.bySpelling.get(spelling);
  }

  /** The first spelling of an option, for comparing what was given with what a form names. */
  canonical(option: string): string {
    return this.bySpelling.get(option)?.name ?? option;
  }

  /** A long option by its name or, as GNU and git accept it, by any beginning that is not shared by two of them. */
  long(name: string): ListedOption | undefined {
    const exact = this.bySpelling.get(name);
    if (exact) return exact;
    if (name.length < 3) return undefined;
    let found: ListedOption | undefined;
    for (const spelling of this.spellings) {
      if (!spelling.startsWith(name)) continue;
      const option = this.bySpelling.get(spelling);
      if (found && found.name !== option?.name) return undefined;
      found = option;
    }
    return found;
  }
}

/** A command's words as its entry divides them. */
export interface DividedWords {
  readonly options: GivenOption[];
  readonly operands: Word[];
}

const DASH = 0x2d;
const PLUS = 0x2b;

/**
 * Divides the words from one of them on into options and operands as an entry says. Follows POSIX
 * guideline 5 (clustered short options) and GNU `getopt_long` (abbreviations, `--name=value`, `--`).
 *
 * @param into what is found is added to
 * @param leading only the options in front of the first operand
 * @returns where it ended: at the first operand where only what leads is wanted
 */
export function divide(
  entry: Prepared,
  words: readonly Word[],
  from: number,
  into: DividedWords,
  leading = false,
): number {
  const { options: index, style } = entry;
  const { options, operands } = into;
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at] as Word;
    const text = word.text;
    const sign = text.charCodeAt(0);
    if (
      style === "words" ||
      text.length < 2 ||
      (sign !== DASH && sign !== PLUS) ||
      (sign === PLUS && index.get(text) === undefined)
    ) {
      if (leading) return at;
      if (style === "posix") return takeRest(words, at, operands);
      operands.push(word);
      continue;
    }
    if (text === "--") return leading ? at + 1 : takeRest(words, at + 1, operands);
    const equals = text.indexOf("=");
    const raw = equals < 0 ? text : text.slice(0, equals);
    const long = style === "single-dash" || text.startsWith("--");
    // Or a long option with a single dash (`find -name`, `gcc -wrapper`).
    const listed = long ? longOption(index, raw, style) : text.length > 2 ? index.get(raw) : undefined;
    if (long || listed) {
      const name = listed ? listed.name : raw;
      const takes = equals < 0 && listed?.arity === "value" && at + 1 < words.length;
      const value = equals >= 0 ? tail(word, equals + 1) : takes ? words[++at] : undefined;
      options.push({ name, value, role: listed?.role, known: listed !== undefined });
      continue;
    }
    at = cluster(index, words, at, options);
  }
  return at;
}

/** Short options in one word (`-xzf`), of which the last may have its value in it or in the next word. */
function cluster(index: OptionIndex, words: readonly Word[], at: number, options: GivenOption[]): number {
  const word = words[at] as Word;
  const text = word.text;
  for (let i = 1; i < text.length; i++) {
    const raw = text.length === 2 ? text : (text[0] as string) + (text[i] as string);
    const listed = index.get(raw);
    const attached = listed && listed.arity !== "none" && i + 1 < text.length ? tail(word, i + 1) : undefined;
    const next = listed?.arity === "value" && attached === undefined ? words[++at] : undefined;
    const name = listed ? listed.name : raw;
    options.push({ name, value: attached ?? next, role: listed?.role, known: listed !== undefined });
    if ((listed && listed.arity !== "none") || text[i] === "⟦") break;
  }
  return at;
}

function longOption(index: OptionIndex, raw: string, style: Prepared["style"]): ListedOption | undefined {
  return index.long(raw) ?? (style === "single-dash" ? index.long(alternateDash(raw)) : undefined);
}

function alternateDash(raw: string): string {
  return raw.startsWith("--") ? raw.slice(1) : `-${raw}`;
}

/** Takes all words from one on as operands. */
export function takeRest(words: readonly Word[], from: number, operands: Word[]): number {
  for (let at = from; at < words.length; at++) operands.push(words[at] as Word);
  return words.length;
}

function tail(word: Word, from: number): Word {
  return reworded(word, word.text.slice(from), false);
}
