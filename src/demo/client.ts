import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** What came of one run of a client. */
export interface ClientRun {
  /** Exit code; -1 when it was ended because it took too long. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from start to end. */
  readonly ms: number;
}

/** Where and how a client runs: a home of its own, nothing of the user's. */
export interface ClientOptions {
  /** The client's native binary. */
  readonly binary: string;
  /** Directory for the client's home, configuration and temporary files. */
  readonly sandbox: string;
  /** The session's working directory. */
  readonly project: string;
  /** Port of the scripted model. */
  readonly port: number;
  readonly prompt: string;
  /** Further environment variables; they win. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments. */
  readonly args?: readonly string[];
  /** Milliseconds until the client is ended; default 120,000. */
  readonly limit?: number;
}

/** An environment that knows nothing of the user: PATH, and a home and temporary directory of its own. */
export function cleanEnvironment(sandbox: string): Record<string, string> {
  const home = join(sandbox, "home");
  const temp = join(sandbox, "tmp");
  for (const dir of [home, temp]) mkdirSync(dir, { recursive: true });
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    TMPDIR: temp,
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_STATE_HOME: join(home, ".local/state"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
}

/** Runs a program to its end, in a process group of its own that is ended as a whole when it takes too long. */
export function runClient(
  binary: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; input: string; limit: number },
): Promise<ClientRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(binary, args, { cwd: options.cwd, env: options.env, detached: true });
    let stdout = "";
    let stderr = "";
    let late = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, options.limit);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: late ? -1 : (code ?? -1), stdout, stderr, ms: performance.now() - started });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(options.input);
  });
}
