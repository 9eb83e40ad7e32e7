import type { EffectiveCommand } from "../effect.js";
import { knownDirectory } from "../path.js";
import { interpret } from "../programs/interpret.js";
import { elementText, plainText } from "./assign.js";
import { builtins, isBuiltin } from "./builtins.js";
import { ZSH_PREFIXES } from "./dialect.js";
import { CommandEmitter } from "./emitter.js";
import { type Field, fieldWords } from "./field.js";
import type { FunctionEntry, Variable } from "./known.js";
import { nameCandidates } from "./names.js";
import { output } from "./output.js";
import { frameOf, NO_ENV, type Scope } from "./scope.js";
import type { At, Shell } from "./shell.js";
import type { State } from "./state.js";
import { publicStdin } from "./stdin.js";
import type { BodyNode } from "./syntax.js";

/** Builtins whose output is told like a program's. */
const PRINTING = new Set([
  "printf",
  "type",
  "dirs",
  "alias",
  "fc",
  "history",
  "jobs",
  "set",
  "declare",
  "typeset",
  "export",
  "readonly",
  "trap",
]);

/** Runs a command whose words are expanded: a function, a builtin or a program. */
export function runWords(argv: readonly Field[], state: State, scope: Scope, shell: Shell, at: At): void {
  const first = argv[0];
  if (!first || (first.text === "" && argv.length === 1)) return;
  const name = shell.holes.bare(first.text);
  if (!at.external) {
    const own = state.functions.get(name);
    if (own?.body) {
      const otherwise = own.maybe ? state.fork() : null;
      list(argv, state, scope, shell, at, false);
      withEnvironment(at, state, shell, () => callFunction(own, argv, state, scope, shell));
      if (!otherwise) return;
      notFunction(argv, name, otherwise, { ...scope, certainty: "possible" }, shell, at);
      state.join([state.fork(), otherwise]);
      return;
    }
  }
  notFunction(argv, name, state, scope, shell, at);
}

function notFunction(argv: readonly Field[], name: string, state: State, scope: Scope, shell: Shell, at: At): void {
  const first = argv[0] as Field;
  if (!at.external) {
    const alias = state.aliases.get(name);
    if (alias !== undefined && alias !== "") runAlias(alias, argv, state, scope, shell);
  }
  const bound = state.hashed.get(name);
  if (bound !== undefined) {
    shell.walk.words(
      [{ ...first, text: bound }, ...argv.slice(1)],
      state.fork(),
      { ...scope, certainty: "possible" },
      shell,
      at,
    );
  }
  if (!at.external && isBuiltin(name)) {
    builtin(argv, name, state, scope, shell, at);
    return;
  }
  program(argv, name, state, scope, shell, at);
}

function builtin(argv: readonly Field[], name: string, state: State, scope: Scope, shell: Shell, at: At): void {
  const index = list(argv, state, scope, shell, at, false);
  shell.effect({ kind: "run", program: name, cataloged: true, mutates: false, network: false }, index, scope);
  withEnvironment(at, state, shell, () => builtins.get(name)?.({ argv, state, scope, shell, at, index }));
  if (scope.out && PRINTING.has(name)) scope.out.add(output(argv, state, scope, shell), scope.certainty === "certain");
}

/** Assignments in front of a function or a builtin hold while it runs (`IFS=, read a b`). */
function withEnvironment(at: At, state: State, shell: Shell, run: () => void): void {
  if (at.env === NO_ENV) {
    run();
    return;
  }
  const names = Object.keys(at.env);
  const before = names.map((name) => state.variables.get(name));
  for (const [name, word] of Object.entries(at.env)) state.set(name, [shell.holes.text(word)], { exported: true });
  run();
  for (const [i, name] of names.entries()) state.own().variables.set(name, before[i] ?? UNTOUCHED);
}

function program(argv: readonly Field[], name: string, state: State, scope: Scope, shell: Shell, at: At): void {
  const first = argv[0] as Field;
  const candidates = nameCandidates(first, shell);
  if (candidates) {
    const index = list(argv, state, scope, shell, at, true);
    shell.opaque("name", candidates.origin, shell.holes.shown(first.text), scope, index);
    const scoped = { ...scope, certainty: "possible" as const, repeats: true, out: null };
    for (const each of candidates.names)
      shell.walk.words([{ ...first, text: each, glob: false }, ...argv.slice(1)], state.fork(), scoped, shell, at);
    scope.out?.add(shell.holes.add({ source: shell.holes.shown(first.text), taint: "unknown" }));
    return;
  }
  const hidden = first.text !== name && shell.holes.contrived(first.text);
  const marked = first.text === name ? undefined : hidden ? "decoded" : shell.holes.taint(first.text);
  const index = list(argv, state, scope, shell, at, true);
  if (marked !== undefined) shell.opaque("name", marked, name, scope, index);
  if (!at.external && ZSH_PREFIXES.has(name) && argv.length > 1) {
    shell.walk.words(argv.slice(1), state, { ...scope, certainty: "possible" }, shell, at);
  }
  if (name[0] === "=" && name.length > 1) {
    shell.walk.words(
      [{ ...first, text: name.slice(1) }, ...argv.slice(1)],
      state.fork(),
      { ...scope, certainty: "possible" },
      shell,
      at,
    );
  }
}

