import { programTable } from "../call/programs/table.js";
import { programOf } from "./match/command.js";
import type { Rule } from "./policy.js";

/** Words of deeds that leave the machine or cannot be taken back. */
const WORDS =
  /publish|deploy|release|push|promote|rollout|upload|send|submit|mail|post|put|patch|delete|destroy|drop|migrate|apply|prod|live|remote|pay|charge|invite|merge|tweet|notify|purge|register|transfer|revoke|rotate/i;

/** Programs that do nothing but work on systems elsewhere. */
const ELSEWHERE = new Set("gh glab hub aws gcloud az doctl kubectl helm terraform ssh scp rsync curl wget".split(" "));

/** Whether what a row is about leaves the machine or cannot be taken back, as far as its words tell. */
export function lookUpNetwork(rule: Rule): boolean {
  if (rule.on === "url" || rule.on === "agent") return rule.on === "url";
  if (WORDS.test(rule.pattern)) return true;
  if (rule.on === "tool") return rule.pattern.startsWith("mcp");
  if (rule.on === "path") return false;
  const program = programOf(rule);
  return program !== null && (ELSEWHERE.has(program) || programTable().lookUp(program)?.network === true);
}
