/** One piece of SQL text. Identifiers in quotes are `name`, never keywords. */
export interface SqlToken {
  readonly kind: "word" | "name" | "string" | "body" | "punctuation" | "number" | "meta";
  /** Words in capitals; a string's or body's content; a client command's whole line. */
  readonly text: string;
}

const WORD = /[A-Za-z_\u0080-\uffff⟦][\w$\u0080-\uffff⟦⟧]*/y;
const NUMBER = /[0-9][0-9A-Za-z_.]*/y;
const DOLLAR = /\$[A-Za-z_]?\w*\$/y;

/**
 * Divides SQL text into tokens: comments away, strings, quoted names, dollar-quoted bodies, and the
 * client's own commands (`\! ls`, `.shell ls`) apart. Linear; an unterminated string ends with the text.
 *
 * @param backslash whether a backslash escapes in every string (MySQL) or only in `E'…'` (the standard)
 */
export function sqlTokens(text: string, backslash: boolean): SqlToken[] {
  const out: SqlToken[] = [];
  let at = 0;
  let lineStart = true;
  const push = (kind: SqlToken["kind"], value: string): void => void out.push({ kind, text: value });
  while (at < text.length) {
    const c = text[at] as string;
    if (c === "\n") {
      lineStart = true;
      at++;
      continue;
    }
    if (/\s/.test(c)) {
      at++;
      continue;
    }
    if (c === "\\" || (lineStart && c === "." && /[a-z]/.test(text[at + 1] ?? ""))) {
      const end = endOfLine(text, at);
      push("meta", text.slice(at, end));
      at = end;
      continue;
    }
    lineStart = false;
    if (text.startsWith("--", at)) at = endOfLine(text, at);
    else if (text.startsWith("/*", at)) at = afterComment(text, at);
    else if (text.startsWith("*/", at)) at += 2;
    else if (c === "'") at = quoted(text, at, "'", backslash || precededByE(out, text, at), "string", push);
    else if (c === '"') at = quoted(text, at, '"', backslash, "name", push);
    else if (c === "`") at = quoted(text, at, "`", false, "name", push);
    else if (c === "$") at = dollar(text, at, push);
    else at = plain(text, at, push);
  }
  return out;
}

function precededByE(out: SqlToken[], text: string, at: number): boolean {
  const last = out.at(-1);
  if (last?.kind !== "word" || last.text !== "E" || !/[eE]/.test(text[at - 1] ?? "")) return false;
  out.pop();
  return true;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** MySQL runs what stands in `/*!` comments, so only its frame is skipped. */
function afterComment(text: string, at: number): number {
  if (text[at + 2] === "!" || text.startsWith("/*M!", at)) {
    let next = text.indexOf("!", at) + 1;
    while (/[0-9]/.test(text[next] ?? "")) next++;
    return next;
  }
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

function quoted(
  text: string,
  from: number,
  quote: string,
  escapes: boolean,
  kind: SqlToken["kind"],
  push: (kind: SqlToken["kind"], value: string) => void,
): number {
  let value = "";
  let at = from + 1;
  for (; at < text.length; at++) {
    const c = text[at] as string;
    if (escapes && c === "\\") {
      value += text[++at] ?? "";
      continue;
    }
    if (c === quote) {
      if (text[at + 1] !== quote) break;
      at++;
    }
    value += c;
  }
  push(kind, value);
  return at + 1;
}

function dollar(text: string, at: number, push: (kind: SqlToken["kind"], value: string) => void): number {
  DOLLAR.lastIndex = at;
  const tag = DOLLAR.exec(text)?.[0];
  if (tag === undefined) {
    push("punctuation", "$");
    return at + 1;
  }
  const end = text.indexOf(tag, at + tag.length);
  push("body", text.slice(at + tag.length, end < 0 ? text.length : end));
  return end < 0 ? text.length : end + tag.length;
}

function plain(text: string, at: number, push: (kind: SqlToken["kind"], value: string) => void): number {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word !== undefined) {
    push("word", word.startsWith("⟦") ? word : word.toUpperCase());
    return at + word.length;
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined) {
    push("number", number);
    return at + number.length;
  }
  push("punctuation", text[at] as string);
  return at + 1;
}

/** Statements between semicolons; a client command is a statement of its own. */
export function sqlStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const out: SqlToken[][] = [];
  let current: SqlToken[] = [];
  const end = (): void => {
    if (current.length > 0) out.push(current);
    current = [];
  };
  for (const token of tokens) {
    if (token.kind === "punctuation" && token.text === ";") end();
    else if (token.kind === "meta") {
      end();
      out.push([token]);
    } else current.push(token);
  }
  end();
  return out;
}
