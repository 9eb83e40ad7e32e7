import type { Answer } from "../answer.js";

/** What a hook process says and how it ends. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: 0 | 2;
}

/** Nothing at all: the host goes on as without a hook, the user's own prompts included. */
export const SILENT: Reply = { stdout: "", stderr: "", code: 0 };

/**
 * The reply to PreToolUse. A denial says the same in each of the ways that the host's versions
 * understand: complete JSON on stdout, the text on stderr, exit code 2.
 */
export function preToolUseReply(answer: Answer): Reply {
  switch (answer.kind) {
    case "allow":
      return SILENT;
    case "warn":
      return { ...SILENT, stdout: output({ additionalContext: answer.text }) };
    case "ask":
      return {
        ...SILENT,
        stdout: output({ permissionDecision: "ask", permissionDecisionReason: answer.text }),
      };
    case "deny":
      return denial(answer.text);
  }
}

/** The same reply, with something for the person beside it. */
export function tellingPerson(reply: Reply, news: readonly string[]): Reply {
  if (news.length === 0) return reply;
  const said = reply.stdout === "" ? {} : (JSON.parse(reply.stdout) as Record<string, unknown>);
  return { ...reply, stdout: JSON.stringify({ ...said, systemMessage: `bailiff: ${news.join("\n")}` }) };
}

export function denial(text: string): Reply {
  return {
    stdout: output({ permissionDecision: "deny", permissionDecisionReason: text }),
    stderr: text,
    code: 2,
  };
}

/** The reply to ConfigChange and to a prompt: the changed settings are not taken over, the prompt is not put. */
export function blocked(text: string): Reply {
  return { stdout: JSON.stringify({ decision: "block", reason: text }), stderr: text, code: 2 };
}

/** The reply to any other event: something for the model. */
export function contextReply(event: string, text: string): Reply {
  return { ...SILENT, stdout: output({ additionalContext: text }, event) };
}

function output(fields: Record<string, string>, event = "PreToolUse"): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });
}