/**
 * Lists the command, once for each directory it may run in.
 *
 * @param interpreted its program's entry says what it does
 * @returns the index of the (last) listed command
 */
function list(argv: readonly Field[], state: State, scope: Scope, shell: Shell, at: At, interpreted: boolean): number {
  const words = fieldWords(argv, shell.holes);
  let index = shell.commands.length;
  let printed = false;
  for (const directory of state.dirs) {
    const command: EffectiveCommand = {
      argv: words,
      via: scope.via,
      cwd: knownDirectory(directory),
      env: shell.environmentOf(state, scope, at),
      redirects: at.redirects,
      stdin: publicStdin(scope.input, shell.holes),
      remote: scope.remote,
      certainty: scope.certainty,
      span: at.span,
    };
    const next = shell.commands.length;
    index = shell.list(command, scope.repeats, state);
    if (!interpreted) continue;
    const emitter = new CommandEmitter(shell, state, scope, command, index, directory);
    if (index === next) interpret(command, shell.table, shell.call.home, emitter);
    emitter.ranFile(argv);
    if (scope.out && !emitter.ran && !printed) {
      printed = true;
      scope.out.add(output(argv, state, scope, shell), scope.certainty === "certain");
    }
  }
  return index;
}

/** How often a function may stand on its own stack whatever it is called with. */
const RECURSION = 2;
/** How often while it is called with something else each time, as one that shifts its words away. */
const DEEPEST_RECURSION = 8;

function callFunction(own: FunctionEntry, argv: readonly Field[], state: State, scope: Scope, shell: Shell): void {
  const running = scope.calls.filter((each) => each === own.name).length;
  // On a branch of the function or in a loop over what is there, the recursion ends.
  if (running > 0 && scope.piped && scope.branches === scope.entered)
    shell.effect({ kind: "act", act: "system/fork-bomb", target: own.name }, undefined, scope);
  const endless = `${own.name} …`;
  if (scope.calls.includes(endless)) return;
  const before = state.parameters;
  const words = argv.slice(1).map((each) => elementText(each, { shell }));
  if (running >= RECURSION) {
    if (scope.given && same(scope.given, words)) return;
    if (!shell.budget.affords("recursions", 1)) return;
    shell.budget.spend("recursions");
  }
  // Beyond that its words may be anything, once.
  const open = running >= DEEPEST_RECURSION;
  const given = open ? null : words;
  const locals: NonNullable<Scope["locals"]> = new Map();
  const frame = frameOf(state);
  const inner = shell.inner(scope, {
    locals,
    frame,
    loop: null,
    given,
    calls: [...scope.calls, own.name, ...(open ? [endless] : [])],
    via: [...scope.via, own.name],
    piped: running > 0 && scope.piped,
    entered: scope.branches,
    ...(own.other || open ? { certainty: "possible" as const, repeats: true } : {}),
  });
  const run = (body: BodyNode, within: State): void => {
    shell.calls(body);
    within.parameters = given;
    shell.walk.body(body, within, inner, shell);
    within.dead = false;
  };
  const forks: State[] = [];
  for (let each: FunctionEntry | undefined = own; each; each = each.other) {
    if (!each.body) continue;
    const fork = state.fork();
    run(each.body, fork);
    forks.push(fork);
  }
  state.join([...forks, ...frame.left]);
  state.parameters = before;
  for (const [name, value] of locals) state.own().variables.set(name, value ?? UNTOUCHED);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** A variable that the call has not set: what the environment holds, if anything. */
const UNTOUCHED: Variable = { values: [], maybe: true, exported: false };

/** An alias only works where the shell expands aliases, so the command itself is listed too. */
function runAlias(alias: string, argv: readonly Field[], state: State, scope: Scope, shell: Shell): void {
  const name = argv[0]?.text ?? "";
  if (scope.calls.includes(`alias ${name}`)) return;
  const rest = argv.slice(1).map((each) => `'${plainText(each, { shell }).replaceAll("'", "'\\''")}'`);
  const inner = shell.inner(scope, {
    calls: [...scope.calls, `alias ${name}`],
    certainty: "possible",
    out: null,
    repeats: true,
    span: scope.span ?? [0, 0],
  });
  shell.walk.code([alias, ...rest].join(" "), state.fork(), inner, shell);
}
