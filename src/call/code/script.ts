import type { Emitter, Inner } from "../programs/emit.js";
import type { Machine } from "./machine.js";
import type { Profile } from "./profile.js";
import { Endless } from "./script-cursor.js";
import { Members } from "./script-members.js";
import { patternOf } from "./script-patterns.js";
import { ASSIGN, DECLARES, SKIPPED } from "./script-words.js";
import { type Token, tokenize } from "./tokens.js";
import { either, element, type Func, list, unknown, type Value } from "./values.js";

/** Reads a script in one pass and writes down what its known calls do. */
export function runScript(code: string, profile: Profile, out: Emitter, inner: Inner): void {
  const whole = tokenize(code, profile.syntax);
  const tokens = profile.pruned?.(whole) ?? whole;
  const script = new Script(profile, out, inner, tokens);
  try {
    script.runAll();
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    out.effect({ kind: "opaque", class: "bounds", origin: "unknown", source: code.slice(0, 200) });
  }
  // Where a name alone is a call, it may stand where a key could stand too: `while (1) {fork}`.
  if (profile.implicitCalls && tokens.some((t) => t.kind === "name" && t.value === "fork"))
    script.machine.forked = true;
  finish(script.machine, code);
}

const ENDLESS = String.raw`(?:while\s*\(?\s*(?:True|true|1)\s*\)?|for\s*\(\s*;\s*;\s*\)|\bloop\b|until\s+(?:0|false)|for\s+\w+\s+in\s+(?:iter\(int,\s*1\)|(?:itertools\.)?(?:count|repeat|cycle)\([^)]*\)))`;
/** A process that does nothing in an endless loop but to make another. */
const FORK_BOMB = new RegExp(
  String.raw`${ENDLESS}[\s:{]*(?:do\b\s*)?(?:os\.)?(?:pcntl_)?fork\b|\bfork\b\s*(?:\(\s*\))?\s*(?:${ENDLESS}|while\s+fork\b)`,
);

/** Tokens between `for` and `in`. */
const MOST_OF_A_HEAD = 24;

function finish(machine: Machine, code: string): void {
  if (machine.connected && (machine.shellStarted || machine.redirected)) machine.act("remote-exec/reverse-shell");
  if (machine.forked && FORK_BOMB.test(code)) machine.act("system/fork-bomb");
}

/** The reader of one script: a tolerant walk over its tokens that folds what it can. */
class Script extends Members {
  runAll(): void {
    this.run(0, this.tokens.length);
    // What is only defined may still be called from elsewhere: each body is read once.
    for (let n = 0; n < this.functions.length; n++) {
      const each = this.functions[n] as Func;
      if (!this.entered.has(each)) this.invoke(each, []);
    }
  }

  protected statement(): void {
    const t = this.token;
    if (!t || t.kind === "line") {
      this.i++;
      return;
    }
    const modifier = this.profile.modifiers ? this.modifierAhead() : -1;
    if (modifier > 0) {
      this.modified(modifier);
      return;
    }
    if (t.kind === "name" && this.keyword(t.value)) return;
    this.expressions();
  }

