// Numbers and words that both the schemas and the code know. They stand apart from the schemas, so that a
// hook process does not load the library that builds those.

/**
 * An id that is also a file name: letters, digits, `.`, `_`, `-`, at most 128, and no leading dot or
 * dash, so that it can neither climb, hide nor look like an option.
 */
export const ID_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$";

export const ANCHOR_KINDS = ["decision", "context", "checkpoint", "completion"] as const;
/** Most important first. */
export const ANCHOR_PRIORITIES = ["critical", "high", "normal"] as const;
export const ANCHOR_LIMIT = 20;
/** Characters. */
export const ANCHOR_TEXT_LIMIT = 1000;

/** Actions that the state remembers. */
export const ACTION_LIMIT = 50;

export const TODO_STATUSES = ["pending", "active", "done", "cancelled"] as const;
/** Most important first. */
export const TODO_PRIORITIES = ["critical", "high", "normal", "low"] as const;
export const TODO_LIMIT = 500;

/** Errors that the metrics remember. */
export const ERROR_LIMIT = 20;
/** Agents whose delegations are counted by name. */
export const SPAWN_AGENT_LIMIT = 100;

export const SESSION_STATES = ["new", "between-turn", "compacted", "idle", "resumed"] as const;
export type SessionState = (typeof SESSION_STATES)[number];
/** Transitions that a session remembers. */
export const HISTORY_LIMIT = 50;
/** Delegations that a session remembers. */
export const SPAWN_LIMIT = 64;
/** A level no host reaches; it bounds a damaged chain. */
export const LEVEL_LIMIT = 64;
