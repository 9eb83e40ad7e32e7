import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { FILES, type FileKind } from "./kinds.js";
import type { Layer } from "./policy.js";

/** Where the layers of the law and its compiled form are. */
export interface PolicyPlaces {
  /** Directory of the shipped files. */
  readonly shipped: string;
  /** The user's own: `$XDG_CONFIG_HOME/bailiff`, else `~/.config/bailiff`. */
  readonly user: string;
  /** The project's `.bailiff`, or null outside any project. */
  readonly project: string | null;
  /** The user's state directory for bailiff. */
  readonly state: string;
  /** Directories of the hosts' agent files; none where absent. The plugin's own are always looked at. */
  readonly agents?: readonly AgentPlace[];
}

/** A place in which a host looks for agents. */
export interface AgentPlace {
  /** Absolute; for `settings` the directory of the settings file. */
  readonly directory: string;
  readonly layer: Layer;
  /**
   * What a file's agent is called where its frontmatter names none: by the path below the directory, the
   * file, or as the plugin's own. Or what is in the directory instead: the plugins that Claude Code
   * installed, skills that are plugins, one plugin, settings of OpenCode with agents in them.
   */
  readonly names: "path" | "file" | "plugin" | "installed" | "skills" | "directory" | "settings";
}

export interface SourcePlace {
  readonly layer: Layer;
  readonly kind: FileKind;
  readonly path: string;
}

/** The user's directory for bailiff's settings. */
export function configDirectory(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const base = env.XDG_CONFIG_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(home, ".config"), "bailiff");
}

/**
 * The directory whose `.bailiff` governs a working directory: the nearest repository's root that has
 * one, else the nearest directory upwards that does. A `.bailiff` or a repository made further in never
 * hides that of the repository around it.
 */
export function policyProject(cwd: string, exists: (path: string) => boolean = existsSync): string | null {
  let nearest: string | null = null;
  for (let at = cwd, step = 0; step < 64; step++) {
    const own = exists(join(at, ".bailiff"));
    if (own && exists(join(at, ".git"))) return at;
    if (own) nearest ??= at;
    const up = dirname(at);
    if (up === at) break;
    at = up;
  }
  return nearest;
}

/** Directories upwards in which a project's agents are looked for. */
const MOST_PARENTS = 8;

/**
 * Where the hosts look for agents: the user's directories, then those of the project from its root
 * down to the working directory; and Claude Code's plugins, except those that its command line names for
 * one session. Public sources: opencode.ai/docs/agents, code.claude.com/docs/en/sub-agents.
 *
 * @param root the project's root, at or above the working directory
 */
export function agentPlaces(
  root: string,
  cwd: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly AgentPlace[] {
  const absolute = (path: string | undefined): string | undefined =>
    path !== undefined && isAbsolute(path) ? path : undefined;
  const openCode = join(absolute(env.XDG_CONFIG_HOME) ?? join(home, ".config"), "opencode");
  const both = (directory: string, layer: Layer): AgentPlace[] =>
    ["agent", "agents"].map((name) => ({ directory: join(directory, name), layer, names: "path" }));
  const claude = (directory: string, layer: Layer): AgentPlace => ({
    directory: join(directory, "agents"),
    layer,
    names: "file",
  });
  const settings = (directory: string, layer: Layer): AgentPlace => ({ directory, layer, names: "settings" });
  const further = absolute(env.OPENCODE_CONFIG_DIR);
  const claudeHome = absolute(env.CLAUDE_CONFIG_DIR) ?? join(home, ".claude");
  const places: AgentPlace[] = [
    ...both(openCode, "user"),
    ...both(join(home, ".opencode"), "user"),
    ...(further === undefined ? [] : both(further, "user")),
    claude(claudeHome, "user"),
    {
      directory: absolute(env.CLAUDE_CODE_PLUGIN_CACHE_DIR) ?? join(claudeHome, "plugins"),
      layer: "user",
      names: "installed",
    },
    { directory: join(claudeHome, "skills"), layer: "user", names: "skills" },
    ...(env.CLAUDE_CODE_PLUGIN_DIRS ?? "")
      .split(delimiter)
      .filter(isAbsolute)
      .map((directory): AgentPlace => ({ directory, layer: "user", names: "directory" })),
    ...[openCode, further].flatMap((directory) => (directory === undefined ? [] : [settings(directory, "user")])),
  ];
  const within: string[] = [];
  for (let at = cwd; within.length < MOST_PARENTS; at = dirname(at)) {
    within.unshift(at);
    if (at === root || dirname(at) === at) break;
  }
  for (const at of within) {
    places.push(...both(join(at, ".opencode"), "project"), claude(join(at, ".claude"), "project"));
    places.push(settings(at, "project"), settings(join(at, ".opencode"), "project"));
    if (at === root) places.push({ directory: join(at, ".claude/skills"), layer: "project", names: "skills" });
  }
  const seen = new Set<string>();
  const isNew = ({ directory, names }: AgentPlace): boolean => {
    const key = `${names === "settings" ? names : ""} ${directory}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  return places.filter(isNew);
}

/** Every file that the law may stand in, later layers last. */
export function sourcePlaces(places: PolicyPlaces): readonly SourcePlace[] {
  const directories: readonly (readonly [Layer, string | null])[] = [
    ["shipped", places.shipped],
    ["user", places.user],
    ["project", places.project === null ? null : join(places.project, ".bailiff")],
  ];
  return directories.flatMap(([layer, directory]) =>
    directory === null ? [] : FILES.map((kind) => ({ layer, kind, path: join(directory, `${kind}.yaml`) })),
  );
}
