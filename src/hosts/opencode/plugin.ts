import type { ToolCall } from "../../call/call.js";
import { toolNamed } from "../../call/tools.js";
import { type Answer, answer, failed } from "../answer.js";
import type { LiveJudge } from "../judge.js";
import type { Log } from "../log.js";
import type { Sessions } from "../sessions.js";
import { type Hooks, isRecord, type ToolCallInput } from "./api.js";
import { type Caller, Callers } from "./callers.js";
import { Reporter } from "./sessions.js";
import { ownTools } from "./tools.js";
import { Warnings } from "./warnings.js";

export interface Adapter {
  /** The judge, once it is ready. */
  readonly live: () => Promise<Omit<LiveJudge, "law">>;
  /** The sessions, once they are ready; without them callers are known by messages and events alone. */
  readonly sessions?: OpenSessions;
  /** Told the host's configuration, which plugins that come later may still change in place. */
  readonly configured?: (config: unknown) => void;
  readonly now?: () => Date;
  /** Absolute working directory of the session. */
  readonly directory: string;
  /** Root of the project where the host knows one. */
  readonly project?: string;
  readonly home: string;
  readonly log: Log;
  /** Notes that a hook was called. */
  readonly beat: (hook: string) => void;
  /** Shows something to the person. Must not fail, and is not waited for. */
  readonly tell: (text: string) => void;
  /** Asks the host for a session. */
  readonly session: (id: string) => Promise<unknown>;
  /** Resolves after so many milliseconds; `cancel` lets the timer go. */
  readonly after: (ms: number) => { readonly done: Promise<void>; cancel(): void };
}

export interface OpenSessions {
  readonly opened: Promise<Sessions>;
  /** Absolute root of the project whose sessions they are. */
  readonly project: string;
  /** Told the host's own limit on levels of delegation. */
  readonly limit: (depth: number | undefined) => void;
}

/** What the hooks of one process share. */
interface Around {
  readonly adapter: Adapter;
  readonly callers: Callers;
  readonly reporter: Reporter | undefined;
  /** A second model is asked, as far as is known. */
  gated: boolean;
}

/** Milliseconds for finding out who is calling: longer, and the call is judged without knowing. */
const ASKING = 2_000;
/** Milliseconds for the whole judgement: a hook that never resolves would hang the host's run. */
const JUDGING = 10_000;
/** Milliseconds more where a second model is asked: it has half a minute of its own. */
const SECOND_OPINION = 32_000;

/**
 * OpenCode's hooks around one judge. Nothing but a refusal is thrown into the host, nothing is
 * printed: what goes wrong refuses calls that could change something, and is logged.
 */
