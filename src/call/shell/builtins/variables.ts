import { evaluate } from "../arithmetic.js";
import { assign, elasticMark, elementText, setValues } from "../assign.js";
import { subscripted } from "../conditional.js";
import { printf as format } from "../decoding.js";
import type { Variable } from "../known.js";
import { LIMITS } from "../limits.js";
import { type Builtin, type BuiltinRun, context, options, texts } from "./builtin.js";

const NAME = /^[A-Za-z_]\w*$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\[[\s\S]*\])?(\+?)=([\s\S]*)$/;

/** `export`, `declare`, `local`, `readonly`: the tree's own assignments where it has them. */
export const declare: Builtin = (run) => {
  const { shell } = run;
  const words = texts(run);
  const letters = words.filter((w) => /^[-+][a-zA-Z]+$/.test(w)).join("");
  const name = run.argv[0]?.text;
  const more: Partial<Variable> = {
    ...(name === "export" || letters.includes("x") ? { exported: true } : {}),
    ...(letters.includes("i") ? { integer: true } : {}),
    ...(letters.includes("n") && name !== "export" ? { reference: true } : {}),
    ...(letters.includes("A") ? { map: new Map<string, string>() } : {}),
  };
  if (more.exported) for (const word of words) shell.exports(word.replace(/\+?=[\s\S]*$/, ""));
  if (/^(?:local|declare|typeset)$/.test(name ?? "") && !/g/.test(letters)) shadow(words, run);
  const x = context(run);
  const nodes = run.at.nodes?.filter((node) => node.type === "Assignment") ?? [];
  for (const node of nodes) if (node.type === "Assignment") assign(node, run.at.expansion ?? x, more, true);
  const taken = new Set(nodes.map((node) => (node.type === "Assignment" ? node.name : "")));
  for (const word of words) {
    const match = ASSIGNMENT.exec(word);
    if (match && !taken.has(match[1] as string)) {
      if (match[2]) subscripted(word, x);
      else if (/a/i.test(letters) && (match[4] ?? "").startsWith("("))
        compound(match[1] as string, match[4] as string, run);
      else setValues(match[1] as string, [match[4] ?? ""], match[3] === "+", x, more);
    } else if (NAME.test(word) && !taken.has(word)) mention(word, more, run);
  }
};

/** Inside a function a declared variable is the function's own. */
function shadow(words: readonly string[], run: BuiltinRun): void {
  const { locals } = run.scope;
  if (!locals) return;
  for (const word of words) {
    const name = /^[A-Za-z_]\w*/.exec(word)?.[0];
    if (name !== undefined && !locals.has(name)) locals.set(name, run.state.variables.get(name));
  }
}

/** `declare -a 'x=($(c))'` is read once more as code. */
function compound(name: string, value: string, run: BuiltinRun): void {
  const scope = run.shell.inner(run.scope, { span: run.at.span, repeats: true });
  run.shell.walk.code(`${name}=${value}`, run.state, scope, run.shell);
}

function mention(name: string, more: Partial<Variable>, run: BuiltinRun): void {
  const old = run.state.variable(name);
  if (old) run.state.set(name, old.values, { ...old, ...more });
  else if (more.map) run.state.set(name, [], { ...more });
  else if (run.argv[0]?.text === "local") run.state.set(name, [], more);
}

export const unset: Builtin = (run) => {
  const words = texts(run);
  const { flags, operands } = options(words, "");
  const x = context(run);
  for (const word of words.slice(operands)) {
    subscripted(word, x);
    if (!NAME.test(word)) continue;
    if (flags.has("f") || (!run.state.variable(word) && run.state.functions.get(word))) {
      run.state.own().functions.set(word, { name: word, body: null });
    } else run.state.set(word, [], { exported: false });
  }
};

export const unalias: Builtin = (run) => {
  for (const word of texts(run)) run.state.own().aliases.set(word, "");
};

