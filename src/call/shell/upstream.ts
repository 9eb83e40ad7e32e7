import type { EffectiveCommand } from "../effect.js";
import { prints } from "../programs/listing.js";
import type { Input } from "./scope.js";
import type { Shell } from "./shell.js";

/** Of the commands of one stage those that print: a wrapper prints what the command in it prints. */
function printing(stage: readonly EffectiveCommand[]): readonly EffectiveCommand[] {
  const [outer, ...inner] = stage;
  if (!outer || inner.length === 0) return stage;
  if (prints(outer.argv) && inner.every((each) => each.via.length > outer.via.length)) return [outer];
  const nested = stage.every((each, i) => i === 0 || each.via.length > (stage[i - 1]?.via.length ?? 0));
  return nested ? stage.slice(-1) : stage;
}

/** The commands of a pipe in front of one, first to last; none where that is not known. */
export function upstreamOf(input: Input | null, shell: Shell): readonly EffectiveCommand[] {
  if (!input?.from?.length) return [];
  const found: EffectiveCommand[] = [];
  let { from } = input;
  while (found.length < 16) {
    const stage = from.map((i) => shell.commands[i] as EffectiveCommand);
    const commands = printing(stage);
    for (let i = commands.length - 1; i >= 0; i--) found.push(commands[i] as EffectiveCommand);
    const stdin = commands[0]?.stdin;
    if (commands.length !== 1 || stdin?.kind !== "pipe") break;
    from = stdin.from;
  }
  return found.reverse();
}
