import type { EffectiveCommand, Redirect, Remote, Stdin } from "../effect.js";
import { NONE } from "../none.js";
import { baseName } from "../path.js";
import type { Word } from "../word.js";
import type { Emitter } from "./emit.js";
import { divide, type GivenOption, takeRest } from "./options.js";
import type { Prepared } from "./prepared.js";

/** One command, its words divided as its entry says, following subcommands. */
export class Invocation {
  /** Base name of the program. */
  readonly name: string;
  /** The entry of the program or of the subcommand that was reached. */
  readonly entry: Prepared;
  /** All words, the program's own name first. */
  readonly words: readonly Word[];
  /** Subcommands passed through, canonical: `["stash", "drop"]`. */
  readonly path: readonly string[];
  /** Options of all levels. */
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  readonly cwd: string | null;
  readonly home: string;
  readonly env: Readonly<Record<string, Word>>;
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin | undefined;
  readonly remote: Remote | undefined;

  constructor(
    entry: Prepared,
    command: EffectiveCommand,
    home: string,
    private readonly out?: Pick<Emitter, "upstream">,
  ) {
    const words = command.argv;
    const found = { options: [] as GivenOption[], operands: [] as Word[] };
    let reached = entry;
    let path: string[] | undefined;
    let at = 1;
    while (reached.subcommands) {
      at = divide(reached, words, at, found, true);
      const first = words[at];
      const next = first && reached.subcommands.find(first.text);
      if (!next) break;
      path ??= [];
      path.push(next.name ?? first.text);
      reached = reached.below(next);
      at++;
    }
    if (!reached.subcommands) divide(reached, words, at, found);
    else if (at < words.length) {
      // No subcommand after all: what follows the first operand is divided like the rest.
      found.operands.push(words[at] as Word);
      if (reached.style === "gnu") divide(reached, words, at + 1, found);
      else takeRest(words, at + 1, found.operands);
    }
    this.name = baseName(words[0]?.text ?? "");
    this.entry = reached;
    this.words = words;
    this.path = path ?? NONE;
    this.options = found.options;
    this.operands = found.operands;
    this.cwd = command.cwd;
    this.home = home;
    this.env = command.env;
    this.redirects = command.redirects;
    this.stdin = command.stdin;
    this.remote = command.remote;
  }

  /** Commands whose output is this one's input, first to last; empty where that is not known. */
  get upstream(): readonly EffectiveCommand[] {
    return this.out?.upstream?.() ?? NONE;
  }

  /** Whether any of these options (first spellings) is given. */
  has(...names: string[]): boolean {
    return this.hasAny(names);
  }

  hasAny(names: readonly string[]): boolean {
    for (const option of this.options) if (names.includes(option.name)) return true;
    return false;
  }

  /** The last value of an option, by its first spelling. */
  value(name: string): Word | undefined {
    for (let at = this.options.length - 1; at >= 0; at--) {
      const option = this.options[at] as GivenOption;
      if (option.name === name) return option.value;
    }
    return undefined;
  }

  values(name: string): readonly Word[] {
    let found: Word[] | undefined;
    for (const option of this.options) {
      if (option.name !== name || !option.value) continue;
      found ??= [];
      found.push(option.value);
    }
    return found ?? NONE;
  }
}
