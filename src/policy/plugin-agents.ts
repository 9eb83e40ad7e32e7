import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

/** Plugins of one place that are looked at; a host with more loads slowly itself. */
const MOST_PLUGINS = 64;

/** One plugin of Claude Code's, and where it keeps its agents. */
export interface PluginRoot {
  /** What stands before the names of its agents, without the colon. */
  readonly name: string;
  readonly root: string;
  /** Directories with agents, and single files of agents. */
  readonly agents: readonly string[];
  /** The host's own copy, which only an update replaces, in a directory of another name. */
  readonly copy: boolean;
}

/** Finds the plugins of a place; told beforehand of every file and directory that it reads. Never throws. */
export type PluginFinder = (directory: string, reading: (path: string) => void) => readonly PluginRoot[];

/**
 * The plugins that Claude Code has installed. One from a marketplace that is a directory is read from
 * there, as the client does; any other from the copy that it made. Which of them are switched on is not
 * looked at: an agent of a plugin that is off is called by nobody.
 *
 * Public source: code.claude.com/docs/en/plugins-reference; the files as Claude Code 2.1 writes them.
 */
export const installedPlugins: PluginFinder = (directory, reading) => {
  const installed = record(record(json(join(directory, "installed_plugins.json"), reading)).plugins);
  const known = record(json(join(directory, "known_marketplaces.json"), reading));
  const plugins: PluginRoot[] = [];
  for (const [id, entries] of Object.entries(installed).slice(0, MOST_PLUGINS)) {
    const at = id.lastIndexOf("@");
    const [name, market] = at > 0 ? [id.slice(0, at), id.slice(at + 1)] : [id, ""];
    const { folder, listed } = marketEntry(record(known[market]), name, reading);
    const paths = (Array.isArray(entries) ? entries : [entries]).map((entry) => record(entry).installPath);
    for (const root of new Set(folder === undefined ? paths : [folder])) {
      if (typeof root !== "string" || !isAbsolute(root)) continue;
      const copy = folder === undefined && !relative(directory, root).startsWith("..");
      plugins.push(pluginAt({ root, name, copy, listed }, reading));
    }
  }
  return plugins;
};

/** The plugins among the skills of a directory: those with a manifest. */
export const skillPlugins: PluginFinder = (directory, reading) =>
  names(directory, reading)
    .slice(0, MOST_PLUGINS)
    .flatMap((name) => {
      const root = join(directory, name);
      // A skill becomes a plugin when a directory appears in it.
      return names(root, reading).includes(".claude-plugin") ? [pluginAt({ root, name }, reading)] : [];
    });

/** The plugin that a directory is. */
export const directoryPlugin: PluginFinder = (root, reading) => [pluginAt({ root, name: basename(root) }, reading)];

interface Plugin {
  readonly root: string;
  /** Its name where its manifest has none. */
  readonly name: string;
  readonly copy?: boolean;
  /** Agents that its marketplace names. */
  readonly listed?: readonly string[];
}

function pluginAt({ root, name, copy, listed = [] }: Plugin, reading: (path: string) => void): PluginRoot {
  const manifest = record(json(join(root, ".claude-plugin/plugin.json"), reading));
  // What is listed adds to the usual directory.
  const agents = ["agents", ...texts(manifest.agents), ...listed].map((path) => resolve(root, path));
  const named = typeof manifest.name === "string" && manifest.name !== "" ? manifest.name : name;
  return { name: named, root, agents: [...new Set(agents)], copy: copy ?? false };
}

/** What a marketplace says of one plugin: where it lies, if the marketplace is a directory, and agents beside its own. */
function marketEntry(
  market: Readonly<Record<string, unknown>>,
  name: string,
  reading: (path: string) => void,
): { readonly folder?: string; readonly listed: readonly string[] } {
  const { source: kind } = record(market.source);
  const place = market.installLocation;
  if (typeof place !== "string" || !isAbsolute(place)) return { listed: [] };
  const isFile = place.endsWith(".json");
  const file = isFile ? place : join(place, ".claude-plugin/marketplace.json");
  const root = isFile ? dirname(dirname(place)) : place;
  const content = record(json(file, reading));
  const all = Array.isArray(content.plugins) ? content.plugins : [];
  const entry = record(all.find((each) => record(each).name === name));
  const listed = texts(entry.agents);
  if ((kind !== "directory" && kind !== "file") || typeof entry.source !== "string") return { listed };
  const { pluginRoot } = record(content.metadata);
  const based = typeof pluginRoot === "string" && !entry.source.startsWith("./") ? join(root, pluginRoot) : root;
  return { folder: resolve(based, entry.source), listed };
}

function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function json(path: string, reading: (path: string) => void): unknown {
  reading(path);
  try {
    return JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function names(directory: string, reading: (path: string) => void): readonly string[] {
  reading(directory);
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
