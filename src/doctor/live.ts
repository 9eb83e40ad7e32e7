import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { prompt, runClaudeCode, runOpenCode, startModel } from "../demo/index.js";
import type { Step } from "../demo/script.js";
import type { Lane } from "../hosts/claude-code/lanes.js";
import { apply } from "../install/apply.js";
import { claudeState, serverPath } from "../install/claude.js";
import { parseJsonc, setIn } from "../install/jsonc.js";
import { textOf } from "../install/manifest.js";
import { type Host, type InstallOptions, planOf } from "../install/plan.js";
import { version } from "../version.js";
import { failure, type Line, note, ok } from "./line.js";
import { REFUSED } from "./probe.js";

/** More calls that every policy refuses, to be told from the first. */
const OTHER_REFUSED = "git reset --hard HEAD~1";
const THIRD_REFUSED = "git reset --hard HEAD~2";

/**
 * Starts the real client in a throwaway project into which bailiff is installed as here, and lets a
 * scripted model make a call that must be refused and one that must run. No network, nothing of the user's.
 */
export async function liveLine(host: Host, where: Omit<InstallOptions, "hosts">, lane: Lane): Promise<Line> {
  const about = host === "opencode" ? "OpenCode" : "Claude Code";
  const fast = host === "claude-code" && lane === "fast";
  const name = host === "opencode" ? "opencode" : "claude";
  const found = (where.env.PATH ?? "")
    .split(delimiter)
    .map((at) => join(at, name))
    .find((file) => existsSync(file));
  if (found === undefined) return note(about, `\`${name}\` is not on the PATH: not tried live`);
  // Not below the system's temporary directory: there everything may be deleted.
  const base = join(homedir(), ".cache/bailiff");
  mkdirSync(base, { recursive: true });
  const sandbox = mkdtempSync(join(existsSync(base) ? base : tmpdir(), "live-"));
  const model = await startModel();
  try {
    const project = join(sandbox, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
    // The client's own directory below the sandbox, as it is started there.
    const home = join(sandbox, "home");
    const env = { PATH: where.env.PATH, CLAUDE_CONFIG_DIR: join(home, ".claude") };
    const plan = planOf({ installation: where.installation, home, env, project, hosts: [host], lane });
    apply(plan, [host], version);
    const [tool, extra] = host === "opencode" ? (["bash", { description: "d" }] as const) : (["Bash", {}] as const);
    const call = (command: string) => ({ tool, args: { command, ...extra } });
    const steps: Step[] = [call(REFUSED), call("echo ran > ran.txt"), { text: "done" }];
    let meanwhile = async (): Promise<void> => {};
    if (fast) {
      // A subagent's call, and one after the server was killed; then it must have come back.
      const asked = prompt("subagent", [call(OTHER_REFUSED), { text: "done" }]);
      const wait = call("touch ready; for i in $(seq 300); do [ -f go ] && break; sleep 0.1; done");
      const args = { subagent_type: "general-purpose", description: "d", prompt: asked };
      steps.splice(1, 0, { tool: "Agent", args }, wait, call(THIRD_REFUSED), call("echo again"));
      meanwhile = killed(project, withPid(claudeState({ home, env }), project, sandbox));
    }
    const options = {
      binary: realpathSync(found),
      sandbox,
      project,
      port: model.port,
      prompt: prompt("doctor", steps),
      env: { PATH: where.env.PATH ?? "", IS_SANDBOX: "1" },
    };
    const [{ code, stderr }] = await Promise.all([
      host === "opencode"
        ? runOpenCode(options)
        : runClaudeCode({ ...options, args: ["--dangerously-skip-permissions"] }),
      meanwhile(),
    ]);
    const result = (command: string) => model.exchanges().find(({ input }) => input.command === command)?.output;
    const fix = "Run `bailiff doctor` without --live for what is missing, and report this with the host's version.";
    if (result(REFUSED) === undefined)
      return failure(about, `the client made no call (exit ${code}): ${stderr.trim().slice(-200)}`, fix);
    if (!result(REFUSED)?.includes("## BLOCKED:")) return failure(about, `the real client ran \`${REFUSED}\``, fix);
    if (fast) {
      if (!result(OTHER_REFUSED)?.includes("## BLOCKED:"))
        return failure(about, "a subagent's call was not refused", fix);
      if (!/## BLOCKED:|onFailure/.test(result(THIRD_REFUSED) ?? ""))
        return failure(about, "a call ran after the server was killed", fix);
    }
    if (!existsSync(join(project, "ran.txt")))
      return failure(about, "the real client could not run an ordinary command", fix);
    return ok(
      about,
      fast
        ? "the real client was refused what must be refused, in a subagent and after its server was killed too, and ran the rest"
        : "the real client was refused what must be refused, and ran the rest",
    );
  } finally {
    await model.close();
    rmSync(sandbox, { recursive: true, force: true });
  }
}

/** Has the installed server write down its process's id when it starts; returns the file. */
function withPid(state: string, project: string, sandbox: string): string {
  const file = join(sandbox, "server.pid");
  const text = textOf(state) ?? "{}";
  const path = serverPath(project);
  let value = parseJsonc(text) as Record<string, unknown>;
  for (const key of path) value = value[key] as Record<string, unknown>;
  const { command, args } = value as { command: string; args: readonly string[] };
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const server = { ...value, command: "/bin/sh", args: ["-c", `echo $$ > '${file}'; exec ${words}`] };
  writeFileSync(state, setIn(text, path, server).text);
  return file;
}

/** Kills the server when the client waits between two calls, and lets it go on. */
function killed(project: string, pid: string): () => Promise<void> {
  return async () => {
    const end = performance.now() + 60_000;
    while (!existsSync(join(project, "ready"))) {
      if (performance.now() > end) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    try {
      process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
    } finally {
      writeFileSync(join(project, "go"), "");
    }
  };
}
