import { checks } from "./all.js";
import type { Case } from "./check.js";
import { type Decision, type Finding, SEVERITIES } from "./finding.js";

/**
 * The decision on one call: every check looks at the same input, the strictest finding wins, all
 * findings are kept. Pure: no clock, file, environment or chance.
 *
 * @param input the call, what it would do, what was observed, and the policy in force
 */
export function decide(input: Case): Decision {
  const findings: Finding[] = [];
  for (const check of checks) {
    const found = check.judge(input);
    const recorded = !check.hard && (input.call.level ?? 0) >= 2;
    // From level 2 on a soft check is only recorded; the reason stays in the findings.
    for (const each of found) findings.push(recorded ? { ...each, severity: "allow" } : each);
  }
  findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return { decision: findings[0]?.severity ?? "allow", findings };
}
