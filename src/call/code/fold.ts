import { formatText } from "./format.js";
import type { Call } from "./profile.js";
import { alternatives, asText, concat, list, oneOf, type Text, taintOf, text, unknown, type Value } from "./values.js";

/** Pure functions on texts that the languages share: what they give is worked out where it is known. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LONGEST = 100_000;

/** Base64 (also the URL form) as text of one character a byte, then as UTF-8 where it is that. */
export function base64(given: string): string | undefined {
  const clean = given.replace(/\s/g, "").replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (clean.length > LONGEST || /[^A-Za-z0-9+/]/.test(clean)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const c of clean) {
    held = ((held << 6) | ALPHABET.indexOf(c)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return utf8(bytes);
}

export function hex(given: string): string | undefined {
  const clean = given.replace(/[\s:]/g, "");
  if (clean.length > LONGEST || clean.length % 2 === 1 || /[^0-9a-fA-F]/.test(clean)) return undefined;
  return utf8((clean.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

function utf8(bytes: readonly number[]): string {
  const escaped = bytes.map((b) => `%${b.toString(16).padStart(2, "0")}`).join("");
  try {
    return decodeURIComponent(escaped);
  } catch {
    return bytes.map((b) => String.fromCharCode(b)).join("");
  }
}

export function rot13(given: string): string {
  return given.replace(/[a-z]/gi, (c) => {
    const base = c <= "Z" ? 65 : 97;
    return String.fromCharCode(((c.charCodeAt(0) - base + 13) % 26) + base);
  });
}

export function percent(given: string): string | undefined {
  try {
    return decodeURIComponent(given);
  } catch {
    return undefined;
  }
}

/** A character, or several, by number. */
export const character: Call = (args) => {
  const given = args.positional.flatMap((v) => (v.kind === "list" ? v.items : [v]));
  return given.reduce<Value>((out, v) => {
    const code = Number(asText(v).text);
    const known = asText(v).known && Number.isInteger(code) && code >= 0 && code <= 0x10ffff;
    return concat(out, known ? text(String.fromCodePoint(code)) : unknown("character"));
  }, text(""));
};

/** A text made anew from a known one. */
export function mapped(change: (given: string, ...more: string[]) => string): Call {
  return (args) => {
    const self = args.self ?? args.positional[0];
    if (!self) return undefined;
    const more = (args.self ? args.positional : args.positional.slice(1)).map((v) => asText(v));
    return oneOf(
      alternatives(self).map((each): Value => {
        if (each.kind !== "text") return unknown("text", taintOf(each));
        if (!each.known || more.some((v) => !v.known))
          return { ...each, known: false, text: each.known ? "⟦text⟧" : each.text };
        return { ...each, text: change(each.text, ...more.map((v) => v.text)).slice(0, LONGEST) };
      }),
    );
  };
}

/** Items joined by a text between them. */
export function joinItems(items: Value | undefined, between: Value): Value {
  if (items === undefined) return unknown("joined");
  if (items.kind !== "list") return items.kind === "text" ? items : unknown("joined", taintOf(items));
  return items.items.reduce<Value>((out, v, n) => (n === 0 ? v : concat(concat(out, between), v)), text(""));
}

export function splitText(value: Value | undefined, by: Value | undefined): Value {
  if (value === undefined) return unknown("parts");
  if (value.kind === "either") return oneOf(value.of.map((each) => splitText(each, by)));
  const whole = asText(value);
  if (!whole.known) return list([{ ...whole, glob: false }]);
  const separator = by === undefined ? undefined : asText(by);
  const parts = separator?.known ? whole.text.split(separator.text) : whole.text.split(/\s+/).filter(Boolean);
  return list(parts.slice(0, 200).map((part): Text => ({ ...whole, text: part })));
}

export const reversed = mapped((given) => [...given].reverse().join(""));
export const lower = mapped((given) => given.toLowerCase());
export const upper = mapped((given) => given.toUpperCase());
export const trimmed = mapped((given) => given.trim());
export const replaced = mapped((given, from, to) =>
  from === undefined || from === "" ? given : given.split(from).join(to ?? ""),
);

/** `sprintf(pattern, values)`. */
export const printf: Call = (args) =>
  args.positional[0] ? formatText(args.positional[0], args.positional.slice(1)) : undefined;

/** The directory part of a path. */
export const parent = mapped((given) => {
  const at = given.replace(/\/+$/, "").lastIndexOf("/");
  return at < 0 ? "." : at === 0 ? "/" : given.slice(0, at);
});

export const lastPart = mapped((given) =>
  given.replace(/\/+$/, "").slice(given.replace(/\/+$/, "").lastIndexOf("/") + 1),
);
