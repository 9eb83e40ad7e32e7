import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { prompt, runClaudeCode, runOpenCode, startModel } from "../demo/index.js";
import { apply } from "../install/apply.js";
import { type Host, type InstallOptions, planOf } from "../install/plan.js";
import { version } from "../version.js";
import { failure, type Line, note, ok } from "./line.js";
import { REFUSED } from "./probe.js";

/**
 * Starts the real client in a throwaway project into which bailiff is installed as here, and lets a
 * scripted model make a call that must be refused and one that must run. No network, nothing of the user's.
 */
export async function liveLine(host: Host, where: Omit<InstallOptions, "hosts">): Promise<Line> {
  const about = host === "opencode" ? "OpenCode" : "Claude Code";
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
    apply(planOf({ ...where, project, hosts: [host] }), [host], version);
    const [tool, extra] = host === "opencode" ? (["bash", { description: "d" }] as const) : (["Bash", {}] as const);
    const call = (command: string) => ({ tool, args: { command, ...extra } });
    const options = {
      binary: realpathSync(found),
      sandbox,
      project,
      port: model.port,
      prompt: prompt("doctor", [call(REFUSED), call("echo ran > ran.txt"), { text: "done" }]),
      env: { PATH: where.env.PATH ?? "", IS_SANDBOX: "1" },
    };
    const { code, stderr } =
      host === "opencode"
        ? await runOpenCode(options)
        : await runClaudeCode({ ...options, args: ["--dangerously-skip-permissions"] });
    const result = model.exchanges().find(({ input }) => input.command === REFUSED)?.output;
    const fix = "Run `bailiff doctor` without --live for what is missing, and report this with the host's version.";
    if (result === undefined)
      return failure(about, `the client made no call (exit ${code}): ${stderr.trim().slice(-200)}`, fix);
    if (!result.includes("## BLOCKED:")) return failure(about, `the real client ran \`${REFUSED}\``, fix);
    if (!existsSync(join(project, "ran.txt")))
      return failure(about, "the real client could not run an ordinary command", fix);
    return ok(about, "the real client was refused what must be refused, and ran the rest");
  } finally {
    await model.close();
    rmSync(sandbox, { recursive: true, force: true });
  }
}
