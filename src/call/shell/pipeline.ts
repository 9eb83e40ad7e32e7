import type { Scope } from "./scope.js";
import { deeper, Sink } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";
import type { ExecutableNode } from "./syntax.js";
import { walkNode } from "./walk.js";

/** Walks a pipeline: each stage in a process of its own, reading what the one before it prints. */
export function pipeline(node: ExecutableNode & { type: "Pipeline" }, state: State, scope: Scope, shell: Shell): void {
  const depth = deeper(scope);
  const [only] = node.commands;
  if (node.commands.length === 1 && only) {
    walkNode(only, state, { ...scope, depth }, shell);
    return;
  }
  let { input } = scope;
  let left = node.commands.length;
  for (const stage of node.commands) {
    const fork = state.fork();
    const first = shell.commands.length;
    const out = --left === 0 ? scope.out : new Sink();
    walkNode(stage, fork, { ...scope, depth, out, input, piped: true }, shell);
    state.keepFiles(fork);
    input = { text: out?.text ?? "", from: since(first, shell) };
  }
}

/** Indices of the commands that were listed since. */
function since(first: number, shell: Shell): number[] {
  if (shell.commands.length === first) return [];
  // Nearly every stage is one command.
  const from = [first];
  while (from.length < shell.commands.length - first) from.push(first + from.length);
  return from;
}
