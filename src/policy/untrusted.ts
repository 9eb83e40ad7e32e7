import type { PolicyProblem } from "./policy.js";

/** What is said of a part of a project's file that would loosen the policy. */
export const UNTRUSTED = {
  message: "loosens the policy and is not in force until `bailiff trust`",
  fix: "Look at the file, and run `bailiff trust` if you agree with it.",
} as const;

/** Whether a problem is a part of a project's file that waits for a person's agreement. */
export function isUntrusted(problem: PolicyProblem): boolean {
  return problem.fix === UNTRUSTED.fix;
}
