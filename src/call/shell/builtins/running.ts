import { elementText } from "../assign.js";
import { fieldWord } from "../field.js";
import { isBlank } from "../hole.js";
import { written } from "../redirect.js";
import type { Scope } from "../scope.js";
import type { Shell } from "../shell.js";
import type { State } from "../state.js";
import { type Builtin, type BuiltinRun, context, options, texts } from "./builtin.js";

/** Runs a text as code of this very shell. */
function runText(text: string, via: string, run: BuiltinRun, sameShell: boolean, possible = false): void {
  const { shell, scope } = run;
  const taint = shell.holes.taint(text);
  if (taint !== undefined) shell.opaque("code", taint, shell.holes.shown(text), scope, run.index);
  const bare = shell.holes.bare(text);
  if (isBlank(bare)) return;
  const inner = shell.inner(scope, {
    via: [...scope.via, via],
    span: run.at.span,
    ...(possible ? { certainty: "possible" as const } : {}),
  });
  shell.walk.code(bare, sameShell ? run.state : run.state.fork(), inner, shell);
}

export const evalBuiltin: Builtin = (run) => {
  const words = run.argv.slice(run.argv[1]?.text === "--" ? 2 : 1);
  runText(words.map((each) => each.text).join(" "), "eval", run, true);
};

export const trap: Builtin = (run) => {
  const words = texts(run);
  const { operands } = options(words, "");
  const code = words[operands];
  // `trap - EXIT` and `trap EXIT` take a trap back.
  if (code === undefined || code === "-" || words.length - operands < 2) return;
  const text = run.argv[operands + 1]?.text ?? "";
  const taint = run.shell.holes.taint(text);
  if (taint !== undefined) run.shell.opaque("code", taint, run.shell.holes.shown(text), run.scope, run.index);
  // What runs at the end sees the variables as they are then; other signals may come at once.
  const later = words.slice(operands + 1).every((signal) => ENDING.test(signal));
  const room = run.state.traps.length < MOST_TRAPS;
  if (room) run.state.traps.push(run.shell.holes.bare(text));
  if (!later || !room) runText(text, "trap", run, false, true);
};

const ENDING = /^(?:0|EXIT|(?:SIG)?(?:INT|TERM|HUP|QUIT)|1|2|3|15)$/i;

const MOST_TRAPS = 64;

/** Runs the traps of a shell that has come to its end. */
export function runTraps(state: State, scope: Scope, shell: Shell, span: readonly [number, number]): void {
  for (const text of state.traps) {
    if (isBlank(text)) continue;
    const inner = shell.inner(scope, {
      via: [...scope.via, "trap"],
      span,
      certainty: "possible",
      repeats: true,
      out: null,
    });
    shell.walk.code(text, state.fork(), inner, shell);
  }
}

/** `source` and `.`: a file's code in this shell. */
export const source: Builtin = (run) => {
  const { shell, scope, state } = run;
  const at = run.argv[1]?.text === "--" ? 2 : 1;
  const file = run.argv[at];
  if (!file) return;
  const word = fieldWord(file, shell.holes);
  const stdin = /^\/dev\/(?:stdin|fd\/0)$/.test(word.text) || word.text === "-";
  const text = stdin
    ? (scope.input?.text ?? shell.holes.add({ source: "stdin", taint: "stdin" }))
    : written(file, context(run));
  for (const dir of state.dirs) {
    if (!stdin && !word.text.startsWith("⟦")) {
      shell.effect({ kind: "read", path: shell.path(word, dir), how: "execute" }, run.index, scope);
    }
  }
  const bare = shell.holes.bare(text);
  const taint = shell.holes.taint(text);
  const ownFile = taint === "file" && !shell.holes.in(file.text) && !stdin;
  // A file of the project is what it is; only what the call itself brought in is opaque here.
  if (taint !== undefined && !ownFile)
    shell.opaque(stdin ? "stdin-code" : "script-file", taint, word.text, scope, run.index);
  else if (ownFile) shell.opaque("script-file", "file", word.text, scope, run.index);
  if (isBlank(bare)) return;
  const before = state.parameters;
  if (run.argv.length > at + 1) state.parameters = run.argv.slice(at + 1).map((each) => elementText(each, { shell }));
  const inner = shell.inner(scope, { via: [...scope.via, "source"], span: run.at.span });
  shell.walk.code(bare, state, inner, shell);
  state.parameters = before;
};

