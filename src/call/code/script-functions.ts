import { findBlocks } from "./blocks.js";
import { Bindings } from "./script-bindings.js";
import type { Pattern } from "./script-patterns.js";
import { MOST_CALLS_DEEP, MOST_READ_AGAIN, MOST_READINGS, MOST_STEPS, NO_ARGUMENTS } from "./script-words.js";
import type { Token } from "./tokens.js";
import { dict, type Func, type List, list, unknown, type Value } from "./values.js";

/** Functions of the script: found where they are written, read where they are called. */
export abstract class Functions extends Bindings {
  /** Of the parameters read last: from which token to which their defaults stand. */
  private defaults: ReadonlyMap<string, readonly [number, number]> | undefined;

  protected abstract expression(): Value;
  protected abstract expressions(): Value;
  protected abstract statement(): void;

  protected run(from: number, to: number): void {
    const saved = [this.i, this.end, this.inside] as const;
    [this.i, this.end, this.inside] = [from, to, 0];
    while (this.i < this.end) {
      const at = this.i;
      this.statement();
      if (this.i <= at) this.i = at + 1;
    }
    [this.i, this.end, this.inside] = saved;
  }

  /**
   * What a loop goes over: a short list item by item, as it would run, so that what belongs together stays
   * together; else all at once, each name being any one of them.
   */
  protected each(head: Pattern | undefined, value: Value): void {
    const body = head && this.isShort(value) ? this.loopBody() : undefined;
    if (head && body && value.kind === "list" && this.affords(body.to - body.from, value)) {
      for (const item of value.items) {
        this.bindPattern(head, item);
        this.run(body.from, body.to);
      }
      this.i = body.next;
    }
    this.bindEach(head, value);
  }

  /** A list that is short enough to be gone through. */
  protected isShort(value: Value | undefined): value is List {
    return value?.kind === "list" && value.items.length >= 2 && value.items.length <= MOST_STEPS;
  }

  /** Whether reading so many tokens for each item leaves enough for what comes behind. */
  protected affords(tokens: number, over: List): boolean {
    return tokens * over.items.length <= this.budget / 4;
  }

  private loopBody(): { readonly from: number; readonly to: number; readonly next: number } | undefined {
    if (this.profile.blocks === "indent") {
      if (!this.is(":")) return undefined;
      const to = this.indentedEnd(this.i + 1);
      return { from: this.i + 1, to, next: to };
    }
    if (this.profile.blocks !== "brace") return undefined;
    const open = this.is(")") ? this.i + 1 : this.i;
    if (this.tokens[open]?.value !== "{") {
      const to = this.statementEnd(open);
      return { from: open, to, next: to };
    }
    const to = this.blocks.match[open] ?? -1;
    return to < 0 ? undefined : { from: open + 1, to, next: to + 1 };
  }

