import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { type Interpreter, interpreters } from "./interpreter-options.js";
import { joinWords } from "./join.js";
import type { Language, ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";

/** How an interpreter was called. */
interface Started {
  readonly code: Word[];
  /** A module that is run (`python -m`). */
  readonly module?: Word;
  readonly script?: Word;
  /** What the code or the script gets as its own arguments. */
  readonly rest: readonly Word[];
  readonly language: Language;
  readonly harmless: boolean;
  /** Files are read or edited line by line (`perl -n`, `ruby -i`). */
  readonly each: boolean;
  readonly inPlace: boolean;
}

const byName = new Map(interpreters.flatMap((each) => each.names.map((name) => [name, each] as const)));

function interpreterOf(name: string): Interpreter | undefined {
  return byName.get(name) ?? byName.get(name.replace(/[-.]?[0-9]+(?:\.[0-9]+)*$/, ""));
}

/** Divides an interpreter's words: the first operand, a module or the last piece of code ends its options. */
function started(spec: Interpreter, words: readonly Word[], out: Emitter): Started {
  const code: Word[] = [];
  let module: Word | undefined;
  let language = spec.language;
  const flags = new Set<string>();
  let at = 0;
  let dashes = false;
  const value = (name: string, attached: Word | undefined): void => {
    const word = attached ?? words[++at];
    if (!word) return;
    if (name === "-encodedcommand" && spec.encoded) code.push(decoded(word, spec.encoded, out));
    else if (spec.code.includes(name)) code.push(word);
    else if (spec.module === name) module = word;
    else if (spec.runs?.includes(name)) out.effect({ kind: "read", path: out.path(word), how: "execute" });
    else if (name === "-l" && /^javascript$/i.test(word.text)) language = "javascript";
  };
  for (; at < words.length; at++) {
    const word = words[at] as Word;
    const text = word.text;
    if (text === "--") {
      at++;
      dashes = spec.dashesEnd === true;
      break;
    }
    if (text.length < 2 || text[0] !== "-") break;
    const equals = text.indexOf("=");
    const written = equals > 0 && !spec.canonical ? text.slice(0, equals) : text;
    const name = spec.canonical?.(written) ?? written;
    const attached = equals > 0 && !spec.canonical ? { ...word, text: text.slice(equals + 1) } : undefined;
    if (spec.values.has(name) && !spec.single) value(name, attached);
    else if (text.startsWith("--") || spec.single) {
      if (spec.values.has(name)) value(name, attached);
      else flags.add(name);
    } else at = cluster(spec, words, at, value, flags);
    const runsAll = module !== undefined || (code.length > 0 && spec.codeEnds === true);
    if (runsAll) {
      at++;
      break;
    }
  }
  const harmless = [...flags].some((f) => spec.harmless.has(f));
  const each = flags.has("-n") || flags.has("-p");
  const rest = words.slice(at);
  const base = {
    code,
    language,
    harmless,
    each: spec.lines === true && each,
    inPlace: spec.lines === true && flags.has("-i"),
    ...(module ? { module } : {}),
  };
  if (code.length > 0 || module || dashes) return { ...base, rest };
  const [script, ...parameters] = rest;
  return script ? { ...base, script, rest: parameters } : { ...base, rest };
}

/** Encoded code is read, and still is nothing that a person saw. */
function decoded(word: Word, decode: (given: string) => string | undefined, out: Emitter): Word {
  out.effect({ kind: "opaque", class: "code", origin: "decoded", source: word.text.slice(0, 80) });
  const code = word.known ? decode(word.text) : undefined;
  return code === undefined ? { ...word, text: "" } : { ...word, text: code };
}

/** `-lane CODE`, `-pi.bak -e CODE`, `-Ic CODE`: the first option that takes a value ends the cluster. */
function cluster(
  spec: Interpreter,
  words: readonly Word[],
  at: number,
  value: (name: string, attached: Word | undefined) => void,
  flags: Set<string>,
): number {
  const word = words[at] as Word;
  const text = word.text;
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i]}`;
    const rest = text.slice(i + 1);
    if (spec.values.has(name)) {
      value(name, rest === "" ? undefined : { ...word, text: rest });
      // `value` may have taken the next word.
      return rest === "" && words[at + 1] !== undefined ? at + 1 : at;
    }
    if (spec.attached?.has(name)) {
      flags.add(name);
      // Digits and the like belong to the option; letters go on with the cluster where they can.
      const taken =
        name === "-0" || name === "-l"
          ? (/^[0-9a-fA-FxX]*?(?=[a-zA-Z]|$)/.exec(rest)?.[0].length ?? 0)
          : name === "-i" && /^[aplnsew]+$/.test(rest) && rest.endsWith("e")
            ? 0
            : rest.length;
      i += taken;
      continue;
    }
    flags.add(name);
  }
  return at;
}

/** What an interpreter runs: code by option, a module, a script, or its standard input. */
const interpreter: Handler = (inv, out) => {
  const spec = interpreterOf(inv.name);
  if (!spec) return;
  let words = inv.words.slice(1);
  const sub = spec.subcommands?.[words[0]?.text ?? ""];
  if (sub === "skip") words = words.slice(1);
  else if (sub === "code") return evalSubcommand(spec, words.slice(1), out);
  else if (sub === "other") return;
  const how = started(spec, words, out);
  if (how.harmless) return;
  if (how.code.length > 0) runCode(spec, how, out);
  else if (how.module) runModule(how.module, how.rest, out);
  else if (how.script && how.script.text !== "-" && how.script.text !== "/dev/stdin")
    runScriptFile(how.script, how.rest, out);
  else fromStdin(how, inv, out);
};

function runCode(spec: Interpreter, how: Started, out: Emitter): void {
  const joined = spec.joins
    ? joinWords([...how.code, ...how.rest])
    : how.code.length === 1
      ? (how.code[0] as Word)
      : lines(how.code);
  const parameters = [plainWord("-"), ...how.rest];
  out.code(how.language, joined, { parameters });
  if (!how.each && !how.inPlace) return;
  for (const file of how.rest) {
    out.effect({ kind: "read", path: out.path(file) });
    if (how.inPlace) out.effect({ kind: "write", path: out.path(file), how: "inplace" });
  }
}

function lines(code: readonly Word[]): Word {
  const joined = joinWords(code);
  return { ...joined, text: code.map((w) => w.text).join("\n") };
}

/** `python -m tool words` is mostly the tool itself. */
function runModule(module: Word, rest: readonly Word[], out: Emitter): void {
  const name = module.text.replace(/\.(?:__main__|cli|main)$/, "").replace(/_/g, "-");
  out.command([{ ...module, text: name }, ...rest]);
}

/** Scripts by whose name it is known what they do: frameworks put them into every project. */
const KNOWN_SCRIPTS =
  /(?:^|\/)(?:manage\.py|artisan|bin\/console|bin\/rails|bin\/rake|bin\/cake|spark|yii|wp-cli\.phar|drush(?:\.phar)?|typo3|ace(?:\.js)?)$/;

function runScriptFile(script: Word, rest: readonly Word[], out: Emitter): void {
  if (KNOWN_SCRIPTS.test(script.text)) {
    out.command([{ ...script, text: script.text.replace(/\.(?:js|phar)$/, "") }, ...rest]);
    return;
  }
  const binary = /(?:^|\/)node_modules\/\.bin\/([\w.-]+)$/.exec(script.text)?.[1];
  if (binary !== undefined) {
    out.command([plainWord(binary), ...rest]);
    return;
  }
  if (!script.known && script.text.startsWith("⟦")) {
    out.effect({ kind: "opaque", class: "script-file", origin: script.taint ?? "unknown", source: script.text });
    return;
  }
  out.effect({ kind: "read", path: out.path(script), how: "execute" });
}

function fromStdin(how: Started, inv: Invocation, out: Emitter): void {
  stdinCode(how.language, inv, out, [plainWord("-"), ...how.rest]);
}

/** `deno eval [options] CODE`. */
function evalSubcommand(spec: Interpreter, words: readonly Word[], out: Emitter): void {
  const code = words.find((w) => !w.text.startsWith("-"));
  if (code) out.code(spec.language, code);
}

export const programs: readonly ProgramSpec[] = interpreters.map((each) => ({
  names: [...each.names],
  style: "words" as const,
  language: each.language,
  mutates: "unknown" as const,
  handler: "interpreter",
  forms: [
    {
      when: { operand: ["--version", ...[...each.harmless].filter((name) => /^-(?:v|V|version)$/.test(name))], max: 1 },
      harmless: true,
    },
  ],
}));

export const handlers: Readonly<Record<string, Handler>> = { interpreter };
