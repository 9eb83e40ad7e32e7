import type { Word } from "../word.js";
import { assign, assignedValues } from "./assign.js";
import { dialectOf } from "./dialect.js";
import { emptied } from "./emptied.js";
import { Expansion, expandWord } from "./expand.js";
import { unquoted } from "./plain.js";
import { isArgument, type Readings, readingsOf, type Words } from "./readings.js";
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
  const glued = assignments.length > 0 ? skipGlued(assignments, node, x) : undefined;
  const rest = glued ? glued.rest : node;
  if (!rest.name && !rest.suffix.some(isArgument)) {
    for (const each of assignments) assign(each, x);
    const plain = redirections(redirects, x);
    settleRedirections(plain, undefined, x);
    return;
  }
  const declares = node.name !== undefined && DECLARES.has(unquoted(node.name));
  const readings = readingsOf(rest, declares, x);
  const { all, cut, plain } = readings;
  if (all.length > 1) shell.budget.spend("readings", all.length - 1);
  const done = redirections(redirects, x);
  const env = glued ? environmentOf(assignments, glued.text, x) : NO_ENV;
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
  run(readings, state, inner, shell, at);
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

function run({ only, all }: Readings, state: State, scope: Scope, shell: Shell, at: At): void {
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
