import type { ToolCall } from "../call/call.js";
import type { Analysis } from "../call/effect.js";
import type { Decision } from "../checks/finding.js";
import { brief } from "../text/brief.js";
import { sha256 } from "./chain.js";
import type { Repetition } from "./denials.js";
import type { AuditLog } from "./log.js";
import { hiddenParts, type Redactor, redact, redactor, without } from "./redact.js";
import type { AuditEntry, RecordedFinding } from "./row.js";

const ARGUMENTS = 500;
const MOST_EFFECTS = 20;
/** Characters of a command in which secrets are looked for. */
const LOOKED_AT = 16_000;
const MOST_FINDINGS = 20;

/** What is known of a caller beyond the call itself. */
export interface CallerFacts {
  readonly role?: string;
  readonly scope?: string;
  /** The role that the call's own arguments claim; it decides nothing. */
  readonly claimed?: string;
}

/**
 * Frames each call with an enter and an exit row. A refused call gets both at once, flushed to the
 * disk; a call that runs gets its exit row when the host says how it ended.
 */
export interface Recorder {
  /** Returns the correlation id of the call. */
  enter(
    call: ToolCall,
    verdict: { analysis?: Analysis; decision: Decision },
    refused: boolean,
    caller?: CallerFacts,
    seen?: Partial<Repetition>,
  ): string;
  exit(call: Pick<ToolCall, "host" | "session" | "callId" | "rawTool">, end: CallEnd): void;
  /** What the second opinion was on the commands of a call. */
  gate(
    call: ToolCall,
    judged: readonly { command: string; allowed: boolean; reason: string; milliseconds: number }[],
  ): void;
}

export interface CallEnd {
  readonly outcome: "ran" | "failed" | "abandoned";
  /** The result's text, of which only a hash is kept. */
  readonly result?: string;
  /** An error's text, redacted and cut. */
  readonly error?: string;
  /** Milliseconds. */
  readonly duration?: number;
}

/**
 * @param lasting the process outlives the call: rows of allowed calls need not be written before it goes on
 */
export function makeRecorder(log: AuditLog, now: () => Date, randomId: () => string, lasting = false): Recorder {
  const append = (entries: readonly AuditEntry[], riding = false): void => {
    if (lasting) log.later(entries, riding);
    else log.append(entries);
  };
  return {
    enter(call, { analysis, decision }, refused, caller = {}, seen = {}) {
      const correlation = correlationOf(call) ?? randomId();
      const given = JSON.stringify(call.input) ?? "";
      const effects = analysis?.effects
        .filter((e) => e.kind !== "run")
        .slice(0, MOST_EFFECTS)
        .map(brief);
      const subjects = decision.findings.map((each) => each.subject ?? "");
      const secrets = redactor([given, call.cwd, caller.claimed ?? "", ...(effects ?? []), ...subjects]);
      const args = argumentsOf(call.input, given, secrets);
      const hidden = args.whole ? [] : hiddenOf(call);
      const findings = decision.findings.slice(0, MOST_FINDINGS).map((each) => recorded(each, hidden, secrets));
      const tool = toolName(call);
      const enter: AuditEntry = {
        time: now().toISOString(),
        correlation,
        host: call.host,
        session: call.session,
        agent: call.agent,
        role: caller.role,
        scope: caller.scope,
        level: call.level,
        tool,
        event: "enter",
        cwd: secrets.redact(call.cwd, 300),
        args: args.text,
        replayable: args.whole,
        effects: effects?.map((each) => secrets.redact(without(each, hidden), 200)),
        decision: decision.decision,
        findings: findings.length > 0 ? findings : undefined,
        rule: decision.findings[0]?.ruleId,
        detail: detailOf(seen, caller, secrets),
      };
      if (!refused) {
        append([enter]);
        return correlation;
      }
      const { time, host, session, agent, role, scope, level } = enter;
      const exit: AuditEntry = {
        time,
        correlation,
        host,
        session,
        agent,
        role,
        scope,
        level,
        tool,
        event: "exit",
        outcome: "refused",
        decision: decision.decision,
        duration: 0,
      };
      log.append([enter, exit], true);
      return correlation;
    },
    gate(call, judged) {
      const hidden = hiddenOf(call);
      const rows = judged.map(
        ({ command, allowed, reason, milliseconds }): AuditEntry => ({
          time: now().toISOString(),
          event: "gate_check",
          correlation: correlationOf(call) ?? "",
          host: call.host,
          session: call.session,
          tool: toolName(call),
          duration: milliseconds,
          detail: {
            command: redact(without(command, hidden), ARGUMENTS),
            allowed,
            reason: redact(without(reason, hidden), 300),
            task_id: call.callId ?? "",
            severity: allowed ? "info" : "warning",
          },
        }),
      );
      if (rows.length > 0)
        log.append(
          rows,
          judged.some((each) => !each.allowed),
        );
    },
    exit(call, end) {
      append(
        [
          {
            time: now().toISOString(),
            event: "exit",
            correlation: correlationOf(call) ?? "",
            host: call.host,
            session: call.session,
            tool: toolName(call),
            outcome: end.outcome,
            duration: end.duration === undefined ? undefined : Math.round(end.duration),
            result: end.result === undefined ? undefined : sha256(end.result),
            detail: end.error === undefined ? undefined : { error: redact(end.error, 300) },
          },
        ],
        true,
      );
    },
  };
}

