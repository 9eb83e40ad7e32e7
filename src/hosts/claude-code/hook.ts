import { toolNamed } from "../../call/tools.js";
import { answer, failed } from "../answer.js";
import type { LiveJudge } from "../judge.js";
import type { Log } from "../log.js";
import { BadEvent, type HookEvent, parseEvent, toolCall } from "./event.js";
import { configRefusal, denial, preToolUseReply, type Reply, SILENT, tellingPerson } from "./reply.js";
import { switchesOff } from "./settings.js";

export interface Hook {
  readonly home: string;
  /** The process's working directory, for events that name none. */
  readonly cwd: string;
  readonly project?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens the judge. */
  readonly open: () => Promise<Pick<LiveJudge, "judge" | "news" | "desk">>;
  readonly log: Log;
  /** Whether a person is there who could be asked. */
  readonly canAsk: boolean;
  /** Notes that a hook was called. */
  readonly beat: (hook: string) => void;
  /** The content of a file, or undefined when it cannot be read. */
  readonly readFile: (path: string) => string | undefined;
}

/** The reply to one event of Claude Code. Never rejects. */
export async function reply(text: string, hook: Hook): Promise<Reply> {
  let event: HookEvent;
  try {
    event = parseEvent(text);
  } catch (error) {
    hook.log.error("an event that cannot be read: refused", error);
    return denial(badEvent(error));
  }
  hook.beat(event.name);
  try {
    if (event.name === "PreToolUse") {
      const { judge, news, desk } = await hook.open();
      const asked = { judge, log: hook.log, canAsk: hook.canAsk, ...(desk ? { desk } : {}) };
      const given = await answer(toolCall(event, hook), asked);
      return tellingPerson(preToolUseReply(given), news());
    }
    if (event.name === "ConfigChange") return configChange(event, hook);
    return SILENT;
  } catch (error) {
    if (event.name !== "PreToolUse") {
      hook.log.error(event.name, error);
      return SILENT;
    }
    const rawTool = event.tool ?? "";
    return preToolUseReply(failed({ tool: toolNamed(rawTool), rawTool, input: event.input }, error, hook.log));
  }
}

function configChange(event: HookEvent, hook: Hook): Reply {
  // What an administrator decides is not for a plugin to refuse.
  if (event.source === "policy_settings" || event.file === undefined) return SILENT;
  const why = switchesOff(hook.readFile(event.file) ?? "", "bailiff", hook.env);
  if (why === undefined) return SILENT;
  hook.log.info(`settings not taken over: ${why}`);
  return configRefusal(
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
