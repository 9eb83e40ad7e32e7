import type { Token } from "./tokens.js";

/** Words after which an exclamation mark begins something. */
const BEFORE_NOT = new Set(
  "return typeof case in of delete void throw new else do await yield instanceof if while".split(" "),
);
const OPENS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * The tokens of TypeScript without what is only said to the compiler: `x!`, `x as T`, `const x: T = …`, `(x: T) => …`.
 * Of JavaScript nothing is taken.
 */
export function withoutTypes(tokens: readonly Token[]): readonly Token[] {
  if (
    !tokens.some((t) =>
      t.kind === "op" ? t.value === "!" || t.value === ":" : t.value === "as" || t.value === "satisfies",
    )
  )
    return tokens;
  const out: Token[] = [];
  const open: string[] = [];
  let importing = false;
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i] as Token;
    const before = out.at(-1);
    if (t.kind === "line" || t.value === ";") importing = false;
    if (t.kind === "name" && (t.value === "import" || t.value === "export")) importing = true;
    if (t.kind === "name" && (t.value === "as" || t.value === "satisfies") && !importing && isValue(before)) {
      i = afterType(tokens, i + 1) - 1;
      continue;
    }
    if (t.kind === "op") {
      if (t.value === "!" && !t.spaced && isValue(before)) continue;
      const optional = t.value === "?" && tokens[i + 1]?.value === ":";
      if ((t.value === ":" || optional) && annotates(out, open.at(-1))) {
        i = afterType(tokens, i + (optional ? 2 : 1)) - 1;
        continue;
      }
      if (t.value in OPENS && t.value !== "<") open.push(t.value);
      else if (/^[)\]}]$/.test(t.value)) open.pop();
    }
    out.push(t);
  }
  return out;
}

function isValue(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === "name") return !BEFORE_NOT.has(token.value);
  return token.kind === "text" || token.kind === "number" || (token.kind === "op" && /^[)\]]$/.test(token.value));
}

/** Whether a colon here follows a declared name or a parameter, and not a key, a label or a condition's first half. */
function annotates(before: readonly Token[], bracket: string | undefined): boolean {
  const name = before.at(-1);
  const ahead = before.at(-2);
  if (name?.kind !== "name" || !ahead) return false;
  if (ahead.kind === "name") return /^(?:const|let|var)$/.test(ahead.value);
  return bracket === "(" && ahead.kind === "op" && (ahead.value === "(" || ahead.value === ",");
}

/** The offset behind a type: up to what cannot belong to one. */
function afterType(tokens: readonly Token[], from: number): number {
  const open: string[] = [];
  let i = from;
  for (; i < tokens.length; i++) {
    const t = tokens[i] as Token;
    if (t.kind === "line" && open.length === 0 && i > from) break;
    if (t.kind === "op") {
      if (t.value in OPENS) {
        // `x as T(`: the type is over.
        if (t.value === "(" && open.length === 0 && i > from) break;
        open.push(OPENS[t.value] as string);
        continue;
      }
      if (open.at(-1) === t.value) {
        open.pop();
        continue;
      }
      if (open.length === 0 && !/^(?:\||&|\.|\?\.)$/.test(t.value)) break;
    } else if (open.length === 0 && t.kind === "name" && i > from && !joins(tokens[i - 1] as Token)) break;
  }
  return i;
}

/** Behind these another part of the same type follows. */
function joins(token: Token): boolean {
  return token.kind === "op"
    ? /^(?:\||&|\.)$/.test(token.value)
    : /^(?:typeof|keyof|readonly|infer|unique|is)$/.test(token.value);
}
