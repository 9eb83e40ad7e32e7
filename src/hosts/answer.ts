import type { ToolCall } from "../call/call.js";
import { onlyReads } from "../call/tools.js";
import type { Verdict } from "../govern.js";
import type { Log } from "./log.js";
import { plainText } from "./plain-text.js";

/** What a host is told about a call; the text is what the model reads. */
export type Answer = { readonly kind: "allow" } | { readonly kind: "warn" | "ask" | "deny"; readonly text: string };

export type Judge = (call: ToolCall) => Verdict & { readonly text?: string };

const ALLOW: Answer = { kind: "allow" };

/**
 * The answer to one call. Never throws: where judging fails, a call that could change something is
 * refused with `ERR_INTERNAL`, one that only reads goes on, and the log has a line.
 */
export function answer(call: ToolCall, judge: Judge, log: Log): Answer {
  try {
    const { decision, text } = judge(call);
    switch (decision.decision) {
      case "allow":
        return ALLOW;
      case "warn":
      case "ask":
      case "deny":
        return { kind: decision.decision, text: text ?? plainText(decision) };
      default:
        return failed(call, new Error("no decision"), log);
    }
  } catch (error) {
    return failed(call, error, log);
  }
}

/** The answer to a call that could not be judged. */
export function failed(call: Pick<ToolCall, "tool" | "rawTool">, error: unknown, log: Log): Answer {
  const lets = onlyReads(call.tool);
  log.error(`ERR_INTERNAL ${call.rawTool} ${lets ? "let through (it only reads)" : "refused"}`, error);
  return lets ? ALLOW : { kind: "deny", text: internalRefusal(log.file) };
}

/** The refusal of a call that could not be judged. */
export function internalRefusal(logFile: string | null): string {
  return [
    "## BLOCKED: this call could not be checked",
    "",
    "**Reason:** bailiff failed while it judged the call (ERR_INTERNAL); what is not checked does not run.",
    "**Suggestion:** Reading tools still work. Try a simpler form of the call, or ask the user for help.",
    "**Next Steps:**",
    `1. Ask the user to run \`bailiff doctor\`${logFile === null ? "" : ` and to look at ${logFile}`}.`,
  ].join("\n");
}
