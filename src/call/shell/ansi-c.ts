const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const NUMBER = /^(?:x\{([0-9a-fA-F]+)\}?|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/;

function utf8(bytes: readonly number[]): string {
  // Bytes above 127 that follow each other make one character.
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/**
 * Decodes the inside of `$'…'` (Bash Reference Manual, ANSI-C Quoting), the undocumented
 * `\x{hex}` included. A NUL ends the text, as in bash.
 *
 * @param nul a NUL is a character like others, as what `printf` and `echo -e` print
 */
export function decodeAnsiC(inside: string, nul = false): string {
  let out = "";
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length > 0) out += utf8(bytes);
    bytes = [];
  };
  const ended = (): string => {
    flush();
    return out;
  };
  for (let i = 0; i < inside.length; i++) {
    const c = inside[i] as string;
    if (c !== "\\" || i + 1 >= inside.length) {
      flush();
      out += c;
      continue;
    }
    const next = inside[++i] as string;
    const simple = SIMPLE[next];
    if (simple !== undefined) {
      flush();
      out += simple;
      continue;
    }
    if (next === "c" && i + 1 < inside.length) {
      flush();
      let control = inside[++i] as string;
      if (control === "\\" && inside[i + 1] === "\\") control = inside[++i] as string;
      const code = control === "?" ? 0x7f : control.toUpperCase().charCodeAt(0) & 0x1f;
      if (code === 0) return out;
      out += String.fromCharCode(code);
      continue;
    }
    const number = NUMBER.exec(inside.slice(i, i + 16));
    if (!number) {
      flush();
      out += `\\${next}`;
      continue;
    }
    i += number[0].length - 1;
    const [, braced, hex, short, long, octal] = number;
    const point = short ?? long;
    if (point !== undefined) {
      flush();
      const code = Number.parseInt(point, 16);
      if (code === 0) return out;
      out += code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "\ufffd";
      continue;
    }
    const byte =
      (octal === undefined ? Number.parseInt((braced ?? hex ?? "0").slice(-2), 16) : Number.parseInt(octal, 8)) & 0xff;
    if (byte === 0 && !nul) return ended();
    bytes.push(byte);
  }
  return ended();
}
