import { withoutSlash } from "../path.js";
import { reworded, type Word } from "../word.js";

/** What part of a tree an action of find is applied to. */
export interface Narrowing {
  /** A test keeps some files out (`-name`, `-mtime`, `-empty`, …; not `-type f`). */
  readonly narrowed: boolean;
  /** The base name that a test asks for, as a pattern. */
  readonly name: string | undefined;
  /** The path that a test asks for, as a pattern. */
  readonly path: string | undefined;
}

export const EVERYTHING: Narrowing = { narrowed: false, name: undefined, path: undefined };
/** Some of it, of which nothing more is known. */
export const SOME: Narrowing = { narrowed: true, name: undefined, path: undefined };

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

/** What a word of an expression is. */
type Part =
  | "name" // a test for a base name, the pattern follows
  | "path" // a test for a path, the pattern follows
  | "pattern" // a test for something else, its pattern follows
  | "test" // a test with a value
  | "bare" // a test without one
  | "type"
  | "setting" // no test, with a value
  | "exec"
  | "execdir"
  | "delete"
  | "file" // an action that writes to the file that follows
  | "format" // the same, and a format follows the file
  | "printf"
  | "print"
  | "prune"
  | "not"
  | "or"
  | "open"
  | "close";

// find(1) of GNU findutils 4.9 and of FreeBSD 14.
const WORDS: readonly (readonly [Part, string])[] = [
  ["name", "-name -iname"],
  ["path", "-path -ipath -wholename -iwholename"],
  ["pattern", "-regex -iregex -lname -ilname"],
  [
    "test",
    "-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -inum -links -mmin -mtime -newer -perm -samefile -size -uid -used -user -Bmin -Bnewer -Btime -flags -acl -xattrname",
  ],
  ["bare", "-empty -executable -nogroup -nouser -readable -writable -false"],
  ["type", "-type -xtype"],
  ["setting", "-maxdepth -mindepth -D -files0-from -regextype -depth-limit"],
  ["exec", "-exec -ok"],
  ["execdir", "-execdir -okdir"],
  ["delete", "-delete"],
  ["file", "-fls -fprint -fprint0"],
  ["format", "-fprintf"],
  ["printf", "-printf"],
  ["print", "-print -print0 -ls"],
  ["prune", "-prune"],
  ["not", "! -not"],
  ["or", "-o -or ,"],
  ["open", "("],
  ["close", ")"],
];
const PARTS: ReadonlyMap<string, Part> = new Map(
  WORDS.flatMap(([part, words]) => words.split(" ").map((word): [string, Part] => [word, part])),
);

/** A group in parentheses while it is read: what held around it. */
interface Group {
  readonly base: Narrowing;
  readonly closed: Narrowing[];
  readonly negated: boolean;
}

/** Reads an expression from left to right: `-name a -o -name b` has two branches, each with what narrows it. */
class Expression {
  readonly actions: FindAction[] = [];
  readonly printed: Narrowing[] = [];
  /** Groups around this place: what narrowed before a group holds in it, and what its branches agree on holds after it. */
  private readonly groups: Group[] = [];
  private branch = EVERYTHING;
  private base = EVERYTHING;
  private closed: Narrowing[] = [];
  private negated = false;

  constructor(private readonly words: readonly Word[]) {}

  read(from: number): void {
    for (let at = from; at < this.words.length; at++) at = this.part(at);
    // Without any action it prints; -prune and -quit do not count as one.
    if (this.printed.length === 0 && this.actions.length === 0) this.printed.push(...this.closed, this.branch);
  }

