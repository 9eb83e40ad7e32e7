import { HOUR } from "../brain/anchors.js";
import type { SessionState } from "../brain/limits.js";
import type { Config } from "../brain/schema/config.js";

/**
 * What makes a session change its state. `rejoined`, `return` and `return-late` are a message or
 * a resumption after a pause: its length decides which, so the table need not know the time.
 */
export type Cause =
  | "created"
  | "restarted" // clear, fork: the same id begins anew
  | "message"
  | "rejoined" // resumed after so short a pause that nothing needs to be said
  | "return"
  | "return-late"
  | "compacting"
  | "compacted"
  | "idle"
  | "ended"
  | "seen"
  | "woken"; // a child is spoken to (again)

type Row = Readonly<Record<SessionState | "none", SessionState>>;

/**
 * The state after each cause, by the state before; `none` is a session not heard of before. Every
 * cell is filled: an event out of order has a defined, harmless result.
 */
export const TRANSITIONS: Readonly<Record<Cause, Row>> = {
  //             none         new                  between-turn                  compacted                  idle                  resumed
  created: row("new", "new", "between-turn", "compacted", "idle", "resumed"),
  restarted: row("new", "new", "new", "new", "new", "new"),
  message: row("new", "between-turn", "between-turn", "between-turn", "between-turn", "between-turn"),
  rejoined: row("new", "new", "resumed", "resumed", "resumed", "resumed"),
  return: row("new", "resumed", "resumed", "resumed", "resumed", "resumed"),
  "return-late": row("new", "new", "new", "new", "new", "new"),
  compacting: row("new", "new", "between-turn", "compacted", "idle", "resumed"),
  compacted: row("compacted", "compacted", "compacted", "compacted", "compacted", "compacted"),
  idle: row("idle", "idle", "idle", "idle", "idle", "idle"),
  ended: row("idle", "idle", "idle", "idle", "idle", "idle"),
  seen: row("new", "new", "between-turn", "compacted", "between-turn", "resumed"),
  woken: row("new", "new", "between-turn", "compacted", "between-turn", "resumed"),
};

function row(
  none: SessionState,
  fresh: SessionState,
  turn: SessionState,
  compacted: SessionState,
  idle: SessionState,
  resumed: SessionState,
): Row {
  return { none, new: fresh, "between-turn": turn, compacted, idle, resumed };
}

/** How a pause reads: `short` goes on as if nothing was, `resume` is told, after a `late` one all is told anew. */
export function pauseOf(lastSeen: number, now: number, limits: Config["resume"]): "short" | "resume" | "late" {
  const pause = now - lastSeen;
  if (pause < limits.afterHours * HOUR) return "short";
  return pause <= limits.untilHours * HOUR ? "resume" : "late";
}
