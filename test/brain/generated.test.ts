import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Emitted {
  readonly path: string;
  readonly text: string;
}

it.each(["validators", "schemas"])("what scripts/%s.mjs writes is what stands in the tree", async (name) => {
  const script = (await import(join(root, "scripts", `${name}.mjs`))) as Record<string, () => Promise<Emitted[]>>;
  const files = (await (script.validatorFiles ?? script.schemaFiles)?.()) ?? [];
  expect(files.length).toBeGreaterThan(0);
  for (const { path, text } of files) {
    expect(readFileSync(join(root, path), "utf8") === text, `${path} is stale: node scripts/${name}.mjs`).toBe(true);
  }
});
