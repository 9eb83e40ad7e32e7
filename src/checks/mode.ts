import type { Effect } from "../call/effect.js";
import { onlyReads } from "../call/tools.js";
import { CAPABILITIES, type Mode } from "../policy/mode.js";
import type { Case, Check } from "./check.js";
import type { Finding } from "./finding.js";
import { placeOf } from "./places.js";

/** What the process's mode does not let anybody do, judged by effect and not by the tool's name. */
export const modeCheck: Check = {
  name: "mode",
  codes: ["ERR_READONLY_MODE"],
  hard: true,
  summary: "What the mode (FULL, TEST, READONLY, MINIMAL) leaves out.",
  judge(input) {
    const mode = input.facts.mode ?? "FULL";
    if (mode === "FULL") return [];
    const can = CAPABILITIES[mode];
    const { call, analysis } = input;
    const declared = isDeclared(input);
    if (!can.canRunTools && !onlyReads(call.tool)) return [refusal(mode, input, "runs tools beyond reading")];
    if (!can.canMutate) {
      if (!declared && input.policy.undeclaredTools !== "allow")
        return [refusal(mode, input, "is a tool that does not say what it changes")];
      const changing = analysis.effects.find((effect) => mutates(effect, input));
      if (changing) return [refusal(mode, input, `would ${deed(changing)}`)];
    }
    if (!can.canReachNetwork && analysis.effects.some(reaches)) return [refusal(mode, input, "reaches the network")];
    if (!can.canDelegate && analysis.effects.some((effect) => effect.kind === "delegate"))
      return [refusal(mode, input, "delegates")];
    return [];
  },
};

/** Whether bailiff, or the policy, knows what this tool changes. */
function isDeclared({ call, policy, analysis }: Case): boolean {
  const named = policy.tools?.[call.rawTool] ?? policy.tools?.[call.tool];
  if (named) return !named.mutates;
  return onlyReads(call.tool) || KNOWN.has(call.tool) || (analysis.commands.length > 0 && call.tool === "bash");
}

const KNOWN = new Set(["bash", "write", "edit", "multiedit", "patch", "notebook", "webfetch", "websearch", "task"]);

function mutates(effect: Effect, input: Case): boolean {
  switch (effect.kind) {
    case "run":
      return effect.mutates === true || (effect.mutates === "unknown" && input.policy.undeclaredTools !== "allow");
    case "write":
    case "destroy":
      // Into /dev/null and the like nothing is written.
      return !placeOf(effect.path, input.facts, effect.remote).sink;
    case "delete":
    case "move":
    case "link":
    case "chmod":
    case "chown":
    case "act":
      return true;
    case "send":
      // What is sent changes something where it arrives.
      return !(effect.path && placeOf(effect.path, input.facts, effect.remote).sink);
    case "opaque":
      return effect.class !== "arguments";
    default:
      return false;
  }
}

function reaches(effect: Effect): boolean {
  return (
    effect.kind === "reach" ||
    effect.kind === "send" ||
    effect.remote?.kind === "host" ||
    (effect.kind === "run" && effect.network)
  );
}

function deed(effect: Effect): string {
  switch (effect.kind) {
    case "run":
      return effect.mutates === "unknown"
        ? `run ${effect.program}, of which is not known whether it changes anything`
        : `change something by ${effect.program}`;
    case "act":
      return `do ${effect.act}`;
    case "opaque":
      return "run something that cannot be known before it runs";
    case "write":
    case "delete":
    case "destroy":
    case "move":
    case "link":
    case "chmod":
    case "chown":
      return `${effect.kind} ${effect.path.text}`;
    default:
      return effect.kind;
  }
}

function refusal(mode: Mode, { call }: Case, why: string): Finding {
  return {
    check: "mode",
    code: "ERR_READONLY_MODE",
    severity: "deny",
    message: `bailiff runs in ${mode} mode, and this call ${why}`,
    suggestion:
      "Look and report only, and tell the user which change you would make; the mode can only be changed by the user, outside this session",
    details: { tool: call.rawTool, mode },
  };
}