  /** The end of a line or a statement, over brackets. */
  private statementEnd(from: number): number {
    let at = from;
    for (; at < this.end; at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" || (t.kind === "op" && (t.value === ";" || t.value === "}"))) break;
      if (t.kind === "op" && "([{".includes(t.value)) at = Math.max(at, this.blocks.match[at] ?? at);
    }
    return at;
  }

  /** `def name(parameters) body`: the body is read when it is called. */
  protected define(): void {
    this.i++;
    this.accept("*");
    const name = this.takeName();
    const made = this.functionFrom();
    if (made && name !== "") this.scope.set(name, made);
  }

  /** From the parameters to the end of the body. */
  protected functionFrom(): Func | undefined {
    const parameters = this.parameters();
    let from = this.i;
    for (let n = 0; n < 24 && from < this.end; n++, from++) {
      const t = this.tokens[from] as Token;
      if (t.value === "{" && t.kind === "op")
        return this.body(parameters, from + 1, this.blocks.match[from] ?? this.end);
      if (this.profile.blocks === "indent" && t.kind === "op" && t.value === ":")
        return this.indented(parameters, from + 1);
      if (t.kind === "op" && t.value === "=>") return this.expressionBody(parameters, from + 1);
      // `def name(args) = expression`
      if (this.profile.blocks === "end" && from === this.i && t.kind === "op" && t.value === "=")
        return this.body(parameters, from + 1, this.lineEnd(from));
      if (this.profile.blocks === "end")
        return this.body(parameters, from, this.blocks.ends.get(this.blocks.opener(this.i)) ?? this.lineEnd(from));
      if (t.kind === "op" && t.value === ";") break;
    }
    return this.profile.blocks === "brace" ? this.expressionBody(parameters, this.i) : undefined;
  }

  protected lineEnd(from: number): number {
    let at = from;
    while (at < this.end && this.tokens[at]?.kind !== "line") at++;
    return at;
  }

  /**
   * Names in brackets; a pattern (`{ a, b: c }`, `[a, b]`) as one text with its bracket in front, what takes
   * the rest (`*args`, `...args`) with a star, `**options` with two.
   */
  protected parameters(): string[] {
    this.defaults = undefined;
    if (!this.is("(")) return [];
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0) return [];
    const names = this.parametersIn(this.i + 1, close);
    this.i = close + 1;
    return names;
  }

  private parametersIn(from: number, close: number): string[] {
    const names: string[] = [];
    const defaults = new Map<string, readonly [number, number]>();
    let taken = false;
    let stars = "";
    for (let at = from; at < close; at++) {
      const t = this.tokens[at] as Token;
      const end = this.blocks.match[at] ?? -1;
      if (t.kind === "op" && "([{".includes(t.value) && end > at) {
        const inner = this.tokens.slice(at + 1, Math.min(end, at + 40)).filter((x) => x.kind === "name");
        if (!taken) names.push(t.value + inner.map((x) => x.value).join(","));
        taken = true;
        at = end;
      } else if (t.kind === "op" && t.value === ",") {
        taken = false;
        stars = "";
      } else if (t.kind === "op" && !taken && /^(?:\*|\*\*|\.\.\.)$/.test(t.value))
        stars = t.value === "**" ? "**" : "*";
      else if (t.kind === "op" && t.value === "=" && taken && names.length > 0) {
        const next = this.commaFrom(at + 1, close);
        defaults.set(names.at(-1) as string, [at + 1, next]);
        at = next - 1;
      } else if (t.kind === "name" && !taken && this.tokens[at + 1]?.kind !== "name") {
        names.push(stars + this.key(t.value));
        taken = true;
      }
    }
    if (defaults.size > 0) this.defaults = defaults;
    return names;
  }

  private takeDefaults(): Pick<Func, "defaults"> {
    const { defaults } = this;
    this.defaults = undefined;
    return defaults ? { defaults } : {};
  }

  /** The next comma of the same level, or the end. */
  private commaFrom(from: number, close: number): number {
    for (let at = from; at < close; at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "op" && t.value === ",") return at;
      if (t.kind === "op" && "([{".includes(t.value)) at = Math.max(at, this.blocks.match[at] ?? at);
    }
    return close;
  }

  protected body(parameters: readonly string[], from: number, to: number): Func {
    const made: Func = {
      kind: "function",
      parameters,
      tokens: this.tokens,
      from,
      to: Math.min(to, this.tokens.length),
      ...this.takeDefaults(),
    };
    this.i = made.to + 1;
    this.functions.push(made);
    return made;
  }

  protected indented(parameters: readonly string[], from: number): Func {
    const made = this.body(parameters, from, this.indentedEnd(from));
    this.i = made.to;
    return made;
  }

  /** Where the block ends that begins behind a colon. */
  protected indentedEnd(from: number): number {
    if (this.tokens[from]?.kind !== "line") return this.lineEnd(from);
    const own = this.blocks.indentAt(from - 1);
    let to = from;
    for (; to < this.end; to++) {
      const t = this.tokens[to] as Token;
      if (t.kind !== "line" || this.tokens[to + 1]?.kind === "line") continue;
      if (to + 1 < this.end && Number(t.value) <= own) break;
    }
    return to;
  }

  /** `x => expression`: the end is found by reading it without effect. */
  protected expressionBody(parameters: readonly string[], from: number): Func {
    this.i = from;
    if (this.is("{")) return this.body(parameters, this.i + 1, this.blocks.match[this.i] ?? this.end);
    const defaults = this.takeDefaults();
    this.machine.muted++;
    this.expression();
    this.machine.muted--;
    const to = Math.max(this.i, from);
    const made: Func = {
      kind: "function",
      parameters,
      tokens: this.tokens,
      from,
      to,
      ...defaults,
    };
    this.functions.push(made);
    return made;
  }

  protected lambda(): Value {
    this.defaults = undefined;
    let colon = this.i;
    for (; colon < this.end; colon++) {
      const t = this.tokens[colon] as Token;
      if (t.kind === "line" || (t.kind === "op" && t.value === ":")) break;
      if (t.kind === "op" && "([{".includes(t.value)) colon = Math.max(colon, this.blocks.match[colon] ?? colon);
    }
    return this.expressionBody(this.parametersIn(this.i, colon), colon + 1);
  }

  /** What each parameter stands for in one call. */
  private bound(target: Func, positional: readonly Value[], named: ReadonlyMap<string, Value>): [string, Value][] {
    return target.parameters.map((name, n) => {
      if (name.startsWith("**")) return [name.slice(2), dict(named)];
      if (name.startsWith("*")) return [name.slice(1), list(positional.slice(n))];
      return [name, positional[n] ?? named.get(name) ?? this.byDefault(target, name) ?? unknown(name)];
    });
  }

  private byDefault(target: Func, name: string): Value | undefined {
    const span = target.defaults?.get(name);
    if (!span) return undefined;
    const saved = [this.tokens, this.blocks, this.i, this.end, this.inside] as const;
    if (this.tokens !== target.tokens) {
      this.tokens = target.tokens;
      this.blocks = findBlocks(target.tokens, this.profile);
    }
    [this.i, this.end, this.inside] = [span[0], span[1], 1];
    const value = this.expression();
    [this.tokens, this.blocks, this.i, this.end, this.inside] = saved;
    return value;
  }

  protected invoke(target: Func, positional: readonly Value[], anew = false, named = NO_ARGUMENTS.named): Value {
    const readings = this.entered.get(target) ?? 0;
    // Half of what may be read is left for what has not been read at all.
    const again = this.budget > this.whole / 2 ? MOST_READ_AGAIN / (target.to - target.from + 1) : 0;
    const most = Math.max(MOST_READINGS, again);
    if (this.calls >= MOST_CALLS_DEEP || this.budget <= 0 || (readings >= most && !anew)) return unknown("result");
    this.entered.set(target, readings + 1);
    this.calls++;
    const before = new Map<string, Value | undefined>();
    for (const [name, value] of this.bound(target, positional, named)) this.bindParameter(name, value, before);
    // Perl's own way to take what was given.
    before.set("$_", this.scope.get("$_"));
    if (positional.length > 0) {
      this.scope.set(
        "$_",
        target.parameters.length > 0
          ? (positional[0] as Value)
          : positional.length === 1
            ? (positional[0] as Value)
            : list(positional),
      );
    }
    const outer = this.returned;
    this.returned = undefined;
    let last: Value | undefined;
    const saved = [this.tokens, this.blocks, this.end] as const;
    if (this.tokens !== target.tokens) {
      this.tokens = target.tokens;
      this.blocks = findBlocks(target.tokens, this.profile);
    }
    const place = [this.i, this.end, this.inside] as const;
    [this.i, this.end, this.inside] = [target.from, target.to, 0];
    while (this.i < this.end) {
      const at = this.i;
      if (this.token?.kind === "name" || this.token?.kind === "line") this.statement();
      else last = this.expressions();
      if (this.i <= at) this.i = at + 1;
    }
    if (this.profile.blocks !== "indent" || last === undefined) last = this.lastValue ?? last;
    [this.i, this.end, this.inside] = place;
    [this.tokens, this.blocks, this.end] = saved;
    const result: Value = this.returned ?? last ?? unknown("result");
    this.returned = outer;
    for (const [name, value] of before) {
      if (value === undefined) this.scope.delete(name);
      else this.scope.set(name, value);
    }
    this.calls--;
    return result;
  }
}
