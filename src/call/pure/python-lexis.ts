import { pythonOperators } from "../code/operators.js";
import { Doubt, type Lexis, lex, type Piece, type Reading } from "./lexer.js";

const OPERATORS = [...pythonOperators, ..."()[]{},:.;=+-*/%&|^~<>"];

const PREFIX = /([rRbBuUfF]{0,2})("""|'''|"|')/y;

export const pythonLexis: Lexis = {
  comment: "#",
  operators: OPERATORS,
  literal(scan) {
    PREFIX.lastIndex = scan.at;
    const found = PREFIX.exec(scan.code);
    if (!found) return false;
    const [whole, prefix = "", quote = ""] = found;
    scan.at += whole.length;
    text(scan, prefix.toLowerCase(), quote);
    return true;
  },
};

function text(scan: Reading, prefix: string, quote: string): void {
  const { code, out } = scan;
  const formatted = prefix.includes("f");
  let value = "";
  const holes: Piece[] = [];
  for (let at = scan.at; at < code.length; at++) {
    const c = code[at] as string;
    if (code.startsWith(quote, at)) {
      if (holes.length > 0) out.push({ kind: "op", value: "(" }, ...holes);
      out.push({ kind: "text", value, open: holes.length > 0 });
      if (holes.length > 0) out.push({ kind: "op", value: ")" });
      scan.at = at + quote.length;
      return;
    }
    if (c === "\n" && quote.length === 1) throw new Doubt();
    if (c === "\\") {
      // `\N{…}` in a formatted text is no hole.
      if (formatted && !/[nrt\\'"]/.test(code[at + 1] ?? "")) throw new Doubt();
      value += "\\";
      at++;
    } else if (formatted && (c === "{" || c === "}")) {
      if (code[at + 1] === c) {
        at++;
        continue;
      }
      if (c === "}") throw new Doubt();
      // What stands in a hole is read as far as it has no text, bracket or format of its own.
      const hole = /\{([^{}'"\\#:!\n]*)((?:![rsa])?(?::[\w<>^+,.%# -]*)?)\}/y;
      const simple =
        /\{([\w.\s()+*/,-]*(?:\[(?:\d+|'\w*'|"\w*")\][\w.\s()+*/,-]*)*)((?:![rsa])?(?:=?(?::[\w<>^+,.%# -]*)?))\}/y;
      hole.lastIndex = at;
      simple.lastIndex = at;
      const found = hole.exec(code) ?? simple.exec(code);
      // Before 3.12 the text's own quote ended it wherever it stood.
      if (!found || found[0].includes(quote)) throw new Doubt();
      const inner: Reading = { code: `${found[1] ?? ""}}`, at: 0, out: [] };
      lex(inner, pythonLexis, true);
      holes.push({ kind: "op", value: "(" }, ...inner.out, { kind: "op", value: ")" }, { kind: "op", value: "+" });
      at += found[0].length - 1;
    } else value += c;
  }
  throw new Doubt();
}
