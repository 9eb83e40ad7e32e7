import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { awk } from "../../../src/call/code/awk.js";
import type { CodeReader } from "../../../src/call/code/reader.js";
import { sed } from "../../../src/call/code/sed.js";
import type { Effect } from "../../../src/call/effect.js";
import { resolveWord } from "../../../src/call/path.js";
import type { Emitter } from "../../../src/call/programs/emit.js";
import { brief } from "../programs/harness.js";

function read(reader: CodeReader, code: string): string {
  const said: string[] = [];
  const out: Emitter = {
    effect: (effect: Effect) => void said.push(brief(effect)),
    act: (act) => void said.push(act),
    path: (word) => resolveWord(word, "/w", "/h"),
    command: (words) => void said.push(`run ${words.map((w) => w.text).join(" ")}`),
    code: (_language, word, inner) =>
      void said.push(`sh ${word.text}${inner?.stdin?.kind === "text" ? ` < ${inner.stdin.text}` : ""}`),
  };
  reader(code, out, {});
  return said.join(" | ");
}

describe("sed", () => {
  it.each([
    ["s/a/b/g", ""],
    ["s/rm -rf \\///e", "opaque code file"],
    ["s/x/rm -rf y/e", "sh rm -rf y | opaque code file"],
    ["s/x/rm -rf \\/e/e", "sh rm -rf /e | opaque code file"],
    ["s/x/rm &/e", "opaque code file"],
    ["1e rm -rf x", "sh rm -rf x"],
    ["1,$!e rm x", "sh rm x"],
    ["e", "opaque code file"],
    ["s/a/b/w out", "overwrite /w/out"],
    ["s|a|b|gw /etc/x", "overwrite /etc/x"],
    ["/a/w out", "overwrite /w/out"],
    ["$r /etc/passwd", "read /etc/passwd"],
    ["a\\\nw out\nd", ""],
    ["a w out", ""],
    ["/e/d;/w/p", ""],
    ["\\,a,e rm x", "sh rm x"],
    ["s/[/]w/b/;p", ""],
    ["s,a,b,;w out", "overwrite /w/out"],
    ["/a/{s/b/c/\nw out\n}", "overwrite /w/out"],
    ["# w out\np", ""],
    [":w;b w", ""],
    ["y/we/ew/", ""],
    ["2,4!{p;q}", ""],
  ])("%j: %s", (code, expected) => {
    expect(read(sed, code)).toBe(expected);
  });
});

describe("awk", () => {
  it.each([
    ["{print $1}", ""],
    ['BEGIN{system("rm -rf x")}', "sh rm -rf x"],
    ['BEGIN { system ("rm " "-rf" " x") }', "sh rm -rf x"],
    ['{system("rm -rf " $1)}', "sh rm -rf ${1}"],
    ["{system($0)}", "opaque code file"],
    ['BEGIN{c="rm -rf x"; system(c)}', "sh rm -rf x"],
    ['BEGIN{c="a"; c="b"; system(c)}', "opaque code file"],
    ['BEGIN{system("rm -rf " ENVIRON["HOME"])}', "sh rm -rf ${HOME}"],
    ['{print "rm x" | "sh"}', "sh sh < rm x\n"],
    ['{print $0 | "sort -u"}', "sh sort -u < ⟦$0⟧"],
    ['BEGIN{"date" | getline d; print d}', "sh date"],
    ['{print > "out"}', "overwrite /w/out"],
    ['{print $1 >> "/etc/x"}', "append /etc/x"],
    ['{print > ("dir/" $1)}', "overwrite /w/dir/⟦$1⟧"],
    ["{print ($1 > 2)}", ""],
    ["$1 > 5", ""],
    ['{while ((getline line < "/etc/passwd") > 0) print line}', "read /etc/passwd"],
    ['{print "system(rm -rf /)"}', ""],
    ['/system\\("rm"\\)/{print}', ""],
    ['# system("rm")\n{print}', ""],
    ['BEGIN{system("\\x72m x")}', "sh rm x"],
    ["a || b", ""],
  ])("%j: %s", (code, expected) => {
    expect(read(awk, code)).toBe(expected);
  });

  it("never throws, whatever it reads", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab/\\\"'|>;{}()\n e w s $1,#getline system".split("")) }),
        (code) => {
          read(awk, code);
          read(sed, code);
        },
      ),
    );
  });
});
