// Builds dist/: what OpenCode and Claude Code load, the command, the library and its types.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { load } from "./scripts/load.mjs";

const root = import.meta.dirname;
const source = (file) => join(root, "src", file);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// Built beside the old one and swapped in at the end: a host that starts meanwhile finds a whole one.
const built = join(root, `.dist-${process.pid}`);
process.on("exit", () => rmSync(built, { recursive: true, force: true }));

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: built,
  define: { BAILIFF_VERSION: JSON.stringify(version) },
  legalComments: "none",
  logLevel: "warning",
};

// ESM for Bun and Node, in chunks, so that what an entry imports dynamically is loaded when needed.
await build({
  ...common,
  entryPoints: ["opencode.ts", "index.ts", "cli.ts", "server.ts", "demo/index.ts"]
    .map(source)
    .filter(existsSync)
    .map((file) => ({ in: file, out: file.slice(join(root, "src/").length, -3) })),
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  banner: {
    js: 'import { createRequire as bailiffRequire } from "node:module"; const require = bailiffRequire(import.meta.url);',
  },
});

// One CommonJS file for the process that Claude Code starts for every call: it starts faster than
// ESM. What it imports dynamically becomes a file of its own, loaded only when it is needed.
const pending = new Map([["decide", source("claude-code.ts")]]);
for (const [name, entry] of pending) {
  await build({
    ...common,
    entryPoints: [{ in: entry, out: name }],
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    minify: true,
    // As require(): the loader of ES modules costs more than what it loads here.
    supported: { "dynamic-import": false },
    plugins: [
      {
        name: "files-of-their-own",
        setup(bundler) {
          bundler.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
            if (kind !== "dynamic-import" || pluginData === "inner") return undefined;
            const { path: file } = await bundler.resolve(path, {
              kind: "import-statement",
              resolveDir,
              pluginData: "inner",
            });
            const chunk = basename(file, ".ts");
            pending.set(chunk, file);
            return { path: `./${chunk}.cjs`, external: true };
          });
        },
      },
    ],
  });
}
copyFileSync(source("claude-code-loader.cjs"), join(built, "hook.cjs"));

// The agents in Claude Code's form, where .claude-plugin/plugin.json names them.
const { pluginAgents } = await load("scripts/plugin-agents.ts");
mkdirSync(join(built, "claude-agents"));
for (const { name, text } of pluginAgents(join(root, "agents")))
  writeFileSync(join(built, "claude-agents", name), text);

// Types are checked by `npm run types`, here they are only written down.
const compiler = join(root, "node_modules/typescript/bin/tsc");
const options = ["-p", join(root, "tsconfig.build.json"), "--noCheck", "--outDir", join(built, "types")];
execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });

const dist = join(root, "dist");
const old = `${built}-old`;
if (existsSync(dist)) renameSync(dist, old);
renameSync(built, dist);
rmSync(old, { recursive: true, force: true });
