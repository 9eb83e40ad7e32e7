import { decodeAnsiC } from "./ansi-c.js";
import { evaluate } from "./arithmetic.js";
import { type Expansion, expandAgain, expandText } from "./expand.js";
import type { Lookup } from "./parameter.js";
import { matchPattern } from "./pattern.js";
import type { Operation, ParameterPart, WordNode } from "./syntax.js";

/** Applies the operation of `${name…}` to what the parameter stands for. */
export function operate(found: Lookup, part: ParameterPart, x: Expansion): Lookup {
  const op = part.operation as Operation;
  switch (op.type) {
    case "Default":
      return withDefault(found, op.operator, op.operand, part, x);
    case "Slice":
      return slice(found, op.offset, op.length, part, x);
    case "Remove":
      return each(found, part, x, pattern(op.operand, x), (text, p) => remove(text, p, op.operator));
    case "Replace": {
      // The parser ends the pattern at the first slash, even inside a substitution.
      if (unclosed(op.pattern.text)) {
        expandAgain(part.text.slice(2, -1), x);
        return unknown(part, x);
      }
      const by = expandText(op.replacement, x)[0] ?? "";
      return each(found, part, x, pattern(op.pattern, x), (text, p) => replace(text, p, by, op.operator));
    }
    case "CaseModification": {
      const only = op.operand ? pattern(op.operand, x) : "?";
      return each(found, part, x, only, (text, p) => changeCase(text, p, op.operator));
    }
    case "Transform":
      return transform(found, op.operand.text, part, x);
    case "Names":
    case "Unknown":
      return unknown(part, x);
    default:
      op satisfies never;
      return found;
  }
}

