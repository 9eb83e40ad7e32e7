import { plainText } from "./assign.js";
import { Expansion, expandText, expandWord } from "./expand.js";
import type { Field } from "./field.js";
import { LIMITS } from "./limits.js";
import { frameOf, type Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";
import type { CompoundNode, ListNode } from "./syntax.js";
import { walkList } from "./walk.js";

/** Loops around a loop whose body is still walked twice. */
const DEEPEST_SECOND = 3;

const maybe = (scope: Scope): Scope => ({ ...scope, certainty: "possible", branches: scope.branches + 1 });

/** `if`: each branch from the state after its condition. */
export function walkIf(node: CompoundNode & { type: "If" }, state: State, scope: Scope, shell: Shell): void {
  walkList(node.clause, state, scope, shell);
  const ends: State[] = [];
  let otherwise = state.fork();
  const then = state.fork();
  walkList(node.then, then, maybe(scope), shell);
  ends.push(then);
  for (const each of node.elif) {
    walkList(each.clause, otherwise, maybe(scope), shell);
    const branch = otherwise.fork();
    walkList(each.then, branch, maybe(scope), shell);
    const next = otherwise.fork();
    otherwise.join([branch]);
    ends.push(otherwise);
    otherwise = next;
  }
  if (node.else) walkList(node.else, otherwise, maybe(scope), shell);
  ends.push(otherwise);
  state.join(ends);
}

/** `for` and `select`: the body once for every word, as far as that is affordable. */
export function walkFor(
  node: CompoundNode & { type: "For" | "Select" },
  state: State,
  scope: Scope,
  shell: Shell,
): void {
  const x = new Expansion(shell, state, scope);
  const name = node.name.value;
  const unknown = shell.holes.add({ source: `$${name}`, taint: "unknown" });
  const values = node.wordlist
    ? node.wordlist.flatMap((word) => listed(expandWord(word, x), x))
    : (state.parameters ?? [unknown]);
  const rounds = node.type === "Select" ? [...new Set(values)] : values;
  // The choice of `select` is read from the input.
  const body = {
    ...maybe(scope),
    repeats: true,
    ...(node.type === "Select" ? { input: remainder(scope, shell) } : {}),
  };
  // Plain numbers differ in nothing that matters.
  const numbers = rounds.length > 16 && rounds.every((value) => /^-?\d+$/.test(value));
  if (numbers || !shell.budget.affords("rounds", rounds.length)) {
    const all = [...new Set(rounds)];
    // One round in which the variable may be any of them, where that many can be told apart.
    if (!numbers && all.length > LIMITS.alternatives) shell.budget.spend("rounds", rounds.length);
    state.set(name, numbers ? [shell.holes.add({ source: `$${name}`, taint: "unknown" })] : all);
    walkWhile([node.body], state, body, shell);
    return;
  }
  shell.budget.spend("rounds", rounds.length);
  // What is not known may be no word at all, and then there is no round.
  const sure = !rounds.some((value) => shell.holes.in(value));
  const inside = sure ? state : state.fork();
  const [first, ...others] = rounds;
  if (first !== undefined) {
    const frame = frameOf(inside);
    const round = inside.fork();
    round.set(name, [first]);
    walkList(node.body, round, { ...body, loop: frame }, shell);
    // `exit` ends at most this round, as far as is known.
    round.dead = false;
    if (frame.left.length + frame.next.length > 0) {
      chained(node.body, name, others, [round, ...frame.next], frame.left, inside, body, shell);
    } else {
      inside.join([round]);
      for (const value of others) {
        inside.set(name, [value]);
        walkList(node.body, inside, body, shell);
        inside.dead = false;
      }
    }
  }
  if (!sure) state.join([state.fork(), inside]);
}

/** Layers of states that may stand on each other before they are made one. */
const MOST_LAYERS = 32;

/** Further rounds of a loop that may be left early: each begins as the one before may have ended. */
function chained(
  part: ListNode,
  name: string,
  values: readonly string[],
  begun: readonly State[],
  left: readonly State[],
  inside: State,
  body: Scope,
  shell: Shell,
): void {
  const out = [...left];
  let current = inside.fork();
  current.join(begun);
  for (const [i, value] of values.entries()) {
    const frame = frameOf(current);
    const round = current.fork();
    round.set(name, [value]);
    walkList(part, round, { ...body, loop: frame }, shell);
    round.dead = false;
    if (out.length < LIMITS.alternatives) out.push(...frame.left.map((each) => each.since(inside)));
    const next = current.fork();
    next.join([round, ...frame.next]);
    current = i % MOST_LAYERS === 0 ? next.since(inside) : next;
  }
  inside.join([current.since(inside), ...out]);
}

function listed(readings: readonly Field[][], x: Expansion): string[] {
  return readings.flatMap((fields) => fields.map((each) => plainText(each, x)));
}

/** A loop of unknown length: two rounds, since the second sees what the first changed. */
export function walkWhile(
  parts: readonly ListNode[],
  state: State,
  scope: Scope,
  shell: Shell,
  between?: () => void,
): void {
  const body = { ...maybe(scope), repeats: true, loops: scope.loops + 1 };
  // What the condition has read, the body does not see again.
  const rest = { ...body, input: parts.length > 1 ? remainder(scope, shell) : scope.input };
  const round = (fork: State): readonly State[] => {
    const loop = frameOf(state);
    for (const [i, part] of parts.entries()) walkList(part, fork, { ...(i === 0 ? body : rest), loop }, shell);
    return [...loop.left, ...loop.next];
  };
  const first = state.fork();
  const left = round(first);
  const changed = first.setsNames() || first.dirs !== state.dirs;
  first.dead = false;
  state.join([state.fork(), first, ...left]);
  between?.();
  // Loops in loops would double for every level.
  if (!changed || scope.loops >= DEEPEST_SECOND) return;
  const second = state.fork();
  const again = round(second);
  second.dead = false;
  state.join([state.fork(), second, ...again]);
}

function remainder(scope: Scope, shell: Shell): Scope["input"] {
  if (!scope.input) return null;
  const taint = shell.holes.taint(scope.input.text) ?? "stdin";
  return { text: shell.holes.add({ source: "stdin", taint }), from: scope.input.from ?? [] };
}

/** `case`: every item may be the one, unless the word and its patterns are known. */
export function walkCase(node: CompoundNode & { type: "Case" }, state: State, scope: Scope, shell: Shell): void {
  const x = new Expansion(shell, state, scope);
  expandText(node.word, x);
  const ends: State[] = [];
  let all = false;
  for (const item of node.items) {
    for (const pattern of item.pattern) {
      expandText(pattern, x);
      if (pattern.text === "*") all = true;
    }
    const fork = state.fork();
    walkList(item.body, fork, maybe(scope), shell);
    ends.push(fork);
  }
  if (!all) ends.push(state.fork());
  state.join(ends);
}
