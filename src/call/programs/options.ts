import type { Word } from "../word.js";
import type { CommandSpec, Role } from "./spec.js";

/** One option as it was given. */
export interface GivenOption {
  /** The first spelling in the program's entry, or the option as written when the entry has none. */
  readonly name: string;
  readonly value?: Word;
  readonly role?: Role;
  /** False when the program's entry does not list it. */
  readonly known: boolean;
}

export interface ParsedWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Index into the parsed words of the first operand, or the number of words. */
  readonly firstOperand: number;
}

interface Entry {
  readonly name: string;
  readonly arity: "none" | "value" | "optional";
  readonly role?: Role;
}

type Index = ReadonlyMap<string, Entry>;

const indexes = new WeakMap<CommandSpec, Index>();

/** All spellings of a command's options, built once for each entry. */
export function optionIndex(spec: CommandSpec): Index {
  const cached = indexes.get(spec);
  if (cached) return cached;
  const index = new Map<string, Entry>();
  const add = (spellings: string, arity: Entry["arity"], role?: Role): void => {
    const names = spellings.split(" ");
    const name = names[0] ?? spellings;
    for (const spelling of names) index.set(spelling, role === undefined ? { name, arity } : { name, arity, role });
  };
  for (const flag of spec.flags ?? []) add(flag, "none");
  for (const [option, role] of Object.entries(spec.values ?? {})) add(option, "value", role);
  for (const [option, role] of Object.entries(spec.optional ?? {})) add(option, "optional", role);
  for (const dry of spec.dry ?? []) for (const name of dry.split(" ")) if (!index.has(name)) add(dry, "none");
  indexes.set(spec, index);
  return index;
}

/** The first spelling of an option, for comparing what was given with what a form names. */
export function canonicalOption(spec: CommandSpec, option: string): string {
  return optionIndex(spec).get(option)?.name ?? option;
}

function lookUpLong(index: Index, name: string): Entry | undefined {
  const exact = index.get(name);
  if (exact) return exact;
  if (name.length < 3) return undefined;
  // GNU and git accept any beginning of a long option that is not shared by two of them.
  let found: Entry | undefined;
  for (const [spelling, entry] of index) {
    if (!spelling.startsWith(name)) continue;
    if (found && found.name !== entry.name) return undefined;
    found = entry;
  }
  return found;
}

function option(entry: Entry | undefined, raw: string, value?: Word): GivenOption {
  const base = entry ? { name: entry.name, known: true } : { name: raw, known: false };
  return {
    ...base,
    ...(entry?.role === undefined ? {} : { role: entry.role }),
    ...(value === undefined ? {} : { value }),
  };
}

function tail(word: Word, from: number): Word {
  return { ...word, text: word.text.slice(from), tilde: false };
}

/**
 * Divides a command's words into options and operands as its entry says. `words` are those after
 * the command's own name. Follows POSIX guideline 5 (clustered short options) and GNU
 * `getopt_long` (abbreviations, `--name=value`, `--`).
 */
export function parseWords(spec: CommandSpec, words: readonly Word[]): ParsedWords {
  const index = optionIndex(spec);
  const style = spec.style ?? "gnu";
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  let firstOperand = words.length;
  let at = 0;
  const take = (word: Word, position: number): void => {
    if (operands.length === 0) firstOperand = position;
    operands.push(word);
  };
  for (; at < words.length; at++) {
    const word = words[at] as Word;
    const text = word.text;
    const plain =
      style === "words" ||
      text.length < 2 ||
      (text[0] !== "-" && text[0] !== "+") ||
      (text[0] === "+" && !index.has(text));
    if (plain) {
      take(word, at);
      if (style === "posix" || spec.subcommands) {
        for (at++; at < words.length; at++) operands.push(words[at] as Word);
        break;
      }
      continue;
    }
    if (text === "--") {
      for (at++; at < words.length; at++) take(words[at] as Word, at);
      break;
    }
    const equals = text.indexOf("=");
    if (text.startsWith("--") || style === "single-dash") {
      const raw = equals < 0 ? text : text.slice(0, equals);
      const entry =
        lookUpLong(index, raw) ?? (style === "single-dash" ? lookUpLong(index, alternateDash(raw)) : undefined);
      if (equals >= 0) options.push(option(entry, raw, tail(word, equals + 1)));
      else if (entry?.arity === "value" && at + 1 < words.length) options.push(option(entry, raw, words[++at]));
      else options.push(option(entry, raw));
      continue;
    }
    const whole = index.get(equals < 0 ? text : text.slice(0, equals));
    if (whole && text.length > 2) {
      // A long option with a single dash (`find -name`, `gcc -wrapper`).
      if (equals >= 0) options.push(option(whole, text, tail(word, equals + 1)));
      else if (whole.arity === "value" && at + 1 < words.length) options.push(option(whole, text, words[++at]));
      else options.push(option(whole, text));
      continue;
    }
    for (let i = 1; i < text.length; i++) {
      const raw = text[0] + (text[i] as string);
      const entry = index.get(raw);
      if (entry?.arity === "value") {
        const attached = i + 1 < text.length;
        options.push(option(entry, raw, attached ? tail(word, i + 1) : words[++at]));
        break;
      }
      if (entry?.arity === "optional") {
        options.push(option(entry, raw, i + 1 < text.length ? tail(word, i + 1) : undefined));
        break;
      }
      options.push(option(entry, raw));
      if (text[i] === "⟦") break;
    }
  }
  return { options, operands, firstOperand };
}

function alternateDash(raw: string): string {
  return raw.startsWith("--") ? raw.slice(1) : `-${raw}`;
}
