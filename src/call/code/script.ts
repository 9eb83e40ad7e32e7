import type { Emitter, Inner } from "../programs/emit.js";
import { type Blocks, findBlocks } from "./blocks.js";
import { added, formatted } from "./format.js";
import { Machine } from "./machine.js";
import type { Args, Profile } from "./profile.js";
import { type Token, tokenize } from "./tokens.js";
import {
  alternatives,
  asText,
  concat,
  dict,
  either,
  element,
  type Func,
  joinPath,
  list,
  narrowed,
  oneOf,
  type Sym,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

const NO_ARGUMENTS: Args = { positional: [], named: new Map() };
const DEEPEST = 60;
const MOST_CALLS_DEEP = 5;
/** A function's body is read so many times at most. */
const MOST_READINGS = 6;

const ASSIGN = new Set("= += .= := ||= &&= ??= //= ..= <- <<- -= *= /= |=".split(" "));
const APPENDS = new Set("+= .= ..= <<".split(" "));
const DECLARES = new Set("const let var my our local state global nonlocal static auto val".split(" "));
const SKIPPED = new Set(
  "if elif elsif elseif unless while until switch case when match with try else do then begin end loop finally except catch rescue ensure repeat class module interface namespace package export default async public private protected final abstract print puts echo p pass go defer unset".split(
    " ",
  ),
);
const PREFIXES = new Set(
  "new await not typeof void defined ref async yield throw raise clone delete in is and or xor && ||".split(" "),
);
const STOPS = new Set(
  "if unless while until for foreach else elif elsif do then end as in of from and or async rescue extends implements".split(
    " ",
  ),
);
const OPERATORS = new Set("== === != !== < > <= >= <=> - * ** & | ^ ~ =~ !~ << >> >>> .. ... |> %% // / %".split(" "));
const WORD_OPERATORS = new Set("in is instanceof eq ne lt gt le ge cmp x and or not isa".split(" "));
/** Tests that leave only some of all names. */
const NARROWS =
  /^(?:endswith|startswith|endsWith|startsWith|end_with\?|start_with\?|match\??|search|fnmatch|fullmatch|test|suffix|includes|include\?|contains|=~|==|===|eq|preg_match|str_ends_with|str_starts_with)$/;
/** Perl's functions that work on `$_` when they are given nothing. */
const TOPICAL = new Set("unlink rmdir eval lc uc chr stat lstat chomp".split(" "));
/** Methods that call what they are given with each element, or with the value itself. */
const ITERATES = new Set(
  "then map forEach each filter flatMap some every find reduce each_with_index each_entry tap on once collect select reject catch finally addListener addEventListener walk apply sort subscribe each_child each_pair find_each foreach yield_self iterate".split(
    " ",
  ),
);

/** Reads a script in one pass and writes down what its known calls do. */
export function runScript(code: string, profile: Profile, out: Emitter, inner: Inner): void {
  const script = new Script(profile, out, inner, tokenize(code, profile.syntax));
  script.runAll();
  finish(script.machine, code);
}

const ENDLESS = String.raw`(?:while\s*\(?\s*(?:True|true|1)\s*\)?|for\s*\(\s*;\s*;\s*\)|\bloop\b|until\s+(?:0|false))`;
/** A process that does nothing in an endless loop but to make another. */
const FORK_BOMB = new RegExp(
  String.raw`${ENDLESS}[\s:{]*(?:do\b\s*)?(?:os\.)?(?:pcntl_)?fork\b|\bfork\b\s*(?:\(\s*\))?\s*${ENDLESS}`,
);

function finish(machine: Machine, code: string): void {
  if (machine.connected && (machine.shellStarted || machine.redirected)) machine.act("remote-exec/reverse-shell");
  if (machine.forked && FORK_BOMB.test(code)) machine.act("system/fork-bomb");
}

/** The reader of one script: a tolerant walk over its tokens that folds what it can. */
class Script {
  readonly machine: Machine;
  private tokens: readonly Token[];
  private blocks: Blocks;
  private i = 0;
  private end: number;
  private inside = 0;
  private depth = 0;
  private calls = 0;
  private budget: number;
  private returned: Value | undefined;
  private readonly scope = new Map<string, Value>();
  private readonly stars: string[] = [];
  private readonly functions: Func[] = [];
  private readonly entered = new Map<Func, number>();

  constructor(
    private readonly profile: Profile,
    out: Emitter,
    inner: Inner,
    tokens: readonly Token[],
  ) {
    this.tokens = tokens;
    this.blocks = findBlocks(tokens, profile);
    this.end = tokens.length;
    this.budget = 2000 + 4 * tokens.length;
    this.machine = new Machine(profile, out, inner, (target, positional) =>
      this.call(target, { positional, named: new Map() }, 0),
    );
  }

  runAll(): void {
    this.run(0, this.tokens.length);
    // What is only defined may still be called from elsewhere: each body is read once.
    for (let n = 0; n < this.functions.length; n++) {
      const each = this.functions[n] as Func;
      if (!this.entered.has(each)) this.invoke(each, []);
    }
  }

  private run(from: number, to: number): void {
    const saved = [this.i, this.end, this.inside] as const;
    [this.i, this.end, this.inside] = [from, to, 0];
    while (this.i < this.end) {
      const at = this.i;
      this.statement();
      if (this.i <= at) this.i = at + 1;
    }
    [this.i, this.end, this.inside] = saved;
  }

  private within<T>(tokens: readonly Token[], read: () => T): T {
    const saved = [this.tokens, this.blocks, this.i, this.end, this.inside] as const;
    this.tokens = tokens;
    this.blocks = findBlocks(tokens, this.profile);
    [this.i, this.end, this.inside] = [0, tokens.length, 0];
    const result = read();
    [this.tokens, this.blocks, this.i, this.end, this.inside] = saved;
    return result;
  }

  // Tokens

  /** The token to read next: line ends inside brackets and before `.member` are passed over. */
  private get token(): Token | undefined {
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

  private is(...values: string[]): boolean {
    const t = this.token;
    return t !== undefined && t.kind !== "text" && t.kind !== "line" && values.includes(t.value);
  }

  private accept(...values: string[]): boolean {
    if (!this.is(...values)) return false;
    this.i++;
    return true;
  }

  private at(offset: number): Token | undefined {
    return this.i + offset < this.end ? this.tokens[this.i + offset] : undefined;
  }

  // Statements

  private statement(): void {
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
  private modifierAhead(): number {
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
  private modified(at: number): void {
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

  /** Names that a condition compares no longer stand for everything. */
  private narrow(from: number, to: number): void {
    const tokens = this.tokens.slice(from, Math.min(to, from + 60));
    if (!tokens.some((t) => NARROWS.test(t.value)) || tokens.some((t) => /^(?:!=|!|not)$/.test(t.value))) return;
    for (const t of tokens) {
      const bound = t.kind === "name" ? this.scope.get(this.key(t.value)) : undefined;
      if (bound) this.scope.set(this.key(t.value), narrowed(bound));
    }
  }

  private keyword(word: string): boolean {
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
  private expressions(): Value {
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
    if (this.is("as") && this.at(1)?.kind === "name") {
      this.scope.set(this.at(1)?.value ?? "", values[0] as Value);
      this.i += 2;
    }
    return values.length === 1 ? (values[0] as Value) : list(values);
  }

  private importPython(): void {
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

  private fromPython(): void {
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

  private importJavascript(): void {
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

  private dotted(): string {
    let name = this.takeName();
    while (name !== "" && this.is(".") && this.at(1)?.kind === "name") {
      this.i++;
      name += `.${this.takeName()}`;
    }
    return name;
  }

  private takeName(): string {
    const t = this.token;
    if (t?.kind !== "name") return "";
    this.i++;
    return t.value;
  }

  /** `for x in xs`, `for (const x of xs)`, `for my $x (xs)`, `foreach (xs as $k => $v)`, `for k, v in pairs(t)`. */
  private loop(): void {
    this.i++;
    const start = this.i;
    const names: string[] = [];
    let at = this.i;
    for (; at < Math.min(this.end, this.i + 14); at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" || t.kind === "text" || t.value === ";" || t.value === "=") break;
      if (t.value === "in" || t.value === "of") {
        this.i = at + 1;
        this.bindEach(names, this.expressions());
        return;
      }
      if (t.kind === "name" && !DECLARES.has(t.value)) names.push(t.value);
    }
    this.i = start;
    while (this.token?.kind === "name" && DECLARES.has(this.token.value)) this.i++;
    const variable = this.token?.kind === "name" && this.at(1)?.value === "(" ? this.takeName() : "$_";
    if (!this.is("(")) return;
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0) return;
    this.i++;
    this.inside++;
    const value = this.expressions();
    this.inside--;
    if (this.accept("as")) {
      const taken = this.tokens.slice(this.i, close).filter((t) => t.kind === "name");
      this.bindEach([(taken.at(-1) as Token | undefined)?.value ?? ""], value);
      this.i = close + 1;
    } else if (!this.is(";", "=")) {
      this.bindEach([variable], value);
      if (this.i <= close) this.i = close + 1;
    }
  }

  private bindEach(names: readonly string[], value: Value): void {
    const one = element(value);
    if (names.length === 1) this.scope.set(this.key(names[0] as string), one);
    else names.forEach((name, n) => void this.scope.set(this.key(name), this.item(one, n)));
  }

  private item(value: Value, n: number): Value {
    const results = alternatives(value).map((v) =>
      v.kind === "list" ? (v.items[n] ?? unknown("item")) : unknown("item", taintOf(v)),
    );
    return oneOf(results);
  }

  private key(name: string): string {
    return /^[@%]/.test(name) ? `$${name.slice(1)}` : name;
  }

  /** `def name(parameters) body`: the body is read when it is called. */
  private define(): void {
    this.i++;
    this.accept("*");
    const name = this.takeName();
    const made = this.functionFrom();
    if (made && name !== "") this.scope.set(name, made);
  }

  /** From the parameters to the end of the body. */
  private functionFrom(): Func | undefined {
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

  private lineEnd(from: number): number {
    let at = from;
    while (at < this.end && this.tokens[at]?.kind !== "line") at++;
    return at;
  }

  /** Names in brackets; a pattern (`{ a, b: c }`, `[a, b]`) as one text with its bracket in front. */
  private parameters(): string[] {
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

  /** Binds what a function was given; patterns take members or items. */
  private bindParameter(name: string, value: Value, before: Map<string, Value | undefined>): void {
    const pattern = /^[{[]/.test(name) ? name.slice(1).split(",").filter(Boolean) : undefined;
    const bound: [string, Value][] = pattern
      ? pattern.map((each, n) => [each, name[0] === "{" ? this.settled(this.member(value, each)) : this.item(value, n)])
      : [[name, value]];
    for (const [each, v] of bound) {
      before.set(each, this.scope.get(each));
      this.scope.set(each, v);
    }
  }

  private body(parameters: readonly string[], from: number, to: number): Func {
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

  private indented(parameters: readonly string[], from: number): Func {
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
  private expressionBody(parameters: readonly string[], from: number): Func {
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

  private invoke(target: Func, positional: readonly Value[]): Value {
    const readings = this.entered.get(target) ?? 0;
    if (this.calls >= MOST_CALLS_DEEP || this.budget <= 0 || readings >= MOST_READINGS) return unknown("result");
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

  /** What the last expression read gave: the result of a body without `return`. */
  private lastValue: Value | undefined;

  // Expressions

  private expression(): Value {
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

  private operators(first: Value): Value {
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
        const right = this.operators(this.unaryOrAssignment());
        value = value.kind === "text" && value.known && op !== "&&" && op !== "and" ? value : either(value, right);
      } else if (
        (t.kind === "op" && OPERATORS.has(op)) ||
        (t.kind === "name" && WORD_OPERATORS.has(op) && !(op === "in" && this.inside === 0 && STOPS.has(op) && false))
      ) {
        this.i++;
        const at = this.i;
        const right = this.unary();
        if (this.i <= at) return value;
        if (op === "|>") value = this.call(right, { positional: [value], named: new Map() }, 0);
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

  private unaryOrAssignment(): Value {
    return this.expression();
  }

  /** A Python conditional expression has its `else` on the same line or inside the same brackets. */
  private hasElse(): boolean {
    for (let at = this.i + 1; at < Math.min(this.end, this.i + 80); at++) {
      const t = this.tokens[at] as Token;
      if (t.kind === "line" && this.inside === 0) return false;
      if (t.kind === "name" && t.value === "else") return true;
    }
    return false;
  }

  private unary(): Value {
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
  private prefixed(): boolean {
    const next = this.at(1);
    if (!next || next.kind === "line") return false;
    if (next.kind !== "op") return true;
    return ["(", "[", "{", "!", "-", "\\", "&", "@", "%", "$"].includes(next.value);
  }

  private primary(): Value {
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
  private isMethodDefinition(): boolean {
    if (!this.profile.arrows || !this.is("(")) return false;
    const close = this.blocks.match[this.i];
    if (close === undefined || close < 0) return false;
    const after = this.tokens[close + 1];
    return after?.kind === "op" && after.value === "{";
  }

  private named(name: string): Value {
    const key = this.key(name);
    const bound = this.scope.get(key);
    if (bound) return bound;
    const star = this.stars.find((module) => Object.hasOwn(this.profile.functions, `${module}.${name}`));
    return { kind: "symbol", name: star === undefined ? key : `${star}.${name}` };
  }

  private lambda(): Value {
    const parameters: string[] = [];
    while (this.i < this.end && !this.is(":")) {
      const t = this.token;
      if (t?.kind === "name" && parameters.length < 20) parameters.push(t.value);
      if (!t || t.kind === "line") break;
      this.i++;
    }
    return this.expressionBody(parameters, this.i + 1);
  }

  private textValue(t: Token): Value {
    this.i++;
    if (t.form === "regex") return unknown("pattern");
    let value: Value = text("");
    if (t.parts) {
      for (const part of t.parts) {
        value = concat(
          value,
          typeof part === "string" ? text(part) : this.settled(this.within(part, () => this.expression())),
        );
      }
    } else value = text(t.value);
    if (t.form === "command") {
      this.machine.shell(value);
      return unknown("output");
    }
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

  private bracketed(t: Token): Value {
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

  private items(close: number, brackets: boolean): Value {
    const savedEnd = this.end;
    this.end = close;
    this.inside++;
    const result = this.comprehension(close) ?? this.plainItems(close, brackets);
    this.inside--;
    this.end = savedEnd;
    return result;
  }

  private plainItems(close: number, brackets: boolean): Value {
    const values: Value[] = [];
    const pairs = new Map<string, Value>();
    let commas = 0;
    while (this.i < close && this.token) {
      const at = this.i;
      const value = this.expression();
      if (this.accept("=>")) pairs.set(asText(value).text, this.expression());
      else if (this.i > at) values.push(value);
      if (this.accept(",")) commas++;
      else if (this.i < close) this.i++;
      if (this.i <= at) this.i = at + 1;
    }
    if (pairs.size > 0) return dict(pairs);
    return !brackets && commas === 0 && values.length === 1 ? (values[0] as Value) : list(values);
  }

  /** `f(x) for x in xs`: what is bound stands behind what uses it. */
  private comprehension(close: number): Value | undefined {
    if (this.profile.blocks !== "indent") return undefined;
    const at = this.blocks.forInside(this.i, close);
    if (at < 0) return undefined;
    const start = this.i;
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
    const value = this.expression();
    this.end = savedEnd;
    return list([value]);
  }

  /** An object's entries, or a block's statements: what stands there is read either way. */
  private braces(close: number): Value {
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
      } else if (t.kind === "op" && t.value === "**") this.i++;
      else {
        this.statement();
        if (t.kind === "op" && t.value === "..." && this.lastValue?.kind === "environment")
          entries.set("...", this.lastValue);
        else if (t.kind === "name" && this.i === at + 1) entries.set(t.value, this.named(t.value));
      }
      if (this.i <= at) this.i = at + 1;
    }
    this.end = savedEnd;
    this.inside = savedInside;
    return comprehension ?? dict(entries);
  }

  // Members, calls

  private postfix(first: Value): Value {
    let value = first;
    let origin = this.i;
    for (;;) {
      const t = this.token;
      if (!t || t.kind === "line") break;
      if (this.profile.implicitCalls && value.kind === "symbol" && this.endsCall(t) && this.implicit(value)) {
        value = this.block(this.callOne(value, NO_ARGUMENTS));
        continue;
      }
      if (t.kind === "text" && t.form === "template" && value.kind === "symbol") {
        const content = this.textValue(t);
        value = this.call(value, { positional: [content], named: new Map() }, origin);
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
          origin = this.i;
          continue;
        }
        if (name?.kind === "text") {
          value = this.member(value, asText(this.textValue(name)).text);
          continue;
        }
        continue;
      }
      if (t.value === "(" && (!t.spaced || this.profile.blocks !== "end" || value.kind === "symbol")) {
        value = this.callWithBrackets(value, origin);
        value = this.block(value);
        continue;
      }
      if (t.value === "[" && (!t.spaced || this.profile.language !== "ruby")) {
        value = this.indexed(value);
        continue;
      }
      if (t.value === "{" && this.profile.braceIndex && !t.spaced && (this.blocks.match[this.i] ?? 0) - this.i <= 4) {
        const close = this.blocks.match[this.i] as number;
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

  /** A class named alone is not called. */
  private implicit(value: Sym): boolean {
    return !(value.self === undefined && /^[A-Z]\w*$/.test(value.name)) && this.callable(value);
  }

  /** A name that is followed by no argument is called with none (Ruby, Perl). */
  private endsCall(t: Token): boolean {
    if (t.kind === "name") return t.value === "do" && this.profile.language === "ruby";
    if (t.kind !== "op") return false;
    if (t.value === "{") return this.profile.language === "ruby";
    return this.profile.members.has(t.value) && t.value !== "::";
  }

  /** A member operator is one only where something it can take follows. */
  private memberFollows(): boolean {
    const op = this.token as Token;
    const next = this.at(1);
    if (op.value === ":") return next?.kind === "name" && this.at(2)?.value === "(" && !op.spaced;
    return (
      next?.kind === "name" || next?.kind === "text" || (next?.kind === "op" && ["(", "[", "{"].includes(next.value))
    );
  }

  private member(value: Value, name: string): Value {
    const results = alternatives(value).map((v): Value => {
      if (v.kind === "environment")
        return this.machine.profile.methods[name] ||
          /^(?:get|items|copy|fetch|map|each|to_h|keys|values|entries|dup)$/.test(name)
          ? { kind: "symbol", name, self: v }
          : this.machine.variable(name);
      if (v.kind === "dict" && v.entries.has(name)) return v.entries.get(name) as Value;
      if (v.kind !== "symbol" || v.self) return { kind: "symbol", name, self: this.settled(v) };
      const known = this.profile.values?.(this.canonical(v.name), this.machine);
      if (known) return this.member(known, name);
      return { kind: "symbol", name: `${v.name}.${name}` };
    });
    return oneOf(results);
  }

  private canonical(name: string): string {
    return this.profile.canonical?.(name) ?? name;
  }

  /** A symbol that is not called: the value it stands for, else itself. */
  private settled(value: Value): Value {
    if (value.kind === "either") {
      const of = value.of.map((v) => this.settled(v));
      return oneOf(of);
    }
    if (value.kind !== "symbol") return value;
    if (!value.self)
      return this.scope.get(value.name) ?? this.profile.values?.(this.canonical(value.name), this.machine) ?? value;
    const property = this.profile.properties?.[value.name];
    if (property && Object.hasOwn(this.profile.properties ?? {}, value.name)) return property(value.self, this.machine);
    if (Object.hasOwn(this.profile.methods, value.name)) return value;
    return unknown(value.name, taintOf(value.self));
  }

  private indexed(value: Value): Value {
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

  private entry(value: Value, key: Value): Value {
    if (value.kind === "environment") return this.machine.variable(asText(key).text);
    if (value.kind === "dict") return value.entries.get(asText(key).text) ?? unknown("entry", taintOf(value));
    if (value.kind === "list" && key.kind === "text" && /^\d+$/.test(key.text))
      return value.items[Number(key.text)] ?? unknown("item");
    if (value.kind === "text" && value.known && key.kind === "text" && /^\d+$/.test(key.text))
      return text(value.text[Number(key.text)] ?? "");
    if (value.kind === "symbol") return this.member(value, asText(key).text);
    return unknown("element", taintOf(value));
  }

  private callWithBrackets(target: Value, origin: number): Value {
    const close = this.blocks.match[this.i] ?? -1;
    if (close < 0 || this.depth >= DEEPEST) {
      this.i = close < 0 ? this.i + 1 : close + 1;
      return unknown("call");
    }
    this.i++;
    const args = this.argumentsTo(close);
    this.i = close + 1;
    return this.call(target, args, origin);
  }

  private argumentsTo(close: number): Args {
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

  private argumentList(close: number): Args {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    while (this.i < close && this.token) {
      const at = this.i;
      const t = this.token;
      const next = this.tokens[this.i + 1];
      const sign = this.profile.namedArguments;
      if (t.kind === "name" && next?.kind === "op" && next.value === sign && this.i + 1 < close) {
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

  /** What no expression could take, up to the next argument. */
  private skipToComma(close: number): void {
    while (this.i < close && !this.is(",")) {
      const at = this.i;
      this.statement();
      if (this.i <= at) this.i = at + 1;
    }
    if (this.i < close) this.i++;
  }

  /** `system "rm"`, `unlink $x, $y`: a known name with its arguments, on the same line. */
  private bareCall(value: Value): Value | undefined {
    if (!this.profile.bareCalls || value.kind !== "symbol") return undefined;
    const t = this.token;
    if (!t || (!t.spaced && t.kind !== "text")) return undefined;
    if (t.kind === "op" && !/^(?:\[|\$|@|%|\\|->|:|\*|\{)$/.test(t.value)) return undefined;
    if (t.kind === "name" && (STOPS.has(t.value) || WORD_OPERATORS.has(t.value))) return undefined;
    if (t.kind === "op" && t.value === "{" && this.profile.language !== "perl" && this.profile.language !== "lua")
      return undefined;
    if (!this.callable(value)) return undefined;
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    // `system { $x } @y` names the program in a block.
    do {
      const at = this.i;
      const name = this.token;
      const next = this.at(1);
      if (name?.kind === "name" && next?.kind === "op" && next.value === this.profile.namedArguments) {
        this.i += 2;
        named.set(name.value, this.expression());
      } else {
        const each = this.expression();
        if (this.accept("=>")) named.set(asText(each).text, this.expression());
        else if (this.i > at) positional.push(each);
      }
      if (this.i <= at) break;
    } while (this.accept(","));
    return this.block(this.call(value, { positional, named }, 0));
  }

  private callable(value: Sym): boolean {
    if (value.self) return Object.hasOwn(this.profile.methods, value.name);
    const name = this.canonical(value.name);
    const last = name.slice(name.lastIndexOf(".") + 1);
    return (
      Object.hasOwn(this.profile.functions, name) || (name.includes(".") && Object.hasOwn(this.profile.methods, last))
    );
  }

  /** Ruby: `do |x| … end` or `{ |x| … }` behind a call runs with each element. */
  private block(value: Value): Value {
    if (this.profile.language !== "ruby" || !this.is("{", "do")) return value;
    const open = this.i;
    const close = this.is("{") ? (this.blocks.match[open] ?? -1) : (this.blocks.ends.get(open) ?? -1);
    if (close < 0) return value;
    let from = open + 1;
    const names: string[] = [];
    if (this.tokens[from]?.value === "|") {
      for (from++; from < close && this.tokens[from]?.value !== "|"; from++) {
        const t = this.tokens[from] as Token;
        if (t.kind === "name") names.push(t.value);
      }
      from++;
    }
    const one = element(value);
    names.forEach(
      (name, n) => void this.scope.set(name, names.length === 1 || n === 0 ? one : unknown(name, taintOf(value))),
    );
    this.run(from, close);
    this.i = close + 1;
    return value;
  }

  private own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
    return Object.hasOwn(table, name) ? table[name] : undefined;
  }

  private call(target: Value, args: Args, _origin: number): Value {
    if (this.budget <= 0) return unknown("result");
    this.budget--;
    const results = alternatives(target).map((each) => this.callOne(each, args));
    return oneOf(results);
  }

  private callOne(target: Value, args: Args): Value {
    if (target.kind === "function") return this.invoke(target, args.positional);
    if (this.profile.textCalls && target.kind === "text" && target.known && /^\w+$/.test(target.text)) {
      return this.callOne({ kind: "symbol", name: target.text }, args);
    }
    const taint = taintOf(list([...args.positional, target]));
    if (target.kind !== "symbol") return this.callbacks(args, "", undefined, unknown("result", taint));
    const full = this.canonical(target.name);
    const last = full.slice(full.lastIndexOf(".") + 1);
    if (!target.self) {
      const bound = this.scope.get(target.name);
      if (bound?.kind === "function") return this.invoke(bound, args.positional);
      const known = this.own(this.profile.functions, full);
      const topic = this.scope.get("$_");
      if (known && topic && args.positional.length === 0 && this.profile.language === "perl" && TOPICAL.has(full)) {
        return known({ positional: [topic], named: args.named }, this.machine) ?? unknown(full);
      }
      if (known) return this.callbacks(args, last, undefined, known(args, this.machine) ?? unknown(full, taint));
    }
    const base = full.includes(".") ? full.slice(0, full.lastIndexOf(".")) : "";
    const self: Value = target.self ?? (base === "" ? unknown("") : this.settled({ kind: "symbol", name: base }));
    const typed =
      self.kind === "symbol" && !self.self
        ? this.own(this.profile.functions, `${this.canonical(self.name)}.${last}`)
        : undefined;
    const known = typed ?? (target.self || base !== "" ? this.own(this.profile.methods, last) : undefined);
    const own = this.scope.get(last);
    // A method of the script's own class, not one of the language.
    if (own?.kind === "function" && (base !== "" || target.self)) {
      const shift = own.parameters[0] === "self" || own.parameters[0] === "cls" || own.parameters[0] === "$self";
      return this.invoke(own, shift ? [self, ...args.positional] : args.positional);
    }
    const result = known?.({ ...args, self }, this.machine) ?? unknown(full, taintOf(list([...args.positional, self])));
    return this.callbacks(args, last, self, result);
  }

  /** Functions among the arguments are called with what they would get. */
  private callbacks(args: Args, name: string, self: Value | undefined, result: Value): Value {
    let out = result;
    for (const each of [...args.positional, ...args.named.values()]) {
      const iterates = ITERATES.has(name) && self !== undefined;
      if (each.kind === "function" && !this.entered.has(each)) {
        const given = iterates ? element(self) : unknown("argument", taintOf(result));
        const made = this.invoke(each, iterates ? [given, unknown("second", taintOf(self))] : [given, result]);
        if (name === "then") out = made;
        else if (name === "map" || name === "flatMap" || name === "collect") out = list([made]);
      } else if (each.kind === "symbol" && iterates) {
        const made = this.call(each, { positional: [element(self)], named: new Map() }, 0);
        if (name === "then") out = made;
      }
    }
    return out;
  }

  // Binding

  private bind(target: readonly Token[], op: string, value: Value): Value {
    const names = target.filter((t) => t.kind !== "line" && !(t.kind === "name" && DECLARES.has(t.value)));
    const first = names[0];
    if (!first) return value;
    if (names.length === 1 || (names[1]?.value === ":" && first.kind === "name" && this.profile.blocks === "indent")) {
      const key = this.key(first.value);
      const before = this.scope.get(key);
      const after =
        APPENDS.has(op) && before
          ? added(before, value)
          : (op === "||=" || op === "??=" || op === "//=") && before
            ? either(before, value)
            : value;
      this.scope.set(key, after);
      return after;
    }
    if (first.value === "{") {
      for (let n = 1; n < names.length; n++) {
        const t = names[n] as Token;
        if (t.kind !== "name") continue;
        const renamed = names[n + 1]?.value === ":" && names[n + 2]?.kind === "name";
        this.scope.set(
          this.key(renamed ? (names[n + 2] as Token).value : t.value),
          this.settled(this.member(value, t.value)),
        );
        if (renamed) n += 2;
      }
    } else if (first.value === "(" || first.value === "[" || names[1]?.value === ",") {
      const taken = names.filter((t) => t.kind === "name");
      taken.forEach(
        (t, n) => void this.scope.set(this.key(t.value), taken.length === 1 ? element(value) : this.item(value, n)),
      );
    } else if (names.length <= 8) {
      this.scope.set(names.map((t) => (t.value === "->" ? "." : t.value)).join(""), value);
      const base = this.scope.get(this.key(first.value));
      if (base?.kind === "dict" && names.length === 4)
        this.scope.set(this.key(first.value), dict(new Map([...base.entries, [names[2]?.value ?? "", value]])));
    }
    return value;
  }
}
