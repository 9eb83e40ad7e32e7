import fc from "fast-check";
import { expect, test } from "vitest";
import type { Facts } from "../../src/observe/facts.js";
import { compilePolicy } from "../../src/policy/compile.js";
import { ruleIndex } from "../../src/policy/match/index.js";
import { pathCaught, pathForms } from "../../src/policy/match/path.js";

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

const facts = {
  paths: {},
  project: "/app",
  repository: true,
  home: "/home/dev",
  temp: [],
  own: [],
  canAsk: true,
} satisfies Facts;

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
        for (const tree of [false, true]) {
          const ref = { text: full, abs: full.startsWith("/") ? full : `/app/${full}`, glob: !tree, known: true };
          const forms = pathForms({ ref, tree, reads: false }, facts);
          if (!forms) throw new Error("its beginning is known");
          const vague = index.vaguePaths(forms.full);
          expect(vague).toEqual(index.allPaths.filter((rule) => vague.includes(rule)));
          const missed = index.allPaths.filter((rule) => !vague.includes(rule));
          for (const rule of missed) expect(pathCaught(index.path(rule, "/home/dev"), forms, facts)).toBe(false);
        }
        const open = met.filter((rule) => rule.pattern.startsWith("*"));
        expect(open).toEqual(policy.rules.filter((rule) => open.includes(rule)));
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);
