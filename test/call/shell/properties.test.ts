import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { program } from "./grammar.js";
import { shell } from "./harness.js";

const tokens = fc.constantFrom(
  ..."$ ` ' \" ( ) { } [ ] < > | & ; # ~ ! * ? \\ = , \n \t".split(" "),
  " ",
  "$(",
  "${",
  "$((",
  "<<E\n",
  "E\n",
  "<(",
  "[[ ",
  " ]]",
  "((",
  "))",
  "if ",
  "then ",
  "fi",
  "for x in ",
  "do ",
  "done",
  "case ",
  "esac",
  ";;",
  "rm",
  "a",
  "$'\\x",
  "⟦",
  "⟧",
  "\ue000",
  "\u{1f4a5}",
  "eval ",
  "bash -c ",
);

describe("never throws", { timeout: 120_000 }, () => {
  it("on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        shell(text);
      }),
      { numRuns: 2000 },
    );
  });
  it("on any sequence of the shell's own signs", () => {
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 40 }), (all) => {
        shell(all.join(""));
      }),
      { numRuns: 5000 },
    );
  });
  it("on programs cut anywhere", () => {
    fc.assert(
      fc.property(program, fc.nat(), (text, at) => {
        shell(text.slice(0, at % (text.length + 1)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("stays the same", { timeout: 60_000 }, () => {
  it("for the same text", () => {
    fc.assert(
      fc.property(program, (text) => {
        expect(shell(text)).toEqual(shell(text));
      }),
      { numRuns: 300 },
    );
  });
});

/** CPU microseconds of one analysis, the best of a few. */
function cost(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    shell(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best;
}

describe("costs no more than its length", { timeout: 60_000 }, () => {
  const shapes: Record<string, (n: number) => string> = {
    statements: (n) => 'git log --oneline | head -3 && echo "$HOME" > out.txt; '.repeat(n),
    words: (n) => `p ${"a ".repeat(n * 10)}`,
    variables: (n) => `p ${'"$x" '.repeat(n * 5)}`,
    assignments: (n) => "x=a; ".repeat(n * 5),
    heredocs: (n) => Array.from({ length: n }, (_, i) => `cat <<E${i}\na\nE${i}\n`).join(""),
    functions: (n) => Array.from({ length: n }, (_, i) => `f${i}() { p a; }; f${i}; `).join(""),
    substitutions: (n) => "p $(q a) `r`; ".repeat(n),
    branches: (n) => "if p; then x=1; else x=2; fi; ".repeat(n),
    exports: (n) => "export A=1 B=2; p; ".repeat(n),
    quotes: (n) => `p ${"'a'\"b\"".repeat(n * 5)}`,
    broken: (n) => `${"p a\n".repeat(n * 3)})`,
  };
  it.each(Object.entries(shapes))("%s", (_, shape) => {
    shell(shape(50));
    const small = cost(shape(30));
    // 16 times the text; the rest is room for a busy machine and a first run.
    const most = Math.max(small, 500) * 16 * 5;
    let large = cost(shape(30 * 16));
    // What V8 compiles and collects meanwhile counts too, and ends at some time.
    for (let again = 0; large >= most && again < 5; again++) large = Math.min(large, cost(shape(30 * 16)));
    expect(large).toBeLessThan(most);
  });
});

describe("comes to an end", { timeout: 60_000 }, () => {
  const wide: Record<string, string> = {
    substitutions: "$(".repeat(9000) + ")".repeat(9000),
    groups: "(".repeat(9000) + ")".repeat(9000),
    parameters: "${x:-".repeat(9000) + "}".repeat(9000),
    braces: `p ${"{".repeat(20_000)}${",".repeat(20_000)}${"}".repeat(20_000)}`,
    ranges: `p ${"{1..9}".repeat(9000)}`,
    heredocs: Array.from({ length: 10_000 }, () => "a<<E").join("\n"),
    pipes: "a|".repeat(30_000),
    loops: `${"for i in 1 2 3 4 5 6 7 8; do ".repeat(20)}a;${"done;".repeat(20)}`,
    whiles: `${"while a; do x=1; ".repeat(40)}b;${"done;".repeat(40)}`,
    calls: `${Array.from({ length: 40 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; }; `).join("")}f0`,
    mutual: `${["f", "g", "h"].map((f) => `${f}() { f; g; h; f; g; h; }; `).join("")}f`,
    evals: "eval ".repeat(10_000),
    wrappers: `${"env ".repeat(10_000)}rm a`,
    doubling: `x=aaaaaaaaaa;${"x=$(echo $x$x);".repeat(60)}`,
    arrays: `a=(x);${"a+=(y);".repeat(8000)}`,
    patterns: `x=${"a".repeat(30_000)};${"p ${x//a*a*b/c};".repeat(500)}`,
    exports: `${Array.from({ length: 3000 }, (_, i) => `export V${i}=x;`).join("")}${"p;".repeat(3000)}`,
    unterminated: "if a; then ".repeat(5000),
  };
  it.each(Object.entries(wide))("%s", (_, text) => {
    expect(cost(text.slice(0, 65_000))).toBeLessThan(3_000_000);
  });
});
