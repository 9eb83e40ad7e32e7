import { OUTERMOST } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";

/** Functions that the shell calls by itself (bash(1), zshmisc(1)). */
const HOOKS =
  /^(?:TRAP[A-Z0-9]+|command_not_found_hand(?:le|ler)|precmd|preexec|chpwd|periodic|zshexit|fish_prompt|fish_command_not_found)$/;

/**
 * Lists the commands of functions that the text defines and never calls; they have no effects, but
 * for those that the shell calls by itself.
 */
export function unusedFunctions(state: State, shell: Shell): void {
  for (const each of shell.defined) {
    if (!each.body || shell.isCalled(each.body)) continue;
    const fork = state.fork();
    fork.parameters = null;
    const scope = {
      ...OUTERMOST,
      idle: !HOOKS.test(each.name),
      certainty: "possible" as const,
      via: [each.name],
      repeats: true,
      calls: [each.name, each.name],
    };
    shell.walk.body(each.body, fork, scope, shell);
  }
}