export const alias: Builtin = (run) => {
  for (const word of texts(run)) {
    const match = /^([^=\s]+)=([\s\S]*)$/.exec(word);
    if (match) run.state.own().aliases.set(match[1] as string, match[2] as string);
  }
};

export const shift: Builtin = ({ state, argv, shell }) => {
  const text = argv[1]?.text ?? "1";
  if (!state.parameters) return;
  const count = /^\d+$/.test(text) && !shell.holes.in(text) ? Number(text) : undefined;
  const { parameters } = state;
  if (count === undefined) state.parameters = null;
  else if (!parameters.slice(0, count).some((each) => shell.holes.several(each)))
    state.parameters = parameters.slice(count);
  // Nobody knows how many of them are gone.
  else state.parameters = parameters.map((each) => elasticMark({ shell }) + each);
};

/** `set -- …` gives positional parameters; `-x` makes `PS4` be expanded for every command. */
export const set: Builtin = (run) => {
  const words = texts(run);
  const { state } = run;
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "--" || word === "-") {
      state.parameters = run.argv.slice(i + 2).map((each) => elementText(each, run));
      return;
    }
    if (!/^[-+]/.test(word)) break;
    if (/^-[a-zA-Z]*x/.test(word) || (word === "-o" && words[i + 1] === "xtrace")) prompt(run);
    if (/^[-+][a-zA-Z]*o$/.test(word)) i++;
  }
  if (i < words.length) state.parameters = run.argv.slice(i + 1).map((each) => elementText(each, run));
};

