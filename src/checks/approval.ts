import { NONE } from "../call/none.js";
import { isWithin, knownBase } from "../call/path.js";
import { agentFileQuestion } from "./agent-files.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";
import { rulesCheck } from "./rules.js";

/** What a person wants to be asked about. */
export const approvalCheck: Check = {
  name: "approval",
  codes: ["ERR_APPROVAL"],
  hard: true,
  summary:
    "Commands in registered projects that a person is asked about (`approval.run_command`), deletions under `strict`, and changes to the files that say what a governed agent may do.",
  judge(input) {
    const asked = [commandQuestion(input), deletionQuestion(input), agentFileQuestion(input)];
    return asked.every(isEmpty) ? NONE : asked.flat();
  },
};

/** Under `strict` what is there is deleted only after a person said so, unless this session made it. */
function deletionQuestion(input: Case): readonly Finding[] {
  const { facts, policy } = input;
  if (policy.preset !== "strict" || facts.role === "human") return NONE;
  for (const effect of input.sorted.changes) {
    if (effect.kind !== "delete" || effect.remote || effect.path.abs === null) continue;
    const place = input.place(effect.path);
    if (place.temp && !place.project) continue;
    // Of a pattern its known beginning: what it takes is below that.
    const base = knownBase(effect.path.abs);
    const found = facts.paths[base];
    if (found && !found.exists) continue;
    if (facts.created?.some((each) => isWithin(found?.real ?? base, each))) continue;
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
  return NONE;
}

const isEmpty = (findings: readonly Finding[]): boolean => findings.length === 0;

function commandQuestion(input: Case): readonly Finding[] {
  const setting = input.policy.runCommand ?? "off";
  const { call, analysis, facts } = input;
  if (setting === "off" || call.tool !== "bash" || !facts.projects || facts.role === "human") return NONE;
  if (setting === "unmatched") {
    const changes =
      analysis.effects.some((effect) => effect.kind === "run" && effect.mutates !== false) || analysis.opaque;
    // A row that covers the whole call is a person's answer given beforehand.
    const covered = rulesCheck
      .judge(input)
      .some((each) => each.severity === "allow" && each.details?.lifted === undefined);
    if (!changes || covered) return NONE;
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
