import type { Word } from "../word.js";
import { assign, assignedValues } from "./assign.js";
import { dialectOf } from "./dialect.js";
import { emptied } from "./emptied.js";
import { Expansion, expandWord, plainField } from "./expand.js";
import { combine, type Field } from "./field.js";
import { LIMITS } from "./limits.js";
import { type Redirections, redirections, settleRedirections } from "./redirect.js";
import { NO_ENV, type Scope } from "./scope.js";
import type { At, Shell } from "./shell.js";
import type { State } from "./state.js";
import type { AssignmentNode, CommandNode, RedirectNode, WordNode } from "./syntax.js";

/** Builtins whose words may be assignments. */
const DECLARES = new Set(["export", "declare", "typeset", "local", "readonly", "alias"]);

/** Walks one simple command. */
export function simpleCommand(node: CommandNode, state: State, scope: Scope, shell: Shell): void {
  shell.budget.step();
  const x = new Expansion(shell, state, scope);
  const { assignments, words, redirects } = divide(node);
  const glued = assignments.length > 0 ? skipGlued(assignments, words, x) : "";
  if (words.length === 0) {
    for (const each of assignments) assign(each, x);
    const plain = redirections(redirects, x);
    settleRedirections(plain, undefined, x);
    return;
  }
  const declares = node.name !== undefined && DECLARES.has(node.name.value);
  const { all, cut } = readingsOf(words, declares, x);
  if (all.length > 1) shell.budget.spend("readings", all.length - 1);
  const done = redirections(redirects, x);
  const env = assignments.length > 0 ? environmentOf(assignments, glued, x) : NO_ENV;
  const at: At = {
    span: scope.span ?? [node.pos, node.end],
    redirects: done.list,
    env,
    external: false,
    nodes: declares ? words : undefined,
    expansion: declares ? x : undefined,
  };
  const dialect = dialectOf(node);
  if (dialect !== undefined) shell.opaque("dialect", "unknown", dialect, scope);
  if (cut) shell.opaque("arguments", "unknown", node.name?.text ?? "", scope);
  const inner = innerScope(scope, done, all.length > 1);
  const first = shell.commands.length;
  run(all, state, inner, shell, at);
  settleRedirections(done, first < shell.commands.length ? first : undefined, x);
}

interface Divided {
  readonly assignments: readonly AssignmentNode[];
  readonly words: (WordNode | AssignmentNode)[];
  readonly redirects: readonly RedirectNode[];
}

const NO_ASSIGNMENTS: readonly AssignmentNode[] = [];
const NO_REDIRECTS: readonly RedirectNode[] = [];

function divide({ name, prefix, suffix }: CommandNode): Divided {
  const assignments = prefix.length === 0 ? NO_ASSIGNMENTS : prefix.filter((each) => each.type === "Assignment");
  const before = prefix.length === 0 ? NO_REDIRECTS : prefix.filter((each) => each.type !== "Assignment");
  const words: Divided["words"] = name ? [name] : [];
  if (suffix.every(isArgument)) return { assignments, words: words.concat(suffix), redirects: before };
  const behind = suffix.filter((each) => !isArgument(each));
  return { assignments, words: words.concat(suffix.filter(isArgument)), redirects: before.concat(behind) };
}

function isArgument(each: CommandNode["suffix"][number]): each is WordNode | AssignmentNode {
  return each.type === "Word" || each.type === "Assignment";
}

/**
 * A process substitution stuck to an assignment belongs to its value; the parser begins a word there.
 *
 * @returns what belongs to the last assignment's value
 */
function skipGlued(assignments: readonly AssignmentNode[], words: (WordNode | AssignmentNode)[], x: Expansion): string {
  let text = "";
  let end = assignments.at(-1)?.end;
  while (words[0]?.pos === end && words[0]?.type === "Word") {
    const glued = words.shift() as WordNode;
    end = glued.end;
    text += (expandWord(glued, x)[0] ?? []).map((each) => each.text).join("");
  }
  return text;
}

/** All readings of a command's words together. */
function readingsOf(
  words: readonly (WordNode | AssignmentNode)[],
  declares: boolean,
  x: Expansion,
): { readonly all: readonly Field[][]; readonly cut: boolean } {
  // Nearly every word has one reading, and is one field.
  const argv: Field[] = [];
  let several: Field[][][] | undefined;
  for (const word of words) {
    const plain = word.type === "Word" ? plainField(word, x) : undefined;
    if (plain && !several) {
      argv.push(plain);
      continue;
    }
    const readings = plain
      ? [[plain]]
      : word.type === "Word"
        ? expandWord(word, x)
        : argumentReadings(word, declares, x);
    if (several) several.push(readings);
    else if (readings.length === 1) for (const each of readings[0] as Field[]) argv.push(each);
    else several = [[argv], readings];
  }
  return several ? combine(several, LIMITS.alternatives) : { all: [argv], cut: false };
}

/** `name=value` among a command's words. */
function argumentReadings(node: AssignmentNode, declares: boolean, x: Expansion): Field[][] {
  const head = node.text.slice(
    0,
    Math.max(0, node.value.type === "Word" ? node.value.pos - node.pos : node.text.length),
  );
  if (node.value.type === "ArrayValue") return [[{ text: node.text, glob: false, tilde: false, quoted: true }]];
  if (declares) {
    return assignedValues(node, x, true).map((text) => [
      { text: head + text, glob: false, tilde: false, quoted: true },
    ]);
  }
  const readings = expandWord(node.value, x);
  const braces = node.value.parts?.some((part) => part.type === "BraceExpansion") ?? false;
  return readings.map((fields) => {
    if (fields.length === 0) return [{ text: head, glob: false, tilde: false, quoted: true }];
    return fields.map((each, i) =>
      i === 0 || braces ? { ...each, text: head + each.text, tilde: false, quoted: true } : each,
    );
  });
}

function environmentOf(assignments: readonly AssignmentNode[], glued: string, x: Expansion): Record<string, Word> {
  const env: Record<string, Word> = {};
  for (const each of assignments) {
    const rest = each === assignments.at(-1) ? glued : "";
    env[each.name] = x.shell.holes.word((assignedValues(each, x)[0] ?? "") + rest, false, false);
  }
  return env;
}

function innerScope(scope: Scope, done: Redirections, several: boolean): Scope {
  if (!several && !done.input && !done.sink) return scope;
  return {
    ...scope,
    certainty: several ? "possible" : scope.certainty,
    repeats: several || scope.repeats,
    input: done.input ?? scope.input,
    out: done.sink ?? scope.out,
  };
}

function run(all: readonly Field[][], state: State, scope: Scope, shell: Shell, at: At): void {
  const only = all.length === 1 ? all[0] : undefined;
  if (only) {
    shell.walk.words(only, state, scope, shell, at);
    const other = emptied(only, shell);
    if (other) shell.walk.words(other, state.fork(), { ...scope, certainty: "possible", out: null }, shell, at);
    return;
  }
  const forks = all.map((argv) => {
    const fork = state.fork();
    shell.walk.words(argv, fork, scope, shell, at);
    const other = emptied(argv, shell);
    if (other) shell.walk.words(other, state.fork(), { ...scope, out: null }, shell, at);
    return fork;
  });
  state.join(forks);
}
