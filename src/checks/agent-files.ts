import { pathsOf } from "../call/effect.js";
import { NONE } from "../call/none.js";
import { governedAgent, MAIN_THREAD } from "../policy/agent-names.js";
import type { Case } from "./case.js";
import { onlyAdds, takesAll } from "./changes.js";
import type { Finding } from "./finding.js";
import { fileMap, guardPlace } from "./guard-places.js";

/**
 * A question about a change to a file that says what a governed agent may do. Those that bailiff
 * rendered are asked about whoever changes them; the user's own only where a governed agent does,
 * which could widen itself.
 */
export function agentFileQuestion(input: Case): readonly Finding[] {
  const { facts, call } = input;
  const { changes } = input.sorted;
  if (changes.length === 0 || facts.role === "human") return NONE;
  const files = filesOf(input);
  if (files.length === 0) return NONE;
  const map = fileMap(files, [facts.project, facts.paths[facts.project]?.real ?? facts.project, call.cwd, facts.home]);
  for (const change of changes) {
    if (change.remote || onlyAdds(change)) continue;
    const holding = takesAll(change);
    for (const { abs, text } of pathsOf(change)) {
      if (abs === null) continue;
      const paths = [abs, facts.paths[abs]?.real ?? abs];
      if (!paths.some((path) => guardPlace(path, map, holding))) continue;
      return [
        {
          check: "approval",
          code: "ERR_APPROVAL",
          severity: "ask",
          message: "this file says what a governed agent may do",
          suggestion: "Show the user the change you want, and wait for their answer",
          subject: text,
        },
      ];
    }
  }
  return NONE;
}

/** The files of which a change is asked about when this caller makes it. */
function filesOf({ call, facts, policy }: Case): readonly string[] {
  const files = Object.values(policy.agents).flatMap((agent) => agent.files ?? []);
  if (files.length === 0) return [];
  const callers = [call.agent, ...(facts.parents ?? []).map((name) => (name === MAIN_THREAD ? undefined : name))];
  const governed = callers.some((name) => governedAgent(policy, name) !== undefined);
  return files.filter(({ rendered }) => rendered || governed).map(({ path }) => path);
}
