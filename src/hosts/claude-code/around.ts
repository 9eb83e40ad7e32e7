import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../observe/observe.js";
import { version } from "../../version.js";
import { heartbeat } from "../heartbeat.js";
import { homeDirectory } from "../home.js";
import { type LiveJudge, openJudge } from "../judge.js";
import { fileLog } from "../log.js";
import { ownPlaces } from "../own.js";
import { openSessions } from "../sessions.js";
import { stateDirectory } from "../state-dir.js";
import type { Hook } from "./hook.js";
import { canBeFast } from "./lanes.js";

/** A process of bailiff's in Claude Code: the hook's, which ends with its event, or the server's, which stays. */
export interface Process {
  /** The directory that the running bundle stands in. */
  readonly dist: string;
  /** The environment that the host gave it; the same for both. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  /** Started by settings of the fast lane. */
  readonly fast?: boolean;
}

/** All that a reply needs beside its event, and the way to its judge. */
export interface Around {
  readonly hook: Omit<Hook, "open">;
  /** @param judging false for an event that decides nothing */
  judge(judging: boolean): Promise<LiveJudge>;
}

/** The project that a process of the host works for, by what is on the disk now. */
export function projectOf({ env, cwd }: Pick<Process, "env" | "cwd">): string {
  const named = env.CLAUDE_PROJECT_DIR;
  return projectRoot(named?.startsWith("/") ? named : cwd);
}

/** What both lanes answer by. */
export function around({ dist, env, cwd, pid, fast }: Process): Around {
  const home = homeDirectory();
  const state = stateDirectory(env, home);
  const project = projectOf({ env, cwd });
  const now = (): Date => new Date();
  const log = fileLog({ project, state, host: "claude-code", now });
  const hostVersion = /^claude-code_(\d+)-(\d+)-(\d+)/.exec(env.AI_AGENT ?? "")?.slice(1);
  // With `claude -p` nobody sees a prompt. Where it is not certain, the host is left to find out.
  const canAsk = env.CLAUDE_CODE_ENTRYPOINT !== "sdk-cli" || env.CLAUDE_CODE_SESSION_ATTENDED === "1";
  return {
    hook: {
      home,
      cwd,
      project,
      env,
      log,
      now,
      canAsk,
      tooOldForServer: fast === true && hostVersion !== undefined && !canBeFast(hostVersion.map(Number)),
      beat: heartbeat({
        state,
        host: "claude-code",
        bailiff: version,
        ...(hostVersion ? { version: hostVersion.join(".") } : {}),
        pid,
        project,
        now,
      }),
      sessions: (law, event) =>
        openSessions({
          host: "claude-code",
          project,
          home,
          env,
          law,
          delivery: "once",
          hostMaxDepth: () => wholeNumber(env.CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH),
          // The host gives the end of a session a second and a half.
          ...(event === "SessionEnd" ? { wait: 600 } : {}),
          log,
          now,
        }),
      readFile(path) {
        try {
          return readFileSync(path, "utf8");
        } catch {
          return undefined;
        }
      },
    },
    judge: (judging) =>
      openJudge({
        shipped: join(dist, "../governance"),
        home,
        state,
        project,
        own: ownPlaces({ dist, home, state, env }),
        canAsk,
        env,
        log,
        keptOnly: !judging,
      }),
  };
}

/** The process's own directory; the root where it was deleted. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
