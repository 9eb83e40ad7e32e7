import { addAction } from "./actions.js";
import { type AnchorOutcome, addAnchor, ageAnchors, removeAnchor } from "./anchors.js";
import { defaultConfig, emptyMetrics, emptyState, emptyTodos } from "./defaults.js";
import { exists } from "./files.js";
import { appendHistory, archiveText, dateOf } from "./history.js";
import { configKind, metricsKind, stateKind, todosKind } from "./kinds.js";
import { message } from "./load.js";
import { isEmpty } from "./metrics.js";
import { ensureUserState, type Place } from "./place.js";
import type { Anchor } from "./schema/anchor.js";
import type { Config } from "./schema/config.js";
import type { Metrics } from "./schema/metrics.js";
import type { Action, State } from "./schema/state.js";
import type { Todo, Todos } from "./schema/todos.js";
import { type Problem, type Refusal, refusal, type Store, type Written } from "./store.js";
import type { TodoOutcome } from "./todos.js";

export type Done<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Refusal | "refused"; readonly message: string };

/**
 * What is remembered about one project: the pure modules beside this one, wired to its files. Reads
 * never fail: where a file is missing or damaged the last good version or the default stands in, and
 * `problems` says so. Changes answer with why they were not made.
 */
export interface Brain {
  readonly place: Place;
  readonly store: Store;
  config(): Config;
  state(now: number): State;
  todos(): Todos;
  metrics(now: number): Metrics;
  /** What is wrong with the files, by looking at them now. */
  problems(now: number): readonly Problem[];
  /** Creates what is missing of the four files. Harmless to repeat. */
  ensure(now: number): Done<null>;
  setConfig(change: (config: Config) => Config, now: number): Done<Config>;
  setPhase(phase: string | null, now: number): Done<State>;
  setFramework(framework: string | null, now: number): Done<State>;
  /** The id is given by the brain: `a1`, `a2`… */
  addAnchor(anchor: Omit<Anchor, "id" | "created" | "demoted">, now: number): Done<Anchor>;
  removeAnchor(id: string, now: number): Done<State>;
  /** The anchors that `ageAnchors` would archive. */
  dueAnchors(now: number): readonly Anchor[];
  /** Demotes and archives what is due. */
  ageAnchors(now: number): Done<{ readonly archived: readonly Anchor[] }>;
  recordAction(action: Omit<Action, "id" | "time">, now: number): Done<State>;
  /** `change` gets the id for a new todo: `t1`, `t2`… */
  changeTodos(change: (todos: Todos, newId: string) => TodoOutcome, now: number): Done<Todos>;
  countMetrics(change: (metrics: Metrics) => Metrics, now: number): Done<Metrics>;
  /** Archives the metrics and starts anew for a root session; once per session. */
  restartMetrics(session: string, now: number): Done<{ readonly archived: string | null }>;
}

