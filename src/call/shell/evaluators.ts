import { baseName, knownDirectory, normalise } from "../path.js";
import { decodeBase64, decodeHex, echoEscapes, printf, translate } from "./decoding.js";
import { filters } from "./filters.js";
import { isDecoder } from "./origins.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";

/** What an evaluator may look at. Texts may hold unknown parts. */
export interface Evaluation {
  /** Words after the name, quotes gone. */
  readonly words: readonly string[];
  readonly input: string | undefined;
  readonly state: State;
  readonly shell: Shell;
  /** Text of a file that the call wrote, or of a process substitution. */
  file(path: string): string | undefined;
}

/** What the program prints; undefined where that cannot be told. */
type Evaluator = (e: Evaluation) => string | undefined;

/** Programs whose output follows from their words and input alone. Their results only ever add readings. */
export const evaluators: ReadonlyMap<string, Evaluator> = new Map(
  Object.entries({
    ...filters,
    echo: ({ words }) => {
      let at = 0;
      let end = "\n";
      let escapes = false;
      for (; at < words.length && /^-[neE]+$/.test(words[at] as string); at++) {
        if (words[at]?.includes("n")) end = "";
        if (words[at]?.includes("e")) escapes = true;
      }
      const text = words.slice(at).join(" ");
      return (escapes ? echoEscapes(text) : text) + end;
    },
    printf: ({ words, shell }) => {
      const at = words[0] === "--" ? 1 : 0;
      if (words[at] === "-v") return "";
      // Any other option is an error.
      if (at === 0 && words[0]?.startsWith("-") && words[0] !== "-") return "";
      return printf(words[at] ?? "", words.slice(at + 1), shell.holes);
    },
    cat: (e) =>
      read(
        e,
        e.words.filter((w) => w === "-" || !w.startsWith("-")),
      ),
    tac: (e) => lines(filter(e), (all) => all.reverse()),
    rev: (e) => lines(filter(e), (all) => all.map((line) => [...line].reverse().join(""))),
    head: (e) => cut(e, (all, n) => all.slice(0, n)),
    tail: (e) => cut(e, (all, n) => all.slice(-n)),
    tee: (e) => e.input,
    tr: (e) => translate(e.words, e.input),
    base64: (e) => (isDecoder("base64", e.words) ? decoded(e, filter(e), decodeBase64) : undefined),
    xxd: (e) => (isDecoder("xxd", e.words) ? decoded(e, filter(e), decodeHex) : undefined),
    openssl: (e) =>
      /^(?:enc|base64)$/.test(e.words[0] ?? "") &&
      e.words.some((w) => /base64|^-a$/.test(w)) &&
      e.words.includes("-d") &&
      !e.words.some((w) => /^-(?:k|K|pass|aes\S*)$/.test(w))
        ? decoded(e, e.input, decodeBase64)
        : undefined,
    pwd: ({ state }) => {
      const dir = state.dirs.length === 1 ? knownDirectory(state.dirs[0] ?? null) : null;
      return dir === null ? undefined : `${dir}\n`;
    },
    dirname: ({ words, shell }) =>
      aboveRoot(words, shell) ??
      each(words, shell, (path) => path.replace(/\/+[^/]*\/*$/, "") || (path.startsWith("/") ? "/" : ".")),
    basename: ({ words, shell }) => {
      const [path = "", suffix] = words.filter((w) => !w.startsWith("-"));
      if (shell.holes.in(path)) return undefined;
      const base = baseName(path);
      return `${suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`;
    },
    realpath: (e) => absolute(e),
    readlink: (e) => (e.words.some((w) => /^-[a-z]*f|^--canon/.test(w)) ? absolute(e) : undefined),
    mktemp: ({ words, shell }) => {
      const template = words.find((w) => w.includes("XXX") && !w.startsWith("-"));
      const elsewhere = template?.includes("/") && !template.startsWith("/tmp/");
      const inside = words.findIndex((w) => /^(?:-p|--tmpdir)/.test(w));
      if (elsewhere || (inside >= 0 && words[inside] !== "--tmpdir")) return undefined;
      return `${shell.holes.add({ source: "mktemp", taint: "temp" })}\n`;
    },
    git: ({ words, shell }) => {
      if (words.length !== 2 || words[0] !== "rev-parse" || words[1] !== "--show-toplevel") return undefined;
      return shell.call.project === undefined ? undefined : `${shell.call.project}\n`;
    },
    which: ({ words }) => found(words),
    command: ({ words }) => (words[0] === "-v" ? found(words.slice(1)) : undefined),
    seq: ({ words }) => sequence(words),
    python: pythonPrints,
    python3: pythonPrints,
    "manage.py": ({ words }) => flushing(words),
    "django-admin": ({ words }) => flushing(words),
    perl: printed,
    ruby: printed,
    node: printed,
    php: printed,
    true: () => "",
    ":": () => "",
    // Without words these print the environment, with words nothing.
    set: prints,
    declare: prints,
    typeset: prints,
    export: prints,
    readonly: prints,
    alias: prints,
    trap: prints,
    cd: () => "",
    test: () => "",
    "[": () => "",
    mkdir: () => "",
    rm: () => "",
    touch: () => "",
    chmod: () => "",
    sleep: () => "",
    false: () => "",
  } satisfies Record<string, Evaluator>),
);

/** Above the work tree's root, which alone git prints. */
function aboveRoot(words: readonly string[], shell: Shell): string | undefined {
  const [path = "", more] = words;
  const [root] = shell.holes.in(path) ? shell.holes.of(path) : [];
  const whole = root !== undefined && more === undefined && [...path].length === 1;
  return whole && /^\$\(\s*git rev-parse --show-toplevel\s*\)$/.test(root.source) ? `${path}/..\n` : undefined;
}

/** One literal, or several joined, given to the language's own way to print. */
const PRINT =
  /^\s*(?:print|puts|say|echo|console\.log|process\.stdout\.write|sys\.stdout\.write)\s*\(?\s*((?:(["'])[^"'\\]*\2\s*[+.]?\s*)+)\)?\s*;?\s*$/;

/** `python3 -c "print('ls')"`: code that does nothing but print a text that stands in it. */
function printed({ words }: Evaluation): string | undefined {
  const at = words.findIndex((w) => /^-(?:[a-zA-Z]*[ceErp]|-eval|-print)$/.test(w));
  const literals = at < 0 ? undefined : PRINT.exec(words[at + 1] ?? "")?.[1];
  if (literals === undefined) return undefined;
  return `${[...literals.matchAll(/(["'])([^"'\\]*)\1/g)].map((match) => match[2]).join("")}\n`;
}

function pythonPrints(e: Evaluation): string | undefined {
  return /(?:^|\/)manage\.py$/.test(e.words[0] ?? "") ? flushing(e.words.slice(1)) : printed(e);
}

/** Django's `sqlflush` prints the statements that empty the database. */
function flushing(words: readonly string[]): string | undefined {
  return words[0] === "sqlflush" ? "TRUNCATE TABLE all_tables;\n" : undefined;
}

function prints({ words }: Evaluation): string | undefined {
  return words.length === 0 || words.some((w) => /^-[a-zA-Z]*[pfF]/.test(w)) ? undefined : "";
}

function found(words: readonly string[]): string | undefined {
  const names = words.filter((w) => !w.startsWith("-"));
  return names.length === 1 ? `${names[0]}\n` : undefined;
}

function filter(e: Evaluation): string | undefined {
  return read(
    e,
    e.words.filter((w) => w === "-" || !w.startsWith("-")),
  );
}

function read(e: Evaluation, files: readonly string[]): string | undefined {
  if (files.length === 0) return e.input;
  let out = "";
  for (const path of files) {
    const text = path === "-" || path === "/dev/stdin" ? e.input : e.file(path);
    if (text === undefined) return undefined;
    out += text;
  }
  return out;
}

function lines(text: string | undefined, change: (all: string[]) => string[]): string | undefined {
  if (text === undefined) return undefined;
  const ended = text.endsWith("\n");
  const all = (ended ? text.slice(0, -1) : text).split("\n");
  return change(all).join("\n") + (ended ? "\n" : "");
}

function cut(e: Evaluation, take: (all: string[], n: number) => string[]): string | undefined {
  let n = 10;
  const files: string[] = [];
  for (let i = 0; i < e.words.length; i++) {
    const word = e.words[i] as string;
    const match = /^(?:-n|--lines=)?-?(\d+)$/.exec(word);
    if (word === "-n") n = Number(e.words[++i]);
    else if (match && word.startsWith("-")) n = Number(match[1]);
    else if (word.startsWith("-") && word !== "-") return undefined;
    else files.push(word);
  }
  if (!Number.isInteger(n) || n < 1) return undefined;
  return lines(read(e, files), (all) => take(all, n));
}

function decoded(e: Evaluation, text: string | undefined, decode: (text: string) => string | null): string | undefined {
  if (text === undefined || e.shell.holes.in(text)) return undefined;
  const result = decode(text);
  return result === null ? undefined : e.shell.holes.add({ source: "", taint: "decoded", mark: true }) + result;
}

function each(words: readonly string[], shell: Shell, change: (path: string) => string): string | undefined {
  const paths = words.filter((w) => !w.startsWith("-"));
  if (paths.length === 0 || paths.some((path) => shell.holes.in(path))) return undefined;
  return paths.map((path) => `${change(path)}\n`).join("");
}

function absolute(e: Evaluation): string | undefined {
  const paths = e.words.filter((w) => !w.startsWith("-"));
  const [path] = paths;
  if (paths.length !== 1 || path === undefined || e.shell.holes.in(path)) return undefined;
  const dir = e.state.dirs.length === 1 ? knownDirectory(e.state.dirs[0] ?? null) : null;
  if (path.startsWith("/")) return `${normalise(path)}\n`;
  return dir ? `${normalise(`${dir}/${path}`)}\n` : undefined;
}

function sequence(words: readonly string[]): string | undefined {
  if (!words.every((w) => /^-?\d+$/.test(w)) || words.length === 0 || words.length > 3) return undefined;
  const numbers = words.map(Number);
  const from = words.length > 1 ? (numbers[0] as number) : 1;
  const to = numbers.at(-1) as number;
  const step = words.length === 3 ? (numbers[1] as number) : 1;
  if (step === 0 || (to - from) / step > 512) return undefined;
  let out = "";
  for (let n = from; step > 0 ? n <= to : n >= to; n += step) out += `${n}\n`;
  return out;
}
