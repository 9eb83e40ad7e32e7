import type { CommandSpec } from "./spec.js";

/** Options in one text, as entries list them: `"-f --force, -n --dry-run"`. */
export function flags(text: string): string[] {
  return text.split(", ");
}

/** Several commands, each with a name of its own, that take the same words: `"log diff show"`. */
export function same(names: string, spec: CommandSpec): Record<string, CommandSpec> {
  return Object.fromEntries(names.split(" ").map((name) => [name, spec]));
}
