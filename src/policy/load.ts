import { readArtefact, stamp, stamps } from "./artefact.js";
import { prepare, prepareEngine } from "./engine.js";
import type { PolicyPlaces } from "./places.js";
import type { Policy } from "./policy.js";
import type { Judge } from "./proof.js";
import { type Trusted, trustedBy, trustFile } from "./trust.js";

export interface LoadOptions {
  readonly places: PolicyPlaces;
  /** bailiff's version: what another one compiled is not used. */
  readonly version: string;
  /** Whether a human agreed with exactly this content of a project's file; as `bailiff trust` wrote down where absent. */
  readonly trusted?: Trusted;
  /** Judges a call by a policy, for the proof of the rows whenever the policy is compiled. */
  readonly judge?: Judge;
  /** Nothing is compiled: where nothing compiled fits there is no rule at all. For a process that judges no call. */
  readonly keptOnly?: boolean;
  /** Told of a policy that was compiled just now: what is wrong with its files is news. */
  readonly compiled?: (policy: Policy) => void;
}

const NONE: Policy = { hash: "", preset: "standard", off: [], rules: [], programs: [], agents: {}, problems: [] };

/**
 * The policy in force. Reads the compiled one when it is whole and made from the files as they are;
 * else compiles it, and writes it for the next process where that is possible. Never throws: what is
 * wrong with the files is in the policy's `problems`.
 *
 * This module is small on purpose: a process that starts for every call loads the compiler only when
 * it needs it.
 */
export async function loadPolicy(options: LoadOptions): Promise<Policy> {
  return (await load(options)).policy;
}

async function load(options: LoadOptions): Promise<{ readonly policy: Policy; readonly watched: readonly string[] }> {
  const { places, version } = options;
  const trusted = options.trusted ?? trustedBy(places.state);
  const found = readArtefact(places, version);
  const same = (path: string, was: { hash: string; trusted: boolean }): boolean =>
    trusted(path, was.hash) === was.trusted;
  if (found && Object.entries(found.trust).every(([path, was]) => same(path, was)))
    return { policy: await prepare(found.policy), watched: Object.keys(found.watched) };
  if (options.keptOnly) return { policy: NONE, watched: [] };
  // The proof judges with what is loaded here.
  await prepareEngine();
  const compiler = await import("./build.js");
  // Built as a file of its own it holds an engine of its own.
  await compiler.prepareEngine();
  const { policy, watched } = compiler.buildArtefact(options);
  options.compiled?.(policy);
  return { policy: await prepare(policy), watched: Object.keys(watched) };
}

/** The policy of a process that lives long: read again when one of its files changes. */
export interface LivePolicy {
  readonly current: Policy;
  /** Looks whether a file changed, and reads the policy again if one did. */
  refresh(): Promise<Policy>;
}

/** Opens the policy for a process that judges many calls. */
export async function openPolicy(options: LoadOptions): Promise<LivePolicy> {
  const { places } = options;
  let current = await load(options);
  const look = (): string =>
    JSON.stringify([stamps(places), stamp(trustFile(places.state)), current.watched.map((path) => stamp(path))]);
  let seen = look();
  return {
    get current() {
      return current.policy;
    },
    async refresh() {
      const now = look();
      if (now !== seen) {
        current = await load(options);
        seen = look();
      }
      return current.policy;
    },
  };
}
