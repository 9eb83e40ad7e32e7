/** One piece of a script. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "op" | "line";
  /** The name or operator as written; a text's content where it has no open parts; a line's indentation. */
  readonly value: string;
  /** A text in pieces: literal, or an expression in tokens of its own. */
  readonly parts?: readonly (string | readonly Token[])[];
  /** What a text stands for besides itself. */
  readonly form?: "command" | "regex" | "glob" | "words" | "template" | "input";
  /** White space stands before it. */
  readonly spaced: boolean;
}

/** How a text literal is written. */
export interface TextForm {
  readonly open: string;
  readonly close: string;
  /** `c`: backslash escapes; `quote`: only of the quote and the backslash; `double`: the quote twice. */
  readonly escapes?: "c" | "quote" | "double";
  /** What opens an expression inside. */
  readonly holes?: readonly ("${" | "#{" | "$" | "{$" | "{" | "@{[")[];
  readonly form?: Token["form"];
  /** Ends with the line too. */
  readonly oneLine?: boolean;
}

/** How a language is written, as far as finding its names, texts and comments goes. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  readonly texts: readonly TextForm[];
  /** Sticky. */
  readonly name: RegExp;
  /** Operators of more than one character, longest first. */
  readonly operators: readonly string[];
  /** `/…/` after something that is not a value is a pattern. */
  readonly regex?: boolean;
  /** Names behind which `/` opens a pattern all the same. */
  readonly beforeRegex?: ReadonlySet<string>;
  /** Literals that the table cannot say: takes the place where one may begin. */
  readonly special?: (scan: Scan) => TokenAt | undefined;
}

export interface TokenAt {
  readonly token: Token;
  readonly next: number;
  /** Text that belongs to a literal further down (a heredoc's body) and is left out where it stands. */
  readonly skip?: readonly [number, number];
}

/** A place in a script, for the special forms of a language. */
export interface Scan {
  readonly text: string;
  readonly at: number;
  readonly previous: Token | undefined;
  readonly spaced: boolean;
  /** The content of a literal between two offsets, read as `form` says. */
  content(from: number, to: number, form: TextForm): (string | readonly Token[])[];
}

const MOST_TOKENS = 60_000;
const MOST_DEPTH = 6;
const NUMBER = /0[xXoObB][0-9a-fA-F_]+|(?:[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)[a-zA-Z]*/y;
const SPACE = /[^\S\n]+/y;
const INDENT = /[ \t]*/y;

/**
 * Divides a script into tokens, comments away. Linear, never throws: what it does not know becomes
 * an operator of one character, and an open literal ends with the text.
 */
export function tokenize(text: string, syntax: Syntax, depth = 0): Token[] {
  const out: Token[] = [];
  const skips: [number, number][] = [];
  let at = 0;
  let spaced = false;
  while (at < text.length && out.length < MOST_TOKENS) {
    const skip = skips[0];
    if (skip && at >= skip[0]) {
      at = Math.max(at, skip[1]);
      skips.shift();
      continue;
    }
    const c = text[at] as string;
    if (c === "\n") {
      INDENT.lastIndex = at + 1;
      const indent = INDENT.exec(text)?.[0].length ?? 0;
      out.push({ kind: "line", value: String(indent), spaced: true });
      at++;
      spaced = true;
      continue;
    }
    if (c === "\\" && text[at + 1] === "\n") {
      at += 2;
      continue;
    }
    SPACE.lastIndex = at;
    const space = SPACE.exec(text);
    if (space) {
      at += space[0].length;
      spaced = true;
      continue;
    }
    const comment = afterComment(text, at, syntax);
    if (comment > at) {
      at = comment;
      spaced = true;
      continue;
    }
    const found = next(text, at, syntax, out.findLast(significant), spaced, depth);
    out.push(found.token);
    if (found.skip) skips.push([found.skip[0], found.skip[1]]);
    at = found.next;
    spaced = false;
  }
  return out;
}

function significant(token: Token): boolean {
  return token.kind !== "line";
}

function afterComment(text: string, at: number, syntax: Syntax): number {
  for (const [open, close] of syntax.blockComments) {
    if (!text.startsWith(open, at)) continue;
    // A comment that must begin a line (`=begin`, `=pod`).
    if (open.startsWith("=") && at > 0 && text[at - 1] !== "\n") continue;
    const end = text.indexOf(close, at + open.length);
    return end < 0 ? text.length : end + close.length;
  }
  for (const open of syntax.lineComments) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end;
  }
  return at;
}

