import { added, formatted } from "./format.js";
import { Calls } from "./script-calls.js";
import { ASSIGN, DECLARES, DEEPEST, OPERATORS, PREFIXES, STOPS, WORD_OPERATORS } from "./script-words.js";
import type { Token } from "./tokens.js";
import { asText, concat, dict, either, joinPath, list, taintOf, text, unknown, type Value } from "./values.js";

/** Values: literals, operators, brackets. */
export abstract class Expressions extends Calls {
  protected abstract loop(): void;
  protected abstract postfix(first: Value): Value;

  protected expression(): Value {
    if (this.depth >= DEEPEST) return unknown("deep");
    this.depth++;
    const start = this.i;
    let value = this.unary();
    const t = this.token;
    if (t?.kind === "op" && (ASSIGN.has(t.value) || (t.value === "<<" && value.kind === "text")) && this.i > start) {
      const target = this.tokens.slice(start, Math.min(this.i, start + 60));
      this.i++;
      const right = this.expression();
      value = this.bind(target, t.value, right);
    } else value = this.operators(value);
    this.depth--;
    this.lastValue = value;
    return value;
  }

  protected operators(first: Value): Value {
    let value = first;
    for (;;) {
      const t = this.token;
      if (!t || t.kind === "line" || t.kind === "text" || t.kind === "number") return value;
      const op = t.value;
      if (t.kind === "op" && this.profile.concat.has(op) && !(op === "." && this.profile.members.has("."))) {
        this.i++;
        value = added(value, this.unary());
      } else if (op === "/" && value.kind === "text" && value.path && t.kind === "op") {
        this.i++;
        value = joinPath([value, this.unary()]);
      } else if (op === "%" && t.kind === "op" && value.kind === "text" && /%[sdrfx(]/.test(value.text)) {
        this.i++;
        value = formatted(value, this.unary());
      } else if (op === "?" && t.kind === "op") {
        this.i++;
        const yes = this.expression();
        if (this.accept(":")) value = either(yes, this.expression());
        else value = yes;
      } else if (op === "if" && this.profile.blocks === "indent" && this.hasElse()) {
        this.i++;
        this.expression();
        if (this.accept("else")) value = either(value, this.expression());
      } else if (
        op === "||" ||
        op === "or" ||
        op === "??" ||
        op === "?:" ||
        op === "&&" ||
        op === "and" ||
        (op === "//" && this.profile.language === "perl")
      ) {
        this.i++;
        const right = this.operators(this.expression());
        value = value.kind === "text" && value.known && op !== "&&" && op !== "and" ? value : either(value, right);
      } else if ((t.kind === "op" && OPERATORS.has(op)) || (t.kind === "name" && WORD_OPERATORS.has(op))) {
        this.i++;
        const at = this.i;
        const right = this.unary();
        if (this.i <= at) return value;
        if (op === "|>") value = this.call(right, { positional: [value], named: new Map() });
        else if (
          op === "*" &&
          value.kind === "text" &&
          right.kind === "text" &&
          /^\d{1,3}$/.test(right.text) &&
          value.text.length < 200
        )
          value = /^\d+$/.test(value.text) ? unknown("product") : text(value.text.repeat(Number(right.text)));
        else value = unknown("expression", taintOf(list([value, right])));
      } else return value;
    }
  }

  /** A Python conditional expression has its `else` on the same line or inside the same brackets. */
  protected hasElse(): boolean {
    for (let at = this.i + 1; at < Math.min(this.end, this.i + 80); at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" && this.inside === 0) return false;
      if (t.kind === "name" && t.value === "else") return true;
    }
    return false;
  }

  protected unary(): Value {
    for (;;) {
      const t = this.token;
      if (t?.kind === "op" && t.value === "-" && this.at(1)?.kind === "number") {
        const digits = this.at(1)?.value ?? "";
        this.i += 2;
        return text(`-${digits}`);
      }
      if (t?.kind === "op" && /^(?:!|-|\+|~|\\|&|\*|\*\*|\.\.\.|@|#|\+\+|--|%|\$|->)$/.test(t.value)) {
        this.i++;
        if (t.value === "->" || (t.value === "\\" && this.is("("))) {
          const made = this.is("(", "{") ? this.functionFrom() : undefined;
          if (made) return made;
        }
      } else if (t?.kind === "name" && (PREFIXES.has(t.value) || DECLARES.has(t.value)) && this.prefixed()) this.i++;
      else break;
    }
    return this.postfix(this.primary());
  }

  /** `new X`, `await x`, `my $x`: the word stands before another value. */
  protected prefixed(): boolean {
    const next = this.at(1);
    if (!next || next.kind === "line") return false;
    if (next.kind !== "op") return true;
    return ["(", "[", "{", "!", "-", "\\", "&", "@", "%", "$"].includes(next.value);
  }

  protected primary(): Value {
    this.budget--;
    const t = this.token;
    if (!t || t.kind === "line") return unknown("nothing");
    if (t.kind === "text") return this.textValue(t);
    if (t.kind === "number") {
      this.i++;
      return text(t.value.replace(/(?<=\d)_(?=\d)/g, ""));
    }
    if (t.kind === "op") return this.bracketed(t);
    if (STOPS.has(t.value) && !(this.at(1)?.kind === "op" && this.at(1)?.value === ".")) return unknown(t.value);
    this.i++;
    if (t.value === "lambda" && this.profile.blocks === "indent") return this.lambda();
    if (this.profile.functionWords.has(t.value)) {
      if (this.is("*")) this.i++;
      if (this.token?.kind === "name") this.i++;
      return this.functionFrom() ?? unknown("function");
    }
    if (this.profile.arrows && this.is("=>")) return this.expressionBody([t.value], this.i + 1);
    if (this.isMethodDefinition()) {
      const made = this.functionFrom();
      if (made) this.scope.set(t.value, made);
      return unknown(t.value);
    }
    return this.named(t.value);
  }

  /** `name(parameters) {` in a class or an object: a method, not a call. */
  protected isMethodDefinition(): boolean {
    if (!this.profile.arrows || !this.is("(")) return false;
    const close = this.blocks.match[this.i];
    if (close === undefined || close < 0) return false;
    const after = this.tokens[close + 1];
    return after?.kind === "op" && after.value === "{";
  }

  protected textValue(t: Token): Value {
    this.i++;
    if (t.form === "regex") return unknown("pattern");
    if (t.form === "input") return this.machine.line(t.value);
    let value: Value = text("");
    if (t.parts) {
      for (const part of t.parts) {
        value = concat(
          value,
          typeof part === "string" ? text(part) : this.settled(this.within(part, () => this.expression())),
        );
      }
    } else value = text(t.value);
    if (t.form === "command") return this.machine.shell(value);
    if (t.form === "words") return list(t.value.split(/\s+/).filter(Boolean).map(text));
    if (t.form === "glob") {
      const pattern = asText(value);
      return {
        ...pattern,
        text: pattern.text.replace(/^~(?=\/|$)/, this.machine.home),
        glob: /[*?[]/.test(pattern.text),
      };
    }
    // Texts that stand beside each other are one (Python).
    while (this.profile.blocks === "indent" && this.token?.kind === "text" && this.token.form === undefined) {
      const next = this.token;
      this.i++;
      value = concat(value, next.parts ? unknown("text") : text(next.value));
    }
    return value;
  }

  protected bracketed(t: Token): Value {
    const close = this.blocks.match[this.i] ?? -1;
    if (t.value === "(" && this.profile.arrows && close >= 0 && this.tokens[close + 1]?.value === "=>") {
      const parameters = this.parameters();
      return this.expressionBody(parameters, this.i + 1);
    }
    if (t.value !== "(" && t.value !== "[" && t.value !== "{") return unknown(t.value);
    if (close < 0 || this.depth >= DEEPEST) {
      this.i = close < 0 ? this.i + 1 : close + 1;
      return unknown("bracket");
    }
    this.i++;
    const value = t.value === "{" ? this.braces(close) : this.items(close, t.value === "[");
    this.i = close + 1;
    return value;
  }

  protected items(close: number, brackets: boolean): Value {
    const savedEnd = this.end;
    this.end = close;
    this.inside++;
    const result = this.comprehension(close) ?? this.plainItems(close, brackets);
    this.inside--;
    this.end = savedEnd;
    return result;
  }

  protected plainItems(close: number, brackets: boolean): Value {
    const values: Value[] = [];
    const pairs = new Map<string, Value>();
    let commas = 0;
    while (this.i < close && this.token) {
      const at = this.i;
      const spread = this.is("*", "...");
      const value = this.expression();
      if (this.accept("=>")) pairs.set(asText(value).text, this.expression());
      else if (spread && value.kind === "list") values.push(...value.items);
      else if (this.i > at) values.push(value);
      if (this.accept(",")) commas++;
      else if (this.i < close) this.i++;
      if (this.i <= at) this.i = at + 1;
    }
    if (pairs.size > 0) return dict(pairs);
    return !brackets && commas === 0 && values.length === 1 ? (values[0] as Value) : list(values);
  }

  /** `f(x) for x in xs`: what is bound stands behind what uses it. */
  protected comprehension(close: number): Value | undefined {
    if (this.profile.blocks !== "indent") return undefined;
    const at = this.blocks.forInside(this.i, close);
    if (at < 0) return undefined;
    const start = this.i;
    this.iterated = undefined;
    this.i = at;
    while (this.i < close && this.is("for", "async")) {
      if (this.accept("async")) continue;
      this.loop();
      while (this.i < close && this.accept("if")) {
        const from = this.i;
        this.expression();
        this.narrow(from, this.i);
      }
    }
    this.i = start;
    const savedEnd = this.end;
    this.end = at;
    const values = this.comprehended(at - start);
    this.end = savedEnd;
    return list(values);
  }

  /** The element of a comprehension: once, or for each item where both it and the list are short. */
  private comprehended(length: number): Value[] {
    const { name, items } = this.iterated ?? { name: "", items: [] };
    if (length > 30 || items.length < 2 || !items.every((v) => v.kind === "text" && v.known && !v.glob))
      return [this.expression()];
    const start = this.i;
    return items.map((item) => {
      this.scope.set(name, item);
      this.i = start;
      return this.expression();
    });
  }

  /** An object's entries, or a block's statements: what stands there is read either way. */
  protected braces(close: number): Value {
    const entries = new Map<string, Value>();
    const savedEnd = this.end;
    const savedInside = this.inside;
    this.end = close;
    this.inside = 0;
    const comprehension = this.comprehension(close);
    while (comprehension === undefined && this.i < close) {
      const at = this.i;
      const t = this.tokens[at] as Token;
      const next = this.tokens[at + 1];
      const isPair =
        (t.kind === "name" || t.kind === "text" || t.kind === "number") &&
        next?.kind === "op" &&
        (next.value === ":" || next.value === "=>" || (next.value === "=" && this.profile.language === "lua"));
      if (t.kind === "op" && (t.value === "," || t.value === ";")) this.i++;
      else if (isPair) {
        this.i += 2;
        this.inside++;
        const value = this.expression();
        this.inside--;
        entries.set(t.parts ? "⟦key⟧" : t.value, value);
      } else if (t.kind === "op" && (t.value === "..." || t.value === "**")) {
        this.inside++;
        const value = this.expression();
        this.inside--;
        if (value.kind === "dict") for (const [name, each] of value.entries) entries.set(name, each);
        else if (value.kind === "environment") entries.set("...", value);
      } else if (t.kind === "name" && next?.kind === "op" && (next.value === "," || at + 1 === close)) {
        this.i++;
        entries.set(t.value, this.settled(this.named(t.value)));
      } else this.statement();
      if (this.i <= at) this.i = at + 1;
    }
    this.end = savedEnd;
    this.inside = savedInside;
    return comprehension ?? dict(entries);
  }
}
