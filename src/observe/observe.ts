import { tmpdir } from "node:os";
import type { ToolCall } from "../call/call.js";
import { type Analysis, pathsOf } from "../call/effect.js";
import { knownBase, normalise } from "../call/path.js";
import type { Mode } from "../policy/mode.js";
import type { Policy } from "../policy/policy.js";
import { roleOf } from "../policy/roles.js";
import type { DelegationFacts, Facts, PathFact } from "./facts.js";
import { diskLookup, Remembered } from "./look.js";
import { allowedPrograms } from "./programs.js";
import { knownProjects } from "./projects.js";
import { type Lookup, type PendingLink, realPath } from "./real-path.js";

/** More paths than this in one call are not looked up: they are judged by their text alone. */
const MOST_PATHS = 256;

const TEMP = ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm"];

const temporary = new WeakMap<Surroundings, readonly string[]>();

/** Directories for temporary files, as the process found them at its first call. */
function temporaryDirectories(around: Surroundings): readonly string[] {
  let known = temporary.get(around);
  if (!known) {
    known = [...new Set([...TEMP, normalise(tmpdir()), ...(around.temp ?? [])])];
    temporary.set(around, known);
  }
  return known;
}

/** What stays the same between the calls of a process. */
export interface Surroundings {
  readonly own: readonly string[];
  readonly canAsk: boolean;
  readonly temp?: readonly string[];
  /** The process's mode, chosen at its start. */
  readonly mode?: Mode;
  /** The search path for programs, for roles that list the ones they may run. */
  readonly path?: string;
  /** What a session made itself, real paths; asked only where it decides something. */
  readonly created?: (session: string | undefined) => readonly string[];
}

/** What is known about the caller of one call, beside the call itself. */
export interface Caller {
  readonly role?: string;
  /** The agents above it, outermost first. */
  readonly parents?: readonly string[];
  /** The one project that its task is bound to. */
  readonly bound?: string;
  /** What its session made itself, real paths; as the surroundings say where absent. */
  readonly created?: readonly string[];
  /** Directory of the experiment that it runs. */
  readonly experiment?: string;
  /** What the ledger knows, for a call that delegates. */
  readonly delegation?: DelegationFacts;
}

/**
 * Looks up what the decision needs to know about a call, once and bounded: real paths, types, the
 * project's root. Never throws; what cannot be looked up is taken by its text.
 */
export function observe(
  call: ToolCall,
  analysis: Analysis,
  policy: Policy,
  around: Surroundings,
  caller: Caller = {},
  disk: Lookup = diskLookup,
): Facts {
  const lookup = new Remembered(disk);
  const paths: Record<string, PathFact> = Object.create(null);
  const pending = pendingLinks(analysis);
  const project = call.project ?? projectRoot(call.cwd, lookup);
  // The root itself may be a link: what lies in it is then known by two names. First, for most paths lie in it.
  paths[project] = realPath(project, lookup, pending);
  let left = MOST_PATHS;
  for (const effect of analysis.effects) {
    if (effect.remote) continue;
    for (const ref of pathsOf(effect)) {
      if (ref.abs === null || left <= 0) continue;
      const abs = knownBase(ref.abs);
      if (paths[abs]) continue;
      left--;
      paths[abs] = realPath(abs, lookup, pending);
    }
  }
  // Behind a fence it also matters where commands stand.
  for (const { cwd, remote } of policy.projects?.length ? analysis.commands : []) {
    if (cwd === null || remote || left-- <= 0) continue;
    paths[cwd] ??= realPath(cwd, lookup, pending);
  }
  return {
    paths,
    project,
    repository: lookup.exists(`${project}/.git`),
    home: call.home,
    temp: temporaryDirectories(around),
    own: around.own,
    canAsk: around.canAsk,
    ...(around.mode === undefined ? {} : { mode: around.mode }),
    ...made(call, analysis, policy, around),
    ...caller,
    ...registry(call, policy, lookup),
    ...programs(call, analysis, policy, around, caller, lookup),
  };
}

/** Under `strict` it matters who made what is deleted, and where it is moved. */
function made(call: ToolCall, analysis: Analysis, policy: Policy, around: Surroundings): Pick<Facts, "created"> {
  const taken = analysis.effects.some(({ kind }) => kind === "delete" || kind === "move");
  if (policy.preset !== "strict" || !around.created || !taken) return {};
  return { created: around.created(call.session) };
}

function registry(call: ToolCall, policy: Policy, lookup: Lookup): Pick<Facts, "projects" | "session"> {
  if (!policy.projects || policy.projects.length === 0) return {};
  return { projects: knownProjects(policy.projects, call.home, lookup), session: realPath(call.cwd, lookup).real };
}

function programs(
  call: ToolCall,
  analysis: Analysis,
  policy: Policy,
  around: Surroundings,
  caller: Caller,
  lookup: Lookup,
): Pick<Facts, "allowedPrograms"> {
  const { roles } = policy;
  if (!roles) return {};
  const names = [
    caller.role ?? roleOf(policy, call.agent),
    ...(caller.parents ?? []).map((each) => roleOf(policy, each)),
  ];
  const lists = [...new Set(names)].flatMap((name) => {
    const list = Object.hasOwn(roles, name) ? roles[name]?.sandbox?.exec_allowlist : undefined;
    return list ? [allowedPrograms(analysis, list, around.path ?? "", lookup)] : [];
  });
  // Of several roles only what each of them lists.
  const [first, ...rest] = lists;
  return first ? { allowedPrograms: first.filter((at) => rest.every((each) => each.includes(at))) } : {};
}

function pendingLinks(analysis: Analysis): PendingLink[] {
  const links: PendingLink[] = [];
  for (const effect of analysis.effects) {
    if (effect.kind !== "link" || !effect.symbolic || effect.remote) continue;
    if (effect.path.abs !== null && effect.target.abs !== null)
      links.push({ path: effect.path.abs, target: effect.target.abs });
  }
  return links;
}

/** The nearest directory upwards that holds `.git`, else the directory itself. */
export function projectRoot(cwd: string, lookup: Lookup = diskLookup): string {
  let at = cwd;
  for (let step = 0; step < 64; step++) {
    if (lookup.exists(`${at}/.git`)) return at;
    const up = at.slice(0, at.lastIndexOf("/"));
    if (up === "" || up === at) break;
    at = up;
  }
  return cwd;
}
