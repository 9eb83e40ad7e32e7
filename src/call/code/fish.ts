import { plainWord } from "../word.js";
import type { CodeReader } from "./reader.js";

// The language of fish 3.7 (fishshell.com/docs), put into that of bash: https://fishshell.com/docs/current/fish_for_bash_users.html

interface Token {
  readonly text: string;
  /** It ends a command: `;`, a line's end, `|`, `&`, `&&`, `||`. */
  readonly border: boolean;
}

const ESCAPE = /^\\(?:x[0-9a-fA-F]{1,2}|X[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|[abefnrtv])/;
const VARIABLES: ReadonlyMap<string, string> = new Map(Object.entries({ argv: "@", status: "?", fish_pid: "$" }));
const DEEPEST = 32;

/** Reads fish's own words and quotes into those of bash. */
class Lexer {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  tokens(): Token[] {
    const out: Token[] = [];
    for (;;) {
      const blank = /[ \t\r]|\\\n/y;
      blank.lastIndex = this.at;
      if (blank.test(this.text)) {
        this.at = blank.lastIndex;
        continue;
      }
      if (this.at >= this.text.length) return out;
      if (this.text[this.at] === "#") {
        const end = this.text.indexOf("\n", this.at);
        this.at = end < 0 ? this.text.length : end;
        continue;
      }
      const border = /\d*>\||&>|\|\||&&|&\||[;\n|&]/y;
      border.lastIndex = this.at;
      const [found = ""] = border.exec(this.text) ?? [];
      if (found !== "" && !found.includes(">")) {
        this.at += found.length;
        out.push({ text: found === "&|" ? "|&" : found, border: true });
      } else out.push({ text: this.word(), border: false });
    }
  }

  private word(): string {
    let out = "";
    while (this.at < this.text.length) {
      const c = this.text[this.at] as string;
      if (/[\s;|&]/.test(c) && !(c === "&" && /[<>]$/.test(out)) && !(c === "&" && this.text[this.at + 1] === ">"))
        break;
      if (c === "'") out += this.single();
      else if (c === '"') out += this.double();
      else if (c === "$") out += this.variable();
      else if (c === "(") out += this.substitution();
      else if (c === "\\") out += this.escape();
      else {
        out += c;
        this.at++;
      }
    }
    return out;
  }

  private escape(): string {
    const rest = this.text.slice(this.at, this.at + 12);
    const match = ESCAPE.exec(rest);
    const [found] = match ?? [rest.slice(0, 2)];
    this.at += found.length;
    return match ? `$'${found.replace("\\X", "\\x")}'` : found;
  }

  private single(): string {
    let inside = "";
    for (this.at++; this.at < this.text.length && this.text[this.at] !== "'"; this.at++) {
      if (this.text[this.at] === "\\" && /['\\]/.test(this.text[this.at + 1] ?? "")) this.at++;
      inside += this.text[this.at];
    }
    this.at++;
    return `'${inside.replaceAll("'", "'\\''")}'`;
  }

  private double(): string {
    let out = '"';
    for (this.at++; this.at < this.text.length && this.text[this.at] !== '"'; ) {
      const c = this.text[this.at] as string;
      if (c === "\\") {
        out += this.text.slice(this.at, this.at + 2);
        this.at += 2;
      } else if (c === "$") out += this.variable();
      else {
        out += c === "`" ? "\\`" : c;
        this.at++;
      }
    }
    this.at++;
    return `${out}"`;
  }

  private variable(): string {
    const found = /^\$+/.exec(this.text.slice(this.at))?.[0] ?? "$";
    this.at += found.length;
    if (this.text[this.at] === "(") return this.substitution();
    const name = /^\w*/.exec(this.text.slice(this.at, this.at + 256))?.[0] ?? "";
    this.at += name.length;
    if (name === "") return found;
    const index = /^\[[^\]\s]*\]/.exec(this.text.slice(this.at, this.at + 256))?.[0] ?? "";
    this.at += index.length;
    return found.length > 1 ? `\${!${name}}` : `\${${VARIABLES.get(name) ?? name}}`;
  }

  private substitution(): string {
    const from = ++this.at;
    let depth = 1;
    for (; this.at < this.text.length && depth > 0; this.at++) {
      const c = this.text[this.at];
      if (c === "\\") this.at++;
      else if (c === "'" || c === '"') {
        const end = closing(this.text, this.at, c);
        this.at = end < 0 ? this.text.length : end;
      } else if (c === "(") depth++;
      else if (c === ")") depth--;
    }
    return `$(${translated(this.text.slice(from, this.at - (depth === 0 ? 1 : 0)), this.depth + 1)})`;
  }
}

function closing(text: string, open: number, quote: string): number {
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === quote) return i;
  }
  return -1;
}

