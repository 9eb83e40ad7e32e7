import type { Emitter, Inner } from "../programs/emit.js";
import { plainWord, type Taint, unknownWord, type Word, worstTaint } from "../word.js";
import { printedBy } from "./printed.js";
import type { CodeReader } from "./reader.js";

interface Token {
  readonly kind: "string" | "number" | "name" | "regex" | "sign" | "end";
  readonly text: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "/": "/",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

/**
 * What an awk program does, as far as its text shows: `system()`, pipes to and from commands, files
 * written by `print >` and read by `getline <`. Grammar of POSIX awk and gawk 5; a string that is
 * only printed is not run.
 */
export const awk: CodeReader = (code, out, inner) => {
  const tokens = constants(tokenize(code));
  let printing = false;
  let fetched: Taint | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "end") printing = false;
    else if (token.kind === "name" && /^printf?$/.test(token.text)) printing = true;
    else if (token.kind === "name" && token.text === "system" && tokens[i + 1]?.text === "(") {
      run(expression(tokens, i + 2), out, inner, worstTaint(fetched, out.inputOrigin?.()));
    } else if (token.kind === "sign" && (token.text === "|" || token.text === "|&")) {
      if (tokens[i + 1]?.text === "getline") {
        const command = backwards(tokens, i);
        fetched = worstTaint(fetched, printedBy(fold(command).word.text));
        run(command, out, inner);
      } else if (printing) piped(tokens, i, out, inner);
    } else if (
      printing &&
      token.kind === "sign" &&
      (token.text === ">" || token.text === ">>") &&
      depth(tokens, i) === 0
    ) {
      const word = fold(expression(tokens, i + 1)).word;
      out.effect({ kind: "write", path: out.path(word), how: token.text === ">>" ? "append" : "overwrite" });
    } else if (token.text === "getline") {
      const at = tokens[i + 1]?.text === "<" ? i + 1 : tokens[i + 2]?.text === "<" ? i + 2 : -1;
      if (at > 0) out.effect({ kind: "read", path: out.path(fold(expression(tokens, at + 1)).word) });
    }
  }
};

function tokenize(code: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    const c = code[at] as string;
    if (c === "#") {
      while (at < code.length && code[at] !== "\n") at++;
    } else if (c === '"') {
      let text = "";
      for (at++; at < code.length && code[at] !== '"'; at++) {
        if (code[at] === "\\" && at + 1 < code.length) {
          const octal = /^[0-7]{1,3}/.exec(code.slice(at + 1, at + 4))?.[0];
          const hex = /^x[0-9a-fA-F]{1,2}/.exec(code.slice(at + 1, at + 4))?.[0];
          if (octal) text += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
          else if (hex) text += String.fromCharCode(Number.parseInt(hex.slice(1), 16));
          else text += ESCAPES[code[at + 1] ?? ""] ?? code[at + 1];
          at += octal?.length ?? hex?.length ?? 1;
        } else text += code[at];
      }
      at++;
      tokens.push({ kind: "string", text });
    } else if (c === "/" && !endsOperand(tokens.at(-1))) {
      const from = at;
      for (at++; at < code.length && code[at] !== "/" && code[at] !== "\n"; at++) if (code[at] === "\\") at++;
      at++;
      tokens.push({ kind: "regex", text: code.slice(from, at) });
    } else if (/[A-Za-z_]/.test(c)) {
      const name = /^\w+/.exec(code.slice(at, at + 256))?.[0] ?? c;
      at += name.length;
      tokens.push({ kind: "name", text: name });
    } else if (/[0-9]/.test(c)) {
      const number = /^[0-9.]+/.exec(code.slice(at, at + 64))?.[0] ?? c;
      at += number.length;
      tokens.push({ kind: "number", text: number });
    } else if (c === "\n" || c === ";" || c === "{" || c === "}") {
      tokens.push({ kind: "end", text: c });
      at++;
    } else if (/\s/.test(c) || c === "\\") at++;
    else {
      const sign = /^(?:\|&|\|\||&&|>>|>=|<=|==|!=|\+\+|--)/.exec(code.slice(at, at + 2))?.[0] ?? c;
      tokens.push({ kind: "sign", text: sign });
      at += sign.length;
    }
  }
  return tokens;
}

/** Names that are set once, to strings, are those strings; what the environment holds is a shell's variable. */
function constants(tokens: readonly Token[]): Token[] {
  const values = new Map<string, Token[] | null>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind !== "name" || tokens[i + 1]?.text !== "=") continue;
    const value = expression(tokens, i + 2);
    const fixed = value.length > 0 && value.every((t) => t.kind === "string") && !values.has(token.text);
    values.set(token.text, fixed ? value : null);
  }
  return tokens.flatMap((token, i) => {
    const value = token.kind === "name" && tokens[i + 1]?.text !== "=" ? values.get(token.text) : undefined;
    return value ?? [token];
  });
}

function endsOperand(token: Token | undefined): boolean {
  if (!token) return false;
  return (
    token.kind === "string" ||
    token.kind === "number" ||
    token.text === ")" ||
    token.text === "]" ||
    (token.kind === "name" && !/^(?:printf?|return|in|getline)$/.test(token.text))
  );
}

