import type { Args } from "./profile.js";
import { Endless } from "./script-cursor.js";
import { Functions } from "./script-functions.js";
import { GOES_THROUGH, ITERATES, NO_ARGUMENTS, TOPICAL } from "./script-words.js";
import type { Token } from "./tokens.js";
import {
  alternatives,
  element,
  type Func,
  list,
  oneOf,
  pairsOf,
  type Sym,
  taintOf,
  unknown,
  type Value,
} from "./values.js";

/** Calls: of what is known about the language, of the script's own functions, with callbacks and blocks. */
export abstract class Calls extends Functions {
  protected call(target: Value, args: Args): Value {
    if (this.budget <= 0) throw new Endless("more calls than are followed");
    this.budget--;
    const results = alternatives(target).map((each) => this.callOne(each, args));
    return oneOf(results);
  }

  protected callOne(target: Value, args: Args): Value {
    if (target.kind === "function") return this.invoke(target, args.positional, false, this.byName(args));
    if (this.profile.textCalls && target.kind === "text" && target.known && /^\w+$/.test(target.text)) {
      return this.callOne({ kind: "symbol", name: target.text }, args);
    }
    const taint = taintOf(list([...args.positional, target]));
    if (target.kind !== "symbol") return this.callbacks(args, "", undefined, unknown("result", taint));
    const full = this.canonical(target.name);
    const last = full.slice(full.lastIndexOf(".") + 1);
    if (!target.self) {
      const bound = this.scope.get(target.name);
      if (bound?.kind === "function") return this.invoke(bound, args.positional, false, this.byName(args));
      const known = this.own(this.profile.functions, full) ?? this.profile.member?.(full);
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
      return this.invoke(own, shift ? [self, ...args.positional] : args.positional, false, this.byName(args));
    }
    const result = known?.({ ...args, self }, this.machine) ?? unknown(full, taintOf(list([...args.positional, self])));
    return this.callbacks(args, last, self, result);
  }

  /** Arguments with a name, where the language has them: elsewhere they are an object's entries. */
  private byName(args: Args): Args["named"] {
    return this.profile.namedArguments === undefined ? NO_ARGUMENTS.named : args.named;
  }

  /** A function over a short list is called with one item after the other (`steps.forEach((s) => run(s))`). */
  private eachItem(target: Func, name: string, self: Value | undefined): Value | undefined {
    if (!GOES_THROUGH.has(name) || !this.isShort(self) || !this.affords(target.to - target.from, self))
      return undefined;
    return list(self.items.map((item) => this.invoke(target, [item], true)));
  }

  /** Functions among the arguments are called with what they would get. */
  protected callbacks(args: Args, name: string, self: Value | undefined, result: Value): Value {
    let out = result;
    for (const each of [...args.positional, ...args.named.values()]) {
      const iterates = ITERATES.has(name) && self !== undefined;
      if (each.kind === "function" && !this.entered.has(each)) {
        const given = iterates ? element(self) : unknown("argument", taintOf(result));
        const made =
          this.eachItem(each, name, self) ??
          this.invoke(each, iterates ? [given, unknown("second", taintOf(self))] : [given, result]);
        if (name === "then") out = made;
        else if (name === "map" || name === "flatMap" || name === "collect")
          out = made.kind === "list" ? made : list([made]);
      } else if (each.kind === "symbol" && iterates) {
        const made = this.call(each, { positional: [element(self)], named: new Map() });
        if (name === "then") out = made;
      }
    }
    return out;
  }

  protected callable(value: Sym): boolean {
    if (value.self) return Object.hasOwn(this.profile.methods, value.name);
    const name = this.canonical(value.name);
    const last = name.slice(name.lastIndexOf(".") + 1);
    return (
      Object.hasOwn(this.profile.functions, name) || (name.includes(".") && Object.hasOwn(this.profile.methods, last))
    );
  }

  /** A class named alone is not called. */
  protected implicit(value: Sym): boolean {
    return !(value.self === undefined && /^[A-Z]\w*$/.test(value.name)) && this.callable(value);
  }

  /** Ruby: `do |x| … end` or `{ |x| … }` behind a call runs with each element. */
  protected block(value: Value): Value {
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
    const over = pairsOf(value) ?? value;
    const items = this.isShort(over) && this.affords(close - from, over) ? over.items : [element(over)];
    for (const one of items) {
      names.forEach((name, n) => void this.scope.set(name, this.given(one, n, names.length)));
      this.run(from, close);
    }
    this.i = close + 1;
    return value;
  }

  /** What a block's parameter gets: of several each takes its part, where what is given has parts. */
  private given(one: Value, n: number, of: number): Value {
    if (of === 1) return one;
    if (alternatives(one).some((v) => v.kind === "list")) return this.item(one, n);
    return n === 0 ? one : unknown("parameter", taintOf(one));
  }
}
