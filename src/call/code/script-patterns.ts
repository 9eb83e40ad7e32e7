import { DECLARES } from "./script-words.js";
import type { Token } from "./tokens.js";

/** What a value is taken apart by: `a`, `a, *rest`, `[a, [b, c]]`, `{ a, b: c, ...rest }`. */
export type Pattern =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "items"; readonly of: readonly Part[] }
  | { readonly kind: "entries"; readonly of: readonly (Part & { readonly key: string })[] };

interface Part {
  readonly pattern: Pattern;
  /** Takes all that is left. */
  readonly rest: boolean;
}

const OPENS = new Set(["(", "[", "{"]);
const CLOSES = new Set([")", "]", "}"]);
const STARS = new Set(["*", "**", "..."]);

/** Reads the left side of an assignment, the head of a loop or a parameter; undefined where no name stands there. */
export function patternOf(given: readonly Token[]): Pattern | undefined {
  const tokens = given.filter((t) => t.kind !== "line" && !(t.kind === "name" && DECLARES.has(t.value)));
  const first = tokens[0];
  if (!first) return undefined;
  const parts = parted(tokens);
  if (parts.length > 1) return items(parts);
  if (first.kind === "op" && OPENS.has(first.value) && closeOf(tokens) === tokens.length - 1) {
    const inner = parted(tokens.slice(1, -1));
    return first.value === "{" ? entries(inner) : items(inner);
  }
  const name = tokens.find((t) => t.kind === "name");
  return name ? { kind: "name", name: name.value } : undefined;
}

function items(parts: readonly (readonly Token[])[]): Pattern {
  return {
    kind: "items",
    of: parts.flatMap((part) => {
      const pattern = patternOf(part);
      return pattern ? [{ pattern, rest: takesRest(part, pattern) }] : [{ pattern: NOWHERE, rest: false }];
    }),
  };
}

/** A place that nothing is bound at: the hole in `[, a]`. */
const NOWHERE: Pattern = { kind: "name", name: "" };

function entries(parts: readonly (readonly Token[])[]): Pattern {
  return {
    kind: "entries",
    of: parts.flatMap((part) => {
      const [first, second] = part;
      const named = second?.kind === "op" && second.value === ":";
      const pattern = patternOf(named ? part.slice(2) : part);
      if (!first || !pattern) return [];
      return [{ key: first.value, pattern, rest: takesRest(part, pattern) }];
    }),
  };
}

/** A star says so, and in Perl that an array is bound. */
function takesRest(part: readonly Token[], pattern: Pattern): boolean {
  const [first] = part;
  return (first?.kind === "op" && STARS.has(first.value)) || (pattern.kind === "name" && pattern.name.startsWith("@"));
}

/** Between the commas of the outermost level. */
function parted(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const t of tokens) {
    if (t.kind === "op" && OPENS.has(t.value)) depth++;
    else if (t.kind === "op" && CLOSES.has(t.value)) depth--;
    if (depth === 0 && t.kind === "op" && t.value === ",") parts.push([]);
    else parts.at(-1)?.push(t);
  }
  if (parts.at(-1)?.length === 0) parts.pop();
  return parts;
}

/** Where the bracket that the tokens begin with is closed. */
function closeOf(tokens: readonly Token[]): number {
  let depth = 0;
  for (const [at, t] of tokens.entries()) {
    if (t.kind !== "op") continue;
    if (OPENS.has(t.value)) depth++;
    else if (CLOSES.has(t.value) && --depth === 0) return at;
  }
  return -1;
}
