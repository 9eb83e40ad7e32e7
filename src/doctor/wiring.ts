import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Lane, laneOf, SERVER } from "../hosts/claude-code/lanes.js";
import { claudeState, serverPath } from "../install/claude.js";
import { parseJsonc } from "../install/jsonc.js";
import { textOf } from "../install/manifest.js";
import { isBailiff } from "../install/opencode.js";
import { homesOf, type InstallOptions } from "../install/plan.js";

type Where = Omit<InstallOptions, "hosts">;

/** How a host loads bailiff. */
export interface Wired {
  /** Settings file that names it. */
  readonly file: string;
  /** OpenCode: the module that is loaded. Claude Code: the command that is started; empty where there is none. */
  readonly entry: string | readonly string[];
  /** Claude Code: whether that command is started for each call or stays. */
  readonly lane?: Lane;
}

/** What the settings of a host say about bailiff. */
export interface Wiring {
  readonly wired: readonly Wired[];
  /** Settings that switch it off, in words. */
  readonly off: readonly string[];
  /** Settings files that cannot be read. */
  readonly broken: readonly string[];
}

/** Where OpenCode's settings name bailiff, and which module that is. */
export function openCodeWiring(where: Where): Wiring {
  const { project, home, env } = where;
  const directories = [
    homesOf({ home, env }).openCode,
    ...(project === undefined ? [] : [project, homesOf({ project, home, env }).openCode]),
  ];
  const wired: Wired[] = [];
  const broken: string[] = [];
  const off: string[] = [];
  for (const file of directories.flatMap((at) =>
    ["opencode.json", "opencode.jsonc", "config.json"].map((n) => join(at, n)),
  )) {
    const settings = read(file, broken);
    const { plugin } = (settings ?? {}) as { plugin?: unknown };
    for (const given of Array.isArray(plugin) ? plugin : []) {
      if (!isBailiff(given, file)) continue;
      wired.push({ file, entry: moduleOf(String(Array.isArray(given) ? given[0] : given), file, where) });
    }
  }
  if (env.OPENCODE_PURE !== undefined) off.push("the variable OPENCODE_PURE leaves every plugin out");
  if (
    env.OPENCODE_DISABLE_PROJECT_CONFIG !== undefined &&
    wired.every(({ file }) => !file.startsWith(directories[0] ?? ""))
  )
    off.push("the variable OPENCODE_DISABLE_PROJECT_CONFIG leaves the project's settings out");
  return { wired, off, broken };
}

/** Where Claude Code's settings start bailiff's hook or enable it as a plugin. */
export function claudeWiring(where: Where): Wiring {
  const { project, home, env } = where;
  const user = homesOf({ home, env }).claude;
  const directories = [user, ...(project === undefined ? [] : [homesOf({ project, home, env }).claude])];
  const wired: Wired[] = [];
  const broken: string[] = [];
  const off: string[] = [];
  for (const file of directories.flatMap((at) => ["settings.json", "settings.local.json"].map((n) => join(at, n)))) {
    const settings = read(file, broken) as
      | { disableAllHooks?: unknown; hooks?: Record<string, unknown>; enabledPlugins?: Record<string, unknown> }
      | undefined;
    if (settings === undefined) continue;
    if (settings.disableAllHooks === true) off.push(`\`disableAllHooks\` in ${file} switches every hook off`);
    for (const [name, on] of Object.entries(settings.enabledPlugins ?? {})) {
      if (name.split("@")[0] !== "bailiff") continue;
      if (on !== true) off.push(`\`enabledPlugins\` in ${file} switches bailiff off`);
      else {
        const root = pluginRoot(user, name) ?? where.installation;
        wired.push({ file, entry: ["node", join(root, "dist/hook.cjs")], lane: "safe" });
      }
    }
    const groups = settings.hooks?.PreToolUse;
    for (const group of Array.isArray(groups) ? groups : [])
      for (const hook of Array.isArray(group?.hooks) ? group.hooks : [])
        if (laneOf(hook) === "safe") wired.push({ file, entry: commandOf(hook), lane: "safe" });
        else if (laneOf(hook) === "fast") {
          if (hook.onFailure !== "block")
            off.push(`a hook in ${file} lets calls run that the server does not answer (no \`onFailure\`)`);
          wired.push({ file, entry: serverCommand(where, broken), lane: "fast" });
        }
  }
  if (env.CLAUDE_CODE_SIMPLE === "1") off.push("the variable CLAUDE_CODE_SIMPLE leaves every hook out");
  return { wired, off, broken };
}

function commandOf(entry: unknown): readonly string[] {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  return typeof command === "string" ? [command, ...(Array.isArray(args) ? args.map(String) : [])] : [];
}

/** What the host starts under the server's name: of its places for servers the first that has one. */
function serverCommand(where: Where, broken: string[]): readonly string[] {
  const { project } = where;
  const state = claudeState(where);
  const own = ["mcpServers", SERVER];
  const places: readonly (readonly [string, readonly string[]])[] = [
    ...(project === undefined
      ? []
      : [[state, serverPath(project)] as const, [join(project, ".mcp.json"), own] as const]),
    [state, own],
  ];
  for (const [file, path] of places) {
    let value = read(file, broken);
    for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
    if (value !== undefined && value !== null) return commandOf(value);
  }
  return [];
}

function read(file: string, broken: string[]): unknown {
  const text = textOf(file);
  if (text === undefined) return undefined;
  try {
    return parseJsonc(text);
  } catch (error) {
    broken.push(`${file}: ${(error as Error).message}`);
    return undefined;
  }
}

/** The module that OpenCode loads for a plugin's name: `exports["./server"]`, else `main`. */
function moduleOf(spec: string, config: string, { home, env, installation }: Where): string {
  const cache = env.XDG_CACHE_HOME ?? join(home, ".cache");
  const named = /^bailiff(@[^/]*)?$/.exec(spec);
  const path = named
    ? join(cache, "opencode/packages", `bailiff${named[1] ?? "@latest"}`, "node_modules/bailiff")
    : spec.startsWith("file://")
      ? fileURLToPath(spec)
      : isAbsolute(spec)
        ? spec
        : join(dirname(config), spec);
  const at = named && !existsSync(path) ? installation : path;
  if (!existsSync(at) || !statSync(at).isDirectory()) return at;
  try {
    const manifest = JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as {
      main?: string;
      exports?: Record<string, string | { default?: string }>;
    };
    const server = manifest.exports?.["./server"];
    return join(at, (typeof server === "string" ? server : server?.default) ?? manifest.main ?? "index.js");
  } catch {
    return join(at, "index.js");
  }
}

/** Where Claude Code keeps an installed plugin. */
function pluginRoot(user: string, name: string): string | undefined {
  try {
    const { plugins } = JSON.parse(readFileSync(join(user, "plugins/installed_plugins.json"), "utf8")) as {
      plugins?: Record<string, { installPath?: string } | { installPath?: string }[]>;
    };
    const found = plugins?.[name];
    return (Array.isArray(found) ? found[0] : found)?.installPath;
  } catch {
    return undefined;
  }
}
