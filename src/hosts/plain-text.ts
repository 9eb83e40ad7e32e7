import type { Decision } from "../checks/finding.js";
import { quoted, safeLine } from "../text/safe.js";

/** The strictest finding in the frame that refusals have, where no other text was rendered. */
export function plainText(decision: Decision): string {
  const finding = decision.findings[0];
  if (!finding) return "## BLOCKED";
  const head = finding.severity === "warn" ? "WARNING" : "BLOCKED";
  const subject = finding.subject === undefined ? (finding.ruleId ?? finding.code) : quoted(finding.subject);
  return [
    `## ${head}: ${subject}`,
    "",
    `**Reason:** ${safeLine(finding.message)}`,
    `**Suggestion:** ${safeLine(finding.suggestion)}`,
  ].join("\n");
}
