import type { ToolCall } from "../call.js";
import type { EffectiveCommand } from "../effect.js";
import type { ProgramTable } from "../programs/interpret.js";
import type { Language } from "../programs/spec.js";
import { plainWord } from "../word.js";
import { runTraps } from "./builtins/running.js";
import { isBuiltin } from "./builtins.js";
import { CommandEmitter } from "./emitter.js";
import { gate, textGate } from "./gate.js";
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
  return bounded(gate(text), new Shell(call, table, names, walker), (shell) => {
    const state = new State([cwd]);
    walkText(text, state, OUTERMOST, shell);
    runTraps(state, OUTERMOST, shell, [0, text.length]);
    unusedFunctions(state, shell);
  });
}

/**
 * What a piece of code in some language would run, given to a tool that is no shell. The tool itself
 * is listed as the command that runs it. Bounds as for `analyseShell`.
 */
export function analyseCode(
  language: Language,
  text: string,
  call: ToolCall,
  cwd: string | null,
  table: ProgramTable,
  names: () => readonly string[],
): Pick<Shell, "commands" | "effects"> {
  if (language === "sh") return analyseShell(text, call, cwd, table, names);
  return bounded(textGate(text), new Shell(call, table, names, walker), (shell) => {
    const self: EffectiveCommand = {
      argv: [plainWord(call.rawTool)],
      via: [],
      cwd,
      env: {},
      redirects: [],
      certainty: "certain",
      span: [0, text.length],
    };
    shell.commands.push(self);
    new CommandEmitter(shell, new State([cwd]), OUTERMOST, self, 0).code(language, plainWord(text));
  });
}

function bounded(refusal: string | null, shell: Shell, look: (shell: Shell) => void): Shell {
  if (refusal !== null) {
    shell.opaque("bounds", "unknown", refusal, OUTERMOST);
    return shell;
  }
  try {
    look(shell);
  } catch (error) {
    if (error instanceof Exceeded || error instanceof RangeError) {
      shell.opaque("bounds", "unknown", error.message, OUTERMOST);
    } else throw error;
  }
  return shell;
}
