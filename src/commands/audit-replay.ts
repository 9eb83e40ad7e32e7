import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { matches, pointInTime } from "../audit/query.js";
import type { AuditRow } from "../audit/row.js";
import { readLog } from "../audit/verify.js";
import { safeLine } from "../text/safe.js";
import { type AuditOptions, auditHere } from "./audit.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";
import { callOf, Governors, governorWith } from "./session.js";

export interface ReplayOptions extends AuditOptions {
  /** A candidate rule table instead of the present one. */
  readonly rules?: string;
}

/**
 * `bailiff audit replay`: puts recorded calls through the present table or a candidate, by the same
 * decision, and lists those that would come out otherwise.
 */
export async function replay(options: ReplayOptions, streams: Streams = standard()): Promise<number> {
  const since = options.since === undefined ? undefined : pointInTime(options.since, Date.now());
  if (options.since !== undefined && since === undefined) throw new UsageError("--since takes 15m, 2h, 3d or a date");
  const governors = new Governors();
  const candidate = options.rules === undefined ? undefined : await governorWith(read(options.rules), options.rules);
  let replayed = 0;
  let skipped = 0;
  let differ = 0;
  for await (const { row } of readLog(auditHere(options))) {
    if (row?.event !== "enter" || row.tool === undefined || !matches(row, { ...options, since })) continue;
    const input = inputOf(row);
    if (!input) {
      skipped++;
      continue;
    }
    const call = callOf({
      tool: row.tool,
      input,
      cwd: row.cwd,
      agent: row.agent,
      session: row.session,
      level: row.level,
    });
    const governor = candidate ?? (await governors.of(call.cwd));
    const now = governor.judge(call).decision;
    replayed++;
    if (now.decision === row.decision) continue;
    differ++;
    const found = {
      seq: row.seq,
      tool: row.tool,
      args: row.args,
      was: row.decision,
      now: now.decision,
      rule: now.findings[0]?.ruleId ?? row.rule,
    };
    await print(
      streams.output,
      options.json
        ? JSON.stringify(found)
        : safeLine(`${row.seq} ${found.was} -> ${found.now} [${found.rule ?? "-"}] ${row.tool} ${row.args}`, 300),
    );
  }
  if (options.json) await print(streams.output, JSON.stringify({ replayed, differ, notReplayable: skipped }));
  else
    await print(
      streams.output,
      `${replayed} calls replayed, ${differ} would be decided otherwise, ${skipped} not replayable (redacted or cut)`,
    );
  return EXIT.ok;
}

function read(file: string): string {
  try {
    return readFileSync(resolve(file), "utf8");
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

function inputOf(row: AuditRow): Record<string, unknown> | undefined {
  if (row.replayable !== true || row.args === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(row.args);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
