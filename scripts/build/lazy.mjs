// Parts of a bundle that are set up only when a call first needs them: in one file, but asleep.

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** Functions that lead into a part, by the part's file. */
const DOORS = {
  "src/call/shell/index.ts": ["analyseShell", "analyseCode"],
  "src/call/code/readers.ts": null,
  "src/brain/validate.ts": ["invalid"],
  "src/call/programs/shipped.ts": ["shippedProgram", "shippedByPrefix", "shippedHandler", "programNames"],
};

/** Parts that few processes ever need: files of their own, by the name that the file gets. */
export const FAR = {
  pure: { file: "src/call/pure/index.ts", names: ["onlyLooks", "steers"] },
  code: { file: "src/call/code/readers.ts" },
};

/** Languages that ordinary commands are full of: their readers stay near. */
const NEAR = ["sed", "awk"];

const READERS = /^import \{ (\w+) \} from "(\.\/[\w-]+\.js)";$/gm;

function door(file, names) {
  return [
    "let part;",
    `const load = () => (part ??= require(${JSON.stringify(file)}));`,
    ...names.map((name) => `export const ${name} = (...given) => load().${name}(...given);`),
  ].join("\n");
}

/** The readers of a few languages each on its own, all others from a file of their own. */
function readers(source) {
  const reader = ([, name, file]) =>
    NEAR.includes(name)
      ? `${name}: (code, out, inner) => require(${JSON.stringify(file)}).${name}(code, out, inner),`
      : `${name}: (code, out, inner) => far().${name}(code, out, inner),`;
  return [
    "let part;",
    'const far = () => (part ??= require("./code.cjs").readers);',
    `export const readers = {\n${[...source.matchAll(READERS)].map(reader).join("\n")}\n};`,
  ].join("\n");
}

/** Puts doors before the parts. */
export function lazy(root) {
  const files = new Map(Object.entries(DOORS).map(([file, names]) => [join(root, file), names]));
  const far = new Map(Object.entries(FAR).map(([name, { file, names }]) => [join(root, file), { name, names }]));
  return {
    name: "lazy",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
        if (kind !== "import-statement" || pluginData === "inner") return undefined;
        const found = await bundler.resolve(path, { kind, resolveDir, pluginData: "inner" });
        return files.has(found.path) || far.has(found.path) ? { path: found.path, namespace: "door" } : undefined;
      });
      bundler.onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: "door" }, ({ path }) => ({ path, external: true }));
      bundler.onLoad({ filter: /.*/, namespace: "door" }, async ({ path }) => {
        const own = far.get(path);
        if (own?.names)
          return { contents: door(`./${own.name}.cjs`, own.names), loader: "ts", resolveDir: join(path, "..") };
        const names = files.get(path);
        const resolveDir = join(path, "..");
        const contents = names ? door(`./${basename(path, ".ts")}.js`, names) : readers(await readFile(path, "utf8"));
        return { contents, loader: "ts", resolveDir };
      });
    },
  };
}
