import type { ToolCall } from "./call.js";
import type { Analysis } from "./effect.js";
import type { ProgramTable } from "./programs/interpret.js";
import { programNames } from "./programs/table.js";
import { analyseShell } from "./shell/index.js";

/**
 * What a tool call would do if it ran, from its own text alone.
 *
 * @param call the call in host-neutral form
 * @param programs what is known about programs
 */
export function analyse(call: ToolCall, programs: ProgramTable): Analysis {
  const command = call.input.command;
  const { commands, effects } = analyseShell(
    typeof command === "string" ? command : "",
    call,
    call.cwd,
    programs,
    programNames,
  );
  return { commands, effects, opaque: effects.some((effect) => effect.kind === "opaque") };
}
