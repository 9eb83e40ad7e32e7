import { approvalCheck } from "./approval.js";
import type { Check } from "./check.js";
import { delegationCheck } from "./delegation.js";
import { familiesCheck } from "./families-check.js";
import { fenceCheck } from "./fence.js";
import { modeCheck } from "./mode.js";
import { neverExposedCheck } from "./never-exposed.js";
import { roleCheck } from "./role.js";
import { rulesCheck } from "./rules.js";
import { scopeCheck } from "./scope.js";

/** Every reason to refuse, in the order in which findings are listed. */
export const checks: readonly Check[] = [
  neverExposedCheck,
  modeCheck,
  roleCheck,
  delegationCheck,
  fenceCheck,
  familiesCheck,
  rulesCheck,
  scopeCheck,
  approvalCheck,
];
