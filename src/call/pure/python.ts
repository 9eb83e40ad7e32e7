import { argumentsOf, Doubt, isOp, lex, type Piece, pieceAt, type Reading } from "./lexer.js";
import { pythonLexis } from "./python-lexis.js";
import { ALL, BUILTINS, KEYWORDS, MODULES, NEVER, TAKEN } from "./python-world.js";

/** Whether a script of Python's computes, reads and prints, and surely nothing else. */
export function looksPython(code: string): boolean {
  if (/#.*coding[:=]/.test(code)) return false;
  try {
    const scan: Reading = { code, at: 0, out: [] };
    lex(scan, pythonLexis);
    closed(scan.out);
    return true;
  } catch (error) {
    if (error instanceof Doubt) return false;
    throw error;
  }
}

/** What the imports of a script bind: modules by a name, and single functions of theirs. */
interface Imports {
  readonly modules: Map<string, string>;
  readonly names: Set<string>;
  /** Places of the pieces that belong to import statements. */
  readonly places: Set<number>;
}

function closed(pieces: readonly Piece[]): void {
  const imports = readImports(pieces);
  const locals = bindings(pieces, imports);
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    if (imports.places.has(at)) continue;
    if (piece.kind === "op") assignment(pieces, at, locals);
    // A name right before a text may be a prefix that gives the text another meaning.
    const before = pieceAt(pieces, at - 1);
    if (piece.kind === "text" && before.kind === "name" && !KEYWORDS.has(before.value)) throw new Doubt();
    if (piece.kind !== "name") continue;
    if (isOp(pieceAt(pieces, at - 1), ".")) {
      if (NEVER.test(piece.value)) throw new Doubt();
    } else if (piece.value === "open") opened(pieces, at);
    else if (imports.modules.has(piece.value)) member(pieces, at, imports.modules.get(piece.value) ?? "");
    else if (KEYWORDS.has(piece.value) || imports.names.has(piece.value)) continue;
    // `print(x, end="")`: a name of the function's own.
    else if (isKeywordArgument(pieces, at)) keywordArgument(piece);
    else if (!BUILTINS.has(piece.value) && !locals.has(piece.value)) throw new Doubt();
  }
}

/** `import a, b.c as d` and `from a import b as c`; of others nothing is known. */
function readImports(pieces: readonly Piece[]): Imports {
  const imports: Imports = { modules: new Map(), names: new Set(), places: new Set() };
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    if (piece.kind !== "name" || (piece.value !== "import" && piece.value !== "from")) continue;
    const before = pieceAt(pieces, at - 1);
    // `yield from` and the like are left out.
    if (at > 0 && before.kind !== "line" && !isOp(before, ";", ":")) throw new Doubt();
    let end = at;
    while (end < pieces.length && pieceAt(pieces, end).kind !== "line" && !isOp(pieceAt(pieces, end), ";")) {
      imports.places.add(end);
      end++;
    }
    const written = pieces
      .slice(at, end)
      .map(({ kind, value }) => (kind === "name" || isPlainOp(value) ? value : "?"))
      .join(" ");
    const plain = /^import (.+)$/.exec(written)?.[1];
    const [, from, taken] = /^from ([\w. ]+?) import (.+)$/.exec(written) ?? [];
    if (plain !== undefined) {
      for (const each of plain.split(" , ")) {
        const [, name = "", alias] = /^(\w+(?: \. \w+)*)(?: as (\w+))?$/.exec(each) ?? [];
        const module = name.replaceAll(" ", "");
        if (!Object.hasOwn(MODULES, module)) throw new Doubt();
        // `import a.b` binds a.
        bindModule(
          imports,
          alias ?? module.split(".")[0] ?? "",
          alias === undefined ? (module.split(".")[0] ?? "") : module,
        );
      }
    } else if (from !== undefined && taken !== undefined) {
      const module = from.replaceAll(" ", "");
      for (const each of taken.split(" , ")) {
        const [, name = "", alias] = /^(\w+)(?: as (\w+))?$/.exec(each) ?? [];
        const inner = `${module}.${name}`;
        if (Object.hasOwn(MODULES, inner)) bindModule(imports, alias ?? name, inner);
        else if (!takes(module, name)) throw new Doubt();
        else bindName(imports, alias ?? name);
      }
    } else throw new Doubt();
    at = end;
  }
  return imports;
}

function isPlainOp(value: string): boolean {
  return value === "." || value === ",";
}

function bindModule(imports: Imports, name: string, module: string): void {
  const before = imports.modules.get(name);
  if (TAKEN.has(name) || imports.names.has(name) || (before !== undefined && before !== module)) throw new Doubt();
  imports.modules.set(name, module);
}

function bindName(imports: Imports, name: string): void {
  if (TAKEN.has(name) || imports.modules.has(name)) throw new Doubt();
  imports.names.add(name);
}

function takes(module: string, name: string): boolean {
  if (!Object.hasOwn(MODULES, module) || name.startsWith("_")) return false;
  const known = MODULES[module];
  // What is a module itself is taken by its own name.
  return known === ALL || (known?.has(name) === true && !(module === "os" && name === "path"));
}

/** `module.name`, also `os.path.name`. */
function member(pieces: readonly Piece[], at: number, module: string): void {
  const name = pieceAt(pieces, at + 2);
  if (!isOp(pieceAt(pieces, at + 1), ".") || name.kind !== "name") throw new Doubt();
  const inner = `${module}.${name.value}`;
  if (Object.hasOwn(MODULES, inner)) {
    member(pieces, at + 2, inner);
    return;
  }
  if (!takes(module, name.value)) throw new Doubt();
}

