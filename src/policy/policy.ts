import type { Static } from "typebox";
import type { ProgramSpec } from "../call/programs/spec.js";
import type { FamilyName } from "../checks/families/family.js";
import type { GatekeeperSettings, RunCommand, UseLimit } from "./limits.js";
import type { Role } from "./roles.js";
import type { RuleRowSchema, ScopeSchema } from "./rule.schema.js";
import type { SettingsSchema } from "./settings.schema.js";

export type Layer = "shipped" | "user" | "project";

/** One row of a rule table as its author wrote it. */
export type RuleRow = Static<typeof RuleRowSchema>;
export type Settings = Static<typeof SettingsSchema>;
export type Scope = Static<typeof ScopeSchema>;

type Deep<T> = T extends readonly (infer E)[]
  ? readonly Deep<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Deep<T[K]> }
    : T;

type Filled = "match" | "on" | "severity" | "message" | "suggestion" | "overridable" | "configurable";

/** One row of a rule table, validated, its defaults filled in. */
export type Rule = Deep<Omit<RuleRow, Filled | "examples"> & Required<Pick<RuleRow, Filled>>> & {
  readonly examples: { readonly match: readonly string[]; readonly not_match: readonly string[] };
  readonly layer: Layer;
  /** File and line the row stands at, for messages. */
  readonly source: string;
  /** For path globs: the regular expression's source, made when the policy is compiled. */
  readonly compiled?: string;
};

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

/** A project as the policy registers it. */
export interface RegisteredProject {
  readonly name: string;
  /** Absolute, or `~/…`. */
  readonly path: string;
  readonly write: boolean;
  readonly no_delete: boolean;
}

/** An agent that joined the governance. */
export interface GovernedAgent {
  readonly scope: Scope;
  /** The agents it may delegate to; any where absent, never itself. */
  readonly delegatesTo?: readonly string[];
  /** What it may do: in each list something must allow. No default denial where absent. */
  readonly lists?: readonly (readonly Rule[])[];
  /** What it is there for, for its refusals. */
  readonly role?: string;
  /** Tools that should come first. */
  readonly firstTools?: readonly string[];
  /** The files that say so, absolute. */
  readonly files?: readonly AgentSourceFile[];
}

export interface AgentSourceFile {
  readonly path: string;
  /** `bailiff init` rendered it: nobody but a person has a part in it. */
  readonly rendered: boolean;
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
  readonly agents: Readonly<Record<string, GovernedAgent>>;
  /** Levels of delegation that may run; 3 where absent, null for no limit. */
  readonly maxDepth?: number | null;
  readonly problems: readonly PolicyProblem[];
  /** `mode:` of the layers that name one; the strictest holds. */
  readonly modes?: readonly string[];
  /** What READONLY and MINIMAL do with a tool of which nobody said what it changes; refused where absent. */
  readonly undeclaredTools?: "allow" | "deny";
  /** Tools of which somebody said what they change, by the host's name. */
  readonly tools?: Readonly<Record<string, { readonly mutates: boolean }>>;
  /** Roles with all that they inherit. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Roles of agents, by the host's name for them; `ai` for whoever is not among them. */
  readonly roleHolders?: Readonly<Record<string, string>>;
  /** The registered projects; absent or empty: no fence beyond the families. */
  readonly projects?: readonly RegisteredProject[];
  /** How often roles may use tools, beside the shipped limits on bailiff's own. */
  readonly limits?: readonly UseLimit[];
  readonly gatekeeper?: GatekeeperSettings;
  readonly runCommand?: RunCommand;
  /** Tools that are never given to an AI, beside those in the code. */
  readonly neverExpose?: readonly string[];
}
