import type { AuditRow } from "./row.js";

/** Counts over a log, in memory that does not grow with it (beyond the number of different names). */
export interface Tally {
  rows: number;
  calls: number;
  readonly decisions: Record<string, number>;
  readonly rules: Record<string, number>;
  readonly families: Record<string, number>;
  readonly agents: Record<string, { calls: number; refused: number }>;
}

/** More names than this are counted together as `(other)`. */
const MOST_NAMES = 2_000;

export function emptyTally(): Tally {
  return { rows: 0, calls: 0, decisions: {}, rules: {}, families: {}, agents: {} };
}

/** Adds one row to the counts. */
export function count(tally: Tally, row: AuditRow): void {
  tally.rows++;
  if (row.event !== "enter") return;
  tally.calls++;
  add(tally.decisions, row.decision ?? "allow");
  const refused = row.decision === "deny" || row.decision === "ask";
  const agent = slot(tally.agents, row.agent ?? "(none)", () => ({ calls: 0, refused: 0 }));
  agent.calls++;
  if (refused) agent.refused++;
  for (const finding of row.findings ?? []) {
    if (finding.rule === undefined) continue;
    add(tally.rules, finding.rule);
    if (finding.check === "families") add(tally.families, finding.rule.split("/")[0] ?? finding.rule);
  }
}

function add(counts: Record<string, number>, name: string): void {
  const key = Object.hasOwn(counts, name) || Object.keys(counts).length < MOST_NAMES ? name : "(other)";
  counts[key] = (counts[key] ?? 0) + 1;
}

function slot<T>(record: Record<string, T>, name: string, make: () => T): T {
  const key = Object.hasOwn(record, name) || Object.keys(record).length < MOST_NAMES ? name : "(other)";
  record[key] ??= make();
  return record[key];
}

/** A rule whose refusals look mistaken, and why. */
export interface Suspect {
  readonly rule: string;
  readonly refusals: number;
  readonly approved: number;
  readonly readOnly: number;
  readonly reason: string;
}

/** What is gathered about each rule to find likely mistakes. */
export class Suspicion {
  private readonly byRule = new Map<string, { refusals: number; approved: number; readOnly: number }>();
  private readonly refusedCalls = new Map<string, string>();

  add(row: AuditRow): void {
    if (row.event === "approval" && row.detail?.answer === "approved") {
      const rule = this.refusedCalls.get(`${row.session}\0${row.args}`);
      if (rule !== undefined) this.of(rule).approved++;
      return;
    }
    if (row.event !== "enter" || (row.decision !== "deny" && row.decision !== "ask") || row.rule === undefined) return;
    const seen = this.of(row.rule);
    seen.refusals++;
    if ((row.effects ?? []).every((effect) => /^(?:read|list|reach)/.test(effect))) seen.readOnly++;
    if (this.refusedCalls.size < 10_000) this.refusedCalls.set(`${row.session}\0${row.args}`, row.rule);
  }

  /** The likely mistakes, most likely first. */
  suspects(): Suspect[] {
    const found: Suspect[] = [];
    for (const [rule, { refusals, approved, readOnly }] of this.byRule) {
      if (approved > 0)
        found.push({
          rule,
          refusals,
          approved,
          readOnly,
          reason: `a person approved ${approved} of ${refusals} refused calls`,
        });
      else if (readOnly >= 3 && readOnly * 2 >= refusals)
        found.push({
          rule,
          refusals,
          approved,
          readOnly,
          reason: `${readOnly} of ${refusals} refused calls would only have read`,
        });
    }
    return found.sort((a, b) => b.approved - a.approved || b.readOnly - a.readOnly);
  }

  private of(rule: string): { refusals: number; approved: number; readOnly: number } {
    const known = this.byRule.get(rule) ?? { refusals: 0, approved: 0, readOnly: 0 };
    this.byRule.set(rule, known);
    return known;
  }
}
