import { matchGlob } from "../glob.js";
import type { Word } from "../word.js";
import type { Invocation } from "./emit.js";
import type { OptionIndex } from "./options.js";
import type { Form, When } from "./spec.js";

type Named = readonly { readonly name: string; readonly globs: readonly string[] }[];

/** A form's condition, options in their first spelling. */
interface Condition {
  readonly has: readonly string[];
  readonly any: readonly string[] | undefined;
  readonly none: readonly string[];
  readonly operand: readonly string[] | undefined;
  readonly noOperand: readonly string[] | undefined;
  readonly min: number;
  readonly max: number;
  readonly env: Named;
  readonly value: Named;
}

/** A form as an entry's commands are held against it. */
export interface PreparedForm {
  readonly when: Condition | null;
  readonly act: string | undefined;
  readonly harmless: boolean;
  readonly mutates: boolean | undefined;
  readonly network: boolean | undefined;
}

export function prepareForm(form: Form, options: OptionIndex): PreparedForm {
  const { when, act, harmless = false, mutates, network } = form;
  return { when: when ? conditionOf(when as When, options) : null, act, harmless, mutates, network };
}

function conditionOf(when: When, options: OptionIndex): Condition {
  const first = (name: string): string => options.canonical(name);
  const named = (record: Readonly<Record<string, string[]>> = {}): { name: string; globs: string[] }[] =>
    Object.entries(record).map(([name, globs]) => ({ name, globs }));
  return {
    has: when.has?.map(first) ?? [],
    any: when.any?.map(first),
    none: when.none?.map(first) ?? [],
    operand: when.operand,
    noOperand: when.noOperand,
    min: when.min ?? 0,
    max: when.max ?? Number.MAX_SAFE_INTEGER,
    env: named(when.env),
    value: named(when.value).map(({ name, globs }) => ({ name: first(name), globs })),
  };
}

/** Whether a form's condition holds. */
export function applies({ when }: PreparedForm, inv: Invocation): boolean {
  if (when === null) return true;
  const { operands } = inv;
  if (operands.length < when.min || operands.length > when.max) return false;
  for (const name of when.has) if (!inv.has(name)) return false;
  if (when.any && !inv.hasAny(when.any)) return false;
  if (inv.hasAny(when.none)) return false;
  if (when.operand && !someMatches(operands, when.operand)) return false;
  if (when.noOperand && someMatches(operands, when.noOperand)) return false;
  for (const { name, globs } of when.env) {
    const given = inv.env[name];
    if (!given?.known || !matches(given, globs)) return false;
  }
  for (const { name, globs } of when.value) if (!someMatches(inv.values(name), globs)) return false;
  return true;
}

function someMatches(words: readonly Word[], globs: readonly string[]): boolean {
  for (const word of words) if (matches(word, globs)) return true;
  return false;
}

function matches(word: Word, globs: readonly string[]): boolean {
  for (const glob of globs) if (matchGlob(glob, word.text)) return true;
  return false;
}
