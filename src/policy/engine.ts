import { hasRegexEngine, useRegexEngine } from "./match/regex.js";
import type { Policy } from "./policy.js";

/** Loads the engine for regex rows. */
export async function prepareEngine(): Promise<void> {
  if (!hasRegexEngine()) useRegexEngine((await import("./re2.js")).re2);
}

/** Loads what a policy's patterns need before it can be judged by: nothing, unless it has regex rows. */
export async function prepare(policy: Policy): Promise<Policy> {
  if (policy.rules.some((rule) => rule.match === "regex")) await prepareEngine();
  return policy;
}
