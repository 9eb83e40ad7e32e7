import { calculate } from "./arithmetic.js";
import { simpleCommand } from "./command.js";
import { testExpression } from "./conditional.js";
import { walkCase, walkFor, walkIf, walkWhile } from "./control.js";
import { Expansion } from "./expand.js";
import { pipeline } from "./pipeline.js";
import { isOrdinary, unquoted } from "./plain.js";
import { redirections, settleRedirections } from "./redirect.js";
import { deeper, type Scope, Sink } from "./scope.js";
import type { Shell } from "./shell.js";
import { startsForever } from "./spawning.js";
import type { State } from "./state.js";
import type { BodyNode, ExecutableNode, ListNode, ScriptNode, StatementNode } from "./syntax.js";

/** Walks all statements of a text in their order. */
export function walkScript(script: ScriptNode, state: State, scope: Scope, shell: Shell): void {
  if (script.errors && scope.depth > 0) shell.opaque("unparsable", "unknown", script.errors[0]?.message ?? "", scope);
  statements(script.commands, state, scope, shell);
}

export function walkList(list: ListNode, state: State, scope: Scope, shell: Shell): void {
  statements(list.commands, state, scope, shell);
}

function statements(all: readonly StatementNode[], state: State, scope: Scope, shell: Shell): void {
  let behind: { node: ExecutableNode; files: number }[] | undefined;
  for (const each of all) {
    if (each.background) {
      const fork = state.fork();
      walkNode(each.command, fork, { ...scope, piped: true }, shell);
      state.keepFiles(fork);
      if (scope.later) continue;
      behind ??= [];
      behind.push({ node: each.command, files: state.writes() });
    } else walkNode(each.command, state, scope, shell);
  }
  // What runs in the background may see files that are written after it was started.
  for (const { node, files } of behind ?? []) {
    if (files === state.writes()) continue;
    const fork = state.fork();
    walkNode(
      node,
      fork,
      { ...scope, piped: true, certainty: "possible", repeats: true, later: true, out: null },
      shell,
    );
    state.keepFiles(fork);
  }
}

/** A function's body or a group: walked in the state it is given. */
export function walkBody(body: BodyNode, state: State, scope: Scope, shell: Shell): void {
  if (body.type === "CompoundList") walkList(body, state, scope, shell);
  else walkNode(body, state, scope, shell);
}

/** Walks whatever can stand as a command. */
export function walkNode(node: ExecutableNode, state: State, scope: Scope, shell: Shell): void {
  if (node.type === "Command") {
    simpleCommand(node, state, scope, shell);
    return;
  }
  shell.budget.step();
  if (node.type === "Pipeline") {
    pipeline(node, state, scope, shell);
    return;
  }
  const inner = { ...scope, depth: deeper(scope) };
  switch (node.type) {
    case "AndOr":
      andOr(node, state, inner, shell);
      return;
    case "Redirected": {
      const x = new Expansion(shell, state, scope);
      const done = redirections(node.redirects, x);
      const first = shell.commands.length;
      const within = { ...inner, input: done.input ?? inner.input, out: done.sink ?? inner.out };
      walkNode(node.command, state, within, shell);
      settleRedirections(done, first < shell.commands.length ? first : undefined, x);
      return;
    }
    case "BraceGroup":
      walkList(node.body, state, inner, shell);
      return;
    case "Subshell": {
      const fork = state.fork();
      walkList(node.body, fork, inner, shell);
      state.keepFiles(fork);
      return;
    }
    case "If":
      walkIf(node, state, inner, shell);
      return;
    case "For":
    case "Select":
      walkFor(node, state, inner, shell);
      return;
    case "While":
      walkWhile([node.clause, node.body], state, inner, shell);
      if (startsForever(node.clause, node.body))
        shell.effect({ kind: "act", act: "system/fork-bomb", target: "while" }, undefined, inner);
      return;
    case "ArithmeticFor": {
      const x = new Expansion(shell, state, inner);
      for (const each of [node.initialize, node.test]) if (each) calculate(each, "", x);
      walkWhile([node.body], state, inner, shell, () => {
        const again = new Expansion(shell, state, { ...inner, repeats: true });
        for (const each of [node.update, node.test]) if (each) calculate(each, "", again);
      });
      return;
    }
    case "Case":
      walkCase(node, state, inner, shell);
      return;
    case "TestCommand":
      testExpression(node.expression, new Expansion(shell, state, inner));
      return;
    case "ArithmeticCommand":
      calculate(node.expression, node.body, new Expansion(shell, state, inner));
      return;
    case "Function": {
      const entry = { name: node.name.value, body: node.body };
      state.own().functions.set(entry.name, entry);
      shell.defined.push(entry);
      return;
    }
    case "Coproc": {
      const fork = state.fork();
      const sink = new Sink();
      if (node.body.type === "Command") simpleCommand(node.body, fork, { ...inner, out: sink }, shell);
      else walkBody(node.body, fork, { ...inner, out: sink }, shell);
      state.keepFiles(fork);
      const name = node.name?.value ?? "COPROC";
      const taint = shell.holes.taint(sink.text);
      if (taint !== undefined) state.set(name, [shell.holes.add({ source: name, taint })]);
      return;
    }
    default:
      node satisfies never;
  }
}

const QUESTIONS = new Set(["[", "test", "false", "grep", "egrep", "fgrep", "which", "command", "type", "hash"]);

/** Whether what follows `&&` is likely not to run: the left side asks a question. */
function asks(node: ExecutableNode): boolean {
  if (node.type === "TestCommand" || node.type === "ArithmeticCommand") return true;
  if (node.type === "Pipeline") return node.prefixes.some((p) => p.type === "Negation") || node.commands.some(asks);
  if (node.type !== "Command") return false;
  const { name } = node;
  if (!name) return false;
  // A name that is worked out may be none.
  if (!isOrdinary(name.text) && name.parts) return true;
  return QUESTIONS.has(unquoted(name));
}

function andOr(node: ExecutableNode & { type: "AndOr" }, state: State, scope: Scope, shell: Shell): void {
  let left = node.commands[0];
  if (!left) return;
  let before = state.dirs;
  walkNode(left, state, scope, shell);
  let asked = false;
  for (let i = 1; i < node.commands.length; i++) {
    const each = node.commands[i] as ExecutableNode;
    if (node.operators[i - 1] === "&&") {
      // What runs behind a question may not run, and so may all that follows it.
      asked ||= asks(left);
      if (asked || each.type === "Function") {
        const fork = state.fork();
        const otherwise = state.fork();
        walkNode(each, fork, scope, shell);
        if (fork.dead) state.join([otherwise]);
        else state.join([fork, otherwise]);
      } else {
        before = state.dirs;
        walkNode(each, state, scope, shell);
      }
    } else {
      asked = false;
      // The left side failed: a directory was not changed.
      const fork = state.fork();
      fork.dirs = before;
      walkNode(each, fork, { ...scope, certainty: "possible", branches: scope.branches + 1 }, shell);
      if (!fork.dead) state.join([state.fork(), fork]);
    }
    left = each;
  }
}
