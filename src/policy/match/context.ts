import type { ToolCall } from "../../call/call.js";
import { matchGlob } from "../../call/glob.js";
import { baseName } from "../../call/path.js";
import { toolNamed } from "../../call/tools.js";
import { governedAgent, unprefixed } from "../agent-names.js";
import type { Policy, Rule, Scope } from "../policy.js";

/** The caller's scope, or undefined for an agent that is not governed. */
function scopeOf(call: ToolCall, policy: Policy): Scope | undefined {
  return governedAgent(policy, call.agent)?.scope;
}

/** Whether a row's `tools` and `context` admit a call; `paths` are those that the call touches. */
export function concerns(rule: Rule, call: ToolCall, policy: Policy, paths: () => readonly string[]): boolean {
  if (rule.tools && !rule.tools.some((name) => namesTool(name, call))) return false;
  const { context } = rule;
  if (!context) return true;
  const { agents, scopes, fileTypes } = context;
  if (agents) {
    const caller = call.agent;
    if (caller === undefined) return false;
    if (!agents.some((name) => matchGlob(name, caller) || matchGlob(name, unprefixed(caller)))) return false;
  }
  if (scopes) {
    const scope = scopeOf(call, policy);
    if (scope === undefined || !scopes.includes(scope)) return false;
  }
  if (fileTypes) {
    const endings = fileTypes.map((type) => (type.startsWith(".") ? type : `.${type}`).toLowerCase());
    if (!paths().some((path) => endings.some((end) => baseName(path).toLowerCase().endsWith(end)))) return false;
  }
  return true;
}

/** Whether a name in a policy file means this call's tool, in either host's spelling; `*` and `?` are wildcards. */
export function namesTool(name: string, call: ToolCall): boolean {
  return toolNamed(name) === call.tool || matchGlob(name, call.rawTool) || matchGlob(name, call.tool);
}