/** `open(path)`, `open(path, "rb")`, `open(path, encoding="utf8")`: for reading. */
function opened(pieces: readonly Piece[], at: number): void {
  if (!isOp(pieceAt(pieces, at + 1), "(")) throw new Doubt();
  const [path, ...options] = argumentsOf(pieces, at + 1).each;
  if (!path || isOp(pieceAt(path, 0), "*", "**") || path.some((piece) => isOp(piece, "="))) throw new Doubt();
  for (const [index, option] of options.entries()) {
    const [first, equals, value] = option;
    const named = first?.kind === "name" && isOp(pieceAt(option, 1), "=") && option.length === 3 && equals;
    const text = named ? value : option.length === 1 ? first : undefined;
    if (text?.kind !== "text" || text.open) throw new Doubt();
    const name = named ? (first?.value ?? "") : index === 0 ? "mode" : "";
    if (name === "mode" ? !/^r[bt]?$/.test(text.value) : !/^(?:encoding|errors|newline)$/.test(name)) throw new Doubt();
  }
}

function isKeywordArgument(pieces: readonly Piece[], at: number): boolean {
  if (!isOp(pieceAt(pieces, at + 1), "=")) return false;
  let depth = 0;
  for (let from = at - 1; from >= 0; from--) {
    const piece = pieceAt(pieces, from);
    if (isOp(piece, ")", "]", "}")) depth++;
    else if (isOp(piece, "(", "[", "{") && depth-- === 0) return isOp(piece, "(");
  }
  return false;
}

function keywordArgument(piece: Piece): void {
  if (NEVER.test(piece.value) || piece.value === "opener") throw new Doubt();
}

/** Names that the script itself gives to values. */
function bindings(pieces: readonly Piece[], imports: Imports): ReadonlySet<string> {
  const found = new Set<string>();
  const bind = (piece: Piece): void => {
    if (piece.kind !== "name" || KEYWORDS.has(piece.value)) return;
    if (TAKEN.has(piece.value) || NEVER.test(piece.value)) {
      if (piece.value === "_") found.add("_");
      else throw new Doubt();
      return;
    }
    if (imports.modules.has(piece.value) || imports.names.has(piece.value)) throw new Doubt();
    found.add(piece.value);
  };
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieceAt(pieces, at);
    const next = pieceAt(pieces, at + 1);
    if (imports.places.has(at)) continue;
    if (piece.kind === "name" && piece.value === "for") {
      for (let to = at + 1; to < pieces.length && pieceAt(pieces, to).value !== "in"; to++) {
        const each = pieceAt(pieces, to);
        if (each.kind !== "name" && !isOp(each, ",", "(", ")", "*")) throw new Doubt();
        bind(each);
      }
    } else if (piece.kind === "name" && piece.value === "lambda") {
      // What a name is given where nothing else is given is a number or a text.
      for (let to = at + 1; to < pieces.length && !isOp(pieceAt(pieces, to), ":"); to++) {
        const each = pieceAt(pieces, to);
        if (isOp(pieceAt(pieces, to - 1), "=") && each.kind !== "name") continue;
        if (each.kind !== "name" && !isOp(each, ",", "*", "**", "=")) throw new Doubt();
        if (isOp(pieceAt(pieces, to - 1), "=")) throw new Doubt();
        bind(each);
      }
    } else if (piece.kind === "name" && piece.value === "def") {
      bind(next);
      for (const each of argumentsOf(pieces, at + 2).each) {
        const equals = each.findIndex((part) => isOp(part, "="));
        for (const part of equals < 0 ? each : each.slice(0, equals)) {
          if (part.kind !== "name" && !isOp(part, "*", "**", "/")) throw new Doubt();
          bind(part);
        }
      }
    } else if (piece.kind === "name" && piece.value === "as") bind(next);
    else if (
      piece.kind === "name" &&
      isOp(next, "=", ":=") &&
      !isOp(pieceAt(pieces, at - 1), ".") &&
      !isKeywordArgument(pieces, at)
    )
      bindTargets(pieces, at, bind);
  }
  return found;
}

/** The names before an assignment: `a, b = 1, 2`. */
function bindTargets(pieces: readonly Piece[], at: number, bind: (piece: Piece) => void): void {
  bind(pieceAt(pieces, at));
  for (let from = at - 1; isOp(pieceAt(pieces, from), ",") && pieceAt(pieces, from - 1).kind === "name"; from -= 2)
    bind(pieceAt(pieces, from - 1));
}

/** Only names of the script's own, and what is in them, are given values. */
function assignment(pieces: readonly Piece[], at: number, locals: ReadonlySet<string>): void {
  const piece = pieceAt(pieces, at);
  if (!/^(?:[+\-*/%&|^]|\*\*|\/\/|>>|<<)?=$/.test(piece.value) && piece.value !== ":=") return;
  const before = pieceAt(pieces, at - 1);
  if (before.kind === "name") {
    if (isOp(pieceAt(pieces, at - 2), ".")) throw new Doubt();
    return;
  }
  // f"{x=}"
  if (!isOp(before, "]")) throw new Doubt();
  let depth = 0;
  for (let from = at - 1; from >= 0; from--) {
    const each = pieceAt(pieces, from);
    if (isOp(each, ")", "]", "}")) depth++;
    else if (isOp(each, "(", "[", "{") && --depth === 0) {
      const base = pieceAt(pieces, from - 1);
      if (isOp(base, "]")) continue;
      if (base.kind !== "name" || !locals.has(base.value) || isOp(pieceAt(pieces, from - 2), ".")) throw new Doubt();
      return;
    }
  }
  throw new Doubt();
}
