import { added } from "./format.js";
import { Cursor } from "./script-cursor.js";
import { type Pattern, patternOf } from "./script-patterns.js";
import { APPENDS, DECLARES, NARROWS } from "./script-words.js";
import type { Token } from "./tokens.js";
import {
  alternatives,
  asText,
  dict,
  either,
  element,
  list,
  narrowed,
  oneOf,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

/** What names, members and entries stand for, and what binds them. */
export abstract class Bindings extends Cursor {
  /** What a loop binds, each time: any one of what it goes over. */
  protected bindEach(pattern: Pattern | undefined, value: Value): void {
    const items = value.kind === "list" && value.items.length <= 64 ? value.items : [];
    this.iterated =
      pattern?.kind === "name" && this.iterated === undefined
        ? { name: this.key(pattern.name), items }
        : { name: "", items: [] };
    if (pattern) this.bindPattern(pattern, element(value));
  }

  protected bindPattern(pattern: Pattern, value: Value): void {
    if (pattern.kind === "name") {
      if (pattern.name !== "") this.scope.set(this.key(pattern.name), value);
    } else if (pattern.kind === "items") {
      const [only] = pattern.of;
      if (only && pattern.of.length === 1 && !only.rest) this.bindPattern(only.pattern, element(value));
      else for (const [n, each] of pattern.of.entries()) this.bindPattern(each.pattern, this.part(value, n, each.rest));
    } else {
      const taken = pattern.of.map((each) => each.key);
      for (const each of pattern.of)
        this.bindPattern(each.pattern, each.rest ? without(value, taken) : this.settled(this.member(value, each.key)));
    }
  }

  private part(value: Value, n: number, rest: boolean): Value {
    if (!rest) return this.item(value, n);
    return oneOf(
      alternatives(value).map((v) => (v.kind === "list" ? list(v.items.slice(n)) : unknown("items", taintOf(v)))),
    );
  }

  protected item(value: Value, n: number): Value {
    const results = alternatives(value).map((v) =>
      v.kind === "list" ? (v.items[n] ?? unknown("item")) : unknown("item", taintOf(v)),
    );
    return oneOf(results);
  }

  /** Binds what a function was given; patterns take members or items. */
  protected bindParameter(name: string, value: Value, before: Map<string, Value | undefined>): void {
    const pattern = /^[{[]/.test(name) ? name.slice(1).split(",").filter(Boolean) : undefined;
    const bound: [string, Value][] = pattern
      ? pattern.map((each, n) => [each, name[0] === "{" ? this.settled(this.member(value, each)) : this.item(value, n)])
      : [[name, value]];
    for (const [each, v] of bound) {
      before.set(each, this.scope.get(each));
      this.scope.set(each, v);
    }
  }

  protected bind(target: readonly Token[], op: string, value: Value): Value {
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
    if (first.value === "{" || first.value === "(" || first.value === "[" || names[1]?.value === ",") {
      const pattern = patternOf(names);
      if (pattern) this.bindPattern(pattern, value);
    } else if (names.length <= 8) {
      this.scope.set(names.map((t) => (t.value === "->" ? "." : t.value)).join(""), value);
      const base = this.scope.get(this.key(first.value));
      if (base?.kind === "dict" && names.length === 4)
        this.scope.set(this.key(first.value), dict(new Map([...base.entries, [names[2]?.value ?? "", value]])));
    }
    return value;
  }

  /** Names that a condition compares no longer stand for everything. */
  protected narrow(from: number, to: number): void {
    const tokens = this.tokens.slice(from, Math.min(to, from + 60));
    if (!tokens.some((t) => NARROWS.test(t.value)) || tokens.some((t) => /^(?:!=|!|not)$/.test(t.value))) return;
    for (const t of tokens) {
      const bound = t.kind === "name" ? this.scope.get(this.key(t.value)) : undefined;
      if (bound) this.scope.set(this.key(t.value), narrowed(bound));
    }
  }

  /** A symbol that is not called: the value it stands for, else itself. */
  protected settled(value: Value): Value {
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

  protected member(value: Value, name: string): Value {
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

  protected entry(value: Value, key: Value): Value {
    if (value.kind === "environment") return this.machine.variable(asText(key).text);
    // What one of several names, or one that is not known, stands for.
    if (key.kind === "either") return oneOf(key.of.map((each) => this.entry(value, each)));
    if (value.kind === "dict") {
      const name = asText(key);
      return (
        value.entries.get(name.text) ??
        (name.known || value.entries.size === 0 ? unknown("entry", taintOf(value)) : oneOf([...value.entries.values()]))
      );
    }
    if (value.kind === "list" && key.kind === "text" && /^\d+$/.test(key.text))
      return value.items[Number(key.text)] ?? unknown("item");
    if (value.kind === "list" && key.kind === "text" && !key.known) return element(value);
    if (value.kind === "text" && value.known && key.kind === "text" && /^\d+$/.test(key.text))
      return text(value.text[Number(key.text)] ?? "");
    if (value.kind === "symbol") return this.member(value, asText(key).text);
    return unknown("element", taintOf(value));
  }

  protected named(name: string): Value {
    const key = this.key(name);
    const bound = this.scope.get(key);
    if (bound) return bound;
    const star = this.stars.find((module) => Object.hasOwn(this.profile.functions, `${module}.${name}`));
    return { kind: "symbol", name: star === undefined ? key : `${star}.${name}` };
  }
}

/** An object without what was taken from it by name. */
function without(value: Value, keys: readonly string[]): Value {
  if (value.kind === "environment") return value;
  if (value.kind !== "dict") return unknown("rest", taintOf(value));
  return dict(new Map([...value.entries].filter(([name]) => !keys.includes(name))));
}
