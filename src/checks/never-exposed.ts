import type { Check } from "./check.js";

/**
 * Tools that no AI ever gets, whatever a policy file says: switching experiments on or off and
 * making them law, approving, trusting, changing mode or policy. In the code, so that files can
 * only add to it.
 */
export const NEVER_EXPOSED: readonly string[] = Object.freeze([
  "experiment_enable",
  "experiment_disable",
  "experiment_graduate",
  "approve",
  "decline",
  "trust",
  "untrust",
  "set_mode",
  "set_policy",
  "set_role",
  "purge_audit",
  "uninstall",
]);

/** Tools of bailiff's own that only a person may use. */
export const neverExposedCheck: Check = {
  name: "never-exposed",
  codes: ["ERR_NEVER_EXPOSED"],
  hard: true,
  summary: "Tools that only a person may use: approving, trusting, changing mode or policy.",
  judge({ call, policy, facts }) {
    if (facts.role === "human") return [];
    const name = ownName(call.rawTool);
    const listed =
      (name !== undefined && NEVER_EXPOSED.includes(name)) ||
      policy.neverExpose?.some((each) => same(each, call.rawTool));
    if (!listed) return [];
    return [
      {
        check: "never-exposed",
        code: "ERR_NEVER_EXPOSED",
        severity: "deny",
        message: "this tool is for people only and is never given to an agent",
        suggestion: "Ask the user to do it in a terminal",
        details: { tool: call.rawTool },
      },
    ];
  },
};

/** The name of a tool of bailiff's own, in whatever spelling a host gives it. */
function ownName(raw: string): string | undefined {
  if (!/bailiff/i.test(raw)) return undefined;
  const flat = raw.toLowerCase().replace(/[.\-:/ ]/g, "_");
  const match = /^(?:mcp__)?(?:plugin_)*(?:bailiff_+)+(.+)$/.exec(flat);
  return match?.[1];
}

function same(a: string, b: string): boolean {
  const flat = (text: string): string => text.toLowerCase().replace(/[.\-:/ ]/g, "_");
  return flat(a) === flat(b) || ownName(b) === flat(a);
}
