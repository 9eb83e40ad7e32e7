/**
 * Matches shell patterns (`*`, `?`, `[…]`) on known texts, as parameter expansion and `case` do.
 * At worst pattern × text steps.
 */
export function matchPattern(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const c = pattern[p];
    if (c === "*") {
      star = p++;
      mark = t;
      continue;
    }
    const next = c === undefined ? -1 : one(pattern, p, text[t] as string);
    if (next >= 0) {
      p = next;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p >= pattern.length;
}

/** Past the pattern's element at `p` when it takes this character, else -1. */
function one(pattern: string, p: number, char: string): number {
  const c = pattern[p];
  if (c === "?") return p + 1;
  if (c === "\\" && p + 1 < pattern.length) return pattern[p + 1] === char ? p + 2 : -1;
  if (c === "[") {
    const end = bracketEnd(pattern, p);
    if (end > 0) return inBracket(pattern.slice(p + 1, end), char) ? end + 1 : -1;
  }
  return c === char ? p + 1 : -1;
}

function bracketEnd(pattern: string, p: number): number {
  let i = p + 1;
  if (pattern[i] === "!" || pattern[i] === "^") i++;
  if (pattern[i] === "]") i++;
  for (; i < pattern.length; i++) {
    if (pattern[i] === "[" && pattern[i + 1] === ":") {
      const end = pattern.indexOf(":]", i + 2);
      if (end > 0) i = end + 1;
    } else if (pattern[i] === "]") return i;
  }
  return -1;
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    alpha: /[A-Za-z]/,
    digit: /[0-9]/,
    alnum: /[A-Za-z0-9]/,
    lower: /[a-z]/,
    upper: /[A-Z]/,
    space: /\s/,
    blank: /[ \t]/,
    punct: /[!-/:-@[-`{-~]/,
    xdigit: /[0-9A-Fa-f]/,
  }),
);

function inBracket(inside: string, char: string): boolean {
  const negated = inside[0] === "!" || inside[0] === "^";
  let found = false;
  for (let i = negated ? 1 : 0; i < inside.length; i++) {
    if (inside[i] === "[" && inside[i + 1] === ":") {
      const end = inside.indexOf(":]", i + 2);
      if (end > 0) {
        if (CLASSES.get(inside.slice(i + 2, end))?.test(char)) found = true;
        i = end + 1;
        continue;
      }
    }
    const low = inside[i] as string;
    if (inside[i + 1] === "-" && i + 2 < inside.length) {
      if (low <= char && char <= (inside[i + 2] as string)) found = true;
      i += 2;
    } else if (low === char) found = true;
  }
  return found !== negated;
}
