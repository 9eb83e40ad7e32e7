import { plainWord, reworded, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { type Interpreter, interpreters } from "./interpreter-options.js";
import { joinWords } from "./join.js";
import type { Language, ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";

const byName = new Map(interpreters.flatMap((each) => each.names.map((name) => [name, each] as const)));

function interpreterOf(name: string): Interpreter | undefined {
  return byName.get(name) ?? byName.get(name.replace(/[-.]?[0-9]+(?:\.[0-9]+)*$/, ""));
}

/** Encoded code is read, and still is nothing that a person saw. */
function decoded(word: Word, decode: (given: string) => string | undefined, out: Emitter): Word {
  out.effect({ kind: "opaque", class: "code", origin: "decoded", source: word.text.slice(0, 80) });
  const code = word.known ? decode(word.text) : undefined;
  return code === undefined ? reworded(word, "") : reworded(word, code);
}

/** How an interpreter was called: the first operand, a module or the last piece of code ends its options. */
class Start {
  readonly code: Word[] = [];
  /** A module that is run (`python -m`). */
  module: Word | undefined = undefined;
  readonly script: Word | undefined;
  /** What the code or the script gets as its own arguments. */
  readonly rest: readonly Word[];
  language: Language;
  private readonly flags: string[] = [];

  constructor(
    private readonly spec: Interpreter,
    private readonly words: readonly Word[],
    from: number,
    private readonly out: Emitter,
  ) {
    this.language = spec.language;
    let at = from;
    let dashes = false;
    for (; at < words.length; at++) {
      const text = words[at]?.text ?? "";
      if (text === "--") {
        at++;
        dashes = spec.dashesEnd === true;
        break;
      }
      if (text.length < 2 || !text.startsWith("-")) break;
      at = this.option(at);
      if (this.module !== undefined || (this.code.length > 0 && spec.codeEnds === true)) {
        at++;
        break;
      }
    }
    const whole = this.code.length > 0 || this.module !== undefined || dashes;
    this.script = whole ? undefined : words[at];
    this.rest = words.slice(this.script ? at + 1 : at);
  }

  /** Nothing is run. */
  get harmless(): boolean {
    return this.flags.some((flag) => this.spec.harmless.has(flag));
  }

  /** Files are read line by line (`perl -n`). */
  get each(): boolean {
    return this.spec.lines === true && (this.flags.includes("-n") || this.flags.includes("-p"));
  }

  /** Files are edited (`ruby -i`). */
  get inPlace(): boolean {
    return this.spec.lines === true && this.flags.includes("-i");
  }

  /** @returns where the option ends */
  private option(at: number): number {
    const { spec } = this;
    const word = this.words[at] as Word;
    const { text } = word;
    const equals = spec.canonical ? -1 : text.indexOf("=");
    const written = equals > 0 ? text.slice(0, equals) : text;
    const name = spec.canonical?.(written) ?? written;
    if (spec.values.has(name)) {
      const attached = equals > 0 ? reworded(word, text.slice(equals + 1)) : undefined;
      return this.value(name, attached, at);
    }
    if (!text.startsWith("--") && !spec.single) return this.cluster(at);
    this.flags.push(name);
    return at;
  }

  /**
   * An option's value, in its own word or in the next.
   *
   * @returns where it ends
   */
  private value(name: string, attached: Word | undefined, at: number): number {
    const { spec, out } = this;
    const word = attached ?? this.words[at + 1];
    if (!word) return at;
    if (name === "-encodedcommand" && spec.encoded) this.code.push(decoded(word, spec.encoded, out));
    else if (spec.code.includes(name)) this.code.push(word);
    else if (spec.module === name) this.module = word;
    else if (spec.runs?.includes(name)) required(word, spec.language, out);
    else if (name === "-l" && /^javascript$/i.test(word.text)) this.language = "javascript";
    return attached ? at : at + 1;
  }

  /** `-lane CODE`, `-pi.bak -e CODE`, `-Ic CODE`: the first option that takes a value ends the cluster. */
  private cluster(at: number): number {
    const { spec } = this;
    const word = this.words[at] as Word;
    const { text } = word;
    for (let i = 1; i < text.length; i++) {
      const name = `-${text[i]}`;
      const rest = text.slice(i + 1);
      if (spec.values.has(name)) return this.value(name, rest === "" ? undefined : reworded(word, rest), at);
      this.flags.push(name);
      if (!spec.attached?.has(name)) continue;
      // Digits and the like belong to the option; letters go on with the cluster where they can.
      if (name === "-0" || name === "-l") i += /^[0-9a-fA-FxX]*?(?=[a-zA-Z]|$)/.exec(rest)?.[0].length ?? 0;
      else if (name !== "-i" || !/^[aplnsew]+$/.test(rest) || !rest.endsWith("e")) i += rest.length;
    }
    return at;
  }
}

/** What an interpreter runs: code by option, a module, a script, or its standard input. */
const interpreter: Handler = (inv, out) => {
  const spec = interpreterOf(inv.name);
  if (!spec) return;
  const sub = spec.subcommands?.get(inv.words[1]?.text ?? "");
  if (sub === "code") return evalSubcommand(spec, inv.words.slice(2), out);
  if (sub === "other") return;
  const how = new Start(spec, inv.words, sub === "skip" ? 2 : 1, out);
  if (how.harmless) return;
  if (how.code.length > 0) runCode(spec, how, out);
  else if (how.module) runModule(how.module, how.rest, out);
  else if (how.script && how.script.text !== "-" && how.script.text !== "/dev/stdin")
    runScriptFile(how.script, how.rest, out);
  else fromStdin(how, inv, out);
};

function runCode(spec: Interpreter, how: Start, out: Emitter): void {
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
  const name = module.text.replace(/\.(?:__main__|cli|main)$/, "").replaceAll("_", "-");
  out.command([reworded(module, name), ...rest]);
}

/** Scripts by whose name it is known what they do: frameworks put them into every project. */
const KNOWN_SCRIPTS =
  /(?:^|\/)(?:manage\.py|artisan|bin\/console|bin\/rails|bin\/rake|bin\/cake|spark|yii|wp-cli\.phar|drush(?:\.phar)?|typo3|ace(?:\.js)?)$/;

function runScriptFile(script: Word, rest: readonly Word[], out: Emitter): void {
  if (KNOWN_SCRIPTS.test(script.text)) {
    out.command([reworded(script, script.text.replace(/\.(?:js|phar)$/, "")), ...rest]);
    return;
  }
  const binary = /(?:^|\/)node_modules\/\.bin\/([\w.-]+)$/.exec(script.text)?.[1];
  if (binary !== undefined) {
    out.command([plainWord(binary), ...rest]);
    return;
  }
  runFile(script, out);
}

/** A file that is run first; for Ruby a bare name is a library, and its ending may be left out. */
function required(file: Word, language: Language, out: Emitter): void {
  if (language !== "ruby" || !file.known) runFile(file, out);
  else if (file.text.includes("/")) runFile({ ...file, text: file.text.replace(/(?:\.rb)?$/, ".rb") }, out);
}

function runFile(file: Word, out: Emitter): void {
  if (!file.known && file.text.startsWith("⟦"))
    out.effect({ kind: "opaque", class: "script-file", origin: file.taint ?? "unknown", source: file.text });
  else out.effect({ kind: "read", path: out.path(file), how: "execute" });
}

function fromStdin(how: Start, inv: Invocation, out: Emitter): void {
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
