import { analyse } from "./call/analyse.js";
import type { ToolCall } from "./call/call.js";
import type { Analysis } from "./call/effect.js";
import { programTable } from "./call/programs/table.js";
import { decide } from "./checks/decide.js";
import type { Decision } from "./checks/finding.js";
import type { Facts } from "./observe/facts.js";
import { diskLookup } from "./observe/look.js";
import { type Caller, observe, type Surroundings } from "./observe/observe.js";
import type { Lookup } from "./observe/real-path.js";
import type { Policy } from "./policy/policy.js";

/** What came of one call. */
export interface Verdict {
  readonly decision: Decision;
  readonly analysis: Analysis;
  readonly facts: Facts;
}

export interface Governor {
  readonly policy: Policy;
  /** Judges one call. Reads paths, writes nothing. */
  judge(call: ToolCall, caller?: Caller): Verdict;
}

export interface GovernorOptions {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly lookup?: Lookup;
}

/**
 * The one way through: call, effects, facts, decision. Both hosts, the command line, the library
 * and the tests judge with this.
 */
export function createGovernor({ policy, surroundings, lookup = diskLookup }: GovernorOptions): Governor {
  const programs = programTable(policy.programs);
  return {
    policy,
    judge(call, caller) {
      const analysis = analyse(call, programs);
      const facts = observe(call, analysis, policy, surroundings, caller, lookup);
      return { decision: decide({ call, analysis, facts, policy }), analysis, facts };
    },
  };
}
