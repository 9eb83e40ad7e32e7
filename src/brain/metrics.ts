import { redact } from "../audit/redact.js";
import { ERROR_LIMIT, SPAWN_AGENT_LIMIT } from "./limits.js";
import type { Metrics, RecordedError } from "./schema/metrics.js";

/** How many errors count as recent. */
const RECENT_ERRORS = 10;
/** So many identical recent errors are put before the user. */
const ESCALATION = 3;

export function countIteration(metrics: Metrics): Metrics {
  return { ...metrics, iterations: metrics.iterations + 1 };
}

/** Counts a delegation. Agents beyond the hundredth are counted in the total only. */
export function countSpawn(metrics: Metrics, named: string): Metrics {
  // A model may ask for an agent by any name.
  const agent = redact(named, 200);
  const { total, byAgent } = metrics.spawns;
  const known = byAgent.some((each) => each.agent === agent);
  const next = known
    ? byAgent.map((each) => (each.agent === agent ? { agent, count: each.count + 1 } : each))
    : byAgent.length < SPAWN_AGENT_LIMIT
      ? [...byAgent, { agent, count: 1 }]
      : byAgent;
  return { ...metrics, spawns: { total: total + 1, byAgent: next } };
}

/** Records an error, keeping the newest twenty. */
export function recordError(metrics: Metrics, error: RecordedError): Metrics {
  const recent = [...metrics.errors.recent, error].slice(-ERROR_LIMIT);
  return { ...metrics, errors: { total: metrics.errors.total + 1, recent } };
}

/** The last ten errors, newest last. */
export function recentErrors(metrics: Metrics): readonly RecordedError[] {
  return metrics.errors.recent.slice(-RECENT_ERRORS);
}

/** The error that came back three times among the last ten, and how often; undefined when none did. */
export function escalation(metrics: Metrics): { readonly text: string; readonly count: number } | undefined {
  const counts = new Map<string, number>();
  for (const each of recentErrors(metrics)) {
    const text = signature(each.text);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const worst = [...counts].sort((a, b) => b[1] - a[1])[0];
  if (!worst || worst[1] < ESCALATION) return undefined;
  return {
    text: recentErrors(metrics).findLast((each) => signature(each.text) === worst[0])?.text ?? worst[0],
    count: worst[1],
  };
}

/** What makes two errors the same: their words, whatever the spacing. */
function signature(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Whether anything happened that would be worth archiving. */
export function isEmpty(metrics: Metrics): boolean {
  return metrics.iterations === 0 && metrics.spawns.total === 0 && metrics.errors.total === 0;
}
