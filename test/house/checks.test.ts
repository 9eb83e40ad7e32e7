import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checks } from "../../src/checks/all.js";
import { CHECKS, CODES } from "../../src/checks/finding.js";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
/** Where a check's table of cases stands when it is not named after the check. */
const CASES: Readonly<Record<string, string>> = {
  "never-exposed": "role",
  families: "families-meta",
  approval: "../spec-10-13",
};

describe("a check is complete", () => {
  test.each(checks)("$name", (check) => {
    expect(CHECKS).toContain(check.name);
    for (const code of check.codes) expect(CODES).toContain(code);
    expect(check.summary).not.toBe("");
    expect(readme).toContain(`| ${check.name} | `);
    const cases = CASES[check.name] ?? check.name;
    expect(existsSync(join(root, "test/checks", `${cases}.test.ts`))).toBe(true);
  });

  test("no two have the same name", () => {
    expect(new Set(checks.map((check) => check.name)).size).toBe(checks.length);
  });
});
