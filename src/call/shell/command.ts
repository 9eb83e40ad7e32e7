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
  const assignments = assignmentsOf(node);
  const redirects = redirectsOf(node);
  const { text: glued, rest } = assignments.length > 0 ? skipGlued(assignments, node, x) : { text: "", rest: node };
  if (!rest.name && !rest.suffix.some(isArgument)) {
    for (const each of assignments) assign(each, x);
    const plain = redirections(redirects, x);
    settleRedirections(plain, undefined, x);
    return;
  }
  const declares = node.name !== undefined && DECLARES.has(node.name.value);
  const { all, cut, plain } = readingsOf(rest, declares, x);
  if (all.length > 1) shell.budget.spend("readings", all.length - 1);
  const done = redirections(redirects, x);
  const env = assignments.length > 0 ? environmentOf(assignments, glued, x) : NO_ENV;
  const at: At = {
    span: scope.span ?? [node.pos, node.end],
    redirects: done.list,
    env,
    external: false,
    nodes: declares ? rest.suffix : undefined,
    expansion: declares ? x : undefined,
  };
  const dialect = dialectOf(node, plain && redirects.length === 0);
  if (dialect !== undefined) shell.opaque("dialect", "unknown", dialect, scope);
  if (cut) shell.opaque("arguments", "unknown", node.name?.text ?? "", scope);
  const inner = innerScope(scope, done, all.length > 1);
  const first = shell.commands.length;
  run(all, state, inner, shell, at);
  settleRedirections(done, first < shell.commands.length ? first : undefined, x);
}

const NO_ASSIGNMENTS: readonly AssignmentNode[] = [];
const NO_REDIRECTS: readonly RedirectNode[] = [];

function assignmentsOf({ prefix }: CommandNode): readonly AssignmentNode[] {
  return prefix.length === 0 ? NO_ASSIGNMENTS : prefix.filter((each) => each.type === "Assignment");
}

function redirectsOf({ prefix, suffix }: CommandNode): readonly RedirectNode[] {
  let found: RedirectNode[] | undefined;
  if (prefix.length > 0) found = prefix.filter((each) => each.type !== "Assignment");
  for (const each of suffix) {
    if (isArgument(each)) continue;
    found ??= [];
    found.push(each);
  }
  return found ?? NO_REDIRECTS;
}

function isArgument(each: CommandNode["suffix"][number]): each is WordNode | AssignmentNode {
  return each.type === "Word" || each.type === "Assignment";
}

/** A command's words: the name and what stands behind it, redirections among them. */
type Words = Pick<CommandNode, "name" | "suffix">;

/**
 * A process substitution stuck to an assignment belongs to its value; the parser begins a word there.
 *
 * @returns what belongs to the last assignment's value, and the words behind it
 */
function skipGlued(
  assignments: readonly AssignmentNode[],
  { name, suffix }: CommandNode,
  x: Expansion,
): { readonly text: string; readonly rest: Words } {
  const rest = suffix.filter(isArgument);
  if (name) rest.unshift(name);
  let text = "";
  let end = assignments.at(-1)?.end;
  while (rest[0]?.pos === end && rest[0]?.type === "Word") {
    const glued = rest.shift() as WordNode;
    end = glued.end;
    text += (expandWord(glued, x)[0] ?? []).map((each) => each.text).join("");
  }
  return { text, rest: { name: undefined, suffix: rest } };
}

/** All readings of a command's words together. */
interface Readings {
  readonly all: readonly Field[][];
  /** There are more. */
  readonly cut: boolean;
  /** Every word stands for itself or is quoted. */
  readonly plain: boolean;
}

function readingsOf({ name, suffix }: Words, declares: boolean, x: Expansion): Readings {
  // Nearly every word has one reading, and is one field.
  const argv: Field[] = [];
  let several: Field[][][] | undefined;
  let plain = true;
  for (let i = name ? -1 : 0; i < suffix.length; i++) {
    const word = (i < 0 ? name : suffix[i]) as CommandNode["suffix"][number];
    if (!isArgument(word)) continue;
    const only = word.type === "Word" ? plainField(word, x) : undefined;
    if (only && !several) {
      argv.push(only);
      continue;
    }
    if (!only) plain = false;
    const readings = only ? [[only]] : wordReadings(word, declares, x);
    if (several) several.push(readings);
    else if (readings.length === 1) for (const each of readings[0] as Field[]) argv.push(each);
    else several = [[argv], readings];
  }
  if (!several) return { all: [argv], cut: false, plain };
  const { all, cut } = combine(several, LIMITS.alternatives);
  return { all, cut, plain };
}

function wordReadings(word: WordNode | AssignmentNode, declares: boolean, x: Expansion): Field[][] {
  return word.type === "Word" ? expandWord(word, x) : argumentReadings(word, declares, x);
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
