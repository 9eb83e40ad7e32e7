import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chain, digest, flaw, START } from "../../src/audit/chain.js";
import type { AuditEntry } from "../../src/audit/row.js";

// The package's types describe an ES module, its code is CommonJS.
const reference = canonicalize as unknown as (value: unknown) => string;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Names that objects treat in their own way, beside any others. */
const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "10", "9", "a", "B", "é", "constructor", "€", "\ufb33"));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 5 }),
    tie("object"),
  ),
  object: fc.dictionary(key, tie("any"), { maxKeys: 6 }),
}));

test("the canonical form of any row is that of RFC 8785", () => {
  fc.assert(
    fc.property(value.object, (body) => {
      const read = JSON.parse(JSON.stringify(body)) as object;
      expect(digest(read)).toBe(sha256(reference(read)));
    }),
    { numRuns: 1000 },
  );
});

test("a name that an object keeps for itself is part of the row", () => {
  const row = (text: string): object => JSON.parse(text) as object;
  expect(digest(row('{"a":1,"__proto__":{"b":2}}'))).not.toBe(digest(row('{"a":1}')));
});

test("a row in the log is in canonical form, whatever stands in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), value.object, (text, detail) => {
      const entry: AuditEntry = {
        time: text,
        event: "enter",
        correlation: text,
        host: "x",
        args: text,
        detail,
      } as never;
      const { line } = chain(entry, START);
      const row = JSON.parse(line) as object;
      expect(line).toBe(reference(row));
      expect(flaw(row, START)).toBeUndefined();
    }),
  );
});

test("a row nested deeper than anything reads is named, and the rest goes on", () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const row = JSON.parse(`{"seq":1,"hash":"x","detail":${deep}}`) as object;
  expect(flaw(row, START)).toContain("was edited");
});
