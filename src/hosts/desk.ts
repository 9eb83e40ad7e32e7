import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { abandonedIn } from "../audit/abandoned.js";
import type { Repetition } from "../audit/denials.js";
import { openAudit } from "../audit/log.js";
import { auditDirectory } from "../audit/place.js";
import { type CallEnd, makeRecorder } from "../audit/recorder.js";
import type { ToolCall } from "../call/call.js";
import { matchGlob } from "../call/glob.js";
import type { Decision, Finding } from "../checks/finding.js";
import type { Verdict } from "../govern.js";
import { SHIPPED_LIMITS, type UseLimit } from "../policy/limits.js";
import type { Policy } from "../policy/policy.js";
import { roleOf } from "../policy/roles.js";
import type { CreatedStore } from "../sessions/created.js";
import type { Log } from "./log.js";

/** What is done around a decision: asking, counting, remembering, recording. */
export interface Desk {
  /** What becomes of a question where the host cannot ask: approved by a person, declined, or still open. */
  settle(call: ToolCall, decision: Decision): Promise<{ readonly decision: Decision; readonly code?: string }>;
  /** The last two hurdles of a call that nothing denied: the second opinion, and the limits on use. */
  admit(call: ToolCall, verdict: Judged): Promise<Decision>;
  /** Remembers a refusal, and says what it repeats. */
  refused(call: ToolCall, verdict: Judged): Promise<Seen>;
  /** Records that a call came, and what was decided; with a refusal also that it ended. */
  enter(call: ToolCall, verdict: Judged, refused: boolean, seen?: Seen): void;
  /** Records how a call ended, and frees what it held. Harmless to repeat, also for calls that were refused. */
  ended(call: Ended, end: CallEnd): void;
  /**
   * Records the end of calls whose end nobody told, because their host died or said nothing.
   *
   * @param session calls of this session; of others only those older than a day
   */
  abandon(session?: string): void;
  /** Whether a second model is asked, which may take half a minute. */
  gated(): boolean;
  /** What a person should hear once: that nothing can be recorded. */
  news(): readonly string[];
  /** Writes what waits; calls that still run count as abandoned. */
  close(): void;
}

type Ended = Pick<ToolCall, "host" | "session" | "callId" | "rawTool">;

/** More calls than this under way at once are not remembered. */
const MOST_OPEN = 10_000;

export type Judged = Pick<Verdict, "decision"> & Partial<Pick<Verdict, "analysis" | "facts">>;

/** What a refusal repeats. */
export type Seen = Pick<Repetition, "repeated" | "escalated"> & Partial<Repetition>;

export interface DeskOptions {
  readonly project: string;
  readonly home: string;
  /** The user's state directory for bailiff. */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The ground rules that bailiff comes with. */
  readonly groundRules: string;
  readonly policy: () => Policy;
  readonly created: CreatedStore;
  readonly log: Log;
  readonly now: () => Date;
  /** The process outlives the call, and is told how it ends. */
  readonly lasting: boolean;
}

