import type { AuditRow } from "./row.js";

/** Which rows are wanted; every condition given must hold. */
export interface Query {
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  readonly decision?: string | undefined;
  /** A rule's id, or the beginning of one up to a slash: `git-history`. */
  readonly rule?: string | undefined;
  readonly tool?: string | undefined;
  readonly event?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** Whether a row is wanted. */
export function matches(row: AuditRow, query: Query): boolean {
  if (query.session !== undefined && row.session !== query.session) return false;
  if (query.agent !== undefined && row.agent !== query.agent) return false;
  if (query.decision !== undefined && row.decision !== query.decision) return false;
  if (query.tool !== undefined && row.tool?.toLowerCase() !== query.tool.toLowerCase()) return false;
  if (query.event !== undefined && row.event !== query.event) return false;
  if (query.since !== undefined && !(Date.parse(row.time) >= query.since)) return false;
  if (query.rule !== undefined) {
    const ids = row.findings?.flatMap((each) => each.rule ?? []) ?? [];
    if (!ids.some((id) => id === query.rule || id.startsWith(`${query.rule}/`))) return false;
  }
  return true;
}

/**
 * A point in time as a person writes it: `90s`, `15m`, `2h`, `3d` ago, or an ISO 8601 date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, or undefined when it is neither
 */
export function pointInTime(text: string, now: number): number | undefined {
  const ago = /^(\d+)\s*([smhd])$/.exec(text.trim());
  if (ago)
    return now - Number(ago[1]) * { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[ago[2] as "s" | "m" | "h" | "d"];
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
