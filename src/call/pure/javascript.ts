import { javascriptLexis } from "./javascript-lexis.js";
import { CONSTRUCTORS, KEYWORDS, MODULES, NEVER, NEVER_TEXT, PURE, READERS, SOME, TAKEN } from "./javascript-world.js";
import { argumentsOf, Doubt, isOp, lex, opening, type Piece, pieceAt, type Reading } from "./lexer.js";

/** Whether a script of Node's computes, reads and prints, and surely nothing else. */
export function looksJavascript(code: string): boolean {
  try {
    const scan: Reading = { code, at: 0, out: [] };
    lex(scan, javascriptLexis);
    closed(scan.out.filter(({ kind }) => kind !== "line"));
    return true;
  } catch (error) {
    if (error instanceof Doubt) return false;
    throw error;
  }
}

function closed(pieces: readonly Piece[]): void {
  const modules = requiredModules(pieces);
  const locals = bindings(pieces, modules);
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    const before = pieceAt(pieces, at - 1);
    const after = pieceAt(pieces, at + 1);
    if (piece.kind === "text") {
      if (NEVER_TEXT.test(piece.value.trim())) throw new Doubt();
    } else if (piece.kind === "op") operator(pieces, at);
    else if (piece.kind === "name") {
      if (isOp(before, ".", "?.")) {
        // A property of something in the closed world; of the others it was looked at with them.
        if (NEVER.test(piece.value)) throw new Doubt();
      } else if (NEVER.test(piece.value)) throw new Doubt();
      else if (KEYWORDS.has(piece.value)) keyword(piece, after);
      else if (isOp(after, ":") && isOp(before, "{", ",") && !TAKEN.has(piece.value) && !READERS.has(piece.value))
        continue;
      else root(pieces, at, modules, locals);
    }
  }
}

function keyword(piece: Piece, after: Piece): void {
  if (piece.value === "new" && !(after.kind === "name" && CONSTRUCTORS.has(after.value))) throw new Doubt();
}

/** A name that stands for itself. */
function root(
  pieces: readonly Piece[],
  at: number,
  modules: ReadonlyMap<string, string>,
  locals: ReadonlySet<string>,
): void {
  const { value } = pieceAt(pieces, at);
  const [dot, member] = [pieceAt(pieces, at + 1), pieceAt(pieces, at + 2)];
  const module = modules.get(value) ?? (value === "fs" ? "fs" : undefined);
  if (value === "require") {
    required(pieces, at);
    return;
  }
  if (module !== undefined && PURE.has(module)) return;
  if (module !== undefined) {
    // The declaration itself was matched with its module.
    if (modules.has(value) && isOp(dot, "=")) return;
    memberOf(pieces, module, at + 1);
    return;
  }
  if (READERS.has(value)) {
    readerCall(pieces, at);
    return;
  }
  if (CONSTRUCTORS.has(value) && isWord(pieceAt(pieces, at - 1), "new")) return;
  const some = Object.hasOwn(SOME, value) ? SOME[value] : undefined;
  if (some && !locals.has(value)) {
    // Called as it is it makes a value: String(x), Date().
    if (isOp(dot, "(") && /^(?:String|Array|Object|Boolean|Date)$/.test(value)) return;
    // As a function for map() and the like.
    if (/^(?:String|Boolean)$/.test(value) && isOp(dot, ")")) return;
    if (!isOp(dot, ".", "?.")) throw new Doubt();
    if (value === "process" && isWord(member, "stdout")) {
      if (
        !isOp(pieceAt(pieces, at + 3), ".") ||
        !isWord(pieceAt(pieces, at + 4), "write") ||
        !isOp(pieceAt(pieces, at + 5), "(")
      )
        throw new Doubt();
      return;
    }
    if (member.kind !== "name" || !some.has(member.value)) throw new Doubt();
    return;
  }
  if (!PURE.has(value) && !locals.has(value)) throw new Doubt();
}

