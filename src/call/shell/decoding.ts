import { decodeAnsiC } from "./ansi-c.js";
import type { Holes } from "./hole.js";
import { LIMITS } from "./limits.js";

/** The text behind base64, or null when it is not base64. */
export function decodeBase64(text: string): string | null {
  const clean = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean) || clean.length > LIMITS.text) return null;
  const bare = clean.replace(/=+$/, "");
  // The last whole bytes count even where padding is missing.
  const usable = bare.length % 4 === 1 ? bare.slice(0, -1) : bare;
  return bytesToText(Uint8Array.from(atob(usable), (c) => c.charCodeAt(0)));
}

/** The text behind a plain hexadecimal dump (`xxd -r -p`), or null. */
export function decodeHex(text: string): string | null {
  const clean = text.replace(/\s+/g, "");
  if (!/^[0-9a-fA-F]*$/.test(clean) || clean.length > LIMITS.text) return null;
  const bytes = new Uint8Array(clean.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(clean.slice(i * 2, i * 2 + 2), 16);
  return bytesToText(bytes);
}

function bytesToText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Escapes of `echo -e` and `printf %b`; octal may have a leading zero there. */
export function echoEscapes(text: string): string {
  const stop = text.indexOf("\\c");
  const until = stop < 0 ? text : text.slice(0, stop);
  return decodeAnsiC(until.replace(/\\0([0-7]{1,3})/g, "\\$1"), true);
}

const DIRECTIVE = /%(%|[-+ #0]*(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z]))/g;

/** What `printf` prints (Bash Reference Manual); unknown parts in arguments stay what they are. */
export function printf(format: string, args: readonly string[], holes: Holes): string | undefined {
  const decoded = decodeAnsiC(format, true);
  let out = "";
  let at = 0;
  for (let round = 0; round === 0 || (at < args.length && round < 1000); round++) {
    const before = at;
    let bad = false;
    out += decoded.replace(DIRECTIVE, (all, whole: string, width?: string, precision?: string, kind?: string) => {
      if (whole === "%") return "%";
      if (width === "*" || precision === "*") at++;
      const arg = args[at++] ?? "";
      const text = convert(kind ?? "s", arg, holes);
      if (text === null) bad = true;
      const cut = precision !== undefined && kind === "s" ? (text ?? "").slice(0, Number(precision)) : (text ?? "");
      const size = Number(width ?? 0);
      if (!(size > cut.length && size < 1000)) return cut;
      return all.includes("-") ? cut.padEnd(size) : cut.padStart(size, /^%0/.test(all) ? "0" : " ");
    });
    if (bad) return undefined;
    if (at === before) break;
  }
  return out;
}

function convert(kind: string, arg: string, holes: Holes): string | null {
  switch (kind) {
    case "s":
      return arg;
    case "b":
      return echoEscapes(arg);
    case "c":
      return [...arg][0] ?? "";
    case "q":
      return holes.in(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
    case "d":
    case "i":
    case "u":
      return holes.in(arg)
        ? arg
        : String(
            Number.parseInt(
              arg.startsWith("'") ? String(arg.codePointAt(1) ?? 0) : arg || "0",
              arg.startsWith("0x") ? 16 : 10,
            ) || 0,
          );
    case "x":
      return holes.in(arg) ? arg : (Number(arg) || 0).toString(16);
    case "o":
      return holes.in(arg) ? arg : (Number(arg) || 0).toString(8);
    default:
      return null;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:digit:]": "0123456789",
  "[:space:]": " \t\n\v\f\r",
  "[:blank:]": " \t",
};

function charset(text: string): string[] {
  const named = text.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? "");
  const chars = [...decodeAnsiC(named)];
  const out: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const from = chars[i] as string;
    const to = chars[i + 2];
    if (chars[i + 1] === "-" && to !== undefined && to >= from && to.charCodeAt(0) - from.charCodeAt(0) < 256) {
      for (let c = from.charCodeAt(0); c <= to.charCodeAt(0); c++) out.push(String.fromCharCode(c));
      i += 2;
    } else out.push(from);
  }
  return out;
}

/** What `tr` makes of its input; undefined for forms that are not known. */
export function translate(words: readonly string[], input: string | undefined): string | undefined {
  if (input === undefined) return undefined;
  const options = words.filter((w) => /^-[a-zA-Z]/.test(w));
  const sets = words.filter((w) => !/^-[a-zA-Z]/.test(w));
  const flags = options.map((w) => w.slice(1)).join("");
  const first = charset(sets[0] ?? "");
  if (flags === "d") {
    const gone = new Set(first);
    return [...input].filter((c) => !gone.has(c)).join("");
  }
  if (flags !== "" || sets.length !== 2) return undefined;
  const second = charset(sets[1] ?? "");
  if (second.length === 0) return undefined;
  const map = new Map(first.map((c, i) => [c, second[Math.min(i, second.length - 1)] as string]));
  return [...input].map((c) => map.get(c) ?? c).join("");
}
