import { matchGlob } from "../call/glob.js";
import { normalPattern, programOf } from "./match/command.js";
import type { Rule } from "./policy.js";

/** Tables with more rows of one program are only searched for rows that are the same. */
const MOST_COMPARED = 400;

/** Rows that do nothing because another row, standing before them, does it already; with the reason. */
export function shadowed(rules: readonly Rule[]): ReadonlyMap<Rule, string> {
  const found = new Map<Rule, string>();
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const program = rule.on === "command" ? (programOf(rule) ?? "*") : "";
    const key = `${rule.on} ${program}`;
    const before = groups.get(key) ?? [];
    const wild = rule.on === "command" && program !== "*" ? (groups.get(`${rule.on} *`) ?? []) : [];
    const compared = before.length > MOST_COMPARED ? before.filter((each) => each.pattern === rule.pattern) : before;
    const by = [...wild, ...compared].find((earlier) => makesIdle(earlier, rule));
    if (by) found.set(rule, reason(by, rule));
    before.push(rule);
    groups.set(key, before);
  }
  return found;
}

function reason(by: Rule, rule: Rule): string {
  if (rule.type === "allow" && by.type !== "allow") {
    return `The row allows nothing: \`${by.id}\` refuses all that it names, and is not overridable`;
  }
  return by.pattern === rule.pattern
    ? `The row repeats \`${by.id}\` (${by.source})`
    : `The row is never decisive: the earlier row \`${by.id}\` (\`${by.pattern}\`) catches all that it catches`;
}

const RANK = (rule: Rule): number => (rule.type === "ask" ? 2 : rule.severity === "warn" ? 1 : 3);

function makesIdle(earlier: Rule, rule: Rule): boolean {
  if (!includes(earlier, rule) || !wider(earlier, rule)) return false;
  if (rule.type === "allow") return earlier.type === "allow" || (RANK(earlier) === 3 && !earlier.overridable);
  return earlier.type !== "allow" && RANK(earlier) >= RANK(rule) && (!earlier.overridable || rule.overridable);
}

/** Whether the earlier pattern matches everything that the later one does. */
function includes(earlier: Rule, rule: Rule): boolean {
  if (earlier.match === rule.match && earlier.pattern === rule.pattern) return true;
  if (rule.on === "path" || earlier.match !== "glob" || rule.match === "regex") return false;
  // A star of the later pattern can only be covered by a star of the earlier one.
  const text = normalPattern(rule.pattern).replace(/\*/g, "\u0000\u0000");
  const pattern = normalPattern(earlier.pattern);
  return matchGlob(pattern, text) || (pattern.endsWith(" *") && pattern.slice(0, -2) === text);
}

/** Whether the earlier row's conditions admit every call that the later one's do. */
function wider(earlier: Rule, rule: Rule): boolean {
  const holds = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
    a === undefined || (b?.every((each) => a.includes(each)) ?? false);
  return (
    holds(earlier.tools, rule.tools) &&
    holds(earlier.context?.agents, rule.context?.agents) &&
    holds(earlier.context?.scopes, rule.context?.scopes) &&
    holds(earlier.context?.fileTypes, rule.context?.fileTypes)
  );
}
