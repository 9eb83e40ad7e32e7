import { toolNamed } from "../call/tools.js";
import { leavesMachine } from "./leaves.js";
import type { PolicyProblem, Rule } from "./policy.js";
import { placeOf } from "./proof.js";

/** Tools of which a deny as a whole takes an agent's hands away instead of naming what it must not do. */
const WHOLE_TOOLS = new Set(["bash", "task"]);

/** Whether a glob matches everything, however it is written. */
export function matchesAll(pattern: string): boolean {
  return /^[\s*?/]*\*[\s*?/]*$/.test(pattern);
}

/** Whether a name means all tools, the shell or delegation as a whole. */
export function isBroad(name: string): boolean {
  const bare = name.trim().replace(/\(\s*\**\s*\)$|:\s*\*+$/, "");
  return matchesAll(bare) || WHOLE_TOOLS.has(toolNamed(bare));
}

/** Rules that the house does not allow: denials of everything, and questions about what could be taken back. */
export function broadRules(rules: readonly Rule[]): readonly PolicyProblem[] {
  return rules.flatMap((rule) => {
    const problem = broadRule(rule);
    return problem ? [{ ...placeOf(rule), row: rule.id, ...problem }] : [];
  });
}

function broadRule(rule: Rule): Omit<PolicyProblem, "file"> | undefined {
  if (rule.type === "deny" && rule.severity === "block" && refusesAll(rule)) {
    return {
      severity: "error",
      message: `The row denies every ${rule.on === "tool" ? "call of a whole tool" : rule.on}`,
      fix: "Name what is dangerous: a command (`git push --force*`), a path (`migrations/**`) or an agent.",
    };
  }
  if (rule.type === "ask" && !leavesMachine(rule)) {
    return {
      severity: "warning",
      message:
        "`ask` is for what leaves the machine or cannot be taken back: publish, deploy, force-push, external systems",
      fix: "Make it `deny` with a suggestion, or `severity: warn`.",
    };
  }
  if (rule.type !== "allow" && rule.on === "command" && rule.match === "glob" && /^\*+[^*\s]/.test(rule.pattern)) {
    return {
      severity: "warning",
      message:
        "A pattern that begins with `*` also catches commands that only mention it, such as an echo or a commit message",
      fix: "Begin it with the program's name.",
    };
  }
  if (rule.examples.match.length === 0 && rule.layer !== "shipped") {
    return {
      severity: "warning",
      message: "The row has no example that it must catch",
      fix: "Add `examples: {match: [...], not_match: [...]}`.",
    };
  }
  return undefined;
}

function refusesAll(rule: Rule): boolean {
  const narrowed = rule.context !== undefined || (rule.on !== "tool" && rule.tools !== undefined);
  if (narrowed) return false;
  if (rule.match === "regex")
    return (
      /^\^?(\.\*|\.\+|\[\\s\\S\][*+])?\$?$/.test(rule.pattern) ||
      (rule.on === "tool" && isBroad(rule.pattern.replace(/^\^|\$$/g, "")))
    );
  return rule.on === "tool" ? isBroad(rule.pattern) : rule.match === "glob" && matchesAll(rule.pattern);
}
