// Writes the JSON Schemas of the policy files, for editors, from the definitions that the loader
// validates with: node scripts/schemas.mjs [--check]

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const dir = mkdtempSync(join(root, "node_modules/.schemas-"));
try {
  const outfile = join(dir, "schemas.mjs");
  await build({
    entryPoints: [join(root, "src/policy/schemas.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const { schemaFiles } = await import(outfile);
  for (const [name, text] of Object.entries(schemaFiles())) {
    const file = join(root, "governance", name);
    if (!process.argv.includes("--check")) writeFileSync(file, text);
    else if (readFileSync(file, "utf8") !== text) {
      console.error(`${file} is not what the sources say: run node scripts/schemas.mjs`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(dir, { recursive: true });
}