function next(
  text: string,
  at: number,
  syntax: Syntax,
  previous: Token | undefined,
  spaced: boolean,
  depth: number,
): TokenAt {
  const content = (from: number, to: number, form: TextForm) => pieces(text, from, to, form, syntax, depth);
  const special = syntax.special?.({ text, at, previous, spaced, content });
  if (special) return special;
  for (const form of syntax.texts) {
    if (!text.startsWith(form.open, at)) continue;
    const end = closing(text, at + form.open.length, form);
    return {
      token: textToken(content(at + form.open.length, end, form), spaced, form.form),
      next: end + form.close.length,
    };
  }
  if (syntax.regex && text[at] === "/" && opensRegex(previous, syntax)) {
    const end = regexEnd(text, at + 1);
    if (end > 0)
      return { token: { kind: "text", value: text.slice(at + 1, end - 1), form: "regex", spaced }, next: end };
  }
  syntax.name.lastIndex = at;
  const name = syntax.name.exec(text)?.[0];
  if (name !== undefined && name !== "")
    return { token: { kind: "name", value: name, spaced }, next: at + name.length };
  NUMBER.lastIndex = at;
  const number = /[0-9]/.test(text[at] as string) ? NUMBER.exec(text)?.[0] : undefined;
  if (number !== undefined) return { token: { kind: "number", value: number, spaced }, next: at + number.length };
  const operator = syntax.operators.find((o) => text.startsWith(o, at)) ?? (text[at] as string);
  return { token: { kind: "op", value: operator, spaced }, next: at + operator.length };
}

/** A text token, its content in one piece where nothing in it is open. */
export function textToken(parts: readonly (string | readonly Token[])[], spaced: boolean, form?: Token["form"]): Token {
  const literal = parts.every((p) => typeof p === "string");
  const base = { kind: "text" as const, value: literal ? parts.join("") : "", spaced, ...(form ? { form } : {}) };
  return literal ? base : { ...base, parts };
}

/** Offset of a literal's end, or the text's. */
export function closing(text: string, from: number, form: TextForm): number {
  const nests = form.open.length === 1 && form.open !== form.close;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at] as string;
    if (c === "\\" && form.escapes !== "double" && form.escapes !== undefined) at++;
    else if (form.oneLine && c === "\n") return at;
    else if (form.escapes === "double" && text.startsWith(form.close + form.close, at)) at += 2 * form.close.length - 1;
    else if (nests && c === form.open) depth++;
    else if (text.startsWith(form.close, at)) {
      if (depth === 0) return at;
      depth--;
    }
  }
  return text.length;
}

/** Whether `/` may open a pattern here: behind a value it divides. */
export function opensRegex(previous: Token | undefined, syntax: Syntax): boolean {
  if (!previous) return true;
  if (previous.kind === "name") return syntax.beforeRegex?.has(previous.value) ?? false;
  return previous.kind === "op" && ![")", "]", "}"].includes(previous.value);
}

