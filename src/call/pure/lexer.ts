/** One piece of a script that was read without any doubt. */
export interface Piece {
  readonly kind: "name" | "text" | "number" | "op" | "line";
  readonly value: string;
  /** A text with code in it. */
  readonly open?: boolean;
}

/** How a language is written, as far as it is read here: what a text or a name of it looks like otherwise is not read at all. */
export interface Lexis {
  readonly comment: "//" | "#";
  /** Longest first. */
  readonly operators: readonly string[];
  /** Reads the literal that begins here into `out`, or says that none does; throws on what is in doubt. */
  literal(scan: Reading): boolean;
}

/** A place in a script. */
export interface Reading {
  readonly code: string;
  at: number;
  readonly out: Piece[];
}

const LONGEST = 4000;
const MOST_PIECES = 1500;

/** Thrown inside a reading where anything is in doubt. */
export class Doubt extends Error {}

const NAME = /[A-Za-z_$][\w$]*/y;
const NUMBER = /(?:0[xX][0-9a-fA-F]+|[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)n?(?![\w$])/y;
const SPACE = /[ \t\r]+/y;

/**
 * All pieces of a script up to its end, or to a closing brace that nothing opened.
 *
 * @throws Doubt where a character, a literal or a number may be read in more than one way
 */
export function lex(scan: Reading, lexis: Lexis, nested = false): void {
  const { code, out } = scan;
  if (code.length > LONGEST) throw new Doubt();
  const stack: string[] = [];
  while (scan.at < code.length) {
    if (out.length > MOST_PIECES) throw new Doubt();
    const c = code[scan.at] as string;
    if (c === "\n") {
      out.push({ kind: "line", value: "" });
      scan.at++;
    } else if (taken(SPACE, scan) !== undefined) {
      // White space divides, nothing else.
    } else if (code.startsWith(lexis.comment, scan.at)) {
      if (nested) throw new Doubt();
      const end = code.indexOf("\n", scan.at);
      const next = end < 0 ? code.length : end;
      // Other ends of a line are ends to some.
      if (/[\r\u0085\u2028\u2029\f\v]/.test(code.slice(scan.at, next))) throw new Doubt();
      scan.at = next;
    } else if (!lexis.literal(scan)) {
      const name = taken(NAME, scan);
      const number = name === undefined ? taken(NUMBER, scan) : undefined;
      if (name !== undefined) out.push({ kind: "name", value: name });
      else if (number !== undefined) out.push({ kind: "number", value: number });
      else {
        const operator = lexis.operators.find((each) => code.startsWith(each, scan.at));
        if (operator === undefined) throw new Doubt();
        if (operator === "}" && stack.length === 0 && nested) return;
        const partner = PARTNER[operator];
        if (partner !== undefined) stack.push(partner);
        else if (/^[)\]}]$/.test(operator) && stack.pop() !== operator) throw new Doubt();
        out.push({ kind: "op", value: operator });
        scan.at += operator.length;
      }
    }
  }
  if (nested || stack.length > 0) throw new Doubt();
}

const PARTNER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function taken(pattern: RegExp, scan: Reading): string | undefined {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.code)?.[0];
  if (found === undefined || found === "") return undefined;
  scan.at += found.length;
  return found;
}

/** What stands at a place; an operator that is none where nothing does. */
export function pieceAt(pieces: readonly Piece[], at: number): Piece {
  return pieces[at] ?? NOTHING;
}

const NOTHING: Piece = { kind: "line", value: "" };

export function isOp(piece: Piece, ...values: string[]): boolean {
  return piece.kind === "op" && values.includes(piece.value);
}

/** The arguments of a call, by the bracket that opens it: from and to of each, and the bracket that closes. */
export function argumentsOf(
  pieces: readonly Piece[],
  open: number,
): { readonly each: readonly (readonly Piece[])[]; readonly close: number } {
  const each: Piece[][] = [];
  let current: Piece[] = [];
  let depth = 0;
  for (let at = open; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    if (isOp(piece, "(", "[", "{") && depth++ === 0) continue;
    if (isOp(piece, ")", "]", "}") && --depth === 0) {
      if (current.length > 0) each.push(current);
      return { each, close: at };
    }
    if (depth === 1 && isOp(piece, ",")) {
      each.push(current);
      current = [];
    } else if (piece.kind !== "line") current.push(piece);
  }
  throw new Doubt();
}

/** Where the bracket opens that closes here. */
export function opening(pieces: readonly Piece[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const piece = pieceAt(pieces, at);
    if (isOp(piece, ")", "]", "}")) depth++;
    else if (isOp(piece, "(", "[", "{") && --depth === 0) return at;
  }
  throw new Doubt();
}
