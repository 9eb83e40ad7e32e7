import type { ToolCall } from "../call/call.js";
import { onlyReads } from "../call/tools.js";
import type { Decision } from "../checks/finding.js";
import type { Verdict } from "../govern.js";
import { refusal, warning } from "../text/frame.js";
import type { Log } from "./log.js";

/** What a host is told about a call; the text is what the model reads. */
export type Answer = { readonly kind: "allow" } | { readonly kind: "warn" | "ask" | "deny"; readonly text: string };

export type Judge = (call: ToolCall) => Pick<Verdict, "decision">;

export interface Asked {
  readonly judge: Judge;
  readonly log: Log;
  /** Whether the host can put the question to a person. */
  readonly canAsk: boolean;
}

const ALLOW: Answer = { kind: "allow" };

/**
 * The answer to one call. Never throws: where judging fails, a call that could change something is
 * refused with `ERR_INTERNAL`, one that only reads goes on, and the log has a line.
 */
export function answer(call: ToolCall, { judge, log, canAsk }: Asked): Answer {
  try {
    const { decision } = judge(call);
    switch (decision.decision) {
      case "allow":
        return ALLOW;
      case "warn":
        return { kind: "warn", text: warning(call, decision) };
      case "ask":
        return { kind: canAsk ? "ask" : "deny", text: refusal(call, decision, { asking: canAsk }) };
      case "deny":
        return { kind: "deny", text: refusal(call, decision) };
      default:
        return failed(call, new Error("no decision"), log);
    }
  } catch (error) {
    return failed(call, error, log);
  }
}

const UNJUDGED: Decision = {
  decision: "deny",
  findings: [
    {
      check: "internal",
      code: "ERR_INTERNAL",
      severity: "deny",
      message: "bailiff failed while it judged this call, and what is not checked does not run",
      suggestion: "Reading tools still work. Ask the user to run `bailiff doctor` and to look at bailiff's log",
    },
  ],
};

/** The answer to a call that could not be judged. */
export function failed(call: Pick<ToolCall, "tool" | "rawTool" | "input">, error: unknown, log: Log): Answer {
  const lets = onlyReads(call.tool);
  log.error(`ERR_INTERNAL ${call.rawTool} ${lets ? "let through (it only reads)" : "refused"}`, error);
  if (lets) return ALLOW;
  try {
    return { kind: "deny", text: refusal(call, UNJUDGED) };
  } catch {
    return { kind: "deny", text: "## BLOCKED: ERR_INTERNAL" };
  }
}
