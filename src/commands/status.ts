import { safeLine } from "../text/safe.js";
import { duration } from "../text/session-texts.js";
import type { Here } from "./here.js";
import { EXIT, print, type Streams, standard } from "./output.js";
import { gatherStatus, type Status } from "./status-facts.js";

export interface StatusOptions extends Here {
  readonly json?: boolean;
}

/**
 * `bailiff status`: what is in force where the command runs, which hooks fired when, and what is going
 * on. Changes nothing.
 *
 * @returns 0
 */
export async function status(options: StatusOptions = {}, streams: Streams = standard()): Promise<number> {
  const found = await gatherStatus(options);
  if (options.json) await print(streams.output, JSON.stringify(found));
  else for (const each of linesOf(found, options.now ?? Date.now())) await print(streams.output, each);
  return EXIT.ok;
}

function linesOf(found: Status, now: number): string[] {
  return [
    `bailiff ${found.version} in ${safeLine(found.project)}${found.initialised ? "" : " (bailiff init was not run here)"}`,
    ...modeLines(found),
    ...policyLines(found),
    `Gatekeeper: ${found.gatekeeper}`,
    ...found.hosts.flatMap((each) => hostLines(each, now)),
    ...list(
      "Sessions",
      found.sessions.flatMap((each) => sessionLines(each, now, 0)),
    ),
    `Brain: ${found.brain.anchors} anchors, ${found.brain.openTodos} open todos${found.brain.staleness === "fresh" ? "" : ` (stale: ${found.brain.staleness})`}; phase ${found.phase === null ? "none" : safeLine(found.phase, 120)}`,
    ...found.brain.problems.map((each) => `  problem: ${safeLine(each.file)}: ${safeLine(each.message)}`),
    ...list("Refusals in the last ten minutes", found.refusals.map(refusalLine)),
    ...list(
      "Waiting for an approval (bailiff approve CODE)",
      found.approvals.map(({ code, shown, cwd }) => `${code}  ${safeLine(shown, 160)}  (${safeLine(cwd, 100)})`),
    ),
    ...list("Limits", found.quotas.filter(({ started, open }) => started + open > 0).map(quotaLine)),
    ...list("Projects", found.projects.map(projectLine)),
  ];
}

function modeLines({ mode, modeProblem, capabilities }: Status): string[] {
  const may = [
    capabilities.canRunTools ? "run tools" : "",
    capabilities.canMutate ? "change things" : "",
    capabilities.canReachNetwork ? "reach the network" : "",
    capabilities.canDelegate ? "delegate" : "",
  ].filter((each) => each !== "");
  return [
    `Mode: ${mode} (may read${may.length > 0 ? `, ${may.join(", ")}` : " only"})`,
    ...(modeProblem === undefined ? [] : [`  problem: ${safeLine(modeProblem)}`]),
  ];
}

function policyLines({ policy }: Status): string[] {
  return [
    `Policy: ${policy.hash.slice(0, 12)}, ${policy.rules} rules, preset ${policy.preset}`,
    ...policy.problems.map(({ file, line, message, severity, untrusted }) =>
      safeLine(
        `  ${untrusted ? "not trusted" : severity}: ${file}${line === undefined ? "" : `:${line}`}: ${message}`,
        300,
      ),
    ),
  ];
}

function hostLines({ host, version, last, uptime, hooks }: Status["hosts"][number], now: number): string[] {
  if (last === null) return [`${host}: no hook has ever been called`];
  const up = uptime === null ? "" : `, running for ${duration(uptime)}`;
  return [
    `${host}${version === null ? "" : ` ${safeLine(version, 20)}`}: last sign of life ${ago(Date.parse(last), now)}${up}`,
    ...Object.entries(hooks).map(([hook, time]) => `  ${safeLine(hook, 60)}: ${ago(Date.parse(time), now)}`),
  ];
}

function sessionLines(session: Status["sessions"][number], now: number, depth: number): string[] {
  const { id, host, agent, role, level, state, ended, bound, openSlots, lastSeen } = session;
  const notes = [
    state + (ended ? ", ended" : ""),
    `role ${safeLine(role, 40)}`,
    ...(openSlots > 0 ? [`${openSlots} delegations under way`] : []),
    ...(bound === null ? [] : [`bound to ${safeLine(bound, 60)}`]),
    ago(lastSeen, now),
  ];
  const name = `level ${level} ${safeLine(agent ?? "(no agent)", 60)}`;
  return [
    `${"  ".repeat(depth)}${name}: ${notes.join(", ")}  [${depth === 0 ? `${host} ` : ""}${safeLine(id, 60)}]`,
    ...session.children.flatMap((each) => sessionLines(each, now, depth + 1)),
  ];
}

function refusalLine({ session, refusals, detours }: Status["refusals"][number]): string {
  const around = detours > 0 ? `, ${detours} by another route` : "";
  return `${safeLine(session, 60)}: ${refusals}${around}${refusals >= 3 ? " (piling up: the agent should ask its user)" : ""}`;
}

function quotaLine({ role, tools, per_minute, at_once, started, open }: Status["quotas"][number]): string {
  return `${safeLine(role, 40)} on ${safeLine(tools, 60)}: ${started} of ${per_minute ?? "any number"} a minute, ${open} of ${at_once ?? "any number"} at once`;
}

function projectLine({ name, path, write, noDelete, usable }: Status["projects"][number]): string {
  const notes = [
    ...(usable ? [] : ["CANNOT BE USED: no such directory"]),
    ...(write ? [] : ["read only"]),
    ...(noDelete ? ["nothing may be deleted"] : []),
  ];
  return `${safeLine(name, 60)}: ${safeLine(path)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

function list(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines.map((each) => `  ${each}`)];
}

function ago(time: number, now: number): string {
  const passed = now - time;
  return passed < 60_000 ? "just now" : `${duration(passed)} ago`;
}
