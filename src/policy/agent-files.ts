import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { PLUGIN_PREFIX } from "./agent-names.js";
import { type AgentFile, hasScope } from "./agents.js";
import { type Stamp, stamp } from "./artefact.js";
import { frontmatter } from "./frontmatter.js";
import { parseJsoncFile, partOf } from "./jsonc-file.js";
import type { AgentPlace, PolicyPlaces } from "./places.js";
import { directoryPlugin, installedPlugins, type PluginFinder, skillPlugins } from "./plugin-agents.js";

/** Agent files looked at in one place, all plugins being one; nobody has more. */
const MOST_FILES = 500;
/** Directories inside one another. */
const DEEPEST = 6;

/** The agent files of all places, and what must stay as it is for them to be all. */
export interface FoundAgents {
  readonly files: readonly AgentFile[];
  /** Stamps of every file and every directory looked at, by path. */
  readonly watched: Readonly<Record<string, Stamp>>;
}

/**
 * Reads the agent files that stand in the hosts' directories, and the plugin's own. A directory that is
 * not there is watched too: it may come. Never throws.
 */
export function findAgents(places: PolicyPlaces): FoundAgents {
  const watched: Record<string, Stamp> = Object.create(null);
  const files: AgentFile[] = [];
  const shipped: AgentPlace = { directory: join(dirname(places.shipped), "agents"), layer: "shipped", names: "plugin" };
  // Stamped before reading: a change in between makes what is kept stale, never wrong.
  const watch = (path: string): void => {
    watched[path] ??= stamp(path);
  };
  for (const place of [shipped, ...(places.agents ?? [])]) {
    let left = MOST_FILES;
    const take = (path: string, name: (path: string) => Naming, still: boolean): void => {
      if (left-- <= 0) return;
      const before = stamp(path);
      const text = read(path);
      // A file that nobody writes to matters only when it is the source of an agent.
      if (!still || hasScope(frontmatter(text ?? "") ?? "")) watched[path] = before;
      if (text !== undefined) files.push({ path, text, layer: place.layer, ...name(path) });
    };
    const look = (directory: string, name: (path: string) => Naming, still = false, depth = 0): void => {
      watch(directory);
      for (const each of names(directory)) {
        if (left <= 0) return;
        const path = join(directory, each);
        if (each.endsWith(".md")) take(path, name, still);
        else if (!each.includes(".") && depth < DEEPEST && isDirectory(path)) look(path, name, still, depth + 1);
      }
    };
    const plugins = PLUGINS[place.names]?.(place.directory, watch);
    if (plugins) {
      for (const { name, root, agents, copy } of plugins) {
        if (root === dirname(shipped.directory)) continue;
        for (const from of agents) {
          if (from.endsWith(".md")) take(from, (path) => ({ name: basename(path, ".md"), prefix: `${name}:` }), copy);
          else look(from, (path) => inPlugin(name, from, path), copy);
        }
      }
    } else if (place.names === "settings") {
      for (const path of SETTINGS.map((name) => join(place.directory, name))) {
        watch(path);
        files.push(...inSettings(path, read(path), place.layer));
      }
    } else look(place.directory, (path) => naming(place, path));
  }
  return { files, watched };
}

type Naming = Pick<AgentFile, "name" | "fixed" | "prefix">;

const PLUGINS: Partial<Record<AgentPlace["names"], PluginFinder>> = {
  installed: installedPlugins,
  skills: skillPlugins,
  directory: directoryPlugin,
};

/** Claude Code names a plugin's agent by the plugin, the directories around its file, and its own name. */
function inPlugin(plugin: string, directory: string, path: string): Naming {
  const around = relative(directory, dirname(path)).split(sep).filter(Boolean);
  return { name: basename(path, ".md"), prefix: [plugin, ...around, ""].join(":") };
}

const SETTINGS = ["opencode.json", "opencode.jsonc"] as const;

/** The agents that stand in OpenCode's settings. Public source: opencode.ai/docs/agents. */
function inSettings(path: string, text: string | undefined, layer: AgentFile["layer"]): AgentFile[] {
  if (text === undefined || !text.includes('"scope"')) return [];
  const whole = parseJsoncFile(path, text);
  return ["agent", "mode"].flatMap((key) => {
    const named = partOf(whole, [key]).value;
    if (typeof named !== "object" || named === null || Array.isArray(named)) return [];
    return Object.keys(named).map(
      (name): AgentFile => ({ path, text, layer, name, fixed: true, part: partOf(whole, [key, name]) }),
    );
  });
}

/** A host's name for the agent of a file; frontmatter may give another, except to the plugin's own. */
function naming({ names: by, directory }: AgentPlace, path: string): Naming {
  const bare = basename(path, ".md");
  if (by === "plugin") return { name: PLUGIN_PREFIX + bare, fixed: true };
  // OpenCode names a nested file by its path, Claude Code by its frontmatter.
  return { name: by === "path" ? relative(directory, path).replace(/\.md$/, "").replaceAll("\\", "/") : bare };
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
