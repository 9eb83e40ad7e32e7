import type { Args } from "./profile.js";
import { Expressions } from "./script-expressions.js";
import { DEEPEST, NO_ARGUMENTS, STOPS, WORD_OPERATORS } from "./script-words.js";
import type { Token } from "./tokens.js";
import { asText, unknown, type Value } from "./values.js";

/** What stands behind a value: members, entries, arguments. */
export abstract class Members extends Expressions {
  protected postfix(first: Value): Value {
    let value = first;
    for (;;) {
      const t = this.token;
      if (!t || t.kind === "line") break;
      if (this.profile.implicitCalls && value.kind === "symbol" && this.endsCall(t) && this.implicit(value)) {
        value = this.block(this.callOne(value, NO_ARGUMENTS));
        continue;
      }
      if (t.kind === "text" && t.form === "template" && value.kind === "symbol") {
        const content = this.textValue(t);
        value = this.call(value, { positional: [content], named: new Map() });
        continue;
      }
      if (t.kind !== "op") {
        const bare = this.bareCall(value);
        if (bare === undefined) break;
        value = bare;
        break;
      }
      if (this.profile.members.has(t.value) && this.memberFollows()) {
        this.i++;
        const name = this.token;
        if (name?.kind === "name") {
          this.i++;
          value = this.member(value, this.key(name.value));
          continue;
        }
        if (name?.kind === "text") {
          value = this.member(value, asText(this.textValue(name)).text);
          continue;
        }
        continue;
      }
      if (t.value === "(" && (!t.spaced || this.profile.blocks !== "end" || value.kind === "symbol")) {
        value = this.callWithBrackets(value);
        value = this.block(value);
        continue;
      }
      if (t.value === "[" && (!t.spaced || this.profile.language !== "ruby")) {
        value = this.indexed(value);
        continue;
      }
      const close = this.blocks.match[this.i] ?? -1;
      if (t.value === "{" && this.profile.braceIndex && !t.spaced && close > this.i && close - this.i <= 4) {
        const key = this.tokens[this.i + 1];
        this.i = close + 1;
        value = this.member(value, key && !key.parts ? key.value : "⟦key⟧");
        continue;
      }
      const bare = this.bareCall(value);
      if (bare === undefined) break;
      value = bare;
    }
    if (this.profile.implicitCalls && value.kind === "symbol" && this.callable(value))
      return this.callOne(value, NO_ARGUMENTS);
    return this.settled(value);
  }

  /** A name that is followed by no argument is called with none (Ruby, Perl). */
  protected endsCall(t: Token): boolean {
    if (t.kind === "name") return t.value === "do" && this.profile.language === "ruby";
    if (t.kind !== "op") return false;
    if (t.value === "{") return this.profile.language === "ruby";
    return this.profile.members.has(t.value) && t.value !== "::";
  }

  /** A member operator is one only where something it can take follows. */
  protected memberFollows(): boolean {
    const op = this.token as Token;
    const next = this.at(1);
    if (op.value === ":") return next?.kind === "name" && this.at(2)?.value === "(" && !op.spaced;
    return (
      next?.kind === "name" || next?.kind === "text" || (next?.kind === "op" && ["(", "[", "{"].includes(next.value))
    );
  }