/** Opens the desk of one host process. Nothing is read or written before the first call needs it. */
export function openDesk(options: DeskOptions): Desk {
  const { project, home, state, env, policy, created, log, now, lasting } = options;
  const directory = auditDirectory(project, home, env.XDG_STATE_HOME);
  const audit = openAudit({ directory, now });
  const recorder = makeRecorder(audit, now, randomUUID, lasting);
  const approvals = once(async () =>
    (await import("../sessions/approvals.js")).openApprovals(join(state, "approvals")),
  );
  const denials = once(async () => (await import("../audit/denial-store.js")).openDenials(join(state, "denials")));
  const quotas = once(async () => {
    const [{ makeQuotaStore }, { makeStore }, { findPlace }] = await Promise.all([
      import("../sessions/quota-store.js"),
      import("../brain/store.js"),
      import("../brain/place.js"),
    ]);
    return makeQuotaStore(findPlace({ project, home, mode: "FULL", stateHome: env.XDG_STATE_HOME }), makeStore());
  });
  const gate = once(async () => {
    const [{ openGate, gatedCommands }, { openProvider }] = await Promise.all([
      import("../gatekeeper/gate.js"),
      import("../gatekeeper/provider.js"),
    ]);
    const settings = policy().gatekeeper;
    return {
      gatedCommands,
      gate: openGate({
        rules: settings?.rules ?? options.groundRules,
        provider: async () => {
          if (!settings)
            throw new Error(
              "BAILIFF_GATEKEEPER is set, and `gatekeeper:` in ~/.config/bailiff/policy.yaml names no provider",
            );
          return openProvider(settings, env as NodeJS.ProcessEnv);
        },
      }),
    };
  });
  const held = new Map<string, { key: string; slot: string }[]>();
  /** Calls under way in this process, with the time of their start in milliseconds. */
  const open = new Map<string, { readonly call: Ended; readonly start: number }>();
  let told = false;

  const secondOpinion = async (call: ToolCall, { analysis }: Judged): Promise<Finding | undefined> => {
    if (!gateIsOn(policy(), env) || call.tool !== "bash" || !analysis) return undefined;
    const opened = await gate();
    const commands = opened.gatedCommands(analysis, call);
    const judged = await opened.gate.judge(commands);
    recorder.gate(call, judged);
    const no = judged.find((each) => !each.allowed);
    if (!no) return undefined;
    return {
      check: "gatekeeper",
      code: "ERR_GATEKEEPER",
      severity: "deny",
      message: `the second opinion was no: ${no.reason}`,
      suggestion: "Offer the user alternatives that keep to the ground rules, and let them choose",
      subject: no.command,
    };
  };

  const overLimit = async (call: ToolCall): Promise<Finding | undefined> => {
    const limits = limitsFor(call, roleOf(policy(), call.agent), policy().limits);
    if (limits.length === 0) return undefined;
    const store = await quotas();
    const slot = slotOf(call) ?? randomUUID();
    const taken: { key: string; slot: string }[] = [];
    for (const limit of limits) {
      const key = `${limit.role} ${limit.tools}`;
      const result = store.take(key, { perMinute: limit.per_minute, concurrent: limit.at_once }, slot, now().getTime());
      if (result.ok) {
        taken.push({ key, slot });
        continue;
      }
      for (const each of taken) store.free(each.key, each.slot, now().getTime());
      if (result.code === "unavailable") {
        log.error(`limits cannot be counted: ${result.message}`);
        return limited(
          "ERR_RATE_LIMIT",
          "the use of this tool cannot be counted",
          "Ask the user to look at bailiff's state directory with `bailiff doctor`",
          limit,
        );
      }
      const what =
        result.code === "ERR_RATE_LIMIT"
          ? `${limit.per_minute} calls a minute are used up`
          : `${limit.at_once} calls are under way`;
      return limited(
        result.code,
        `for the role ${limit.role}, ${what}`,
        `Come back in ${result.seconds} seconds`,
        limit,
        result.seconds,
      );
    }
    held.set(slot, taken);
    return undefined;
  };

  const freed = async (limits: readonly { key: string; slot: string }[]): Promise<void> => {
    try {
      const store = await quotas();
      for (const each of limits) store.free(each.key, each.slot, now().getTime());
    } catch (error) {
      log.error("a slot was not freed", error);
    }
  };

  return {
    async settle(call, decision) {
      const reason = decision.findings[0]?.message ?? "";
      const answer = (await approvals()).settle(call, reason, now().getTime());
      if (answer.kind === "open") return { decision, code: answer.code };
      const severity = answer.kind === "approved" ? "allow" : "deny";
      const finding: Finding = {
        check: "approval",
        code: "ERR_APPROVAL",
        severity,
        message:
          severity === "allow" ? "a person approved this call" : "not run: the operator declined. Do not re-run it",
        suggestion: severity === "allow" ? "" : "Ask the user what to do instead",
        details: { approval: answer.code },
      };
      const others = decision.findings.map(
        (each): Finding => (each.severity === "ask" ? { ...each, severity: "allow" } : each),
      );
      return { decision: { decision: severity, findings: [finding, ...others] } };
    },
    async admit(call, verdict) {
      const { decision } = verdict;
      const found = (await secondOpinion(call, verdict)) ?? (await overLimit(call));
      return found ? { decision: "deny", findings: [found, ...decision.findings] } : decision;
    },
    async refused(call, { decision, analysis }) {
      return (await denials()).add(call, { decision, ...(analysis ? { analysis } : {}) }, now().getTime());
    },
    enter(call, verdict, refused, seen) {
      const agent = call.agent === undefined ? undefined : policy().agents[call.agent];
      const claimed = call.input.caller_role;
      const caller = {
        role: roleOf(policy(), call.agent),
        ...(agent ? { scope: agent.scope } : {}),
        ...(typeof claimed === "string" ? { claimed } : {}),
      };
      recorder.enter(call, verdict, refused, caller, seen);
      const { analysis, facts } = verdict;
      if (!refused && analysis && facts && policy().preset === "strict") created.began(call, analysis, facts);
      const slot = slotOf(call);
      const taken = slot === undefined ? undefined : held.get(slot);
      if (slot !== undefined && taken && (refused || !lasting)) {
        // Who is told of the end frees it: another process, where this one does not outlive the call.
        held.delete(slot);
        if (refused) void freed(taken);
      }
      if (!lasting || refused || slot === undefined) return;
      // A host that never says how calls end must not fill the memory.
      if (open.size >= MOST_OPEN) open.delete(open.keys().next().value ?? "");
      const { host, session, callId, rawTool } = call;
      open.set(slot, {
        call: {
          host,
          rawTool,
          ...(session === undefined ? {} : { session }),
          ...(callId === undefined ? {} : { callId }),
        },
        start: now().getTime(),
      });
    },
    ended(call, end) {
      if (policy().preset === "strict") created.ended(call);
      const slot = slotOf(call);
      const began = slot === undefined ? undefined : open.get(slot);
      const taken = slot === undefined ? undefined : held.get(slot);
      if (slot !== undefined) {
        open.delete(slot);
        held.delete(slot);
      }
      if (began || !lasting) recorder.exit(call, began ? { duration: now().getTime() - began.start, ...end } : end);
      const limits =
        taken ??
        (slot === undefined || lasting
          ? []
          : // Who made the call is not told with its end; a slot that it does not hold is freed for nothing.
            limitsFor(call, null, policy().limits).map(({ role, tools }) => ({ key: `${role} ${tools}`, slot })));
      if (limits.length > 0) void freed(limits);
    },
    abandon(session) {
      try {
        for (const call of abandonedIn(directory, now().getTime(), session))
          if (!open.has(slotOf(call) ?? "")) recorder.exit(call, { outcome: "abandoned" });
      } catch (error) {
        log.error("abandoned calls were not looked for", error);
      }
    },
    gated: () => gateIsOn(policy(), env),
    news() {
      if (told || audit.failures === 0) return [];
      told = true;
      return [`bailiff cannot write its audit (${audit.lastError ?? "unknown"}); decisions stand, nothing is recorded`];
    },
    close() {
      for (const { call, start } of open.values())
        recorder.exit(call, { outcome: "abandoned", duration: now().getTime() - start });
      open.clear();
      audit.close();
    },
  };
}

/** Whether a second model is asked; by the user's settings or by the environment of the host. */
export function gateIsOn(policy: Policy, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.BAILIFF_IN_GATEKEEPER === "1") return false;
  return policy.gatekeeper?.enabled === true || env.BAILIFF_GATEKEEPER === "1";
}

/** @param role null for the limits of any */
function limitsFor(
  call: Pick<ToolCall, "rawTool">,
  role: string | null,
  own: readonly UseLimit[] = [],
): readonly UseLimit[] {
  return [...SHIPPED_LIMITS, ...own].filter(
    (each) => (role === null || each.role === role) && matchGlob(each.tools, call.rawTool),
  );
}

function slotOf(call: Pick<ToolCall, "session" | "callId">): string | undefined {
  return call.callId === undefined ? undefined : `${call.session ?? ""}-${call.callId}`;
}

function limited(
  code: "ERR_RATE_LIMIT" | "ERR_CONCURRENCY",
  message: string,
  suggestion: string,
  limit: UseLimit,
  seconds?: number,
): Finding {
  return {
    check: "quota",
    code,
    severity: "deny",
    message,
    suggestion,
    details: { role: limit.role, tools: limit.tools, ...(seconds === undefined ? {} : { seconds }) },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
