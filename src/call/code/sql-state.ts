import type { Emitter, Inner } from "../programs/emit.js";
import type { SqlToken } from "./sql-tokens.js";

export const DROP = "infra/database-drop";
export const ROWS = "infra/database-rows";

/** What a deed in SQL is, and on what; kept until the text's end, since a rollback takes it back. */
export interface Deed {
  readonly act: string;
  readonly on: string;
}

export interface State {
  readonly out: Emitter;
  readonly inner: Inner;
  /** Tables that live no longer than the session, or that this text made itself. */
  readonly own: Set<string>;
  deeds: Deed[];
  inTransaction: boolean;
  depth: number;
}

/** A keyword, one of several. */
export function is(token: SqlToken | undefined, ...words: string[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}

export function deed(state: State, act: string, on: string): void {
  state.deeds.push({ act, on });
}
