import type { Check } from "./check.js";
import { rulesCheck } from "./rules.js";

/** Commands in registered projects that a person wants to be asked about. */
export const approvalCheck: Check = {
  name: "approval",
  codes: ["ERR_APPROVAL"],
  hard: true,
  summary: "Commands in registered projects that a person is asked about (`approval.run_command`).",
  judge(input) {
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
  },
};
