import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

// npm leaves out what the registry it asked does not have, and `npm ci` then refuses the file on every machine.
it.each(["package-lock.json", "test/hosts/package-lock.json"])("%s names every platform's packages", (file) => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../..", file), "utf8")) as Lock;
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${at}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing, "run node scripts/complete-lock.mjs").toEqual([]);
});
