import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("docs/families.md says what the rows say (node scripts/docs.mjs)", () => {
  const script = join(import.meta.dirname, "../../scripts/docs.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
