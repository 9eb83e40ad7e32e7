import { join } from "node:path";
import { codeOf } from "./files.js";
import { checkpointKind } from "./kinds.js";
import { ID_PATTERN } from "./limits.js";
import type { Place } from "./place.js";
import type { Checkpoint } from "./schema/checkpoint.js";
import { CHECKPOINT_AGE } from "./staleness.js";
import { goodOf, refusal, type Store, type Written } from "./store.js";

const ID = new RegExp(ID_PATTERN);

/** Whether a text may name a file: a session's, a checkpoint's. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/**
 * Writes down where the work stands. The id is made from kind and time; when it is taken a number
 * follows.
 */
export function createCheckpoint(
  store: Store,
  place: Place,
  what: Omit<Checkpoint, "version" | "id" | "created">,
  now: number,
): Written<Checkpoint> {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, "").replace("T", "-").replace("Z", "");
  for (let n = 1; ; n++) {
    const id = `${what.kind}-${stamp}${n === 1 ? "" : `-${n}`}`;
    const value: Checkpoint = { version: 1, id, created: now, ...what };
    const path = pathOf(place, id);
    if (n < 1000 && store.files.stat(path) !== undefined) continue;
    let taken = false;
    const written = store.update(checkpointKind, path, now, value, (there) => {
      taken = there !== value;
      return taken ? null : there;
    });
    if (taken && n < 1000) continue;
    return written;
  }
}

/** One checkpoint; undefined when there is none of that id, or it cannot be read. */
export function readCheckpoint(store: Store, place: Place, id: string): Checkpoint | undefined {
  if (!isId(id)) return undefined;
  const found = store.peek(checkpointKind, pathOf(place, id));
  return found.state === "valid" && found.value.id === id ? found.value : undefined;
}

export interface ListedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Older than 48 h: the work has probably moved on. */
  readonly stale: boolean;
}

/** All readable checkpoints, newest first. */
export function listCheckpoints(store: Store, place: Place, now: number): readonly ListedCheckpoint[] {
  const found: ListedCheckpoint[] = [];
  for (const name of store.files.list(place.execution)) {
    if (!name.endsWith(".json") || name.startsWith(".")) continue;
    const checkpoint = readCheckpoint(store, place, name.slice(0, -".json".length));
    if (checkpoint) found.push({ checkpoint, stale: now - checkpoint.created >= CHECKPOINT_AGE });
  }
  return found.sort((a, b) => b.checkpoint.created - a.checkpoint.created || compare(b.checkpoint.id, a.checkpoint.id));
}

/** Deletes a checkpoint; a missing one counts as deleted. */
export function deleteCheckpoint(
  store: Store,
  place: Place,
  id: string,
): { readonly ok: true } | { readonly ok: false; readonly message: string } {
  if (!isId(id)) return { ok: false, message: `${JSON.stringify(id.slice(0, 60))} is not the id of a checkpoint.` };
  if (store.frozen) return { ok: false, message: "the brain is frozen in this mode" };
  try {
    for (const path of [pathOf(place, id), goodOf(pathOf(place, id))]) {
      try {
        store.files.remove(path);
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw error;
      }
    }
    return { ok: true };
  } catch (error) {
    return { ok: false, message: refusal(error).message };
  }
}

function pathOf(place: Place, id: string): string {
  return join(place.execution, `${id}.json`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
