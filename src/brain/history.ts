import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { codeOf, type Files } from "./files.js";
import { historyKind } from "./kinds.js";
import { load } from "./load.js";
import type { History } from "./schema/history.js";
import { NO_LINKS, type Store, type Written } from "./store.js";

/** Entries per file of history, as the schema says. */
const FILE_ENTRIES = 1000;
/** Files per kind and day; beyond it something is badly wrong, and refusing is better than filling the disk. */
const FILES_A_DAY = 1000;

/** `2026-08-01`, in UTC. */
export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

type Entries = Pick<History, "anchors" | "actions" | "transitions">;

/**
 * Adds what no longer fits elsewhere to the day's file `PREFIX-DATE.json` of a history directory, or
 * to the next (`PREFIX-DATE-2.json`) when that is full. An entry that is there already, because the
 * writer was killed before it shortened the source, is not added twice.
 *
 * @param session whose transitions they are
 */
export function appendHistory(
  store: Store,
  directory: string,
  prefix: string,
  entries: Entries,
  now: number,
  session?: string,
): Written<History> {
  const empty: History = { version: 1, written: now, ...(session === undefined ? {} : { session }) };
  for (let n = 1; n <= FILES_A_DAY; n++) {
    const path = join(directory, `${prefix}-${dateOf(now)}${n === 1 ? "" : `-${n}`}.json`);
    let full = false;
    const written = store.update(historyKind, path, now, empty, (old) => {
      const next: History = {
        ...old,
        ...merged("anchors", old.anchors, entries.anchors),
        ...merged("actions", old.actions, entries.actions),
        ...merged("transitions", old.transitions, entries.transitions),
      };
      full = [next.anchors, next.actions, next.transitions].some((list) => (list?.length ?? 0) > FILE_ENTRIES);
      return full ? null : next;
    });
    if (!full) return written;
  }
  return { ok: false, reason: "failed", message: `${directory} holds ${FILES_A_DAY} files of today` };
}

function merged<K extends string, T>(key: K, old: readonly T[] | undefined, more: readonly T[] | undefined) {
  if (more === undefined || more.length === 0) return {};
  const known = new Set(old?.map((each) => JSON.stringify(each)));
  const list = [...(old ?? []), ...more.filter((each) => !known.has(JSON.stringify(each)))];
  return { [key]: list } as { [key in K]: T[] };
}

/**
 * Writes a finished file that is never changed again, under the first free name of `NAME.json`,
 * `NAME-2.json`…; returns its path. The same text under one of these names is left as it is.
 */
export function archiveText(files: Files, directory: string, name: string, text: string): string {
  files.makeDirectory(directory);
  for (let n = 1; n <= FILES_A_DAY; n++) {
    const path = join(directory, `${name}${n === 1 ? "" : `-${n}`}.json`);
    const there = files.stat(path);
    if (there !== undefined) {
      if (there.type === "file" && files.read(path) === text) return path;
      continue;
    }
    const temporary = join(directory, `.${name}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
    try {
      files.create(temporary, text, true);
      files.link(temporary, path);
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      if (!NO_LINKS.has(codeOf(error))) throw error;
      files.create(path, text, true);
    } finally {
      try {
        files.remove(temporary);
      } catch {
        // Not created, or swept later.
      }
    }
    files.syncDirectory(directory);
    return path;
  }
  throw new Error(`${directory} holds ${FILES_A_DAY} files named ${name}`);
}

/** Everything in one file of history; undefined when it is not valid. */
export function readHistory(files: Files, path: string): History | undefined {
  const found = load(files, historyKind, path);
  return found.state === "valid" ? found.value : undefined;
}