/** Longer expressions count as unknown, so that no program costs more than its length. */
const LONGEST = 128;

/** Open parentheses at a token since its statement began. */
function depth(tokens: readonly Token[], at: number): number {
  let open = 0;
  for (let i = at - 1; i >= Math.max(0, at - LONGEST) && tokens[i]?.kind !== "end"; i--) {
    if (tokens[i]?.text === "(") open++;
    else if (tokens[i]?.text === ")") open--;
  }
  return open;
}

/** The tokens of an expression up to what ends it. */
function expression(tokens: readonly Token[], from: number): Token[] {
  const found: Token[] = [];
  let open = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "end") break;
    if (token.text === "(" && token.kind === "sign") open++;
    else if (token.text === ")" && token.kind === "sign" && --open < 0) break;
    if (open === 0 && token.kind === "sign" && /^(?:,|\||\|\||&&|\|&)$/.test(token.text)) break;
    found.push(token);
    if (found.length < LONGEST) continue;
    found.push({ kind: "name", text: "…" });
    break;
  }
  return found;
}

/** The command in front of `| getline`. */
function backwards(tokens: readonly Token[], at: number): Token[] {
  let from = at;
  let open = 0;
  while (from > Math.max(0, at - LONGEST)) {
    const token = tokens[from - 1] as Token;
    if (token.kind === "end" || (token.kind === "sign" && /^(?:=|,|&&|\|\||!)$/.test(token.text))) break;
    if (token.text === ")" && token.kind === "sign") open++;
    else if (token.text === "(" && token.kind === "sign" && --open < 0) break;
    from--;
  }
  return tokens.slice(from, at);
}

/** Concatenated strings as one word; what is not a string is a positional parameter of the code. */
function fold(tokens: readonly Token[]): { word: Word; code: string; parameters: Word[] } {
  let text = "";
  let code = "";
  let pending = "";
  const parameters: Word[] = [];
  let environment = false;
  const flush = (): void => {
    if (pending === "") return;
    parameters.push(unknownWord(pending, "file"));
    code += `\${${parameters.length}}`;
    text += `⟦${pending}⟧`;
    pending = "";
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "sign" && (token.text === "(" || token.text === ")")) continue;
    const variable = token.text === "ENVIRON" && tokens[i + 1]?.text === "[" ? tokens[i + 2] : undefined;
    if (variable?.kind === "string" && /^[A-Za-z_]\w*$/.test(variable.text)) {
      flush();
      environment = true;
      code += `\${${variable.text}}`;
      text += `⟦$${variable.text}⟧`;
      i += 3;
    } else if (token.kind === "string") {
      flush();
      text += token.text;
      code += token.text;
    } else pending += token.text;
  }
  flush();
  const known = parameters.length === 0 && !environment;
  return {
    word: known ? plainWord(text) : { text, known, glob: false, tilde: false, taint: "file" },
    code,
    parameters,
  };
}

/** Lines of a known input for each of which code is read. */
const MOST_LINES = 16;

/** What `$0`, `$1`, … and `$NF` are in one line; undefined for anything else. */
function fieldOf(name: string, line: string): string | undefined {
  if (name === "$0") return line;
  const fields = line.split(/\s+/).filter((each) => each !== "");
  if (name === "$NF") return fields.at(-1) ?? "";
  return /^\$[1-9]\d?$/.test(name) ? (fields[Number(name.slice(1)) - 1] ?? "") : undefined;
}

function run(tokens: readonly Token[], out: Emitter, inner: Inner, origin = out.inputOrigin?.()): void {
  const { code, parameters, word } = fold(tokens);
  if (parameters.length > 0)
    for (const line of out.input?.()?.split("\n", MOST_LINES) ?? []) {
      const known = parameters.map((each) => fieldOf(each.text.slice(1, -1), line));
      if (line === "" || known.includes(undefined)) continue;
      const words = known.map((each) => plainWord(each ?? ""));
      out.code("sh", plainWord(code), {
        ...inner,
        via: "awk",
        certainty: "possible",
        parameters: [plainWord("sh"), ...words],
      });
    }
  if (!tokens.some((t) => t.kind === "string")) {
    out.effect({ kind: "opaque", class: "code", origin: origin ?? "file", source: word.text });
    return;
  }
  out.code("sh", plainWord(code), { ...inner, via: "awk", parameters: [plainWord("sh"), ...parameters] });
}

/** `print … | "command"`: the command gets what is printed as its input. */
function piped(tokens: readonly Token[], at: number, out: Emitter, inner: Inner): void {
  const { code, parameters } = fold(expression(tokens, at + 1));
  let from = at;
  while (from > Math.max(0, at - LONGEST) && !/^printf?$/.test(tokens[from - 1]?.text ?? "")) from--;
  const printed = fold(tokens.slice(from, at).filter((t) => t.text !== ","));
  const known = printed.word.known;
  out.code("sh", plainWord(code), {
    ...inner,
    via: "awk",
    parameters: [plainWord("sh"), ...parameters],
    stdin: {
      kind: "text",
      text: known ? `${printed.word.text}\n` : printed.word.text,
      known,
      ...(known ? {} : { taint: "file" as const }),
    },
  });
}
