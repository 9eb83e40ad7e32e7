import type { Case } from "../case.js";
import type { Of } from "../sorted-effects.js";

export const FAMILIES = [
  "fs-delete",
  "fs-device",
  "git-history",
  "permission",
  "remote-exec",
  "secrets",
  "system",
  "publish",
  "infra",
  "persistence",
  "tamper",
  "opaque",
] as const;
export type FamilyName = (typeof FAMILIES)[number];

/** One deed that a family refuses, worded for the person and the model that meet it. */
export interface FamilyRow {
  /** `family/deed`; an `act` effect of the same name is judged by this row without further code. */
  readonly id: string;
  /** `strict` rows hold only under the strict preset. */
  readonly preset: "standard" | "strict";
  readonly severity: "deny" | "ask" | "warn";
  /** What is wrong with it, one sentence. */
  readonly message: string;
  /** What to do instead, one sentence. A command in backticks here is itself let through. */
  readonly suggestion: string;
  readonly examples: { readonly match: readonly string[]; readonly not_match: readonly string[] };
}

/**
 * Told of each thing that a family objects to: the id of a row of the family, and the path, address or
 * command it was found on. Of several things under one row the first is shown.
 */
export type Hit = (row: string, subject?: string) => void;

export interface Family {
  readonly name: FamilyName;
  /** One paragraph for the documentation: what it protects, what it lets through. */
  readonly summary: string;
  readonly rows: readonly FamilyRow[];
  /** What acts alone do not say: judges effects by kind and place. Absent where acts say all. */
  judge?(input: Case, hit: Hit): void;
  /** Whether one of the family's acts does no harm where it stands, e.g. in a container that is thrown away. */
  excuses?(act: Of<"act">, input: Case): boolean;
}
