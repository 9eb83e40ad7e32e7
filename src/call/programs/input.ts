import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import { plainWord, type Taint, type Word } from "../word.js";
import type { Invocation } from "./emit.js";
import { found, readFind } from "./find-expression.js";
import { type Cut, splitArguments } from "./split.js";

/** Options of `git ls-files` that leave it printing every tracked file. */
const ALL_TRACKED = /^(?:-z|-c|--cached|--full-name|--recurse-submodules)$/;

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
  const filtered = filters.some((command) => !PASSING.has(baseName(command.argv[0]?.text ?? "")));
  const name = baseName(source.argv[0]?.text ?? "");
  const args = source.argv.slice(1);
  if (name === "find")
    return readFind(args).printed.flatMap((narrow) => found(args, filtered ? { ...narrow, narrowed: true } : narrow));
  if (name === "ls") return filtered ? undefined : listed(args);
  if (
    name === "git" &&
    args[0]?.text === "ls-files" &&
    !filtered &&
    args.slice(1).every((w) => ALL_TRACKED.test(w.text))
  )
    return [everythingHere()];
  return undefined;
}

/** What `ls` prints: names in the directory it runs in, or its operands where these are patterns. */
function listed(args: readonly Word[]): readonly Word[] | undefined {
  const operands = args.filter((w) => !w.text.startsWith("-"));
  if (operands.length === 0 || (operands.length === 1 && operands[0]?.text === ".")) return [everythingHere()];
  return operands.every((w) => w.glob) ? operands : undefined;
}

function everythingHere(): Word {
  return { text: "*", known: true, glob: true, tilde: false };
}
