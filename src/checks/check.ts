import type { ToolCall } from "../call/call.js";
import type { Analysis } from "../call/effect.js";
import type { Facts } from "../observe/facts.js";
import type { Policy } from "../policy/policy.js";
import type { CheckName, Code, Finding } from "./finding.js";

/** Everything a check may look at. Frozen; the same input gives the same findings. */
export interface Case {
  readonly call: ToolCall;
  readonly analysis: Analysis;
  readonly facts: Facts;
  readonly policy: Policy;
}

/** One reason to refuse. */
export interface Check {
  readonly name: CheckName;
  /** The codes its findings can carry. */
  readonly codes: readonly Code[];
  /** Holds for every agent at every depth; a soft check is only recorded at level 2 and deeper. */
  readonly hard: boolean;
  /** One line for the documentation. */
  readonly summary: string;
  judge(input: Case): readonly Finding[];
}
