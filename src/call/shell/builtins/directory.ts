import { join, saysRepository } from "../../path.js";
import { fieldWord } from "../field.js";
import { type Directories, unite } from "../state.js";
import type { Builtin, BuiltinRun } from "./builtin.js";

/** Where a word leads from each directory that the shell may be in. */
function targets(run: BuiltinRun, at: number): Directories {
  const each = run.argv[at];
  if (!each) return [run.shell.call.home];
  const text = run.shell.holes.bare(each.text);
  if (text === "-") return run.state.previous;
  const word = fieldWord({ ...each, text }, run.shell.holes);
  const found = run.state.dirs.map((dir): string | null => {
    if (word.glob) return null;
    const path = run.shell.path(word, dir);
    return path.abs ?? (saysRepository(path.text) ? path.text : null);
  });
  // A directory of CDPATH may come first where the name is not anchored.
  const search = /^(?:\/|\.\.?(?:\/|$)|~)/.test(text) ? undefined : run.state.variable("CDPATH")?.values[0];
  if (search === undefined) return unite([found]);
  const others = search.split(":").map((dir) => (dir.startsWith("/") ? join(dir, text) : null));
  return unite([found, others]);
}

function operand(run: BuiltinRun): number {
  let at = 1;
  while (at < run.argv.length && /^-[LPe@n]+$/.test(run.argv[at]?.text ?? "")) at++;
  return run.argv[at]?.text === "--" ? at + 1 : at;
}

export const cd: Builtin = (run) => {
  const to = targets(run, operand(run));
  run.state.previous = run.state.dirs;
  run.state.dirs = to;
};

export const pushd: Builtin = (run) => {
  const { state } = run;
  const at = operand(run);
  const text = run.argv[at]?.text;
  if (run.argv.some((each) => each.text === "-n")) return;
  if (text === undefined || /^[+-]\d+$/.test(text)) {
    const top = state.stack[0] ?? [null];
    const swap = text === undefined;
    if (swap) state.stack = [state.dirs, ...state.stack.slice(1)];
    state.previous = state.dirs;
    state.dirs = swap ? top : [null];
    return;
  }
  const to = targets(run, at);
  state.stack = [state.dirs, ...state.stack];
  state.previous = state.dirs;
  state.dirs = to;
};

export const popd: Builtin = ({ state, argv }) => {
  const [top, ...rest] = state.stack;
  if (argv.length > 1) {
    state.dirs = [null];
    return;
  }
  state.previous = state.dirs;
  state.dirs = top ?? [null];
  state.stack = rest;
};
