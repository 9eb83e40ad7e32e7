import { createHash } from "node:crypto";
import { join } from "node:path";
import { isId } from "../brain/checkpoints.js";
import { appendHistory } from "../brain/history.js";
import { sessionKind } from "../brain/kinds.js";
import { load } from "../brain/load.js";
import { archivedName } from "../brain/move.js";
import { ensureUserState, type Place } from "../brain/place.js";
import type { Session } from "../brain/schema/session.js";
import type { Problem, Store } from "../brain/store.js";
import { adopt, type Birth, birth, type Step, withLevel } from "./reduce.js";
import { SPAWN_LEASE } from "./slots.js";

/** A change of one record, made under its lock. */
type Change = (session: Session) => Step | Session;

/**
 * The records of the sessions of one project, one small file each. Reading takes no lock and is what
 * a tool call pays for; every change goes through the record's lock, so that overlapping processes
 * lose nothing. When the disk fails, this process goes on with what it holds in memory.
 */
export interface Ledger {
  readonly place: Place;
  /** A session's record; undefined when it was never heard of, or cannot be read. */
  read(id: string): Session | undefined;
  /** Changes a record; `birth` begins one where there is none, without it nothing is created. */
  change(
    id: string,
    begin: Omit<Birth, "id"> | null,
    time: number,
    change: Change,
    durable?: boolean,
  ): Session | undefined;
  /** Puts a child below a parent and moves what is below the child along; a ring is never made. */
  link(child: string, parent: string, options: LinkOptions): void;
  /** The session that made a delegating call, among those whose slots are open. */
  findCall(callId: string): Session | undefined;
  /** The slot that an unnamed child most likely belongs to: the oldest unclaimed one of that agent in its tree. */
  guess(
    root: string,
    agent: string | undefined,
    now: number,
  ): { readonly parent: Session; readonly callId: string } | undefined;
  all(): readonly Session[];
  /** What went wrong since the last time this was asked. */
  problems(): readonly Problem[];
}

interface LinkOptions {
  readonly time: number;
  readonly confirmed: boolean;
  /** Depth as the host names it, for a parent whose record is not known. */
  readonly level?: number | undefined;
}

/** Records kept in memory when they cannot be written. */
const UNSAVED_LIMIT = 1000;

