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

interface Loaded {
  readonly policy: Policy;
  readonly watched: readonly string[];
  /** The stamps of all files by which it was found to be the one in force, where it was. */
  readonly seen?: string;
}

async function load(options: LoadOptions): Promise<Loaded> {
  const { places, version } = options;
  const trusted = options.trusted ?? trustedBy(places.state);
  const found = readArtefact(places, version);
  const same = (path: string, was: { hash: string; trusted: boolean }): boolean =>
    trusted(path, was.hash) === was.trusted;
  if (found && Object.entries(found.trust).every(([path, was]) => same(path, was)))
    return {
      policy: await prepare(found.policy),
      watched: Object.keys(found.watched),
      seen: looked(found.stamps, Object.values(found.watched)),
    };
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
    looked(
      stamps(places),
      current.watched.map((path) => stamp(path)),
    );
  const trust = (): string => stamp(trustFile(places.state));
  let seen = current.seen ?? look();
  let trustSeen = trust();
  return {
    get current() {
      return current.policy;
    },
    async refresh() {
      const now = look();
      const trustNow = trust();
      if (now !== seen || trustNow !== trustSeen) {
        current = await load(options);
        seen = current.seen ?? look();
        trustSeen = trust();
      }
      return current.policy;
    },
  };
}

function looked(sources: Readonly<Record<string, string>>, watched: readonly string[]): string {
  return JSON.stringify([sources, watched]);
}
