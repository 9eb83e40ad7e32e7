import type { ProgramTable } from "./interpret.js";
import { enter, type PrefixEntry, startOf } from "./names.js";
import { type Prepared, prepare } from "./prepared.js";
import { shippedByPrefix, shippedHandler, shippedProgram } from "./shipped.js";
import type { ProgramSpec } from "./spec.js";

/** `python3.12` and `node20` are looked up as `python3` and `node` when they have no entry of their own. */
function withoutVersion(name: string): string {
  return name.replace(/(?<=[a-z])[-.]?[0-9]+(\.[0-9]+)*$/, "");
}

/** Names that are remembered; programs have few, but a hostile call may make up many. */
const MOST_NAMES = 1000;

/**
 * The table of all known programs.
 *
 * @param added entries of the user's own, which win over the shipped ones
 */
export function programTable(added: readonly ProgramSpec[] = []): ProgramTable {
  const own = new Map<string, ProgramSpec>();
  const ownPrefixes: PrefixEntry[] = [];
  for (const spec of added) enter(spec, own, ownPrefixes);
  const find = (name: string): ProgramSpec | undefined =>
    own.get(name) ?? shippedProgram(name) ?? startOf(name, ownPrefixes) ?? shippedByPrefix(name);
  const known = new Map<string, Prepared | null>();
  const entry = (name: string): Prepared | undefined => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered ?? undefined;
    const spec = find(name) ?? find(withoutVersion(name));
    const found = spec && prepare(spec);
    if (known.size >= MOST_NAMES) known.clear();
    known.set(name, found ?? null);
    return found;
  };
  return {
    lookUp: (name) => entry(name)?.spec,
    entry,
    handler: shippedHandler,
  };
}