function prompt(run: BuiltinRun): void {
  const x = context(run);
  for (const value of run.state.variable("PS4")?.values ?? []) {
    // `+${LINENO}: ` runs nothing.
    if (!/\$[([]|`|\[/.test(value) && !run.shell.holes.in(value)) continue;
    run.shell.opaque("environment", run.shell.holes.taint(value) ?? "unknown", `PS4=${value}`, run.scope, run.index);
    evaluate(`[${value}]`, x);
  }
}

/** `read`: what arrives is known when the input is. */
export const read: Builtin = (run) => {
  const words = texts(run);
  const { flags, operands } = options(words, "adinNptu");
  const { state, shell } = run;
  const array = flags.get("a");
  const names = words.slice(operands);
  const x = context(run);
  for (const name of names) subscripted(name, x);
  const input = run.scope.input?.text;
  const unclear = input === undefined || flags.has("u") || run.scope.input?.ambiguous;
  const line = unclear ? undefined : input.split(/\r?\n/)[0];
  const several = input !== undefined && run.scope.loops > 0;
  if (line === undefined || shell.holes.in(line) || several) {
    const lines = several ? (input ?? "").split("\n").filter((each) => each !== "") : [];
    const known = lines.length > 0 && lines.length <= LIMITS.alternatives && names.length === 1;
    if (array !== undefined) {
      const taint = shell.holes.taint(input ?? "") ?? "stdin";
      const element = elasticMark({ shell }) + shell.holes.add({ source: `\${${array}[@]}`, taint, empty: true });
      state.set(array, [element], { array: [element] });
      return;
    }
    for (const name of names.length > 0 ? names : ["REPLY"]) {
      if (!NAME.test(name)) continue;
      const taint = shell.holes.taint(input ?? "") ?? "stdin";
      const values = known ? lines.map((each) => each.trim()) : [shell.holes.add({ source: `$${name}`, taint })];
      state.set(name, values);
    }
    return;
  }
  const ifs = x.ifs();
  // The next command reads on behind this line.
  if (run.scope.input) run.scope.input.text = (input ?? "").slice(line.length + 1);
  const fields = divide(line.trim(), ifs, array === undefined ? Math.max(1, names.length) : 10_000);
  // An empty line gives an array without elements.
  const parts = array !== undefined && line.trim() === "" ? [] : fields;
  if (array !== undefined) state.set(array, parts.slice(0, 1), { array: parts });
  else
    for (const [i, name] of (names.length > 0 ? names : ["REPLY"]).entries())
      if (NAME.test(name)) state.set(name, [parts[i] ?? ""]);
};

function divide(text: string, ifs: string, most: number): string[] {
  const out: string[] = [];
  let rest = text;
  while (out.length < most - 1) {
    const at = [...rest].findIndex((c) => ifs.includes(c));
    if (at < 0) break;
    out.push(rest.slice(0, at));
    rest = rest.slice(at + 1).replace(/^[ \t\n]+/, "");
  }
  if (rest !== "" || out.length === 0) out.push(rest);
  return out;
}

/** `printf -v name`. */
export const printf: Builtin = (run) => {
  const words = texts(run);
  if (words[0] !== "-v" || words[1] === undefined) return;
  const x = context(run);
  subscripted(words[1], x);
  if (!NAME.test(words[1])) return;
  const at = words[2] === "--" ? 3 : 2;
  const text = format(words[at] ?? "", words.slice(at + 1), run.shell.holes);
  run.state.set(words[1], [text ?? run.shell.holes.add({ source: `$${words[1]}`, taint: "unknown" })]);
};

export const letBuiltin: Builtin = (run) => {
  const x = context(run);
  for (const word of texts(run)) evaluate(word, x);
};

/** `test` and `[`: words that reach arithmetic or name a variable may run what is in a subscript. */
export const test: Builtin = (run) => {
  const words = texts(run);
  const x = context(run);
  for (const [i, word] of words.entries()) {
    if (word === "-v" || word === "-R") subscripted(words[i + 1] ?? "", x);
  }
};

/** `getopts`: its variable is one of the option letters. */
export const getopts: Builtin = (run) => {
  const words = texts(run);
  const letters = [...(words[0] ?? "").replaceAll(":", ""), "?"];
  if (words[1] && NAME.test(words[1])) run.state.set(words[1], letters.slice(0, LIMITS.alternatives));
  run.state.set("OPTARG", [run.shell.holes.add({ source: "$OPTARG", taint: "unknown", empty: true })]);
};

/** `mapfile`: the lines of the input; `-C` is code that runs for them. */
export const mapfile: Builtin = (run) => {
  const words = texts(run);
  const { flags, operands } = options(words, "dnOsuCc");
  const code = flags.get("C");
  const { shell, state } = run;
  const name = words[operands] ?? "MAPFILE";
  subscripted(name, context(run));
  if (!NAME.test(name)) return;
  const input = run.scope.input?.text;
  const hole = shell.holes.add({ source: `\${${name}[@]}`, taint: shell.holes.taint(input ?? "") ?? "stdin" });
  const lines = input === undefined ? [hole] : input.replace(/\n$/, "").split("\n").slice(0, LIMITS.fields);
  if (code !== undefined) callback(code, lines, Number(flags.get("c") ?? 5000), run);
  state.set(name, lines.slice(0, 1), { array: lines });
};

/** `mapfile -C code`: runs with the number of the element and the line behind it. */
function callback(code: string, lines: readonly string[], every: number, run: BuiltinRun): void {
  const { shell } = run;
  const scope = shell.inner(run.scope, {
    via: [...run.scope.via, "mapfile -C"],
    span: run.at.span,
    certainty: "possible",
    repeats: true,
  });
  const step = every > 0 ? every : 1;
  const known = lines.every((line) => shell.holes.known(line)) && !run.scope.input?.ambiguous;
  for (let at = step - 1; at < lines.length || (!known && at === step - 1); at += step) {
    shell.budget.spend("rounds");
    const number = known ? String(at) : shell.holes.add({ source: "number", taint: "unknown" });
    const line = `'${(lines[at] ?? lines[0] ?? "").replaceAll("'", "'\\''")}'`;
    shell.walk.code(`${code} ${number} ${line}`, run.state.fork(), scope, shell);
  }
}
