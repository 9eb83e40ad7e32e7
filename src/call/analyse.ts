import type { ToolCall } from "./call.js";
import type { Analysis } from "./effect.js";
import type { ProgramTable } from "./programs/interpret.js";

/**
 * What a tool call would do if it ran, from its own text alone.
 *
 * @param call the call in host-neutral form
 * @param programs what is known about programs
 */
export function analyse(_call: ToolCall, _programs: ProgramTable): Analysis {
  return { commands: [], effects: [], opaque: false };
}
