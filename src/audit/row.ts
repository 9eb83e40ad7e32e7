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
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  readonly role?: string | undefined;
  readonly scope?: string | undefined;
  readonly level?: number | undefined;
  readonly tool?: string | undefined;
  readonly cwd?: string | undefined;
  /** Redacted, at most 500 characters. */
  readonly args?: string | undefined;
  /** `args` is whole: nothing was redacted or cut, so that the call can be replayed. */
  readonly replayable?: boolean | undefined;
  /** Effects in short, at most 20. */
  readonly effects?: readonly string[] | undefined;
  readonly decision?: Severity | undefined;
  readonly findings?: readonly RecordedFinding[] | undefined;
  readonly rule?: string | undefined;
  readonly outcome?: "ran" | "refused" | "failed" | "abandoned" | undefined;
  readonly duration?: number | undefined;
  /** SHA-256 of the result's text, never the text. */
  readonly result?: string | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** A row as it stands in the file. */
export interface AuditRow extends AuditEntry {
  /** From 1, without gaps, over all files of the log. */
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
}
