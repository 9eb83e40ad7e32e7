import { HARMLESS_NAMES, MARK, PLACES, SECRET_NAME_PARTS, type SecretPattern, TOKENS } from "./secret-patterns.js";

/** Of a longer text only the beginning is looked at, and only that much can be kept. */
const MOST_CHARACTERS = 16_384;
/** Cut from the end of a text that was cut: half a token would no longer be recognised there. */
const CUT_MARGIN = 200;

// NAME=value, "name": "value", --name value, name: value. The value is quoted or a run without white space.
const NAMED =
  /(?<![A-Za-z0-9_])(-{0,2}["']?)([A-Za-z][A-Za-z0-9_.-]{1,60})(["']?(?:\s{0,3}[:=]\s{0,3}|\s{1,3}))("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"',;&|)}\]]+)/g;

const NAME_PARTS = [...SECRET_NAME_PARTS];
const PATTERNS: readonly SecretPattern[] = [...TOKENS, ...PLACES];
/** Levels of a value that are kept. */
const DEEPEST = 6;

/**
 * A text without the secrets that can be told by their look or by their place: well-known token
 * formats, private keys, credentials in URLs and headers, password options, values of
 * secret-looking names.
 *
 * @param limit longest result in characters
 */
export function redact(text: string, limit = 500): string {
  const looked = lookedAt(text);
  return hide(looked, limit, threatsIn(looked));
}

/** `redact` for texts that were all looked at together, which costs less than looking at each. */
export interface Redactor {
  redact(text: string, limit?: number): string;
  /** Redacts every string inside a JSON-like value; a secret-looking key hides its whole text value. */
  value(value: unknown, limit?: number): unknown;
}

/** @param texts everything that will be redacted, or what it is part of */
export function redactor(texts: readonly string[]): Redactor {
  const all = texts.join("\n");
  // Of long texts only beginnings count, which their whole does not tell.
  if (all.length > MOST_CHARACTERS)
    return { redact, value: (value, limit = 500) => redactWith(redact, value, limit, DEEPEST) };
  const threats = threatsIn(all);
  const own = (text: string, limit = 500): string => hide(lookedAt(text), limit, threats);
  return { redact: own, value: (value, limit = 500) => redactWith(own, value, limit, DEEPEST) };
}

/** What a text could hold by the signs that are in it. */
interface Threats {
  readonly patterns: readonly SecretPattern[];
  readonly named: boolean;
}

function threatsIn(text: string): Threats {
  const small = text.toLowerCase();
  const held = (sign: string): boolean => small.includes(sign);
  return {
    // What one pattern puts in a secret's place is no sign of another that was not there before.
    patterns: PATTERNS.filter(({ signs }) => signs.some(held)),
    // Most texts hold no part of a secret's name: the expression is not even made ready for them.
    named: NAME_PARTS.some(held),
  };
}

function lookedAt(text: string): string {
  return text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS - CUT_MARGIN) : text;
}

function hide(text: string, limit: number, { patterns, named }: Threats): string {
  let out = text;
  for (const { find, keep } of patterns) out = replace(out, find, keep);
  if (named) out = redactNamed(out);
  return out.length <= limit ? out : `${out.slice(0, Math.max(0, limit - 3)).replace(/[\ud800-\udbff]$/, "")}...`;
}

/**
 * What `redact` hid in a text, to be hidden as well where it stands alone: a finding's subject or a path
 * has lost the words around it that told what it was.
 *
 * @param redacted the whole of `redact(text)`
 */
export function hiddenParts(text: string, redacted: string): string[] {
  if (text === redacted) return [];
  const kept = redacted.split(MARK);
  const parts: string[] = [];
  let at = (kept[0] ?? "").length;
  for (const [n, next] of kept.entries()) {
    if (n === 0) continue;
    const found = next === "" ? (n === kept.length - 1 ? text.length : at) : text.indexOf(next, at);
    if (found < 0) break;
    const part = text.slice(at, found);
    if (part.length >= 4) parts.push(part);
    at = found + next.length;
  }
  return parts;
}

/** A text without these parts. */
export function without(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, MARK), text);
}

/** What no shell takes for more than a part of one word, nor a person for a path or an option. */
const NO_COMMAND = /^["']?(?![/~.-])[\w+/=.:,@%-]+["']?$/;
const KEY_BLOCK = /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)(?:(?:\\n|\s)*[A-Za-z0-9+/=]{16,})+/g;

