import { redact } from "../audit/redact.js";
import { type Brain, makeBrain } from "../brain/brain.js";
import { createCheckpoint } from "../brain/checkpoints.js";
import { message } from "../brain/load.js";
import { countIteration, countSpawn, escalation, recordError } from "../brain/metrics.js";
import type { Place } from "../brain/place.js";
import { purge } from "../brain/purge.js";
import type { Session } from "../brain/schema/session.js";
import { makeStore, type Problem } from "../brain/store.js";
import { openTodos } from "../brain/todos.js";
import { compactionText, escalationText, firstToolText, reminderText, resumeText } from "../text/session-texts.js";
import type { SessionEvent } from "./event.js";
import { type Ledger, makeLedger, safeId } from "./ledger.js";
import {
  bind,
  causeOfReturn,
  claimSpawn,
  closeSpawn,
  enter,
  openSpawn,
  SEEN_GRAIN,
  touched,
  withAgent,
} from "./reduce.js";
import { openSpawns } from "./slots.js";
import type { Cause } from "./states.js";
import { type AgentBrief, type Delivery, joined, makeTelling } from "./telling.js";

export interface KeeperOptions {
  readonly place: Place;
  readonly mode: string;
  /** The registered projects; none where nobody registered any. */
  readonly projects?: () => readonly { readonly name: string; readonly write: boolean }[];
  /** How many parts of the project's policy files wait for a person's trust; none where absent. */
  readonly untrusted?: () => number;
  /** What is known of an agent, by the host's name; null for a session of no named agent. */
  readonly agent?: (name: string | null) => AgentBrief;
  readonly delivery?: Delivery;
  /** Longest wait for another process, milliseconds: less where the host gives less. */
  readonly wait?: number;
}

/** What an event led to. */
export interface Told {
  /** To be put before the model, if anything is. */
  readonly text?: string;
  /** The session after the event; absent for a session that is not known. */
  readonly session?: Session;
  /** What could not be written or read; for the log, never for the host. */
  readonly problems: readonly Problem[];
}

/**
 * Keeps the sessions of one project: the one place that hosts' adapters report to. An adapter turns
 * what its host says into `SessionEvent`s and does three things with a keeper:
 *
 * - `on(event)` for each event, in any order and as often as the host repeats it. It never throws,
 *   writes synchronously, and returns what to tell the model now, if anything.
 * - `standing(session)` for each request, where the host builds its system prompt anew (`always`).
 * - `levelOf(session)` and `ledger` for the facts of a decision: one small file is read, no lock.
 *
 * What is done at which event:
 *
 * | event | does | returns |
 * |---|---|---|
 * | created (root) | brain ensured, metrics archived and reset, purge | standing text (`once`) |
 * | created, spawn-started (child) | level from the parent chain | standing text of its level (`once`) |
 * | message | counts an iteration | standing text if it changed, or the resume text |
 * | resumed | | resume text after 1 to 48 h, and the standing text |
 * | compacting | | what the summary must carry |
 * | compacted | | standing text again (`once`), reminder |
 * | idle, ended | statistics of the metrics into the record; slots of its own are let go at `ended` | nothing |
 * | spawn-requested, -finished | a slot is taken, freed | nothing |
 * | failed | error recorded | advice once one error came three times |
 * | halted | checkpoint written | nothing |
 * | seen | last sign of life, by the minute | a word when another tool came first than the agent's file asks |
 */
export interface Keeper {
  readonly ledger: Ledger;
  readonly brain: Brain;
  on(event: SessionEvent): Told;
  /**
   * What the model is to have before it in each request: the standing text, and in the turn after a
   * compaction or a pause the reminder of it. `actions`: what was done last, newest last.
   */
  standing(session: string, time: number, actions?: readonly string[]): string;
  /** The session's depth; undefined for one never heard of. */
  levelOf(session: string): number | undefined;
  /** Delegations of a session that are under way. */
  openSpawns(session: string, time: number): number;
}

const NO_AGENT: AgentBrief = { scope: null, role: null, tools: [], firstTools: [] };

