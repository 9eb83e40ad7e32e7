// Packs bailiff as npm would and looks at the result: what is in it, whether its entries resolve for
// every kind of importer, and whether each built entry can be loaded from where it is installed.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = (name) => join(root, "node_modules/.bin", name);
const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

mkdirSync(join(root, ".cache"), { recursive: true });
const dir = mkdtempSync(join(root, ".cache/package-"));
try {
  const [{ filename, files, size }] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", dir]),
  );
  console.log(`${filename}: ${files.length} files, ${Math.round(size / 1024)} KB packed`);
  const needed = [
    ".claude-plugin/plugin.json",
    "README.md",
    "dist/cli.js",
    "dist/decide.cjs",
    "dist/hook.cjs",
    "dist/index.js",
    "dist/opencode.js",
    "dist/programs.jsonl",
    "dist/server.js",
    "dist/types/index.d.ts",
    "governance/deny-rules.yaml",
    "hooks/hooks.json",
  ];
  const missing = needed.filter((file) => !files.some(({ path }) => path === file));
  if (missing.length > 0) throw new Error(`not in the package: ${missing.join(", ")}`);

  const tarball = join(dir, filename);
  console.log(run(bin("publint"), ["--strict", tarball]));
  console.log(run(bin("attw"), ["--profile", "esm-only", tarball]));

  // Without its dependencies, as a host finds it: everything that hosts load is bundled.
  run("tar", ["-xzf", tarball, "-C", dir]);
  const unpacked = join(dir, "package");
  const opencode = run(
    process.execPath,
    ["-e", 'import("./dist/opencode.js").then((m) => console.log(Object.keys(m).join()))'],
    unpacked,
  );
  if (opencode.trim() !== "default") throw new Error(`OpenCode would call as plugins: ${opencode}`);
  const event = JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "git status" },
  });
  execFileSync(process.execPath, ["dist/hook.cjs"], {
    cwd: unpacked,
    input: event,
    env: { PATH: process.env.PATH, HOME: dir },
  });
  const greeting = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "check", version: "1" } };
  const greeted = execFileSync(process.execPath, ["dist/server.js"], {
    cwd: unpacked,
    input: `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: greeting })}\n`,
    env: { PATH: process.env.PATH, HOME: dir },
    encoding: "utf8",
    timeout: 60_000,
  });
  if (JSON.parse(greeted).result.serverInfo.name !== "bailiff") throw new Error(`the server says: ${greeted}`);
  if (existsSync(join(unpacked, "node_modules"))) throw new Error("dependencies were installed");
  console.log("Both hosts' entries load from the unpacked package.");
} finally {
  rmSync(dir, { recursive: true, force: true });
}
