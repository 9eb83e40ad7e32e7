import { join } from "node:path";
import { HOUR } from "./anchors.js";
import { type Brain, makeBrain } from "./brain.js";
import { deleteCheckpoint, isId, listCheckpoints } from "./checkpoints.js";
import { codeOf } from "./files.js";
import { sessionKind } from "./kinds.js";
import { message } from "./load.js";
import { type Move, moveAll } from "./move.js";
import type { Place } from "./place.js";
import type { Session } from "./schema/session.js";
import type { Problem, Store } from "./store.js";

/** Sessions untouched for longer are moved to the archive; milliseconds. */
export const SESSION_AGE = 168 * HOUR;
/** So many checkpoints of halts are kept. */
const HALTS_KEPT = 5;
/** What a killed writer left is swept after this long; milliseconds. */
const LEFTOVER_AGE = HOUR;

export interface PurgeOptions {
  readonly place: Place;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Sessions that are open now; they and their kin stay. */
  readonly active?: readonly string[];
  /** Only says what would be done. */
  readonly dryRun?: boolean;
}

/** What was done, or with `dryRun` would be. Ids and names are sorted. */
export interface PurgeReport {
  readonly dryRun: boolean;
  readonly sessionsArchived: readonly string[];
  readonly sessionsKept: number;
  readonly anchorsArchived: readonly string[];
  readonly checkpointsRemoved: readonly string[];
  readonly leftoversRemoved: readonly string[];
  /** What could not be done; its source is still where it was. */
  readonly problems: readonly Problem[];
}

/**
 * Moves what is old out of the way: sessions to the archive, aged anchors to the history, all but
 * the newest five checkpoints of halts and what killed writers left away. Safe to repeat, safe to
 * interrupt, safe beside running sessions; a failure leaves its source in place and the rest goes on.
 */
export function purge(options: PurgeOptions): PurgeReport {
  const { place, store, now, dryRun = false } = options;
  const problems: Problem[] = [];
  if (place.frozen && !dryRun) {
    return { ...nothing(dryRun), problems: [{ file: place.brain, message: "is frozen in this mode" }] };
  }
  const attempt = <T>(file: string, body: () => T, otherwise: T): T => {
    try {
      return body();
    } catch (error) {
      problems.push({ file, message: message(error) });
      return otherwise;
    }
  };
  const sessions = attempt(place.sessions, () => readSessions(options, problems), []);
  const old = oldSessions(sessions, now, options.active ?? []);
  const moves = old.map((session): Move => ({ id: session.id, lastSeen: session.lastSeen }));
  const archived = dryRun
    ? moves.map((each) => each.id)
    : attempt(place.archive, () => moveAll(place, store, moves, problems), []);
  const brain = makeBrain(place, store);
  return {
    dryRun,
    sessionsArchived: [...archived].sort(),
    sessionsKept: sessions.length - archived.length,
    anchorsArchived: attempt(place.state, () => agedAnchors(brain, now, dryRun, problems), []),
    checkpointsRemoved: attempt(place.execution, () => oldHalts(options, problems), []),
    leftoversRemoved: sweep(options, problems),
    problems,
  };
}

function nothing(dryRun: boolean): PurgeReport {
  return {
    dryRun,
    sessionsArchived: [],
    sessionsKept: 0,
    anchorsArchived: [],
    checkpointsRemoved: [],
    leftoversRemoved: [],
    problems: [],
  };
}

function readSessions({ place, store }: PurgeOptions, problems: Problem[]): readonly Session[] {
  const kind = store.files.stat(place.sessions)?.type;
  if (kind === undefined) return [];
  if (kind !== "directory") throw new Error("is not a directory of its own; links are not followed");
  const sessions: Session[] = [];
  for (const name of store.files.list(place.sessions)) {
    if (name.startsWith(".") || !name.endsWith(".json")) continue;
    const id = name.slice(0, -".json".length);
    const found = isId(id) ? store.peek(sessionKind, join(place.sessions, name)) : undefined;
    if (found?.state === "valid" && found.value.id === id) sessions.push(found.value);
    else problems.push({ file: join(place.sessions, name), message: "is not a session's record; left as it is" });
  }
  return sessions;
}

