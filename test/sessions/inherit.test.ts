import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAPABILITIES, MODES } from "../../src/policy/mode.js";
import { type Ability, boundTo, inherit, permits, UNBOUND, type Wish, writesOf } from "../../src/sessions/inherit.js";

const TOOLS = ["read", "edit", "bash", "task", "mcp__a__b"] as const;
const PROJECTS = ["app", "docs", "infra"] as const;
const matches = (pattern: string, tool: string): boolean =>
  pattern === "*" || pattern === tool || (pattern.endsWith("*") && tool.startsWith(pattern.slice(0, -1)));

const pattern = fc.constantFrom("*", "mcp__*", ...TOOLS);
const ability: fc.Arbitrary<Ability> = fc.record({
  writes: fc.constantFrom("meta", "project", "bridge", null).map(writesOf),
  mode: fc.constantFrom(...MODES).map((mode) => CAPABILITIES[mode]),
  roles: fc.array(fc.record({ name: fc.string(), allowed: fc.array(pattern), denied: fc.array(pattern) }), {
    maxLength: 2,
  }),
  allow: fc.array(fc.array(pattern), { maxLength: 2 }),
  projects: fc.option(fc.subarray([...PROJECTS])),
  depth: fc.option(fc.nat(4)),
});
const wish: fc.Arbitrary<Wish> = fc.record(
  {
    tool: fc.constantFrom(...TOOLS, "other"),
    writes: fc.constantFrom("code", "tooling"),
    network: fc.boolean(),
    delegates: fc.boolean(),
    project: fc.constantFrom(...PROJECTS, "elsewhere"),
  },
  { requiredKeys: ["tool"] },
);

describe("a child", () => {
  it("is never more able than any session above it, nor than its own agent", () => {
    fc.assert(
      fc.property(
        fc.array(ability, { minLength: 1, maxLength: 5 }),
        fc.array(wish, { minLength: 20 }),
        (chain, wishes) => {
          const down: Ability[] = [];
          for (const own of chain) down.push(inherit(down.at(-1) ?? UNBOUND, own));
          for (const each of wishes) {
            const able = down.map((session) => permits(session, each, matches));
            for (let n = 1; n < able.length; n++) if (able[n]) expect(able[n - 1]).toBe(true);
            down.forEach((_, n) => {
              const own = chain[n];
              if (able[n] && own) expect(permits(own, each, matches)).toBe(true);
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("bound to a project has that project alone, and only if its parent had it", () => {
    fc.assert(
      fc.property(ability, fc.constantFrom(...PROJECTS), wish, (parent, project, each) => {
        const bound = boundTo(parent, project);
        if (each.project !== undefined && each.project !== project) expect(permits(bound, each, matches)).toBe(false);
        if (permits(bound, each, matches)) expect(permits(parent, each, matches)).toBe(true);
      }),
    );
  });

  it("of the same agent is as able, but for the depth", () => {
    fc.assert(
      fc.property(ability, (own) => {
        const once = inherit(UNBOUND, { ...own, depth: null });
        expect(inherit(once, { ...own, depth: null })).toEqual(once);
      }),
    );
  });

  it("can delegate as long as there are levels left", () => {
    const able = (levels: number): boolean => {
      let at: Ability = { ...UNBOUND, depth: 3 };
      for (let n = 0; n < levels; n++) at = inherit(at, UNBOUND);
      return permits(at, { tool: "task", delegates: true }, matches);
    };
    expect([0, 1, 2, 3, 4].map(able)).toEqual([true, true, true, false, false]);
  });

  it.each([
    ["meta", { code: false, tooling: true }],
    ["project", { code: true, tooling: false }],
    ["bridge", { code: false, tooling: false }],
    [null, { code: true, tooling: true }],
  ] as const)("of scope %s writes %j", (scope, writes) => expect(writesOf(scope)).toEqual(writes));
});
