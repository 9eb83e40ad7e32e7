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
import { FAST_HOOK } from "../../src/hosts/claude-code/lanes.js";
import { loadPolicy, openPolicy } from "../../src/policy/load.js";

let root: string;
const kept = { ...process.env };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-install-command-"));
  mkdirSync(join(root, "project/.git"), { recursive: true });
  process.env.HOME = join(root, "home");
  process.env.XDG_CONFIG_HOME = join(root, "config");
  process.env.XDG_STATE_HOME = join(root, "state");
  delete process.env.CLAUDE_CONFIG_DIR;
  // Only Node: whatever hosts this machine has are not here.
  process.env.PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
});
afterEach(() => {
  rmSync(root, { recursive: true });
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "PATH", "CLAUDE_CONFIG_DIR"]) {
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

  test.each([
    { keepRecords: true, says: "kept", there: true },
    { keepRecords: false, says: "--keep-records would have kept it", there: false },
  ])("uninstall without a terminal says what becomes of the records: $says", async ({ keepRecords, says, there }) => {
    await run((s) => init({ cwd: cwd(), opencode: true, yes: true }, s));
    const record = put("project/.bailiff/audit/audit.jsonl", "{}\n");
    const { code, out } = await run((s) => uninstall({ cwd: cwd(), keepRecords }, s));
    expect(code).toBe(0);
    expect(out).toContain(says);
    expect(existsSync(record)).toBe(there);
    expect(existsSync(join(cwd(), ".bailiff"))).toBe(there);
    // Installed again it goes on where it was.
    expect((await run((s) => init({ cwd: cwd(), opencode: true, yes: true }, s))).code).toBe(0);
    const again = await run((s) => uninstall({ cwd: cwd(), json: true }, s));
    expect(JSON.parse(again.out).records).toBe(there ? "removed" : "none");
    expect(existsSync(record)).toBe(false);
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

describe("the lane of Claude Code", () => {
  const settings = (): string => readFileSync(join(cwd(), ".claude/settings.local.json"), "utf8");
  /** A `claude` that tells its version and nothing else. */
  const claude = (version: string): void => {
    chmodSync(put("bin/claude", `#!/bin/sh\necho '${version} (Claude Code)'\n`), 0o755);
    process.env.PATH = `${join(root, "bin")}:${process.env.PATH}`;
  };
  const install = (more: Parameters<typeof init>[0] = {}) =>
    run((streams) => init({ claude: true, yes: true, cwd: cwd(), ...more }, streams));

  test.each([
    ["2.1.330", "fast"],
    ["2.1.295", "fast"],
    ["2.1.294", "safe"],
    ["nonsense", "safe"],
  ])("is chosen by its version: %s, %s", async (version, lane) => {
    claude(version);
    const { code, out } = await install();
    expect(code).toBe(0);
    expect(out).toContain(`the ${lane} lane`);
    expect(settings().includes("mcp_tool")).toBe(lane === "fast");
    expect(existsSync(join(root, "home/.claude.json"))).toBe(lane === "fast");
  });

  test("is the one that is asked for, where it can be had", async () => {
    claude("2.1.330");
    expect((await install({ lane: "safe" })).out).toContain("the safe lane");
    expect((await install()).out).toContain("the safe lane (as it was");
    expect((await install({ lane: "fast" })).out).toContain("the fast lane");
    expect((await install()).out).toContain("the fast lane");
    await expect(install({ lane: "slow" })).rejects.toThrow("`fast`");
    await expect(install({ lane: "fast", global: true })).rejects.toThrow(".mcp.json");
    claude("2.1.197");
    await expect(install({ lane: "fast" })).rejects.toThrow("2.1.295");
  });

  test("is the safe one where the user's settings have it for all projects", async () => {
    claude("2.1.330");
    expect((await install({ global: true })).out).toContain("the safe lane");
    const { out } = await install();
    expect(out).toContain("judged in both");
    expect(settings()).not.toContain("mcp_tool");
    await expect(install({ lane: "fast" })).rejects.toThrow("judged in both");
    const looked = async () => (await run((streams) => doctor({ cwd: cwd(), json: true }, streams))).out;
    expect(await looked()).not.toContain("in both lanes");
    writeFileSync(
      join(cwd(), ".claude/settings.local.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [FAST_HOOK] }] } }),
    );
    expect(await looked()).toContain("in both lanes");
  });

  test("is proved by doctor, which says what is wrong with it", { timeout: 60_000 }, async () => {
    claude("2.1.330");
    await install();
    const look = async () => {
      const { out } = await run((streams) => doctor({ cwd: cwd(), json: true }, streams));
      const { lines } = JSON.parse(out) as { lines: { about: string; state: string; message: string }[] };
      return lines.filter(({ about }) => about === "Claude Code").map(({ state, message }) => `${state} ${message}`);
    };
    expect((await look())[0]).toMatch(/^ok .*is refused by what .* \(fast lane/);
    const state = join(root, "home/.claude.json");
    const server = readFileSync(state, "utf8");
    writeFileSync(state, server.replace("dist/server.js", "dist/none.js"));
    expect((await look())[0]).toMatch(/^failure .*does not hold/);
    writeFileSync(state, "{}");
    expect((await look())[0]).toMatch(/^failure .*every call is blocked/);
    writeFileSync(state, server);
    writeFileSync(
      join(cwd(), ".claude/settings.local.json"),
      settings().replace('"onFailure": "block"', '"onFailure": "allow"'),
    );
    expect((await look())[0]).toMatch(/^failure .*no `onFailure`/);
    claude("2.1.197");
    expect(await look()).toContainEqual(expect.stringMatching(/^failure version 2\.1\.197 lets a call run/));
  });
});