export function createHooks(adapter: Adapter): Hooks {
  const callers = new Callers(adapter.session);
  const warnings = new Warnings();
  const { sessions } = adapter;
  const now = adapter.now ?? (() => new Date());
  const reporter = sessions
    ? new Reporter({ ...sessions, open: sessions.opened, directory: adapter.directory, now, log: adapter.log })
    : undefined;
  const around: Around = { adapter, callers, reporter, gated: false };
  /** What is said to agents, and remembered, fails open. */
  const quietly = async (hook: string, work: () => Promise<void> | void): Promise<void> => {
    try {
      adapter.beat(hook);
      await work();
    } catch (error) {
      adapter.log.error(hook, error);
    }
  };
  return {
    ...(sessions ? { tool: ownTools(() => sessions.opened, now) } : {}),
    config: (config) =>
      quietly("config", () => {
        adapter.configured?.(config);
        const depth = isRecord(config) ? config.subagent_depth : undefined;
        sessions?.limit(typeof depth === "number" && Number.isInteger(depth) && depth >= 0 ? depth : undefined);
      }),
    dispose: () =>
      quietly("dispose", async () => {
        await reporter?.dispose();
        (await adapter.live()).desk?.close();
      }),
    "experimental.chat.system.transform": (input, output) =>
      quietly("experimental.chat.system.transform", async () => {
        if (input.sessionID === undefined || output.system[0] === undefined) return;
        const text = (await reporter?.system(input.sessionID, output.system)) ?? "";
        // One system message: strict chat templates break at a second one.
        if (text !== "") output.system[0] += `\n\n${text}`;
      }),
    "experimental.session.compacting": (input, output) =>
      quietly("experimental.session.compacting", async () => {
        const text = (await reporter?.summarising(input.sessionID)) ?? "";
        if (text !== "") output.context.push(text);
      }),
    async event({ event }) {
      try {
        if (!isRecord(event) || !isRecord(event.properties)) return;
        if (event.type === "session.created" || event.type === "session.updated")
          callers.created(event.properties.info);
        const { part } = event.properties;
        const refused = isRecord(part) && reporter?.isRefused(part.callID) === true;
        reporter?.event(event.type, event.properties);
        if (event.type === "message.part.updated" && !refused) await released(part, warnings, adapter);
      } catch (error) {
        adapter.log.error("event", error);
      }
    },
    async "chat.message"(input, output) {
      await quietly("chat.message", () => {
        const agent = output?.message?.agent ?? input.agent;
        if (typeof agent === "string") callers.spoke(input.sessionID, agent);
        reporter?.spoke(input.sessionID, typeof agent === "string" ? agent : undefined);
      });
    },
    async "chat.params"(_, output) {
      withoutOurs(output?.options);
    },
    async "tool.execute.before"(input, output) {
      adapter.beat("tool.execute.before");
      const given = await withDeadline(input, output?.args, around);
      if (given.kind === "allow") return;
      if (given.kind === "warn") {
        warnings.keep(input.callID, given.text);
        return;
      }
      reporter?.refused(input.callID);
      refuse(input, output, given.text);
    },
    async "tool.execute.after"(input, output) {
      const text = [warnings.take(input.callID) ?? "", reporter?.note(input.sessionID) ?? ""];
      await ended(input, "ran", isRecord(output) ? output.output : undefined, adapter);
      for (const each of text) if (each !== "") append(output, each);
    },
  };
}

/**
 * The host hands what it does not know in an agent's frontmatter on to the provider, in the request's
 * body: what is for bailiff stays here, or strict providers refuse the request.
 */
function withoutOurs(options: unknown): void {
  if (!isRecord(options) || !isScope(options.scope)) return;
  for (const key of ["scope", "role", "delegates_to", "first_tools", "bailiff"]) delete options[key];
}

function isScope(value: unknown): boolean {
  return value === "meta" || value === "project" || value === "bridge";
}

async function withDeadline(input: ToolCallInput, args: unknown, around: Around): Promise<Answer> {
  const { adapter } = around;
  let limit = adapter.after(JUDGING);
  let ended = false;
  let late = false;
  const tooLate = async (): Promise<Answer> => {
    await limit.done;
    let allowed = JUDGING;
    if (!ended && around.gated) {
      limit = adapter.after(SECOND_OPINION);
      await limit.done;
      allowed += SECOND_OPINION;
    }
    late = true;
    return failed(named(input, args), new Error(`not judged within ${allowed} ms`), adapter.log);
  };
  try {
    return await Promise.race([judged(input, args, around, () => late), tooLate()]);
  } catch (error) {
    return failed(named(input, args), error, adapter.log);
  } finally {
    ended = true;
    limit.cancel();
  }
}

async function judged(input: ToolCallInput, args: unknown, around: Around, late: () => boolean): Promise<Answer> {
  const { adapter } = around;
  const live = await adapter.live();
  await live.refresh();
  around.gated = live.desk?.gated() === true;
  for (const text of live.news()) adapter.tell(text);
  // Without the ledger a call is judged by what the host says of its caller.
  const sessions = await adapter.sessions?.opened.catch(() => undefined);
  const { agent, level } = await caller(input.sessionID, around, sessions);
  const call: ToolCall = {
    host: "opencode",
    ...named(input, args),
    cwd: adapter.directory,
    home: adapter.home,
    ...(adapter.project === undefined ? {} : { project: adapter.project }),
    session: input.sessionID,
    callId: input.callID,
    ...(agent === undefined ? {} : { agent }),
    level,
  };
  // Its permission prompt is not open to plugins: whoever would have to be asked cannot be.
  const judging = sessions?.judging(live.judge, call);
  const given = await answer(call, {
    judge: judging?.judge ?? live.judge,
    log: adapter.log,
    canAsk: false,
    late,
    ...(live.desk ? { desk: live.desk } : {}),
  });
  const note = sessions?.answered(call, judging?.decision(), given) ?? "";
  if (note === "" || given.kind === "deny" || given.kind === "ask") return given;
  return { kind: "warn", text: given.kind === "warn" ? `${given.text}\n\n${note}` : note };
}

