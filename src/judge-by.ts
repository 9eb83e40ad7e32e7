import type { ToolCall } from "./call/call.js";
import type { Decision } from "./checks/finding.js";
import { createGovernor, type Governor } from "./govern.js";
import type { Lookup } from "./observe/real-path.js";
import type { Policy } from "./policy/policy.js";

/** A machine on which nothing exists: every path is what its text says. */
export const NOWHERE: Lookup = {
  realpath: () => undefined,
  readlink: () => undefined,
  type: () => undefined,
  exists: () => false,
};

const governors = new WeakMap<Policy, Governor>();

/**
 * Judges a call by a policy without looking at this machine: for examples and suggestions, whose
 * judgement must be the same everywhere.
 */
export function judgeBy(call: ToolCall, policy: Policy): Decision {
  let governor = governors.get(policy);
  if (!governor) {
    // What holds for places and callers of one machine says nothing about a command as such.
    const { projects: _projects, roles: _roles, runCommand: _asks, ...law } = policy;
    governor = createGovernor({ policy: law, surroundings: { own: [], canAsk: true }, lookup: NOWHERE });
    governors.set(policy, governor);
  }
  return governor.judge(call).decision;
}