  protected indexed(value: Value): Value {
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0) {
      this.i++;
      return value;
    }
    const inner = this.tokens
      .slice(this.i + 1, Math.min(close, this.i + 6))
      .map((t) => t.value)
      .join("");
    if (inner === "::-1") {
      this.i = close + 1;
      return value.kind === "text" && value.known ? { ...value, text: [...value.text].reverse().join("") } : value;
    }
    this.i++;
    const key = this.items(close, false);
    this.i = close + 1;
    const stands = value.kind === "symbol" && !value.self ? this.settled(value) : value;
    if (stands !== value) return this.entry(stands, key);
    if (value.kind === "symbol" && !value.self) {
      const full = this.canonical(value.name);
      const call = this.own(this.profile.functions, `${full}[]`);
      if (call) return call({ positional: [key], named: new Map() }, this.machine) ?? unknown("element");
      return this.member(value, asText(key).text);
    }
    return this.entry(value, key);
  }

  protected callWithBrackets(target: Value): Value {
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0 || this.depth >= DEEPEST) {
      this.i = close < 0 ? this.i + 1 : close + 1;
      return unknown("call");
    }
    this.i++;
    const args = this.argumentsTo(close);
    this.i = close + 1;
    return this.call(target, args);
  }

  protected argumentsTo(close: number): Args {
    const savedEnd = this.end;
    this.end = close;
    this.inside++;
    this.depth++;
    const comprehension = this.comprehension(close);
    const args = comprehension
      ? { positional: [comprehension], named: new Map<string, Value>() }
      : this.argumentList(close);
    this.depth--;
    this.inside--;
    this.end = savedEnd;
    return args;
  }

  protected argumentList(close: number): Args {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    while (this.i < close && this.token) {
      const at = this.i;
      const t = this.token;
      const next = this.tokens[this.i + 1];
      if (t.kind === "name" && next?.kind === "op" && this.names(next.value) && this.i + 1 < close) {
        this.i += 2;
        named.set(t.value, this.expression());
      } else {
        const spread = t.kind === "op" && (t.value === "*" || t.value === "..." || t.value === "**");
        const value = this.expression();
        if (this.accept("=>")) named.set(asText(value).text, this.expression());
        else if (spread && value.kind === "list") positional.push(...value.items.slice(0, 64));
        else if (spread && value.kind === "dict") for (const [name, v] of value.entries) named.set(name, v);
        else if (this.i > at) positional.push(value);
      }
      if (!this.accept(",") && this.i < close && this.i <= at) this.i = at + 1;
      else if (this.i < close && this.tokens[this.i - 1]?.value !== ",") this.skipToComma(close);
    }
    const last = positional.at(-1);
    if (last?.kind === "dict") for (const [name, v] of last.entries) if (!named.has(name)) named.set(name, v);
    return { positional, named };
  }

  /** Whether an operator behind a name makes it an argument's name. */
  private names(operator: string): boolean {
    const sign = this.profile.namedArguments;
    return sign === "both" ? operator === ":" || operator === "=" : operator === sign;
  }

  /** What no expression could take, up to the next argument. */
  protected skipToComma(close: number): void {
    while (this.i < close && !this.is(",")) {
      const at = this.i;
      this.statement();
      if (this.i <= at) this.i = at + 1;
    }
    if (this.i < close) this.i++;
  }

  /** `system "rm"`, `unlink $x, $y`: a known name with its arguments, on the same line. */
  protected bareCall(value: Value): Value | undefined {
    if (!this.profile.bareCalls || (value.kind !== "symbol" && value.kind !== "function")) return undefined;
    const t = this.token;
    if (!t || (!t.spaced && t.kind !== "text")) return undefined;
    if (t.kind === "op" && !/^(?:\[|\$|@|%|\\|->|:|\*|\{)$/.test(t.value)) return undefined;
    if (t.kind === "name" && (STOPS.has(t.value) || WORD_OPERATORS.has(t.value))) return undefined;
    if (t.kind === "op" && t.value === "{" && this.profile.language !== "perl" && this.profile.language !== "lua")
      return undefined;
    if (value.kind === "symbol" && !this.callable(value)) return undefined;
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    // `system { $x } @y` names the program in a block.
    do {
      const at = this.i;
      const name = this.token;
      const next = this.at(1);
      if (name?.kind === "name" && next?.kind === "op" && this.names(next.value)) {
        this.i += 2;
        named.set(name.value, this.expression());
      } else {
        const each = this.expression();
        if (this.accept("=>")) named.set(asText(each).text, this.expression());
        else if (this.i > at) positional.push(each);
      }
      if (this.i <= at) break;
    } while (this.accept(","));
    return this.block(this.call(value, { positional, named }));
  }
}
