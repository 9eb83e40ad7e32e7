import { join, resolve } from "node:path";
import { openDenials } from "../audit/denial-store.js";
import { type Brain, makeBrain } from "../brain/brain.js";
import { findPlace } from "../brain/place.js";
import { staleness } from "../brain/staleness.js";
import { makeStore } from "../brain/store.js";
import { openTodos } from "../brain/todos.js";
import { gateIsOn } from "../hosts/desk.js";
import { type Heartbeat, readHeartbeat } from "../hosts/heartbeat.js";
import { homeDirectory } from "../hosts/home.js";
import { stateDirectory } from "../hosts/state-dir.js";
import { judgeBy } from "../judge-by.js";
import { diskLookup } from "../observe/look.js";
import { projectRoot } from "../observe/observe.js";
import { knownProjects } from "../observe/projects.js";
import { SHIPPED_LIMITS } from "../policy/limits.js";
import { loadPolicy } from "../policy/load.js";
import { CAPABILITIES, chooseMode } from "../policy/mode.js";
import type { Policy } from "../policy/policy.js";
import { roleOf } from "../policy/roles.js";
import { UNTRUSTED } from "../policy/untrusted.js";
import { openApprovals } from "../sessions/approvals.js";
import { makeLedger } from "../sessions/ledger.js";
import { makeQuotaStore } from "../sessions/quota-store.js";
import { openSpawns } from "../sessions/slots.js";
import { type SessionNode, sessionTree } from "../sessions/tree.js";
import { version } from "../version.js";
import type { Here } from "./here.js";
import { placesFor } from "./session.js";

/** Sessions heard of within this time are shown; milliseconds. */
const RECENT = 48 * 3_600_000;
/** Most trees of sessions that are shown. */
const MOST_TREES = 20;

/** Everything that `bailiff status` knows, as it is printed with `--json`. Times are ISO 8601 or milliseconds since 1970. */
export type Status = Awaited<ReturnType<typeof gatherStatus>>;

/** Looks at everything there is to say about where the command runs. Changes nothing. */
export async function gatherStatus(here: Here) {
  const env = here.env ?? process.env;
  const home = here.home ?? env.HOME ?? homeDirectory();
  const now = here.now ?? Date.now();
  const cwd = resolve(here.cwd ?? process.cwd());
  const project = projectRoot(cwd);
  const state = stateDirectory(env, home);
  const policy = await loadPolicy({ places: placesFor(cwd, { ...env, HOME: home }), version, judge: judgeBy });
  const chosen = chooseMode(env.BAILIFF_MODE, policy.modes ?? []);
  const place = findPlace({ project, home, mode: chosen.mode, stateHome: env.XDG_STATE_HOME });
  const store = makeStore({ frozen: true });
  const brain = makeBrain(place, store);
  const ledger = makeLedger(place, store);
  const hosts = (["opencode", "claude-code"] as const).map((host) => hostOf(host, readHeartbeat(state, host), now));
  const sessions = sessionTree(ledger.all().filter((each) => now - each.lastSeen <= RECENT)).slice(0, MOST_TREES);
  const lastSeen = (id: string): number | undefined => ledger.read(id)?.lastSeen;
  const quotas = makeQuotaStore(place, store);
  const limits = [...SHIPPED_LIMITS, ...(policy.limits ?? [])].map(({ role, tools, per_minute, at_once }) => {
    const used = quotas.look(`${role} ${tools}`, now);
    return { role, tools, per_minute, at_once, started: used.starts, open: used.slots };
  });
  const problems = policy.problems.map((each) => ({ ...each, untrusted: each.message.includes(UNTRUSTED.message) }));
  return {
    status: hosts.every((each) => each.last === null) ? "no-hooks" : problems.some(isError) ? "problems" : "ok",
    version,
    project,
    initialised: place.initialised,
    mode: chosen.mode,
    ...(chosen.problem === undefined ? {} : { modeProblem: chosen.problem }),
    capabilities: CAPABILITIES[chosen.mode],
    phase: brain.state(now).phase,
    policy: { hash: policy.hash, preset: policy.preset, rules: policy.rules.length, problems },
    gatekeeper: gateIsOn(policy, env) ? "GATED" : "PASSTHROUGH",
    hosts,
    sessions: sessions.map((node) => treeOf(node, (each) => openSpawns(each, now, lastSeen).length, policy)),
    brain: healthOf(brain, now),
    refusals: openDenials(join(state, "denials")).list(now),
    approvals: openApprovals(join(state, "approvals"))
      .open(now)
      .map(({ code, shown, cwd: where, session, asked }) => ({ code, shown, cwd: where, session, asked })),
    quotas: limits,
    projects: projectsOf(policy, home),
  };
}

function isError({ severity }: { severity: string }): boolean {
  return severity === "error";
}

/** A host's last signs of life; `uptime` of the process that gave them, where it still runs. */
function hostOf(host: string, beat: Heartbeat | undefined, now: number) {
  const times = Object.values(beat?.hooks ?? {}).flatMap((each) => Date.parse(each) || []);
  const loaded = Date.parse(beat?.hooks.load ?? "");
  const running = beat !== undefined && host === "opencode" && isRunning(beat.pid);
  return {
    host,
    version: beat?.version ?? null,
    last: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    uptime: running && loaded <= now ? now - loaded : null,
    hooks: beat?.hooks ?? {},
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

interface StatusSession {
  readonly id: string;
  readonly host: string;
  readonly agent: string | null;
  readonly role: string;
  readonly level: number;
  readonly control: string;
  readonly state: string;
  readonly ended: boolean;
  readonly lastSeen: number;
  readonly bound: string | null;
  /** Delegations under way. */
  readonly openSlots: number;
  readonly children: readonly StatusSession[];
}

function treeOf(
  { session, children }: SessionNode,
  open: (session: SessionNode["session"]) => number,
  policy: Policy,
): StatusSession {
  const { id, host, agent, level, control, sessionState, ended, lastSeen, bound } = session;
  return {
    id,
    host,
    agent,
    role: roleOf(policy, agent ?? undefined),
    level,
    control,
    state: sessionState,
    ended,
    lastSeen,
    bound: bound ?? null,
    openSlots: open(session),
    children: children.map((each) => treeOf(each, open, policy)),
  };
}

function healthOf(brain: Brain, now: number) {
  const [config, state, todos] = [brain.config(), brain.state(now), openTodos(brain.todos())];
  const kept = brain.store.files.stat(brain.place.state) !== undefined;
  return {
    directory: brain.place.brain,
    staleness: kept ? staleness(state.updated, now, config.stale) : "fresh",
    anchors: state.anchors.length,
    openTodos: todos.length,
    problems: brain.problems(now),
  };
}

function projectsOf(policy: Policy, home: string) {
  const registered = policy.projects ?? [];
  return knownProjects(registered, home, diskLookup).map(({ name, real, write, noDelete }, at) => ({
    name,
    path: registered[at]?.path ?? "",
    write,
    noDelete,
    usable: real !== undefined,
  }));
}
