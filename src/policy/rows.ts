import picomatch from "picomatch";
import type { ParsedFile } from "./document.js";
import { HOME_MARK, pathPatternText } from "./match/path.js";
import type { Layer, PolicyProblem, Rule, RuleRow } from "./policy.js";
import { re2 } from "./re2.js";

/** More wildcards make a path glob slow to hold against a path, and no reader would understand it. */
const MOST_WILDCARDS = 16;

export interface Rows {
  readonly rules: readonly Rule[];
  readonly problems: readonly PolicyProblem[];
}

/** Turns the rows of a file that fits its schema into rules; what the schema cannot say is checked here. */
export function readRows(parsed: ParsedFile, layer: Layer): Rows {
  const bare = Array.isArray(parsed.value);
  const rows = (bare ? parsed.value : (parsed.value as { rules?: unknown } | null)?.rules) as RuleRow[] | undefined;
  const rules: Rule[] = [];
  const problems: PolicyProblem[] = [];
  const lines = new Map<string, number>();
  (rows ?? []).forEach((row, index) => {
    const path = bare ? [index] : ["rules", index];
    const report = (key: keyof RuleRow | null, problem: Pick<PolicyProblem, "message" | "fix">): void => {
      const place = key === null || row[key] === undefined ? parsed.at(path) : parsed.at([...path, key]);
      problems.push({ file: parsed.file, ...place, row: row.id, ...problem, severity: "error" } as PolicyProblem);
    };
    const before = lines.get(row.id);
    const { line } = parsed.at(path);
    if (before !== undefined) {
      report("id", {
        message: `The id \`${row.id}\` is already taken by the row in line ${before}`,
        fix: `Give this row an id of its own, for example \`${row.id}-2\`.`,
      });
    } else lines.set(row.id, line);
    for (const key of ["message", "suggestion"] as const) {
      if (row.type === "allow" || row[key] !== undefined) continue;
      const purpose = key === "message" ? "what is wrong" : "what to do instead";
      report(null, {
        message: `A row of type ${row.type} needs a \`${key}\``,
        fix: `Add \`${key}:\` with one sentence that says ${purpose}.`,
      });
    }
    const rule = filled(row, layer, `${parsed.file}:${line}`);
    const made = compiledRule(rule);
    if (typeof made === "string") {
      report("pattern", { message: `The pattern does not compile: ${made}`, fix: patternFix(rule) });
    } else rules.push(made);
  });
  return { rules, problems };
}

/** One row made ready, or why its pattern does not compile. */
export function makeRule(row: RuleRow, layer: Layer, source: string): Rule | string {
  return compiledRule(filled(row, layer, source));
}

function filled(row: RuleRow, layer: Layer, source: string): Rule {
  return {
    ...row,
    match: row.match ?? "glob",
    on: row.on ?? "command",
    severity: row.severity ?? "block",
    message: row.message ?? "",
    suggestion: row.suggestion ?? "",
    overridable: row.overridable ?? false,
    configurable: row.configurable ?? row.type === "ask",
    examples: { match: row.examples?.match ?? [], not_match: row.examples?.not_match ?? [] },
    layer,
    source,
  };
}

/** The rule with its pattern made ready, or why it cannot be. */
function compiledRule(rule: Rule): Rule | string {
  if (rule.match === "regex") {
    try {
      re2.compile(rule.pattern);
      return rule;
    } catch (error) {
      return (error as Error).message.replace(/^error parsing regexp: /, "");
    }
  }
  if (rule.on !== "path" || rule.match === "exact") return rule;
  if ((rule.pattern.match(/[*?[{(]/g)?.length ?? 0) > MOST_WILDCARDS) return `more than ${MOST_WILDCARDS} wildcards`;
  try {
    const source = picomatch.makeRe(pathPatternText(rule.pattern, HOME_MARK), { dot: true }).source;
    return source === "$^" ? "a bracket or brace is not closed" : { ...rule, compiled: source };
  } catch (error) {
    return (error as Error).message;
  }
}

function patternFix(rule: Rule): string {
  if (rule.match !== "regex")
    return "Close brackets and braces, or put a backslash before those that are meant literally.";
  if (/\(\?[=!<]/.test(rule.pattern) && !/\(\?<\w/.test(rule.pattern)) {
    return "RE2 has no look-around: name what is meant, and put what is not meant in a row of type allow or in not_match.";
  }
  if (/\\[1-9]/.test(rule.pattern)) return "RE2 has no back-references: write the alternatives out.";
  return "Escape characters that are meant literally (`\\(`, `\\.`), or use `match: glob`.";
}
