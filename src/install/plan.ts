import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { renderClaude } from "../agents/render-claude.js";
import { renderOpenCode } from "../agents/render-opencode.js";
import { type Agent, parseAgent } from "../agents/source.js";
import { defaultConfig } from "../brain/defaults.js";
import type { Lane } from "../hosts/claude-code/lanes.js";
import { claudeState, serverPath, withHooks, withoutHooks, withoutServer, withServer } from "./claude.js";
import { textOf } from "./manifest.js";
import { openCodeConfig, pluginSpec, withoutPlugin, withPlugin } from "./opencode.js";

export type Host = "opencode" | "claude-code";

/** Where and for which hosts; all paths absolute. */
export interface InstallOptions {
  /** The project's root, or undefined for the user's own directories. */
  readonly project?: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directory of the package. */
  readonly installation: string;
  readonly hosts: readonly Host[];
  /** Claude Code: how its calls are judged; `safe` where absent, and for all of the user's projects. */
  readonly lane?: Lane;
}

/** A file of bailiff's own as it should be. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** Written once and the user's from then on. */
  readonly starter: boolean;
}

/** A host's settings file into which something is put. */
export interface PlannedEdit {
  readonly path: string;
  /** What is put in, as `withoutEntry` knows it again. */
  readonly entry: string;
  /** The text with it, or undefined when it has it; throws when the text is no settings file. */
  readonly change: (text: string | undefined) => string | undefined;
  /** Another edit that must not have failed before this one is made. */
  readonly needs?: string;
}

export interface Plan {
  readonly manifest: string;
  readonly files: readonly PlannedFile[];
  readonly edits: readonly PlannedEdit[];
  /** Settings files from which an earlier installation's part goes again. */
  readonly withdrawn: readonly string[];
  readonly problems: readonly string[];
}

const HOOKS = "hooks";
/** Before the path of a server in the host's state, as JSON. */
const SERVER_AT = "server ";

/** Where the hosts and bailiff keep things, for a project or for the user. */
export function homesOf({ project, home, env }: Pick<InstallOptions, "project" | "home" | "env">): {
  readonly own: string;
  readonly openCode: string;
  readonly claude: string;
} {
  const config =
    env.XDG_CONFIG_HOME !== undefined && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(home, ".config");
  const claude = env.CLAUDE_CONFIG_DIR;
  return project === undefined
    ? {
        own: join(config, "bailiff"),
        openCode: join(config, "opencode"),
        claude: claude !== undefined && isAbsolute(claude) ? claude : join(home, ".claude"),
      }
    : { own: join(project, ".bailiff"), openCode: join(project, ".opencode"), claude: join(project, ".claude") };
}

