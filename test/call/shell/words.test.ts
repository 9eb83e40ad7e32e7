import { describe, expect, it } from "vitest";
import { argv, shell } from "./harness.js";

describe("a word after the shell's own work", () => {
  it.each<[string, string[]]>([
    // Quoting.
    ["p 'a b' \"c d\"", ["p", "a b", "c d"]],
    ["p a\\ b \\$X '$X'", ["p", "a b", "$X", "$X"]],
    ["\"p\"'q' \\r", ["pq", "r"]],
    ["p \"\" ''", ["p", "", ""]],
    ['p "a\\b\\"\\$\\`"', ["p", 'a\\b"$`']],
    ["p a\\\nb", ["p", "ab"]],
    ['p $"x y"', ["p", "x y"]],
    // ANSI-C quoting, decoded here and not by the parser.
    ["p $'\\x72m' $'\\x{72}m' $'\\162' $'\\u0072\\U00000072'", ["p", "rm", "rm", "r", "rr"]],
    ["p $'\\t\\n\\\\\\'\\e'", ["p", "\t\n\\'\x1b"]],
    ["p $'r\\cMm'", ["p", "r\rm"]],
    ["p $'a\\\nb' $'\\q'", ["p", "a\\\nb", "\\q"]],
    ["p $'\\xc3\\xa9' $'a\\0b'", ["p", "é", "a"]],
    // Braces.
    ["{p,-q,/}", ["p", "-q", "/"]],
    [
      "p a{b,c{d,e}}f {1..3} {c..a} {01..3} {1..9..4}",
      ["p", "abf", "acdf", "acef", "1", "2", "3", "c", "b", "a", "01", "02", "03", "1", "5", "9"],
    ],
    ['p {a} "{b,c}" {d,"e f"} \\{g,h} {,i}', ["p", "{a}", "{b,c}", "d", "e f", "{g,h}", "i"]],
    ["p ${X:-{a,b}}", ["p", "⟦${X:-{a,b}⟧}"]],
    // Tilde and wildcards are left for whoever resolves paths.
    ["p ~/x *.c [ab]? \\*", ["p", "~/x", "*.c", "[ab]?", "*"]],
    // Comments and separators.
    ["p a#b # c", ["p", "a#b"]],
    ["p\ta", ["p", "a"]],
    ["p\u00a0a b", ["p\u00a0a", "b"]],
  ])("%s", (command, words) => {
    expect(argv(command)[0]).toEqual(words);
  });

  it("marks wildcards and tildes that are not quoted", () => {
    const [command] = shell("p *.c '*' ~/x '~' {a,*}b").commands;
    expect(command?.argv.map((w) => [w.glob, w.tilde])).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, true],
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  it("does not lay out a range of numbers that is too long", () => {
    expect(argv("p {1..100000}")[0]).toEqual(["p", "⟦{1..100000}⟧"]);
    expect(shell("p {a,b}{1..100000}").effects.at(-1)).toMatchObject({ kind: "opaque", class: "bounds" });
  });
});
