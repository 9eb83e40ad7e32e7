import { baseName } from "../path.js";
import { worstTaint } from "../word.js";
import { evaluators } from "./evaluators.js";
import { type Field, fieldWord } from "./field.js";
import { fileKey } from "./file-key.js";
import { originOf } from "./origins.js";
import type { Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";

/** What a program prints, with unknown parts where that cannot be told. */
export function output(argv: readonly Field[], state: State, scope: Scope, shell: Shell): string {
  const { holes } = shell;
  const name = baseName(holes.bare(argv[0]?.text ?? ""));
  const words = argv.slice(1).map((each) => {
    const text = holes.bare(each.text);
    return each.tilde && /^~(?:\/|$)/.test(text) ? shell.call.home + text.slice(1) : text;
  });
  const evaluate = evaluators.get(name);
  const input = scope.input?.text;
  const file = (path: string): string | undefined => fileText(path, state, shell);
  const result = evaluate?.({ words, input, file, state, shell });
  if (result !== undefined) return result;
  let source = holes.shown(argv[0]?.text ?? "");
  for (let i = 1; i < argv.length; i++) source += ` ${holes.shown((argv[i] as Field).text)}`;
  let carried = input === undefined ? undefined : holes.taint(input);
  // What was fetched into a file stays what it is behind `sed … file`.
  const kept = state.files.any();
  for (const each of words) {
    carried = worstTaint(carried, holes.taint(each));
    const read = kept && !each.startsWith("-") ? fileText(each, state, shell) : undefined;
    if (read !== undefined) carried = worstTaint(carried, holes.taint(read));
  }
  return holes.add({ source, taint: originOf(name, words, scope.input !== null, carried) });
}

/** The text of a file that the call wrote, or of a process substitution. */
function fileText(path: string, state: State, shell: Shell): string | undefined {
  const { holes } = shell;
  for (const dir of state.dirs) {
    const word = fieldWord({ text: path, glob: false, tilde: path[0] === "~", quoted: true }, holes);
    const key = fileKey(shell.path(word, dir));
    const found = key === null ? undefined : state.files.get(key);
    if (found) return found.text;
  }
  return holes.of(path)[0]?.content;
}
