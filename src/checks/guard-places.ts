import { matchGlob } from "../call/glob.js";
import { NONE } from "../call/none.js";
import { isWithin, normalise } from "../call/path.js";
import type { Facts } from "../observe/facts.js";
import { groupBy } from "./group-by.js";

/** What of the guard or its hosts lies at a path. */
export type GuardPlace = "own" | "settings" | "hooks" | "plugins";

interface Target<What = GuardPlace> {
  readonly what: What;
  /** Absolute, lower case: file systems of macOS and Windows know no case. */
  readonly path: string;
  /** The path's segments. */
  readonly names: readonly string[];
  /** How many leading segments are the root's (project, home), which a wildcard alone does not name. */
  readonly root: number;
}

function target<What>(what: What, path: string, root: number): Target<What> {
  return { what, path, names: path.split("/"), root };
}

// Relative to a project's root. code.claude.com/docs/settings, opencode.ai/docs/config, opencode.ai/docs/plugins.
const IN_PROJECT: readonly (readonly [GuardPlace, readonly string[]])[] = [
  ["own", [".bailiff"]],
  ["settings", [".claude/settings.json", ".claude/settings.local.json"]],
  ["hooks", [".claude/hooks"]],
  [
    "plugins",
    [
      "opencode.json",
      "opencode.jsonc",
      ".opencode/opencode.json",
      ".opencode/opencode.jsonc",
      ".opencode/plugin",
      ".opencode/plugins",
      ".opencode/package.json",
      ".opencode/node_modules",
    ],
  ],
];

const AT_HOME: readonly (readonly [GuardPlace, readonly string[]])[] = [
  ["own", [".config/bailiff", ".local/state/bailiff", ".local/share/bailiff", ".cache/bailiff"]],
  [
    "settings",
    [
      ".claude.json",
      ".claude/.claude.json",
      ".claude/.config.json",
      ".claude/settings.json",
      ".claude/settings.local.json",
    ],
  ],
  ["hooks", [".claude/hooks"]],
  [
    "plugins",
    [
      ".claude/plugins",
      ".config/opencode/opencode.json",
      ".config/opencode/opencode.jsonc",
      ".config/opencode/config.json",
      ".config/opencode/plugin",
      ".config/opencode/plugins",
      ".config/opencode/package.json",
      ".config/opencode/node_modules",
      ".cache/opencode/packages",
      ".cache/opencode/node_modules",
    ],
  ],
];

const OF_MACHINE: readonly (readonly [GuardPlace, string])[] = [
  ["settings", "/etc/claude-code"],
  ["settings", "/library/application support/claudecode"],
  ["settings", "/etc/opencode"],
];

/** A directory in which places of the guard lie: what is not below it meets none of them. */
class Region<What> {
  private targets: readonly Target<What>[] | undefined;
  private byName: ReadonlyMap<string, readonly Target<What>[]> | undefined;

  /** @param directory absolute, normalised, lower case */
  constructor(
    private readonly directory: string,
    private readonly find: () => readonly Target<What>[],
  ) {}

  /** The places that a path could meet: those under the same name in the directory, unless it is a pattern. */
  around(path: string): readonly Target<What>[] {
    const name = nameIn(this.directory, path);
    if (name === "") return NONE;
    this.targets ??= this.find();
    if (OPEN.test(name)) return this.targets;
    this.byName ??= groupBy(this.targets, (each) => nameIn(this.directory, each.path));
    return this.byName.get(name) ?? NONE;
  }
}