/** What an installation consists of, without looking at what is there already. */
export function planOf(options: InstallOptions): Plan {
  const { project, installation, hosts } = options;
  const homes = homesOf(options);
  const problems: string[] = [];
  const template = (name: string): string => readFileSync(join(installation, "template", name), "utf8");
  const fill = (text: string): string =>
    text.replaceAll("{schemas}", schemas(homes.own, installation)).replaceAll("{cli}", cliOf(project, installation));
  const own = (name: string, text: string): PlannedFile => ({ path: join(homes.own, name), text, starter: true });

  const files: PlannedFile[] = [
    own("deny-rules.yaml", fill(template("bailiff/deny-rules.yaml"))),
    own("policy.yaml", fill(template("bailiff/policy.yaml"))),
    // Its presence marks the project as one that keeps a brain; the user has none of their own.
    ...(project === undefined
      ? []
      : [
          own(".gitignore", template("bailiff/gitignore")),
          own("brain/config.json", `${JSON.stringify(defaultConfig(), null, 2)}\n`),
        ]),
  ];
  const agents = sources([join(installation, "agents"), join(homes.own, "agents")], problems);
  const commands = readdirSync(join(installation, "template/commands")).filter((name) => name.endsWith(".md"));
  const edits: PlannedEdit[] = [];
  const withdrawn: string[] = [];
  if (hosts.includes("opencode")) {
    for (const { agent, from, name } of agents) {
      // OpenCode reads both spellings: one of the same name in the other one is the user's.
      const other = join(homes.openCode, "agents", name);
      if (existsSync(other)) problems.push(`${other}: an agent of yours has this name; bailiff's is left out`);
      else files.push({ path: join(homes.openCode, "agent", name), text: renderOpenCode(agent, from), starter: false });
    }
    for (const name of commands)
      files.push({
        path: join(homes.openCode, "command", `bailiff-${name}`),
        text: fill(template(`commands/${name}`)),
        starter: false,
      });
    const path = openCodeConfig(project === undefined ? [homes.openCode] : [project, homes.openCode]);
    const spec = pluginSpec(path, installation);
    edits.push({ path, entry: spec, change: (text) => withPlugin(text, path, spec) });
  }
  if (hosts.includes("claude-code")) {
    for (const { agent, from, name } of agents)
      files.push({ path: join(homes.claude, "agents", name), text: renderClaude(agent, { from }), starter: false });
    for (const name of commands)
      files.push({
        path: join(homes.claude, "commands", `bailiff-${name}`),
        text: fill(template(`commands/${name}`)),
        starter: false,
      });
    const path = join(homes.claude, project === undefined ? "settings.json" : "settings.local.json");
    const state = claudeState(options);
    const lane = project === undefined ? "safe" : (options.lane ?? "safe");
    if (lane === "fast" && project !== undefined) {
      const entry = `${SERVER_AT}${JSON.stringify(serverPath(project))}`;
      // The server first: hooks that ask one who is not there block every call.
      edits.push({ path: state, entry, change: (text) => withServer(text, project, installation) });
    } else withdrawn.push(state);
    const needs = lane === "fast" ? { needs: state } : {};
    edits.push({ path, entry: HOOKS, change: (text) => withHooks(text, installation, lane), ...needs });
  }
  return { manifest: join(homes.own, "manifest.json"), files, edits, withdrawn, problems };
}

/** A settings file without what init put in; undefined where it is not there any more. */
export function withoutEntry(text: string, entry: string): string | undefined {
  if (entry === HOOKS) return withoutHooks(text);
  if (entry.startsWith(SERVER_AT)) return withoutServer(text, JSON.parse(entry.slice(SERVER_AT.length)) as string[]);
  return withoutPlugin(text, entry);
}

/** Whether a package lies where `npx`, `pnpm dlx`, `yarn dlx` and `bunx` put what is not installed. */
export function isTemporaryCopy(installation: string): boolean {
  return /[\\/](?:_npx|bunx-[^\\/]*|dlx(?:-[^\\/]*)?)[\\/](?:.*[\\/])?node_modules[\\/]/.test(installation);
}

/** How bailiff is called: by its package where that lies in the project, else by path. */
export function cliOf(project: string | undefined, installation: string): string {
  return project !== undefined && installation.startsWith(join(project, "node_modules") + sep)
    ? "npx bailiff"
    : `node ${JSON.stringify(join(installation, "dist/cli.js"))}`;
}

function schemas(own: string, installation: string): string {
  const path = relative(own, join(installation, "governance"));
  return path.includes("node_modules") && !path.startsWith(join("..", ".."))
    ? path.split(sep).join("/")
    : join(installation, "governance");
}

interface Source {
  readonly name: string;
  readonly from: string;
  readonly agent: Agent;
}

/** Agents by file name; those of a later directory take the place of earlier ones. */
function sources(directories: readonly string[], problems: string[]): readonly Source[] {
  const found = new Map<string, Source>();
  for (const directory of directories) {
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory).sort()) {
      if (!name.endsWith(".md")) continue;
      try {
        const agent = parseAgent(textOf(join(directory, name)) ?? "");
        found.set(name, { name, from: `agents/${basename(name)}`, agent });
      } catch (error) {
        problems.push(`${join(directory, name)}: ${(error as Error).message}; it is left out`);
      }
    }
  }
  return [...found.values()];
}
