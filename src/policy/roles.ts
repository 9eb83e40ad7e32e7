import { hostNeutral, MAIN_THREAD } from "./agent-names.js";
import type { Policy } from "./policy.js";

/** What a role may touch, below what everybody may. Paths may hold `{PROJECT_ROOT}` and `{EXPERIMENT_ROOT}`. */
export interface Sandbox {
  readonly fs_read?: readonly string[];
  readonly fs_write?: readonly string[];
  /** Programs by name or absolute path; compared by the real path of what would run. */
  readonly exec_allowlist?: readonly string[];
  readonly net?: boolean;
}

/** A role as its author wrote it. */
export interface RoleSetting {
  readonly inherits?: string | undefined;
  /** The agents that have it, by the host's name for them. */
  readonly agents?: readonly string[] | undefined;
  readonly allowed_tools?: readonly string[] | undefined;
  readonly denied_tools?: readonly string[] | undefined;
  readonly sandbox?: Sandbox | undefined;
}

/** A role with all that it inherits. */
export interface Role {
  /** Globs on tool names; undefined allows all. */
  readonly allowed?: readonly string[];
  readonly denied: readonly string[];
  readonly sandbox?: Sandbox;
}

/** The shipped roles. `human` exists only at a terminal; whoever is unknown is `ai`. */
export const SHIPPED_ROLES: Readonly<Record<string, RoleSetting>> = {
  human: { allowed_tools: ["*"] },
  orchestrator: { allowed_tools: ["*"], agents: ["bailiff:supreme-coordinator", "bailiff:mid-coordinator"] },
  ai: { inherits: "orchestrator" },
};

export interface RoleProblem {
  readonly role: string;
  readonly message: string;
}

/**
 * Puts roles and what they inherit together. A role's own allowed tools replace those of the role it
 * inherits from, denied ones add up, of two sandboxes the narrower part counts. A role that inherits
 * from itself, or from one that does not exist, allows nothing.
 */
export function resolveRoles(settings: Readonly<Record<string, RoleSetting>>): {
  roles: Readonly<Record<string, Role>>;
  problems: readonly RoleProblem[];
} {
  const problems: RoleProblem[] = [];
  const roles: Record<string, Role> = {};
  for (const name of Object.keys(settings)) {
    const chain: string[] = [];
    let bad: string | undefined;
    for (let at: string | undefined = name; at !== undefined; at = settings[at]?.inherits) {
      if (chain.includes(at)) bad = `inherits from itself: ${[...chain, at].join(" -> ")}`;
      else if (!Object.hasOwn(settings, at)) bad = `inherits from ${at}, which does not exist`;
      if (bad !== undefined) break;
      chain.push(at);
    }
    if (bad !== undefined) {
      problems.push({ role: name, message: bad });
      roles[name] = { allowed: [], denied: ["*"] };
    } else roles[name] = combine(chain.map((each) => settings[each] as RoleSetting));
  }
  return { roles, problems };
}

/** @param chain the role itself first, then what it inherits from */
function combine(chain: readonly RoleSetting[]): Role {
  const allowed = chain.find((each) => each.allowed_tools)?.allowed_tools;
  const denied = chain.flatMap((each) => each.denied_tools ?? []);
  const sandboxes = chain.flatMap((each) => (each.sandbox ? [each.sandbox] : []));
  return {
    ...(allowed ? { allowed } : {}),
    denied,
    ...(sandboxes.length > 0 ? { sandbox: sandboxes.reduce(narrower) } : {}),
  };
}

function narrower(own: Sandbox, inherited: Sandbox): Sandbox {
  const both = (a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined =>
    a && b ? a.filter((each) => b.includes(each)) : (a ?? b);
  const exec = both(own.exec_allowlist, inherited.exec_allowlist);
  const net = own.net === false || inherited.net === false ? false : (own.net ?? inherited.net);
  // Directories of the own list count where given: the inherited list is held as well when they are judged.
  const read = own.fs_read ?? inherited.fs_read;
  const write = own.fs_write ?? inherited.fs_write;
  return {
    ...(read ? { fs_read: read } : {}),
    ...(write ? { fs_write: write } : {}),
    ...(exec ? { exec_allowlist: exec } : {}),
    ...(net === undefined ? {} : { net }),
  };
}

/** The role of a person at a terminal, which no agent is ever given. */
const HUMAN = "human";
/** The role of everybody of whom nothing else is known. */
const UNKNOWN = "ai";

/** Which agent has which role; of two roles that name an agent the first one counts. */
export function roleHolders(settings: Readonly<Record<string, RoleSetting>>): Readonly<Record<string, string>> {
  const holders: Record<string, string> = Object.create(null);
  for (const [role, { agents }] of Object.entries(settings)) {
    if (role === HUMAN) continue;
    for (const agent of agents ?? []) holders[agent === "main" ? MAIN_THREAD : agent] ??= role;
  }
  return { ...holders };
}

/**
 * A caller's role, by who it is and never by what it says of itself.
 *
 * @param agent the host's name for it; undefined for the session that a person talks to
 */
export function roleOf(policy: Pick<Policy, "roleHolders">, agent: string | undefined): string {
  const holders = policy.roleHolders ?? SHIPPED_HOLDERS;
  const name = agent === undefined ? MAIN_THREAD : agent.trim();
  for (const each of [name, hostNeutral(name)]) if (Object.hasOwn(holders, each)) return holders[each] ?? UNKNOWN;
  return UNKNOWN;
}

const SHIPPED_HOLDERS = roleHolders(SHIPPED_ROLES);
