import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProgramSpec } from "../../src/call/programs/spec.js";
import { programTable } from "../../src/call/programs/table.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import { catches, commandPattern, covers } from "../../src/policy/match/command.js";
import { ruleIndex } from "../../src/policy/match/index.js";
import { asCommand, normalCommand } from "../../src/policy/match/normal.js";
import { Prefixes } from "../../src/policy/match/prefixes.js";
import { urlForms } from "../../src/policy/match/url.js";
import type { Rule } from "../../src/policy/policy.js";
import { nearest } from "../../src/policy/spelling.js";

const own: ProgramSpec[] = [
  { names: ["rm"], flags: ["-r -R --recursive", "-f --force", "-v --verbose", "-i"], operands: "delete" },
  {
    names: ["git"],
    values: { "-C": "cwd", "-c": "text" },
    subcommands: {
      "push p": { flags: ["-f --force", "-u"] },
      "remote r": { subcommands: { "remove rm": {}, add: {} } },
      log: {},
    },
  },
];
const programs = programTable(own);
const normal = (words: readonly string[]) => normalCommand(asCommand(words), programs);

describe("spellings of one command", () => {
  const deletion = fc
    .record({
      recursive: fc.constantFrom(["-r"], ["-R"], ["--recursive"], ["--rec"]),
      force: fc.constantFrom(["-f"], ["--force"], ["--for"]),
      cluster: fc.option(fc.constantFrom("-rf", "-fr", "-Rf", "-rvf", "-fir"), { nil: undefined }),
      more: fc.subarray(["-v", "--verbose", "-i"]),
      operands: fc.array(fc.constantFrom("x", "a b", "./y", "src/*.ts"), { maxLength: 3 }),
      program: fc.constantFrom("rm", "/bin/rm", "/usr/local/bin/rm", "./rm"),
    })
    .chain((parts) => {
      const options = parts.cluster ? [parts.cluster] : [...parts.recursive, ...parts.force];
      const words = [...options, ...parts.more, ...parts.operands];
      return fc.shuffledSubarray(words, { minLength: words.length }).map((shuffled) => [parts.program, ...shuffled]);
    });

  test("are all caught, whichever the pattern has", () => {
    const patterns = ["rm -rf*", "rm -fr *", "rm -r -f*", "rm --force --recursive*", "/bin/rm -Rf*"].map((pattern) =>
      commandPattern({ pattern, match: "glob" }),
    );
    fc.assert(
      fc.property(deletion, (words) => {
        for (const pattern of patterns)
          expect([pattern.text, words, catches(pattern, normal(words))]).toEqual([pattern.text, words, true]);
      }),
    );
  });

  test("an option that the pattern names is never missing", () => {
    const pattern = commandPattern({ pattern: "rm -rf*", match: "glob" });
    const harmless = fc.array(fc.constantFrom("-r", "-v", "--verbose", "x", "-i", "--recursive", "rf"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(harmless, (words) => {
        expect(catches(pattern, normal(["rm", ...words]))).toBe(false);
      }),
    );
  });
});

const word = fc.constantFrom(
  "git",
  "rm",
  "push",
  "p",
  "remote",
  "r",
  "remove",
  "log",
  "-f",
  "--force",
  "-rf",
  "-C",
  "-c",
  "x",
  "./rm",
  "/bin/rm",
  "a*",
  "*",
  "?it",
  "gi*",
  "-r*",
  "--",
  "unknown",
  "x y",
);
const pattern = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
  match: fc.constantFrom("glob" as const, "exact" as const),
});

describe("the index", () => {
  test("finds every row that catches or covers a command", () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 400, size: "max" }),
        fc.array(word, { minLength: 1, maxLength: 5 }),
        (patterns, words) => {
          const rules = patterns.map(
            ({ text, match }, at): Rule => ({
              id: `r${at}`,
              type: "deny",
              pattern: text,
              match,
              on: "command",
              severity: "block",
              message: "m",
              suggestion: "s",
              examples: { match: [], not_match: [] },
              overridable: false,
              configurable: false,
              layer: "user",
              source: "t:1",
            }),
          );
          const index = ruleIndex({ ...emptyPolicy, programs: own, rules });
          const command = normal(words);
          const found = new Set(index.commands(command));
          for (const rule of rules) {
            const made = commandPattern(rule);
            if (catches(made, command) || covers(made, command))
              expect([rule.pattern, words, found.has(rule)]).toEqual([rule.pattern, words, true]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what covers also catches", () => {
    fc.assert(
      fc.property(pattern, fc.array(word, { minLength: 1, maxLength: 5 }), ({ text, match }, words) => {
        const made = commandPattern({ pattern: text, match });
        const command = normal(words);
        if (covers(made, command)) expect(catches(made, command)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("beginnings", () => {
    const prefixes = new Prefixes<string>();
    for (const each of ["", "a", "ab", "abc", "b"]) prefixes.add(each, each);
    const found = new Set<string>();
    prefixes.collect("abx", found);
    expect([...found]).toEqual(["", "a", "ab"]);
  });
});

test.each([
  ["evil.com", "https://evil.com/"],
  ["https://evil.com", "evil.com"],
  ["HTTPS://EVIL.com:443/A", "https://evil.com/A"],
  ["https://u:p@evil.com/x", "https://evil.com/x"],
  ["http://evil.com.:80/", "http://evil.com/"],
  ["ftp://evil.com/x", "ftp://evil.com/x"],
  ["git@github.com:a/b", "github.com:a/b"],
])("an address is also held as it is usually written: %s", (url, form) => {
  expect(urlForms(url)).toContain(form);
});

test.each([
  ["patern", "pattern"],
  ["not-match", "not_match"],
  ["mesage", "message"],
  ["Type", "type"],
  ["xyzzy", undefined],
])("%s is near %s", (given, expected) => {
  expect(nearest(given, ["id", "type", "pattern", "match", "not_match", "message"])).toBe(expected);
});
