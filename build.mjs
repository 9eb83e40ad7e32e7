// Builds dist/: what OpenCode and Claude Code load, the command, the library and its types.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { FAR, lazy } from "./scripts/build/lazy.mjs";
import { notices } from "./scripts/build/notices.mjs";
import { ascii, shippedAsText, tables } from "./scripts/build/tables.mjs";
import { load } from "./scripts/load.mjs";

const root = import.meta.dirname;
const source = (file) => join(root, "src", file);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// Built beside the old one and swapped in at the end: a host that starts meanwhile finds a whole one.
const built = join(root, `.dist-${process.pid}`);
process.on("exit", () => rmSync(built, { recursive: true, force: true }));

/** One-liners as agents write them, in the languages that they write most. */
const CODE = [
  `python3 -c 'import json, sys; print(json.load(open("package.json"))["version"], len(sys.argv))'`,
  `node -e 'const fs = require("fs"); console.log(JSON.parse(fs.readFileSync("a.json", "utf8")).name)'`,
  `psql -c 'select id, name from users where id < 10 order by name'`,
].join(" && ");

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: built,
  define: { BAILIFF_VERSION: JSON.stringify(version) },
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  // Client libraries that only those install who ask a second model.
  external: ["openai", "@anthropic-ai/sdk"],
};
const metafiles = [];

// ESM for Bun and Node, in chunks, so that what an entry imports dynamically is loaded when needed.
const modules = await build({
  ...common,
  entryPoints: ["opencode.ts", "index.ts", "cli.ts", "server.ts", "demo/index.ts"]
    .map(source)
    .filter(existsSync)
    .map((file) => ({ in: file, out: file.slice(join(root, "src/").length, -3) })),
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  // Its other form asks for its parts in a way that no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  banner: {
    js: 'import { createRequire as bailiffRequire } from "node:module"; const require = bailiffRequire(import.meta.url);',
  },
});

metafiles.push(modules.metafile);

// One CommonJS file for the process that Claude Code starts for every call: it starts faster than
// ESM. What it imports dynamically becomes a file of its own, loaded only when it is needed.
const smallCrypto = {
  name: "small-crypto",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:crypto$/ }, () => ({ path: source("hosts/claude-code/small-crypto.ts") }));
  },
};
const { module, text } = await shippedAsText(root);
writeFileSync(join(built, "programs.jsonl"), text);
const pending = new Map([
  ["decide", source("claude-code.ts")],
  ...Object.entries(FAR).map(([name, { file }]) => [name, join(root, file)]),
]);
for (const [name, entry] of pending) {
  const made = await build({
    ...common,
    entryPoints: [{ in: entry, out: name }],
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    minify: true,
    // As require(): the loader of ES modules costs more than what it loads here.
    supported: { "dynamic-import": false },
    plugins: [
      ...(name === "decide" ? [lazy(root), smallCrypto] : []),
      tables(root, module),
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
  metafiles.push(made.metafile);
}
writeFileSync(join(built, "THIRD_PARTY_LICENSES.txt"), notices(root, metafiles));
for (const name of pending.keys()) {
  const file = join(built, `${name}.cjs`);
  writeFileSync(file, ascii(readFileSync(file, "utf8")));
}
// Of all that is kept compiled: V8 itself holds code by its length alone.
const identity = createHash("sha256")
  .update(readFileSync(join(built, "decide.cjs")))
  .update(readFileSync(join(built, "code.cjs")))
  .digest("hex")
  .slice(0, 16);
const loader = readFileSync(source("claude-code-loader.cjs"), "utf8");
writeFileSync(join(built, "hook.cjs"), loader.replace("BAILIFF_BUILD", identity));
rehearse();

// The agents in Claude Code's form, where .claude-plugin/plugin.json names them.
const { pluginAgents } = await load("scripts/plugin-agents.ts");
mkdirSync(join(built, "claude-agents"));
for (const { name, text } of pluginAgents(join(root, "agents")))
  writeFileSync(join(built, "claude-agents", name), text);

// Types are checked by `npm run types`, here they are only written down.
const compiler = join(root, "node_modules/typescript/bin/tsc");
const options = ["-p", join(root, "tsconfig.build.json"), "--noCheck", "--outDir", join(built, "types")];
execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });

/** Runs the hook in a home of its own, so that the code of its usual ways is kept compiled for this Node. */
function rehearse() {
  const home = mkdtempSync(join(tmpdir(), "bailiff-"));
  const env = { PATH: process.env.PATH, HOME: home };
  const cache = join(built, "cache");
  const run = (hook_event_name, more, ...args) => {
    rmSync(cache, { recursive: true, force: true });
    const input = JSON.stringify({ hook_event_name, session_id: "rehearsal", cwd: home, ...more });
    execFileSync(process.execPath, [join(built, "hook.cjs"), ...args], { input, env });
  };
  const command = (text) => ({ tool_name: "Bash", tool_input: { command: text }, tool_use_id: "1" });
  try {
    // After the first the policy stands compiled and the session is known, as nearly always.
    run("SessionStart", { source: "startup" }, "aside");
    run("PreToolUse", command("git status"));
    run("PreToolUse", command(CODE));
    const readers = new Map(readdirSync(cache).map((name) => [name, readFileSync(join(cache, name))]));
    run("PreToolUse", command("git status"));
    for (const [name, bytes] of readers) if (name.endsWith("-code")) writeFileSync(join(cache, name), bytes);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const dist = join(root, "dist");
const old = `${built}-old`;
if (existsSync(dist)) renameSync(dist, old);
renameSync(built, dist);
rmSync(old, { recursive: true, force: true });
