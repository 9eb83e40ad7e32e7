import type { Emitter, Inner } from "../programs/emit.js";
import { type Blocks, findBlocks } from "./blocks.js";
import { Machine } from "./machine.js";
import type { Args, Profile } from "./profile.js";
import type { Token } from "./tokens.js";
import type { Func, Value } from "./values.js";

/** Steps that any script may take, and those it may take for each of its tokens: far above what readings need. */
const STEPS = 100_000;
const STEPS_A_TOKEN = 1000;

/** Reading a script went on for longer than its length explains. */
export class Endless extends Error {}

/** A place in a script, what is bound so far, and the bounds that hold while it is read. */
export abstract class Cursor {
  readonly machine: Machine;
  protected tokens: readonly Token[];
  protected blocks: Blocks;
  protected i = 0;
  protected end: number;
  protected inside = 0;
  protected depth = 0;
  protected calls = 0;
  protected budget: number;
  /** What the budget was in the beginning. */
  protected readonly whole: number;
  private steps: number;
  protected returned: Value | undefined;
  protected readonly scope = new Map<string, Value>();
  protected readonly stars: string[] = [];
  protected readonly functions: Func[] = [];
  protected readonly entered = new Map<Func, number>();
  /** What the last expression read gave: the result of a body without `return`. */
  protected lastValue: Value | undefined;
  /** What a loop went over last, where that is a short list and one name. */
  protected iterated: { readonly name: string; readonly items: readonly Value[] } | undefined;

  constructor(
    protected readonly profile: Profile,
    out: Emitter,
    inner: Inner,
    tokens: readonly Token[],
  ) {
    this.tokens = tokens;
    this.blocks = findBlocks(tokens, profile);
    this.end = tokens.length;
    this.whole = 2000 + 4 * tokens.length;
    this.budget = this.whole;
    this.steps = STEPS + STEPS_A_TOKEN * tokens.length;
    this.machine = new Machine(profile, out, inner, (target, positional) =>
      this.call(target, { positional, named: new Map() }),
    );
  }

  protected abstract call(target: Value, args: Args): Value;

  protected within<T>(tokens: readonly Token[], read: () => T): T {
    const saved = [this.tokens, this.blocks, this.i, this.end, this.inside] as const;
    this.tokens = tokens;
    this.blocks = findBlocks(tokens, this.profile);
    [this.i, this.end, this.inside] = [0, tokens.length, 0];
    const result = read();
    [this.tokens, this.blocks, this.i, this.end, this.inside] = saved;
    return result;
  }

  /** The token to read next: line ends inside brackets and before `.member` are passed over. */
  protected get token(): Token | undefined {
    if (this.steps-- <= 0) throw new Endless("a script that cannot be read to its end");
    while (this.i < this.end && this.tokens[this.i]?.kind === "line") {
      if (this.inside > 0) {
        this.i++;
        continue;
      }
      if (this.profile.blocks === "indent") break;
      let ahead = this.i;
      while (this.tokens[ahead]?.kind === "line") ahead++;
      const next = this.tokens[ahead];
      if (ahead < this.end && next?.kind === "op" && this.profile.members.has(next.value) && next.value !== ":")
        this.i = ahead;
      else break;
    }
    return this.i < this.end ? this.tokens[this.i] : undefined;
  }

  protected is(...values: string[]): boolean {
    const t = this.token;
    return t !== undefined && t.kind !== "text" && t.kind !== "line" && values.includes(t.value);
  }

  protected accept(...values: string[]): boolean {
    if (!this.is(...values)) return false;
    this.i++;
    return true;
  }

  protected at(offset: number): Token | undefined {
    return this.i + offset < this.end ? this.tokens[this.i + offset] : undefined;
  }

  protected key(name: string): string {
    return /^[@%]/.test(name) ? `$${name.slice(1)}` : name;
  }

  protected takeName(): string {
    const t = this.token;
    if (t?.kind !== "name") return "";
    this.i++;
    return t.value;
  }

  protected own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
    return Object.hasOwn(table, name) ? table[name] : undefined;
  }

  protected canonical(name: string): string {
    return this.profile.canonical?.(name) ?? name;
  }
}
