import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { END_HOOK, FAST_HOOK, isOwnHook, type Lane, laneOf, SERVER } from "../hosts/claude-code/lanes.js";
import { parseJsonc, setIn } from "./jsonc.js";

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}
type Hooks = Readonly<Record<string, readonly Group[]>>;

/**
 * The hooks of the plugin as a settings file has them: the same entries, by absolute path. Settings and
 * not a plugin, because a plugin that a project's settings name is not loaded in headless runs; the local
 * ones, because the path is this machine's.
 *
 * In the fast lane calls and their ends go to the server instead, and whoever hears of prompts is told so: a
 * host that is too old for it must not go on.
 */
function hooksOf(installation: string, lane: Lane): Hooks {
  const { hooks } = JSON.parse(readFileSync(join(installation, "hooks/hooks.json"), "utf8")) as { hooks: Hooks };
  const here = JSON.parse(
    JSON.stringify(hooks).replaceAll("${CLAUDE_PLUGIN_ROOT}", JSON.stringify(installation).slice(1, -1)),
  ) as Hooks;
  if (lane === "safe") return here;
  const prompts = (here.UserPromptSubmit ?? []).map((group) => ({
    ...group,
    hooks: group.hooks.map((hook) => ({ ...hook, args: [...(hook.args as string[]), "fast"] })),
  }));
  const every = (hook: Group["hooks"][number]): Group[] => [{ matcher: "*", hooks: [hook] }];
  return { ...here, PreToolUse: every(FAST_HOOK), PostToolUse: every(END_HOOK), UserPromptSubmit: prompts };
}

/**
 * Where Claude Code keeps what is a user's own in each project, servers among it. Of all places for a
 * server it is the one that no file of a project stands before, and that nobody is asked about.
 */
export function claudeState({
  home,
  env,
}: {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}): string {
  const given = env.CLAUDE_CONFIG_DIR;
  const config = given !== undefined && isAbsolute(given) ? given : undefined;
  const older = join(config ?? join(home, ".claude"), ".config.json");
  return existsSync(older) ? older : join(config ?? home, ".claude.json");
}

/** The path in that file of a server of one project. */
export function serverPath(project: string): readonly string[] {
  return ["projects", knownAs(project), "mcpServers", SERVER];
}

/**
 * Under which directory the host keeps a project's state: its real path; for a work tree that was added to
 * a repository that of the repository's main one. Public source: gitrepository-layout(5), `gitdir` and `commondir`.
 */
function knownAs(project: string): string {
  let real = project;
  try {
    real = realpathSync(project);
    const link = /^gitdir: (.+)$/m.exec(readFileSync(join(real, ".git"), "utf8"))?.[1]?.trim();
    if (link === undefined) return real;
    const own = resolve(real, link);
    const common = realpathSync(resolve(own, readFileSync(join(own, "commondir"), "utf8").trim()));
    return basename(common) === ".git" ? dirname(common) : real;
  } catch {
    // No repository, its main work tree, or a submodule.
    return real;
  }
}

/** The server as the host starts it; without what could make another program of Node. */
function serverOf(installation: string): Readonly<Record<string, unknown>> {
  const clean = ["-u", "NODE_OPTIONS", "-u", "NODE_EXTRA_CA_CERTS"];
  return { type: "stdio", command: "/usr/bin/env", args: [...clean, "node", join(installation, "dist/server.js")] };
}

/**
 * The host's state with bailiff's server, or undefined when it has it as it should be.
 *
 * @throws when the text is no JSON object
 */
export function withServer(text: string | undefined, project: string, installation: string): string | undefined {
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  const path = serverPath(project);
  const server = serverOf(installation);
  if (JSON.stringify(valueAt(before, path)) === JSON.stringify(server)) return undefined;
  return setIn(before, path, server).text;
}

/** The host's state without bailiff's server; undefined where it is not there any more. */
export function withoutServer(text: string, path: readonly string[]): string | undefined {
  return valueAt(text, path) === undefined ? undefined : setIn(text, path, undefined).text;
}

function valueAt(text: string, path: readonly string[]): unknown {
  let value = parseJsonc(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is no JSON object");
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/**
 * The settings with bailiff's hooks, or undefined when they have them as they should be.
 *
 * @param text the file as it is; undefined where there is none
 * @throws when the text is no settings file
 */
export function withHooks(text: string | undefined, installation: string, lane: Lane): string | undefined {
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  let now = withoutHooks(before) ?? before;
  for (const [event, groups] of Object.entries(hooksOf(installation, lane))) {
    for (const group of groups) {
      const present = groupsOf(now, event);
      now =
        present === undefined
          ? setIn(now, ["hooks", event], [group]).text
          : setIn(now, ["hooks", event, present.length], group, true).text;
    }
  }
  const same = (a: string, b: string): boolean => JSON.stringify(parseJsonc(a)) === JSON.stringify(parseJsonc(b));
  return same(before, now) ? undefined : now;
}

/** The lane in which settings have calls judged; undefined where they do not, or cannot be read. */
export function laneIn(text: string | undefined): Lane | undefined {
  try {
    for (const group of groupsOf(text ?? "{}", "PreToolUse") ?? [])
      for (const hook of group.hooks ?? []) {
        const lane = laneOf(hook);
        if (lane !== undefined) return lane;
      }
  } catch {
    // Whoever is to change the file says what is wrong with it.
  }
  return undefined;
}

/** The settings without bailiff's hooks; undefined where there are none. */
export function withoutHooks(text: string): string | undefined {
  const value = parseJsonc(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is no JSON object");
  let now = text;
  for (const event of Object.keys((value as { hooks?: object }).hooks ?? {})) {
    const groups = groupsOf(now, event) ?? [];
    for (let at = groups.length - 1; at >= 0; at--) {
      if (!groups[at]?.hooks?.some(isOwnHook)) continue;
      const left = groupsOf(now, event)?.length ?? 0;
      const events = Object.keys((parseJsonc(now) as { hooks: object }).hooks).length;
      const path = left > 1 ? ["hooks", event, at] : events > 1 ? ["hooks", event] : ["hooks"];
      now = setIn(now, path, undefined).text;
    }
  }
  return now === text ? undefined : now;
}

function groupsOf(text: string, event: string): readonly Group[] | undefined {
  const { hooks } = parseJsonc(text) as { hooks?: Readonly<Record<string, unknown>> };
  const groups = hooks?.[event];
  return Array.isArray(groups) ? (groups as Group[]) : undefined;
}
