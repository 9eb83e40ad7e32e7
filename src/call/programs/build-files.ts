import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { makefileCode } from "./makefile.js";
import { shellQuoted } from "./split.js";
import { justCode, packageScripts, taskfileCode } from "./task-files.js";

// What build tools run from a file that the same call wrote before: `cat > Makefile <<E … E; make`.

/** The directory that options of this call name, undefined where none does. */
export function directory(inv: Invocation, out: Emitter): string | null | undefined {
  let cwd: string | null | undefined;
  for (const { role, value } of inv.options)
    if (role === "cwd" && value) cwd = out.path(value, cwd === undefined ? inv.cwd : cwd).abs;
  return cwd;
}

/** The first of these files that the call wrote. */
function written(names: readonly Word[], inv: Invocation, out: Emitter): Word | undefined {
  const cwd = directory(inv, out);
  for (const name of names) {
    const text = out.wrote?.(name, cwd);
    if (text) return text;
  }
  return undefined;
}

/** Code out of a written file. What came from elsewhere into the file is told as such. */
function runs(code: readonly string[], file: Word, via: string, inv: Invocation, out: Emitter): void {
  if (!file.known)
    out.effect({ kind: "opaque", class: "script-file", origin: file.taint ?? "unknown", source: inv.name });
  const cwd = directory(inv, out);
  for (const text of code) {
    const open = text.includes("⟦");
    const word: Word = open ? { ...file, text, known: false } : plainWord(text);
    out.code("sh", word, { via, cwd });
  }
}

/** Recipes of a makefile that the call wrote, or that stands on the input. */
export function makeRecipes(inv: Invocation, out: Emitter): void {
  const file = inv.value("-f");
  const given = file?.text;
  const { stdin } = inv;
  const text: Word | undefined =
    given === "-" || given === "/dev/stdin"
      ? stdin?.kind === "text"
        ? { ...plainWord(stdin.text), known: stdin.known, ...(stdin.taint ? { taint: stdin.taint } : {}) }
        : undefined
      : written(file === undefined ? MAKEFILES : [file], inv, out);
  if (!text) return;
  const goals: string[] = [];
  const variables = new Map<string, string>();
  for (const { text: operand } of inv.operands) {
    const assignment = /^(\w+)\s*[:?+]?=(.*)$/s.exec(operand);
    if (assignment) variables.set(assignment[1] as string, assignment[2] as string);
    else goals.push(operand);
  }
  const include = (name: string): string | undefined => written([plainWord(name)], inv, out)?.text;
  runs(makefileCode(text.text, goals, variables, include), text, "make", inv, out);
}

const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"].map(plainWord);
const JUSTFILES = ["justfile", "Justfile", ".justfile"].map(plainWord);
const TASKFILES = ["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml"].map(plainWord);
const PACKAGE = [plainWord("package.json")];

/** `just recipe`, `task name`. */
export const namedTasks: Handler = (inv, out) => {
  const just = inv.name === "just";
  const given = inv.value(just ? "-f" : "-t");
  const text = written(given === undefined ? (just ? JUSTFILES : TASKFILES) : [given], inv, out);
  if (!text) return;
  const names = inv.operands.map((word) => word.text);
  runs(just ? justCode(text.text, names) : taskfileCode(text.text, names), text, inv.name, inv, out);
};

/** A script of package.json with those that run before and after it, and words for it. */
export function packageScript(name: string, words: readonly Word[], inv: Invocation, out: Emitter): void {
  const text = written(PACKAGE, inv, out);
  if (!text) return;
  const code = packageScripts(text.text, [`pre${name}`, name, `post${name}`]);
  const [own] = packageScripts(text.text, [name]) ?? [];
  const rest = words.filter((word) => word.text !== "--").map((word) => shellQuoted(word.text));
  const full = code?.map((each) => (each === own ? [each, ...rest].join(" ") : each));
  runs(full ?? [], text, `${inv.name} run`, inv, out);
}

/** Scripts that run by themselves when a project's packages are installed. */
export const packageInstall: Handler = (inv, out) => {
  if (inv.has("--ignore-scripts")) return;
  const text = written(PACKAGE, inv, out);
  if (!text) return;
  const names = [
    "preinstall",
    "install",
    "postinstall",
    "prepublish",
    "preprepare",
    "prepare",
    "postprepare",
    "prepack",
    "postpack",
  ];
  runs(packageScripts(text.text, names) ?? [], text, `${inv.name} install`, inv, out);
};
