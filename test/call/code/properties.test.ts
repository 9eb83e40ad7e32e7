import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64, hex, rot13 } from "../../../src/call/code/fold.js";
import { readers } from "../../../src/call/code/readers.js";
import type { Language } from "../../../src/call/programs/spec.js";
import { readCode } from "./seen.js";

const languages = Object.keys(readers) as Language[];

/** Pieces that scripts are made of, so that chance meets the grammar now and then. */
const piece = fc.constantFrom(
  ..."os . system ( ) [ ] { } ' \" ` \\ \n \t # // /* */ -- $x @a %h = == => -> :: , ; : ? f\"{x}\" q{ qw( <<EOT EOT <<~A A <? ?> def lambda function sub end do if for in of import from eval exec require 'rm -rf /' 0x1 1e9 ⟦x⟧ ☃ \0 $( ${ #{ |x| && || += .= !".split(
    " ",
  ),
  "\n    ",
  "'''",
  '"""',
);
const script = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.array(piece, { maxLength: 120 }).map((all) => all.join(" ")),
  fc.array(piece, { maxLength: 120 }).map((all) => all.join("")),
);

describe("every reader", () => {
  test.each(languages)("%s never throws, and says the same twice", (language) => {
    fc.assert(
      fc.property(script, (code) => {
        expect(readCode(language, code)).toEqual(readCode(language, code));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    "({z",
    "[{z",
    '({qQ;&"g',
    "x({a",
    "f[{b{c",
    "$x{y",
    "({a{b",
    "<? function 1 = m{",
    "x = function(a){",
    "(a) => {",
  ])("%j, cut off inside a bracket, comes to an end", (code) => {
    for (const language of languages) expect(readCode(language, code), language).not.toContain("opaque bounds unknown");
  });

  const SHAPES: Record<string, (n: number) => string> = {
    brackets: (n) => "(".repeat(n),
    closed: (n) => "(".repeat(n) + ")".repeat(n),
    lists: (n) => "[".repeat(n) + "]".repeat(n),
    objects: (n) => "{a:".repeat(n),
    sums: (n) => `x = ${"'a' + ".repeat(n)}'b'`,
    calls: (n) => "f(".repeat(n) + ")".repeat(n),
    chain: (n) => `a${".b()".repeat(n)}`,
    doubling: (n) => "x = x + x\n".repeat(n),
    nested: (n) => "x = [x, x, x]\n".repeat(n),
    functions: (n) => Array.from({ length: n }, (_, i) => `def f${i}(a):\n  f${i + 1}(a); f${i + 1}(a)\n`).join(""),
    arrows: (n) => `${"x => ".repeat(n)}x`,
    lambdas: (n) => `${"lambda x: ".repeat(n)}x`,
    assigns: (n) => `${"a = ".repeat(n)}1`,
    ternaries: (n) => `${"a ? b : ".repeat(n)}c`,
    holes: (n) => `f"${"{".repeat(n)}"`,
    quotes: (n) => "'\"`".repeat(n),
    heredocs: (n) => "<<A\n".repeat(n),
    slashes: (n) => "/a".repeat(n),
    prefixes: (n) => "!".repeat(n),
    lines: (n) => "\n".repeat(n),
    semicolons: (n) => "drop;".repeat(n),
  };

  test.each(Object.keys(SHAPES))("adversarial shape %s stays bounded", (name) => {
    const shape = SHAPES[name] as (n: number) => string;
    for (const language of languages) {
      const started = performance.now();
      readCode(language, shape(4000));
      // Generous: a machine under load, but far below what anything quadratic would take.
      expect(performance.now() - started, language).toBeLessThan(3000);
    }
  });
});

describe("decoding", () => {
  test("base64 gives back what was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(base64(Buffer.from(text).toString("base64"))).toBe(text);
      }),
    );
  });
  test("hex gives back what was encoded", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hex(Buffer.from(text).toString("hex"))).toBe(text);
      }),
    );
  });
  test("rot13 twice is nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(rot13(rot13(text))).toBe(text);
      }),
    );
  });
  test("what is not base64 is not decoded", () => {
    expect(base64("rm -rf /!")).toBeUndefined();
  });
});
