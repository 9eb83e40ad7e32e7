import type { SchemaName } from "./schema/all.js";
import type { Checkpoint } from "./schema/checkpoint.js";
import type { Config } from "./schema/config.js";
import type { History } from "./schema/history.js";
import type { Manifest } from "./schema/manifest.js";
import type { Metrics } from "./schema/metrics.js";
import type { Quota } from "./schema/quota.js";
import type { Session } from "./schema/session.js";
import type { State } from "./schema/state.js";
import type { Todos } from "./schema/todos.js";
import { invalid } from "./validate.js";

/** How files of one kind are read: what is valid, which layout is current, how older ones become it. */
export interface Kind<T> {
  readonly name: string;
  readonly version: number;
  /** What is wrong with a value of the current layout; undefined when it is a `T`. */
  readonly check: (value: unknown) => string | undefined;
  /** From a layout's version to the next: `migrate[1]` makes version 2 of version 1. */
  readonly migrate: Readonly<Record<number, (old: Readonly<Record<string, unknown>>) => Record<string, unknown>>>;
  /** Holds `T`; never set. */
  readonly type?: T;
}

function kind<T>(name: SchemaName): Kind<T> {
  return { name, version: 1, check: (value) => invalid(name, value), migrate: {} };
}

export const stateKind = kind<State>("state");
export const configKind = kind<Config>("config");
export const todosKind = kind<Todos>("todos");
export const metricsKind = kind<Metrics>("metrics");
export const sessionKind = kind<Session>("session");
export const checkpointKind = kind<Checkpoint>("checkpoint");
export const historyKind = kind<History>("history");
export const manifestKind = kind<Manifest>("manifest");
export const quotaKind = kind<Quota>("quota");
