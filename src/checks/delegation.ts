import type { Effect } from "../call/effect.js";
import { NONE } from "../call/none.js";
import { projectOf } from "../call/task.js";
import { governedAgent, hostNeutral, MAIN_THREAD, meant, unprefixed } from "../policy/agent-names.js";
import type { GovernedAgent, Policy } from "../policy/policy.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";

/** Levels of delegation where the policy names no other number; null for no limit. */
const MAX_DEPTH = 3;

/** How deep delegation goes, and who may delegate to whom. */
export const delegationCheck: Check = {
  name: "delegation",
  codes: ["ERR_DELEGATION_DEPTH", "ERR_DELEGATION_TARGET"],
  hard: true,
  summary: "Depth of delegation, and the agents that an agent may delegate to.",
  judge(input) {
    const targets = targetsOf(input);
    if (targets.length === 0) return [];
    return [
      ...depth(input),
      ...resumption(input),
      ...unknownProject(input),
      ...targets.flatMap((target) => targetFinding(input, target)),
    ];
  },
};

function targetsOf({ analysis }: Case): readonly string[] {
  // Hardly any call delegates.
  if (!analysis.effects.some(delegates)) return NONE;
  return analysis.effects.flatMap((effect) => (effect.kind === "delegate" ? [effect.agent] : []));
}

const delegates = ({ kind }: Effect): boolean => kind === "delegate";

function depth({ call, facts, policy }: Case): readonly Finding[] {
  const { delegation } = facts;
  const level = Math.max(call.level ?? 0, delegation?.level ?? 0);
  // A task of one's own that is gone on with keeps the level it has.
  const child = delegation?.task?.own ? delegation.task.level : level + 1;
  const limit = policy.maxDepth === undefined ? MAX_DEPTH : policy.maxDepth;
  if (limit !== null && child > limit) return [tooDeep(child, limit, "")];
  const host = delegation?.hostMaxDepth;
  if (host !== undefined && child > host)
    return [tooDeep(child, host, " The limit is the host's own; a person can raise it in the host's settings.")];
  return [];
}

function tooDeep(level: number, limit: number, note: string): Finding {
  return {
    check: "delegation",
    code: "ERR_DELEGATION_DEPTH",
    severity: "deny",
    message: `This delegation would be level ${level}, and ${limit} is the deepest that is allowed.${note}`,
    suggestion: "Do the work in this session, or report to the caller what is left to do.",
    details: { level, maxDepth: limit },
  };
}

function resumption({ facts }: Case): readonly Finding[] {
  const task = facts.delegation?.task;
  if (!task || task.own) return [];
  return [
    {
      check: "delegation",
      code: "ERR_DELEGATION_TARGET",
      severity: "deny",
      message: "The task to go on with was not begun by this session.",
      suggestion: "Leave the task's id out to begin a new task.",
      subject: task.id,
      details: { task: task.id },
    },
  ];
}

/** A task that names a project means to be fenced by it: one that nobody registered would be none. */
function unknownProject({ call, facts }: Case): readonly Finding[] {
  const name = projectOf(call);
  if (name === undefined || !facts.projects || facts.projects.some((each) => each.name === name)) return [];
  const known = facts.projects.map((each) => each.name);
  return [
    {
      check: "delegation",
      code: "ERR_DELEGATION_TARGET",
      severity: "deny",
      message: "The task names a project that is not registered.",
      suggestion: `Name one of: ${known.join(", ")}; or leave \`project=\` out.`,
      subject: name,
      details: { project: name, known },
    },
  ];
}

/** The caller where it is governed, else the nearest agent above it that is: what works for it is bound as it is. */
function bindingAgent({ call, policy, facts }: Case): string | undefined {
  return [...(facts.parents ?? []), call.agent ?? MAIN_THREAD].findLast((name) => entryOf(policy, name) !== undefined);
}

function entryOf(policy: Policy, name: string): GovernedAgent | undefined {
  return governedAgent(policy, name === MAIN_THREAD ? undefined : name);
}

function targetFinding(input: Case, target: string): readonly Finding[] {
  const { call, policy } = input;
  const binding = bindingAgent(input);
  const entry = binding === undefined ? undefined : entryOf(policy, binding);
  if (!entry || binding === undefined) return [];
  const caller = hostNeutral(binding);
  const wanted = hostNeutral(target);
  // A name without the prefix could be resolved to the caller itself by the host.
  const self = unprefixed(wanted) === unprefixed(caller);
  const listed = entry.delegatesTo?.map((each) => meant(policy, each, caller));
  if (!self && (listed === undefined || listed.includes(wanted))) return [];
  const allowed = (listed ?? []).filter((each) => each !== caller).map((each) => spoken(each, call.host));
  return [
    {
      check: "delegation",
      code: "ERR_DELEGATION_TARGET",
      severity: "deny",
      message: self ? "An agent does not delegate to itself." : "This agent may not delegate to that one.",
      suggestion:
        allowed.length > 0
          ? `Delegate to one of: ${allowed.join(", ")}; or do the work in this session.`
          : listed === undefined
            ? "Do the work in this session, or delegate to another agent."
            : "This agent delegates to no other: do the work in this session, or report what is left to do.",
      subject: target,
      details: { agent: caller, target: wanted, allowed },
    },
  ];
}

/** A name as the caller's host takes it. */
function spoken(name: string, host: string): string {
  return name === "general" && host === "claude-code" ? "general-purpose" : name;
}