/** A host's id in a form that may name a file: itself where it can, else its hash. */
export function safeId(id: string): string {
  return isId(id) ? id : `x-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

export function makeLedger(place: Place, store: Store): Ledger {
  const unsaved = new Map<string, Session>();
  const problems: Problem[] = [];
  let ready = false;
  const fileOf = (directory: string, id: string): string => join(directory, `${id}.json`);

  const saved = (id: string): Session | undefined => {
    for (const directory of [place.sessions, ...place.sessionsBefore]) {
      const path = fileOf(directory, id);
      const found = load(store.files, sessionKind, path);
      const value = found.state === "invalid" ? store.read<Session | null>(sessionKind, path, null).value : undefined;
      const session = found.state === "valid" ? found.value : (value ?? undefined);
      if (session?.id !== id) continue;
      return directory === place.archive ? latestArchived(store, place, id, session) : session;
    }
    return undefined;
  };

  const ledger: Ledger = {
    place,
    read(id) {
      const safe = safeId(id);
      return unsaved.get(safe) ?? saved(safe);
    },
    change(id, begin, time, change, durable = true) {
      const safe = safeId(id);
      const kept = unsaved.get(safe);
      const before = kept ?? saved(safe);
      if (!before && !begin) return undefined;
      if (!ready) {
        const made = place.sessions.startsWith(place.userState) ? ensureUserState(place, store, time) : undefined;
        ready = made?.ok !== false;
      }
      const initial = before ?? birth({ ...(begin as Omit<Birth, "id">), id: safe });
      let result = initial;
      const apply = (session: Session): Session | null => {
        const step = change(kept ?? session);
        const next = "session" in step ? step.session : step;
        result = next;
        if ("session" in step && step.overflow.length > 0 && !place.frozen) {
          const transitions = [...step.overflow];
          appendHistory(store, place.history, `session-${safe}`, { transitions }, time, safe);
        }
        return next === session && !kept ? null : next;
      };
      const written = store.update(sessionKind, fileOf(place.sessions, safe), time, initial, apply, { durable });
      if (written.ok) {
        unsaved.delete(safe);
        if (written.problem) problems.push(written.problem);
        return written.value;
      }
      problems.push({ file: fileOf(place.sessions, safe), message: written.message });
      // The change may not have run, or not have reached the disk: what it makes of the last known record stands in memory.
      result = initial;
      apply(initial);
      if (unsaved.size < UNSAVED_LIMIT || kept) unsaved.set(safe, result);
      return result;
    },
    link(child, parent, { time, confirmed, level }) {
      const [childId, parentId] = [safeId(child), safeId(parent)];
      const above = ledger.read(parentId);
      for (let at = above, steps = 0; at && steps < 100; steps++) {
        if (at.id === childId) return;
        at = at.parent === null ? undefined : ledger.read(at.parent);
      }
      if (childId === parentId) return;
      const before = ledger.read(childId);
      if (!before) return;
      // A confirmed parent is not given up for a guess.
      if (before.parent !== null && before.parent !== parentId && before.confirmed && !confirmed) return;
      const known = above ?? { id: parentId, root: parentId, level: Math.max(0, (level ?? 1) - 1) };
      const depth = Math.max(known.level + 1, above ? 0 : (level ?? 0));
      if (before.parent === parentId && before.level === depth && before.root === known.root) {
        if (confirmed && !before.confirmed) ledger.change(childId, null, time, (s) => ({ ...s, confirmed }));
        return;
      }
      const after = ledger.change(childId, null, time, (session) => adopt(session, known, confirmed, depth));
      if (after && (after.level !== before.level || after.root !== before.root)) relevel(after, time, 0);
    },
    findCall(callId) {
      const safe = safeId(callId);
      return ledger
        .all()
        .find((each) => each.spawns.some((spawn) => spawn.callId === safe) || each.spawned.includes(safe));
    },
    guess(root, agent, now) {
      const safeRoot = safeId(root);
      const slots = ledger
        .all()
        .filter((each) => each.root === safeRoot)
        .flatMap((parent) => parent.spawns.map((spawn) => ({ parent, spawn })))
        .filter(({ spawn }) => spawn.child === undefined && now - spawn.since < SPAWN_LEASE)
        .sort((a, b) => a.spawn.since - b.spawn.since);
      const found = slots.find(({ spawn }) => spawn.agent === (agent ?? null)) ?? slots[0];
      return found && { parent: found.parent, callId: found.spawn.callId };
    },
    all() {
      const found = new Map<string, Session>();
      for (const directory of [place.sessions, ...place.sessionsBefore.filter((each) => each !== place.archive)]) {
        for (const name of namesOf(store, directory)) {
          if (name.startsWith(".") || !name.endsWith(".json")) continue;
          const id = name.slice(0, -".json".length);
          if (found.has(id)) continue;
          const session = load(store.files, sessionKind, join(directory, name));
          if (session.state === "valid" && session.value.id === id) found.set(id, session.value);
        }
      }
      for (const [id, session] of unsaved) found.set(id, session);
      return [...found.values()];
    },
    problems: () => problems.splice(0),
  };

  /** Corrects the depth of all that is below a session whose own depth was corrected. */
  const relevel = (parent: Session, time: number, depth: number): void => {
    if (depth > 64) return;
    for (const child of ledger.all().filter((each) => each.parent === parent.id)) {
      const after = ledger.change(child.id, null, time, (session) =>
        withLevel({ ...session, root: parent.root }, parent.level + 1),
      );
      if (after) relevel(after, time, depth + 1);
    }
  };

  return ledger;
}

function namesOf(store: Store, directory: string): readonly string[] {
  try {
    return store.files.stat(directory)?.type === "directory" ? store.files.list(directory) : [];
  } catch {
    return [];
  }
}

/** A session that was archived several times is remembered as it was last. */
function latestArchived(store: Store, place: Place, id: string, first: Session): Session {
  let latest = first;
  for (let n = 2; n < 1000; n++) {
    const found = load(store.files, sessionKind, join(place.archive, archivedName(id, n)));
    if (found.state === "missing") break;
    if (found.state === "valid" && found.value.id === id) latest = found.value;
  }
  return latest;
}
