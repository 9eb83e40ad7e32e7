import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { AuditEntry, AuditRow } from "./row.js";

// The package's types describe an ES module, its code is CommonJS.
const canonical = canonicalize as unknown as (value: unknown) => string;

/** What the first row of a log names as its predecessor. */
export const GENESIS = "0".repeat(64);

/** The end of a chain: its last row's number and hash. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const START: Head = { seq: 0, hash: GENESIS };

// Stands in the hash's place while the rest is hashed; no JSON text can hold it by chance.
const PLACE = "\u0001";
const PLACE_TEXT = '"hash":"\\u0001",';

/** The line for an entry that follows `head`, and the head after it. RFC 8785 form, without line end. */
export function chain(entry: AuditEntry, head: Head): { line: string; head: Head } {
  const seq = head.seq + 1;
  const text = canonicalText({ ...entry, seq, prev_hash: head.hash, hash: PLACE });
  const at = text.indexOf(PLACE_TEXT);
  const hash = sha256(text.slice(0, at) + text.slice(at + PLACE_TEXT.length));
  return { line: `${text.slice(0, at)}"hash":"${hash}",${text.slice(at + PLACE_TEXT.length)}`, head: { seq, hash } };
}

/** SHA-256 over the canonical form of a row without its own hash. */
export function digest(body: object): string {
  return sha256(canonicalText(body));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// An escaped backslash comes first, so that a backslash that somebody typed is no escape.
const ESCAPED_SURROGATE = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/gi;

function canonicalText(value: object): string {
  const text = canonical(value);
  // Lone surrogates have no UTF-8 form: what is hashed must be what a reader gets back from the disk.
  return text.includes("\\ud") ? text.replace(ESCAPED_SURROGATE, (_, typed?: string) => typed ?? "\ufffd") : text;
}

/** What is wrong with a row in its place, in words; undefined when nothing is. */
export function flaw(row: unknown, before: Head | undefined): string | undefined {
  if (typeof row !== "object" || row === null) return "is not a row of the audit";
  const { hash, ...body } = row as Partial<AuditRow>;
  if (typeof hash !== "string" || typeof body.seq !== "number") return "is not a row of the audit";
  if (digest(body) !== hash) return "was edited: its content does not give its hash";
  if (!before) return undefined;
  if (body.seq > before.seq + 1)
    return `follows row ${before.seq}: ${body.seq - before.seq - 1} row(s) were removed between them`;
  if (body.seq <= before.seq) return `follows row ${before.seq}: rows were reordered or repeated`;
  if (body.prev_hash !== before.hash) return `does not continue row ${before.seq}: that row was replaced or rehashed`;
  return undefined;
}
