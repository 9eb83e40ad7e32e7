import { textArgument, workDirectory } from "./arguments.js";
import type { KnownTool, ToolCall } from "./call.js";
import { type Analysis, type Effect, effectOf } from "./effect.js";
import { fileToolEffects } from "./file-tools.js";
import { foreignCode } from "./foreign-code.js";
import { foreignEffects } from "./foreign-tools.js";
import type { ProgramTable } from "./programs/interpret.js";
import { programNames } from "./programs/shipped.js";
import { analyseCode, analyseShell } from "./shell/index.js";
import { hostOnly, toolNamed, toolSpec } from "./tools.js";

/**
 * What a tool call would do if it ran, from its own text alone. Never throws: arguments may be
 * missing or of the wrong type, since the call has not been validated yet.
 *
 * @param call the call in host-neutral form
 * @param programs what is known about programs
 */
export function analyse(call: ToolCall, programs: ProgramTable): Analysis {
  // A caller that kept the host's spelling must not slip through as a foreign tool.
  const tool = toolSpec(call.tool) ? call.tool : toolNamed(call.tool);
  const spec = toolSpec(tool);
  if (spec?.commands) return shellTool(call, spec.commands, programs);
  if (spec) return analysis([], fileToolEffects(tool as KnownTool, call));
  return hostOnly(call.rawTool) ? analysis([], []) : foreignTool(call, programs);
}

function analysis(commands: Analysis["commands"], effects: readonly Effect[]): Analysis {
  return { commands, effects, opaque: effects.some((effect) => effect.kind === "opaque") };
}

function shellTool(call: ToolCall, names: readonly string[], programs: ProgramTable): Analysis {
  const text = textArgument(call, names);
  if (text === undefined) {
    // Nothing to run; anything but a text is refused, for no one knows what a host makes of it.
    const given = names.map((name) => call.input[name]).find((value) => value !== undefined && value !== "");
    if (given === undefined) return analysis([], []);
    return analysis([], [{ kind: "opaque", class: "bounds", origin: "unknown", source: "command is not a text" }]);
  }
  const { commands, effects } = analyseShell(text, call, workDirectory(call), programs, programNames);
  return analysis(commands, effects);
}

function foreignTool(call: ToolCall, programs: ProgramTable): Analysis {
  const commands: Analysis["commands"][number][] = [];
  const effects: Effect[] = foreignEffects(call);
  for (const { language, text } of foreignCode(call, programs)) {
    const found = analyseCode(language, text, call, workDirectory(call), programs, programNames);
    const offset = commands.length;
    commands.push(...found.commands);
    for (const each of found.effects) {
      const command = each.command === undefined ? undefined : each.command + offset;
      effects.push(effectOf(command, each.remote, each));
    }
  }
  return analysis(commands, effects);
}
