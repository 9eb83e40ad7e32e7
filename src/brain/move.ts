import { join } from "node:path";
import { codeOf, type Files } from "./files.js";
import { sessionKind } from "./kinds.js";
import { load, message } from "./load.js";
import type { Place } from "./place.js";
import { goodOf, NO_LINKS, type Problem, type Store } from "./store.js";

/** A session to be archived, as it was when that was decided. */
export interface Move {
  readonly id: string;
  readonly lastSeen: number;
}

/**
 * Moves sessions to the archive; returns the ids that were moved.
 *
 * In two phases: every record first gets its second name in the archive, and when those are on the
 * disk, the first names go. So at any instant each record has at least one name, and the disk is
 * synced twice, not twice a session. A record that somebody touched in between stays.
 */
export function moveAll(place: Place, store: Store, moves: readonly Move[], problems: Problem[]): readonly string[] {
  if (moves.length === 0) return [];
  const { files } = store;
  for (const directory of [join(place.root, "archive"), place.archive]) {
    if (files.stat(directory) === undefined) files.makeDirectory(directory);
    if (files.stat(directory)?.type !== "directory")
      throw new Error(`${directory} is not a directory of its own; links are not followed`);
  }
  const copied: (Move & { readonly source: string; readonly target: string })[] = [];
  const attempt = (source: string, body: () => unknown): void => {
    try {
      body();
    } catch (error) {
      problems.push({ file: source, message: message(error) });
    }
  };
  for (const move of moves) {
    const source = join(place.sessions, `${move.id}.json`);
    // A second name harms nobody, so this phase takes no locks.
    attempt(source, () => copied.push({ ...move, source, target: copy(files, source, place.archive, move.id) }));
  }
  files.syncDirectory(place.archive);
  const moved: string[] = [];
  for (const { id, lastSeen, source, target } of copied) {
    attempt(source, () =>
      store.exclusively(source, () => {
        const found = load(files, sessionKind, source);
        if (found.state !== "valid" || found.value.lastSeen !== lastSeen || !same(files, source, target)) {
          // Touched since: the archive's copy is of a session that lives on.
          files.remove(target);
          return;
        }
        files.remove(source);
        moved.push(id);
        removeIfThere(files, goodOf(source));
      }),
    );
  }
  if (moved.length > 0) files.syncDirectory(place.sessions);
  return moved;
}

/** The name of the n-th archived record of one session. `~` stands in no id. */
export function archivedName(id: string, n: number): string {
  return `${id}${n === 1 ? "" : `~${n}`}.json`;
}

function copy(files: Files, source: string, archive: string, id: string): string {
  for (let n = 1; n < 1000; n++) {
    const target = join(archive, archivedName(id, n));
    try {
      files.link(source, target);
      return target;
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        // An earlier purge came this far and no further.
        if (same(files, source, target)) return target;
        continue;
      }
      if (!NO_LINKS.has(codeOf(error))) throw error;
    }
    try {
      files.create(target, files.read(source), true);
      return target;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (same(files, source, target)) return target;
    }
  }
  throw new Error(`the archive holds too many records of ${id}`);
}

/** One file under two names, or two of the same content. */
function same(files: Files, a: string, b: string): boolean {
  const [one, two] = [files.stat(a), files.stat(b)];
  if (one?.type !== "file" || two?.type !== "file") return false;
  return one.identity === two.identity || files.read(a) === files.read(b);
}

function removeIfThere(files: Files, path: string): void {
  try {
    files.remove(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