/** The call's own part; the host has not checked its arguments yet, they may be anything. */
function named(input: ToolCallInput, args: unknown): Pick<ToolCall, "tool" | "rawTool" | "input"> {
  const rawTool = typeof input.tool === "string" ? input.tool : "";
  return { tool: toolNamed(rawTool), rawTool, input: isRecord(args) ? args : {} };
}

/** Who is calling; where neither ledger nor host can say, nobody in particular at depth 0, for whom everything holds. */
async function caller(session: string, around: Around, sessions?: Sessions): Promise<Caller & { level: number }> {
  const { adapter, callers } = around;
  const known = sessions?.keeper.ledger.read(session);
  if (known && known.agent !== null && (known.parent !== null || known.level === 0))
    return { agent: known.agent, level: known.level };
  const limit = adapter.after(ASKING);
  try {
    const found = await Promise.race([
      callers.who(session),
      limit.done.then(() => Promise.reject(new Error(`no answer within ${ASKING} ms`))),
    ]);
    if (sessions) met(session, found, sessions, around);
    return found;
  } catch (error) {
    adapter.log.error("the caller is not known", error);
    return { level: known?.level ?? 0 };
  } finally {
    limit.cancel();
  }
}

/** Notes a session that began before bailiff did. */
function met(session: string, found: Caller & { level: number }, sessions: Sessions, { adapter }: Around): void {
  const { agent, parent, level } = found;
  const time = (adapter.now?.() ?? new Date()).getTime();
  const about = {
    host: "opencode",
    project: adapter.sessions?.project ?? adapter.directory,
    session,
    agent,
    time,
  } as const;
  sessions.on(parent === undefined ? { type: "seen", ...about } : { type: "spawn-started", ...about, parent, level });
}

/**
 * Throws the refusal: the model reads exactly this text as the tool's result. A delegation that a
 * slash command makes by itself is the exception, where throwing would leave the session unusable:
 * there the agent's name is replaced, and the host answers that it knows no such agent.
 */
function refuse(input: ToolCallInput, output: { args: unknown }, text: string): void {
  if (named(input, output.args).tool === "task" && String(input.callID).startsWith("prt_") && isRecord(output.args)) {
    output.args.subagent_type = text;
    return;
  }
  throw new Error(text);
}

/** Puts a warning after a tool's result, in either of the shapes that results have. */
function append(output: unknown, text: string): void {
  if (!isRecord(output)) return;
  if (typeof output.output === "string") output.output += `\n\n${text}`;
  else if (Array.isArray(output.content)) output.content.push({ type: "text", text });
}

/** A call that ended in an error calls no after-hook. */
async function released(part: unknown, warnings: Warnings, adapter: Adapter): Promise<void> {
  if (!isRecord(part) || typeof part.callID !== "string" || !isRecord(part.state)) return;
  if (part.state.status !== "error") return;
  warnings.take(part.callID);
  const input = { tool: String(part.tool), sessionID: String(part.sessionID), callID: part.callID };
  await ended(input, "failed", part.state.error, adapter);
}

/** Records how a call ended, and frees what it held. */
async function ended(input: ToolCallInput, outcome: "ran" | "failed", text: unknown, adapter: Adapter): Promise<void> {
  try {
    const { desk } = await adapter.live();
    const said = typeof text !== "string" ? {} : outcome === "ran" ? { result: text } : { error: text };
    desk?.ended(
      { host: "opencode", session: input.sessionID, callId: input.callID, rawTool: String(input.tool) },
      { outcome, ...said },
    );
  } catch (error) {
    adapter.log.error("the end of a call was not recorded", error);
  }
}
