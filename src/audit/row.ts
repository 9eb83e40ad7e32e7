import type { Severity } from "../checks/finding.js";

/** What happened to a call. `enter` and `exit` frame each one; the rest stand alone. */
export type AuditEvent = "enter" | "exit" | "gate_check" | "approval" | "session" | "trust" | "torn";

/** A finding in short, as it stands in the record. */
export interface RecordedFinding {
  readonly check: string;
  readonly code: string;
  readonly severity: Severity;
  readonly rule?: string;
  readonly subject?: string;
}

/** One line of the audit, before it is chained. Times in ISO 8601, durations in milliseconds. */
export interface AuditEntry {
  readonly time: string;
  readonly event: AuditEvent;
  /** The same in the enter and the exit row of one call. */
  readonly correlation: string;
  readonly host: string;
  readonly session?: string;
  readonly agent?: string;
  readonly role?: string;
  readonly scope?: string;
  readonly level?: number;
  readonly tool?: string;
  readonly cwd?: string;
  /** Redacted, at most 500 characters. */
  readonly args?: string;
  /** `args` is whole: nothing was redacted or cut, so that the call can be replayed. */
  readonly replayable?: boolean;
  /** Effects in short, at most 20. */
  readonly effects?: readonly string[];
  readonly decision?: Severity;
  readonly findings?: readonly RecordedFinding[];
  readonly rule?: string;
  readonly outcome?: "ran" | "refused" | "failed" | "abandoned";
  readonly duration?: number;
  /** SHA-256 of the result's text, never the text. */
  readonly result?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A row as it stands in the file. */
export interface AuditRow extends AuditEntry {
  /** From 1, without gaps, over all files of the log. */
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
}
