import { checks } from "./all.js";
import { Case, type Given } from "./case.js";
import { type Decision, type Finding, SEVERITIES } from "./finding.js";

/**
 * The decision on one call: every check looks at the same input, the strictest finding wins, all
 * findings are kept. Pure: no clock, file, environment or chance.
 *
 * @param given the call, what it would do, what was observed, and the policy in force
 */
export function decide(given: Given): Decision {
  const input = new Case(given);
  const findings: Finding[] = [];
  for (const check of checks) {
    const recorded = !check.hard && (given.call.level ?? 0) >= 2;
    // From level 2 on a soft check is only recorded; the reason stays in the findings.
    for (const each of check.judge(input)) findings.push(recorded ? { ...each, severity: "allow" } : each);
  }
  if (findings.length > 1) findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return { decision: findings[0]?.severity ?? "allow", findings };
}
