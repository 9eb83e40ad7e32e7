// Runs the tests with the real clients, which are fetched from npm on first use: node scripts/test-hosts.mjs [vitest arguments]

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const hosts = join(root, "test/hosts");
const lock = readFileSync(join(hosts, "package-lock.json"), "utf8");
const installed = join(hosts, "node_modules/.installed-lock.json");

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
  console.log("Fetching the real clients (about 300 MB) ...");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], hosts);
  writeFileSync(installed, lock);
}
if (!existsSync(join(root, "dist/hook.cjs"))) run(process.execPath, ["build.mjs"], root);
run(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config",
    join(hosts, "vitest.config.ts"),
    ...process.argv.slice(2),
  ],
  root,
);
