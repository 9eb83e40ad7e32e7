import { normalise } from "../call/path.js";
import type { RegisteredProject } from "../policy/policy.js";
import type { KnownProject } from "./facts.js";
import type { Lookup } from "./real-path.js";

/** The registry as the disk has it now: an entry whose directory is gone keeps its name and is not usable. */
export function knownProjects(
  registry: readonly RegisteredProject[],
  home: string,
  lookup: Lookup,
): readonly KnownProject[] {
  return registry.map(({ name, path, write, no_delete }) => {
    const known = { name, write, noDelete: no_delete };
    const real = lookup.realpath(normalise(path.startsWith("~/") ? `${home}/${path.slice(2)}` : path));
    return real !== undefined && real !== "/" && lookup.type(real) === "directory" ? { ...known, real } : known;
  });
}
