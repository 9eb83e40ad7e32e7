import { plainWord, type Taint, type Word, worstTaint } from "../word.js";
import type { Token } from "./tokens.js";

/** A text as far as it is known; an open part stands as `⟦…⟧`. */
export interface Text {
  readonly kind: "text";
  readonly text: string;
  readonly known: boolean;
  /** Holds a wildcard that stands for names in a directory. */
  readonly glob?: boolean;
  readonly taint?: Taint;
  /** A path object, for which `/` joins. */
  readonly path?: boolean;
}

/** What a value made of others has from them, worked out when it is made. */
interface Compound {
  readonly taint?: Taint;
  /** The whole environment is somewhere in it. */
  readonly environment?: boolean;
}

export interface List extends Compound {
  readonly kind: "list";
  readonly items: readonly Value[];
}

export interface Dict extends Compound {
  readonly kind: "dict";
  readonly entries: ReadonlyMap<string, Value>;
}

/** A name of the language or of a library, `os.path.join`; or a member of a value, `.unlink`. */
export interface Sym {
  readonly kind: "symbol";
  readonly name: string;
  readonly self?: Value;
}

/** A function of the script itself: its body is read when it is called. */
export interface Func {
  readonly kind: "function";
  readonly parameters: readonly string[];
  /** From which token to which the value stands that a parameter has where none is given. */
  readonly defaults?: ReadonlyMap<string, readonly [number, number]>;
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/** One of several. */
export interface Either extends Compound {
  readonly kind: "either";
  readonly of: readonly Value[];
}

/** The whole environment. */
export interface Environment {
  readonly kind: "environment";
}

export type Value = Text | List | Dict | Sym | Func | Either | Environment;

const MOST_ALTERNATIVES = 16;
const LONGEST = 50_000;

export function text(value: string): Text {
  return { kind: "text", text: value, known: true };
}

export function unknown(source: string, taint?: Taint): Text {
  return { kind: "text", text: `⟦${source}⟧`, known: false, ...(taint === undefined ? {} : { taint }) };
}

const MOST_ITEMS = 200;

/** What several values hand on to the one made of them. */
function compound(parts: readonly Value[]): Compound {
  let taint: Taint | undefined;
  let environment = false;
  for (const part of parts) {
    taint = worstTaint(taint, taintOf(part));
    environment ||= holdsEnvironment(part);
  }
  return { ...(taint === undefined ? {} : { taint }), ...(environment ? { environment } : {}) };
}

export function list(items: readonly Value[]): List {
  const kept = items.slice(0, MOST_ITEMS);
  return { kind: "list", items: kept, ...compound(kept) };
}

export function dict(entries: ReadonlyMap<string, Value>): Dict {
  return { kind: "dict", entries, ...compound([...entries.values()]) };
}

/** One of several values; flat and bounded. */
export function oneOf(values: readonly Value[]): Value {
  const of = values.flatMap(alternatives).slice(0, MOST_ALTERNATIVES);
  const [only] = of;
  return only === undefined ? unknown("nothing") : of.length === 1 ? only : { kind: "either", of, ...compound(of) };
}

export const ENVIRONMENT: Environment = { kind: "environment" };

export function either(a: Value, b: Value): Value {
  return oneOf([a, b]);
}

export function alternatives(value: Value): readonly Value[] {
  return value.kind === "either" ? value.of : [value];
}

/** The most harmful origin of anything in a value. */
export function taintOf(value: Value): Taint | undefined {
  if (value.kind === "symbol") return value.self ? taintOf(value.self) : undefined;
  return value.kind === "function" || value.kind === "environment" ? undefined : value.taint;
}

/** Whether the whole environment is in a value. */
export function holdsEnvironment(value: Value): boolean {
  if (value.kind === "environment") return true;
  if (value.kind === "text") return value.taint === "environment";
  return value.kind !== "symbol" && value.kind !== "function" && value.environment === true;
}

/** A value as one text; what is no text is open. */
export function asText(value: Value): Text {
  if (value.kind === "text") return value;
  if (value.kind === "either") return asText(value.of[0] ?? unknown("?"));
  if (value.kind === "environment") return unknown("environment", "environment");
  if (value.kind === "list" && value.items.length === 1) return asText(value.items[0] as Value);
  return unknown(value.kind === "symbol" ? value.name : value.kind, taintOf(value));
}

/** Two texts joined, for each pair of alternatives. */
export function concat(a: Value, b: Value): Value {
  if (holdsEnvironment(a) || holdsEnvironment(b)) return unknown("environment", "environment");
  const out: Value[] = [];
  for (const left of alternatives(a)) {
    for (const right of alternatives(b)) {
      if (out.length >= MOST_ALTERNATIVES) break;
      out.push(joined(asText(left), asText(right)));
    }
  }
  return oneOf(out);
}

function joined(a: Text, b: Text): Text {
  // Bounded: a text that doubles in a loop stays as it is.
  if (a.text.length >= LONGEST || b.text === "") return a;
  const taint = worstTaint(a.taint, b.taint);
  const base = { kind: "text" as const, known: a.known && b.known, ...(taint === undefined ? {} : { taint }) };
  const glob = a.glob || b.glob ? { glob: true } : {};
  return { ...base, ...glob, text: (a.text + b.text).slice(0, LONGEST) };
}

/** Path parts joined as `os.path.join` does: an absolute part stands for itself. */
export function joinPath(parts: readonly Value[]): Value {
  let out: Value | undefined;
  for (const part of parts) {
    if (out === undefined) {
      out = part;
      continue;
    }
    const before: Value = out;
    const results = alternatives(part).flatMap((p) =>
      alternatives(before).map((o): Value => {
        const right = asText(p);
        const left = asText(o);
        if (right.text.startsWith("/")) return { ...right, path: true };
        const sep = left.text === "" || left.text.endsWith("/") ? "" : "/";
        return { ...joined({ ...left, text: left.text + sep }, right), path: true };
      }),
    );
    out = oneOf(results);
  }
  return out ?? text("");
}

/** A value as words for a command or a path: one for each alternative. */
export function words(value: Value): readonly Word[] {
  return alternatives(value).map((each) => wordOf(asText(each)));
}

export function wordOf(value: Text): Word {
  const word = { ...plainWord(value.text), glob: value.glob ?? false, known: value.known };
  return value.known ? word : { ...word, taint: value.taint ?? "unknown" };
}

/** A wildcard for all there is, of which a test leaves only some. */
export function narrowed(value: Value): Value {
  if (value.kind === "either") return oneOf(value.of.map(narrowed));
  if (value.kind === "list") return list(value.items.map(narrowed));
  if (value.kind !== "text" || !value.glob || !/(?:^|\/)\*$/.test(value.text)) return value;
  return {
    kind: "text",
    text: value.text.replace(/\*$/, "⟦some⟧"),
    known: false,
    ...(value.path ? { path: true } : {}),
  };
}

/** What a loop over a value gives, one element at a time. */
export function element(value: Value): Value {
  const of = alternatives(value).flatMap((each): readonly Value[] => {
    if (each.kind === "list") return each.items.length > 0 ? each.items.slice(0, MOST_ALTERNATIVES) : [];
    if (each.kind === "dict") return [...each.entries.keys()].slice(0, MOST_ALTERNATIVES).map(text);
    if (each.kind === "text" || each.kind === "symbol" || each.kind === "function") return [each];
    if (each.kind === "environment") return [unknown("element", "environment")];
    return [unknown("element", taintOf(each))];
  });
  return of.length === 0 ? unknown("element") : oneOf(of);
}

/** A value as JSON writes it, as far as it is known. */
export function spelled(value: Value): string {
  if (value.kind === "text") return value.text;
  if (value.kind === "list") return `[${value.items.map(quoted).join(",")}]`;
  if (value.kind !== "dict") return "";
  return `{${[...value.entries].map(([name, each]) => `${JSON.stringify(name)}:${quoted(each)}`).join(",")}}`;
}

const quoted = (value: Value): string => (value.kind === "text" ? JSON.stringify(value.text) : spelled(value));

/** A dictionary as its pairs of name and value; an environment stays what it is. */
export function pairsOf(value: Value): Value | undefined {
  if (value.kind === "environment") return value;
  if (value.kind !== "dict") return undefined;
  return list([...value.entries].map(([name, each]) => list([text(name), each])));
}

/** The values of a dictionary, without their names. */
export function valuesOf(value: Value): Value | undefined {
  if (value.kind === "environment") return value;
  return value.kind === "dict" ? list([...value.entries.values()]) : undefined;
}
