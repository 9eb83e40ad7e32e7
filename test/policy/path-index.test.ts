import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePolicy } from "../../src/policy/compile.js";
import { ruleIndex } from "../../src/policy/match/index.js";

const piece = fc.constantFrom(
  "a",
  "B",
  "secret",
  "src",
  "x.ts",
  "*",
  "**",
  "s*t",
  "?",
  ".env",
  "{a,b}",
  "[ab]",
  "!(a)",
);
const pattern = fc.tuple(fc.constantFrom("", "", "~/", "./", "/"), fc.array(piece, { minLength: 2, maxLength: 4 }));
const path = fc.array(fc.constantFrom("a", "B", "b", "secret", "src", "x.ts", ".env", "st"), {
  minLength: 1,
  maxLength: 5,
});

test("a path meets every row that catches it, and rows that begin with a wildcard in the table's order", () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 6 }), path, (patterns, segments) => {
      const rules = patterns.map(([lead, pieces], i) => ({
        id: `row-${i}`,
        type: "deny",
        on: "path",
        pattern: lead + pieces.join("/"),
        message: "Not here",
        suggestion: "Ask the user",
      }));
      const text = JSON.stringify({ version: 1, rules });
      const { policy } = compilePolicy({
        sources: [{ layer: "user", kind: "deny-rules", path: "/deny-rules.yaml", text }],
        version: "0",
      });
      const index = ruleIndex(policy);
      for (const full of [segments.join("/"), `/${segments.join("/")}`, `/home/dev/${segments.join("/")}`]) {
        const met = index.paths([segments.at(-1) ?? ""], [full]);
        const caught = policy.rules.filter((rule) => rule.on === "path" && index.path(rule, "/home/dev").test(full));
        expect(met).toEqual(expect.arrayContaining([...caught]));
        const open = met.filter((rule) => rule.pattern.startsWith("*"));
        expect(open).toEqual(policy.rules.filter((rule) => open.includes(rule)));
      }
    }),
    { numRuns: 300 },
  );
});
