import { readers } from "../code/readers.js";
import { type Effect, type EffectiveCommand, type PathRef, pathOf } from "../effect.js";
import { matchGlob } from "../glob.js";
import { baseName, resolveWord } from "../path.js";
import type { Emitter, Inner } from "../programs/emit.js";
import { rehearsal } from "../programs/rehearsal.js";
import type { Language } from "../programs/spec.js";
import { plainWord, type Taint, type Word, worstTaint } from "../word.js";
import { elasticMark, elementText } from "./assign.js";
import { runTraps } from "./builtins/running.js";
import { type Field, wordField } from "./field.js";
import { fileKey } from "./file-key.js";
import { isBlank } from "./hole.js";
import { deeper, NO_ENV, type Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import { State } from "./state.js";
import { privateInput } from "./stdin.js";
import { upstreamOf } from "./upstream.js";
import { WrittenFiles } from "./written.js";

const saysNothing = (text: string): boolean => text !== "" && isBlank(text);

/** Takes down what one program does, and follows the commands and code that it runs. */
export class CommandEmitter implements Emitter {
  /** Some inner command or code was run, whose output is the command's own. */
  ran = false;
  private files: WrittenFiles | undefined;

  constructor(
    readonly shell: Shell,
    private readonly state: State,
    private readonly scope: Scope,
    private readonly self: EffectiveCommand,
    private readonly index: number,
    /** Its directory as the state has it. */
    private readonly directory: string | null = self.cwd,
  ) {}

  effect(effect: Effect): void {
    // No file has an empty name: programs refuse it.
    if (pathOf(effect)?.text === "") return;
    this.shell.effect(effect, this.index, this.scope);
    this.note(effect);
    if (effect.kind === "read" && effect.how === "execute") this.ranPath(effect.path);
    else if (effect.kind === "opaque" && effect.class === "script-file") this.ranSubstitution(effect.source);
  }

  /** What the program makes of files is remembered; most touch none. */
  private note(effect: Effect): void {
    switch (effect.kind) {
      case "read":
      case "write":
      case "move":
      case "link":
        this.files ??= new WrittenFiles(this.shell, this.state, this.scope, this.self.argv);
        this.files.note(effect);
    }
  }

  act(act: string, target?: string): void {
    this.effect({ kind: "act", act, target });
  }

  path(word: Word, cwd?: string | null): PathRef {
    return resolveWord(word, this.place(cwd), this.shell.call.home);
  }

  wrote(word: Word, cwd?: string | null): Word | undefined {
    const { holes } = this.shell;
    const behind = holes.of(holes.text(word))[0]?.content;
    if (behind !== undefined) return holes.word(behind, false, false);
    const key = fileKey(this.path(word, cwd));
    const file = key === null ? undefined : this.state.files.get(key);
    return file && holes.word(file.text, false, false);
  }

  written(pattern: string): readonly Word[] {
    if (!this.state.files.any()) return [];
    return [...this.state.files.keys()].filter((key) => matchGlob(pattern, baseName(key))).map(plainWord);
  }

  input(): string | undefined {
    const { stdin } = this.self;
    return stdin?.kind === "text" && stdin.known ? stdin.text : undefined;
  }

  upstream(): readonly EffectiveCommand[] {
    return upstreamOf(this.scope.input, this.shell);
  }

  inputOrigin(): Taint | undefined {
    const { stdin, argv } = this.self;
    let taint = stdin?.kind === "file" ? this.wrote(stdin.word)?.taint : stdin?.taint;
    for (const word of argv.slice(1)) taint = worstTaint(taint, word.known ? this.wrote(word)?.taint : word.taint);
    return taint === "network" || taint === "decoded" ? taint : undefined;
  }

  command(words: readonly Word[], inner: Inner = {}): void {
    if (!inner.remote) this.ran = true;
    const fields = words.map((word) => wordField(word, this.shell.holes));
    const state = this.child(inner);
    const scope = this.innerScope(inner, inner.via ?? this.name());
    this.shell.walk.words(fields, state, scope, this.shell, {
      span: this.self.span,
      // What it is started by has set up its input and output.
      redirects: inner.remote ? [] : this.self.redirects,
      env: NO_ENV,
      external: true,
      nodes: undefined,
      expansion: undefined,
    });
    this.state.keepFiles(state);
  }

  code(language: Language, code: Word, inner: Inner = {}): void {
    const text = this.shell.holes.text(code);
    if (language === "sh") {
      if (inner.certainty !== "possible" && !inner.remote) this.ran = true;
      this.shellCode(text, inner, "code");
      return;
    }
    const taint = this.shell.holes.taint(text);
    if (taint !== undefined) this.opaque("code", taint, code.text);
    if (saysNothing(this.shell.holes.bare(text))) return;
    readers[language]?.(code.text, this, inner);
  }

  /** The command's own name may be a file that the call wrote before. */
  ranFile(argv: readonly Field[]): void {
    const word = this.self.argv[0] as Word;
    if (!argv[0]?.text.includes("/") && !word.text.includes("/")) return;
    const file = this.shell.fileAt(this.path(word), this.state);
    if (file) this.fileCode(file.text, languageOf(file.text), word, this.self.argv.slice(1));
  }

  /** A file that is run as code: where the call itself wrote it, its text is read like code. */
  private ranPath(path: PathRef): void {
    const file = this.shell.fileAt(path, this.state);
    if (!file) return;
    // What follows the file among the words are its parameters.
    const at = this.self.argv.findIndex((each, i) => i > 0 && each.text === path.text);
    const word = this.self.argv[at] ?? { text: path.text, known: path.known, glob: false, tilde: false };
    this.fileCode(file.text, this.language(), word, at < 0 ? [] : this.self.argv.slice(at + 1));
  }

  /** `bash <(…)`: the text behind the file that the substitution makes. */
  private ranSubstitution(source: string): void {
    const word: Word = { text: source, known: false, glob: false, tilde: false };
    const behind = this.shell.holes.of(this.shell.holes.text(word))[0]?.content;
    const { holes } = this.shell;
    // The effect itself has said where it comes from.
    if (behind !== undefined && !saysNothing(holes.bare(behind))) this.fileCode(behind, this.language(), word);
  }

  private language(): Language {
    return this.shell.table.lookUp(this.name())?.language ?? "sh";
  }

  private fileCode(text: string, language: Language, word: Word, parameters: readonly Word[] = []): void {
    const { holes } = this.shell;
    const taint = holes.taint(text);
    this.ran = true;
    if (taint !== undefined) this.shell.opaque("script-file", taint, word.text, this.scope, this.index);
    if (saysNothing(holes.bare(text))) return;
    if (language === "sh") this.shellCode(text, { parameters: [word, ...parameters] }, null);
    else
      readers[language]?.(holes.shown(text), this.shell.table.lookUp(this.name())?.tests ? rehearsal(this) : this, {});
  }

  private shellCode(text: string, inner: Inner, cls: "code" | null): void {
    const { holes } = this.shell;
    const taint = holes.taint(text);
    if (cls !== null && taint !== undefined) this.opaque(cls, taint, holes.shown(text));
    const bare = holes.bare(text);
    if (saysNothing(bare)) return;
    const state = inner.sameShell ? this.state : this.child(inner);
    const [zero, ...rest] = inner.parameters ?? [];
    if (zero) state.zero = elementText(wordField(zero, holes), this);
    if (inner.parameters) {
      // Where `$0` may be none or several words, a pattern for one, all behind it may have moved.
      const moved = zero?.elastic || zero?.glob ? elasticMark(this) : "";
      state.parameters = rest.map((word) => moved + elementText(wordField(word, holes), this));
    }
    const name = this.name();
    const via = inner.via ?? (this.self.argv.some((w) => /^-\w*c/.test(w.text)) ? `${name} -c` : name);
    const given = this.innerScope(inner, via);
    // A shell that reads its code from its input leaves nothing for the commands in it.
    const eaten = given.input !== null && this.shell.holes.bare(given.input.text) === bare;
    const scope = eaten ? { ...given, input: null } : given;
    this.shell.walk.code(bare, state, scope, this.shell);
    if (state !== this.state) runTraps(state, scope, this.shell, this.self.span);
    if (state !== this.state) this.state.keepFiles(state);
  }

  private place(cwd: string | null | undefined): string | null {
    return cwd === undefined || cwd === this.self.cwd ? this.directory : cwd;
  }

  private child(inner: Inner): State {
    const cwd = this.place(inner.cwd);
    if (!inner.remote) {
      const state = this.state.child([cwd]);
      const env = inner.env ? { ...this.self.env, ...inner.env } : this.self.env;
      for (const name of Object.keys(env)) {
        state.set(name, [this.shell.holes.text(env[name] as Word)], { exported: true });
      }
      return state;
    }
    // Another machine knows none of this shell's variables, functions or files.
    return new State([inner.cwd === undefined || inner.cwd === this.self.cwd ? null : inner.cwd]);
  }

  private innerScope(inner: Inner, via: string): Scope {
    const { scope, self } = this;
    return {
      ...scope,
      depth: deeper(scope),
      via: [...scope.via, via],
      span: self.span,
      certainty: inner.certainty ?? scope.certainty,
      // What stands in front of a command holds for what it runs: `A=1 npx tool`, `A=1 bash -c tool`.
      env: inner.env ?? (inner.remote ? scope.env : self.env),
      remote: inner.remote ?? scope.remote,
      // What another machine prints comes over the network, whatever was run there.
      out: inner.remote ? null : scope.out,
      input: inner.stdin ? privateInput(inner.stdin, this.shell.holes) : scope.input,
    };
  }

  private name(): string {
    const text = this.self.argv[0]?.text ?? "";
    return text.slice(text.lastIndexOf("/") + 1);
  }

  private opaque(cls: "code", origin: NonNullable<Word["taint"]>, source: string): void {
    this.shell.opaque(cls, origin, source, this.scope, this.index);
  }
}

/** By its first line; shell where that says nothing. */
function languageOf(text: string): Language {
  const line = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([a-z]+)/.exec(text)?.[1];
  switch (line) {
    case "python":
      return "python";
    case "node":
    case "deno":
    case "bun":
      return "javascript";
    case "perl":
      return "perl";
    case "ruby":
      return "ruby";
    case "php":
      return "php";
    default:
      return "sh";
  }
}
