import type { Analysis, EffectiveCommand } from "../call/effect.js";
import { join } from "../call/path.js";
import type { Lookup } from "./real-path.js";

/**
 * Which commands run a program of an allow-list, compared by the real path of what would run: a
 * `python` in a directory of somebody's own is not the `python` of the list.
 *
 * @param path the search path of the process, `:` between directories
 * @returns indices into the analysis's commands
 */
export function allowedPrograms(
  analysis: Analysis,
  allowed: readonly string[],
  path: string,
  lookup: Lookup,
): readonly number[] {
  const real = new Set(allowed.flatMap((each) => locate(each, "/", path, lookup) ?? []));
  return analysis.commands.flatMap((command, at) => {
    const found = program(command, path, lookup);
    return found !== undefined && real.has(found) ? [at] : [];
  });
}

function program(command: EffectiveCommand, path: string, lookup: Lookup): string | undefined {
  const word = command.argv[0];
  // A search path of the command's own decides what runs, and is not looked into.
  if (!word?.known || command.remote || command.env.PATH) return undefined;
  return locate(word.text, command.cwd, path, lookup);
}

function locate(name: string, cwd: string | null, path: string, lookup: Lookup): string | undefined {
  const candidates = name.includes("/")
    ? name.startsWith("/") || cwd !== null
      ? [join(cwd ?? "/", name)]
      : []
    : path
        .split(":")
        .filter((each) => each.startsWith("/"))
        .map((each) => join(each, name));
  for (const candidate of candidates) {
    const real = lookup.realpath(candidate);
    if (real !== undefined && lookup.type(real) === "file") return real;
  }
  return undefined;
}
