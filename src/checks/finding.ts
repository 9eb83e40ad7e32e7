/** Names of the checks, in the order in which findings are listed. */
export const CHECKS = [
  "never-exposed",
  "mode",
  "role",
  "quota",
  "delegation",
  "fence",
  "protection",
  "families",
  "rules",
  "scope",
  "approval",
  "gatekeeper",
  "policy",
  "internal",
] as const;
export type CheckName = (typeof CHECKS)[number];

export const CODES = [
  "ERR_RULE",
  "ERR_NEVER_EXPOSED",
  "ERR_READONLY_MODE",
  "ERR_ROLE",
  "ERR_RATE_LIMIT",
  "ERR_CONCURRENCY",
  "ERR_DELEGATION_DEPTH",
  "ERR_DELEGATION_TARGET",
  "ERR_FENCE",
  "ERR_SCOPE",
  "ERR_PROTECTED",
  "ERR_APPROVAL",
  "ERR_GATEKEEPER",
  "ERR_POLICY",
  "ERR_INTERNAL",
] as const;
export type Code = (typeof CODES)[number];

/** Strictest first. */
export const SEVERITIES = ["deny", "ask", "warn", "allow"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One reason, found by one check. */
export interface Finding {
  readonly check: CheckName;
  readonly code: Code;
  readonly severity: Severity;
  /** The rule's or family row's id, e.g. `git-history/hard-reset`. */
  readonly ruleId?: string;
  readonly message: string;
  readonly suggestion: string;
  /** What it was found on: a command, path or address as a person would recognise it. */
  readonly subject?: string;
  /** Values of interest to programs, e.g. `{tool, mode}`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Decision {
  readonly decision: Severity;
  /** All findings, strictest first, then in the order of the checks. */
  readonly findings: readonly Finding[];
}
