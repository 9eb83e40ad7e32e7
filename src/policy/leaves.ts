import { programOf } from "./match/command.js";
import type { Rule } from "./policy.js";

/** Words of deeds that leave the machine or cannot be taken back. */
const WORDS =
  /publish|deploy|release|push|promote|rollout|upload|send|submit|mail|post|\bput\b|patch|delete|destroy|drop|migrate|apply|prod|\blive\b|remote|\bpay|charge|invite|merge|tweet|notify|purge|register|transfer|revoke|rotate/i;

/** Programs that do nothing but work on systems elsewhere. */
const ELSEWHERE = new Set("gh glab hub aws gcloud az doctl kubectl helm terraform ssh scp rsync curl wget".split(" "));

/** Whether what a pattern is about leaves the machine or cannot be taken back, as far as its words tell. */
export function leavesMachine({ on, pattern, match }: Pick<Rule, "on" | "pattern" | "match">): boolean {
  if (on === "agent") return false;
  if (on === "url" || WORDS.test(pattern)) return true;
  if (on === "tool") return /^mcp|^web/i.test(pattern);
  if (on === "path") return false;
  const program = programOf({ pattern, match });
  return program !== null && ELSEWHERE.has(program);
}
