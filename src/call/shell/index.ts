import type { ToolCall } from "../call.js";
import type { ProgramTable } from "../programs/interpret.js";
import { isBuiltin } from "./builtins.js";
import { gate } from "./gate.js";
import { Exceeded } from "./limits.js";
import { walkText } from "./lines.js";
import { OUTERMOST } from "./scope.js";
import { Shell, type Walker } from "./shell.js";
import { State } from "./state.js";
import { unusedFunctions } from "./unused.js";
import { walkBody, walkScript } from "./walk.js";
import { runWords } from "./words.js";

const walker: Walker = {
  body: walkBody,
  script: walkScript,
  code: walkText,
  builtin: isBuiltin,
  words: runWords,
};

/**
 * What a shell command line would run, and what that does. Never throws: a text that is too large,
 * too deep or no text at all gives an opaque effect, beside what was found before.
 *
 * @param text the command line as the tool gets it
 * @param cwd absolute directory, or null when it is not known
 * @param names all known programs, for wildcards in a program's place
 */
export function analyseShell(
  text: string,
  call: ToolCall,
  cwd: string | null,
  table: ProgramTable,
  names: () => readonly string[],
): Pick<Shell, "commands" | "effects"> {
  const shell = new Shell(call, table, names, walker);
  const refusal = gate(text);
  if (refusal !== null) {
    shell.opaque("bounds", "unknown", refusal, OUTERMOST);
    return shell;
  }
  try {
    const state = new State([cwd]);
    walkText(text, state, OUTERMOST, shell);
    unusedFunctions(state, shell);
  } catch (error) {
    if (error instanceof Exceeded || error instanceof RangeError) {
      shell.opaque("bounds", "unknown", error.message, OUTERMOST);
    } else throw error;
  }
  return shell;
}
