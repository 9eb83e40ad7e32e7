import type { CommandSpec, Form, When } from "./spec.js";

/** A subcommand that is one deed in every form that asks for no help. */
export function deed(act: string, more: CommandSpec = {}): CommandSpec {
  return { ...more, mutates: true, network: true, forms: [...((more.forms as Form[]) ?? []), HELP_WORD, { act }] };
}

/** A subcommand that is a deed in some forms and ordinary in the others. */
export function deedWhen(act: string, when: When, more: CommandSpec = {}): CommandSpec {
  return {
    ...more,
    mutates: true,
    network: true,
    forms: [...((more.forms as Form[]) ?? []), HELP_WORD, { act, when }],
  };
}

/** `aws rds delete-db-instance help` shows a page. */
export const HELP_WORD: Form = { when: { operand: ["help"] }, harmless: true };

/** A subcommand that only looks. */
export const READS: CommandSpec = { mutates: false, network: true };

/** A subcommand that changes something that can be changed back. */
export const CHANGES: CommandSpec = { mutates: true, network: true };

/** A subcommand that changes nothing but files or settings here. */
export const LOCAL: CommandSpec = { mutates: true, network: false };

/** One entry for each group of names, all with the same meaning. */
export function each(names: readonly string[], spec: CommandSpec): Record<string, CommandSpec> {
  return Object.fromEntries(names.map((name) => [name, spec]));
}

/** Options with a value that means nothing here. */
export function texts(...names: string[]): Record<string, "text"> {
  return Object.fromEntries(names.map((name) => [name, "text" as const]));
}
