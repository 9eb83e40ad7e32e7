import { matchGlob } from "../glob.js";
import type { CommandSpec, Role } from "./spec.js";

/** A subcommand as its command's entry lists it. */
export interface Subcommand {
  /** Its first name; null where it stands for a family of subcommands (`delete-*`). */
  readonly name: string | null;
  readonly spec: CommandSpec;
}

/** A command's subcommands by all their names. */
export class Subcommands {
  private readonly exact = new Map<string, Subcommand>();
  /** Names with a wildcard. */
  private readonly families: { readonly pattern: string; readonly family: Subcommand }[] = [];

  constructor(table: Readonly<Record<string, CommandSpec>>) {
    for (const [names, spec] of Object.entries(table)) {
      const list = names.split(" ");
      const subcommand: Subcommand = { name: list[0] as string, spec };
      for (const name of list) {
        if (name.includes("*")) this.families.push({ pattern: name, family: { name: null, spec } });
        if (!this.exact.has(name)) this.exact.set(name, subcommand);
      }
    }
  }

  find(word: string): Subcommand | undefined {
    const exact = this.exact.get(word);
    if (exact) return exact;
    for (const each of this.families) if (matchGlob(each.pattern, word)) return each.family;
    return undefined;
  }
}

/** A subcommand's entry with what it takes over from the command's: options are accepted after it too, as most programs do. */
export function inherit(outer: CommandSpec, inner: CommandSpec): CommandSpec {
  const own = new Set(
    [...(inner.flags ?? []), ...Object.keys(inner.values ?? {}), ...Object.keys(inner.optional ?? {})].flatMap(
      (names) => names.split(" "),
    ),
  );
  const free = (names: string): boolean => !names.split(" ").some((name) => own.has(name));
  const keep = (record: Record<string, Role> | undefined): Record<string, Role> =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([names]) => free(names)));
  const merged: CommandSpec = outer.ownOptions
    ? { ...inner }
    : {
        ...inner,
        flags: [...(inner.flags ?? []), ...(outer.flags ?? []).filter(free)],
        values: { ...keep(outer.values), ...inner.values },
        optional: { ...keep(outer.optional), ...inner.optional },
        dry: [...(inner.dry ?? []), ...(outer.dry ?? [])],
      };
  const style = inner.style ?? (outer.ownOptions ? undefined : outer.style);
  if (style) merged.style = style;
  const language = inner.language ?? outer.language;
  if (language) merged.language = language;
  const network = inner.network ?? outer.network;
  if (network !== undefined) merged.network = network;
  const executes = inner.executes ?? outer.executes;
  if (executes) merged.executes = executes;
  const handler = inner.handler ?? outer.handler;
  if (handler) merged.handler = handler;
  return merged;
}