/** Blocks that are open, by the word that ends each in bash. */
function translated(text: string, depth = 0): string {
  if (depth > DEEPEST) return "";
  const tokens = new Lexer(text, depth).tokens();
  const out: string[] = [];
  const open: string[] = [];
  let header = "";
  let begins = true;
  for (let i = 0; i < tokens.length; i++) {
    const { text: word, border } = tokens[i] as Token;
    if (border) {
      if (header !== "" && /^[;\n]$/.test(word)) {
        out.push(`;${header}`);
        header = "";
      } else if (out.length > 0) out.push(begins && /^[;&]/.test(word) ? "\n" : word);
      begins = true;
      continue;
    }
    if (!begins) {
      out.push(word);
      continue;
    }
    const rest = (): string[] => {
      const words: string[] = [];
      while (tokens[i + 1] && !tokens[i + 1]?.border) words.push(tokens[++i]?.text ?? "");
      return words;
    };
    switch (word) {
      case "and":
      case "or":
        break;
      case "not":
        out.push("!");
        break;
      case "begin":
        open.push("}");
        out.push("{");
        break;
      case "if":
      case "while":
        open.push(word === "if" ? "fi" : "done");
        header = word === "if" ? "then" : "do";
        out.push(word);
        break;
      case "else":
        if (tokens[i + 1]?.text === "if") {
          i++;
          header = "then";
          out.push("\n:\nelif");
        } else out.push("\n:\nelse");
        break;
      case "for":
        open.push("done");
        header = "do";
        out.push("for", ...rest());
        begins = false;
        break;
      case "switch":
        open.push("}");
        out.push(":", ...rest(), "\n{");
        break;
      case "case":
        rest();
        out.push(":");
        begins = false;
        break;
      case "function": {
        const [name = "f"] = rest();
        open.push("}");
        out.push(`function ${name} {`);
        break;
      }
      case "end": {
        const end = open.pop();
        out.push(end === undefined ? "end" : `\n:\n${end}`);
        begins = false;
        break;
      }
      case "set":
        out.push(setting(rest()));
        begins = false;
        break;
      default:
        out.push(word);
        // Without a file it reads its input.
        if (/^(?:source|\.)$/.test(word) && (tokens[i + 1]?.border ?? true)) out.push("/dev/stdin");
        begins = /^\w+=/.test(word);
    }
  }
  return out.join(" ");
}

/** `set -gx NAME values`: several values stand in one text, which the shell divides again. */
function setting(words: readonly string[]): string {
  const at = words.findIndex((word) => !/^-/.test(word));
  const flags = words.slice(0, at < 0 ? words.length : at).join("");
  const name = /^\w+/.exec(words[at] ?? "")?.[0];
  if (at < 0 || name === undefined || /q|query/.test(flags)) return ":";
  if (/-\w*e|--erase/.test(flags)) return `unset ${name}`;
  const value = words.slice(at + 1).join('" "');
  return `${/-\w*x|--export/.test(flags) ? "export " : ""}${name}=${value}`;
}

/** Code of fish: read as the bash code that does the same. */
export const fish: CodeReader = (text, out, inner) => {
  const open = text.includes("⟦");
  const code = { ...plainWord(translated(text)), known: !open };
  out.code("sh", code, { via: "fish -c", ...inner });
};
