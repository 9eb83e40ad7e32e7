import { asText, concat, list, text, unknown, type Value } from "./values.js";

/** Lists joined, else texts. */
export function added(a: Value, b: Value): Value {
  if (a.kind === "list" && b.kind === "list") return list([...a.items, ...b.items].slice(0, 200));
  return concat(a, b);
}

/** `"%s %s" % (a, b)`. */
export function formatted(pattern: Value, given: Value): Value {
  return formatText(pattern, given.kind === "list" ? given.items : [given]);
}

/** A printf-like pattern with its values. */
export function formatText(pattern: Value, given: readonly Value[]): Value {
  const source = asText(pattern).text;
  let out: Value = text("");
  let last = 0;
  let n = 0;
  for (const match of source.matchAll(/%(?:%|[-+0-9.]*[sdifxrvp@])/g)) {
    out = concat(out, text(source.slice(last, match.index)));
    out = concat(out, match[0] === "%%" ? text("%") : (given[n++] ?? unknown("value")));
    last = match.index + match[0].length;
  }
  return concat(out, text(source.slice(last)));
}