/** `require("…")`: data, or a module of which only what reads is taken at once. */
function required(pieces: readonly Piece[], at: number): void {
  const { each, close } = openCall(pieces, at);
  const [only] = each;
  const name =
    only?.length === 1 && each.length === 1 && only[0]?.kind === "text" && !only[0].open ? only[0].value : "";
  if (/^[\w@./-]+\.json$/.test(name)) return;
  const module = name.replace(/^node:/, "");
  if (!MODULES.has(module)) throw new Doubt();
  const declares = isOp(pieceAt(pieces, at - 1), "=");
  if (declares && !isOp(pieceAt(pieces, close + 1), ".", "?.", "[", "(")) return;
  if (PURE.has(module)) return;
  memberOf(pieces, module, close + 1);
}

function openCall(pieces: readonly Piece[], at: number): ReturnType<typeof argumentsOf> {
  if (!isOp(pieceAt(pieces, at + 1), "(")) throw new Doubt();
  return argumentsOf(pieces, at + 1);
}

/** `.name` of a module, by the dot's place. */
function memberOf(pieces: readonly Piece[], module: string, at: number): void {
  const member = pieceAt(pieces, at + 1);
  if (!isOp(pieceAt(pieces, at), ".") || member.kind !== "name") throw new Doubt();
  if (module === "fs") readerCall(pieces, at + 1);
  else if (!SOME[module]?.has(member.value)) throw new Doubt();
}

/** `readFileSync(path)`, `readFileSync(path, "utf8")`: options could say that it writes. */
function readerCall(pieces: readonly Piece[], at: number): void {
  if (!READERS.has(pieceAt(pieces, at).value)) throw new Doubt();
  // In `const { readFileSync } = require("fs")` nothing is called.
  if (isOp(pieceAt(pieces, at + 1), ",", "}") && isOp(pieceAt(pieces, at - 1), ",", "{") && inDeclaration(pieces, at))
    return;
  const { each } = openCall(pieces, at);
  const [path, encoding] = each;
  if (!path || each.length > 2 || path.some((piece) => isOp(piece, "..."))) throw new Doubt();
  if (encoding && !(encoding.length === 1 && encoding[0]?.kind === "text" && !encoding[0].open)) throw new Doubt();
}

/** Whether a name stands in `const { readFileSync, existsSync } = require("fs")`. */
function inDeclaration(pieces: readonly Piece[], at: number): boolean {
  const listed = (each: Piece): boolean => isOp(each, ",") || (each.kind === "name" && READERS.has(each.value));
  let [from, to] = [at, at];
  while (listed(pieceAt(pieces, from))) from--;
  while (listed(pieceAt(pieces, to))) to++;
  return (
    isOp(pieceAt(pieces, from), "{") &&
    /^(?:const|let|var)$/.test(pieceAt(pieces, from - 1).value) &&
    isOp(pieceAt(pieces, to), "}") &&
    isOp(pieceAt(pieces, to + 1), "=") &&
    isWord(pieceAt(pieces, to + 2), "require") &&
    /^(?:node:)?fs$/.test(pieceAt(pieces, to + 4).value)
  );
}

function isWord(piece: Piece, value: string): boolean {
  return piece.kind === "name" && piece.value === value;
}

/** Names that stand for a module of Node's: `const os = require("os")`. */
function requiredModules(pieces: readonly Piece[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < pieces.length; at++) {
    if (!isWord(pieceAt(pieces, at), "require") || !isOp(pieceAt(pieces, at - 1), "=")) continue;
    const name = pieceAt(pieces, at - 2);
    const module = pieceAt(pieces, at + 2).value.replace(/^node:/, "");
    if (!MODULES.has(module) || isOp(pieceAt(pieces, at + 4), ".", "?.")) continue;
    if (name.kind === "name") {
      if (!/^(?:const|let|var)$/.test(pieceAt(pieces, at - 3).value)) throw new Doubt();
      if ((TAKEN.has(name.value) && name.value !== module) || found.has(name.value)) throw new Doubt();
      found.set(name.value, module);
    } else if (!PURE.has(module) && !(module === "fs" && isOp(name, "}") && inDeclaration(pieces, at - 3)))
      throw new Doubt();
  }
  return found;
}

