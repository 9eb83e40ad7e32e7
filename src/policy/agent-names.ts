import type { GovernedAgent, Policy } from "./policy.js";

/** What Claude Code puts in front of the names of bailiff's own agents; no file can take a name that has it. */
export const PLUGIN_PREFIX = "bailiff:";

/** The session that a person talks to, where its host gives it no agent's name: `main` in `policy.yaml`. */
export const MAIN_THREAD = "(main thread)";

/** The entry of a caller by the host's name for it; undefined for an agent that is not governed. */
export function governedAgent(policy: Policy, name: string | undefined): GovernedAgent | undefined {
  const { agents } = policy;
  const key = name === undefined ? MAIN_THREAD : name.trim();
  if (Object.hasOwn(agents, key)) return agents[key];
  // What a mapping calls `general` is the same agent in both hosts.
  const plain = hostNeutral(key);
  return Object.hasOwn(agents, plain) ? agents[plain] : undefined;
}

/** A name with the hosts' own words for the agent without a profession made one; a task that names nobody goes to it. */
export function hostNeutral(name: string): string {
  const bare = name.trim();
  return bare === "" || bare === "general-purpose" ? "general" : bare;
}

/**
 * Whom a name in an agent's own file means. A plugin's agents know one another without the prefix
 * that the host puts before them; anybody else's file says what it means.
 */
export function meant(policy: Policy, listed: string, caller: string): string {
  const name = hostNeutral(listed);
  const prefix = /^[^:]+:/.exec(caller)?.[0];
  const sibling = `${prefix}${name}`;
  return prefix !== undefined && Object.hasOwn(policy.agents, sibling) ? sibling : name;
}

/** A name without the plugin's prefix. */
export function unprefixed(name: string): string {
  return name.startsWith(PLUGIN_PREFIX) ? name.slice(PLUGIN_PREFIX.length) : name;
}
