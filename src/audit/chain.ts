import * as crypto from "node:crypto";
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
  const text = canonicalText(rowOf(entry, seq, head.hash));
  const at = text.indexOf(PLACE_TEXT);
  const hash = sha256(text.slice(0, at) + text.slice(at + PLACE_TEXT.length));
  return { line: `${text.slice(0, at)}"hash":"${hash}",${text.slice(at + PLACE_TEXT.length)}`, head: { seq, hash } };
}

/** A row with its names in order, so that they need not be sorted for every call. */
function rowOf(entry: AuditEntry, seq: number, before: string): object {
  return {
    agent: entry.agent,
    args: entry.args,
    correlation: entry.correlation,
    cwd: entry.cwd,
    decision: entry.decision,
    detail: entry.detail,
    duration: entry.duration,
    effects: entry.effects,
    event: entry.event,
    findings: entry.findings,
    hash: PLACE,
    host: entry.host,
    level: entry.level,
    outcome: entry.outcome,
    prev_hash: before,
    replayable: entry.replayable,
    result: entry.result,
    role: entry.role,
    rule: entry.rule,
    scope: entry.scope,
    seq,
    session: entry.session,
    time: entry.time,
    tool: entry.tool,
  } satisfies Record<keyof AuditRow, unknown>;
}

/** SHA-256 over the canonical form of a row without its own hash. */
export function digest(body: object): string {
  return sha256(canonicalText(body));
}

/** As hexadecimal digits. */
export function sha256(text: string): string {
  // Node 20.12 has it in one call, which costs a third of making an object for it.
  return crypto.hash ? crypto.hash("sha256", text) : crypto.createHash("sha256").update(text).digest("hex");
}

// An escaped backslash comes first, so that a backslash that somebody typed is no escape.
const ESCAPED_SURROGATE = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/gi;

/** RFC 8785: that is what JSON.stringify writes, once the names are in order. */
function canonicalText(value: object): string {
  const ordered = inOrder(value);
  const text = ordered === UNABLE ? canonical(value) : JSON.stringify(ordered);
  // Lone surrogates have no UTF-8 form: what is hashed must be what a reader gets back from the disk.
  return text.includes("\\ud") ? text.replace(ESCAPED_SURROGATE, (_, typed?: string) => typed ?? "\ufffd") : text;
}

/** An object cannot keep names that look like numbers in order; that is left to the library. */
const UNABLE = Symbol("unable");
const OWN_ORDER = /^(?:\d|__proto__$)/;

/** The same value with the names of its objects sorted by their UTF-16 code units; itself where they are. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const given = value as Record<string, unknown>;
  const keys = Object.keys(value);
  const list = Array.isArray(value);
  const changed = new Map<string, unknown>();
  let sorted = true;
  for (const [n, key] of keys.entries()) {
    const each = given[key];
    if (!list) {
      if (OWN_ORDER.test(key)) return UNABLE;
      if (n > 0 && key < (keys[n - 1] as string)) sorted = false;
    }
    if (typeof each !== "object") continue;
    const ordered = inOrder(each);
    if (ordered === UNABLE) return UNABLE;
    if (ordered !== each) changed.set(key, ordered);
  }
  if (sorted && changed.size === 0) return value;
  const out: Record<string, unknown> | unknown[] = list ? [] : {};
  for (const key of list ? keys : keys.sort())
    (out as Record<string, unknown>)[key] = changed.has(key) ? changed.get(key) : given[key];
  return out;
}

/** What is wrong with a row in its place, in words; undefined when nothing is. */
export function flaw(row: unknown, before: Head | undefined): string | undefined {
  if (typeof row !== "object" || row === null) return "is not a row of the audit";
  const { hash, ...body } = row as Partial<AuditRow>;
  if (typeof hash !== "string" || typeof body.seq !== "number") return "is not a row of the audit";
  if (!gives(body, hash)) return "was edited: its content does not give its hash";
  if (!before) return undefined;
  if (body.seq > before.seq + 1)
    return `follows row ${before.seq}: ${body.seq - before.seq - 1} row(s) were removed between them`;
  if (body.seq <= before.seq) return `follows row ${before.seq}: rows were reordered or repeated`;
  if (body.prev_hash !== before.hash) return `does not continue row ${before.seq}: that row was replaced or rehashed`;
  return undefined;
}

/** No row that was ever written is nested too deep to be read. */
function gives(body: object, hash: string): boolean {
  try {
    return digest(body) === hash;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
