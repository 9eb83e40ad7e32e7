import { spawnSync } from "node:child_process";
import { canBeFast, type Lane } from "../hosts/claude-code/lanes.js";
import { readHeartbeat } from "../hosts/heartbeat.js";
import { stateDirectory } from "../hosts/state-dir.js";
import type { Host, InstallOptions } from "../install/plan.js";
import { version } from "../version.js";
import { failure, type Line, note, ok, warning } from "./line.js";
import { probeClaude, probeOpenCode, probeServer, REFUSED } from "./probe.js";
import { claudeWiring, openCodeWiring } from "./wiring.js";

/** How the lanes of Claude Code are told apart. */
const LANE: Readonly<Record<Lane, string>> = {
  fast: " (fast lane: a server that stays)",
  safe: " (safe lane: a process for each call)",
};

type Where = Omit<InstallOptions, "hosts">;

/** Milliseconds after which signs of life are stale. */
const STALE = 14 * 24 * 3600_000;

const TITLE: Readonly<Record<Host, string>> = { opencode: "OpenCode", "claude-code": "Claude Code" };
const FLAG: Readonly<Record<Host, string>> = { opencode: "--opencode", "claude-code": "--claude" };

/** Everything about one host: its settings, its entry fired at, its version, its signs of life. */
export function hostLines(host: Host, present: boolean, where: Where, now: number): readonly Line[] {
  const about = TITLE[host];
  const { wired, off, broken } = host === "opencode" ? openCodeWiring(where) : claudeWiring(where);
  if (!present && wired.length === 0) return [note(about, "is not on this machine, as far as one can see")];
  const lines: Line[] = broken.map((what) =>
    failure(about, `settings cannot be read: ${what}`, "Mend the file; the host does not read it either."),
  );
  for (const what of off) lines.push(failure(about, what, "Remove it, and restart the host."));
  if (wired.length === 0) {
    return [
      ...lines,
      failure(about, "its settings do not name bailiff: nothing is governed", `Run \`bailiff init ${FLAG[host]}\`.`),
    ];
  }
  for (const { file, entry, lane } of wired) {
    const env = { ...where.env };
    const probed =
      typeof entry === "string"
        ? probeOpenCode(entry, env)
        : lane === "fast"
          ? probeServer(entry, env)
          : probeClaude(entry, env);
    lines.push(
      probed.holds
        ? ok(about, `\`${REFUSED}\` is refused by what ${file} loads${lane === undefined ? "" : LANE[lane]}`)
        : failure(
            about,
            `what ${file} loads does not hold: ${probed.why}`,
            `Install bailiff again where it was (\`npm run build\` in a clone), then \`bailiff init ${FLAG[host]}\`.`,
          ),
    );
  }
  if (new Set(wired.map(({ lane }) => lane)).size > 1)
    lines.push(
      warning(
        about,
        `each call is judged and recorded in both lanes, by ${wired.map(({ file }) => file).join(" and ")}`,
        "Run `bailiff uninstall`, with or without --global, or `bailiff init --claude --lane safe`.",
      ),
    );
  else if (wired.length > 1)
    lines.push(
      note(about, `bailiff is named ${wired.length} times; each call is judged as often`, "Keep one of them."),
    );
  return [
    ...lines,
    ...versionLines(
      host,
      where,
      wired.some(({ lane }) => lane === "fast"),
    ),
    ...heartbeatLines(host, where, now),
  ];
}

function versionLines(host: Host, { env }: Where, fast: boolean): readonly Line[] {
  const about = TITLE[host];
  const program = host === "opencode" ? "opencode" : "claude";
  const { status, stdout } = spawnSync(program, ["--version"], { env: { ...env }, encoding: "utf8", timeout: 15_000 });
  const found = status === 0 ? /(\d+)\.(\d+)\.(\d+)/.exec(stdout) : null;
  if (!found) return [note(about, `its version is not known (\`${program} --version\`)`)];
  const [text, major = 0, minor = 0, patch = 0] = [found[0], ...found.slice(1).map(Number)];
  const below = (a: number, b: number, c: number): boolean =>
    major < a || (major === a && (minor < b || (minor === b && patch < c)));
  if (host === "opencode") {
    if (major >= 2)
      return [
        failure(about, `version ${text} loads plugins of another kind, and leaves this one out`, "Use version 1."),
      ];
    return [
      below(1, 0, 0)
        ? warning(about, `version ${text} is older than what was tried`, "Update it to 1.18 or later.")
        : ok(about, `version ${text}`),
    ];
  }
  if (fast && !canBeFast([major, minor, patch]))
    return [
      failure(
        about,
        `version ${text} lets a call run when its server does not answer (no \`onFailure\`)`,
        "Update it to 2.1.295 or later, or run `bailiff init --claude --lane safe`.",
      ),
    ];
  if (below(2, 1, 139))
    return [failure(about, `version ${text} cannot start hooks in this form`, "Update it to 2.1.295 or later.")];
  if (below(2, 1, 295))
    return [
      warning(
        about,
        `version ${text} lets a call run when its hook is killed (no \`onFailure\`)`,
        "Update it to 2.1.295 or later.",
      ),
    ];
  return [ok(about, `version ${text}`)];
}

function heartbeatLines(host: Host, { env, home }: Where, now: number): readonly Line[] {
  const about = TITLE[host];
  const beat = readHeartbeat(stateDirectory(env, home), host);
  const hook = host === "opencode" ? "tool.execute.before" : "PreToolUse";
  const seen = Date.parse(beat?.hooks[hook] ?? "");
  if (!beat || Number.isNaN(seen))
    return [
      beat?.hooks.load === undefined
        ? note(
            about,
            "no session was seen yet",
            "Start one, let the agent run a command, and run `bailiff doctor` again.",
          )
        : warning(
            about,
            "bailiff was loaded, but no call was ever seen",
            "Let the agent run a command; if this stays, run `bailiff doctor --live`.",
          ),
    ];
  const days = Math.floor((now - seen) / (24 * 3600_000));
  const last = `the last call was seen ${new Date(seen).toISOString()}`;
  if (now - seen > STALE)
    return [
      warning(
        about,
        `${last}, ${days} days ago`,
        "If it was used since, bailiff was not loaded: restart it, and look again.",
      ),
    ];
  if (beat.bailiff !== version)
    return [warning(about, `${last} by bailiff ${beat.bailiff}, this is ${version}`, "Restart the host.")];
  return [ok(about, last)];
}
