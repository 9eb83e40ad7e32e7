import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { PLUGIN_PREFIX } from "./agent-names.js";
import type { AgentFile } from "./agents.js";
import { type Stamp, stamp } from "./artefact.js";
import type { AgentPlace, PolicyPlaces } from "./places.js";

/** Agent files looked at in one place; nobody has more. */
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
  for (const place of [shipped, ...(places.agents ?? [])]) {
    let left = MOST_FILES;
    const look = (directory: string, depth: number): void => {
      // Stamped before reading: a change in between makes what is kept stale, never wrong.
      watched[directory] = stamp(directory);
      for (const name of names(directory)) {
        if (left <= 0) return;
        const path = join(directory, name);
        if (name.endsWith(".md")) {
          left--;
          watched[path] = stamp(path);
          const text = read(path);
          if (text !== undefined) files.push({ path, text, layer: place.layer, ...naming(place, path) });
        } else if (!name.includes(".") && depth < DEEPEST && isDirectory(path)) look(path, depth + 1);
      }
    };
    look(place.directory, 0);
  }
  return { files, watched };
}

/** A host's name for the agent of a file; frontmatter may give another, except to the plugin's own. */
function naming({ names: by, directory }: AgentPlace, path: string): Pick<AgentFile, "name" | "fixed"> {
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
