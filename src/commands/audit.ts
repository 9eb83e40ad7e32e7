import { homedir } from "node:os";
import { resolve } from "node:path";
import { auditDirectory } from "../audit/place.js";
import { matches, pointInTime, type Query } from "../audit/query.js";
import type { AuditRow } from "../audit/row.js";
import { count, emptyTally, Suspicion } from "../audit/tally.js";
import { readLog, verify as verifyChain } from "../audit/verify.js";
import { projectRoot } from "../observe/observe.js";
import { safeLine } from "../text/safe.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";

export interface AuditOptions {
  readonly cwd?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly tool?: string;
  readonly since?: string;
  readonly limit?: string;
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** The audit's directory for where the command runs. */
export function auditHere(options: Pick<AuditOptions, "cwd">): string {
  const home = process.env.HOME ?? homedir();
  return auditDirectory(projectRoot(resolve(options.cwd ?? process.cwd())), home, process.env.XDG_STATE_HOME);
}

/** `bailiff audit`: the rows that match, oldest first; the last 50 unless told. */
export async function list(options: AuditOptions, streams: Streams = standard()): Promise<number> {
  const query = queryOf(options);
  const limit = options.limit === undefined ? 50 : Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit takes a whole number from 1");
  const directory = auditHere(options);
  // A ring of the last rows: what came before them needs no memory.
  const ring: AuditRow[] = [];
  let at = 0;
  let last = 0;
  for await (const { row } of readLog(directory)) {
    if (!row) continue;
    last = row.seq;
    if (!matches(row, query)) continue;
    ring[at++ % limit] = row;
  }
  const rows = at <= limit ? ring : [...ring.slice(at % limit), ...ring.slice(0, at % limit)];
  for (const row of rows) await print(streams.output, options.json ? JSON.stringify(row) : line(row));
  if (rows.length === 0 && !options.json && !options.follow) await print(streams.output, `no rows in ${directory}`);
  if (options.follow) await follow(directory, last, query, options, streams);
  return EXIT.ok;
}

async function follow(
  directory: string,
  from: number,
  query: Query,
  options: AuditOptions,
  streams: Streams,
): Promise<never> {
  let last = from;
  for (;;) {
    await new Promise((done) => setTimeout(done, 500));
    for await (const { row } of readLog(directory)) {
      if (!row || row.seq <= last) continue;
      last = row.seq;
      if (matches(row, query)) await print(streams.output, options.json ? JSON.stringify(row) : line(row));
    }
  }
}

function queryOf(options: AuditOptions): Query {
  const since = options.since === undefined ? undefined : pointInTime(options.since, Date.now());
  if (options.since !== undefined && since === undefined) throw new UsageError("--since takes 15m, 2h, 3d or a date");
  const { session, agent, decision, rule, tool } = options;
  return { session, agent, decision, rule, tool, since };
}

/** A row in one line. */
function line(row: AuditRow): string {
  const what = row.event === "enter" ? (row.decision ?? "") : (row.outcome ?? "");
  const rule = row.rule === undefined ? "" : ` [${row.rule}]`;
  const who = row.agent === undefined ? "" : ` ${row.agent}`;
  return safeLine(
    `${String(row.seq).padStart(6)} ${row.time} ${row.event} ${what}${rule} ${row.tool ?? ""}${who} ${row.args ?? ""}`,
    220,
  );
}

/** `bailiff audit show SEQ`: one row in words, with its other half. */
export async function show(seq: string, options: AuditOptions, streams: Streams = standard()): Promise<number> {
  const wanted = Number(seq);
  if (!Number.isInteger(wanted) || wanted < 1) throw new UsageError("show takes the number of a row");
  let found: AuditRow | undefined;
  let other: AuditRow | undefined;
  const rows: AuditRow[] = [];
  for await (const { row } of readLog(auditHere(options))) {
    if (!row) continue;
    if (row.seq === wanted) found = row;
    else if (found && !other && row.correlation === found.correlation && row.correlation !== "") other = row;
    else if (!found && rows.push(row) > 1_000) rows.shift();
    if (found && other) break;
  }
  if (!found) {
    await print(streams.errors, `there is no row ${wanted}`);
    return EXIT.failed;
  }
  const { correlation } = found;
  other ??= correlation === "" ? undefined : rows.findLast((row) => row.correlation === correlation);
  if (options.json) await print(streams.output, JSON.stringify({ row: found, other }));
  else for (const text of inWords(found, other)) await print(streams.output, text);
  return EXIT.ok;
}

function inWords(row: AuditRow, other: AuditRow | undefined): string[] {
  const enter = row.event === "enter" ? row : other?.event === "enter" ? other : row;
  const exit = row.event === "exit" ? row : other?.event === "exit" ? other : undefined;
  const lines = [
    `Row ${row.seq}, ${row.time}, ${row.event}`,
    `Host: ${enter.host}${enter.session === undefined ? "" : `, session ${enter.session}`}${enter.agent === undefined ? "" : `, agent ${enter.agent}`}${enter.level === undefined ? "" : `, level ${enter.level}`}`,
    `Call: ${enter.tool ?? "-"} ${enter.args ?? ""}${enter.cwd === undefined ? "" : ` in ${enter.cwd}`}`,
  ];
  if (enter.effects) lines.push("Effects:", ...enter.effects.map((each) => `  - ${each}`));
  if (enter.decision) lines.push(`Decision: ${enter.decision}`);
  for (const each of enter.findings ?? []) {
    lines.push(
      `  - ${each.severity} by ${each.check}${each.rule === undefined ? ` (${each.code})` : `, ${each.rule}`}${each.subject === undefined ? "" : `: ${each.subject}`}`,
    );
  }
  if (exit)
    lines.push(`Ended: ${exit.outcome ?? "-"}${exit.duration === undefined ? "" : ` after ${exit.duration} ms`}`);
  if (enter.replayable === false) lines.push("Its arguments were redacted or cut: it cannot be replayed.");
  lines.push(`Hash: ${row.hash}`);
  return lines.map((each) => safeLine(each, 700));
}

/** `bailiff audit verify`: exit 0 when the chain holds, 1 when it does not. */
export async function verify(options: AuditOptions, streams: Streams = standard()): Promise<number> {
  const result = await verifyChain(auditHere(options));
  if (options.json) await print(streams.output, JSON.stringify(result));
  else if (result.ok)
    await print(
      streams.output,
      `${result.rows} rows, the chain holds${result.torn === 0 ? "" : `; ${result.torn} marked place(s) where a writer died`}`,
    );
  else {
    const { file, line: at, seq, message } = result.problem ?? { file: "", line: 0, message: "" };
    await print(streams.output, `${file}:${at}: row ${seq ?? "?"} ${message}`);
  }
  return result.ok ? EXIT.ok : EXIT.failed;
}

/** `bailiff audit stats`: counts by decision, rule, family and agent. */
export async function stats(options: AuditOptions, streams: Streams = standard()): Promise<number> {
  const tally = emptyTally();
  const query = queryOf(options);
  for await (const { row } of readLog(auditHere(options))) if (row && matches(row, query)) count(tally, row);
  if (options.json) {
    await print(streams.output, JSON.stringify(tally));
    return EXIT.ok;
  }
  const most = (counts: Record<string, number>): string[] =>
    Object.entries(counts)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 20)
      .map(([name, n]) => `  ${String(n).padStart(7)}  ${name}`);
  const agents = Object.entries(tally.agents).sort((a, b) => b[1].calls - a[1].calls);
  const lines = [
    `${tally.calls} calls in ${tally.rows} rows`,
    "Decisions:",
    ...most(tally.decisions),
    "Families:",
    ...most(tally.families),
    "Rules:",
    ...most(tally.rules),
    "Agents (calls, refused):",
    ...agents
      .slice(0, 20)
      .map(([name, { calls, refused }]) => `  ${String(calls).padStart(7)} ${String(refused).padStart(7)}  ${name}`),
  ];
  for (const each of lines)
    await print(streams.output, safeLine(each, 200) === each.trim() ? each : safeLine(each, 200));
  return EXIT.ok;
}

/** `bailiff audit suspect`: rules whose refusals look mistaken. */
export async function suspect(options: AuditOptions, streams: Streams = standard()): Promise<number> {
  const suspicion = new Suspicion();
  const query = queryOf(options);
  for await (const { row } of readLog(auditHere(options)))
    if (row && matches(row, { ...query, rule: undefined })) suspicion.add(row);
  const found = suspicion.suspects().filter((each) => options.rule === undefined || each.rule === options.rule);
  if (options.json) await print(streams.output, JSON.stringify(found));
  else if (found.length === 0) await print(streams.output, "no refusal looks mistaken");
  else for (const each of found) await print(streams.output, `${each.rule}: ${each.reason}`);
  return EXIT.ok;
}
