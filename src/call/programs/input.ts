import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import { plainWord, type Taint, type Word } from "../word.js";
import type { Invocation } from "./emit.js";
import { type Listing, listed } from "./listing.js";
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
  const found = cut === "nul" && linesOnly(inv.upstream) ? undefined : listing(inv.upstream);
  if (found && !found.mixed) return found.words;
  const taint: Taint = stdin?.kind === "pipe" ? stdin.taint : stdin?.kind === "file" ? "file" : "stdin";
  return [...(found?.words ?? []), { text: "⟦stdin⟧", known: false, glob: false, tilde: false, taint }];
}

/** A listing that ends names with line ends: for who asks for NULs it is one single name. */
function linesOnly(upstream: readonly EffectiveCommand[]): boolean {
  const [source, ...filters] = upstream;
  return (
    filters.length === 0 &&
    !source?.argv.some((word) => /^-(?:print0|[a-zA-Z]*[zZ0])$|\\0|--(?:null|zero|print0)/.test(word.text))
  );
}

function listing(upstream: readonly EffectiveCommand[]): Listing | undefined {
  const [source, ...filters] = upstream;
  if (!source) return undefined;
  return listed(
    source.argv,
    filters.some((command) => !PASSING.has(baseName(command.argv[0]?.text ?? ""))),
  );
}
