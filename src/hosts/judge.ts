import { createGovernor, type Governor } from "../govern.js";
import { judgeBy } from "../judge-by.js";
import { openPolicy } from "../policy/load.js";
import { configDirectory, policyProject } from "../policy/places.js";
import type { Policy, PolicyProblem } from "../policy/policy.js";
import { version } from "../version.js";
import type { Judge } from "./answer.js";
import type { Log } from "./log.js";

export interface JudgeOptions {
  /** Directory of the shipped rules. */
  readonly shipped: string;
  readonly home: string;
  /** The user's state directory for bailiff. */
  readonly state: string;
  /** Directory from which the project's rules are looked for, upwards. */
  readonly project: string;
  /** Places that are bailiff's own. */
  readonly own: readonly string[];
  /** Whether the host has a prompt that works. */
  readonly canAsk: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told what is wrong with the policy's files, at the start and when they change. */
  readonly log?: Log;
}

/** A judge for one host process, by the policy as its files are. */
export interface LiveJudge {
  readonly judge: Judge;
  /** Reads the policy again if one of its files changed; to be awaited before a call is judged. */
  refresh(): Promise<void>;
}

/** Opens the judge of one host process. Never rejects: what is wrong with the policy's files is a problem in it. */
export async function openJudge(options: JudgeOptions): Promise<LiveJudge> {
  const surroundings = { own: options.own, canAsk: options.canAsk };
  const governors = new WeakMap<Policy, Governor>();
  const governor = (policy: Policy): Governor => {
    const known = governors.get(policy) ?? createGovernor({ policy, surroundings });
    governors.set(policy, known);
    return known;
  };
  const policy = await openPolicy({
    places: {
      shipped: options.shipped,
      user: configDirectory(options.env, options.home),
      project: policyProject(options.project),
      state: options.state,
    },
    version,
    judge: judgeBy,
  });
  let reported: Policy | undefined;
  const report = (): void => {
    if (policy.current === reported) return;
    reported = policy.current;
    for (const problem of reported.problems) options.log?.error(described(problem));
  };
  report();
  return {
    judge: (call) => governor(policy.current).judge(call),
    async refresh() {
      await policy.refresh();
      report();
    },
  };
}

function described({ file, line, column, row, message, fix }: PolicyProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const stop = fix === undefined || /[.!?]$/.test(message) ? "" : ".";
  return `ERR_POLICY ${place}${row === undefined ? "" : ` (${row})`}: ${message}${stop} ${fix ?? ""}`.trimEnd();
}
