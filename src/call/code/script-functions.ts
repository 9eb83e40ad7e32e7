import { findBlocks } from "./blocks.js";
import { Bindings } from "./script-bindings.js";
import { MOST_CALLS_DEEP, MOST_READINGS } from "./script-words.js";
import type { Token } from "./tokens.js";
import { type Func, list, unknown, type Value } from "./values.js";

/** Functions of the script: found where they are written, read where they are called. */
export abstract class Functions extends Bindings {
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

  /** Names in brackets; a pattern (`{ a, b: c }`, `[a, b]`) as one text with its bracket in front. */
  protected parameters(): string[] {
    if (!this.is("(")) return [];
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0) return [];
    const names: string[] = [];
    let taken = false;
    for (let at = this.i + 1; at < close; at++) {
      const t = this.tokens[at] as Token;
      const end = this.blocks.match[at] ?? -1;
      if (t.kind === "op" && "([{".includes(t.value) && end > at) {
        const inner = this.tokens.slice(at + 1, Math.min(end, at + 40)).filter((x) => x.kind === "name");
        if (!taken) names.push(t.value + inner.map((x) => x.value).join(","));
        taken = true;
        at = end;
      } else if (t.kind === "op" && t.value === ",") taken = false;
      else if (t.kind === "name" && !taken && this.tokens[at + 1]?.kind !== "name") {
        names.push(this.key(t.value));
        taken = true;
      }
    }
    this.i = close + 1;
    return names;
  }

  protected body(parameters: readonly string[], from: number, to: number): Func {
    const made: Func = {
      kind: "function",
      parameters,
      tokens: this.tokens,
      from,
      to: Math.min(to, this.tokens.length),
    };
    this.i = made.to + 1;
    this.functions.push(made);
    return made;
  }

  protected indented(parameters: readonly string[], from: number): Func {
    let to = from;
    const own = this.blocks.indentAt(from - 1);
    if (this.tokens[from]?.kind !== "line") to = this.lineEnd(from);
    else {
      for (to = from; to < this.end; to++) {
        const t = this.tokens[to] as Token;
        if (t.kind !== "line" || this.tokens[to + 1]?.kind === "line") continue;
        if (to + 1 < this.end && Number(t.value) <= own) break;
      }
    }
    const made = this.body(parameters, from, to);
    this.i = made.to;
    return made;
  }

  /** `x => expression`: the end is found by reading it without effect. */
  protected expressionBody(parameters: readonly string[], from: number): Func {
    this.i = from;
    if (this.is("{")) return this.body(parameters, this.i + 1, this.blocks.match[this.i] ?? this.end);
    this.machine.muted++;
    const saved = new Map<string, Value>();
    for (const name of parameters) saved.set(name, this.scope.get(name) ?? unknown(name));
    this.expression();
    this.machine.muted--;
    const to = Math.max(this.i, from);
    const made: Func = { kind: "function", parameters, tokens: this.tokens, from, to };
    this.functions.push(made);
    return made;
  }

  protected lambda(): Value {
    const parameters: string[] = [];
    while (this.i < this.end && !this.is(":")) {
      const t = this.token;
      if (t?.kind === "name" && parameters.length < 20) parameters.push(t.value);
      if (!t || t.kind === "line") break;
      this.i++;
    }
    return this.expressionBody(parameters, this.i + 1);
  }

  protected invoke(target: Func, positional: readonly Value[], anew = false): Value {
    const readings = this.entered.get(target) ?? 0;
    if (this.calls >= MOST_CALLS_DEEP || this.budget <= 0 || (readings >= MOST_READINGS && !anew))
      return unknown("result");
    this.entered.set(target, readings + 1);
    this.calls++;
    const before = new Map<string, Value | undefined>();
    target.parameters.forEach((name, n) => {
      this.bindParameter(name, positional[n] ?? unknown(name), before);
    });
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
