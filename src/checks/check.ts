import type { Case } from "./case.js";
import type { CheckName, Code, Finding } from "./finding.js";

/** One reason to refuse. */
export interface Check {
  readonly name: CheckName;
  /** The codes its findings can carry. */
  readonly codes: readonly Code[];
  /** Holds for every agent at every depth; a soft check is only recorded at level 2 and deeper. */
  readonly hard: boolean;
  /** One line for the documentation. */
  readonly summary: string;
  judge(input: Case): readonly Finding[];
}
