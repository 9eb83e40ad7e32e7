import { join, resolve } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { openAudit } from "../audit/log.js";
import { readSources } from "../policy/build.js";
import { compilePolicy, textHash } from "../policy/compile.js";
import { prepareEngine } from "../policy/engine.js";
import type { PolicyProblem } from "../policy/policy.js";
import { readTrust, trustedBy, writeTrust } from "../policy/trust.js";
import { isUntrusted, UNTRUSTED } from "../policy/untrusted.js";
import { safeLine } from "../text/safe.js";
import { version } from "../version.js";
import { personHere } from "./approve.js";
import { auditHere } from "./audit.js";
import { EXIT, print, type Streams, standard } from "./output.js";
import { placesFor } from "./session.js";

export interface TrustOptions {
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly json?: boolean;
  readonly cwd?: string;
  /** Whether a person is at the terminal, and what they say; the real ones where absent. */
  readonly person?: { readonly here: () => boolean; readonly agrees: (question: string) => Promise<boolean> };
}

/** A project's file that has something to agree with, or was agreed with. */
export interface TrustRow {
  readonly file: string;
  readonly state: "trusted" | "changed" | "untrusted";
  /** What of it is not in force, in words. */
  readonly loosens: readonly string[];
  readonly hash: string;
  readonly time?: string;
}

/**
 * `bailiff trust`: shows in words what the project's files would loosen, and, when a person at a
 * terminal agrees, lets it hold for exactly this content; a changed file is untrusted again.
 *
 * @returns 0 when everything is trusted or there is nothing to trust, 2 when something is not
 */
export async function trust(options: TrustOptions, streams: Streams = standard()): Promise<number> {
  const { output } = streams;
  const places = placesFor(resolve(options.cwd ?? process.cwd()));
  await prepareEngine();
  const rows = trustRows(places);
  const open = rows.filter((row) => row.state !== "trusted");
  const person = options.person ?? { here: () => personHere(), agrees };

  if (options.revoke) {
    if (!person.here()) return refused(streams);
    const gone = new Set(rows.map(({ file }) => file));
    const root = places.project === null ? undefined : `${join(places.project, ".bailiff")}/`;
    const kept = Object.entries(readTrust(places.state)).filter(
      ([file]) => !gone.has(file) && !(root !== undefined && file.startsWith(root)),
    );
    writeTrust(places.state, Object.fromEntries(kept));
    record("revoked", rows, places.project);
    await print(
      output,
      options.json ? JSON.stringify({ revoked: rows.length }) : "Nothing of this project is trusted.",
    );
    return EXIT.ok;
  }

  if (options.json) await print(output, JSON.stringify({ project: places.project, files: rows }));
  else for (const line of spoken(rows, places.project)) await print(output, line);
  if (options.list || options.json || open.length === 0) return open.length === 0 ? EXIT.ok : EXIT.deny;

  if (!person.here()) return refused(streams);
  if (!(await person.agrees("Let this hold, for exactly these contents?"))) {
    await print(output, "Nothing was changed.");
    return EXIT.deny;
  }
  const time = new Date().toISOString();
  const added = Object.fromEntries(open.map(({ file, hash }) => [file, { hash, time }]));
  writeTrust(places.state, { ...readTrust(places.state), ...added });
  record("trusted", open, places.project);
  await print(output, "Trusted. A file that changes is untrusted again.");
  return EXIT.ok;
}

/** The project's files that loosen something or were agreed with. The regex engine must be ready. */
export function trustRows(places: ReturnType<typeof placesFor>): readonly TrustRow[] {
  const sources = readSources(places);
  // Without a judge: what a row's examples prove does not matter here.
  const { policy, good } = compilePolicy({ sources, version, trusted: () => false });
  const known = readTrust(places.state);
  const trusted = trustedBy(places.state);
  return sources.flatMap(({ layer, path, text }): TrustRow[] => {
    if (layer !== "project" || text === null) return [];
    const hash = textHash(good[path] ?? text);
    const loosens = policy.problems.filter((problem) => problem.file === path && isUntrusted(problem)).map(inWords);
    const before = known[path];
    if (loosens.length === 0 && !before) return [];
    const state = trusted(path, hash) ? "trusted" : before ? "changed" : "untrusted";
    // A file that no longer loosens anything needs no agreement.
    if (loosens.length === 0 && state !== "trusted") return [];
    return [{ file: path, state, loosens, hash, ...(before ? { time: before.time } : {}) }];
  });
}

function inWords({ line, message }: PolicyProblem): string {
  const what = message.replace(UNTRUSTED.message, "").replace(/[;,]?\s*(this)?\s*$/, "");
  return `${line === undefined ? "" : `line ${line}: `}${what}`;
}

function spoken(rows: readonly TrustRow[], project: string | null): string[] {
  if (project === null) return ["This directory belongs to no project with a .bailiff directory: nothing to trust."];
  if (rows.length === 0) return ["The project's files loosen nothing: nothing to trust."];
  const says = {
    trusted: "trusted, in force",
    changed: "changed since it was trusted: not in force",
    untrusted: "not in force",
  } as const;
  return rows.flatMap(({ file, state, loosens }) => [
    `${safeLine(file)}: ${says[state]}`,
    ...loosens.map((text) => `  - ${safeLine(text, 300)}`),
  ]);
}

async function agrees(question: string): Promise<boolean> {
  const yes = await confirm({ message: question, initialValue: false });
  return !isCancel(yes) && yes;
}

async function refused({ errors }: Streams): Promise<number> {
  await print(errors, "bailiff: only a person at a terminal can decide this; open one and run `bailiff trust` there");
  return EXIT.deny;
}

function record(what: "trusted" | "revoked", rows: readonly TrustRow[], project: string | null): void {
  const now = (): Date => new Date();
  const log = openAudit({ directory: auditHere({ cwd: project ?? process.cwd() }), now });
  log.append(
    [
      {
        time: now().toISOString(),
        event: "trust",
        correlation: "trust",
        host: "cli",
        role: "human",
        tool: "trust",
        detail: { what, files: rows.map(({ file, hash }) => `${file} ${hash}`) },
      },
    ],
    true,
  );
  log.close();
}
