import { LIMITS } from "./limits.js";
import { parse } from "./parse.js";
import type { Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";
import type { ScriptNode } from "./syntax.js";
import { walkScript } from "./walk.js";

/**
 * Parses and walks a text that is code. The shell reads line by line, so what stands before a
 * mistake has run when it is found: those lines are walked on their own, then what the parser made
 * of the whole. NULs, which only code from a file or a pipe can hold, are passed over.
 */
export function walkText(given: string, state: State, scope: Scope, shell: Shell): void {
  const text = given.includes("\0") ? given.replaceAll("\0", "") : given;
  if (text.length > LIMITS.text) {
    shell.opaque("bounds", "unknown", `longer than ${LIMITS.text} characters`, scope);
    return;
  }
  shell.budget.read(text.length);
  const script = parse(text);
  if (!script.errors) {
    walkScript(script, state, scope, shell);
    return;
  }
  const [first] = script.errors;
  shell.opaque("unparsable", "unknown", first?.message ?? "", scope);
  const repeats = { ...scope, repeats: true };
  const prefix = cleanPrefix(text, first?.pos ?? text.length);
  if (prefix) walkScript(prefix, state.fork(), repeats, shell);
  walkScript(
    { ...script, errors: undefined, pos: script.pos, end: script.end, commands: script.commands },
    state,
    repeats,
    shell,
  );
}

/** The longest run of whole lines before the mistake that is right by itself. */
function cleanPrefix(text: string, at: number): ScriptNode | null {
  let end = text.lastIndexOf("\n", Math.max(0, at - 1));
  for (let tries = 0; end > 0 && tries < 8; tries++) {
    const script = parse(text.slice(0, end));
    if (!script.errors) return script;
    // Halving keeps a long text from being parsed once for every line.
    end = text.lastIndexOf("\n", tries < 4 ? end - 1 : end >> 1);
  }
  return null;
}
