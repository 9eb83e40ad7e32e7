import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(root, "node_modules/.cli-"));
  await build({
    entryPoints: [join(root, "src/cli.ts")],
    outdir: dir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

const bailiff = (args: string[], input = "", env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(dir, "cli.mjs"), ...args], {
    encoding: "utf8",
    input,
    cwd: dir,
    env: {
      ...process.env,
      HOME: dir,
      XDG_CONFIG_HOME: join(dir, "config"),
      XDG_STATE_HOME: join(dir, "state"),
      ...env,
    },
  });

test.each<[string[], number]>([
  [["check", "ls -la"], 0],
  [["check", 'echo "rm -rf /"'], 0],
  [["check", "git reset --hard"], 2],
  [["check", "netlify deploy --prod"], 1],
  [["check", "--", "-x"], 2],
  [["explain", "git reset --hard"], 0],
  [["--help"], 0],
  [["--version"], 0],
  [["check", "--help"], 0],
  [["check"], 64],
  [["check", "ls", "--stdin"], 64],
  [["check", "--nonsense", "ls"], 64],
  [["check", "ls", "-la"], 64],
  [["explain", "--stdin"], 64],
  [["nonsense"], 64],
  [[], 64],
  [["lint", "no-such-file.yaml"], 64],
  [["test", "--corpus", "no-such-directory"], 64],
])("bailiff %j exits with %i", (args, code) => {
  const { status, stdout, stderr } = bailiff(args);
  expect({ status, said: stdout + stderr }).toEqual({ status: code, said: expect.any(String) });
});

test.each<[command: string, mode: string, code: number]>([
  ["touch a.txt", "FULL", 0],
  ["touch a.txt", "READONLY", 2],
  ["git diff", "READONLY", 0],
  ["touch a.txt", "loose", 2],
])("check %j in mode %s exits with %i, as the hosts would decide", (command, mode, code) => {
  expect(bailiff(["check", command], "", { BAILIFF_MODE: mode })).toMatchObject({ status: code });
  expect(bailiff(["explain", command], "", { BAILIFF_MODE: mode }).stdout).toContain(code === 0 ? "allow" : "deny");
});

test("rows in, rows out", () => {
  const { status, stdout, stderr } = bailiff(
    ["check", "--stdin"],
    '{"id":"a","tool":"Bash","input":{"command":"git reset --hard"},"cwd":"/home/dev/app"}\nx\n',
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [first, second] = stdout.trim().split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({ id: "a", decision: "deny" });
  expect(JSON.parse(second ?? "")).toMatchObject({ error: expect.any(String) });
});
