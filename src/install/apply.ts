import { existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { between, undone } from "./jsonc.js";
import { contentHash, type Installed, type Manifest, readManifest, textOf } from "./manifest.js";
import { type Host, type Plan, withoutEntry } from "./plan.js";

/** What was done about a file, or was not. */
export interface Done {
  readonly path: string;
  readonly did: "created" | "updated" | "edited" | "unchanged" | "kept" | "removed" | "restored" | "failed";
  readonly why?: string;
}

/**
 * Carries out a plan. Writes only what is not there, and what it wrote itself and nobody changed since;
 * doing it again changes nothing. The manifest says what was done.
 */
export function apply(plan: Plan, hosts: readonly Host[], version: string): readonly Done[] {
  const old = readManifest(plan.manifest);
  const known = new Map(old?.files.map((entry) => [entry.path, entry]));
  const directories = [...(old?.directories ?? [])];
  const done: Done[] = [];
  const attempt = (path: string, work: () => Done): void => {
    try {
      done.push(work());
    } catch (error) {
      done.push({ path, did: "failed", why: (error as Error).message });
    }
  };
  const write = (path: string, text: string): void => {
    directories.push(...makeDirectory(dirname(path)));
    writeFileSync(path, text);
  };

  // First what the guard needs, its entry in the hosts last: half an installation is none.
  for (const { path, text, starter } of plan.files) {
    attempt(path, () => {
      const now = textOf(path);
      const entry = known.get(path);
      if (entry === undefined && now !== undefined) return { path, did: "kept", why: "it was there before" };
      if (entry !== undefined && now === undefined) return { path, did: "kept", why: "it was removed by somebody" };
      if (entry !== undefined && now !== undefined) {
        if (contentHash(now) !== entry.hash) return { path, did: "kept", why: "it was changed by somebody" };
        if (starter || now === text) return { path, did: "unchanged" };
      }
      write(path, text);
      known.set(path, { path, kind: "file", hash: contentHash(text), created: true });
      return { path, did: now === undefined ? "created" : "updated" };
    });
  }
  // An agent whose source is gone, or a host that is no longer wanted, is for uninstall.
  for (const { path, entry, change, needs } of plan.edits) {
    attempt(path, () => {
      if (done.some((each) => each.path === needs && each.did === "failed"))
        return { path, did: "failed", why: `${needs} could not be changed, which it rests on` };
      const now = textOf(path);
      const before = known.get(path);
      const text = change(now);
      if (text === undefined) return { path, did: "unchanged" };
      // Put in a second time, after somebody took it out: what was before is what is there now.
      const again = before !== undefined && now !== undefined && contentHash(now) === before.hash;
      const origin = again ? undone(now, before.undo ?? []) : (now ?? "");
      const created = again ? before.created : now === undefined;
      if (now === undefined) write(path, text);
      else replace(path, text);
      known.set(path, {
        path,
        kind: "edit",
        hash: contentHash(text),
        created,
        undo: [between(text, origin)],
        before: contentHash(origin),
        entry,
      });
      return { path, did: now === undefined ? "created" : "edited" };
    });
  }
  // After the edits: no hook of the host's may ask for what is already gone.
  for (const path of plan.withdrawn) {
    const entry = known.get(path);
    if (entry?.kind !== "edit") continue;
    attempt(path, () => {
      const result = removeEdit(entry);
      known.delete(path);
      return result;
    });
  }
  const manifest: Manifest = {
    version: 1,
    bailiff: version,
    hosts: [...new Set([...(old?.hosts ?? []), ...hosts])],
    files: [...known.values()],
    directories: [...new Set([...directories, ...makeDirectory(dirname(plan.manifest))])],
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (textOf(plan.manifest) !== text) writeFileSync(plan.manifest, text);
  return done;
}

/**
 * Undoes what a manifest lists: removes files that nobody changed, brings settings back byte for byte, or
 * takes bailiff's part out of those that changed since.
 *
 * @param generated directories that only bailiff writes to, with what it recorded
 */
export function remove(file: string, manifest: Manifest, generated: readonly string[]): readonly Done[] {
  const done: Done[] = [];
  // The entries in the hosts first: a host must not call what is no longer there.
  const order = [...manifest.files].sort((a, b) => Number(a.kind === "file") - Number(b.kind === "file"));
  const kept = new Set<string>();
  for (const entry of order) {
    let result: Done;
    try {
      result = entry.kind === "edit" ? removeEdit(entry) : removeFile(entry);
    } catch (error) {
      result = { path: entry.path, did: "failed", why: (error as Error).message };
    }
    if (result.did === "kept" || result.did === "failed") kept.add(entry.path);
    done.push(result);
  }
  for (const directory of generated) {
    const stays = [...kept]
      .filter((path) => path.startsWith(`${directory}/`))
      .map((path) => [path, textOf(path)] as const);
    rmSync(directory, { recursive: true, force: true });
    for (const [path, text] of stays) {
      if (text === undefined) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  rmSync(file, { force: true });
  for (const directory of [...manifest.directories].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(directory);
    } catch {
      // Something of somebody else's is in it.
    }
  }
  return done;
}

function removeFile({ path, hash }: Installed): Done {
  const now = textOf(path);
  if (now === undefined) return { path, did: "unchanged", why: "it was gone" };
  if (contentHash(now) !== hash) return { path, did: "kept", why: "it was changed by somebody" };
  rmSync(path);
  return { path, did: "removed" };
}

function removeEdit({ path, hash, created, undo, before, entry }: Installed): Done {
  const now = textOf(path);
  if (now === undefined) return { path, did: "unchanged", why: "it was gone" };
  if (contentHash(now) === hash) {
    const text = undone(now, undo ?? []);
    if (contentHash(text) === before) {
      if (created) rmSync(path);
      else replace(path, text);
      return { path, did: created ? "removed" : "restored" };
    }
  }
  const without = withoutEntry(now, entry ?? "");
  if (without === undefined) return { path, did: "kept", why: "bailiff was taken out by somebody" };
  replace(path, without);
  return { path, did: "edited", why: "it was changed since; only bailiff's part was taken out" };
}

/** Puts another text in a file's place in one step, since its host may read it meanwhile; links and permissions stay. */
function replace(path: string, text: string): void {
  const real = realpathSync(path);
  const temporary = `${real}.bailiff-${process.pid}`;
  try {
    writeFileSync(temporary, text, { mode: statSync(real).mode & 0o777 });
    renameSync(temporary, real);
  } catch {
    // A file that is mounted by itself has no directory of its own to be renamed in.
    writeFileSync(real, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes a directory and says which were not there, outermost first. */
function makeDirectory(path: string): readonly string[] {
  const made: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) made.unshift(at);
  if (made.length > 0) mkdirSync(path, { recursive: true });
  return made;
}