/** Names that the script itself gives to values. */
function bindings(pieces: readonly Piece[], modules: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const bind = (piece: Piece): void => {
    if (piece.kind !== "name" || KEYWORDS.has(piece.value)) return;
    if (modules.has(piece.value) || READERS.has(piece.value)) return;
    if ((TAKEN.has(piece.value) && !PURE.has(piece.value)) || NEVER.test(piece.value)) throw new Doubt();
    found.add(piece.value);
  };
  /** A name or a pattern without a value of its own, and what is given to it where nothing else is. */
  const bindTarget = (target: readonly Piece[]): void => {
    const equals = target.findIndex((piece) => isOp(piece, "="));
    const pattern = equals < 0 ? target : target.slice(0, equals);
    for (const piece of pattern) {
      if (piece.kind !== "name" && !isOp(piece, "...", ",", ":", "{", "}", "[", "]")) throw new Doubt();
      bind(piece);
    }
    // Inside a pattern it would stand before the end.
    if (count(pattern, "{", "[") !== count(pattern, "}", "]")) throw new Doubt();
  };
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    const next = pieceAt(pieces, at + 1);
    if (piece.kind === "name" && /^(?:const|let|var)$/.test(piece.value)) {
      if (next.kind === "name") bind(next);
      else bindTarget(argumentsOf(pieces, at + 1).each.flatMap((each) => [...each, COMMA]));
      // `const a = 1, b = 2`: further names stand behind commas and are bound where they are assigned.
    } else if (isWord(piece, "function")) {
      const open = next.kind === "name" ? at + 2 : at + 1;
      bind(next);
      for (const each of argumentsOf(pieces, open).each) bindTarget(each);
    } else if (isOp(piece, "=>")) {
      const before = pieceAt(pieces, at - 1);
      if (before.kind === "name") bind(before);
      else for (const each of argumentsOf(pieces, opening(pieces, at - 1)).each) bindTarget(each);
    } else if (isWord(piece, "catch") && isOp(next, "(")) bind(pieceAt(pieces, at + 2));
    else if (isOp(piece, ",") && next.kind === "name" && isOp(pieceAt(pieces, at + 2), "=")) bind(next);
  }
  return found;
}

function operator(pieces: readonly Piece[], at: number): void {
  const piece = pieceAt(pieces, at);
  const before = pieceAt(pieces, at - 1);
  if (isOp(piece, "[") && (isValueEnd(before) || isOp(before, "?."))) {
    // A property by a name that is computed could be any.
    const inner = pieceAt(pieces, at + 1);
    const literal = inner.kind === "number" || (inner.kind === "text" && !inner.open);
    if (!literal || !isOp(pieceAt(pieces, at + 2), "]")) throw new Doubt();
  }
  // `{[name]: value}` too.
  if (isOp(piece, "]") && isOp(pieceAt(pieces, at + 1), ":")) throw new Doubt();
  if (/^(?:[+*/%&|^-]|\*\*|<<|>>>?|&&|\|\||\?\?)?=$/.test(piece.value) || isOp(piece, "++", "--")) {
    const prefix = isOp(piece, "++", "--") && !isValueEnd(before);
    const target = prefix ? pieceAt(pieces, at + 1) : before;
    if (target.kind === "name") {
      const behind = prefix ? pieceAt(pieces, at + 2) : pieceAt(pieces, at - 2);
      if (isOp(behind, ".", "?.", "[") && !(!prefix && isOp(behind, "["))) throw new Doubt();
      if (isOp(pieceAt(pieces, at - 2), ".", "?.")) throw new Doubt();
      return;
    }
    // Patterns only where they declare; their names were looked at as names.
    if (isOp(before, "}", "]") && declaresPattern(pieces, at - 1)) return;
    throw new Doubt();
  }
}

function isValueEnd(piece: Piece): boolean {
  if (piece.kind === "name") return !KEYWORDS.has(piece.value) || /^(?:true|false|null|undefined)$/.test(piece.value);
  return piece.kind === "text" || piece.kind === "number" || isOp(piece, ")", "]", "}");
}

function declaresPattern(pieces: readonly Piece[], close: number): boolean {
  return /^(?:const|let|var)$/.test(pieceAt(pieces, opening(pieces, close) - 1).value);
}

const COMMA: Piece = { kind: "op", value: "," };

function count(pieces: readonly Piece[], ...values: string[]): number {
  return pieces.filter((piece) => isOp(piece, ...values)).length;
}
