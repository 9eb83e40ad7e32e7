import { readArtefact, stamps } from "./artefact.js";
import type { Trusted } from "./build.js";
import { prepare, prepareEngine } from "./engine.js";
import type { PolicyPlaces } from "./places.js";
import type { Policy } from "./policy.js";
import type { Judge } from "./proof.js";

export interface LoadOptions {
  readonly places: PolicyPlaces;
  /** bailiff's version: what another one compiled is not used. */
  readonly version: string;
  /** Whether a human agreed with exactly this content of a project's file; nobody did where absent. */
  readonly trusted?: Trusted;
  /** Judges a call by a policy, for the proof of the rows whenever the policy is compiled. */
  readonly judge?: Judge;
  /** Told of a policy that was compiled just now: what is wrong with its files is news. */
  readonly compiled?: (policy: Policy) => void;
}

/**
 * The policy in force. Reads the compiled one when it is whole and made from the files as they are;
 * else compiles it, and writes it for the next process where that is possible. Never throws: what is
 * wrong with the files is in the policy's `problems`.
 *
 * This module is small on purpose: a process that starts for every call loads the compiler only when
 * it needs it.
 */
export async function loadPolicy(options: LoadOptions): Promise<Policy> {
  const { places, version, trusted } = options;
  const found = readArtefact(places, version);
  const same = (path: string, was: { hash: string; trusted: boolean }): boolean =>
    (trusted?.(path, was.hash) ?? false) === was.trusted;
  if (found && Object.entries(found.trust).every(([path, was]) => same(path, was))) return prepare(found.policy);
  // The proof judges with what is loaded here.
  await prepareEngine();
  const compiler = await import("./build.js");
  // Built as a file of its own it holds an engine of its own.
  await compiler.prepareEngine();
  const policy = compiler.buildPolicy(options);
  options.compiled?.(policy);
  return prepare(policy);
}

/** The policy of a process that lives long: read again when one of its files changes. */
export interface LivePolicy {
  readonly current: Policy;
  /** Looks whether a file changed, and reads the policy again if one did. */
  refresh(): Promise<Policy>;
}

/** Opens the policy for a process that judges many calls. */
export async function openPolicy(options: LoadOptions): Promise<LivePolicy> {
  let seen = JSON.stringify(stamps(options.places));
  let current = await loadPolicy(options);
  return {
    get current() {
      return current;
    },
    async refresh() {
      const now = JSON.stringify(stamps(options.places));
      if (now !== seen) {
        current = await loadPolicy(options);
        seen = now;
      }
      return current;
    },
  };
}
