import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { doctor } from "../../src/commands/doctor.js";
import { init, uninstall } from "../../src/commands/init.js";
import type { Streams } from "../../src/commands/output.js";
import { placesFor } from "../../src/commands/session.js";
import { trust } from "../../src/commands/trust.js";
import { loadPolicy, openPolicy } from "../../src/policy/load.js";

let root: string;
const kept = { ...process.env };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-install-command-"));
  mkdirSync(join(root, "project/.git"), { recursive: true });
  process.env.HOME = join(root, "home");
  process.env.XDG_CONFIG_HOME = join(root, "config");
  process.env.XDG_STATE_HOME = join(root, "state");
  // Only Node: whatever hosts this machine has are not here.
  process.env.PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
});
afterEach(() => {
  rmSync(root, { recursive: true });
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "PATH"]) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
});

const cwd = (): string => join(root, "project");
const put = (path: string, text: string): string => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

async function run(
  work: (streams: Streams) => Promise<number>,
): Promise<{ code: number; out: string; errors: string }> {
  const collect = () => {
    const stream = new PassThrough();
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
  };
  const output = collect();
  const errors = collect();
  const code = await work({ input: Readable.from([""]), output: output.stream, errors: errors.stream });
  return { code, out: output.text(), errors: errors.text() };
}

describe("trust", () => {
  const LOOSE = "version: 1\nmodes: {undeclared: allow}\nmax_depth: 9\n";
  const person = (yes: boolean) => ({ here: () => true, agrees: async () => yes });
  const depth = async () => (await loadPolicy({ places: placesFor(cwd()), version: "1" })).maxDepth;

  test("says in words what is not in force, and needs a person", async () => {
    put("project/.bailiff/policy.yaml", LOOSE);
    const { code, out, errors } = await run((s) => trust({ cwd: cwd() }, s));
    expect(code).toBe(2);
    expect(out).toContain("not in force");
    expect(out).toContain("A greater depth of delegation");
    expect(out).toContain("Letting undeclared tools through");
    expect(errors).toContain("person at a terminal");
    expect(await depth()).toBeUndefined();
  });

  test("lets exactly this content hold, in processes that run already too; a changed file is untrusted again", async () => {
    const file = put("project/.bailiff/policy.yaml", LOOSE);
    const live = await openPolicy({ places: placesFor(cwd()), version: "1" });
    expect((await run((s) => trust({ cwd: cwd(), person: person(false) }, s))).code).toBe(2);
    expect(await depth()).toBeUndefined();
    expect((await run((s) => trust({ cwd: cwd(), person: person(true) }, s))).code).toBe(0);
    expect(await depth()).toBe(9);
    expect((await live.refresh()).maxDepth).toBe(9);
    writeFileSync(file, LOOSE.replace("9", "8"));
    expect(await depth()).toBeUndefined();
    expect((await run((s) => trust({ cwd: cwd(), list: true }, s))).out).toContain("changed since it was trusted");
    writeFileSync(file, LOOSE);
    expect(await depth()).toBe(9);
  });

  test("is revoked for the whole project", async () => {
    put("project/.bailiff/policy.yaml", LOOSE);
    await run((s) => trust({ cwd: cwd(), person: person(true) }, s));
    expect((await run((s) => trust({ cwd: cwd(), revoke: true }, s))).code).toBe(2);
    expect(await depth()).toBe(9);
    expect((await run((s) => trust({ cwd: cwd(), revoke: true, person: person(true) }, s))).code).toBe(0);
    expect(await depth()).toBeUndefined();
  });

  test("in JSON, and where there is nothing to trust", async () => {
    expect((await run((s) => trust({ cwd: cwd() }, s))).code).toBe(0);
    put("project/.bailiff/policy.yaml", "version: 1\nmax_depth: 1\n");
    expect((await run((s) => trust({ cwd: cwd() }, s))).code).toBe(0);
    put("project/.bailiff/policy.yaml", LOOSE);
    const { code, out } = await run((s) => trust({ cwd: cwd(), json: true }, s));
    expect(code).toBe(2);
    expect(JSON.parse(out).files).toMatchObject([
      { state: "untrusted", loosens: [expect.any(String), expect.any(String)] },
    ]);
  });
});

describe("init, doctor, uninstall", () => {
  test("needs a host, and a project", async () => {
    await expect(run((s) => init({ cwd: cwd() }, s))).rejects.toThrow("no host was found");
    await expect(run((s) => init({ cwd: "/", opencode: true }, s))).rejects.toThrow("--global");
    expect((await run((s) => uninstall({ cwd: cwd() }, s))).code).toBe(1);
    expect((await run((s) => doctor({ cwd: cwd() }, s))).code).toBe(1);
  });

  test("finds the host by its settings", async () => {
    put("project/opencode.json", "{}\n");
    const { out } = await run((s) => init({ cwd: cwd(), json: true }, s));
    expect(JSON.parse(out).hosts).toEqual(["opencode"]);
    expect(existsSync(join(cwd(), ".claude"))).toBe(false);
  });

  test("fires at what each host loads; says what is wrong, and what to do", { timeout: 60_000 }, async () => {
    const options = { cwd: cwd(), opencode: true, claude: true, yes: true };
    expect((await run((s) => init(options, s))).code).toBe(0);
    const first = await run((s) => doctor({ cwd: cwd(), json: true }, s));
    const report = JSON.parse(first.out) as { ok: boolean; lines: { about: string; state: string; message: string }[] };
    expect(report.lines.filter(({ state }) => state === "failure")).toEqual([]);
    expect(first.code).toBe(0);
    for (const host of ["OpenCode", "Claude Code"])
      expect(report.lines.find((line) => line.about === host && line.state === "ok")?.message).toContain("is refused");

    const claude = join(cwd(), ".claude/settings.local.json");
    const fine = readFileSync(claude, "utf8");
    const spoiled: readonly [string, () => void, RegExp][] = [
      [claude, () => writeFileSync(claude, fine.replace("{", '{"disableAllHooks": true,')), /disableAllHooks/],
      [
        claude,
        () => writeFileSync(claude, fine.replaceAll(/"[^"]*hook\.cjs"/g, '"/nowhere/dist/hook.cjs"')),
        /does not hold/,
      ],
      [claude, () => writeFileSync(claude, "{}"), /do not name bailiff/],
      [join(cwd(), "opencode.json"), () => writeFileSync(join(cwd(), "opencode.json"), "{"), /cannot be read/],
      [join(cwd(), ".bailiff"), () => chmodSync(join(cwd(), ".bailiff"), 0o777), /everybody can write/],
      [
        join(cwd(), ".bailiff/deny-rules.yaml"),
        () => put("project/.bailiff/deny-rules.yaml", "rules: 1\n"),
        /deny-rules\.yaml/,
      ],
    ];
    for (const [, spoil, said] of spoiled) {
      const before = new Map(
        [claude, join(cwd(), "opencode.json"), join(cwd(), ".bailiff/deny-rules.yaml")].map((f) => [
          f,
          readFileSync(f),
        ]),
      );
      spoil();
      const { code, out } = await run((s) => doctor({ cwd: cwd() }, s));
      expect(code, String(said)).toBe(1);
      expect(out).toMatch(said);
      for (const [file, bytes] of before) writeFileSync(file, bytes);
      chmodSync(join(cwd(), ".bailiff"), 0o755);
    }
    expect((await run((s) => uninstall({ cwd: cwd() }, s))).code).toBe(0);
    expect(existsSync(join(cwd(), ".bailiff"))).toBe(false);
  });
});
