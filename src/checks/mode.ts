import { type Effect, reaches } from "../call/effect.js";
import { join } from "../call/path.js";
import { localBinary } from "../call/programs/local-binary.js";
import { onlyLooks, steers } from "../call/pure/index.js";
import { hostOnly, onlyReads } from "../call/tools.js";
import { CAPABILITIES, type Mode } from "../policy/mode.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";

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
    const declared = declaration(input);
    if (!can.canRunTools && !onlyReads(call.tool)) return [refusal(mode, input, "runs tools beyond reading")];
    if (!can.canMutate) {
      if (declared === "mutates") return [refusal(mode, input, "is a tool that changes something")];
      if (declared === undefined && input.policy.undeclaredTools !== "allow") {
        const found = refusal(mode, input, "is a tool that does not say what it changes");
        return [{ ...found, details: { ...found.details, undeclared: true } }];
      }
      // Somebody who knows the tool goes before what its arguments look like.
      const said = declared === "reads" && analysis.commands.length === 0;
      const changing = said ? undefined : analysis.effects.find((effect) => mutates(effect, input));
      if (changing) return [refusal(mode, input, `would ${deed(changing)}`)];
    }
    if (!can.canReachNetwork && analysis.effects.some(reaches)) return [refusal(mode, input, "reaches the network")];
    if (!can.canDelegate && analysis.effects.some((effect) => effect.kind === "delegate"))
      return [refusal(mode, input, "delegates")];
    return [];
  },
};

/** What bailiff, or the policy, knows of the tool; undefined where nobody says what it changes. */
function declaration({ call, policy, analysis }: Case): "reads" | "by-effect" | "mutates" | undefined {
  const { tools } = policy;
  const named = [call.rawTool, call.tool].find((name) => tools !== undefined && Object.hasOwn(tools, name));
  if (named !== undefined) return tools?.[named]?.mutates ? "mutates" : "reads";
  if (onlyReads(call.tool)) return "reads";
  if (hostOnly(call.rawTool)) return CHANGING_HOST_TOOL.test(call.rawTool.replace(/[_-]/g, "")) ? "mutates" : "reads";
  return KNOWN.has(call.tool) || (analysis.commands.length > 0 && call.tool === "bash") ? "by-effect" : undefined;
}

/** Tools of the hosts themselves that leave something behind: work trees, tasks for later. */
const CHANGING_HOST_TOOL = /^(?:enterworktree|exitworktree|croncreate|crondelete)$/i;

const KNOWN = new Set(["bash", "write", "edit", "multiedit", "patch", "notebook", "webfetch", "websearch", "task"]);

function mutates(effect: Effect, input: Case): boolean {
  switch (effect.kind) {
    case "run":
      if (effect.mutates !== "unknown") return effect.mutates;
      return input.policy.undeclaredTools !== "allow" && !(looks(effect, input) || isInstalled(effect, input));
    case "write":
    case "destroy":
      // Into /dev/null and the like nothing is written.
      return !input.place(effect.path, effect.remote).sink;
    case "delete":
    case "move":
    case "link":
    case "chmod":
    case "chown":
      return true;
    case "act":
      // What the project has installed is not fetched.
      return !(effect.act === "remote-exec/package-run" && isInstalled(effect, input));
    case "send":
      // What is sent changes something where it arrives.
      return !(effect.path && input.place(effect.path, effect.remote).sink);
    case "opaque":
      return effect.class !== "arguments";
    default:
      return false;
  }
}

/** Whether the code that a command runs surely does nothing but read. */
function looks(effect: Effect, { call, analysis, facts }: Case): boolean {
  const command = effect.command === undefined ? undefined : analysis.commands[effect.command];
  if (!command || steers(String(call.input.command ?? ""), analysis.commands, command)) return false;
  return onlyLooks(command, (path) => command.cwd !== null && facts.paths[join(command.cwd, path)]?.exists === true);
}

/** `npx tsc` and the like, where the program is the project's own: it is then judged as itself. */
function isInstalled(effect: Effect, { analysis, facts }: Case): boolean {
  const command = effect.command === undefined ? undefined : analysis.commands[effect.command];
  if (!command || command.cwd === null || command.remote) return false;
  const binary = localBinary(command.argv.map((word) => (word.known ? word.text : "")));
  return binary !== undefined && facts.paths[join(command.cwd, binary)]?.exists === true;
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
