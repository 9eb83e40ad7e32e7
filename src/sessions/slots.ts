import type { Session, Spawn } from "../brain/schema/session.js";

/** A delegation of which nothing was heard for so long counts as crashed; milliseconds. */
export const SPAWN_LEASE = 600_000;

/**
 * The delegations of a session that are under way: not ended, and either young or with a child that
 * still gives signs of life.
 *
 * @param lastSeen when a child was last heard of, milliseconds since 1970
 */
export function openSpawns(
  session: Session,
  now: number,
  lastSeen: (child: string) => number | undefined,
): readonly Spawn[] {
  return session.spawns.filter((each) => {
    const sign = each.child === undefined ? undefined : lastSeen(each.child);
    return now - Math.max(each.since, sign ?? 0) < SPAWN_LEASE;
  });
}
