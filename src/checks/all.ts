import type { Check } from "./check.js";
import { familiesCheck } from "./families-check.js";
import { rulesCheck } from "./rules.js";

/** Every reason to refuse, in the order in which findings are listed. */
export const checks: readonly Check[] = [familiesCheck, rulesCheck];
