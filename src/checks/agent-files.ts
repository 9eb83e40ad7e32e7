import { governedAgent, MAIN_THREAD } from "../policy/agent-names.js";
import { changed } from "./changes.js";
import type { Case } from "./check.js";
import type { Finding } from "./finding.js";
import { fileMap, guardPlace } from "./guard-places.js";

/**
 * A question about a change to a file that says what a governed agent may do. Those that bailiff
 * rendered are asked about whoever changes them; the user's own only where a governed agent does,
 * which could widen itself.
 */
export function agentFileQuestion(input: Case): readonly Finding[] {
  const { analysis, facts, policy, call } = input;
  const changes = analysis.effects.flatMap((effect) => (effect.remote ? [] : (changed(effect) ?? [])));
  if (changes.length === 0 || facts.role === "human") return [];
  const governed = [call.agent, ...(facts.parents ?? []).map((name) => (name === MAIN_THREAD ? undefined : name))].some(
    (name) => governedAgent(policy, name) !== undefined,
  );
  const files = Object.values(policy.agents).flatMap((agent) =>
    (agent.files ?? []).filter(({ rendered }) => rendered || governed).map(({ path }) => path),
  );
  if (files.length === 0) return [];
  const map = fileMap(files, [facts.project, facts.paths[facts.project]?.real ?? facts.project, call.cwd, facts.home]);
  for (const { paths: refs, holding } of changes) {
    for (const { abs, text } of refs) {
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
  return [];
}
