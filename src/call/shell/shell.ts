import type { ToolCall } from "../call.js";
import { type Effect, type EffectiveCommand, effectOf, type OpaqueClass, type PathRef } from "../effect.js";
import { resolveWord } from "../path.js";
import type { ProgramTable } from "../programs/interpret.js";
import type { Taint, Word } from "../word.js";
import type { Expansion } from "./expand.js";
import type { Field } from "./field.js";
import { fileKey } from "./file-key.js";
import { Holes } from "./hole.js";
import type { FunctionEntry, WrittenFile } from "./known.js";
import { Budget } from "./limits.js";
import { deeper, NO_ENV, type Scope } from "./scope.js";
import type { State } from "./state.js";
import type { BodyNode, CommandNode, ScriptNode } from "./syntax.js";

/** The parts of the analyser that call each other, so that each can stand in a file of its own. */
export interface Walker {
  /** Walks a parsed text in this state. */
  body(body: BodyNode, state: State, scope: Scope, shell: Shell): void;
  script(script: ScriptNode, state: State, scope: Scope, shell: Shell): void;
  /** Parses and walks a text that is code. */
  code(text: string, state: State, scope: Scope, shell: Shell): void;
  /** Whether the shell itself has a command of this name. */
  builtin(name: string): boolean;
  /** Runs a command whose words are known. */
  words(argv: readonly Field[], state: State, scope: Scope, shell: Shell, at: At): void;
}

/** What belongs to one command besides its words. */
export interface At {
  readonly span: readonly [number, number];
  readonly redirects: EffectiveCommand["redirects"];
  /** Assignments in front of it. */
  readonly env: Readonly<Record<string, Word>>;
  /** Programs, not functions or builtins: what a wrapper starts. */
  readonly external: boolean;
  /** The words as they stand in the tree, for builtins that declare variables. */
  readonly nodes: CommandNode["suffix"] | undefined;
  readonly expansion: Expansion | undefined;
}

/** Words of a command that are looked at for a file that it runs. */
const MOST_NAMED = 8;

/** Where package managers put programs: these do not come out of an archive next to them. */
const INSTALLED = /\/(?:node_modules|\.?venv|vendor\/bin)\//;

/** One analysis: what is found, what it may cost, what is unknown. */
export class Shell {
  readonly holes = new Holes();
  readonly budget = new Budget();
  readonly commands: EffectiveCommand[] = [];
  readonly effects: Effect[] = [];
  /** All functions that the text defines. */
  readonly defined: FunctionEntry[] = [];
  // What few calls have need of is made when it is first added to.
  /** Bodies of functions that were walked. */
  private called: Set<BodyNode> | undefined;
  /** Names that were exported anywhere in the text. */
  private exported: Set<string> | undefined;
  /** Directories into which an archive of hidden or foreign content was unpacked. */
  private unpacked: Map<string, WrittenFile> | undefined;
  /** Where commands that may come again are listed. */
  private seen: Map<string, number> | undefined;

  constructor(
    readonly call: ToolCall,
    readonly table: ProgramTable,
    readonly names: () => readonly string[],
    readonly walk: Walker,
  ) {}

  /** A function's body is walked as part of a call of it. */
  calls(body: BodyNode): void {
    this.called ??= new Set();
    this.called.add(body);
  }

  isCalled(body: BodyNode): boolean {
    return this.called?.has(body) ?? false;
  }

  exports(name: string): void {
    this.exported ??= new Set();
    this.exported.add(name);
  }

  unpacks(directory: string, content: WrittenFile): void {
    this.unpacked ??= new Map();
    this.unpacked.set(directory, content);
  }

  /** Adds an effect of the command with this index. */
  effect(effect: Effect, command: number | undefined, scope: Scope): void {
    if (scope.idle) return;
    this.effects.push(effectOf(command, effect.remote ?? scope.remote, effect));
  }

  opaque(cls: OpaqueClass, origin: Taint, source: string, scope: Scope, command?: number): void {
    this.effect({ kind: "opaque", class: cls, origin, source: source.slice(0, 500) }, command, scope);
  }

  /**
   * Lists a command. In code that is walked more than once an equal one is listed only once.
   *
   * @returns its index: the last one when it is new
   */
  list(command: EffectiveCommand, repeats: boolean, state: State): number {
    const key = repeats ? identity(command) + this.filesNamed(command, state) : undefined;
    const known = key === undefined ? undefined : this.seen?.get(key);
    if (known !== undefined) return known;
    this.budget.list();
    const index = this.commands.push(command) - 1;
    if (key !== undefined) {
      this.seen ??= new Map();
      this.seen.set(key, index);
    }
    return index;
  }

  /** What stands in the files that a command names: with another text in them it is another command. */
  private filesNamed({ argv, cwd }: EffectiveCommand, state: State): string {
    if (!state.files.any()) return "";
    return argv
      .slice(0, MOST_NAMED)
      .map((word) => this.fileAt(this.path(word, cwd), state)?.text ?? "")
      .join("\x01");
  }

  /** Whether the shell itself has a command of this name. */
  knows(name: string): boolean {
    return this.walk.builtin(name);
  }

  /** What the call itself put at a path, as far as is known. */
  fileAt(ref: PathRef, state: State): WrittenFile | undefined {
    const path = fileKey(ref);
    if (path === null) return undefined;
    const file = state.files.get(path);
    if (file || !this.unpacked || INSTALLED.test(path)) return file;
    for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
      const found = this.unpacked.get(path.slice(0, end) || "/");
      if (found || end === 0) return found;
    }
    return undefined;
  }

  path(word: Word, cwd: string | null): PathRef {
    return resolveWord(word, cwd, this.call.home);
  }

  /** What stands in a command's environment, as far as the call set it. */
  environmentOf(state: State, scope: Scope, at: At): Readonly<Record<string, Word>> {
    if (!this.exported) {
      if (at.env === NO_ENV) return scope.env;
      if (at.env === scope.env || scope.env === NO_ENV) return at.env;
    }
    const env: Record<string, Word> = { ...scope.env };
    // Thousands of exports in front of thousands of commands would cost their product.
    this.budget.step((this.exported?.size ?? 0) >> 2);
    for (const name of this.exported ?? []) {
      const own = state.variable(name);
      const value = own?.exported ? own.values[0] : undefined;
      if (value !== undefined) env[name] = this.holes.word(value, false, false);
    }
    return Object.assign(env, at.env);
  }

  /** A scope one level further in. */
  inner(scope: Scope, change: Partial<Scope>): Scope {
    return { ...scope, ...change, depth: deeper(scope) };
  }
}

function identity(command: EffectiveCommand): string {
  const { span, cwd, via, remote, argv, redirects, stdin } = command;
  const words = argv.map((word) => word.text).join("\0");
  const files = redirects.map((each) => each.operator + each.target.text).join("\0");
  const input = stdin?.kind === "text" ? stdin.text : (stdin?.kind ?? "");
  return [span[0], cwd, via.join(" "), remote?.name, words, files, input].join("\x01");
}
