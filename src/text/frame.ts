import type { ToolCall } from "../call/call.js";
import type { Decision, Finding } from "../checks/finding.js";
import { quoted, safeLine, sentence } from "./safe.js";
import { approval, blocked, ESCALATED, REPEATED, type Template, unasked, warned } from "./templates.js";

/** What is known beside the decision. */
export interface FrameOptions {
  /** What the calling agent is there for, one sentence. */
  readonly role?: string;
  /** A person is being asked right now: the text goes with the question. */
  readonly asking?: boolean;
  /** The same call was refused a moment ago. */
  readonly repeated?: boolean;
  /** Refusals pile up in this session. */
  readonly escalated?: boolean;
  /** With which a person can approve the call in a terminal. */
  readonly code?: string;
}

/** No refusal or warning is longer. */
export const MOST_LINES = 10;

type Said = Pick<ToolCall, "tool" | "rawTool" | "input">;

/**
 * The refusal of a call (or the question about it), as plain Markdown of at most ten lines that holds
 * only what any terminal shows as it is, whatever the input was.
 */
export function refusal(call: Said, decision: Decision, options: FrameOptions = {}): string {
  const template = decision.decision !== "ask" ? blocked : options.asking ? approval : unasked;
  return render(template, call, decision, options);
}

/** What the model is told about a call that was let through with a warning; same frame as a refusal. */
export function warning(call: Said, decision: Decision, options: FrameOptions = {}): string {
  return render(warned, call, decision, options);
}

function render(template: Template, call: Said, decision: Decision, options: FrameOptions): string {
  const [first, ...rest] = decision.findings.filter((each) => each.severity !== "allow");
  const values: Record<string, string> = {
    what: what(call, first),
    reason: [
      options.repeated ? REPEATED : "",
      closed(sentence(first?.message ?? "") || "This call is not allowed."),
      options.escalated ? ESCALATED : "",
    ]
      .filter((part) => part !== "")
      .join(" "),
    role: options.role === undefined ? "" : sentence(options.role, 200),
    suggestion: closed(sentence(first?.suggestion ?? "") || "Ask the user how to go on."),
    rule: label(first) || "none",
    others: also(rest, first),
    approve:
      options.code === undefined
        ? ""
        : `A person can let exactly this run once: \`bailiff approve ${safeLine(options.code, 12)}\` in a terminal, within 10 minutes; then call again.`,
  };
  const fill = (line: string): string => line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const lines = [fill(template.heading), "", fill(template.reason)];
  if (values.role !== "") lines.push(fill(template.role));
  lines.push(fill(template.suggestion), template.next);
  let step = 1;
  for (const each of template.steps) {
    const text = fill(each);
    if (text !== "" && lines.length < MOST_LINES) lines.push(`${step++}. ${text}`);
  }
  return lines.join("\n");
}

function what(call: Said, finding: Finding | undefined): string {
  const command = finding?.details?.command;
  const subject = (typeof command === "string" ? command : finding?.subject) ?? ownWords(call);
  const tool = safeLine(call.rawTool || call.tool, 60).replace(/[`#*]/g, "");
  return subject === undefined || safeLine(subject) === "" ? tool : `${tool} ${quoted(subject, 160)}`;
}

function ownWords(call: Said): string | undefined {
  for (const name of ["command", "filePath", "file_path", "path", "url", "subagent_type"]) {
    const value = call.input[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

function label(finding: Finding | undefined): string {
  return safeLine(finding?.ruleId ?? finding?.code ?? "", 80).replace(/[`*]/g, "");
}

function also(rest: readonly Finding[], first: Finding | undefined): string {
  const names = new Set(rest.map(label));
  names.delete(label(first));
  names.delete("");
  if (names.size === 0) return "";
  const list = [...names];
  const shown = list.slice(0, 4).join(", ");
  return `Also found: ${shown}${list.length > 4 ? ` and ${list.length - 4} more` : ""}.`;
}

function closed(text: string): string {
  return /[.!?:)`]$/.test(text) || text === "" ? text : `${text}.`;
}
