import type { Scope } from "./scope.js";
import { Sink } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";
import type { ExecutableNode } from "./syntax.js";
import { walkNode } from "./walk.js";

/** Walks a pipeline: each stage in a process of its own, reading what the one before it prints. */
export function pipeline(node: ExecutableNode & { type: "Pipeline" }, state: State, scope: Scope, shell: Shell): void {
  const [only] = node.commands;
  if (node.commands.length === 1 && only) {
    walkNode(only, state, scope, shell);
    return;
  }
  let input = scope.input;
  const last = node.commands.length - 1;
  for (const [i, stage] of node.commands.entries()) {
    const fork = state.fork();
    const first = shell.commands.length;
    const sink = i === last ? scope.out : new Sink();
    walkNode(stage, fork, { ...scope, out: sink, input, piped: true }, shell);
    state.keepFiles(fork);
    const from = Array.from({ length: shell.commands.length - first }, (_, k) => first + k);
    input = { text: sink?.text ?? "", from };
  }
}