/** `command`, `builtin` and `exec`: the words after their options are a command. */
export const command: Builtin = (run) => {
  const words = texts(run);
  const { flags, operands } = options(words, "");
  if (flags.has("v") || flags.has("V")) {
    if (run.scope.out) run.scope.out.add(`${words[operands] ?? ""}\n`);
    return;
  }
  inner(run, operands, "command", false);
};

export const builtinBuiltin: Builtin = (run) => inner(run, texts(run)[0] === "--" ? 1 : 0, "builtin", false);

export const exec: Builtin = (run) => {
  const { operands } = options(texts(run), "a");
  if (operands >= run.argv.length - 1) {
    // Only redirections: they stay for the rest of the shell.
    for (const each of run.at.redirects) {
      const socket = /^\/dev\/(tcp|udp)\/([^/]+)\/([^/]+)$/.exec(each.target.text);
      if (socket)
        for (const fd of ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "196"])
          run.state.own().sockets.set(fd, `${socket[1]}://${socket[2]}:${socket[3]}`);
    }
    return;
  }
  inner(run, operands, "exec", true);
};

function inner(run: BuiltinRun, operands: number, via: string, external: boolean): void {
  const argv = run.argv.slice(operands + 1);
  if (argv.length === 0) return;
  const { shell, scope, state, at } = run;
  const scoped = shell.inner(scope, { via: [...scope.via, via], span: at.span });
  // `command` and `builtin` pass functions by.
  const hidden = state.functions.get(argv[0]?.text ?? "");
  if (hidden?.body) state.own().functions.set(hidden.name, { name: hidden.name, body: null });
  shell.walk.words(argv, state, scoped, shell, {
    span: at.span,
    redirects: [],
    env: at.env,
    external,
    nodes: undefined,
    expansion: undefined,
  });
  if (hidden?.body) state.own().functions.set(hidden.name, hidden);
}

/** Ways out of one loop or function that are told apart. */
const MOST_ENDS = 16;

/** Ends the shell, the function or the round. */
export const ends: Builtin = ({ state, scope, argv }) => {
  const name = argv[0]?.text;
  const frame = name === "return" ? scope.frame : name === "break" || name === "continue" ? scope.loop : null;
  const states = name === "continue" ? frame?.next : frame?.left;
  if (frame && states && states.length < MOST_ENDS) states.push(state.since(frame.base));
  state.dead = true;
};

/** Code that runs later, or that another program's start triggers. */
export const complete: Builtin = (run) => {
  const code = options(texts(run), "oAGWFCXPS").flags.get("C");
  if (code !== undefined) runText(code, "complete -C", run, false, true);
};

export const bind: Builtin = (run) => {
  const code = options(texts(run), "mqufrx").flags.get("x");
  if (code === undefined) return;
  runText(code.slice(code.indexOf(":") + 1).replace(/^\s*"?|"?$/g, ""), "bind -x", run, false, true);
};

/** `hash -p file name`: the name means that file from now on. */
export const hash: Builtin = (run) => {
  const words = texts(run);
  const { flags, operands } = options(words, "pt");
  const file = flags.get("p");
  if (file === undefined) return;
  for (const name of words.slice(operands)) run.state.own().hashed.set(name, file);
};

/** `enable -f file name` loads a builtin from a file. */
export const enable: Builtin = (run) => {
  const file = options(texts(run), "f").flags.get("f");
  if (file !== undefined) run.shell.opaque("script-file", "file", file, run.scope, run.index);
};
