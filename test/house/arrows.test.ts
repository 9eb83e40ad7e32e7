import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

let tree = "";

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "bailiff-lint-"));
  copyFileSync(join(root, "biome.json"), join(tree, "biome.json"));
  copyFileSync(join(root, ".gitignore"), join(tree, ".gitignore"));
  cpSync(join(root, "scripts/lint"), join(tree, "scripts/lint"), { recursive: true });
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** What the linter, with the project's own settings, says of a file at `path`. */
function lint(path: string, text: string): { ok: boolean; said: string } {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const run = spawnSync(process.execPath, [biome, "lint", "--colors=off", path], { cwd: tree, encoding: "utf8" });
  return { ok: run.status === 0, said: (run.stdout + run.stderr).replace(/\s+/g, " ") };
}

describe("the linter holds the arrows", () => {
  const violations: [path: string, text: string, reason: string][] = [
    [
      "src/call/seeded.ts",
      'import { readFileSync } from "node:fs";\nexport const x = readFileSync;\n',
      "belongs in observe/",
    ],
    ["src/checks/seeded.ts", "export const x = () => process.cwd();\n", "Pure code knows no environment"],
    ["src/text/seeded.ts", "export const x = () => Date.now();\n", "Pure code knows no clock"],
    ["src/checks/seeded.ts", 'import { y } from "../brain/store.js";\nexport const x = y;\n', "Arrows point"],
    ["src/audit/seeded.ts", 'import { y } from "../hosts/log.js";\nexport const x = y;\n', "know nothing of hosts"],
    ["src/brain/seeded.ts", 'import { y } from "../govern.js";\nexport const x = y;\n', "know nothing of hosts"],
    ["src/call/seeded.ts", "export const x = () => Math.random();\n", "no chance"],
    ["src/brain/seeded.ts", 'console.log("painted over the screen");\nexport const x = 1;\n', "noConsole"],
  ];
  test.each(violations)("%s: %s", (path, text, reason) => {
    const result = lint(path, text);
    expect(result.said).toContain(reason);
    expect(result.ok).toBe(false);
  });

  test("and lets the right direction through", () => {
    const text =
      'import type { ToolCall } from "../call/call.js";\nexport const x = (call: ToolCall): string => call.tool;\n';
    expect(lint("src/checks/seeded.ts", text)).toMatchObject({ ok: true });
  });
});
