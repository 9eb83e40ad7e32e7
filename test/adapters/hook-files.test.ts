import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

// What the hook reads beside its bundle may be missing or damaged. `npm test` builds first.
const root = join(import.meta.dirname, "../..");
const box = mkdtempSync(join(tmpdir(), "bailiff-files-"));
afterAll(() => rmSync(box, { recursive: true, force: true }));

let made = 0;
/** An installation of its own. */
function installation(): string {
  const home = join(box, String(made++));
  for (const part of ["dist", "governance"])
    cpSync(join(root, part), join(home, part), { recursive: true, filter: (file) => !file.endsWith("types") });
  return home;
}

function hook(home: string, tool_name: string, tool_input: object): { status: number | null; stdout: string } {
  const input = JSON.stringify({ hook_event_name: "PreToolUse", cwd: home, tool_name, tool_input });
  return spawnSync(process.execPath, [join(home, "dist/hook.cjs")], {
    input,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    encoding: "utf8",
  });
}

const kept = (home: string, part: string): string => {
  const cache = join(home, "dist/cache");
  return join(cache, readdirSync(cache).find((name) => name.endsWith(part)) ?? "");
};

describe("the entries", () => {
  const half = (file: string): void => writeFileSync(file, readFileSync(file).subarray(0, 1000));
  test.each([
    ["missing", (file: string) => rmSync(file)],
    ["cut short", half],
    ["empty", (file: string) => writeFileSync(file, "")],
    ["of the same length, and something else", (file: string) => writeFileSync(file, readFileSync(file).fill(0))],
  ])(
    "%s: what runs a program is refused, what reads goes on",
    (_, damage) => {
      const home = installation();
      damage(join(home, "dist/programs.jsonl"));
      const bash = hook(home, "Bash", { command: "git status" });
      expect(bash.status).toBe(2);
      expect(bash.stdout).toContain("ERR_INTERNAL");
      expect(hook(home, "Read", { file_path: "a.txt" })).toMatchObject({ status: 0, stdout: "" });
      expect(hook(home, "Write", { file_path: "/etc/passwd", content: "" }).status).toBe(2);
    },
    30_000,
  );
});

test.each([
  ["missing", (file: string) => rmSync(file)],
  ["cut short", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 1000))],
])(
  "the readers of code, %s: what runs code of those languages is refused, other commands go on",
  (_, damage) => {
    const home = installation();
    damage(join(home, "dist/code.cjs"));
    const python = hook(home, "Bash", { command: "python3 -c 'print(1)'" });
    expect(python.status).toBe(2);
    expect(python.stdout).toContain("ERR_INTERNAL");
    const ordinary = hook(home, "Bash", { command: "git status && sed -n 1,5p a.txt | awk '{ print $1 }'" });
    expect(ordinary).toMatchObject({ status: 0, stdout: "" });
  },
  30_000,
);

const damages: [name: string, damage: (file: string) => void][] = [
  ["missing", (file) => rmSync(file)],
  ["missing with all beside it", (file) => rmSync(join(file, ".."), { recursive: true })],
  ["cut short", (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
  ["empty", (file) => writeFileSync(file, "")],
  [
    "damaged within",
    (file) => {
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] = 255 - (bytes[bytes.length >> 1] ?? 0);
      writeFileSync(file, bytes);
    },
  ],
  ["of something else", (file) => writeFileSync(file, "x".repeat(500_000))],
];

describe.each([
  ["decide", "git status", "git reset --hard"],
  ["code", "python3 -c 'print(1)'", "python3 -c 'import shutil; shutil.rmtree(\"/\")'"],
])("the code that was kept compiled of %s.cjs", (part, harmless, destructive) => {
  test.each(damages)(
    "%s: the decisions are the same, and it is made anew",
    (_, damage) => {
      const home = installation();
      const file = kept(home, part);
      damage(file);
      expect(hook(home, "Bash", { command: harmless })).toMatchObject({ status: 0, stdout: "" });
      expect(readFileSync(file).length).toBeGreaterThan(100_000);
      expect(hook(home, "Bash", { command: destructive }).status).toBe(2);
    },
    30_000,
  );

  test("where it cannot be written, the decision stands", () => {
    const home = installation();
    rmSync(join(home, "dist/cache"), { recursive: true });
    writeFileSync(join(home, "dist/cache"), "");
    expect(hook(home, "Bash", { command: destructive }).status).toBe(2);
    expect(hook(home, "Bash", { command: harmless })).toMatchObject({ status: 0, stdout: "" });
    expect(existsSync(join(home, "dist/cache"))).toBe(true);
  }, 30_000);
});
