import type { Word } from "../word.js";

/** What part of a tree an action of find is applied to. */
export interface Narrowing {
  /** A test keeps some files out (`-name`, `-mtime`, `-empty`, …; not `-type f`). */
  readonly narrowed: boolean;
  /** The base name that a test asks for, as a pattern. */
  readonly name?: string;
  /** The path that a test asks for, as a pattern. */
  readonly path?: string;
}

/** One action of a find expression. */
export interface FindAction {
  readonly kind: "exec" | "execdir" | "delete" | "write";
  /** The command's words, `{}` among them; the file's name for `write`. */
  readonly words: readonly Word[];
  readonly narrowing: Narrowing;
}

export interface FindReading {
  readonly starts: readonly Word[];
  readonly actions: readonly FindAction[];
  /** What is printed, for a pipe behind it. */
  readonly printed: readonly Narrowing[];
}

// find(1) of GNU findutils 4.9 and of FreeBSD 14.
const NAME_TESTS = new Set([
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-wholename",
  "-iwholename",
  "-regex",
  "-iregex",
  "-lname",
  "-ilname",
]);
const TESTS = new Set(
  "-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -inum -links -mmin -mtime -newer -perm -samefile -size -uid -used -user -Bmin -Bnewer -Btime -flags -acl -xattrname".split(
    " ",
  ),
);
const BARE_TESTS = new Set("-empty -executable -nogroup -nouser -readable -writable -false".split(" "));
const VALUES = new Set("-type -xtype -maxdepth -mindepth -D -files0-from -regextype -depth-limit".split(" "));
const FILES = new Set(["-fls", "-fprint", "-fprint0"]);
const EXEC: Readonly<Record<string, "exec" | "execdir">> = {
  "-exec": "exec",
  "-ok": "exec",
  "-execdir": "execdir",
  "-okdir": "execdir",
};

/** Tests that hold for a branch of the expression: `-name a -o -name b` has two. */
interface Branch {
  narrowed: boolean;
  name?: string;
  path?: string;
}

/** Reads the words after `find`: starting points, actions and what narrows each of them. */
export function readFind(words: readonly Word[]): FindReading {
  const starts: Word[] = [];
  const actions: FindAction[] = [];
  const printed: Narrowing[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (text === "-D" || text === "-O") at++;
    else if (/^-[HLPEXdsx]+$|^-O\d$/.test(text) || text === "--") continue;
    else if (text === "-f") starts.push(words[++at] ?? (words[at - 1] as Word));
    else if (text.startsWith("-") || text === "(" || text === ")" || text === "!" || text === ",") break;
    else starts.push(words[at] as Word);
  }
  // A stack of groups: what narrowed before the group holds in it, and what its branches agree on holds after it.
  const stack: { outer: Branch; branches: Branch[]; negated: boolean }[] = [];
  let branch: Branch = { narrowed: false };
  let base: Branch = { narrowed: false };
  let closed: Branch[] = [];
  let negated = false;
  const narrow = (more: Partial<Branch> = {}): void => {
    if (!negated) branch = { ...branch, ...more, narrowed: true };
    negated = false;
  };
  for (; at < words.length; at++) {
    const word = words[at] as Word;
    const text = word.text;
    const exec = EXEC[text];
    if (text === "(") {
      stack.push({ outer: base, branches: closed, negated });
      base = branch;
      closed = [];
      negated = false;
    } else if (text === ")") {
      const group = [...closed, branch];
      const frame = stack.pop();
      const all = group.every((b) => b.narrowed) && !frame?.negated;
      branch = all
        ? group.length === 1
          ? branch
          : { narrowed: true }
        : frame?.negated
          ? base
          : { narrowed: base.narrowed };
      base = frame?.outer ?? { narrowed: false };
      closed = frame?.branches ?? [];
      negated = false;
    } else if (text === "-o" || text === "-or" || text === ",") {
      closed.push(branch);
      branch = base;
    } else if (text === "!" || text === "-not") negated = !negated;
    else if (NAME_TESTS.has(text)) {
      const pattern = words[++at]?.text ?? "*";
      if (/^[*/.]*$/.test(pattern) && pattern.includes("*")) negated = false;
      else
        narrow(
          /^-i?name$/.test(text) ? { name: pattern } : /^-i?(?:path|wholename)$/.test(text) ? { path: pattern } : {},
        );
    } else if (TESTS.has(text) || /^-newer[aBcmt]{2}$/.test(text)) {
      at++;
      narrow();
    } else if (BARE_TESTS.has(text)) narrow();
    else if (VALUES.has(text)) {
      const value = words[++at]?.text ?? "";
      if (/^-x?type$/.test(text) && !/[fd]/.test(value)) narrow();
      negated = false;
    } else if (text === "-prune") {
      // `-path ./x -prune -o …`: what is pruned is left alone, the other branch is not narrowed by it.
      negated = false;
    } else if (exec) {
      const end = endOfExec(words, at + 1);
      actions.push({ kind: exec, words: words.slice(at + 1, end), narrowing: branch });
      at = end;
    } else if (text === "-delete") actions.push({ kind: "delete", words: [], narrowing: branch });
    else if (FILES.has(text) || text === "-fprintf") {
      const file = words[++at];
      if (file) actions.push({ kind: "write", words: [file], narrowing: branch });
      if (text === "-fprintf") at++;
    } else if (text === "-printf") {
      at++;
      printed.push(branch);
    } else if (text === "-print" || text === "-print0" || text === "-ls") printed.push(branch);
  }
  // Without any action it prints; -prune and -quit do not count as one.
  if (printed.length === 0 && actions.length === 0) printed.push(...[...closed, branch]);
  const branches = [...new Map(printed.map((p) => [`${p.narrowed} ${p.name} ${p.path}`, p])).values()];
  if (starts.length === 0) starts.push({ text: ".", known: true, glob: false, tilde: false });
  return { starts, actions, printed: branches };
}

