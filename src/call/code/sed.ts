import type { Emitter } from "../programs/emit.js";
import { plainWord, type Word } from "../word.js";
import type { CodeReader } from "./reader.js";

/**
 * What a sed script does, as far as its text shows: `w` and `s///w` write, `r` reads, `e` and `s///e`
 * run. Grammar of POSIX sed and GNU sed 4.9; `a`, `i`, `c` and labels are text.
 */
export const sed: CodeReader = (code, out, inner) => {
  const via = inner.via ?? "sed";
  let at = 0;
  const rest = (): string => {
    const end = code.indexOf("\n", at);
    const text = code.slice(at, end < 0 ? code.length : end);
    at = end < 0 ? code.length : end;
    return text;
  };
  /** Skips to the unescaped delimiter; brackets do not hide it from GNU sed's replacement part. */
  const upTo = (delimiter: string, brackets: boolean): string => {
    const from = at;
    let inside = false;
    for (; at < code.length; at++) {
      const c = code[at];
      if (c === "\\") at++;
      else if (brackets && c === "[" && !inside) {
        inside = true;
        if (code[at + 1] === "^") at++;
        if (code[at + 1] === "]") at++;
      } else if (c === "]") inside = false;
      else if (c === delimiter && !inside) break;
    }
    const text = code.slice(from, at);
    at++;
    return text;
  };
  const address = (): boolean => {
    const c = code[at] ?? "";
    if (c === "/" || c === "\\") {
      at += c === "/" ? 1 : 2;
      upTo(c === "/" ? "/" : (code[at - 1] ?? "/"), true);
      while (/[IM]/.test(code[at] ?? "")) at++;
      return true;
    }
    const match = /^(?:\$|\d+(?:~\d+)?|[+~]\d+)/.exec(code.slice(at, at + 24));
    if (!match) return false;
    at += match[0].length;
    return true;
  };
  while (at < code.length) {
    while (/[\s;{}]/.test(code[at] ?? "")) at++;
    if (at >= code.length) break;
    if (code[at] === "#") {
      rest();
      continue;
    }
    if (address()) {
      while (/\s/.test(code[at] ?? "")) at++;
      if (code[at] === ",") {
        at++;
        while (/\s/.test(code[at] ?? "")) at++;
        address();
      }
    }
    while (/[\s!]/.test(code[at] ?? "")) at++;
    const command = code[at++] ?? "";
    if (command === "s" || command === "y") {
      const delimiter = code[at++] ?? "/";
      upTo(delimiter, true);
      const replacement = upTo(delimiter, false);
      if (command === "s") flags(replacement);
    } else if (command === "w" || command === "W") write(rest(), out);
    else if (command === "r" || command === "R") {
      const name = rest().trim();
      if (name !== "" && name !== "/dev/stdin") out.effect({ kind: "read", path: out.path(file(name)) });
    } else if (command === "e") {
      const text = rest().trim();
      if (text !== "") out.code("sh", plainWord(text), { ...inner, via });
      else opaque(out, code);
    } else if (/[aic]/.test(command)) {
      // The text goes on over lines that end in a backslash.
      let line = rest();
      while (line.endsWith("\\") && at < code.length) {
        at++;
        line = rest();
      }
    } else if (/[:btTvqQlL]/.test(command)) {
      while (at < code.length && !/[;\n}]/.test(code[at] ?? "")) at++;
    }
  }

  function flags(replacement: string): void {
    for (; at < code.length && /[gpiImMe0-9w]/.test(code[at] ?? ""); at++) {
      if (code[at] === "e") {
        const text = replaced(replacement);
        if (text) out.code("sh", plainWord(text), { ...inner, via, certainty: "possible" });
        opaque(out, code);
      } else if (code[at] === "w") {
        at++;
        write(rest(), out);
        return;
      }
    }
  }
};

/** The text that a replacement puts in, unless it takes up what was matched. */
function replaced(replacement: string): string | undefined {
  if (/(?:^|[^\\])(?:\\\\)*(?:&|\\\d)/.test(replacement)) return undefined;
  return replacement.replace(/\\(.)/gs, (_all, c: string) => (c === "n" ? "\n" : c));
}

function opaque(out: Emitter, source: string): void {
  out.effect({ kind: "opaque", class: "code", origin: out.inputOrigin?.() ?? "file", source });
}

function write(text: string, out: Emitter): void {
  const name = text.trim();
  if (name !== "") out.effect({ kind: "write", path: out.path(file(name)), how: "overwrite" });
}

/** sed takes file names as they stand. */
function file(name: string): Word {
  return plainWord(name);
}
