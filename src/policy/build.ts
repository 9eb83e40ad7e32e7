import { readFileSync } from "node:fs";
import { findAgents } from "./agent-files.js";
import {
  type Artefact,
  artefactFiles,
  artefactOf,
  readSealed,
  stamps,
  writeArtefact,
  writeSealed,
} from "./artefact.js";
import { compilePolicy, type Source, textHash } from "./compile.js";
import { type PolicyPlaces, sourcePlaces } from "./places.js";
import type { Policy } from "./policy.js";
import type { Judge } from "./proof.js";
import { type Trusted, trustedBy } from "./trust.js";

export { prepareEngine } from "./engine.js";

export interface BuildOptions {
  readonly places: PolicyPlaces;
  readonly version: string;
  /** Whether a human agreed with a project's file; as the state directory says where absent. */
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
  return buildArtefact(options).policy;
}

/** As `buildPolicy`, with what it was made from. */
export function buildArtefact(options: BuildOptions): Artefact {
  const { places, version, judge } = options;
  const trusted = options.trusted ?? trustedBy(places.state);
  const files = artefactFiles(places);
  // Stamped before reading: a change in between makes the artefact stale, never wrong.
  const stamped = stamps(places);
  const { files: agents, watched } = findAgents(places);
  const sources = readSources(places);
  const kept = readSealed(files.good);
  const { policy, good } = compilePolicy({
    sources,
    agents,
    version,
    good: isTexts(kept) ? kept : {},
    trusted,
    ...(judge ? { judge } : {}),
  });
  const trust = Object.fromEntries(
    sources.flatMap(({ layer, path }) => {
      const text = good[path];
      if (layer !== "project" || text === undefined) return [];
      const hash = textHash(text);
      return [[path, { hash, trusted: trusted(path, hash) }] as const];
    }),
  );
  const made = artefactOf({ version, stamps: stamped, watched, trust, policy });
  writeArtefact(files.artefact, made);
  const lasting = Object.fromEntries(
    sources.flatMap(({ layer, path }) => (layer !== "shipped" && good[path] !== undefined ? [[path, good[path]]] : [])),
  );
  if (JSON.stringify(lasting) !== JSON.stringify(kept ?? {})) writeSealed(files.good, lasting);
  return made;
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}