  /** @returns where the part ends */
  private part(at: number): number {
    const { words, branch } = this;
    const text = words[at]?.text ?? "";
    const part = PARTS.get(text);
    switch (part) {
      case "open":
        this.groups.push({ base: this.base, closed: this.closed, negated: this.negated });
        this.begin(branch, []);
        return at;
      case "close":
        this.close();
        return at;
      case "or":
        this.closed.push(branch);
        this.branch = this.base;
        return at;
      case "not":
        this.negated = !this.negated;
        return at;
      case "name":
      case "path":
      case "pattern": {
        const pattern = words[at + 1]?.text ?? "*";
        if (/^[*/.]*$/.test(pattern) && pattern.includes("*")) this.negated = false;
        else if (part === "name") this.narrow(pattern, branch.path);
        else if (part === "path") this.narrow(branch.name, pattern);
        else this.narrow();
        return at + 1;
      }
      case "test":
        this.narrow();
        return at + 1;
      case "bare":
        this.narrow();
        return at;
      case "type":
        if (!/[fd]/.test(words[at + 1]?.text ?? "")) this.narrow();
        this.negated = false;
        return at + 1;
      case "setting":
        this.negated = false;
        return at + 1;
      case "prune":
        // `-path ./x -prune -o …`: what is pruned is left alone, the other branch is not narrowed by it.
        this.negated = false;
        return at;
      case "exec":
      case "execdir": {
        const end = endOfExec(words, at + 1);
        this.actions.push({ kind: part, words: words.slice(at + 1, end), narrowing: branch });
        return end;
      }
      case "delete":
        this.actions.push({ kind: "delete", words: [], narrowing: branch });
        return at;
      case "file":
      case "format": {
        const file = words[at + 1];
        if (file) this.actions.push({ kind: "write", words: [file], narrowing: branch });
        return part === "format" ? at + 2 : at + 1;
      }
      case "printf":
        this.printed.push(branch);
        return at + 1;
      case "print":
        this.printed.push(branch);
        return at;
      case undefined:
        if (!/^-newer[aBcmt]{2}$/.test(text)) return at;
        this.narrow();
        return at + 1;
      default:
        part satisfies never;
        return at;
    }
  }

  private narrow(name = this.branch.name, path = this.branch.path): void {
    if (!this.negated) this.branch = { narrowed: true, name, path };
    this.negated = false;
  }

  private begin(base: Narrowing, closed: Narrowing[]): void {
    this.base = base;
    this.closed = closed;
    this.negated = false;
  }

  private close(): void {
    const { base, closed, branch } = this;
    const group = this.groups.pop();
    const all = branch.narrowed && closed.every((each) => each.narrowed);
    if (group?.negated) this.branch = base;
    else if (!all) this.branch = base.narrowed ? SOME : EVERYTHING;
    else if (closed.length > 0) this.branch = SOME;
    this.begin(group?.base ?? EVERYTHING, group?.closed ?? []);
  }
}

/** Reads the words of a find, its name first: starting points, actions and what narrows each of them. */
export function readFind(words: readonly Word[]): FindReading {
  const starts: Word[] = [];
  let at = 1;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (text === "-D" || text === "-O") at++;
    else if (/^-[HLPEXdsx]+$|^-O\d$/.test(text) || text === "--") continue;
    else if (text === "-f") starts.push(words[++at] ?? (words[at - 1] as Word));
    else if (text.startsWith("-") || text === "(" || text === ")" || text === "!" || text === ",") break;
    else starts.push(words[at] as Word);
  }
  const expression = new Expression(words);
  expression.read(at);
  if (starts.length === 0) starts.push({ text: ".", known: true, glob: false, tilde: false });
  return { starts, actions: expression.actions, printed: distinct(expression.printed) };
}

function distinct(all: readonly Narrowing[]): readonly Narrowing[] {
  if (all.length < 2) return all;
  return [...new Map(all.map((each) => [`${each.narrowed} ${each.name} ${each.path}`, each])).values()];
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
  const parts: readonly Narrowing[] = starts.length * printed.length > MOST_PRINTED ? [EVERYTHING] : printed;
  const found: Word[] = [];
  for (const start of starts)
    for (const part of parts) found.push(foundFrom(start, filtered ? { ...part, narrowed: true } : part));
  return found;
}

/** The files below one starting point that an action meets. */
export function foundFrom(start: Word, narrowing: Narrowing): Word {
  const root = withoutSlash(start.text);
  if (!narrowing.narrowed) return reworded(start, `${root}/*`, start.tilde, true);
  const inPath = narrowing.path === undefined ? undefined : pathFrom(root, narrowing.path);
  if (inPath !== undefined && narrowing.name === undefined) {
    if (!inPath.includes("⟦")) return reworded(start, inPath, start.tilde, true);
    return reworded(start, inPath, start.tilde, true, false, start.taint ?? "unknown");
  }
  const within = narrowing.name === undefined ? undefined : folderOf(narrowing.path);
  // The name is kept as the last part: `-name .git` still says what is deleted.
  const last = narrowing.name !== undefined && !/^[*?]+$/.test(narrowing.name) ? `/${narrowing.name}` : "";
  const glob = /[*?[]/.test(last) || start.glob;
  const text = `${root}/⟦found⟧${within ?? ""}${last}`;
  return reworded(start, text, start.tilde, glob, false, start.taint ?? "unknown");
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