function endOfExec(words: readonly Word[], from: number): number {
  for (let i = from; i < words.length; i++) {
    const text = words[i]?.text;
    if (text === ";" || text === "\\;") return i;
    if (text === "+" && words[i - 1]?.text === "{}") return i;
  }
  return words.length;
}

const MOST_PRINTED = 256;

/** What a find prints, as words: everything below each starting point, or an unknown part of that. */
export function printedBy({ starts, printed }: FindReading, filtered: boolean): readonly Word[] {
  // Too many to tell apart: then it may be anything below the starting points.
  const parts: readonly Narrowing[] = starts.length * printed.length > MOST_PRINTED ? [{ narrowed: false }] : printed;
  return starts.flatMap((start) =>
    parts.map((part) => foundFrom(start, filtered ? { ...part, narrowed: true } : part)),
  );
}

/** The files below one starting point that an action meets. */
export function foundFrom(start: Word, narrowing: Narrowing): Word {
  const root = start.text.replace(/\/+$/, "");
  if (!narrowing.narrowed) return { ...start, text: `${root}/*`, glob: true };
  const inPath = narrowing.path === undefined ? undefined : pathFrom(root, narrowing.path);
  if (inPath !== undefined && narrowing.name === undefined) {
    const known = !inPath.includes("⟦");
    return {
      ...start,
      text: inPath,
      known: start.known && known,
      glob: true,
      ...(known ? {} : { taint: start.taint ?? "unknown" }),
    };
  }
  const within = narrowing.name === undefined ? undefined : folderOf(narrowing.path);
  // The name is kept as the last part: `-name .git` still says what is deleted.
  const last = narrowing.name !== undefined && !/^[*?]+$/.test(narrowing.name) ? `/${narrowing.name}` : "";
  const glob = /[*?[]/.test(last) || start.glob;
  return {
    ...start,
    text: `${root}/⟦found⟧${within ?? ""}${last}`,
    known: false,
    glob,
    taint: start.taint ?? "unknown",
  };
}

/** `-path '*.claude*'` beside a name: a directory of that name is somewhere above it. */
function folderOf(pattern: string | undefined): string | undefined {
  const name = pattern?.replace(/^\*?\/?/, "").replace(/\/?\*?$/, "");
  return name && !/[*?[]/.test(name) ? `/${name}` : undefined;
}

/** `-path './.git/*'` names what lies below the starting point; `*` in front of it stands for any directories. */
function pathFrom(root: string, pattern: string): string | undefined {
  if (pattern.startsWith(`${root}/`)) return pattern;
  return pattern.startsWith("*/") ? `${root}/⟦found⟧${pattern.slice(1)}` : undefined;
}