/**
 * Sessions that nobody touched for more than 168 h, except the open ones, and except the kin of any
 * session that stays: a child's record is its depth, and a parent's is its children's.
 */
export function oldSessions(sessions: readonly Session[], now: number, active: readonly string[]): readonly Session[] {
  const byId = new Map(sessions.map((each) => [each.id, each]));
  const children = new Map<string, string[]>();
  for (const each of sessions) {
    if (each.parent === null) continue;
    const list = children.get(each.parent);
    if (list) list.push(each.id);
    else children.set(each.parent, [each.id]);
  }
  const down: string[] = [...active, ...sessions.filter((each) => now - each.lastSeen <= SESSION_AGE).map((s) => s.id)];
  const kept = new Set<string>();
  for (const start of [...down]) {
    const climbed = new Set<string>();
    for (let at = byId.get(start)?.parent; at && !climbed.has(at); at = byId.get(at)?.parent) {
      climbed.add(at);
      kept.add(at);
    }
  }
  const seen = new Set<string>();
  for (let id = down.pop(); id !== undefined; id = down.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    kept.add(id);
    down.push(...(children.get(id) ?? []));
  }
  return sessions.filter((each) => !kept.has(each.id));
}

function agedAnchors(brain: Brain, now: number, dryRun: boolean, problems: Problem[]): readonly string[] {
  if (brain.store.files.stat(brain.place.state) === undefined) return [];
  if (dryRun) {
    const due = brain.dueAnchors(now);
    return due.map((each) => each.id);
  }
  const aged = brain.ageAnchors(now);
  if (aged.ok) return aged.value.archived.map((each) => each.id);
  problems.push({ file: brain.place.state, message: aged.message });
  return [];
}

function oldHalts({ place, store, now, dryRun }: PurgeOptions, problems: Problem[]): readonly string[] {
  const kind = store.files.stat(place.execution)?.type;
  if (kind === undefined) return [];
  if (kind !== "directory") throw new Error("is not a directory of its own; links are not followed");
  const halts = listCheckpoints(store, place, now).filter((each) => each.checkpoint.kind === "halt");
  const removed: string[] = [];
  for (const { checkpoint } of halts.slice(HALTS_KEPT)) {
    const gone = dryRun ? { ok: true as const } : deleteCheckpoint(store, place, checkpoint.id);
    if (gone.ok) removed.push(checkpoint.id);
    else problems.push({ file: join(place.execution, `${checkpoint.id}.json`), message: gone.message });
  }
  return removed.sort();
}

/** Temporary files, abandoned successions of locks, and copies whose original was archived. */
function sweep({ place, store, now, dryRun }: PurgeOptions, problems: Problem[]): readonly string[] {
  const removed: string[] = [];
  for (const directory of [place.brain, place.sessions, place.history, place.execution, place.archive]) {
    try {
      if (store.files.stat(directory)?.type !== "directory") continue;
      const names = store.files.list(directory);
      const present = new Set(names);
      for (const name of names) {
        const original = /^\.(.+\.json)\.good$/.exec(name)?.[1];
        const leftover =
          /^\..+\.tmp$/.test(name) ||
          /^\..+\.lock\.[0-9a-z.]+$/.test(name) ||
          (original !== undefined && directory === place.sessions && !present.has(original));
        if (!leftover) continue;
        const path = join(directory, name);
        const stat = store.files.stat(path);
        if (!stat || stat.type === "directory" || now - stat.changed < LEFTOVER_AGE) continue;
        if (!dryRun) store.files.remove(path);
        removed.push(path);
      }
    } catch (error) {
      if (codeOf(error) !== "ENOENT") problems.push({ file: directory, message: message(error) });
    }
  }
  return removed.sort();
}
