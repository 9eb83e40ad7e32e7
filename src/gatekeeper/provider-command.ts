import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { GUARD, type Provider, type ProviderSettings } from "./provider.js";

const MOST_OUTPUT = 64 * 1024;

/**
 * Asks a program, for example a host's own command line with a small model, no tools and no session:
 * the prompt goes to its standard input, its standard output is the answer.
 */
export function commandProvider(settings: ProviderSettings, env: NodeJS.ProcessEnv): Provider {
  const [program, ...args] = settings.command ?? [];
  if (program === undefined) throw new Error("gatekeeper: `command` names no program");
  return ({ system, user }, signal) =>
    new Promise((resolve, reject) => {
      // Its own working directory: a project's settings must not reach the judge.
      const child = spawn(program, args, {
        cwd: tmpdir(),
        env: { ...env, [GUARD]: "1" },
        signal,
        killSignal: "SIGKILL",
        stdio: ["pipe", "pipe", "ignore"],
      });
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.length > MOST_OUTPUT) child.kill("SIGKILL");
      });
      child.on("error", reject);
      child.on("close", (code, ended) => {
        if (code === 0) resolve({ text });
        else reject(new Error(`${program} ended with ${code ?? ended}`));
      });
      // A program that does not read its input closes it early.
      child.stdin.on("error", () => {});
      child.stdin.end(`${system}\n\n${user}\n`);
    });
}
