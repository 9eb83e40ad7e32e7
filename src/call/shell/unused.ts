import { OUTERMOST } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";

/** Lists the commands of functions that the text defines and never calls; they have no effects. */
export function unusedFunctions(state: State, shell: Shell): void {
  for (const each of shell.defined) {
    if (!each.body || shell.called.has(each.body)) continue;
    const fork = state.fork();
    fork.parameters = null;
    const scope = {
      ...OUTERMOST,
      idle: true,
      certainty: "possible" as const,
      via: [each.name],
      repeats: true,
      calls: [each.name, each.name],
    };
    shell.walk.body(each.body, fork, scope, shell);
  }
}
