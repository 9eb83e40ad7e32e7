import { evaluate } from "./arithmetic.js";
import { environment } from "./environment.js";
import { type Expansion, expandText } from "./expand.js";
import { BORDER, type Piece } from "./field.js";
import type { Variable } from "./known.js";
import { LIMITS } from "./limits.js";
import { contrivedMark, operate } from "./operations.js";
import type { ParameterPart, WordNode } from "./syntax.js";

/** What a parameter stands for. */
export interface Lookup {
  /** Possible values; with `list`, the elements of the one possible value. */
  readonly values: readonly string[];
  readonly list: boolean;
  /** With `list`: there may be others in their place. */
  readonly unclear?: boolean;
  /** "maybe" when it may also be unset. */
  readonly set: true | false | "maybe";
}

const UNSET: Lookup = { values: [], list: false, set: false };

/** `$x`, `$1`, `$@`: all readings. */
export function simpleParameter(text: string, quoted: boolean, x: Expansion): Piece[][] {
  const name = text.slice(1);
  return asPieces(lookUp(name, text, x), text, name === "*", quoted, x);
}

/** `${…}`: all readings. */
export function parameter(part: ParameterPart, quoted: boolean, x: Expansion): Piece[][] {
  const star = part.parameter === "*" || part.index?.text === "*";
  const named = find(part, x);
  const result = part.operation ? operate(named, part, x) : named;
  return asPieces(result, part.text, star, quoted, x);
}

function find(part: ParameterPart, x: Expansion): Lookup {
  if (part.operation?.type === "Names") return contrived(part, x);
  const index = part.index;
  if (part.prefix === "!") {
    if (index && (index.text === "@" || index.text === "*")) return keys(part, x);
    return indirect(part, x);
  }
  const found = index ? element(part.parameter, index, part.text, x) : lookUp(part.parameter, part.text, x);
  return part.prefix === "#" ? length(found, part, x) : found;
}

function contrived(part: ParameterPart, x: Expansion): Lookup {
  const text = x.shell.holes.add({ source: part.text, taint: "unknown", contrived: true });
  return { values: [text], list: false, set: true };
}

/** Looks a parameter up by name. `source` is how it was written, for what is not known. */
export function lookUp(name: string, source: string, x: Expansion): Lookup {
  const { state, shell } = x;
  if (name === "@" || name === "*") {
    if (state.parameters)
      return {
        values: state.parameters,
        list: true,
        set: state.parameters.length > 0,
        ...openList(state.parameters, x),
      };
    return { values: [shell.holes.add({ source, taint: "unknown", empty: true })], list: false, set: "maybe" };
  }
  if (/^[0-9]+$/.test(name)) {
    // The shell's own name is known, but nobody starts a program by it.
    if (Number(name) === 0) {
      const zero = state.zero ?? `${contrivedMark(x)}bash`;
      return { values: [zero], list: false, set: true };
    }
    if (!state.parameters) return maybe(source, x);
    // Behind one that may be none or several any of them may stand here.
    const at = Number(name) - 1;
    if (
      shell.holes.elastic(state.parameters[at] ?? "") ||
      state.parameters.slice(0, at).some((each) => shell.holes.several(each))
    )
      return {
        values: [...state.parameters, ...maybe(source, x).values].slice(-LIMITS.alternatives),
        list: false,
        set: "maybe",
      };
    const value = state.parameters[Number(name) - 1];
    return value === undefined ? UNSET : { values: [value], list: false, set: true };
  }
  if (name === "#") {
    const known = state.parameters && !state.parameters.some((each) => shell.holes.several(each));
    const text = known ? String(state.parameters?.length) : shell.holes.add({ source, taint: "unknown" });
    return { values: [text], list: false, set: true };
  }
  const own = state.variable(name);
  if (own && !(own.maybe && own.values.length === 0)) return fromVariable(name, own, source, x);
  return fromOutside(name, source, x);
}

/** A list of which one of several elements may be gone, or have moved, is one of several. */
function openList(all: readonly string[], x: Expansion): { unclear?: true } {
  return all.length > 1 && all.some((each) => x.shell.holes.elastic(each)) ? { unclear: true } : {};
}

function fromOutside(name: string, source: string, x: Expansion): Lookup {
  const outer = environment(name, x.state, x.shell.call);
  if (outer === null) return maybe(source, x);
  const value = outer === "open" ? x.shell.holes.add({ source, taint: "unknown" }) : outer;
  return { values: [value], list: false, set: true };
}

function fromVariable(name: string, own: Variable, source: string, x: Expansion): Lookup {
  if (own.reference && own.values.length === 1) {
    const target = own.values[0] as string;
    const other = x.state.variable(target);
    return other && other !== own ? fromVariable(target, { ...other, reference: false }, source, x) : UNSET;
  }
  if (own.array && !own.maybe && !own.unclear) {
    return own.array.length > 0 ? { values: [own.array[0] as string], list: false, set: true } : UNSET;
  }
  if (own.maybe) {
    const outer = fromOutside(name, source, x).values;
    return { values: [...own.values, ...outer], list: false, set: "maybe" };
  }
  return own.values.length === 0 ? UNSET : { values: own.values, list: false, set: true };
}

