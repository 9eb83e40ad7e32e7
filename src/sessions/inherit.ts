import type { Capabilities } from "../policy/mode.js";
import type { Scope } from "../policy/policy.js";

/**
 * What a session can do, as a conjunction: everything on each list must agree. A list only ever gets
 * longer on the way down, and flags only ever turn off, so a child cannot do what its parent cannot.
 */
export interface Ability {
  /** Which parts of the project may be changed; an agent without scope is not bound by this. */
  readonly writes: { readonly code: boolean; readonly tooling: boolean };
  readonly mode: Capabilities;
  /** Tool lists of the roles on the way down, outermost first: each must allow, none may deny. */
  readonly roles: readonly RoleTools[];
  /** Allow-lists of the agents on the way down, outermost first: each must hold the deed. */
  readonly allow: readonly (readonly string[])[];
  /** Names of the projects it may work in; null for no fence. */
  readonly projects: readonly string[] | null;
  /** Levels of delegation that may still be opened below; null for no limit. */
  readonly depth: number | null;
}

interface RoleTools {
  readonly name: string;
  /** Globs of tools; `"*"` for all. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/** A user's own session before any restriction. */
export const UNBOUND: Ability = {
  writes: { code: true, tooling: true },
  mode: { canMutate: true, canReachNetwork: true, canDelegate: true, canRunTools: true },
  roles: [],
  allow: [],
  projects: null,
  depth: null,
};

/** What a scope lets be written. */
export function writesOf(scope: Scope | null): Ability["writes"] {
  return { code: scope === null || scope === "project", tooling: scope === null || scope === "meta" };
}

/**
 * What a child can do: its own ability, intersected with its parent's in every respect, one level
 * deeper. Associative and idempotent except for `depth`, which counts.
 *
 * @param own what the child's agent, role and task allow by themselves
 */
export function inherit(parent: Ability, own: Ability): Ability {
  const rest = parent.depth === null ? null : Math.max(0, parent.depth - 1);
  return {
    writes: {
      code: parent.writes.code && own.writes.code,
      tooling: parent.writes.tooling && own.writes.tooling,
    },
    mode: {
      canMutate: parent.mode.canMutate && own.mode.canMutate,
      canReachNetwork: parent.mode.canReachNetwork && own.mode.canReachNetwork,
      canDelegate: parent.mode.canDelegate && own.mode.canDelegate && rest !== 0,
      canRunTools: parent.mode.canRunTools && own.mode.canRunTools,
    },
    roles: union(parent.roles, own.roles),
    allow: union(parent.allow, own.allow),
    projects: intersection(parent.projects, own.projects),
    depth: rest === null ? own.depth : own.depth === null ? rest : Math.min(rest, own.depth),
  };
}

/** The same ability bound to one project: the child's fence is that project alone, if the parent had it. */
export function boundTo(ability: Ability, project: string): Ability {
  return { ...ability, projects: intersection(ability.projects, [project]) };
}

/** Lists that agree are kept once: the same agent again adds nothing. */
function union<T>(above: readonly T[], below: readonly T[]): readonly T[] {
  const known = new Set(above.map((each) => JSON.stringify(each)));
  const added = below.filter((each) => !known.has(JSON.stringify(each)));
  return added.length === 0 ? above : [...above, ...added];
}

function intersection(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null) return b;
  if (b === null) return a;
  return a.filter((each) => b.includes(each));
}

/** One thing that a session might want to do. */
export interface Wish {
  readonly tool: string;
  /** What it would change, if anything. */
  readonly writes?: "code" | "tooling";
  readonly network?: boolean;
  readonly delegates?: boolean;
  readonly project?: string;
}

/**
 * Whether an ability covers a wish.
 *
 * @param matches whether a glob of a list holds a tool or deed
 */
export function permits(ability: Ability, wish: Wish, matches: (pattern: string, tool: string) => boolean): boolean {
  const held = (list: readonly string[]): boolean => list.some((pattern) => matches(pattern, wish.tool));
  if (!ability.mode.canRunTools) return false;
  if (wish.writes !== undefined && (!ability.mode.canMutate || !ability.writes[wish.writes])) return false;
  if (wish.network && !ability.mode.canReachNetwork) return false;
  if (wish.delegates && (!ability.mode.canDelegate || ability.depth === 0)) return false;
  if (wish.project !== undefined && ability.projects !== null && !ability.projects.includes(wish.project)) return false;
  return ability.roles.every((role) => held(role.allowed) && !held(role.denied)) && ability.allow.every(held);
}
