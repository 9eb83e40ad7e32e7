import { readFileSync } from "node:fs";
import { artefactFiles, artefactOf, readSealed, stamps, writeSealed } from "./artefact.js";
import { compilePolicy, type Source, textHash } from "./compile.js";
import { type PolicyPlaces, sourcePlaces } from "./places.js";
import type { Policy } from "./policy.js";
import type { Judge } from "./proof.js";

export { prepareEngine } from "./engine.js";

/** Whether a human agreed with exactly this content (SHA-256, hexadecimal) of a project's file. */
export type Trusted = (path: string, hash: string) => boolean;

export interface BuildOptions {
  readonly places: PolicyPlaces;
  readonly version: string;
  readonly trusted?: Trusted;
  readonly judge?: Judge;
}

/** Reads every file of the law as it is now. */
export function readSources(places: PolicyPlaces): readonly Source[] {
  return sourcePlaces(places).map((place) => {
    try {
      return { ...place, text: readFileSync(place.path, "utf8") };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
      return code === "ENOENT" || code === "ENOTDIR"
        ? { ...place, text: null }
        : { ...place, text: null, unreadable: code };
    }
  });
}

/**
 * Compiles the policy from its files and keeps the result in the state directory. Where that cannot be
 * written, the policy is used all the same. Any number of processes may do this at once: files are
 * replaced whole, and each of them says what the sources said.
 */
export function buildPolicy(options: BuildOptions): Policy {
  const { places, version, trusted, judge } = options;
  const files = artefactFiles(places);
  // Stamped before reading: a change in between makes the artefact stale, never wrong.
  const stamped = stamps(places);
  const sources = readSources(places);
  const kept = readSealed(files.good);
  const { policy, good } = compilePolicy({
    sources,
    version,
    good: isTexts(kept) ? kept : {},
    ...(trusted ? { trusted } : {}),
    ...(judge ? { judge } : {}),
  });
  const trust = Object.fromEntries(
    sources.flatMap(({ layer, path }) => {
      const text = good[path];
      if (layer !== "project" || text === undefined) return [];
      const hash = textHash(text);
      return [[path, { hash, trusted: trusted?.(path, hash) ?? false }] as const];
    }),
  );
  writeSealed(files.artefact, artefactOf({ version, stamps: stamped, trust, policy }));
  const lasting = Object.fromEntries(
    sources.flatMap(({ layer, path }) => (layer !== "shipped" && good[path] !== undefined ? [[path, good[path]]] : [])),
  );
  if (JSON.stringify(lasting) !== JSON.stringify(kept ?? {})) writeSealed(files.good, lasting);
  return policy;
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}