export function makeBrain(place: Place, store: Store): Brain {
  const read = {
    config: () => store.read(configKind, place.config, defaultConfig()),
    state: (now: number) => store.read(stateKind, place.state, emptyState(now)),
    todos: () => store.read(todosKind, place.todos, emptyTodos()),
    metrics: (now: number) => store.read(metricsKind, place.metrics, emptyMetrics(null, now)),
  };
  const changeState = (now: number, change: (state: State) => State | null) =>
    store.update(stateKind, place.state, now, emptyState(now), change);

  /** An anchor's change: what leaves the state is in the history before it is gone from the state. */
  const withAnchors = <T>(
    now: number,
    change: (state: State) => AnchorOutcome,
    value: (state: State) => T,
  ): Done<T> => {
    let refused: Done<T> | undefined;
    const written = changeState(now, (state) => {
      const outcome = change(state);
      if (!outcome.ok) {
        refused = { ok: false, reason: "refused", message: outcome.message };
        return null;
      }
      if (outcome.archived.length > 0) {
        const kept = appendHistory(store, place.history, "anchors", { anchors: [...outcome.archived] }, now);
        if (!kept.ok) {
          refused = kept;
          return null;
        }
      }
      return outcome.state === state ? null : outcome.state;
    });
    return refused ?? done(written, value);
  };

  return {
    place,
    store,
    config: () => read.config().value,
    state: (now) => read.state(now).value,
    todos: () => read.todos().value,
    metrics: (now) => read.metrics(now).value,
    problems(now) {
      const found = [read.config(), read.state(now), read.todos(), read.metrics(now)];
      return [...found.flatMap((each) => each.problem ?? []), ...quarantined(store, place)];
    },
    ensure(now) {
      if (!place.initialised) {
        const made = ensureUserState(place, store, now);
        if (made?.ok === false) return made;
      }
      const same = <T>(value: T): T => value;
      const made = [
        () => ensureFile(store, place.config, () => store.update(configKind, place.config, now, defaultConfig(), same)),
        () => ensureFile(store, place.state, () => store.update(stateKind, place.state, now, emptyState(now), same)),
        () => ensureFile(store, place.todos, () => store.update(todosKind, place.todos, now, emptyTodos(), same)),
        () =>
          ensureFile(store, place.metrics, () =>
            store.update(metricsKind, place.metrics, now, emptyMetrics(null, now), same),
          ),
      ];
      for (const make of made) {
        const written = make();
        if (written?.ok === false) return written;
      }
      return { ok: true, value: null };
    },
    setConfig: (change, now) => done(store.update(configKind, place.config, now, defaultConfig(), change), (v) => v),
    setPhase: (phase, now) =>
      done(
        changeState(now, (state) => (state.phase === phase ? null : { ...state, phase, updated: now })),
        (v) => v,
      ),
    setFramework: (framework, now) =>
      done(
        changeState(now, (state) => (state.framework === framework ? null : { ...state, framework, updated: now })),
        (v) => v,
      ),
    addAnchor(anchor, now) {
      let added: Anchor | undefined;
      const result = withAnchors(
        now,
        (state) => {
          added = { ...anchor, id: nextId("a", state.anchors), created: now };
          return addAnchor(state, added, now);
        },
        () => null,
      );
      if (!result.ok) return result;
      return added ? { ok: true, value: added } : { ok: false, reason: "failed", message: "nothing was added" };
    },
    removeAnchor: (id, now) =>
      withAnchors(
        now,
        (state) => removeAnchor(state, id, now),
        (state) => state,
      ),
    dueAnchors: (now) => ageAnchors(read.state(now).value, now).archived,
    ageAnchors(now) {
      let archived: readonly Anchor[] = [];
      return withAnchors(
        now,
        (state) => {
          const aged = ageAnchors(state, now);
          archived = aged.archived;
          return { ok: true, ...aged };
        },
        () => ({ archived }),
      );
    },
    recordAction(action, now) {
      let refused: Done<State> | undefined;
      const written = changeState(now, (state) => {
        const { state: next, overflow } = addAction(state, { ...action, id: actionId(state, now), time: now }, now);
        if (overflow.length > 0) {
          const kept = appendHistory(store, place.history, "state", { actions: [...overflow] }, now);
          if (!kept.ok) {
            refused = kept;
            return null;
          }
        }
        return next;
      });
      return refused ?? done(written, (v) => v);
    },
    changeTodos(change, now) {
      let refused: Done<Todos> | undefined;
      const written = store.update(todosKind, place.todos, now, emptyTodos(), (todos) => {
        const outcome = change(todos, nextId("t", todos.todos));
        if (outcome.ok) return outcome.todos === todos ? null : outcome.todos;
        refused = { ok: false, reason: "refused", message: outcome.message };
        return null;
      });
      return refused ?? done(written, (v) => v);
    },
    countMetrics: (change, now) =>
      done(
        store.update(metricsKind, place.metrics, now, emptyMetrics(null, now), change, { durable: false }),
        (v) => v,
      ),
    restartMetrics(session, now) {
      let archived: string | null = null;
      let failed: Done<{ archived: string | null }> | undefined;
      const written = store.update(metricsKind, place.metrics, now, emptyMetrics(null, now), (metrics) => {
        if (metrics.session === session) return null;
        if (!isEmpty(metrics)) {
          try {
            const text = `${JSON.stringify(metrics, null, 2)}\n`;
            archived = archiveText(store.files, place.history, `metrics-${dateOf(now)}`, text);
          } catch (error) {
            failed = { ...refusal(error), message: message(error) };
            return null;
          }
        }
        return emptyMetrics(session, now);
      });
      return failed ?? done(written, () => ({ archived }));
    },
  };
}

function done<T, R>(written: Written<T>, value: (written: T) => R): Done<R> {
  return written.ok ? { ok: true, value: value(written.value) } : written;
}

function ensureFile(store: Store, path: string, make: () => Written<unknown>): Written<unknown> | undefined {
  return exists(store.files, path) ? undefined : make();
}

/** One more than the highest number in use. */
function nextId(letter: string, used: readonly (Anchor | Todo)[]): string {
  const highest = used.reduce((most, each) => Math.max(most, Number(/^[a-z](\d{1,9})$/.exec(each.id)?.[1] ?? 0)), 0);
  return `${letter}${highest + 1}`;
}

/** Time, and a number higher than that of any other action of the same millisecond. */
function actionId(state: State, now: number): string {
  const prefix = `${now}-`;
  const numbers = state.history
    .filter((each) => each.id.startsWith(prefix))
    .map((each) => Number(each.id.slice(prefix.length)));
  return `${prefix}${Math.max(0, ...numbers) + 1}`;
}

function quarantined(store: Store, place: Place): readonly Problem[] {
  const found: Problem[] = [];
  for (const directory of [place.brain, place.sessions, place.execution]) {
    try {
      for (const name of store.files.list(directory)) {
        const at = name.indexOf(".corrupt-");
        if (at < 0) continue;
        found.push({
          file: `${directory}/${name.slice(0, at)}`,
          message: "was invalid and has been replaced by the last good version or the default",
          kept: `${directory}/${name}`,
        });
      }
    } catch (error) {
      found.push({ file: directory, message: `cannot be read: ${message(error)}` });
    }
  }
  return found;
}