  /** `statement if condition`, `statement for list`: where the word stands, or -1. */
  protected modifierAhead(): number {
    for (let at = this.i; at < Math.min(this.end, this.i + 60); at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" || (t.kind === "op" && (t.value === ";" || t.value === "}"))) return -1;
      const close = t.kind === "op" && "([{".includes(t.value) ? (this.blocks.match[at] ?? -1) : -1;
      if (close > at) at = close;
      else if (t.kind === "name" && /^(?:if|unless|for|foreach|while|until)$/.test(t.value))
        return at > this.i ? at : -1;
    }
    return -1;
  }

  /** The condition or list is read first: it says what the statement works on. */
  protected modified(at: number): void {
    const start = this.i;
    const word = this.tokens[at] as Token;
    this.i = at + 1;
    const value = this.expressions();
    const after = this.i;
    if (word.value.startsWith("for")) this.scope.set("$_", element(value));
    else this.narrow(at + 1, after);
    const savedEnd = this.end;
    this.end = at;
    this.i = start;
    while (this.i < at) {
      const before = this.i;
      this.statement();
      if (this.i <= before) this.i = before + 1;
    }
    this.end = savedEnd;
    this.i = Math.max(after, at + 1);
  }

  protected keyword(word: string): boolean {
    const next = this.at(1);
    // A name that is called, assigned or followed by a member is no keyword (`print.x`, `end = 3`).
    if (next?.kind === "op" && (ASSIGN.has(next.value) || this.profile.members.has(next.value)) && word !== "import")
      return false;
    if (word === "import" && this.profile.imports === "python") this.importPython();
    else if (word === "from" && this.profile.imports === "python") this.fromPython();
    else if (word === "import" && this.profile.imports === "javascript" && next?.value !== "(") this.importJavascript();
    else if (this.profile.functionWords.has(word) && (next?.kind === "name" || next?.value === "*")) this.define();
    else if (word === "for" || word === "foreach") this.loop();
    else if (word === "return") {
      this.i++;
      const value = this.expressions();
      this.returned = this.returned ? either(this.returned, value) : value;
    } else if (word === "if" || word === "elif" || word === "elsif") {
      const from = ++this.i;
      this.expression();
      this.narrow(from, this.i);
    } else if (
      SKIPPED.has(word) &&
      !(next?.value === "(" && /^(?:p|end|go|match|select|with|loop|print|echo|puts|default)$/.test(word))
    )
      this.i++;
    else return false;
    return true;
  }

  /** Expressions between commas; `a, b = c, d` binds. */
  protected expressions(): Value {
    const start = this.i;
    const values = [this.expression()];
    while (this.is(",") && this.i < this.end) {
      this.i++;
      const at = this.i;
      values.push(this.expression());
      if (this.i <= at) break;
    }
    if (values.length > 1 && this.is("=")) {
      const target = this.tokens.slice(start, this.i);
      this.i++;
      const value = this.expressions();
      this.bind(target, "=", value);
      return value;
    }
    if (this.is("as") && this.at(1)?.kind === "name" && this.profile.language !== "php") {
      this.scope.set(this.at(1)?.value ?? "", values[0] as Value);
      this.i += 2;
    }
    return values.length === 1 ? (values[0] as Value) : list(values);
  }

  /** `for x in xs`, `for (const x of xs)`, `for my $x (xs)`, `foreach (xs as $k => $v)`, `for k, v in pairs(t)`. */
  protected loop(): void {
    this.i++;
    const start = this.i;
    for (let at = start; at < Math.min(this.end, start + MOST_OF_A_HEAD); at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" || t.kind === "text" || t.value === ";" || t.value === "=") break;
      if (t.value === "in" || t.value === "of") {
        const from = this.is("(") && (this.blocks.match[start] ?? -1) > at ? start + 1 : start;
        const head = patternOf(this.tokens.slice(from, at));
        this.i = at + 1;
        this.each(head, this.expressions());
        return;
      }
    }
    this.i = start;
    while (this.token?.kind === "name" && DECLARES.has(this.token.value)) this.i++;
    const variable = this.token?.kind === "name" && this.at(1)?.value === "(" ? this.takeName() : "$_";
    if (!this.is("(")) return;
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0) return;
    this.i++;
    this.inside++;
    const from = this.i;
    const value = this.expressions();
    this.inside--;
    // `for (let i = 0; …)`: what is counted is not known.
    if (this.is(";"))
      for (const t of this.tokens.slice(from, this.i))
        if (t.kind === "name" && !DECLARES.has(t.value)) this.scope.set(this.key(t.value), unknown(t.value));
    if (this.accept("as")) {
      const arrow = this.tokens.slice(this.i, close).findIndex((t) => t.kind === "op" && t.value === "=>");
      const head = patternOf(this.tokens.slice(this.i + arrow + 1, close));
      this.i = close + 1;
      this.each(head, value.kind === "dict" ? list([...value.entries.values()]) : value);
    } else if (!this.is(";", "=")) {
      if (this.i <= close) this.i = close + 1;
      this.each({ kind: "name", name: variable }, value);
    }
  }

  protected importPython(): void {
    this.i++;
    for (;;) {
      const name = this.dotted();
      if (name === "") return;
      const first = name.split(".")[0] as string;
      if (this.accept("as")) this.scope.set(this.takeName(), { kind: "symbol", name });
      else this.scope.set(first, { kind: "symbol", name: first });
      if (!this.accept(",")) return;
    }
  }

  protected fromPython(): void {
    this.i++;
    const module = this.dotted();
    if (!this.accept("import")) return;
    const brackets = this.accept("(");
    if (brackets) this.inside++;
    for (;;) {
      if (this.accept("*")) this.stars.push(module);
      const name = this.takeName();
      if (name === "") break;
      const local = this.accept("as") ? this.takeName() : name;
      this.scope.set(local, { kind: "symbol", name: `${module}.${name}` });
      if (!this.accept(",")) break;
    }
    if (brackets) {
      this.accept(")");
      this.inside--;
    }
  }

  protected importJavascript(): void {
    this.i++;
    const locals: [string, string][] = [];
    let prefix = true;
    while (this.i < this.end && !this.is("from", ";") && this.tokens[this.i]?.kind !== "text") {
      const t = this.tokens[this.i] as Token;
      if (t.value === "{") prefix = false;
      else if (t.value === "}") prefix = true;
      else if (t.kind === "name" && t.value !== "as" && t.value !== "type") {
        const as = this.tokens[this.i + 1]?.value === "as";
        const local = as ? (this.tokens[this.i + 2]?.value ?? t.value) : t.value;
        locals.push([local, prefix || t.value === "default" ? "" : t.value]);
        if (as) this.i += 2;
      } else if (t.value === "*" && this.tokens[this.i + 1]?.value === "as") {
        locals.push([this.tokens[this.i + 2]?.value ?? "", ""]);
        this.i += 2;
      }
      this.i++;
    }
    this.accept("from");
    const from = this.tokens[this.i];
    if (from?.kind !== "text") return;
    this.i++;
    const module = this.profile.canonical?.(from.value) ?? from.value;
    for (const [local, member] of locals)
      this.scope.set(local, { kind: "symbol", name: member === "" ? module : `${module}.${member}` });
  }

  protected dotted(): string {
    let name = this.takeName();
    while (name !== "" && this.is(".") && this.at(1)?.kind === "name") {
      this.i++;
      name += `.${this.takeName()}`;
    }
    return name;
  }
}
