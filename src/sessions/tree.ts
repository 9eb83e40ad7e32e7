import type { Session } from "../brain/schema/session.js";

/** A session with the sessions it delegated to. */
export interface SessionNode {
  readonly session: Session;
  readonly children: readonly SessionNode[];
}

/**
 * Sessions as a forest, for people: latest first, children in the order of their beginning. A session
 * whose parent is not among them, or that damage put into a ring, stands at the top.
 */
export function sessionTree(sessions: readonly Session[]): readonly SessionNode[] {
  const byId = new Map(sessions.map((each) => [each.id, each]));
  const below = new Map<string, Session[]>();
  const roots: Session[] = [];
  for (const each of sessions) {
    if (each.parent === null || !byId.has(each.parent) || isRing(each, byId)) roots.push(each);
    else below.set(each.parent, [...(below.get(each.parent) ?? []), each]);
  }
  const node = (session: Session): SessionNode => ({
    session,
    children: (below.get(session.id) ?? []).sort((a, b) => a.created - b.created).map(node),
  });
  return roots.sort((a, b) => b.lastSeen - a.lastSeen).map(node);
}

function isRing(start: Session, byId: ReadonlyMap<string, Session>): boolean {
  const seen = new Set<string>();
  for (let at: Session | undefined = start; at; at = at.parent === null ? undefined : byId.get(at.parent)) {
    if (seen.has(at.id)) return at.id === start.id;
    seen.add(at.id);
  }
  return false;
}
