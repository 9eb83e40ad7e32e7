import { join } from "node:path";
import { actionOf, recentActions } from "../audit/recent.js";
import { redact } from "../audit/redact.js";
import { findPlace } from "../brain/place.js";
import type { HostName, ToolCall } from "../call/call.js";
import { projectOf, taskOf } from "../call/task.js";
import { onlyReads } from "../call/tools.js";
import type { Decision } from "../checks/finding.js";
import type { Caller } from "../observe/observe.js";
import { ancestry, observeSession } from "../observe/session.js";
import { governedAgent } from "../policy/agent-names.js";
import type { Mode } from "../policy/mode.js";
import type { Policy } from "../policy/policy.js";
import { roleOf } from "../policy/roles.js";
import { isUntrusted } from "../policy/untrusted.js";
import type { SessionEvent } from "../sessions/event.js";
import { type Keeper, makeKeeper } from "../sessions/keeper.js";
import type { AgentBrief, Delivery } from "../sessions/telling.js";
import type { Answer, Judge } from "./answer.js";
import type { Log } from "./log.js";

/** The sessions of one host process: what its adapter reports to, and what a call's caller is known by. */
export interface Sessions {
  readonly keeper: Keeper;
  /** Reports what happened; "" or a text for the model. Never throws. */
  on(event: SessionEvent): string;
  /** What stands before the model in each request of a session. */
  standing(session: string): string;
  /** A judge for one call, told what the ledger knows of its caller. What it decided is in `decision`. */
  judging(judge: Judge, call: ToolCall): { readonly judge: Judge; readonly decision: () => Decision | undefined };
  /** Notes what was answered to a call; "" or a word for the model. */
  answered(call: ToolCall, decision: Decision | undefined, answer: Answer): string;
  /** What a session did last, newest last. */
  actions(session: string): readonly string[];
}

export interface SessionsOptions {
  readonly host: HostName;
  /** Absolute root of the project. */
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly law: () => { readonly policy: Policy; readonly mode: Mode };
  readonly delivery: Delivery;
  /** The host's own limit on levels of delegation, where it names one. */
  readonly hostMaxDepth?: () => number | undefined;
  /** Longest wait for another process, milliseconds. */
  readonly wait?: number;
  readonly log: Log;
  readonly now: () => Date;
}

/** Actions that a summary carries over. */
const ACTIONS = 5;
/** Sessions whose actions one process remembers. */
const MOST_SESSIONS = 500;

/** Opens the sessions of one host process. Reads little and writes nothing before the first event. */
export function openSessions(options: SessionsOptions): Sessions {
  const { project, home, env, log, host, law } = options;
  const { mode } = law();
  const place = findPlace({ project, home, mode, stateHome: env.XDG_STATE_HOME });
  const keeper = makeKeeper({
    place,
    mode,
    delivery: options.delivery,
    projects: () => (law().policy.projects ?? []).map(({ name, write }) => ({ name, write })),
    untrusted: () => law().policy.problems.filter(isUntrusted).length,
    agent: (name) => briefOf(law().policy, name),
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
  const done = new Map<string, string[]>();
  /** What was done before a summary, as it stood then: what a turn's requests say must not change from one to the next. */
  const summarised = new Map<string, readonly string[]>();
  const time = (): number => options.now().getTime();

  const actions = (session: string): readonly string[] =>
    done.get(session) ?? recentActions(join(place.root, "audit"), session, ACTIONS);

  const on = (event: SessionEvent): string => {
    const told = event.type === "compacting" || event.type === "compacted" ? carried(event) : event;
    const { text, problems } = keeper.on(told);
    for (const { file, message } of problems) log.error(`${file}: ${message}`);
    return text ?? "";
  };

  const carried = <E extends Extract<SessionEvent, { type: "compacting" | "compacted" }>>(event: E): E => {
    const said = event.actions ?? actions(event.session);
    summarised.set(event.session, said);
    if (summarised.size > MOST_SESSIONS) summarised.delete(summarised.keys().next().value ?? "");
    return { ...event, actions: said };
  };

  const noteAction = (session: string, action: string): void => {
    const before = done.get(session) ?? [];
    done.delete(session);
    done.set(session, [...before, action].slice(-ACTIONS));
    if (done.size > MOST_SESSIONS) done.delete(done.keys().next().value ?? "");
  };

  return {
    keeper,
    on,
    actions,
    standing: (session) => keeper.standing(session, time(), summarised.get(session)),
    judging(judge, call) {
      let decision: Decision | undefined;
      return {
        decision: () => decision,
        judge(asked) {
          const verdict = judge(asked, callerOf(call, keeper, law().policy, options.hostMaxDepth?.()));
          decision = verdict.decision;
          return verdict;
        },
      };
    },
    answered(call, decision, answer) {
      const { session } = call;
      if (session === undefined) return "";
      const common = { session, time: time() } as const;
      if (answer.kind === "deny") {
        const deep = decision?.findings.find(
          (each) => each.code === "ERR_DELEGATION_DEPTH" && each.severity === "deny",
        );
        if (deep) on({ ...common, type: "halted", reason: deep.message, agent: call.agent });
        return "";
      }
      const about = { host, project, agent: call.agent };
      const text = on({ ...common, ...about, type: "seen", tool: call.tool });
      if (!onlyReads(call.tool)) noteAction(session, actionOf(call.rawTool, redact(JSON.stringify(call.input))));
      if (call.tool === "task" && call.callId !== undefined) {
        const bound = (law().policy.projects ?? []).find((each) => each.name === projectOf(call))?.name;
        const agent = typeof call.input.subagent_type === "string" ? call.input.subagent_type : undefined;
        on({ ...common, type: "spawn-requested", callId: call.callId, agent, bound });
        const again = taskOf(call);
        if (again !== undefined)
          on({ ...common, ...about, agent, type: "spawn-started", session: again, callId: call.callId });
      }
      return text;
    },
  };
}

/** What the ledger knows of a call's caller. Reads one small file, for a delegation two. */
function callerOf(call: ToolCall, keeper: Keeper, policy: Policy, hostMaxDepth: number | undefined): Caller {
  const delegation = observeSession(call, keeper.ledger, hostMaxDepth);
  const bound =
    policy.projects === undefined || call.session === undefined ? undefined : keeper.ledger.read(call.session)?.bound;
  const parents = call.session === undefined ? [] : ancestry(keeper.ledger, call.session);
  return {
    role: roleOf(policy, call.agent),
    ...(parents.length > 0 ? { parents } : {}),
    ...(delegation ? { delegation } : {}),
    ...(bound === undefined ? {} : { bound }),
  };
}

/** What the policy says of an agent, for the texts. */
function briefOf(policy: Policy, name: string | null): AgentBrief {
  const agent = governedAgent(policy, name ?? undefined);
  const rows = agent?.lists?.flatMap((list) => list.filter((each) => each.type === "allow")) ?? [];
  return {
    scope: agent?.scope ?? null,
    role: agent?.role ?? null,
    tools: [...new Set(rows.map(({ on, pattern }) => (on === "tool" ? pattern : `${on} ${pattern}`)))],
    firstTools: agent?.firstTools ?? [],
  };
}
