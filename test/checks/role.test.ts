import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { NEVER_EXPOSED } from "../../src/checks/never-exposed.js";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import type { Policy } from "../../src/policy/policy.js";
import { resolveRoles, SHIPPED_ROLES } from "../../src/policy/roles.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "bailiff-role-")));
mkdirSync(join(base, "bin"));
mkdirSync(join(base, "evil"));
for (const file of ["bin/python", "evil/python"]) {
  writeFileSync(join(base, file), "");
  chmodSync(join(base, file), 0o755);
}
afterAll(() => rmSync(base, { recursive: true, force: true }));

function codes(policy: Partial<Policy>, rawTool: string, input: Record<string, unknown>, role?: string): string[] {
  const governor = createGovernor({
    policy: { ...emptyPolicy, ...policy },
    surroundings: { own: [], canAsk: false, path: join(base, "bin") },
  });
  const call = {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: "/home/dev/app",
    home: "/home/dev",
  } as const;
  return governor.judge(call, role === undefined ? {} : { role }).decision.findings.map((each) => each.code);
}

describe("inheritance", () => {
  test("shipped roles", () =>
    expect(resolveRoles(SHIPPED_ROLES)).toEqual({
      roles: {
        human: { allowed: ["*"], denied: [] },
        orchestrator: { allowed: ["*"], denied: [] },
        ai: { allowed: ["*"], denied: [] },
      },
      problems: [],
    }));
  test("denied tools add up, own allowed ones replace", () => {
    const { roles } = resolveRoles({
      a: { allowed_tools: ["*"], denied_tools: ["x"] },
      b: { inherits: "a", allowed_tools: ["read"], denied_tools: ["y"] },
    });
    expect(roles.b).toEqual({ allowed: ["read"], denied: ["y", "x"] });
  });
  test.each([
    ["itself", { a: { inherits: "a" } }, /itself/],
    ["a circle", { a: { inherits: "b" }, b: { inherits: "a" } }, /a -> b -> a/],
    ["nobody", { a: { inherits: "ghost" } }, /ghost/],
  ])("%s is an error and allows nothing", (_name, settings, message) => {
    const { roles, problems } = resolveRoles(settings);
    expect(problems[0]?.message).toMatch(message);
    expect(codes({ roles }, "Bash", { command: "ls" }, "a")).toEqual(["ERR_ROLE"]);
  });
});

describe("tools and sandbox of a role", () => {
  const roles = resolveRoles({
    ai: { allowed_tools: ["*"], denied_tools: ["WebFetch", "mcp__*"] },
    lab: {
      allowed_tools: ["*"],
      sandbox: {
        fs_read: ["{PROJECT_ROOT}"],
        fs_write: ["{PROJECT_ROOT}/results"],
        exec_allowlist: ["python"],
        net: false,
      },
    },
  }).roles;
  const cases: [role: string | undefined, tool: string, input: Record<string, unknown>, refused: boolean][] = [
    [undefined, "WebFetch", { url: "https://example.com" }, true],
    [undefined, "mcp__x__y", {}, true],
    [undefined, "Bash", { command: "ls" }, false],
    ["lab", "Write", { file_path: "/home/dev/app/results/x", content: "" }, false],
    ["lab", "Write", { file_path: "/home/dev/app/results-evil/x", content: "" }, true],
    ["lab", "Write", { file_path: "/home/dev/app/results/../x", content: "" }, true],
    ["lab", "Read", { file_path: "/home/dev/app/a" }, false],
    ["lab", "Read", { file_path: "/home/dev/other" }, true],
    ["lab", "Bash", { command: "python x.py" }, false],
    ["lab", "Bash", { command: `${join(base, "evil/python")} x.py` }, true],
    ["lab", "Bash", { command: `PATH=${join(base, "evil")} python x.py` }, true],
    ["lab", "Bash", { command: "ruby x.rb" }, true],
    ["lab", "WebFetch", { url: "https://example.com" }, true],
  ];
  test.each(cases)("%s %s %o", (role, tool, input, refused) =>
    expect(codes({ roles }, tool, input, role).includes("ERR_ROLE")).toBe(refused),
  );
});

describe("tools that no AI gets", () => {
  const spellings = (name: string): string[] => [
    `bailiff_${name}`,
    `mcp__bailiff__${name}`,
    `mcp__plugin_bailiff_bailiff__${name}`,
    `bailiff.${name}`,
    `Bailiff-${name}`,
  ];
  test.each(NEVER_EXPOSED.flatMap(spellings))("%s", (tool) =>
    expect(codes({}, tool, {})).toContain("ERR_NEVER_EXPOSED"),
  );
  test("a file can add", () =>
    expect(codes({ neverExpose: ["mcp__bank__pay"] }, "mcp__bank__pay", {})).toContain("ERR_NEVER_EXPOSED"));
  test("a tool of somebody else's with such a name passes", () =>
    expect(codes({}, "mcp__github__approve", {})).not.toContain("ERR_NEVER_EXPOSED"));
  test("no policy makes one callable", () => {
    const names = fc.constantFrom("ai", "orchestrator", "human", "x");
    const tools = fc.array(fc.constantFrom("*", "bailiff_*", "approve", "mcp__*", "Bash"), { maxLength: 3 });
    const setting = fc.record({ inherits: names, allowed_tools: tools, denied_tools: tools }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        fc.dictionary(names, setting),
        fc.array(fc.string()),
        fc.constantFrom(...NEVER_EXPOSED),
        fc.constantFrom("ai", "orchestrator", "x"),
        (settings, neverExpose, name, role) => {
          const policy = {
            roles: resolveRoles(settings).roles,
            neverExpose,
            undeclaredTools: "allow" as const,
            preset: "standard" as const,
          };
          expect(codes(policy, `mcp__bailiff__${name}`, {}, role)).toContain("ERR_NEVER_EXPOSED");
        },
      ),
    );
  });
});
