import { baseName } from "../path.js";
import { plainWord, reworded, unknownWord, type Word } from "../word.js";
import { foundFrom, printedBy, readFind, SOME } from "./find-expression.js";
import { splitArguments } from "./split.js";

/** Options of `git ls-files` that leave it printing every tracked file. */
const ALL_TRACKED = /^(?:-z|-c|--cached|--full-name|--recurse-submodules)$/;

/** What a command prints that lists files. */
export interface Listing {
  /** The files: patterns, or an unknown part of a tree. */
  readonly words: readonly Word[];
  /** They are mixed with what other commands print: `find -exec p \; -print`. */
  readonly mixed: boolean;
}

/**
 * What a listing command prints, as words.
 *
 * @param filtered some of what is printed is taken out again
 * @returns undefined when the command lists no files, or files that cannot be told
 */
export function listed(argv: readonly Word[], filtered = false): Listing | undefined {
  const name = baseName(argv[0]?.text ?? "");
  if (FIND.has(name)) {
    const reading = readFind(argv);
    const runs = reading.actions.some(({ kind }) => kind === "exec" || kind === "execdir");
    return { words: printedBy(reading, filtered), mixed: runs };
  }
  const words = listedBy(name, argv, filtered);
  return words && { words, mixed: false };
}

function listedBy(name: string, argv: readonly Word[], filtered: boolean): readonly Word[] | undefined {
  if (name !== "git" && name !== "compgen" && name !== "ls" && name !== "gls") return undefined;
  const args = argv.slice(1);
  // The first of them is the main work tree.
  if (name === "git" && args[0]?.text === "worktree" && args[1]?.text === "list")
    return [unknownWord("$(git rev-parse --show-toplevel)")];
  if (filtered) return name === "ls" || name === "gls" ? ofLs(args)?.flatMap(someOf) : undefined;
  if (name === "compgen")
    return args.length === 1 && /^-[fdo]$/.test(args[0]?.text ?? "") ? [everythingHere()] : undefined;
  if (name === "ls" || name === "gls") return ofLs(args);
  const all = args[0]?.text === "ls-files" && args.slice(1).every((w) => ALL_TRACKED.test(w.text));
  return all ? [everythingHere()] : undefined;
}

/** Whether a command that runs others prints names itself beside what they print. */
export function prints(argv: readonly Word[]): boolean {
  return FIND.has(baseName(argv[0]?.text ?? "")) && readFind(argv).printed.length > 0;
}

const FIND = new Set(["find", "gfind", "bfs"]);

/** `ls` prints names of the directory it runs in, or its operands where these are patterns or with -d. */
function ofLs(args: readonly Word[]): readonly Word[] | undefined {
  const operands = args.filter((w) => !w.text.startsWith("-"));
  if (args.some((w) => /^-[A-Za-z1]*d/.test(w.text)) && operands.length > 0) return operands;
  if (operands.length === 0 || (operands.length === 1 && /^\.\/?$/.test(operands[0]?.text ?? "")))
    return [everythingHere()];
  // A name with an ending is a file's, which is printed as it was given.
  return operands.every((w) => w.glob || /(?:^|\/)[^/]*\.[^/.]+$/.test(w.text)) ? operands : undefined;
}

/** Of a pattern only some names, in the same directory; what is printed from here itself stays open. */
function someOf(word: Word): readonly Word[] {
  const at = word.text.replace(/\/+$/, "").lastIndexOf("/");
  const directory = at < 0 ? "" : word.text.slice(0, at) || "/";
  if (!word.glob) return [word];
  return directory === "" || /[*?[]/.test(directory) ? [] : [foundFrom(reworded(word, directory), SOME)];
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
  const first = listed(words)?.words[0];
  return first && match[4] !== undefined ? { ...first, text: first.text + match[4] } : first;
}