const OPEN = /[*?[{⟦]/;

/** The first segment of a path below a directory, `""` where it is not below. */
function nameIn(directory: string, path: string): string {
  const start = directory === "/" ? 1 : directory.length + 1;
  if (!path.startsWith(directory) || path[start - 1] !== "/") return "";
  const end = path.indexOf("/", start);
  return end < 0 ? path.slice(start) : path.slice(start, end);
}

/** Everything that belongs to the guard, for one call. */
export interface GuardMap<What = GuardPlace> {
  readonly regions: readonly Region<What>[];
  readonly roots: readonly string[];
}

/** A map of single files, e.g. those that say what agents may do; absolute paths. */
export function fileMap(files: readonly string[], roots: readonly string[]): GuardMap<"file"> {
  const around = roots.map((root) => root.toLowerCase()).sort((a, b) => b.length - a.length);
  const targets = files.map((file): Target<"file"> => {
    const path = file.toLowerCase();
    const root = around.find((each) => isWithin(path, each)) ?? path.slice(0, path.lastIndexOf("/"));
    return target("file", path, root.split("/").length);
  });
  return { regions: [new Region("/", () => targets)], roots: around };
}

/**
 * Where the guard's own files, the hosts' settings, plugin lists and hook files lie.
 *
 * @param roots directories whose settings a host reads: the project's root, the directory it works in
 */
export function guardMap(facts: Facts, roots: readonly string[]): GuardMap {
  const projects: string[] = [];
  const add = (root: string): void => {
    if (root !== facts.home && !projects.includes(root)) projects.push(root);
  };
  for (const root of roots) {
    add(root);
    add(facts.paths[root]?.real ?? root);
  }
  // One process judges mostly one project: the same question gives the same answer.
  const { home, own } = facts;
  if (!(latest?.home === home && same(latest.projects, projects) && same(latest.own, own)))
    latest = { projects, home, own, map: build(projects, home, own) };
  return latest.map;
}

interface Built {
  readonly projects: readonly string[];
  readonly home: string;
  readonly own: readonly string[];
  readonly map: GuardMap;
}

let latest: Built | undefined;

function same(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((each, at) => each === b[at]));
}

function build(projects: readonly string[], home: string, own: readonly string[]): GuardMap {
  return {
    regions: [
      ...projects.map((root) => rootRegion(root, IN_PROJECT)),
      rootRegion(home, AT_HOME),
      new Region("/", () => [
        ...OF_MACHINE.map(([what, path]) => target(what, path, 1)),
        ...own.map((directory) => {
          const path = directory.toLowerCase();
          return target<GuardPlace>("own", path, path.split("/").length - 1);
        }),
      ]),
    ],
    roots: [...projects, home].map((root) => root.toLowerCase()),
  };
}

function rootRegion(root: string, table: typeof IN_PROJECT): Region<GuardPlace> {
  const base = root.toLowerCase();
  const depth = base === "/" ? 1 : base.split("/").length;
  return new Region(normalise(base), () =>
    table.flatMap(([what, names]) => names.map((name) => target(what, normalise(`${base}/${name}`), depth))),
  );
}

/**
 * What of the guard a change at this path would meet.
 *
 * @param path absolute and normalised, possibly with wildcards or unknown parts
 * @param holding also look at directories that hold such places: a delete or a move takes them along
 */
export function guardPlace<What>(path: string, map: GuardMap<What>, holding: boolean): What | undefined {
  const text = path.toLowerCase();
  // What a search finds may lie right where it begins.
  if (text.includes("/⟦found⟧/")) {
    const found = guardPlace(text.replace("/⟦found⟧/", "/"), map, holding);
    if (found) return found;
  }
  const pattern = OPEN.test(text) ? text.split("/") : undefined;
  for (const region of map.regions) {
    for (const each of region.around(text)) {
      const meets = pattern ? mayMean(pattern, each, holding) : isMet(text, each, map, holding);
      if (meets) return each.what;
    }
  }
  return undefined;
}

/** Whether a path is the target, something in it, or (when `holding`) a directory of the guard around it. */
function isMet(path: string, target: Target<unknown>, { roots }: GuardMap<unknown>, holding: boolean): boolean {
  if (isWithin(path, target.path)) return true;
  if (!holding || !isWithin(target.path, path) || roots.some((root) => isWithin(root, path))) return false;
  // A dependency tree is built anew from its lock file.
  return !(target.what === "own" && path.endsWith("/node_modules"));
}

/** The same for a pattern: whether it can name any of that. */
function mayMean(pattern: readonly string[], { names, root }: Target<unknown>, holding: boolean): boolean {
  const shared = Math.min(pattern.length, names.length);
  if (!holding && pattern.length < names.length) return false;
  if (pattern.length <= root) return false;
  for (let i = 0; i < shared; i++) {
    const segment = pattern[i] as string;
    const name = names[i] as string;
    if (segment === name) continue;
    // At the root itself a wildcard must say which of its names it means: `*.json` is not `opencode.json`.
    if (i === root ? !/^[^*?[{⟦]{2}/.test(segment) : i < root) return false;
    if (segment.includes("**") || segment.includes("⟦")) return matches(segment.replace(/⟦.*$/, "*"), name);
    if (!matches(segment, name)) return false;
  }
  return true;
}

function matches(segment: string, name: string): boolean {
  if (name.startsWith(".") && !segment.startsWith(".")) return false;
  // A set of characters stands for any one: linear, whatever the pattern is.
  return matchGlob(segment.replace(/\[[^\]]*\]/g, "?"), name);
}

const RELATIVE =
  /(?:^|\/)(?:\.bailiff(?:\/|$)|\.claude\/(?:settings(?:\.local)?\.json$|hooks(?:\/|$))|\.opencode\/(?:plugins?(?:\/|$)|opencode\.jsonc?$))/i;

/** The same for a path whose beginning is not known: by its end alone. */
export function guardEnding(text: string): GuardPlace | undefined {
  const found = RELATIVE.exec(text)?.[0].toLowerCase();
  if (found === undefined) return undefined;
  if (found.includes(".bailiff")) return "own";
  if (found.includes("hooks")) return "hooks";
  return found.includes(".opencode") ? "plugins" : "settings";
}
