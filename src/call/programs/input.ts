import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import { plainWord, type Taint, type Word } from "../word.js";
import type { Invocation } from "./emit.js";
import { listed } from "./listing.js";
import { type Cut, splitArguments } from "./split.js";

/** Lets every line through. */
const PASSING = new Set(["cat", "tee", "sort", "tac", "rev", "nl", "pv", "sponge", "column", "tr", "xargs"]);

/**
 * The arguments that a program would read from its standard input, as far as they can be told: from
 * known text, or from a listing upstream (`find`, `ls`, `git ls-files`). Else one unknown word.
 */
export function inputWords(inv: Invocation, cut: Cut): readonly Word[] {
  const stdin = inv.stdin;
  if (stdin?.kind === "text" && stdin.known) return splitArguments(stdin.text, cut).map(plainWord);
  const listed = listing(inv.upstream);
  if (listed) return listed;
  const taint: Taint = stdin?.kind === "pipe" ? stdin.taint : stdin?.kind === "file" ? "file" : "stdin";
  return [{ text: "⟦stdin⟧", known: false, glob: false, tilde: false, taint }];
}

function listing(upstream: readonly EffectiveCommand[]): readonly Word[] | undefined {
  const [source, ...filters] = upstream;
  if (!source) return undefined;
  return listed(
    source.argv,
    filters.some((command) => !PASSING.has(baseName(command.argv[0]?.text ?? ""))),
  );
}
