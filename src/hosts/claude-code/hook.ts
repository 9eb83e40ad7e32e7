import { join } from "node:path";
import { toolNamed } from "../../call/tools.js";
import { configDirectory } from "../../policy/places.js";
import { type Answer, answer, failed } from "../answer.js";
import type { Desk } from "../desk.js";
import type { LiveJudge } from "../judge.js";
import type { Log } from "../log.js";
import type { Sessions } from "../sessions.js";
import { BadEvent, type HookEvent, parseEvent, toolCall } from "./event.js";
import { blocked, denial, preToolUseReply, type Reply, SILENT, tellingPerson } from "./reply.js";
import { levelOf, sessionOf, sessionReply } from "./sessions.js";
import { losesHooks, switchesOff } from "./settings.js";

export interface Hook {
  readonly home: string;
  /** The process's working directory, for events that name none. */
  readonly cwd: string;
  readonly project?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens the judge. */
  readonly open: (judging: boolean) => Promise<Opened>;
  /** Opens the sessions by the law in force; without them callers are known by the event alone. */
  readonly sessions?: (law: LiveJudge["law"], event: string) => Sessions;
  readonly now?: () => Date;
  /** The event is one that decides nothing: whatever fails says nothing. */
  readonly aside?: boolean;
  readonly log: Log;
  /** Whether a person is there who could be asked. */
  readonly canAsk: boolean;
  /** The host lets calls run that its server does not answer, and is set up to ask one. */
  readonly tooOldForServer?: boolean;
  /** Notes that a hook was called. */
  readonly beat: (hook: string) => void;
  /** The content of a file, or undefined when it cannot be read. */
  readonly readFile: (path: string) => string | undefined;
}

type Opened = Pick<LiveJudge, "judge" | "news" | "desk"> & Partial<Pick<LiveJudge, "law">>;

/** The reply to one event of Claude Code. Never rejects. */
export async function reply(text: string, hook: Hook): Promise<Reply> {
  let event: HookEvent;
  try {
    event = parseEvent(text);
  } catch (error) {
    hook.log.error(hook.aside ? "an event that cannot be read" : "an event that cannot be read: refused", error);
    if (hook.aside) return SILENT;
    return denial(badEvent(error));
  }
  hook.beat(event.name);
  try {
    if (event.name === "PreToolUse") {
      const opened = await hook.open(true);
      const given = await judged(event, opened, hook);
      return tellingPerson(preToolUseReply(given), opened.news());
    }
    if (event.name === "ConfigChange") return configChange(event, hook);
    if (event.name === "UserPromptSubmit" && hook.tooOldForServer) return blocked(TOO_OLD);
    return await besideCalls(event, hook);
  } catch (error) {
    if (event.name !== "PreToolUse") {
      hook.log.error(event.name, error);
      return SILENT;
    }
    const rawTool = event.tool ?? "";
    return preToolUseReply(failed({ tool: toolNamed(rawTool), rawTool, input: event.input }, error, hook.log));
  }
}

async function judged(event: HookEvent, { judge, desk, law }: Opened, hook: Hook): Promise<Answer> {
  const sessions = sessionsOf(event, law, hook);
  const plain = toolCall(event, hook);
  const call = sessions ? { ...plain, level: levelOf(event, sessions, around(hook)) } : plain;
  const judging = sessions?.judging(judge, call);
  const asked = { judge: judging?.judge ?? judge, log: hook.log, canAsk: hook.canAsk, ...(desk ? { desk } : {}) };
  const given = await answer(call, asked);
  const note = sessions?.answered(call, judging?.decision(), given) ?? "";
  if (note === "" || given.kind === "deny" || given.kind === "ask") return given;
  return { kind: "warn", text: given.kind === "warn" ? `${given.text}\n\n${note}` : note };
}

/** Events around calls and sessions: they are recorded, and tell the model something now and then. */
async function besideCalls(event: HookEvent, hook: Hook): Promise<Reply> {
  if (hook.sessions === undefined) return SILENT;
  // An event without an answer has nobody to tell what is wrong with changed rules.
  const silent = (event.name === "PostToolUse" && !event.isDelegation) || event.name === "PreCompact";
  const { desk, law, news } = await hook.open(!silent);
  try {
    if (desk) recordEnd(event, desk, hook);
  } catch (error) {
    hook.log.error("the end of a call was not recorded", error);
  }
  const sessions = sessionOf(event) === undefined ? undefined : sessionsOf(event, law, hook);
  const given = sessions ? sessionReply(event, sessions, around(hook)) : SILENT;
  return silent ? given : tellingPerson(given, news());
}

/** Writes down that a call, or a session with all its calls, ended. */
function recordEnd(event: HookEvent, desk: Desk, hook: Hook): void {
  if (event.name === "PostToolUse" || event.name === "PostToolUseFailure") {
    const { host, session, callId, rawTool } = toolCall(event, hook);
    const outcome = event.name === "PostToolUse" ? "ran" : "failed";
    desk.ended(
      { host, rawTool, ...(session === undefined ? {} : { session }), ...(callId === undefined ? {} : { callId }) },
      {
        outcome,
        ...(event.response ? { result: JSON.stringify(event.response) } : {}),
        ...(event.error === undefined ? {} : { error: event.error }),
        ...(event.duration === undefined ? {} : { duration: event.duration }),
      },
    );
  }
  if (event.name === "SessionEnd" || event.name === "SessionStart") desk.abandon(event.session);
}

/** What is known of sessions fails open: without it a call is judged by what its event says. */
function sessionsOf(event: HookEvent, law: Opened["law"], hook: Hook): Sessions | undefined {
  try {
    return law && hook.sessions?.(law, event.name);
  } catch (error) {
    hook.log.error("the sessions cannot be opened", error);
    return undefined;
  }
}

function around({ project, cwd, readFile, now }: Hook): Parameters<typeof sessionReply>[2] {
  return { project: project ?? cwd, time: (now?.() ?? new Date()).getTime(), readFile };
}

const TOO_OLD = [
  "## BLOCKED: this version of Claude Code cannot be governed as it is set up",
  "",
  "**Reason:** Before 2.1.295 it runs calls that bailiff's server does not answer.",
  "**Suggestion:** Update Claude Code, or run `bailiff init --claude --lane safe` in a terminal and start again.",
].join("\n");

function configChange(event: HookEvent, hook: Hook): Reply {
  // What an administrator decides is not for a plugin to refuse.
  if (event.source === "policy_settings" || event.file === undefined) return SILENT;
  const text = hook.readFile(event.file);
  const manifests = [join(hook.project ?? hook.cwd, ".bailiff"), configDirectory(hook.env, hook.home)].map((at) =>
    hook.readFile(join(at, "manifest.json")),
  );
  const why = switchesOff(text ?? "", "bailiff", hook.env) ?? losesHooks(event.file, text, manifests);
  if (why === undefined) return SILENT;
  hook.log.info(`settings not taken over: ${why}`);
  return blocked(
    [
      "## BLOCKED: settings that switch bailiff off",
      "",
      `**Reason:** ${why}, and this session began with it on.`,
      "**Suggestion:** Whoever really wants that ends the session and starts a new one.",
    ].join("\n"),
  );
}

function badEvent(error: unknown): string {
  return [
    "## BLOCKED: this call could not be read",
    "",
    `**Reason:** ${error instanceof BadEvent ? error.message : "it could not be read"} (ERR_INTERNAL); what cannot be checked does not run.`,
    "**Suggestion:** Make the call smaller, for example by writing a long file in parts, and try again.",
  ].join("\n");
}