function regexEnd(text: string, from: number): number {
  let inClass = false;
  for (let at = from; at < text.length && at < from + 2000; at++) {
    const c = text[at];
    if (c === "\n") return -1;
    if (c === "\\") at++;
    else if (c === "[") inClass = true;
    else if (c === "]") inClass = false;
    else if (c === "/" && !inClass) {
      let end = at + 1;
      while (/[a-z]/.test(text[end] ?? "")) end++;
      return end;
    }
  }
  return -1;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  e: "\x1b",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

function pieces(
  text: string,
  from: number,
  to: number,
  form: TextForm,
  syntax: Syntax,
  depth: number,
): (string | readonly Token[])[] {
  const out: (string | readonly Token[])[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") out.push(literal);
    literal = "";
  };
  for (let at = from; at < to; at++) {
    const c = text[at] as string;
    if (c === "\\" && form.escapes === "c") {
      const [value, next] = escaped(text, at + 1);
      literal += value;
      at = next - 1;
      continue;
    }
    if (c === "\\" && form.escapes === "quote" && (text[at + 1] === form.close || text[at + 1] === "\\")) {
      literal += text[++at];
      continue;
    }
    if (form.escapes === "double" && text.startsWith(form.close + form.close, at)) {
      literal += form.close;
      at += 2 * form.close.length - 1;
      continue;
    }
    const hole = form.holes && depth < MOST_DEPTH ? openHole(text, at, to, form.holes) : undefined;
    if (!hole) {
      // In a formatted text of Python a doubled brace stands for one.
      if (form.holes?.includes("{") && (c === "{" || c === "}") && text[at + 1] === c) at++;
      literal += c;
      continue;
    }
    flush();
    out.push(tokenize(hole.code, syntax, depth + 1));
    at = hole.end - 1;
  }
  flush();
  return out;
}

function escaped(text: string, at: number): [string, number] {
  const c = text[at] ?? "";
  if (c === "\n") return ["", at + 1];
  const code = /x\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})/y;
  code.lastIndex = at;
  const match = code.exec(text);
  if (match) {
    const value = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "", 16);
    return [value <= 0x10ffff ? String.fromCodePoint(value) : "", at + match[0].length];
  }
  const octal = /[0-7]{1,3}/y;
  octal.lastIndex = at;
  const digits = octal.exec(text)?.[0];
  if (digits !== undefined) return [String.fromCodePoint(Number.parseInt(digits, 8)), at + digits.length];
  return [ESCAPES[c] ?? c, at + 1];
}

interface Hole {
  readonly code: string;
  readonly end: number;
}

// `$name`, `$name{key}`, `$name[0]`, `$name->{key}`: one variable inside a text.
const VARIABLE = /[$@][A-Za-z_]\w*(?:(?:->)?(?:\{\w+\}|\[['"]?[\w$-]+['"]?\])|->\w+)*/y;

function openHole(text: string, at: number, to: number, holes: NonNullable<TextForm["holes"]>): Hole | undefined {
  for (const hole of holes) {
    if (!text.startsWith(hole, at)) continue;
    if (hole === "$") {
      VARIABLE.lastIndex = at;
      const name = VARIABLE.exec(text)?.[0];
      if (name !== undefined) return { code: name, end: at + name.length };
      continue;
    }
    if (hole === "{" && (text[at + 1] === "{" || text[at + 1] === "}")) continue;
    const open = hole.indexOf("{") + at;
    const end = matchingBrace(text, open, to);
    if (end < 0) continue;
    const from = hole === "@{[" ? open + 2 : open + 1;
    const code = text.slice(from, hole === "@{[" ? end - 1 : end);
    // `"${name}"` is the variable of that name where variables bear a dollar sign.
    const bare = hole === "${" && holes.includes("$") && /^\w+$/.test(code);
    return { code: bare ? `$${code}` : hole === "{" ? withoutFormat(code) : code, end: end + 1 };
  }
  return undefined;
}

const FARTHEST = 400;

function matchingBrace(text: string, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(to, open + FARTHEST); at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

/** `{value!r:>10}` without its conversion and format. */
function withoutFormat(code: string): string {
  const match = /^(.*?)(?:=?!(?:r|s|a))?(?::[^'"\])]*)?$/s.exec(code);
  return match?.[1] ?? code;
}
