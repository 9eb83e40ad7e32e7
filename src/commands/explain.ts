import type { Verdict } from "../govern.js";
import type { Policy } from "../policy/policy.js";
import { safeLine } from "../text/safe.js";
import { commandWords, effectWords } from "../text/words.js";
import { answerRows, EXIT, print, required, type Streams, standard, text, UsageError } from "./output.js";
import { callOf, Governors } from "./session.js";

export interface ExplainOptions {
  readonly stdin?: boolean;
  readonly json?: boolean;
  readonly agent?: string;
  readonly cwd?: string;
}

/** `bailiff explain`: what a command would do, what the decision on it is, and why. */
export async function explain(
  command: string | undefined,
  options: ExplainOptions,
  streams: Streams = standard(),
): Promise<number> {
  const governors = new Governors();
  if (options.stdin) {
    if (command !== undefined) throw new UsageError("give a command or --stdin, not both");
    if (!options.json) throw new UsageError("--stdin needs --json");
    await answerRows(streams, async (row) => {
      const call = callOf({
        tool: "bash",
        input: { command: required(row, "command") },
        cwd: text(row, "cwd"),
        home: text(row, "home"),
        agent: text(row, "agent"),
      });
      return plain((await governors.of(call.cwd)).judge(call));
    });
    return EXIT.ok;
  }
  if (command === undefined) throw new UsageError("give a command, or --stdin --json");
  const call = callOf({ tool: "bash", input: { command }, agent: options.agent, cwd: options.cwd });
  const governor = await governors.of(call.cwd);
  const verdict = governor.judge(call);
  if (options.json) await print(streams.output, JSON.stringify({ command, ...plain(verdict) }));
  else for (const line of spoken(command, verdict, governor.policy)) await print(streams.output, line);
  return EXIT.ok;
}

function plain({ analysis, decision }: Verdict): object {
  return {
    commands: analysis.commands.map((each) => each.argv.map((word) => word.text)),
    effects: analysis.effects,
    opaque: analysis.opaque,
    decision: decision.decision,
    findings: decision.findings,
  };
}

function spoken(command: string, { analysis, decision }: Verdict, policy: Policy): string[] {
  const lines = [`Command:   ${safeLine(command, 300)}`, `Decision:  ${decision.decision}`];
  const part = (title: string, items: readonly string[]): void => {
    if (items.length > 0) lines.push("", title, ...items);
  };
  part("What would run:", numbered(analysis.commands.map(commandWords)));
  const deeds = new Set(analysis.effects.filter(({ kind }) => kind !== "run" && kind !== "act").map(effectWords));
  for (const effect of analysis.effects) {
    // Programs that are known and do nothing beyond their other effects need no line.
    if (effect.kind === "run" && (!effect.cataloged || deeds.size === 0)) deeds.add(effectWords(effect));
  }
  part("What it would do:", shown([...deeds].filter((said) => said !== "").map((said) => `  - ${said}`)));
  part("Why:", decision.findings.length === 0 ? ["  No rule and no built-in family objects."] : []);
  for (const finding of decision.findings) {
    const rule = policy.rules.find((each) => each.id === finding.ruleId && finding.check === "rules");
    const where = rule ? `rule in ${rule.source}` : finding.check === "families" ? "built-in family" : finding.check;
    const about = finding.subject === undefined ? "" : ` on ${safeLine(finding.subject, 120)}`;
    if (lines.at(-1) !== "" && finding === decision.findings[0]) lines.push("", "Why:");
    lines.push(
      `  ${finding.severity}  ${safeLine(finding.ruleId ?? finding.code, 80)} (${safeLine(where, 200)})${about}`,
    );
    if (finding.message !== "") lines.push(`        ${safeLine(finding.message)}`);
    if (finding.suggestion !== "") lines.push(`        Instead: ${safeLine(finding.suggestion)}`);
    if (finding.details?.lifted) lines.push(`        Lifted by: ${(finding.details.lifted as string[]).join(", ")}`);
  }
  if (policy.problems.length > 0) {
    lines.push("", `${policy.problems.length} problem(s) in the policy files: run bailiff lint.`);
  }
  return lines;
}

const MOST_LINES = 40;

function shown(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `  ... and ${lines.length - MOST_LINES} more`];
}

function numbered(items: readonly string[]): readonly string[] {
  return shown(items.map((item, at) => `  ${at + 1}. ${item}`));
}
