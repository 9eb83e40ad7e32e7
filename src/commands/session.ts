import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolCall } from "../call/call.js";
import { toolNamed } from "../call/tools.js";
import { createGovernor, type Governor } from "../govern.js";
import { ownPlaces } from "../hosts/own.js";
import { stateDirectory } from "../hosts/state-dir.js";
import { judgeBy } from "../judge-by.js";
import { projectRoot } from "../observe/observe.js";
import { artefactFiles } from "../policy/artefact.js";
import { prepareEngine } from "../policy/engine.js";
import { loadPolicy } from "../policy/load.js";
import { chooseMode } from "../policy/mode.js";
import { agentPlaces, configDirectory, type PolicyPlaces, policyProject } from "../policy/places.js";
import { version } from "../version.js";
import { UsageError } from "./output.js";

type Env = Readonly<Record<string, string | undefined>>;

/** bailiff's installation: the nearest directory upwards that holds the shipped rules. */
export function installation(from: string = dirname(fileURLToPath(import.meta.url))): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, "governance/deny-rules.yaml"))) return at;
    if (dirname(at) === at) return join(from, "..");
  }
}

/** Where the law stands for a working directory. */
export function placesFor(cwd: string, env: Env = process.env): PolicyPlaces {
  const home = env.HOME ?? homedir();
  // A directory that is not on this machine is judged by the law of where the command runs.
  const at = resolve(existsSync(cwd) ? cwd : process.cwd());
  return {
    shipped: join(installation(), "governance"),
    user: configDirectory(env, home),
    project: policyProject(at),
    state: stateDirectory(env, home),
    agents: agentPlaces(projectRoot(at), at, home, env),
  };
}

/** How many projects' governors a run over many calls keeps. */
const MOST_GOVERNORS = 16;

/** Governors for the projects that a run of the command meets, each compiled once. */
export class Governors {
  private readonly byProject = new Map<string, Promise<Governor>>();

  /** The governor for calls made in a directory. */
  async of(cwd: string): Promise<Governor> {
    const places = placesFor(cwd);
    const key = artefactFiles(places).artefact;
    const known = this.byProject.get(key);
    if (known) return known;
    if (this.byProject.size >= MOST_GOVERNORS) this.byProject.clear();
    const opened = openGovernor(places);
    this.byProject.set(key, opened);
    return opened;
  }
}

async function openGovernor(places: PolicyPlaces): Promise<Governor> {
  const policy = await loadPolicy({ places, version, judge: judgeBy });
  const home = process.env.HOME ?? homedir();
  const own = ownPlaces({ dist: join(installation(), "dist"), home, state: places.state, env: process.env });
  const { mode } = chooseMode(process.env.BAILIFF_MODE, policy.modes ?? []);
  const surroundings = { own, canAsk: true, mode, path: process.env.PATH ?? "" };
  return createGovernor({ policy, surroundings });
}

/**
 * A governor by one candidate rule table instead of the shipped one.
 *
 * @throws when the table has errors, with its first one
 */
export async function governorWith(text: string, file: string): Promise<Governor> {
  await prepareEngine();
  const { compilePolicy } = await import("../policy/compile.js");
  const { policy } = compilePolicy({ sources: [{ layer: "shipped", kind: "deny-rules", path: file, text }], version });
  const wrong = policy.problems.find((each) => each.severity === "error");
  if (wrong) throw new UsageError(`${wrong.file}:${wrong.line ?? 1}: ${wrong.message}`);
  return createGovernor({ policy, surroundings: { own: [], canAsk: true } });
}

/** What a row or the command line says about a call. */
export interface Asked {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly level?: number | undefined;
}

/** A call in host-neutral form; tools in either host's spelling. */
export function callOf(asked: Asked): ToolCall {
  return {
    host: "cli",
    tool: toolNamed(asked.tool),
    rawTool: asked.tool,
    input: asked.input,
    cwd: resolve(asked.cwd ?? process.cwd()),
    home: asked.home ?? process.env.HOME ?? homedir(),
    ...(asked.agent === undefined ? {} : { agent: asked.agent }),
    ...(asked.session === undefined ? {} : { session: asked.session }),
    ...(asked.level === undefined ? {} : { level: asked.level }),
  };
}
