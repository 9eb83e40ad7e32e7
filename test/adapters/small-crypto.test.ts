import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as small from "../../src/hosts/claude-code/small-crypto.js";

const theirs = (parts: readonly string[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const ours = (parts: readonly string[]): string =>
  parts.reduce((hash, part) => hash.update(part), small.createHash("sha256")).digest("hex");

test("SHA-256 is what node:crypto makes of it, at every length around a block's", () => {
  for (let length = 0; length < 200; length++) expect(ours(["a".repeat(length)])).toBe(theirs(["a".repeat(length)]));
  for (const length of [8_191, 8_192, 8_193, 100_000])
    expect(ours(["é".repeat(length)])).toBe(theirs(["é".repeat(length)]));
});

test("of any text, in any parts", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (parts) => {
      expect(ours(parts)).toBe(theirs(parts));
    }),
  );
});

test("bytes and ids are drawn from the system", () => {
  const ids = new Set(Array.from({ length: 100 }, () => small.randomUUID()));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(small.randomBytes(6)).toHaveLength(6);
  expect(small.randomInt(3, 4)).toBe(3);
});
