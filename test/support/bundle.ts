import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a TypeScript text that may import from `src/`, for tests that need processes of their own. */
export async function bundle(text: string, outfile: string): Promise<string> {
  await build({
    stdin: { contents: text, resolveDir: join(import.meta.dirname, "../../src"), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    // jsonc-parser's other form asks for its parts in a way that no bundler sees.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    format: "cjs",
    logLevel: "error",
  });
  return outfile;
}
