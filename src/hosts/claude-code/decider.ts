import { auditDirectory } from "../../audit/place.js";
import type { LiveJudge } from "../judge.js";
import { type Around, around, type Process, projectOf } from "./around.js";
import { reply } from "./hook.js";
import { denial } from "./reply.js";

/** What the host puts into the call of `decide`, under our names: text, empty where it has nothing. */
const FIELDS = {
  cwd: "cwd",
  session: "session_id",
  call: "tool_use_id",
  agent_id: "agent_id",
  agent_type: "agent_type",
  transcript: "transcript_path",
} as const;

/** The `input` of the hook's entry: what the host is to put in for each argument. */
export const DECIDE_INPUT: Readonly<Record<string, string>> = {
  tool: "${tool_name}",
  input: "${tool_input}",
  ...Object.fromEntries(Object.entries(FIELDS).map(([ours, theirs]) => [ours, `\${${theirs}}`])),
};

/** The PreToolUse event behind the arguments of `decide`; what is missing or no JSON is left for the reader of events. */
export function eventOf(given: unknown): string {
  const { tool, input, ...rest } = isRecord(given) ? given : {};
  const event: Record<string, unknown> = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: parsed(input) };
  for (const [ours, theirs] of Object.entries(FIELDS)) event[theirs] = rest[ours];
  return JSON.stringify(event);
}

/** The tool's input arrives as JSON text; the host may come to hand it over as it is. */
function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

/** Answers calls of `decide` for as long as the host keeps the server. */
export interface Decider {
  /** The hook's output for one call, as text; empty where it may run. Never rejects. */
  decide(given: unknown): Promise<string>;
  /** Opens the judge before the first call needs it. */
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
        const { stdout } = await reply(eventOf(given), { ...at.around.hook, open: () => judge(at) });
        return stdout;
      } catch {
        return denial("## BLOCKED: ERR_INTERNAL").stdout;
      }
    },
    warm() {
      void (async () => judge(here()))().catch(() => {});
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
