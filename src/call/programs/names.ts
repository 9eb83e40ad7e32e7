import type { ProgramSpec } from "./spec.js";

/** An entry known by the beginning of its program's name. */
export interface PrefixEntry {
  readonly prefix: string;
  readonly spec: ProgramSpec;
}

/** Enters a program under each of its names. */
export function enter(spec: ProgramSpec, names: Map<string, ProgramSpec>, prefixes: PrefixEntry[]): void {
  for (const name of spec.names) {
    const known = names.get(name);
    if (name.endsWith("*")) prefixes.push({ prefix: name.slice(0, -1), spec });
    else names.set(name, known ? together(known, spec) : spec);
  }
}

const joined = new WeakMap<ProgramSpec, WeakMap<ProgramSpec, ProgramSpec>>();

/**
 * Two shipped entries of one program say more than one: `uv run` is a wrapper, `uv publish` a package
 * manager's. Under each name that two share it is the same object, of which the build keeps one text.
 */
function together(a: ProgramSpec, b: ProgramSpec): ProgramSpec {
  const known = joined.get(a)?.get(b);
  if (known) return known;
  const merged = merge(a, b);
  joined.set(a, (joined.get(a) ?? new WeakMap<ProgramSpec, ProgramSpec>()).set(b, merged));
  return merged;
}

function merge(a: ProgramSpec, b: ProgramSpec): ProgramSpec {
  const merged: ProgramSpec = { ...a, ...b };
  // Fields that neither has stay absent: an empty table of subcommands would mean something else.
  for (const list of ["flags", "dry", "forms"] as const)
    if (a[list] && b[list]) Object.assign(merged, { [list]: [...a[list], ...b[list]] });
  for (const record of ["values", "optional", "subcommands"] as const)
    if (a[record] && b[record]) Object.assign(merged, { [record]: { ...a[record], ...b[record] } });
  return merged;
}

/** The first entry whose prefix a name begins with. */
export function startOf(name: string, prefixes: readonly PrefixEntry[]): ProgramSpec | undefined {
  return prefixes.find(({ prefix }) => name.startsWith(prefix))?.spec;
}
