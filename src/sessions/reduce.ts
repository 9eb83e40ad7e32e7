import { HISTORY_LIMIT, LEVEL_LIMIT, SPAWN_LIMIT } from "../brain/limits.js";
import type { Config } from "../brain/schema/config.js";
import type { Session, Spawn, Transition } from "../brain/schema/session.js";
import type { HostName } from "../call/call.js";
import type { Scope } from "../policy/policy.js";
import { type Cause, pauseOf, TRANSITIONS } from "./states.js";

/** Two reports of one compaction arrive within this time; milliseconds. */
const SAME_COMPACTION = 2000;
/** How exactly the time of last sign is kept, so that not every tool call writes; milliseconds. */
export const SEEN_GRAIN = 60_000;

/** A record, and the oldest transitions that no longer fit into it. */
export interface Step {
  readonly session: Session;
  readonly overflow: readonly Transition[];
}

export interface Birth {
  readonly id: string;
  readonly host: HostName;
  readonly project: string;
  readonly time: number;
}

/** The record of a session that was not heard of before; it has entered no state yet. */
export function birth({ id, host, project, time }: Birth): Session {
  return {
    version: 1,
    id,
    host,
    project,
    parent: null,
    root: id,
    confirmed: true,
    agent: null,
    scope: null,
    level: 0,
    control: "full",
    created: time,
    lastSeen: time,
    sessionState: "new",
    previousState: null,
    stateHistory: [],
    ended: false,
    spawns: [],
    spawned: [],
    compactions: 0,
    messages: 0,
    firstTool: null,
    told: { standing: null, resumed: null, pause: null, compacted: null },
  };
}

/** The cause that a message or a resumption is, by how long the session was silent. */
export function causeOfReturn(
  session: Session,
  time: number,
  limits: Config["resume"],
  explicit: boolean,
): { readonly cause: Cause; readonly pause: number } {
  const pause = Math.max(0, time - session.lastSeen);
  const kind = pauseOf(session.lastSeen, time, limits);
  // Without the host's word for it, only a session that stands still can return.
  if (!explicit && (kind === "short" || session.sessionState !== "idle")) return { cause: "message", pause };
  const cause = kind === "late" ? "return-late" : kind === "resume" ? "return" : "rejoined";
  return { cause, pause };
}

/** Enters the state that the table says. A repeated event changes nothing but the time of last sign. */
export function enter(session: Session, cause: Cause, time: number): Step {
  const last = session.stateHistory.at(-1);
  if (last?.event === cause && last.time === time) return { session, overflow: [] };
  const fresh = last === undefined;
  const before = session.sessionState;
  const after = TRANSITIONS[cause][fresh ? "none" : before];
  if (cause === "compacted" && isSameCompaction(session, time))
    return { session: touched(session, time), overflow: [] };
  // These are noted also where the state stays the same: each is an event of its own.
  const noted = cause === "restarted" || cause === "return-late" || cause === "return" || cause === "compacted";
  let next: Session = touched(session, time);
  if (cause === "ended" && !session.ended) next = { ...next, ended: true };
  if (session.ended && cause !== "ended" && cause !== "idle") next = { ...next, ended: false };
  if (!fresh && before === after && !noted) return { session: next, overflow: [] };
  const stateHistory = [...session.stateHistory, { state: after, time, event: cause }];
  const overflow = stateHistory.splice(0, Math.max(0, stateHistory.length - HISTORY_LIMIT));
  next = { ...next, sessionState: after, previousState: fresh ? null : before, stateHistory };
  if (cause === "compacted")
    next = { ...next, compactions: session.compactions + 1, told: { ...next.told, compacted: time } };
  // What was told is gone from the model's sight, or belongs to another day.
  if (cause === "return")
    next = { ...next, told: { ...next.told, resumed: time, pause: Math.max(0, time - session.lastSeen) } };
  if (cause === "restarted" || cause === "return-late") next = { ...next, told: { ...next.told, standing: null } };
  return { session: next, overflow };
}

function isSameCompaction(session: Session, time: number): boolean {
  return session.told.compacted !== null && Math.abs(time - session.told.compacted) < SAME_COMPACTION;
}

/** Notes a sign of life, by the minute; never back in time. */
export function touched(session: Session, time: number, grain = 0): Session {
  return time - session.lastSeen > grain ? { ...session, lastSeen: time } : session;
}

/** Puts a session below its parent. */
export function adopt(
  session: Session,
  parent: Pick<Session, "id" | "root" | "level">,
  confirmed: boolean,
  level: number = parent.level + 1,
): Session {
  return withLevel({ ...session, parent: parent.id, root: parent.root, confirmed }, level);
}

/** Sets the depth and what follows from it. */
export function withLevel(session: Session, level: number): Session {
  const bounded = Math.max(0, Math.min(Math.trunc(level), LEVEL_LIMIT));
  return { ...session, level: bounded, control: bounded === 0 ? "full" : bounded === 1 ? "can-stop" : "opaque" };
}

/** The agent that works in the session, as the host names it. The last word counts: users switch agents. */
export function withAgent(session: Session, agent: string | undefined, scope: Scope | null): Session {
  const name = agent?.slice(0, 120);
  if (name === undefined || name === "" || (session.agent === name && session.scope === scope)) return session;
  return { ...session, agent: name, scope };
}

/** Takes a slot for a delegation. A call that has one, or had one, takes none. */
export function openSpawn(
  session: Session,
  callId: string,
  agent: string | undefined,
  time: number,
  bound?: string,
): Session {
  if (session.spawns.some((each) => each.callId === callId) || session.spawned.includes(callId)) return session;
  const spawn = { callId, agent: agent?.slice(0, 120) || null, since: time, ...(bound ? { bound } : {}) };
  const spawns = [...session.spawns, spawn].slice(-SPAWN_LIMIT);
  return { ...session, spawns };
}

/** Notes which child a delegation started. */
export function claimSpawn(session: Session, callId: string, child: string): Session {
  const spawn = session.spawns.find((each) => each.callId === callId);
  if (!spawn || spawn.child === child) return session;
  const spawns = session.spawns.map((each): Spawn => {
    if (each === spawn) return { ...each, child };
    // It was guessed to be another one's.
    const { child: claimed, ...free } = each;
    return claimed === child ? free : each;
  });
  return { ...session, spawns };
}

/** Frees a slot. Freeing it twice, or before it was taken, is harmless. */
export function closeSpawn(session: Session, callId: string): Session {
  const open = session.spawns.some((each) => each.callId === callId);
  if (!open && session.spawned.includes(callId)) return session;
  const spawned = [...session.spawned.filter((each) => each !== callId), callId].slice(-SPAWN_LIMIT);
  return { ...session, spawns: session.spawns.filter((each) => each.callId !== callId), spawned };
}

/**
 * Binds a session to the one project that its task named. A parent's project goes before: what is bound
 * stays bound, whoever delegates further.
 */
export function bind(session: Session, parent: Session): Session {
  const bound = session.bound ?? parent.bound ?? parent.spawns.find((each) => each.child === session.id)?.bound;
  return bound === undefined || bound === session.bound ? session : { ...session, bound };
}
