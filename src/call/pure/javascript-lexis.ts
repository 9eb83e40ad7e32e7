import { javascriptOperators } from "../code/operators.js";
import { BEFORE_VALUE, KEYWORDS } from "./javascript-world.js";
import { Doubt, isOp, type Lexis, lex, opening, type Piece, pieceAt, type Reading } from "./lexer.js";

const OPERATORS = [...javascriptOperators, ..."()[]{};,<>+-*/%&|^!~?:=."];

const REGEX = /\/(?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\/[dgimsuvy]*/y;

export const javascriptLexis: Lexis = {
  comment: "//",
  operators: OPERATORS,
  literal(scan) {
    const { code, at } = scan;
    const c = code[at];
    if (c === '"' || c === "'") return quoted(scan, c);
    if (c === "`") return template(scan);
    if (code.startsWith("/*", at) || code.startsWith("<!--", at) || code.startsWith("-->", at)) throw new Doubt();
    if (c !== "/" || !valueMayBegin(scan.out)) return false;
    REGEX.lastIndex = at;
    const found = REGEX.exec(code)?.[0];
    if (found === undefined) throw new Doubt();
    scan.out.push({ kind: "text", value: "" });
    scan.at += found.length;
    return true;
  },
};

/** Whether a value may begin here and an operator may not; throws where it could be either. */
function valueMayBegin(before: readonly Piece[]): boolean {
  const last = before.findLast(({ kind }) => kind !== "line");
  if (!last) return true;
  if (last.kind === "name") {
    if (!BEFORE_VALUE.has(last.value)) return false;
    if (isOp(pieceAt(before, before.lastIndexOf(last) - 1), ".", "?.")) throw new Doubt();
    return true;
  }
  if (last.kind !== "op") return false;
  if (isOp(last, "}", "++", "--") || (isOp(last, ")") && endsCondition(before))) throw new Doubt();
  return !isOp(last, ")", "]");
}

/** Whether the bracket that closes last is that of `if (…)` and the like: a statement may begin behind it. */
function endsCondition(before: readonly Piece[]): boolean {
  const pieces = before.filter(({ kind }) => kind !== "line");
  const word = pieceAt(pieces, opening(pieces, pieces.length - 1) - 1);
  return word.kind === "name" && KEYWORDS.has(word.value);
}

function quoted(scan: Reading, quote: string): boolean {
  let value = "";
  for (let at = scan.at + 1; at < scan.code.length; at++) {
    const c = scan.code[at] as string;
    if (c === "\n") throw new Doubt();
    if (c === quote) {
      scan.out.push({ kind: "text", value });
      scan.at = at + 1;
      return true;
    }
    if (c === "\\") {
      // Of escapes only those that stand for white space or for themselves.
      const next = scan.code[++at] ?? "";
      if (!/[nrt\\'"`/.$^*+?()[\]{}|-]/.test(next)) throw new Doubt();
      value += /[nrt]/.test(next) ? " " : next;
    } else value += c;
  }
  throw new Doubt();
}

function template(scan: Reading): boolean {
  // Behind a value it is a call of that value.
  const last = scan.out.at(-1);
  if (
    last &&
    (last.kind === "text" || isOp(last, ")", "]", "}") || (last.kind === "name" && !BEFORE_VALUE.has(last.value)))
  )
    throw new Doubt();
  let value = "";
  const holes: Piece[] = [];
  for (let at = scan.at + 1; at < scan.code.length; at++) {
    const c = scan.code[at] as string;
    if (c === "\\") {
      const next = scan.code[++at] ?? "";
      if (!/[nrt\\`$'"]/.test(next)) throw new Doubt();
      value += " ";
    } else if (c === "$" && scan.code[at + 1] === "{") {
      const inner: Reading = { code: scan.code, at: at + 2, out: [] };
      lex(inner, javascriptLexis, true);
      holes.push({ kind: "op", value: "(" }, ...inner.out, { kind: "op", value: ")" }, { kind: "op", value: "+" });
      at = inner.at;
    } else if (c === "`") {
      if (holes.length > 0) scan.out.push({ kind: "op", value: "(" }, ...holes);
      scan.out.push({ kind: "text", value, open: holes.length > 0 });
      if (holes.length > 0) scan.out.push({ kind: "op", value: ")" });
      scan.at = at + 1;
      return true;
    } else value += c;
  }
  throw new Doubt();
}
