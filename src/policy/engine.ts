import { hasRegexEngine, type RegexEngine, useRegexEngine } from "./match/regex.js";
import type { Policy } from "./policy.js";

/** RE2 syntax and linear time, so that no row can make a decision slow. */
export async function loadRegexEngine(): Promise<RegexEngine> {
  const { RE2JS } = await import("re2js");
  return {
    compile(source) {
      const expression = RE2JS.compile(source);
      return (text) => expression.test(text);
    },
  };
}

/** Loads what a policy's patterns need before it can be judged by: nothing, unless it has regex rows. */
export async function prepare(policy: Policy): Promise<Policy> {
  if (!hasRegexEngine() && policy.rules.some((rule) => rule.match === "regex")) useRegexEngine(await loadRegexEngine());
  return policy;
}
