import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("what a hook process loads for the ledger holds no schema library, and stays small", async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../../src/sessions/keeper.ts")],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "cjs",
    outdir: "unused",
    logLevel: "error",
  });
  expect(Object.keys(metafile.inputs).filter((each) => each.includes("node_modules"))).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  expect(output?.bytes).toBeLessThan(150_000);
});
