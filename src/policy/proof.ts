import type { ToolCall } from "../call/call.js";
import { toolNamed } from "../call/tools.js";
import type { Decision } from "../checks/finding.js";
import { MAIN_THREAD } from "./agent-names.js";
import { deadReason } from "./dead.js";
import type { Policy, PolicyProblem, Rule, Scope } from "./policy.js";
import { shadowed } from "./shadow.js";

/** Judges a call by a policy. Handed in, so that the law does not know who applies it. */
export type Judge = (call: ToolCall, policy: Policy) => Decision;

export interface Proof {
  readonly problems: readonly PolicyProblem[];
  /** Rows one of whose examples turned out otherwise. */
  readonly failed: ReadonlySet<Rule>;
}

/** Where the examples take place. */
const HOME = "/home/dev";
const CWD = "/home/dev/app";

/**
 * Holds a table against its own examples and suggestions, and names rows that can do nothing. Bounded
 * by the number of rows and examples; nothing is run and no file is looked at.
 */
export function prove(policy: Policy, judge: Judge): Proof {
  const problems: PolicyProblem[] = [];
  const failed = new Set<Rule>();
  const staged = stage(policy);
  const shadows = shadowed(policy.rules);
  for (const rule of policy.rules) {
    const report = (severity: PolicyProblem["severity"], message: string, fix: string): void => {
      problems.push({ ...placeOf(rule), row: rule.id, message, fix, severity });
    };
    const caughtBy = (text: string): Decision => tried(judge, exampleCall(rule, text, staged), staged);
    const catches = (text: string): boolean =>
      caughtBy(text).findings.some((finding) => finding.check === "rules" && finding.ruleId === rule.id);
    let proven = false;
    for (const text of rule.examples.match) {
      if (catches(text)) {
        proven = true;
        continue;
      }
      failed.add(rule);
      report(
        "error",
        `Its own example \`${text}\` (examples.match) is not caught by the row`,
        "Widen the pattern, or move the example to not_match.",
      );
    }
    for (const text of rule.examples.not_match) {
      if (!catches(text)) continue;
      failed.add(rule);
      report(
        "error",
        `Its example \`${text}\` (examples.not_match) is caught by the row`,
        "Narrow the pattern, or move the example to match.",
      );
    }
    for (const command of suggestedCommands(rule.suggestion)) {
      const call = { ...shellCall(command), ...callerOf(rule, staged) };
      const { decision, findings } = tried(judge, call, staged);
      if (decision !== "deny" && decision !== "ask") continue;
      const by = findings[0]?.ruleId ?? "another check";
      report(
        "error",
        `The suggestion names \`${command}\`, which is itself refused (${by})`,
        "Suggest something that is let through.",
      );
    }
    if (proven) continue;
    const shadow = shadows.get(rule);
    if (shadow) report("warning", shadow, "Remove the row, or make it differ.");
    const dead = shadow === undefined ? deadReason(rule, policy, catches) : undefined;
    if (dead) report("warning", `The row can never match: ${dead.why}`, dead.fix);
  }
  for (const rule of policy.rules) {
    const shadow = shadows.get(rule);
    // A row whose examples hold can still be one of two that say the same.
    if (shadow && !problems.some((p) => p.row === rule.id && p.message === shadow)) {
      problems.push({
        ...placeOf(rule),
        row: rule.id,
        message: shadow,
        fix: "Remove the row, or make it differ.",
        severity: "warning",
      });
    }
  }
  return { problems, failed };
}

/** A judgement that fails is no proof of anything: the example counts as not caught. */
function tried(judge: Judge, call: ToolCall, policy: Policy): Decision {
  try {
    return judge(call, policy);
  } catch {
    return { decision: "allow", findings: [] };
  }
}

/** The file and line that a rule stands at. */
export function placeOf(rule: Rule): { file: string; line?: number } {
  const match = /^(.*):(\d+)$/.exec(rule.source);
  return match ? { file: match[1] ?? "", line: Number(match[2]) } : { file: rule.source };
}

/**
 * The commands that a suggestion names in backticks; words in angle brackets stand for values. An option
 * by itself (`--dry-run`) is no command.
 */
export function suggestedCommands(suggestion: string): readonly string[] {
  return [...suggestion.matchAll(/`([^`]+)`/g)]
    .map(([, code = ""]) => code.replace(/<([\w -]+)>/g, (_, name: string) => name.replace(/ /g, "-")))
    .map((code) => code.replace(/\.{3}|…/g, "x"))
    .filter((code) => !code.startsWith("-"));
}

const stageName = (scope: Scope): string => `bailiff-proof-${scope}`;

/** The policy with a caller for every row that wants one of a scope. */
function stage(policy: Policy): Policy {
  const agents: Record<string, { scope: Scope }> = { ...policy.agents };
  // Examples are nobody's in particular.
  delete agents[MAIN_THREAD];
  for (const scope of ["meta", "project", "bridge"] as const) agents[stageName(scope)] = { scope };
  for (const { context } of policy.rules) {
    const [scope] = context?.scopes ?? [];
    const name = context?.agents?.[0];
    if (scope !== undefined && name !== undefined && !Object.hasOwn(agents, literal(name)))
      agents[literal(name)] = { scope };
  }
  return { ...policy, agents };
}

function literal(glob: string): string {
  return glob.replace(/[*?]/g, "x");
}

function callerOf(rule: Rule, policy: Policy): { agent?: string } {
  const { agents, scopes } = rule.context ?? {};
  const scope = scopes?.[0];
  if (agents) {
    const names = agents.map(literal);
    const fitting = names.find((name) => scopes === undefined || scopes.includes(policy.agents[name]?.scope as Scope));
    return { agent: fitting ?? names[0] ?? "x" };
  }
  return scope === undefined ? {} : { agent: stageName(scope) };
}

function shellCall(command: string): ToolCall {
  return { host: "cli", tool: "bash", rawTool: "bash", input: { command }, cwd: CWD, home: HOME, project: CWD };
}

/** The call that an example of a row stands for. */
function exampleCall(rule: Rule, text: string, policy: Policy): ToolCall {
  const base = { ...shellCall(text), ...callerOf(rule, policy) };
  const named = (rawTool: string, input: Record<string, unknown>): ToolCall => ({
    ...base,
    tool: toolNamed(rawTool),
    rawTool,
    input,
  });
  switch (rule.on) {
    case "command":
      return base;
    case "path":
      return pathCall(
        named,
        base,
        literal(rule.tools?.[0] ?? "write"),
        text.startsWith("~/") ? HOME + text.slice(1) : text,
      );
    case "url":
      return named("webfetch", { url: text });
    case "tool":
      return named(text, {});
    case "agent":
      return named("task", { subagent_type: text, prompt: "", description: "" });
    default:
      return rule.on satisfies never;
  }
}

function pathCall(
  named: (rawTool: string, input: Record<string, unknown>) => ToolCall,
  base: ToolCall,
  rawTool: string,
  path: string,
): ToolCall {
  switch (toolNamed(rawTool)) {
    case "bash":
      return { ...base, input: { command: `touch -- '${path.replace(/'/g, "'\\''")}'` } };
    case "patch":
      return named(rawTool, { patchText: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` });
    case "notebook":
      return named(rawTool, { notebook_path: path, new_source: "" });
    case "glob":
    case "grep":
    case "list":
      return named(rawTool, { path, pattern: "x" });
    case "edit":
      return named(rawTool, { filePath: path, oldString: "a", newString: "b" });
    default:
      return named(rawTool, { filePath: path, content: "" });
  }
}
