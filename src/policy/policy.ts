import type { ProgramSpec } from "../call/programs/spec.js";
import type { FamilyName } from "../checks/families/family.js";

export type Layer = "shipped" | "user" | "project";

/** One row of a rule table, validated. */
export interface Rule {
  readonly id: string;
  readonly type: "deny" | "ask" | "allow";
  readonly pattern: string;
  readonly match: "glob" | "regex" | "exact";
  readonly on: "command" | "path" | "url" | "tool" | "agent";
  readonly tools?: readonly string[];
  readonly context?: {
    readonly agents?: readonly string[];
    readonly fileTypes?: readonly string[];
    readonly scopes?: readonly Scope[];
  };
  readonly severity: "block" | "warn";
  readonly message: string;
  readonly suggestion: string;
  readonly examples: { readonly match: readonly string[]; readonly not_match: readonly string[] };
  readonly overridable: boolean;
  readonly layer: Layer;
  /** File and line the row stands at, for messages. */
  readonly source: string;
}

export type Scope = "meta" | "project" | "bridge";

/** Something wrong with a policy file, in words that let its author mend it. */
export interface PolicyProblem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The row's id, or its position from 1. */
  readonly row?: string;
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string;
  readonly severity: "error" | "warning";
}

/**
 * The law as plain, frozen JSON: what all layers together say. Compiled once, read by every
 * process; patterns are made ready when first needed.
 */
export interface Policy {
  /** Hash of the sources' content and bailiff's version. */
  readonly hash: string;
  readonly preset: "standard" | "strict";
  /** Families that the user layer switched off. */
  readonly off: readonly FamilyName[];
  readonly rules: readonly Rule[];
  /** Programs that users added; they win over the shipped ones. */
  readonly programs: readonly ProgramSpec[];
  /** Agents that joined the governance, by name. */
  readonly agents: Readonly<Record<string, { readonly scope: Scope }>>;
  readonly problems: readonly PolicyProblem[];
}
