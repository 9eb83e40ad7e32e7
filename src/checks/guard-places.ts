import { matchGlob } from "../call/glob.js";
import { isWithin, normalise } from "../call/path.js";
import type { Facts } from "../observe/facts.js";

/** What of the guard or its hosts lies at a path. */
export type GuardPlace = "own" | "settings" | "hooks" | "plugins";

interface Target<What = GuardPlace> {
  readonly what: What;
  /** Absolute, lower case: file systems of macOS and Windows know no case. */
  readonly path: string;
  /** How many leading segments are the root's (project, home), which a wildcard alone does not name. */
  readonly root: number;
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

/** Everything that belongs to the guard, for one call. */
export interface GuardMap<What = GuardPlace> {
  readonly targets: readonly Target<What>[];
  readonly roots: readonly string[];
}

/** A map of single files, e.g. those that say what agents may do; absolute paths. */
export function fileMap(files: readonly string[], roots: readonly string[]): GuardMap<"file"> {
  const around = roots.map((root) => root.toLowerCase()).sort((a, b) => b.length - a.length);
  const targets = files.map((file): Target<"file"> => {
    const path = file.toLowerCase();
    const root = around.find((each) => isWithin(path, each)) ?? path.slice(0, path.lastIndexOf("/"));
    return { what: "file", path, root: root.split("/").length };
  });
  return { targets, roots: around };
}

/**
 * Where the guard's own files, the hosts' settings, plugin lists and hook files lie.
 *
 * @param roots directories whose settings a host reads: the project's root, the directory it works in
 */
export function guardMap(facts: Facts, roots: readonly string[]): GuardMap {
  const real = roots.flatMap((root) => [root, facts.paths[root]?.real ?? root]);
  const projects = [...new Set(real)].filter((root) => root !== facts.home);
  // One process judges mostly one project: the same question gives the same answer.
  const key = [...projects, "", facts.home, "", ...facts.own].join("\0");
  if (latest?.key !== key) latest = { key, map: build(facts, projects) };
  return latest.map;
}

let latest: { readonly key: string; readonly map: GuardMap } | undefined;

function build(facts: Facts, projects: readonly string[]): GuardMap {
  const targets: Target[] = [];
  const add = (root: string, table: typeof IN_PROJECT): void => {
    const base = root.toLowerCase();
    const depth = base === "/" ? 1 : base.split("/").length;
    for (const [what, names] of table)
      for (const name of names) targets.push({ what, path: normalise(`${base}/${name}`), root: depth });
  };
  for (const root of projects) add(root, IN_PROJECT);
  add(facts.home, AT_HOME);
  for (const [what, path] of OF_MACHINE) targets.push({ what, path, root: 1 });
  for (const own of facts.own) {
    const path = own.toLowerCase();
    targets.push({ what: "own", path, root: path.split("/").length - 1 });
  }
  return { targets, roots: [...projects, facts.home].map((root) => root.toLowerCase()) };
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
  const direct = text.replace("/⟦found⟧/", "/");
  if (direct !== text) {
    const found = guardPlace(direct, map, holding);
    if (found) return found;
  }
  const pattern = /[*?[{⟦]/.test(text);
  if (!pattern) {
    for (const target of map.targets) {
      if (isWithin(text, target.path)) return target.what;
      if (holding && isWithin(target.path, text) && !map.roots.some((root) => isWithin(root, text))) {
        // A dependency tree is built anew from its lock file.
        if (target.what === "own" && text.endsWith("/node_modules")) continue;
        return target.what;
      }
    }
    return undefined;
  }
  const segments = text.split("/");
  return map.targets.find((target) => mayMean(segments, target, holding))?.what;
}

/** Whether a pattern can name the target, something in it, or (when `holding`) a directory of the guard around it. */
function mayMean(pattern: readonly string[], target: Target<unknown>, holding: boolean): boolean {
  const names = target.path.split("/");
  const shared = Math.min(pattern.length, names.length);
  if (!holding && pattern.length < names.length) return false;
  if (pattern.length <= target.root) return false;
  for (let i = 0; i < shared; i++) {
    const segment = pattern[i] as string;
    const name = names[i] as string;
    if (segment === name) continue;
    // At the root itself a wildcard must say which of its names it means: `*.json` is not `opencode.json`.
    if (i === target.root ? !/^[^*?[{⟦]{2}/.test(segment) : i < target.root) return false;
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