/**
 * A command for the person who is asked whether it may run: secrets are hidden as in `redact`, but only
 * where what is hidden could not be a command, an option or a path: nothing that matters for the answer
 * can be hidden by making it look like a secret.
 */
export function redactShown(text: string): string {
  let out = text.replace(KEY_BLOCK, `$1${MARK}`);
  for (const { find, keep = "" } of PATTERNS) {
    out = out.replace(find, (match: string, ...rest: unknown[]) => {
      const groups = rest.filter((each) => typeof each === "string");
      const kept = keep
        .replace(MARK, "")
        .replace(/\$(\d)|@$/g, (_, n?: string) => (n ? String(groups[Number(n) - 1]) : ""));
      const hidden = match.slice(kept.length, keep.endsWith("@") ? -1 : undefined);
      if (!NO_COMMAND.test(hidden)) return match;
      return `${kept}${MARK}${keep.endsWith("@") ? "@" : ""}`;
    });
  }
  return redactNamed(out, NO_COMMAND);
}

function replace(text: string, find: RegExp, keep: string | undefined): string {
  if (keep === undefined) return text.replace(find, MARK);
  return text.replace(find, keep.includes(MARK) ? keep : `${keep}${MARK}`);
}

function redactNamed(text: string, only?: RegExp): string {
  NAMED.lastIndex = 0;
  let out = "";
  let from = 0;
  for (let match = NAMED.exec(text); match; match = NAMED.exec(text)) {
    const [, lead = "", name = "", between = "", value = ""] = match;
    const valueAt = match.index + lead.length + name.length + between.length;
    if (!hides(lead, name, between, value) || (only && !only.test(value))) {
      // The value may itself be a name: `-e TOKEN=x`.
      NAMED.lastIndex = match.index + lead.length + name.length;
      continue;
    }
    const quote = /^["']/.exec(value)?.[0] ?? "";
    out += text.slice(from, valueAt) + quote + MARK + quote;
    from = valueAt + value.length;
    NAMED.lastIndex = from;
  }
  return out + text.slice(from);
}

function hides(lead: string, name: string, between: string, value: string): boolean {
  const bare = value.replace(/^["']|["']$/g, "");
  if (bare === "" || bare.includes(MARK) || bare.startsWith("$")) return false;
  // Without `=` or an option's dashes only a value that looks drawn by lot is taken for the name's.
  if (!/[:=]/.test(between) && !lead.startsWith("-")) return looksRandom(bare) && isSecretName(name);
  return bare.length >= 3 && isSecretName(name, lead.startsWith("-"));
}

/** Whether a variable, field or option of this name usually holds a secret. */
export function isSecretName(name: string, option = false): boolean {
  if (!option && HARMLESS_NAMES.test(name)) return false;
  if (option && /(?:file|path|stdin|id|name|env|prompt|policy)$/i.test(name)) return false;
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_.-]+/);
  if (option && parts.length === 1 && /^(?:key|keys|session|pin|seed|sig|salt|private|auth)$/.test(parts[0] ?? ""))
    return false;
  return parts.some((part) => SECRET_NAME_PARTS.has(part)) || /(?:password|passwd|secret|token|apikey)$/i.test(name);
}

/** At least 12 characters of mixed kinds with more than 3 bits of entropy each. */
export function looksRandom(text: string): boolean {
  if (text.length < 12 || !/[0-9]/.test(text) || !/[A-Za-z]/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1);
  let bits = 0;
  for (const n of counts.values()) bits -= (n / text.length) * Math.log2(n / text.length);
  return bits > 3;
}

function redactWith(own: typeof redact, value: unknown, limit: number, depth: number): unknown {
  if (typeof value === "string") return own(value, limit);
  if (value === null || typeof value !== "object") return value;
  if (depth === 0) return "...";
  if (Array.isArray(value)) return value.slice(0, 50).map((each) => redactWith(own, each, limit, depth - 1));
  const out: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value).slice(0, 50)) {
    out[own(key, 100)] =
      typeof each === "string" && each !== "" && isSecretName(key) ? MARK : redactWith(own, each, limit, depth - 1);
  }
  return out;
}
