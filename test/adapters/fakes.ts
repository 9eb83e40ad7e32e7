import type { ToolCall } from "../../src/call/call.js";
import type { Decision, Severity } from "../../src/checks/finding.js";
import type { Judge } from "../../src/hosts/answer.js";
import type { Log } from "../../src/hosts/log.js";

/** A judge that does what the command says: `deny`, `ask`, `warn`, `allow`, or `throw`. Remembers the calls. */
export function fakeJudge(): { judge: Judge; calls: ToolCall[] } {
  const calls: ToolCall[] = [];
  return {
    calls,
    judge(call) {
      calls.push(call);
      const word = String(call.input.command ?? call.input.filePath ?? call.input.file_path ?? "allow").split(" ")[0];
      if (word === "throw") throw new Error("boom");
      return { decision: decision(word as Severity) };
    },
  };
}

export function decision(severity: Severity): Decision {
  if (severity === "allow") return { decision: "allow", findings: [] };
  return {
    decision: severity,
    findings: [
      {
        check: "rules",
        code: "ERR_RULE",
        severity,
        ruleId: "a-rule",
        message: "The reason",
        suggestion: "The suggestion",
      },
    ],
  };
}

/** A log that is kept. */
export function keptLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  return {
    file: null,
    lines,
    info: (message) => void lines.push(message),
    error: (message, error) => void lines.push(`${message}: ${error instanceof Error ? error.message : error}`),
  };
}
