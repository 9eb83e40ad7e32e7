import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGovernor, type Governor } from "../govern.js";
import { judgeBy } from "../judge-by.js";
import { projectRoot } from "../observe/observe.js";
import { governedAgent } from "../policy/agent-names.js";
import { openPolicy } from "../policy/load.js";
import { chooseMode, type Mode } from "../policy/mode.js";
import { agentPlaces, configDirectory, policyProject } from "../policy/places.js";
import type { Policy, PolicyProblem } from "../policy/policy.js";
import { openCreated } from "../sessions/created.js";
import { version } from "../version.js";
import type { Judge } from "./answer.js";
import { type Desk, openDesk } from "./desk.js";
import { type Log, noLog } from "./log.js";

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
  /** Told what is wrong with the policy's files when they are new or changed. */
  readonly log?: Log;
  /** The process judges no call, and leaves it to one that does to read changed files and tell of them. */
  readonly keptOnly?: boolean;
  /** The process outlives the call, and is told how it ends. */
  readonly lasting?: boolean;
  /** Agents with a scope of which the host alone knows; those in files go before them. */
  readonly agents?: () => Promise<Policy["agents"]>;
  readonly now?: () => Date;
}

/** A judge for one host process, by the policy as its files are. */
export interface LiveJudge {
  readonly judge: Judge;
  /** The policy in force now, and what the process may do. */
  readonly law: () => { readonly policy: Policy; readonly mode: Mode };
  /** What is done around a decision: recorded, counted, asked. */
  readonly desk?: Desk;
  /** Reads the policy again if one of its files changed; to be awaited before a call is judged. */
  refresh(): Promise<void>;
  /** What a person should hear of the policy's files, once: errors in files that are new or changed. */
  news(): readonly string[];
}

/** More errors than this at once are for `bailiff lint`. */
const MOST_NEWS = 3;

/** Opens the judge of one host process. Never rejects: what is wrong with the policy's files is a problem in it. */
export async function openJudge(options: JudgeOptions): Promise<LiveJudge> {
  const created = openCreated(join(options.state, "created"));
  const governors = new WeakMap<Policy, Governor>();
  // Chosen at the start and fixed for the process, whatever its files say later.
  let mode: Mode = "FULL";
  const governor = (policy: Policy): Governor => {
    const { own, canAsk, env } = options;
    const surroundings = { own, canAsk, mode, path: env.PATH ?? "", created: created.list };
    const known = governors.get(policy) ?? createGovernor({ policy, surroundings });
    governors.set(policy, known);
    return known;
  };
  const news: string[] = [];
  const policy = await openPolicy({
    places: {
      shipped: options.shipped,
      user: configDirectory(options.env, options.home),
      project: policyProject(options.project),
      state: options.state,
      agents: agentPlaces(projectRoot(options.project), options.project, options.home, options.env),
    },
    version,
    judge: judgeBy,
    keptOnly: options.keptOnly ?? false,
    compiled({ problems }) {
      for (const problem of problems) options.log?.error(described(problem));
      const errors = problems.filter(({ severity }) => severity === "error");
      news.push(...errors.slice(0, MOST_NEWS).map(described));
    },
  });
  // Of agents in files the files know more than the host.
  let more: Policy["agents"] = {};
  let joined: { readonly from: Policy; readonly more: Policy["agents"]; readonly policy: Policy } | undefined;
  const law = (): Policy => {
    const from = policy.current;
    if (Object.keys(more).length === 0) return from;
    if (joined?.from !== from || joined.more !== more)
      joined = { from, more, policy: { ...from, agents: { ...more, ...from.agents } } };
    return joined.policy;
  };
  const chosen = chooseMode(options.env.BAILIFF_MODE, policy.current.modes ?? []);
  mode = chosen.mode;
  if (chosen.problem !== undefined) {
    options.log?.error(`ERR_POLICY ${chosen.problem}`);
    news.push(`ERR_POLICY ${chosen.problem}`);
  }
  const desk = openDesk({
    project: projectRoot(options.project),
    home: options.home,
    state: options.state,
    env: options.env,
    groundRules: join(options.shipped, "ground-rules.md"),
    policy: law,
    created,
    log: options.log ?? noLog,
    now: options.now ?? (() => new Date()),
    lasting: options.lasting ?? false,
  });
  return {
    desk,
    law: () => ({ policy: law(), mode }),
    judge(call, caller) {
      const role = governedAgent(law(), call.agent)?.role;
      const verdict = governor(law()).judge(call, caller);
      const undeclared = verdict.decision.findings.some(({ details }) => details?.undeclared === true);
      if (undeclared && firstTime(options.state, call.rawTool)) {
        options.log?.info(`the tool ${call.rawTool} is not declared`);
        news.push(
          `${mode}: the tool ${call.rawTool} does not say what it changes and is refused; declare it under \`tools:\` in ~/.config/bailiff/policy.yaml if it only reads`,
        );
      }
      return { ...verdict, ...(role === undefined ? {} : { role }) };
    },
    async refresh() {
      await policy.refresh();
      more = (await options.agents?.()) ?? more;
    },
    news: () => [...news.splice(0), ...desk.news()],
  };
}

/** Whether this was not told before, by any process; what cannot be noted is told again. */
function firstTime(state: string, tool: string): boolean {
  const name = createHash("sha256").update(tool).digest("hex").slice(0, 16);
  try {
    mkdirSync(join(state, "undeclared"), { recursive: true, mode: 0o700 });
    writeFileSync(join(state, "undeclared", name), tool, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST";
  }
}

function described({ file, line, column, row, message, fix }: PolicyProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const stop = fix === undefined || /[.!?]$/.test(message) ? "" : ".";
  return `ERR_POLICY ${place}${row === undefined ? "" : ` (${row})`}: ${message}${stop} ${fix ?? ""}`.trimEnd();
}
