import { baseName } from "../path.js";
import { plainWord, unknownWord, type Word } from "../word.js";
import { printedBy, readFind } from "./find-expression.js";
import { splitArguments } from "./split.js";

/** Options of `git ls-files` that leave it printing every tracked file. */
const ALL_TRACKED = /^(?:-z|-c|--cached|--full-name|--recurse-submodules)$/;

/**
 * The files that a listing command prints, as words: patterns, or an unknown part of a tree.
 *
 * @param filtered some of what is printed is taken out again
 * @returns undefined when the command lists no files, or files that cannot be told
 */
export function listed(argv: readonly Word[], filtered = false): readonly Word[] | undefined {
  const name = (argv[0]?.text ?? "").replace(/^.*\//s, "");
  const args = argv.slice(1);
  if (name === "find" || name === "gfind" || name === "bfs") {
    return printedBy(readFind(args), filtered);
  }
  // The first of them is the main work tree.
  if (name === "git" && args[0]?.text === "worktree" && args[1]?.text === "list")
    return [unknownWord("$(git rev-parse --show-toplevel)")];
  if (filtered) return undefined;
  if (name === "compgen" && args.length === 1 && /^-[fdo]$/.test(args[0]?.text ?? "")) return [everythingHere()];
  if (name === "ls" || name === "gls") return ofLs(args);
  const all = name === "git" && args[0]?.text === "ls-files" && args.slice(1).every((w) => ALL_TRACKED.test(w.text));
  return all ? [everythingHere()] : undefined;
}

/** Whether a command that runs others prints names itself beside what they print. */
export function prints(argv: readonly Word[]): boolean {
  return FIND.test(baseName(argv[0]?.text ?? "")) && readFind(argv.slice(1)).printed.length > 0;
}

/** Whether what is listed is mixed with what other commands print: `find -exec p \; -print`. */
export function mixed(argv: readonly Word[]): boolean {
  return (
    FIND.test(baseName(argv[0]?.text ?? "")) &&
    readFind(argv.slice(1)).actions.some(({ kind }) => kind.startsWith("exec"))
  );
}

const FIND = /^(?:g?find|bfs)$/;

/** `ls` prints names of the directory it runs in, or its operands where these are patterns or with -d. */
function ofLs(args: readonly Word[]): readonly Word[] | undefined {
  const operands = args.filter((w) => !w.text.startsWith("-"));
  if (args.some((w) => /^-[A-Za-z1]*d/.test(w.text)) && operands.length > 0) return operands;
  if (operands.length === 0 || (operands.length === 1 && /^\.\/?$/.test(operands[0]?.text ?? "")))
    return [everythingHere()];
  // A name with an ending is a file's, which is printed as it was given.
  return operands.every((w) => w.glob || /(?:^|\/)[^/]*\.[^/.]+$/.test(w.text)) ? operands : undefined;
}

function everythingHere(): Word {
  return { text: "*", known: true, glob: true, tilde: false };
}

/**
 * What a word means that was read from a listing: `⟦$(ls)⟧`, `` ⟦`find . -name x`⟧ ``, `⟦find .⟧` (read line by
 * line). Undefined when the unknown part at its beginning is no plain listing.
 */
export function fromListing(text: string): Word | undefined {
  const match =
    /^⟦(?:\$\(([^()`]*(?:\\\([^()`]*\\\)[^()`]*)*)\)|`([^`]*)`|((?:find|ls|git ls-files)\b[^⟦⟧]*))⟧(\/[^⟦⟧]*)?$/s.exec(
      text,
    );
  if (!match) return undefined;
  const source = (match[1] ?? match[2] ?? match[3] ?? "").replace(/\s+2>\s*(?:\/dev\/null|&1)/g, "").trim();
  if (!/^(?:g?find|bfs|g?ls|git ls-files)(?:\s|$)/.test(source) || /[|;&<>$\n]|(?<!\\)[()]/.test(source))
    return undefined;
  const words = splitArguments(source).map((word) => ({
    ...plainWord(word),
    glob: /[*?[]/.test(word),
    tilde: word.startsWith("~"),
  }));
  const [first] = listed(words) ?? [];
  return first && match[4] !== undefined ? { ...first, text: first.text + match[4] } : first;
}
