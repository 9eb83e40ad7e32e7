import { auditDirectory } from "../../audit/place.js";
import type { LiveJudge } from "../judge.js";
import { type Around, around, type Process, projectOf } from "./around.js";
import { reply } from "./hook.js";
import { eventOf, HEARS, JUDGES } from "./lanes.js";
import { rehearse } from "./rehearsal.js";
import { denial } from "./reply.js";

/** Answers the host for as long as the host keeps the server. */
export interface Decider {
  /** The hook's output for one call, as text; empty where it may run. Never rejects. */
  decide(given: unknown): Promise<string>;
  /** Records how a call ended; what the model is to be told, mostly nothing. Never rejects. */
  ended(given: unknown): Promise<string>;
  /** Opens the judge, and has its code compiled, before the first call needs it. */
  warm(): void;
}

/**
 * Opens what answers like the hook's process, with a judge that stays. Nothing is kept of a call but
 * what stands in files: other processes, among them those that hear how calls end, see the same.
 *
 * The host tells its hooks alone whether somebody attends a session that another program drives
 * (`CLAUDE_CODE_SESSION_ATTENDED`): here such a one counts as unattended, and a question is a refusal
 * with a code for `bailiff approve`.
 */
export function openDecider(of: Process): Decider {
  let current: { readonly key: string; readonly around: Around; live: Promise<LiveJudge> | undefined } | undefined;
  const keyOf = (project: string, { hook }: Around): string =>
    `${project}\0${auditDirectory(project, hook.home, of.env.XDG_STATE_HOME)}`;

  // A hook's process looks at the disk each time: a directory may become a project while this one stays.
  const here = () => {
    const project = projectOf(of);
    if (!current || current.key !== keyOf(project, current.around)) {
      const opened = around(of);
      current = { key: keyOf(project, opened), around: opened, live: undefined };
    }
    return current;
  };

  const judge = async (at: ReturnType<typeof here>): Promise<LiveJudge> => {
    const known = at.live;
    at.live ??= at.around.judge(true);
    try {
      const live = await at.live;
      if (known) await live.refresh();
      return live;
    } catch (error) {
      at.live = undefined;
      throw error;
    }
  };

  return {
    async decide(given) {
      try {
        const at = here();
        const { stdout } = await reply(eventOf(JUDGES, given), { ...at.around.hook, open: () => judge(at) });
        return stdout;
      } catch {
        return denial("## BLOCKED: ERR_INTERNAL").stdout;
      }
    },
    async ended(given) {
      try {
        const at = here();
        const event = eventOf(HEARS, given);
        return (await reply(event, { ...at.around.hook, aside: true, open: () => judge(at) })).stdout;
      } catch {
        return "";
      }
    },
    warm() {
      void (async () => {
        await judge(here());
        rehearse();
      })().catch(() => {});
    },
  };
}
