import type { Check } from "./check.js";

/** The written rule table. */
export const rulesCheck: Check = {
  name: "rules",
  codes: ["ERR_RULE"],
  hard: false,
  summary: "Rows of deny-rules.yaml.",
  judge: () => [],
};