/** The same id for the enter and the exit of a call, also where two processes write them. */
function correlationOf(call: Pick<ToolCall, "host" | "session" | "callId">): string | undefined {
  return call.callId === undefined ? undefined : `${call.session ?? call.host}/${call.callId}`;
}

/** A model may call for a tool by any name. */
function toolName({ rawTool }: Pick<ToolCall, "rawTool">): string {
  return rawTool.length < 16 ? rawTool : redact(rawTool, 120);
}

/** @param given the whole of the input as JSON */
function argumentsOf(input: ToolCall["input"], given: string, secrets: Redactor): { text: string; whole: boolean } {
  const redacted = JSON.stringify(secrets.value(input, ARGUMENTS)) ?? "";
  const text = redacted.length <= ARGUMENTS ? redacted : `${redacted.slice(0, ARGUMENTS - 3)}...`;
  return { text, whole: text === given };
}

/** What stands beside the decision: what a refusal repeats, and a role that was claimed and not given. */
function detailOf(seen: Partial<Repetition>, { claimed }: CallerFacts, secrets: Redactor): AuditEntry["detail"] {
  const { repeated, detour, escalated } = seen;
  if (!repeated && !detour && !escalated && claimed === undefined) return undefined;
  return {
    ...marks(seen),
    ...(claimed === undefined ? {} : { claimed_role: secrets.redact(claimed, 60) }),
  };
}

/** What a refusal repeats, as far as it does. */
function marks({ repeated, detour, escalated }: Partial<Repetition>): Record<string, true> {
  return { ...(repeated ? { repeated } : {}), ...(detour ? { detour } : {}), ...(escalated ? { escalated } : {}) };
}

/** What is hidden in a call's command. */
function hiddenOf({ input: { command } }: ToolCall): readonly string[] {
  if (typeof command !== "string") return [];
  const looked = command.slice(0, LOOKED_AT);
  return hiddenParts(looked, redact(looked, Number.POSITIVE_INFINITY));
}

function recorded(
  finding: Decision["findings"][number],
  hidden: readonly string[],
  secrets: Redactor,
): RecordedFinding {
  return {
    check: finding.check,
    code: finding.code,
    severity: finding.severity,
    ...(finding.ruleId === undefined ? {} : { rule: finding.ruleId }),
    ...(finding.subject === undefined ? {} : { subject: secrets.redact(without(finding.subject, hidden), 200) }),
  };
}
