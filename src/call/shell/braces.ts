/**
 * Brace expansion of a word as written, before anything else is expanded (Bash Reference Manual,
 * Brace Expansion). Quotes, `${…}`, `$(…)` and backticks are stepped over.
 *
 * @param limit most results; null when there would be more
 */
export function expandBraces(word: string, limit: number): string[] | null {
  const open = findGroup(word, 0);
  if (!open) return [word];
  const { start, end, commas } = open;
  const before = word.slice(0, start);
  const inside = word.slice(start + 1, end);
  const items = commas.length > 0 ? split(word, start, end, commas) : sequence(inside, limit);
  if (items === null) return null;
  const tails = expandBraces(word.slice(end + 1), limit);
  if (tails === null) return null;
  const out: string[] = [];
  for (const item of items) {
    const inner = commas.length > 0 ? expandBraces(item, limit) : [item];
    if (inner === null || out.length + inner.length * tails.length > limit) return null;
    for (const each of inner) for (const tail of tails) out.push(before + each + tail);
  }
  return out;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly commas: readonly number[];
}

const SEQUENCE = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/;

/** The first brace group that expands. One pass: a stack of the groups that are open. */
function findGroup(word: string, from: number): Group | null {
  const stack: { start: number; commas: number[] }[] = [];
  let best: Group | null = null;
  for (let i = from; i < word.length; i++) {
    const skipped = skip(word, i);
    if (skipped > i) {
      i = skipped - 1;
      continue;
    }
    const c = word[i];
    if (c === "{") stack.push({ start: i, commas: [] });
    else if (c === ",") stack.at(-1)?.commas.push(i);
    else if (c === "}") {
      const group = stack.pop();
      if (!group) continue;
      const { start, commas } = group;
      const expands = commas.length > 0 || SEQUENCE.test(word.slice(start + 1, i));
      if (expands && (best === null || start < best.start)) best = { start, end: i, commas };
      if (stack.length === 0 && best) return best;
    }
  }
  return best;
}

/** Past a quoted or expanded part that begins at `i`, or `i` where none does. */
export function skip(word: string, i: number): number {
  const c = word[i];
  if (c === "\\") return i + 2;
  if (c === "'") return close(word.indexOf("'", i + 1), word);
  if (c === '"') return quoted(word, i + 1, '"');
  if (c === "`") return quoted(word, i + 1, "`");
  if (c !== "$") return i;
  const next = word[i + 1];
  if (next === "'") return ansi(word, i + 2);
  if (next === "{") return nested(word, i + 2, "{", "}");
  if (next === "(") return nested(word, i + 2, "(", ")");
  return i;
}

function close(index: number, word: string): number {
  return index < 0 ? word.length : index + 1;
}

function ansi(word: string, from: number): number {
  for (let i = from; i < word.length; i++) {
    if (word[i] === "\\") i++;
    else if (word[i] === "'") return i + 1;
  }
  return word.length;
}

function quoted(word: string, from: number, end: string): number {
  for (let i = from; i < word.length; i++) {
    if (word[i] === "\\") i++;
    else if (word[i] === end) return i + 1;
    else if (word[i] === "$" && (word[i + 1] === "(" || word[i + 1] === "{")) i = skip(word, i) - 1;
  }
  return word.length;
}

function nested(word: string, from: number, open: string, shut: string): number {
  let depth = 1;
  for (let i = from; i < word.length; i++) {
    if (word[i] === open) depth++;
    else if (word[i] === shut && --depth === 0) return i + 1;
    else {
      const past = skip(word, i);
      if (past > i) i = past - 1;
    }
  }
  return word.length;
}

function split(word: string, start: number, end: number, commas: readonly number[]): string[] {
  const items: string[] = [];
  let at = start + 1;
  for (const comma of [...commas, end]) {
    items.push(word.slice(at, comma));
    at = comma + 1;
  }
  return items;
}

function sequence(inside: string, limit: number): string[] | null {
  const match = SEQUENCE.exec(inside);
  if (!match) return [`{${inside}}`];
  const [, a, b, c, d, by] = match;
  const numeric = a !== undefined && b !== undefined;
  const from = numeric ? Number(a) : (c ?? "").charCodeAt(0);
  const to = numeric ? Number(b) : (d ?? "").charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  if (Math.abs(to - from) / step + 1 > limit) return null;
  const padded = numeric && (/^-?0\d/.test(a) || /^-?0\d/.test(b));
  const width = padded ? Math.max(a.length, b.length) : 0;
  const items: string[] = [];
  for (let n = from; from <= to ? n <= to : n >= to; n += from <= to ? step : -step) {
    if (!numeric) items.push(String.fromCharCode(n));
    else items.push(n < 0 ? `-${String(-n).padStart(width - 1, "0")}` : String(n).padStart(width, "0"));
  }
  return items;
}
