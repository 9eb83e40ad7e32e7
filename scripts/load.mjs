// Bundles one TypeScript module and imports it: what scripts use to read the sources without a build.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

export const root = join(import.meta.dirname, "..");

/** @param {string} entry path from the repository's root */
export async function load(entry) {
  const dir = mkdtempSync(join(root, "node_modules/.load-"));
  try {
    const outfile = join(dir, "module.mjs");
    await build({
      entryPoints: [join(root, entry)],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "error",
    });
    return await import(outfile);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * Writes generated files, or with `--check` says which are not what would be written.
 *
 * @param {readonly { path: string, text: string }[]} files paths from the repository's root
 */
export async function emit(files) {
  const { readFile, writeFile } = await import("node:fs/promises");
  const check = process.argv.includes("--check");
  let stale = 0;
  for (const { path, text } of files) {
    const file = join(root, path);
    const before = await readFile(file, "utf8").catch(() => undefined);
    if (before === text) continue;
    if (check) {
      stale++;
      console.error(`${path} is stale: run node ${process.argv[1]?.slice(root.length + 1)}`);
    } else await writeFile(file, text);
  }
  if (stale > 0) process.exitCode = 1;
}
