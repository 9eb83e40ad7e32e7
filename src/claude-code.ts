import { readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { LARGEST_EVENT } from "./hosts/claude-code/event.js";
import { reply } from "./hosts/claude-code/hook.js";
import { heartbeat } from "./hosts/heartbeat.js";
import { homeDirectory } from "./hosts/home.js";
import { openJudge } from "./hosts/judge.js";
import { fileLog } from "./hosts/log.js";
import { ownPlaces } from "./hosts/own.js";
import { openSessions } from "./hosts/sessions.js";
import { stateDirectory } from "./hosts/state-dir.js";
import { projectRoot } from "./observe/observe.js";
import { version } from "./version.js";

export { rehearse } from "./hosts/claude-code/rehearsal.js";

/**
 * Reads one event from standard input, answers it, and sets the exit code.
 *
 * @param dist the directory that the bundle stands in
 */
export async function main(dist: string): Promise<void> {
  const { env } = process;
  const home = homeDirectory();
  const cwd = workingDirectory();
  const state = stateDirectory(env, home);
  const named = env.CLAUDE_PROJECT_DIR;
  const project = projectRoot(named?.startsWith("/") ? named : cwd);
  const now = (): Date => new Date();
  const log = fileLog({ project, state, host: "claude-code", now });
  const hostVersion = /^claude-code_(\d+)-(\d+)-(\d+)/.exec(env.AI_AGENT ?? "");
  const beat = heartbeat({
    state,
    host: "claude-code",
    bailiff: version,
    ...(hostVersion ? { version: hostVersion.slice(1).join(".") } : {}),
    pid: process.pid,
    project,
    now,
  });
  // With `claude -p` nobody sees a prompt. Where it is not certain, the host is left to find out.
  const canAsk = env.CLAUDE_CODE_ENTRYPOINT !== "sdk-cli" || env.CLAUDE_CODE_SESSION_ATTENDED === "1";
  const own = ownPlaces({ dist, home, state, env });
  // Such an event decides nothing: where it fails, the host goes on.
  const aside = process.argv[2] === "aside";
  const { stdout, stderr, code } = await reply(readInput(), {
    aside,
    now,
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
    home,
    cwd,
    project,
    env,
    log,
    beat,
    canAsk,
    open: (judging) =>
      openJudge({
        shipped: join(dist, "../governance"),
        home,
        state,
        project,
        own,
        canAsk,
        env,
        log,
        keptOnly: !judging,
      }),
    readFile(path) {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return undefined;
      }
    },
  });
  process.exitCode = code;
  write(1, stdout);
  write(2, stderr);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** The process's own directory; the root where it was deleted. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

/** Standard input as text, to its end or until it is longer than any event. */
function readInput(): string {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= LARGEST_EVENT; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    let count: number;
    try {
      count = readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      if (!again(error)) break;
      pause();
      continue;
    }
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function write(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // A closed pipe has no reader left that could be told.
      if (!again(error)) return;
      pause();
    }
  }
}

/** A pipe that the host made non-blocking is empty or full for now. */
function again(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
