import { ACTION_LIMIT } from "./limits.js";
import type { Action, State } from "./schema/state.js";

/**
 * Adds to the history of what was done; what no longer fits comes back as `overflow`, oldest first,
 * to be written to `brain/history/` before the state is.
 */
export function addAction(
  state: State,
  action: Action,
  now: number,
): { readonly state: State; readonly overflow: readonly Action[] } {
  if (state.history.some((each) => each.id === action.id)) return { state, overflow: [] };
  const history = [...state.history, action];
  const overflow = history.splice(0, Math.max(0, history.length - ACTION_LIMIT));
  return { state: { ...state, updated: now, history }, overflow };
}

/** The last actions, newest last. */
export function lastActions(state: State, count: number): readonly Action[] {
  return state.history.slice(-count);
}
