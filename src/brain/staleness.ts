import { HOUR } from "./anchors.js";
import type { Config } from "./schema/config.js";

/** A checkpoint older than this no longer says where the work stands; milliseconds. */
export const CHECKPOINT_AGE = 48 * HOUR;

export type Staleness = "fresh" | "warn" | "critical";

/** How much what was last changed at `updated` can still be relied on (warn 48 h, critical 168 h unless configured). */
export function staleness(updated: number, now: number, limits: Config["stale"]): Staleness {
  const age = now - updated;
  if (age >= limits.criticalHours * HOUR) return "critical";
  return age >= limits.warnHours * HOUR ? "warn" : "fresh";
}