export function makeKeeper(options: KeeperOptions): Keeper {
  const { place } = options;
  const delivery = options.delivery ?? "once";
  const wait = options.wait === undefined ? {} : { wait: options.wait };
  const brain = makeBrain(place, makeStore({ frozen: place.frozen, ...wait }));
  const ledger = makeLedger(place, makeStore(wait));
  const briefOf = (name: string | null): AgentBrief => options.agent?.(name) ?? NO_AGENT;
  const named = (session: Session, agent: string | undefined): Session =>
    agent === undefined ? session : withAgent(session, agent, briefOf(agent).scope);
  const problems: Problem[] = [];
  const noted = (done: { readonly ok: boolean; readonly message?: string }, file: string): void => {
    if (!done.ok && !place.frozen) problems.push({ file, message: done.message ?? "could not be written" });
  };

  const { situation, standingOnce, standingNow } = makeTelling({ ...options, delivery, agent: briefOf }, brain, ledger);

  const begin = (session: Session, time: number): void => {
    if (session.level > 0 || session.parent !== null || place.frozen) return;
    noted(brain.ensure(time), place.brain);
    noted(brain.restartMetrics(session.id, time), place.metrics);
    problems.push(...purge({ place, store: brain.store, now: time, active: [session.id] }).problems);
  };

  /** Binds a child to the project of its parent, or of the task that it was given. */
  const bindTo = (child: string, time: number): void => {
    const session = ledger.read(child);
    const parent = session?.parent == null ? undefined : ledger.read(session.parent);
    if (!session || !parent || bind(session, parent) === session) return;
    ledger.change(child, null, time, (each) => bind(each, parent));
  };

  /** Puts a session that an event was the first sign of below its parent, as well as that can be known. */
  const putInPlace = (event: Extract<SessionEvent, { type: "spawn-started" | "created" }>): void => {
    const { session, time, level } = event;
    const root = event.type === "spawn-started" ? event.root : undefined;
    const callId = event.callId === undefined ? undefined : safeId(event.callId);
    const caller = callId === undefined ? undefined : ledger.findCall(callId);
    if (caller && callId !== undefined)
      ledger.change(caller.id, null, time, (each) => claimSpawn(each, callId, safeId(session)));
    const parent = event.parent ?? caller?.id;
    if (parent !== undefined) {
      ledger.link(session, parent, { time, confirmed: true, level });
      bindTo(session, time);
      return;
    }
    if (root === undefined) return;
    // Nothing will say more of a child that is heard of again: its guessed place is the one it is bound by.
    if (ledger.read(session)?.parent != null) {
      bindTo(session, time);
      return;
    }
    const guess = ledger.guess(root, event.agent, time);
    if (guess) {
      ledger.change(guess.parent.id, null, time, (each) => claimSpawn(each, guess.callId, safeId(session)));
      ledger.link(session, guess.parent.id, { time, confirmed: false, level });
    } else ledger.link(session, root, { time, confirmed: false, level });
  };

  const handle = (event: SessionEvent): string => {
    const { session: id, time } = event;
    switch (event.type) {
      case "created": {
        const known = ledger.read(id) !== undefined;
        const again = event.source === "clear" || event.source === "fork";
        const cause: Cause = again ? "restarted" : "created";
        let session = ledger.change(id, event, time, (each) => {
          const step = enter(each, cause, time);
          return { ...step, session: named(step.session, event.agent) };
        });
        if (event.parent !== undefined || event.callId !== undefined) putInPlace(event);
        session = ledger.read(id) ?? session;
        if (!session) return "";
        if (!known || again) begin(session, time);
        return standingOnce(session, time);
      }
      case "spawn-started": {
        ledger.change(id, event, time, (each) => {
          const step = enter(each, each.sessionState === "idle" ? "woken" : "created", time);
          return { ...step, session: named(step.session, event.agent) };
        });
        putInPlace(event);
        const session = ledger.read(id);
        return session ? standingOnce(session, time) : "";
      }
      case "message":
      case "resumed": {
        const limits = brain.config().resume;
        const explicit = event.type === "resumed" || event.continued === true;
        const before = ledger.read(id);
        const session = ledger.change(id, event, time, (each) => {
          const { cause } = causeOfReturn(each, time, limits, explicit);
          const step = enter(each, cause, time);
          const messages = event.type === "message" ? step.session.messages + 1 : step.session.messages;
          return { ...step, session: named({ ...step.session, messages }, event.agent) };
        });
        if (!session) return "";
        if (!before) begin(session, time);
        if (event.type === "message" && session.level === 0) brain.countMetrics(countIteration, time);
        // Only the report that made it a return speaks; a repeated one finds it told.
        const returned = session.told.resumed === time && before?.told.resumed !== time && delivery === "once";
        const resume = returned ? resumeText(situation(session, time), session.told.pause ?? 0) : "";
        return joined(resume, standingOnce(session, time, resume !== ""));
      }
      case "compacting": {
        const session = ledger.change(id, null, time, (each) => enter(each, "compacting", time));
        return session ? compactionText(situation(session, time, event.actions)) : "";
      }
      case "compacted": {
        const before = ledger.read(id)?.compactions;
        const session = ledger.change(id, null, time, (each) => enter(each, "compacted", time));
        if (!session || session.compactions === before) return "";
        if (delivery === "always") return "";
        return joined(standingOnce(session, time, true), reminderText(situation(session, time, event.actions)));
      }
      case "idle":
      case "ended": {
        const { iterations, spawns, errors } = brain.metrics(time);
        const still = ledger.change(id, null, time, (each) => {
          const step = enter(each, event.type, time);
          if (step.session.sessionState === each.sessionState && step.session.ended === each.ended) return each;
          const statistics = { iterations, spawns: spawns.total, errors: errors.total, time };
          const session = each.level === 0 ? { ...step.session, statistics } : step.session;
          return { ...step, session: event.type === "ended" ? { ...session, spawns: [] } : session };
        });
        const own =
          still?.parent == null ? undefined : ledger.read(still.parent)?.spawns.find((s) => s.child === still.id);
        if (own && still?.parent != null)
          ledger.change(still.parent, null, time, (each) => closeSpawn(each, own.callId));
        return "";
      }
      case "seen": {
        // The common case reads one file and writes nothing.
        const known = ledger.read(id);
        const tool = event.tool?.slice(0, 120);
        const first = known?.firstTool === null && tool !== undefined && tool !== "";
        const agentKnown = event.agent === undefined || known?.agent === event.agent;
        const still = known?.sessionState !== "idle" && known?.ended === false;
        if (known && !first && agentKnown && still && time - known.lastSeen <= SEEN_GRAIN) return "";
        const session = ledger.change(
          id,
          event,
          time,
          (each) => {
            const step = enter(each, "seen", time);
            const next = named(touched(step.session, time), event.agent);
            return { ...step, session: first && each.firstTool === null ? { ...next, firstTool: tool } : next };
          },
          known === undefined,
        );
        const wanted = first && session ? briefOf(session.agent).firstTools : [];
        return first && wanted.length > 0 && !wanted.includes(tool) ? firstToolText(tool, wanted) : "";
      }
      case "spawn-requested": {
        const callId = safeId(event.callId);
        let fresh = false;
        ledger.change(id, null, time, (each) => {
          const next = openSpawn(each, callId, event.agent, time, event.bound?.slice(0, 120));
          fresh = next !== each;
          return next;
        });
        if (fresh) brain.countMetrics((metrics) => countSpawn(metrics, event.agent?.slice(0, 120) || "unnamed"), time);
        return "";
      }
      case "spawn-finished": {
        const callId = safeId(event.callId);
        const child = event.child ?? ledger.read(id)?.spawns.find((each) => each.callId === callId)?.child;
        const goesOn = event.outcome === "background";
        ledger.change(id, null, time, (each) =>
          goesOn && child !== undefined
            ? claimSpawn(each, callId, safeId(child))
            : goesOn
              ? each
              : closeSpawn(each, callId),
        );
        if (child !== undefined && ledger.read(child)) {
          ledger.link(child, id, { time, confirmed: true });
          if (!goesOn) ledger.change(child, null, time, (each) => enter(each, "idle", time));
        }
        return "";
      }
      case "failed": {
        // What failed often says with which password.
        const text = redact(event.message, 300);
        if (text.trim() === "") return "";
        const tool = event.tool === undefined ? undefined : redact(event.tool, 120);
        const session = safeId(id);
        const counted = brain.countMetrics(
          (metrics) => recordError(metrics, { time, text, session, ...(tool ? { tool } : {}) }),
          time,
        );
        const worst = counted.ok ? escalation(counted.value) : undefined;
        return worst && worst.text.replace(/\s+/g, " ") === text.replace(/\s+/g, " ") ? escalationText(worst) : "";
      }
      case "halted": {
        const session = ledger.read(id);
        const state = brain.state(time);
        const checkpoint = {
          kind: "halt" as const,
          reason: event.reason.slice(0, 500) || "halted",
          session: safeId(id),
          agent: (event.agent ?? session?.agent ?? null)?.slice(0, 120) || null,
          level: session?.level ?? null,
          phase: state.phase,
          anchors: state.anchors,
          todos: openTodos(brain.todos()).slice(0, 50),
        };
        noted(createCheckpoint(brain.store, place, checkpoint, time), place.execution);
        return "";
      }
    }
  };

  return {
    ledger,
    brain,
    on(event) {
      let text = "";
      try {
        text = handle(event);
      } catch (error) {
        problems.push({ file: place.brain, message: `${event.type}: ${message(error)}` });
      }
      const session = attempt(() => ledger.read(event.session));
      const found = [...problems.splice(0), ...ledger.problems()];
      return { ...(text === "" ? {} : { text }), ...(session ? { session } : {}), problems: found };
    },
    standing(id, time, actions) {
      const text = attempt(() => {
        const session = ledger.read(id);
        return session ? standingNow(session, time, actions) : "";
      });
      return text ?? "";
    },
    levelOf: (id) => attempt(() => ledger.read(id)?.level),
    openSpawns(id, time) {
      const session = attempt(() => ledger.read(id));
      return session ? openSpawns(session, time, (child) => attempt(() => ledger.read(child)?.lastSeen)).length : 0;
    },
  };
}

/** Texts fail open: what cannot be read is not said. */
function attempt<T>(body: () => T): T | undefined {
  try {
    return body();
  } catch {
    return undefined;
  }
}
