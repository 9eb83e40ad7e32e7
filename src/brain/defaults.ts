import type { Config } from "./schema/config.js";
import type { Metrics } from "./schema/metrics.js";
import type { State } from "./schema/state.js";
import type { Todos } from "./schema/todos.js";

/** The settings of a project in which nobody chose any. */
export function defaultConfig(): Config {
  return {
    version: 1,
    language: { communication: "English", documents: "English" },
    resume: { afterHours: 1, untilHours: 48 },
    stale: { warnHours: 48, criticalHours: 168 },
  };
}

export function emptyState(now: number): State {
  return { version: 1, created: now, updated: now, phase: null, framework: null, anchors: [], history: [] };
}

export function emptyTodos(): Todos {
  return { version: 1, todos: [] };
}

/** @param session the root session whose metrics they are */
export function emptyMetrics(session: string | null, now: number): Metrics {
  return {
    version: 1,
    session,
    started: now,
    iterations: 0,
    spawns: { total: 0, byAgent: [] },
    errors: { total: 0, recent: [] },
  };
}
