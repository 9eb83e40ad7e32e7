import { createHash } from "node:crypto";
import { lastActions } from "../brain/actions.js";
import { byImportance } from "../brain/anchors.js";
import type { Brain } from "../brain/brain.js";
import type { Session } from "../brain/schema/session.js";
import { openTodos } from "../brain/todos.js";
import type { Scope } from "../policy/policy.js";
import { reminderText, resumeText, type Situation, standingText } from "../text/session-texts.js";
import type { Ledger } from "./ledger.js";

/** What the policy and the agents' files say about an agent. */
export interface AgentBrief {
  readonly scope: Scope | null;
  /** What it does, one sentence. */
  readonly role: string | null;
  /** Its allow-list in short. */
  readonly tools: readonly string[];
  /** Tools that should come first. */
  readonly firstTools: readonly string[];
}

/**
 * How the standing text reaches the model. `once`: it is put into the conversation when an event
 * returns it (Claude Code). `always`: the host asks for it at each request and no event returns it
 * (OpenCode, whose system prompt is made anew each time).
 */
export type Delivery = "once" | "always";

export interface TellingOptions {
  readonly mode: string;
  readonly projects?: () => readonly { readonly name: string; readonly write: boolean }[];
  /** How many parts of the project's policy files wait for a person's trust; none where absent. */
  readonly untrusted?: () => number;
  readonly agent: (name: string | null) => AgentBrief;
  readonly delivery: Delivery;
}

export interface Telling {
  /** What there is to say about a session; `actions` instead of those that the brain remembers. */
  situation(session: Session, time: number, actions?: readonly string[]): Situation;
  /** The standing text, if this session was not told it yet or it changed; notes that it now was. `again`: in any case. */
  standingOnce(session: Session, time: number, again?: boolean): string;
  /** What is to stand before the model now, with the reminder of a compaction or a pause in the turn after it. */
  standingNow(session: Session, time: number, actions?: readonly string[]): string;
}

/** Decides what is told to a session when, so that it is told once. */
export function makeTelling(options: TellingOptions, brain: Brain, ledger: Ledger): Telling {
  const situation: Telling["situation"] = (session, time, actions) => {
    const brief = options.agent(session.agent);
    const state = brain.state(time);
    return {
      level: session.level,
      language: brain.config().language,
      agent: session.agent,
      role: brief.role,
      scope: brief.scope,
      tools: brief.tools,
      mode: options.mode,
      projects: options.projects?.() ?? [],
      untrusted: options.untrusted?.() ?? 0,
      phase: state.phase,
      framework: state.framework,
      anchors: byImportance(state.anchors),
      todos: openTodos(brain.todos()),
      actions: actions ?? lastActions(state, 5).map((each) => each.text),
      firstTools: brief.firstTools,
    };
  };

  return {
    situation,
    standingOnce(session, time, again = false) {
      if (options.delivery === "always" || session.level >= 2) return "";
      const now = situation(session, time);
      // What changes with the work itself is no reason to say everything again.
      const hash = hashOf(standingText({ ...now, todos: [], firstTools: [] }));
      if (session.told.standing === hash && !again) return "";
      ledger.change(session.id, null, time, (each) =>
        each.told.standing === hash ? each : { ...each, told: { ...each.told, standing: hash } },
      );
      return standingText(now);
    },
    standingNow(session, time, actions) {
      if (session.level >= 2) return "";
      const now = situation(session, time, actions);
      const turn = session.stateHistory.at(-1);
      if (session.sessionState === "compacted") return joined(standingText(now), reminderText(now));
      if (session.sessionState === "resumed" && turn?.event === "return")
        return joined(resumeText(now, session.told.pause ?? 0), standingText(now));
      return standingText(now);
    },
  };
}

/** Texts one after the other; empty ones leave no gap. */
export function joined(...texts: readonly string[]): string {
  return texts.filter((each) => each !== "").join("\n\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
