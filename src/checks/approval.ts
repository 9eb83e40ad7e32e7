import { isWithin } from "../call/path.js";
import type { Case, Check } from "./check.js";
import type { Finding } from "./finding.js";
import { placeOf } from "./places.js";
import { rulesCheck } from "./rules.js";

/** Commands in registered projects that a person wants to be asked about. */
export const approvalCheck: Check = {
  name: "approval",
  codes: ["ERR_APPROVAL"],
  hard: true,
  summary:
    "Commands in registered projects that a person is asked about (`approval.run_command`), and deletions under `strict`.",
  judge(input) {
    return [...commandQuestion(input), ...deletionQuestion(input)];
  },
};

/** Under `strict` what is there is deleted only after a person said so, unless this session made it. */
function deletionQuestion({ analysis, facts, policy }: Case): readonly Finding[] {
  if (policy.preset !== "strict" || facts.role === "human") return [];
  for (const effect of analysis.effects) {
    if (effect.kind !== "delete" || effect.remote || effect.path.abs === null) continue;
    const { abs } = effect.path;
    const place = placeOf(effect.path, facts);
    const made = facts.created?.some((each) => isWithin(abs, each)) ?? false;
    if (!facts.paths[abs]?.exists || made || (place.temp && !place.project)) continue;
    return [
      {
        check: "approval",
        code: "ERR_APPROVAL",
        severity: "ask",
        message: "this deletes something that was there before this session",
        suggestion: "Leave it, or wait for the user's answer",
        subject: effect.path.text,
      },
    ];
  }
  return [];
}

function commandQuestion(input: Case): readonly Finding[] {
  const setting = input.policy.runCommand ?? "off";
  const { call, analysis, facts } = input;
  if (setting === "off" || call.tool !== "bash" || !facts.projects || facts.role === "human") return [];
  if (setting === "unmatched") {
    const changes =
      analysis.effects.some((effect) => effect.kind === "run" && effect.mutates !== false) || analysis.opaque;
    // A row that covers the whole call is a person's answer given beforehand.
    const covered = rulesCheck
      .judge(input)
      .some((each) => each.severity === "allow" && each.details?.lifted === undefined);
    if (!changes || covered) return [];
  }
  return [
    {
      check: "approval",
      code: "ERR_APPROVAL",
      severity: "ask",
      message: "commands in this project are put to a person first",
      suggestion: "Wait for the user's answer, or use tools that only read",
    },
  ];
}