function maybe(source: string, x: Expansion): Lookup {
  return { values: [x.shell.holes.add({ source, taint: "unknown", empty: true })], list: false, set: "maybe" };
}

function element(name: string, index: WordNode, source: string, x: Expansion): Lookup {
  const own = x.state.variable(name);
  if (index.text === "@" || index.text === "*") {
    if (!own) return maybe(source, x);
    const all = own.array ?? (own.map ? [...own.map.values()] : own.values.slice(0, 1));
    return {
      values: all,
      list: true,
      set: all.length > 0,
      ...(own.unclear || own.maybe ? { unclear: true } : openList(all, x)),
    };
  }
  const key = subscript(index, x);
  if (!own) return maybe(source, x);
  if (own.map) {
    const value = own.map.get(key);
    if (value !== undefined) return { values: [value], list: false, set: true };
    return x.shell.holes.in(key) ? { values: [...own.map.values()], list: false, set: true } : UNSET;
  }
  const array = own.array ?? own.values.slice(0, 1);
  const position = /^-?\d+$/.test(key) ? Number(key) : evaluateIndex(key, x);
  if (position === null) return { values: array.slice(0, LIMITS.alternatives), list: false, set: array.length > 0 };
  const value = array.at(position);
  if (own.unclear || own.maybe || array.some((each) => x.shell.holes.several(each))) {
    const others = [...array, ...maybe(source, x).values].slice(-LIMITS.alternatives);
    return { values: others, list: false, set: "maybe" };
  }
  return value === undefined ? UNSET : { values: [value], list: false, set: true };
}

/** A subscript's text. Quotes in it do not protect what bash expands there. */
export function subscript(index: WordNode, x: Expansion): string {
  if (/['"]/.test(index.text) && /[$`]/.test(index.text)) return evaluate(index.text, x);
  return expandText(index, x)[0] ?? "";
}

function evaluateIndex(key: string, x: Expansion): number | null {
  const value = evaluate(key, x);
  return /^-?\d+$/.test(value) ? Number(value) : null;
}

function keys(part: ParameterPart, x: Expansion): Lookup {
  const own = x.state.variable(part.parameter);
  if (own?.map) return { values: [...own.map.keys()], list: true, set: own.map.size > 0 };
  if (own?.array && !own.array.some((each) => x.shell.holes.elastic(each)))
    return { values: own.array.map((_, i) => String(i)), list: true, set: own.array.length > 0 };
  return contrived(part, x);
}

function indirect(part: ParameterPart, x: Expansion): Lookup {
  // Of nothing it is an error, and then the command does not run.
  if (x.scope.out) x.scope.out.ambiguous = true;
  const name = lookUp(part.parameter, part.text, x);
  const found: string[] = [];
  for (const value of name.values) {
    const bare = x.shell.holes.bare(value);
    if (x.shell.holes.in(bare) || !/^(?:[A-Za-z_]\w*|[0-9]+|[@*#])$/.test(bare)) return contrived(part, x);
    const target = lookUp(bare, part.text, x);
    if (target.set === "maybe") return contrived(part, x);
    found.push(...target.values);
  }
  return found.length === 0 ? contrived(part, x) : { values: found, list: false, set: true };
}

function length(found: Lookup, part: ParameterPart, x: Expansion): Lookup {
  const sure = !found.unclear && !found.values.some((each) => x.shell.holes.several(each));
  if (found.list && sure) return { values: [String(found.values.length)], list: false, set: true };
  const value = found.values.length === 1 && !found.list ? (found.values[0] as string) : undefined;
  if (found.set === false) return { values: ["0"], list: false, set: true };
  if (value !== undefined && x.shell.holes.known(value)) {
    return { values: [String([...x.shell.holes.bare(value)].length)], list: false, set: true };
  }
  return { values: [x.shell.holes.add({ source: part.text, taint: "unknown" })], list: false, set: true };
}

function asPieces(found: Lookup, source: string, star: boolean, quoted: boolean, x: Expansion): Piece[][] {
  if (found.unclear) {
    const other = x.shell.holes.add({ source, taint: "unknown" });
    const clear = asPieces({ ...found, unclear: false }, source, star, quoted, x);
    return [...clear, [{ text: other, quoted, split: !quoted }]];
  }
  if (found.list) {
    if (quoted && star) {
      const ifs = x.ifs();
      return [[{ text: found.values.join(ifs === "" ? "" : ifs[0]), quoted: true }]];
    }
    const row: Piece[] = [];
    for (const value of found.values) {
      if (row.length > 0) row.push(BORDER);
      row.push({ text: value, quoted, split: !quoted });
    }
    return [row];
  }
  if (found.values.length === 0) return [[{ text: "", quoted, split: !quoted }]];
  return found.values.map((text) => [{ text, quoted, split: !quoted }]);
}
