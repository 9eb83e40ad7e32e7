import { patchedFiles } from "../patch.js";
import { plainWord, reworded, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";

// What git's commands on paths do: gitglossary(7) "pathspec", git-checkout(1), git-restore(1), git-rm(1), git-show(1).

/** Words of the invocation before and after `--`. */
export function divided(inv: Invocation): { readonly before: readonly Word[]; readonly after: readonly Word[] } {
  const at = inv.words.findIndex((w) => w.text === "--");
  if (at < 0) return { before: inv.operands, after: [] };
  const after = inv.words.slice(at + 1);
  return { before: inv.operands.slice(0, inv.operands.length - after.length), after };
}

/** The directory that the command works in, with `-C` and `--work-tree` applied. */
export function directoryOf(inv: Invocation, out: Emitter): string | null {
  let cwd = inv.cwd;
  for (const option of inv.options) if (option.role === "cwd" && option.value) cwd = out.path(option.value, cwd).abs;
  return cwd;
}

/** A pathspec for more than named files: a directory, a pattern, the whole tree. */
export function isBroad(word: Word): boolean {
  return /^(?:\.{1,2}(?:\/\.{0,2})*|:\/?|:[(!^].*)$|\/$|[*?[]/.test(word.text) || word.glob;
}

/** A word that stands for many: filled in from a listing or from another command's output. */
export function isList(word: Word): boolean {
  return !word.known && /^⟦(?:\$\(|`|stdin|file|<)/.test(word.text);
}

/** A word that can only be a file's name: git forbids no dots in branches, but few end in `.ts`. */
function looksLikeFile(word: Word): boolean {
  return /(?:^|\/)[^/]*[A-Za-z_-][^/]*\.[a-z][a-z0-9]{0,4}$/i.test(word.text) && !/^v?\d+\./.test(word.text);
}

function discard(paths: readonly Word[], out: Emitter, directory: string | null): void {
  for (const word of paths) {
    const broad = isBroad(word) || isList(word);
    out.act(broad ? "git-history/discard-tree" : "git-history/discard-file", word.text);
    if (!/^[.:]+\/?$/.test(word.text) && !isList(word))
      // What is not plainly a file may be a directory, under which names that are not known are written.
      out.effect({
        kind: "write",
        path: out.path(word, directory),
        how: looksLikeFile(word) ? "overwrite" : "extract",
      });
  }
}

const checkout: Handler = (inv, out) => {
  if (inv.has("-p")) return;
  const { before, after } = divided(inv);
  const listed = inv.has("--pathspec-from-file");
  const [first, ...others] = before;
  // Without `--`, a first operand that no branch can be called is a path; what follows a tree always is.
  const paths = [...(first && (isBroad(first) || looksLikeFile(first)) ? [first] : []), ...others, ...after];
  const switches = inv.has("-b", "-B", "--orphan", "-d", "-t");
  if (inv.has("-f") && after.length === 0) out.act("git-history/force-checkout");
  if (listed) out.act("git-history/discard-tree", "--pathspec-from-file");
  if (!switches) discard(paths, out, directoryOf(inv, out));
};

const restore: Handler = (inv, out) => {
  if (inv.has("-p") || (inv.has("-S") && !inv.has("-W"))) return;
  if (inv.has("--pathspec-from-file")) out.act("git-history/discard-tree", "--pathspec-from-file");
  discard(inv.operands, out, directoryOf(inv, out));
};

const checkoutIndex: Handler = (inv, out) => {
  if (!inv.has("-f") || inv.has("-n") || (inv.value("--prefix")?.text ?? "") !== "") return;
  if (inv.has("-a", "--stdin")) out.act("git-history/discard-tree");
  else discard(inv.operands, out, directoryOf(inv, out));
};

const remove: Handler = (inv, out) => {
  if (inv.has("-n", "--cached")) return;
  const directory = directoryOf(inv, out);
  for (const word of inv.operands) {
    if (/^:\/?$|^:\(top\)\/?$/.test(word.text)) out.act("git-history/discard-tree", word.text);
    else out.effect({ kind: "delete", path: out.path(word, directory), recursive: inv.has("-r") });
  }
};

const move: Handler = (inv, out) => {
  const to = inv.operands.at(-1);
  if (inv.has("-n") || !to || inv.operands.length < 2) return;
  const directory = directoryOf(inv, out);
  for (const word of inv.operands.slice(0, -1))
    out.effect({ kind: "move", path: out.path(word, directory), to: out.path(to, directory) });
};

function read(word: Word, directory: string | null, out: Emitter): void {
  out.effect({ kind: "read", path: out.path(word, directory), how: "content" });
}

/** Files whose older or present content is shown: `HEAD:path`, and paths that limit a diff. */
const show: Handler = (inv, out) => {
  const command = inv.path[0] as string;
  const directory = directoryOf(inv, out);
  const { before, after } = divided(inv);
  if (command === "grep") {
    for (const word of [...(inv.has("-e", "-f") ? before : before.slice(1)), ...after])
      out.effect({ kind: "read", path: out.path(word, directory), how: "search" });
    return;
  }
  for (const word of before) {
    const blob = /^[^:]*:(?:\d:)?(?!\/|$)(.+)$/.exec(word.text)?.[1];
    if (blob !== undefined && !/^\(|^[!^]/.test(blob)) read(reworded(word, blob, false), directory, out);
  }
  if (inv.has("--no-index")) for (const word of before) read(word, directory, out);
  if (!printsContent(command, inv)) return;
  for (const word of before) if (/[./]/.test(word.text) && !/\.\.|[:@^~]/.test(word.text)) read(word, directory, out);
  for (const word of after) read(word, directory, out);
};

const WITHOUT_CONTENT = "--stat --numstat --shortstat --summary --name-only --name-status --check -q".split(" ");
const WITH_CONTENT = "-p --cc -c -L --word-diff -U".split(" ");
const PRINTING = new Set("diff show blame annotate diff-tree diff-files diff-index archive".split(" "));

function printsContent(command: string, inv: Invocation): boolean {
  if (inv.hasAny(WITHOUT_CONTENT)) return inv.has("-p");
  if (command === "log" || command === "whatchanged" || command === "rev-list") return inv.hasAny(WITH_CONTENT);
  return PRINTING.has(command) && (!command.startsWith("diff-") || inv.has("-p"));
}

/** A patch that the call itself holds names the files it changes. */
export const patch: Handler = (inv, out) => {
  if (inv.has("--check", "--stat", "--numstat", "--summary") && !inv.has("--apply")) return;
  // All that was changed, taken back: `git diff | git apply -R`.
  const [source, ...between] = inv.upstream;
  if (inv.has("-R") && between.length === 0 && /^git (?:-\S+ )*diff(?: HEAD)?$/.test(wordsOf(source)))
    out.act("git-history/discard-tree", "git apply -R");
  const directory = directoryOf(inv, out);
  const below = inv.value("--directory") ?? (inv.name === "git" ? undefined : inv.value("-d"));
  if (inv.stdin?.kind !== "text" || inv.operands.some((w) => w.text !== "-")) {
    // Which files a patch names that is not read here cannot be told, but where they lie can.
    // (`patch -d` is the directory it works in already.)
    const place = inv.name === "git" ? below : below && plainWord(".");
    if (place) out.effect({ kind: "write", path: out.path(place, directory), how: "extract" });
    return;
  }
  for (const file of patchedFiles(inv.stdin.text)) {
    const named = below && inv.name === "git" ? `${below.text}/${file.path}` : file.path;
    const path = out.path(plainWord(named), directory);
    if (file.kind === "delete") out.effect({ kind: "delete", path, recursive: false });
    else out.effect({ kind: "write", path, how: "overwrite", content: file.added });
    if (file.to !== undefined) out.effect({ kind: "move", path, to: out.path(plainWord(file.to), directory) });
  }
};

/** `stash push -- PATHS` takes the files' changes away, `stash show -p` shows them. */
const stash: Handler = (inv, out) => {
  const directory = directoryOf(inv, out);
  const { after } = divided(inv);
  if (inv.path[1] === "show") {
    for (const word of after) out.effect({ kind: "read", path: out.path(word, directory) });
    return;
  }
  if (inv.path[1] !== undefined && inv.path[1] !== "push") return;
  for (const word of inv.path[1] === "push" ? inv.operands : after) {
    if (!isBroad(word) && !isList(word))
      out.effect({
        kind: "write",
        path: out.path(word, directory),
        how: looksLikeFile(word) ? "overwrite" : "extract",
      });
  }
};

function wordsOf(command: Invocation["upstream"][number] | undefined): string {
  return command?.argv.map((w) => w.text).join(" ") ?? "";
}

/** Handlers of subcommands, by name. */
export const onPaths: Readonly<Record<string, Handler>> = {
  checkout,
  restore,
  "checkout-index": checkoutIndex,
  rm: remove,
  mv: move,
  stash,
  apply: patch,
  am: patch,
  ...Object.fromEntries(
    [
      "show",
      "log",
      "diff",
      "blame",
      "annotate",
      "grep",
      "whatchanged",
      "cat-file",
      "archive",
      "diff-tree",
      "diff-files",
      "diff-index",
    ].map((name) => [name, show]),
  ),
};
