import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { JUDGES, SERVER } from "../hosts/claude-code/lanes.js";

/** A call that every policy refuses, and one that every policy lets through. */
export const REFUSED = "git reset --hard";
export const ALLOWED = "git status";

/** Milliseconds for one answer of an entry. */
const LIMIT = 30_000;

export type Probed = { readonly holds: true } | { readonly holds: false; readonly why: string };

/** Fires both calls through the module that OpenCode loads, in a Node process of its own. */
export function probeOpenCode(entry: string, env: NodeJS.ProcessEnv): Probed {
  const script = `
    const [url, directory, ...commands] = process.argv.slice(1);
    const { default: plugin } = await import(url);
    const client = { tui: { showToast: async () => {} }, session: { get: async () => ({ data: { id: "doctor" } }) } };
    const hooks = await plugin.server({ client, directory, worktree: directory });
    const said = [];
    for (const command of commands) {
      try {
        await hooks["tool.execute.before"]({ tool: "bash", sessionID: "doctor", callID: "doctor" }, { args: { command } });
        said.push("");
      } catch (error) {
        said.push(String(error?.message ?? error));
      }
    }
    await hooks.dispose?.();
    process.stdout.write(JSON.stringify(said), () => process.exit(0));
  `;
  return inScratch(env, (directory, clean) => {
    const args = ["--input-type=module", "-e", script, pathToFileURL(entry).href, directory, REFUSED, ALLOWED];
    const { status, stdout, stderr } = run(process.execPath, args, directory, clean, "");
    if (status !== 0) return { holds: false, why: lastLine(stderr) || `it ended with code ${status}` };
    const [refused = "", allowed = ""] = JSON.parse(stdout) as string[];
    return judged(refused, allowed);
  });
}

/** Fires both calls through the command that Claude Code starts. */
export function probeClaude(command: readonly string[], env: NodeJS.ProcessEnv): Probed {
  return inScratch(env, (directory, clean) => {
    const ask = (text: string) => {
      const event = {
        hook_event_name: "PreToolUse",
        session_id: "doctor",
        cwd: directory,
        tool_name: "Bash",
        tool_input: { command: text },
        tool_use_id: "doctor",
      };
      const [program = "node", ...args] = command;
      return run(program, args, directory, { ...clean, CLAUDE_PROJECT_DIR: directory }, JSON.stringify(event));
    };
    const refused = ask(REFUSED);
    const reason = refused.status === 2 ? decisionIn(refused.stdout) : "";
    const allowed = ask(ALLOWED);
    if (refused.status === null) return { holds: false, why: refused.stderr || "it did not start" };
    return judged(reason, allowed.status === 0 ? "" : allowed.stdout || allowed.stderr);
  });
}

/**
 * Fires both calls through the server that Claude Code keeps: starts it as the host does, asks as its
 * hook asks, and looks whether the model would see the tool.
 */
export function probeServer(command: readonly string[], env: NodeJS.ProcessEnv): Probed {
  if (command.length === 0)
    return { holds: false, why: `there is no server of the name \`${SERVER}\`, and so every call is blocked` };
  const script = `
    const { spawn } = await import("node:child_process");
    const { createInterface } = await import("node:readline");
    const [command, tool, cwd, ...commands] = process.argv.slice(1);
    const [program, ...args] = JSON.parse(command);
    const server = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
    const end = (why) => { process.stderr.write(why); process.exit(1); };
    server.on("error", (error) => end(error.message)).on("close", (code) => end("it ended with code " + code));
    server.stdin.on("error", () => {});
    const waiting = new Map();
    createInterface({ input: server.stdout }).on("line", (line) => {
      let said;
      try { said = JSON.parse(line); } catch { end("it says what is no answer: " + line.slice(0, 100)); }
      waiting.get(said.id)?.(said);
    });
    const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    const ask = (method, params) => new Promise((done) => {
      const id = waiting.size + 1;
      waiting.set(id, done);
      send({ id, method, params });
    });
    const clientInfo = { name: "bailiff-doctor", version: "1" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    send({ method: "notifications/initialized" });
    const { tools } = (await ask("tools/list", {})).result;
    const said = [];
    for (const command of commands) {
      const input = JSON.stringify({ command });
      const args = { tool: "Bash", input, cwd, session: "doctor", call: "doctor", agent_id: "", agent_type: "" };
      const { result, error } = await ask("tools/call", { name: tool, arguments: args });
      said.push(error ? error.message : result.content[0].text);
    }
    process.stdout.write(JSON.stringify({ listed: tools.some(({ name }) => name === tool), said }), () => process.exit(0));
  `;
  return inScratch(env, (directory, clean) => {
    const args = ["--input-type=module", "-e", script, JSON.stringify(command), JUDGES, directory, REFUSED, ALLOWED];
    const around = { ...clean, CLAUDE_PROJECT_DIR: directory };
    const { status, stdout, stderr } = run(process.execPath, args, directory, around, "");
    if (status !== 0) return { holds: false, why: lastLine(stderr) || "the server does not answer" };
    const { listed, said } = JSON.parse(stdout) as { listed: boolean; said: string[] };
    if (listed) return { holds: false, why: "the model is offered what is for the host alone" };
    return judged(decisionIn(said[0] ?? ""), said[1] ?? "");
  });
}

function judged(refused: string, allowed: string): Probed {
  if (!refused.includes("## BLOCKED:")) return { holds: false, why: `\`${REFUSED}\` was not refused` };
  if (refused.includes("ERR_INTERNAL"))
    return { holds: false, why: `everything is refused: ${lastLine(refused.split("**Suggestion")[0] ?? "")}` };
  if (allowed !== "") return { holds: false, why: `\`${ALLOWED}\` is refused: ${lastLine(allowed)}` };
  return { holds: true };
}

function decisionIn(stdout: string): string {
  try {
    const { hookSpecificOutput: out } = JSON.parse(stdout) as {
      hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    };
    return out?.permissionDecision === "deny" ? (out.permissionDecisionReason ?? "") : "";
  } catch {
    return "";
  }
}

/** Somewhere that is no project of anybody's, with a state directory that nobody else reads. */
function inScratch(env: NodeJS.ProcessEnv, work: (directory: string, env: NodeJS.ProcessEnv) => Probed): Probed {
  const root = mkdtempSync(join(tmpdir(), "bailiff-doctor-"));
  try {
    const directory = join(root, "project");
    mkdirSync(join(directory, ".git"), { recursive: true });
    writeFileSync(join(directory, ".git/HEAD"), "ref: refs/heads/main\n");
    return work(directory, { ...env, XDG_STATE_HOME: join(root, "state"), BAILIFF_GATEKEEPER: "0" });
  } catch (error) {
    return { holds: false, why: (error as Error).message };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, input: string) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    input,
    encoding: "utf8",
    timeout: LIMIT,
  });
  return { status, stdout: stdout ?? "", stderr: error ? error.message : (stderr ?? "") };
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .filter((line) => line.trim() !== "")
      .at(-1)
      ?.slice(0, 200) ?? ""
  );
}
