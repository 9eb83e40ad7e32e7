import { evaluate } from "./arithmetic.js";
import { type Expansion, expandText, expandWord } from "./expand.js";
import type { Field } from "./field.js";
import type { Variable } from "./known.js";
import { bounded, LIMITS } from "./limits.js";
import { subscript } from "./parameter.js";
import type { AssignmentNode } from "./syntax.js";

/** A field's text with its home directory written out, as a value holds it. */
export function plainText(each: Field, x: Pick<Expansion, "shell">): string {
  const text = each.tilde && /^~(?:\/|$)/.test(each.text) ? x.shell.call.home + each.text.slice(1) : each.text;
  if (!each.glob) return text;
  return x.shell.holes.add({ source: "", taint: "unknown", mark: true, glob: true }) + text;
}

/** A field's text as an element of a list: it says when there may be none or several in its place. */
export function elementText(each: Field, x: Pick<Expansion, "shell">): string {
  const text = plainText(each, x);
  return each.elastic && x.shell.holes.in(text) ? elasticMark(x) + text : text;
}

export function elasticMark(x: Pick<Expansion, "shell">): string {
  return x.shell.holes.add({ source: "", taint: "unknown", mark: true, elastic: true });
}

/** All values that an assignment may give. */
export function assignedValues(node: AssignmentNode, x: Expansion, declares = false): string[] {
  if (node.value.type === "ArrayValue") return [];
  const { home } = x.shell.call;
  // Braces make several assignments of a declaration's word; the last one holds.
  if (declares && node.value.parts?.some((part) => part.type === "BraceExpansion")) {
    return expandWord(node.value, x).map((fields) => fields.at(-1)?.text ?? "");
  }
  return expandText(node.value, x).map((text) =>
    node.value.type === "Word" && node.value.text[0] === "~" && /^~(?:\/|$)/.test(text) ? home + text.slice(1) : text,
  );
}

/** Sets the variable. */
export function assign(node: AssignmentNode, x: Expansion, more: Partial<Variable> = {}, declares = false): void {
  const old = x.state.variable(node.name);
  if (node.value.type === "ArrayValue") {
    const flags = more.map ? { ...more, map: undefined } : more;
    setArray(node, old, x, flags, more.map !== undefined || old?.map !== undefined);
    return;
  }
  const values = assignedValues(node, x, declares);
  if (node.index) {
    setElement(node, values[0] ?? "", old, x);
    return;
  }
  setValues(node.name, values, node.append === true, x, more);
}

/** Exported in every environment, so that a new value reaches programs without `export`. */
const OUTSIDE: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "SHELL",
  "TERM",
  "LANG",
  "USER",
  "PWD",
  "PAGER",
  "EDITOR",
  "VISUAL",
]);

/** Sets a variable to one of these values, or adds them to what it holds. */
export function setValues(
  name: string,
  values: readonly string[],
  append: boolean,
  x: Expansion,
  more: Partial<Variable> = {},
): void {
  const old = x.state.variable(name);
  const outside = old === undefined && OUTSIDE.has(name);
  if (outside) x.shell.exports(name);
  const integer = more.integer ?? old?.integer ?? false;
  let result = values;
  if (integer) result = values.map((value) => evaluate(x.shell.holes.bare(value), x));
  else if (append) {
    const before = old ? old.values : [x.shell.holes.add({ source: `$${name}`, taint: "unknown", empty: true })];
    const heads = before.length === 0 ? [""] : before;
    result = [...new Set(heads.flatMap((head) => values.map((value) => bounded(head + value))))];
  }
  x.state.set(name, result.slice(0, LIMITS.alternatives), {
    ...(old?.exported || outside ? { exported: true } : {}),
    ...more,
  });
}

function setArray(node: AssignmentNode, old: Variable | undefined, x: Expansion, more: object, keyed: boolean): void {
  if (node.value.type !== "ArrayValue") return;
  const elements: string[] = node.append ? [...(old?.array ?? old?.values ?? [])] : [];
  const map = new Map<string, string>(node.append ? (old?.map ?? []) : []);
  let unclear = false;
  for (const word of node.value.elements) {
    const readings = expandWord(word, x);
    if (readings.length > 1) unclear = true;
    for (const each of readings.flat()) {
      const text = elementText(each, x);
      const match = /^\[([^\]]*)\]\+?=([\s\S]*)$/.exec(text);
      if (match && word.text[0] === "[") {
        const [, key = "", value = ""] = match;
        map.set(key, value);
        if (/^\d+$/.test(key) && Number(key) < LIMITS.fields) elements[Number(key)] = value;
        else elements.push(value);
      } else elements.push(text);
    }
  }
  // Adding to a long array copies it.
  x.shell.budget.step(elements.length >> 4);
  const array = Array.from(elements, (e) => e ?? "");
  x.state.set(node.name, array.slice(0, 1), {
    array,
    ...(unclear ? { unclear } : {}),
    ...(keyed ? { map } : {}),
    ...more,
  });
}

function setElement(node: AssignmentNode, value: string, old: Variable | undefined, x: Expansion): void {
  const key = node.index ? subscript(node.index, x) : "0";
  // zsh: `aliases[ls]=…`, `functions[ls]=…` say what a name means.
  if (/^(?:g?aliases|saliases|functions)$/.test(node.name)) x.state.own().aliases.set(key, value);
  if (old?.map) {
    x.state.set(node.name, old.values, { ...old, map: new Map([...old.map, [key, value]]) });
    return;
  }
  const array = [...(old?.array ?? old?.values ?? [])];
  const position = /^-?\d+$/.test(key) ? Number(key) : Number(evaluate(key, x));
  if (Number.isInteger(position) && Math.abs(position) < LIMITS.fields) {
    const at = position < 0 ? array.length + position : position;
    array[at] = node.append ? (array[at] ?? "") + value : value;
  } else array.push(value);
  const filled = Array.from(array, (e) => e ?? "");
  x.state.set(node.name, filled.slice(0, 1), { array: filled });
}