function unclosed(text: string): boolean {
  if (!/[$`]/.test(text)) return false;
  const opened = text.match(/\$[({]/g)?.length ?? 0;
  const closed = text.match(/[)}]/g)?.length ?? 0;
  return opened > closed || (text.split("`").length & 1) === 0;
}

function unknown(part: ParameterPart, x: Expansion, of = ""): Lookup {
  const taint = x.shell.holes.taint(of) ?? "unknown";
  const text = x.shell.holes.add({ source: part.text, taint, contrived: true });
  return { values: [text], list: false, set: true };
}

function withDefault(found: Lookup, operator: string, operand: WordNode, part: ParameterPart, x: Expansion): Lookup {
  const colon = operator.startsWith(":");
  const kind = operator.at(-1);
  const blank = found.set === false || (colon && !found.list && found.values.every((v) => v === ""));
  const other = (): readonly string[] => expandText(operand, x);
  // `X=$(find …); ${X:-/}`: what is not known may turn out to be empty.
  const unsure =
    colon && !blank && found.set === true && !found.list && found.values.some((v) => x.shell.holes.mayBeEmpty(v));
  if (kind === "?") {
    // It ends the shell when there is nothing, so what follows has a value.
    if (found.set !== "maybe") return blank ? { ...found, set: false } : found;
    return { values: [x.shell.holes.add({ source: part.text, taint: "unknown" })], list: false, set: true };
  }
  if (kind === "+") {
    const values = other();
    if (blank) return { values: [], list: false, set: false };
    return found.set === "maybe" || unsure
      ? { values: ["", ...values], list: false, set: true }
      : { values, list: false, set: true };
  }
  const values = other();
  if (!blank && found.set === true && !unsure) return found;
  const given = unsure
    ? found.values.filter((v) => v !== "")
    : [x.shell.holes.add({ source: part.text, taint: "unknown" })];
  const unique = [...new Set(blank ? values : [...given, ...values])];
  if (kind === "=" && /^[A-Za-z_]\w*$/.test(part.parameter)) x.state.set(part.parameter, unique);
  return { values: unique, list: false, set: true };
}

function pattern(word: WordNode, x: Expansion): string {
  // Quoted wildcards stand for themselves.
  if (!word.parts) return word.text === word.value ? word.value : word.text;
  return word.parts
    .map((part) =>
      part.type === "SingleQuoted" || part.type === "DoubleQuoted" || part.type === "AnsiCQuoted"
        ? expandText({ ...word, parts: [part] }, x)[0]?.replace(/[*?[\]\\]/g, "\\$&")
        : expandText({ ...word, parts: [part] }, x)[0],
    )
    .join("");
}

function each(
  found: Lookup,
  part: ParameterPart,
  x: Expansion,
  by: string,
  change: (text: string, by: string) => string | null,
): Lookup {
  const { holes } = x.shell;
  if (found.set === false) return found;
  const values: string[] = [];
  for (const value of found.values) {
    const result = holes.known(value) && holes.known(by) ? change(value, by) : null;
    values.push(result ?? (unknown(part, x, value).values[0] as string));
  }
  return { ...found, values: found.list ? values : [...new Set(values)], set: true };
}

function remove(text: string, by: string, operator: string): string | null {
  if (text.length > 4096) return null;
  const front = operator[0] === "#";
  const longest = operator.length === 2;
  const lengths = Array.from({ length: text.length + 1 }, (_, i) => (longest ? text.length - i : i));
  for (const n of lengths) {
    const piece = front ? text.slice(0, n) : text.slice(text.length - n);
    if (matchPattern(by, piece)) return front ? text.slice(n) : text.slice(0, text.length - n);
  }
  return text;
}

function replace(text: string, by: string, replacement: string, operator: string): string | null {
  if (text.length > 4096) return null;
  if (by === "") return operator === "/#" ? replacement + text : operator === "/%" ? text + replacement : text;
  let out = "";
  let from = 0;
  for (let i = 0; i <= text.length; ) {
    if (operator === "/#" && i > 0) break;
    const end = longest(text, i, by, operator === "/%");
    if (end < 0) {
      i++;
      continue;
    }
    out += text.slice(from, i) + replacement;
    from = end;
    i = end > i ? end : i + 1;
    if (operator !== "//") break;
  }
  return out + text.slice(from);
}

function longest(text: string, from: number, by: string, toEnd: boolean): number {
  // A pattern without wildcards, the usual case, needs no search.
  if (!/[*?[\\]/.test(by)) {
    const end = from + by.length;
    return text.startsWith(by, from) && (!toEnd || end === text.length) ? end : -1;
  }
  if (toEnd) return matchPattern(by, text.slice(from)) ? text.length : -1;
  for (let end = text.length; end > from; end--) if (matchPattern(by, text.slice(from, end))) return end;
  return -1;
}

function changeCase(text: string, by: string, operator: string): string {
  const up = operator[0] === "^";
  const all = operator.length === 2;
  const chars = [...text].map((c, i) =>
    (all || i === 0) && matchPattern(by, c) ? (up ? c.toUpperCase() : c.toLowerCase()) : c,
  );
  return chars.join("");
}

function number(word: WordNode, x: Expansion): number | null {
  const value = evaluate(word.text.trim(), x);
  return /^-?\d+$/.test(value) ? Number(value) : null;
}

function slice(
  found: Lookup,
  offset: WordNode,
  count: WordNode | undefined,
  part: ParameterPart,
  x: Expansion,
): Lookup {
  const from = number(offset, x);
  const many = count ? number(count, x) : undefined;
  const positional = part.parameter === "@" || part.parameter === "*";
  // `${@: -1}` of no parameters is `$0`.
  if (found.set === false && !(positional && found.list)) return found;
  if (from === null || many === null) return unknown(part, x, found.values.join(""));
  if (found.list) {
    const all = positional ? [x.state.zero ?? "bash", ...found.values] : [...found.values];
    const start = from < 0 ? all.length + from : from;
    const values = all.slice(start, many === undefined ? undefined : start + many);
    const open = all.some((each) => x.shell.holes.elastic(each));
    return { values: open ? all : values, list: true, set: values.length > 0, ...(open ? { unclear: true } : {}) };
  }
  const values = found.values.map((value) => {
    // Every PATH in use begins with a slash.
    if (part.parameter === "PATH" && from === 0 && many === 1 && !x.shell.holes.known(value)) {
      return `${contrivedMark(x)}/`;
    }
    if (!x.shell.holes.known(value)) return unknown(part, x, value).values[0] as string;
    const chars = [...value];
    // Counted from the end and further than the text is long: nothing.
    if (chars.length + from < 0) return "";
    const start = from < 0 ? chars.length + from : from;
    const end = many === undefined ? chars.length : many < 0 ? chars.length + many : start + many;
    const cut = chars.slice(start, end).join("");
    return fromOutside(part.parameter, x) ? contrivedMark(x) + cut : cut;
  });
  return { values: [...new Set(values)], list: false, set: true };
}

/** Letters cut out of a variable that the call did not set itself: no honest name is made of them. */
function fromOutside(name: string, x: Expansion): boolean {
  return /^[A-Z]/.test(name) && x.state.variable(name) === undefined;
}

export function contrivedMark(x: Expansion): string {
  return x.shell.holes.add({ source: "", taint: "unknown", mark: true, contrived: true });
}

function transform(found: Lookup, operator: string, part: ParameterPart, x: Expansion): Lookup {
  const { holes } = x.shell;
  if (operator === "P") {
    const values = found.values.map((value) => expandAgain(value, x));
    x.shell.opaque("code", holes.taint(values.join("")) ?? "unknown", part.text, x.scope);
    return { ...found, values };
  }
  const change: Record<string, (text: string) => string> = {
    U: (text) => text.toUpperCase(),
    u: (text) => text.slice(0, 1).toUpperCase() + text.slice(1),
    L: (text) => text.toLowerCase(),
    E: decodeAnsiC,
    Q: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  };
  const by = change[operator];
  return by ? each(found, part, x, "", by) : unknown(part, x);
}
