import type { ToolCall } from "../../call/call.js";
import { toolNamed } from "../../call/tools.js";
import { type Answer, answer, failed } from "../answer.js";
import type { LiveJudge } from "../judge.js";
import type { Log } from "../log.js";
import { type Hooks, isRecord, type ToolCallInput } from "./api.js";
import { type Caller, Callers } from "./callers.js";
import { Warnings } from "./warnings.js";

export interface Adapter {
  /** The judge, once it is ready. */
  readonly live: () => Promise<LiveJudge>;
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

/** Milliseconds for finding out who is calling: longer, and the call is judged without knowing. */
const ASKING = 2_000;
/** Milliseconds for the whole judgement: a hook that never resolves would hang the host's run. */
const JUDGING = 10_000;

/**
 * OpenCode's hooks around one judge. Nothing but a refusal is thrown into the host, nothing is
 * printed: what goes wrong refuses calls that could change something, and is logged.
 */
export function createHooks(adapter: Adapter): Hooks {
  const callers = new Callers(adapter.session);
  const warnings = new Warnings();
  return {
    async event({ event }) {
      try {
        if (!isRecord(event) || !isRecord(event.properties)) return;
        if (event.type === "session.created") callers.created(event.properties.info);
        if (event.type === "message.part.updated") released(event.properties.part, warnings);
      } catch (error) {
        adapter.log.error("event", error);
      }
    },
    async "chat.message"(input, output) {
      adapter.beat("chat.message");
      const agent = output?.message?.agent ?? input.agent;
      if (typeof agent === "string") callers.spoke(input.sessionID, agent);
    },
    async "chat.params"(_, output) {
      withoutOurs(output?.options);
    },
    async "tool.execute.before"(input, output) {
      adapter.beat("tool.execute.before");
      const given = await withDeadline(input, output?.args, adapter, callers);
      if (given.kind === "allow") return;
      if (given.kind === "warn") warnings.keep(input.callID, given.text);
      else refuse(input, output, given.text);
    },
    async "tool.execute.after"(input, output) {
      const text = warnings.take(input.callID);
      if (text !== undefined) append(output, text);
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

async function withDeadline(input: ToolCallInput, args: unknown, adapter: Adapter, callers: Callers): Promise<Answer> {
  const limit = adapter.after(JUDGING);
  try {
    return await Promise.race([
      judged(input, args, adapter, callers),
      limit.done.then(() => failed(named(input, args), new Error(`not judged within ${JUDGING} ms`), adapter.log)),
    ]);
  } catch (error) {
    return failed(named(input, args), error, adapter.log);
  } finally {
    limit.cancel();
  }
}

async function judged(input: ToolCallInput, args: unknown, adapter: Adapter, callers: Callers): Promise<Answer> {
  const live = await adapter.live();
  await live.refresh();
  for (const text of live.news()) adapter.tell(text);
  const { agent, level } = await caller(input.sessionID, adapter, callers);
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
  return answer(call, {
    judge: live.judge,
    log: adapter.log,
    canAsk: false,
    ...(live.desk ? { desk: live.desk } : {}),
  });
}

/** The call's own part; the host has not checked its arguments yet, they may be anything. */
function named(input: ToolCallInput, args: unknown): Pick<ToolCall, "tool" | "rawTool" | "input"> {
  const rawTool = typeof input.tool === "string" ? input.tool : "";
  return { tool: toolNamed(rawTool), rawTool, input: isRecord(args) ? args : {} };
}

/** Who is calling; where the host cannot say, nobody in particular at depth 0, for whom everything holds. */
async function caller(session: string, adapter: Adapter, callers: Callers): Promise<Caller & { level: number }> {
  const limit = adapter.after(ASKING);
  try {
    return await Promise.race([
      callers.who(session),
      limit.done.then(() => Promise.reject(new Error(`no answer within ${ASKING} ms`))),
    ]);
  } catch (error) {
    adapter.log.error("the caller is not known", error);
    return { level: 0 };
  } finally {
    limit.cancel();
  }
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
function released(part: unknown, warnings: Warnings): void {
  if (!isRecord(part) || typeof part.callID !== "string" || !isRecord(part.state)) return;
  if (part.state.status === "error") warnings.take(part.callID);
}
