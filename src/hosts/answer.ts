import type { ToolCall } from "../call/call.js";
import { onlyReads } from "../call/tools.js";
import type { Decision } from "../checks/finding.js";
import type { Verdict } from "../govern.js";
import type { Caller } from "../observe/observe.js";
import { refusal, warning } from "../text/frame.js";
import type { Desk, Judged, Seen } from "./desk.js";
import type { Log } from "./log.js";

/** What a host is told about a call; the text is what the model reads. */
export type Answer = { readonly kind: "allow" } | { readonly kind: "warn" | "ask" | "deny"; readonly text: string };

/** Judges a call; `role` is what the calling agent is there for. */
export type Judge = (
  call: ToolCall,
  caller?: Caller,
) => Pick<Verdict, "decision"> & Partial<Pick<Verdict, "analysis">> & { readonly role?: string };

export interface Asked {
  readonly judge: Judge;
  readonly log: Log;
  /** Whether the host can put the question to a person. */
  readonly canAsk: boolean;
  /** What is done around the decision; nothing where absent. */
  readonly desk?: Desk;
  /** Whether the host was told in the meantime that the call could not be judged. */
  readonly late?: () => boolean;
}

const ALLOW: Answer = { kind: "allow" };

/**
 * The answer to one call. Never rejects: where judging fails, a call that could change something is
 * refused with `ERR_INTERNAL`, one that only reads goes on, and the log has a line.
 */
export async function answer(call: ToolCall, { judge, log, canAsk, desk, late }: Asked): Promise<Answer> {
  let recorded = false;
  try {
    const verdict = judge(call);
    let { decision } = verdict;
    let code: string | undefined;
    if (desk && decision.decision === "ask" && !canAsk) ({ decision, code } = await desk.settle(call, decision));
    // What the host asks a person about is not theirs alone to let through.
    if (desk && decision.decision !== "deny" && (decision.decision !== "ask" || canAsk)) {
      decision = await desk.admit(call, { ...verdict, decision });
    }
    // What is recorded is what came of it.
    if (late?.()) decision = onlyReads(call.tool) ? LET_THROUGH : UNJUDGED;
    const judged = { ...verdict, decision };
    const refused = decision.decision === "deny" || (decision.decision === "ask" && !canAsk);
    const role = verdict.role === undefined ? {} : { role: verdict.role };
    const seen = refused ? await repetition(call, judged, desk, log) : undefined;
    recorded = true;
    record(call, judged, refused, seen, desk, log);
    const before = { ...role, ...seen };
    switch (decision.decision) {
      case "allow":
        return ALLOW;
      case "warn":
        return { kind: "warn", text: warning(call, decision, role) };
      case "ask":
        return {
          kind: canAsk ? "ask" : "deny",
          text: refusal(call, decision, { asking: canAsk, ...before, ...(code === undefined ? {} : { code }) }),
        };
      case "deny":
        return { kind: "deny", text: refusal(call, decision, before) };
      default:
        return failed(call, new Error("no decision"), log);
    }
  } catch (error) {
    const given = failed(call, error, log);
    if (!recorded) {
      const refused = given.kind === "deny";
      record(call, { decision: refused ? UNJUDGED : LET_THROUGH }, refused, undefined, desk, log);
    }
    return given;
  }
}

/** What the refusal repeats; without the memory it is a refusal all the same. */
async function repetition(call: ToolCall, judged: Judged, desk: Desk | undefined, log: Log): Promise<Seen | undefined> {
  try {
    return await desk?.refused(call, judged);
  } catch (error) {
    log.error("the refusal was not remembered", error);
    return undefined;
  }
}

/** The decision stands whether or not it can be written down. */
function record(
  call: ToolCall,
  judged: Judged,
  refused: boolean,
  seen: Seen | undefined,
  desk: Desk | undefined,
  log: Log,
): void {
  try {
    desk?.enter(call, judged, refused, seen);
  } catch (error) {
    log.error("the call was not recorded", error);
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

const LET_THROUGH: Decision = {
  decision: "allow",
  findings: UNJUDGED.findings.map((each) => ({ ...each, severity: "allow" })),
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
