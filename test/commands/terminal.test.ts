import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { atTerminal, KEY, terminals } from "../support/terminal.js";

// The built command at a real terminal, as a person uses it.
const cli = join(import.meta.dirname, "../../dist/cli.js");
let root: string;
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "bailiff-terminal-")));
  project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "README.md"), "# mine\n");
  mkdirSync(join(project, ".claude"));
  writeFileSync(join(project, ".claude/settings.local.json"), '{ "model": "x" }');
});
afterEach(() => rmSync(root, { recursive: true }));

type Step = readonly [shown: string, keys: string];

function bailiff(args: readonly string[], steps: readonly Step[]): { code: number | null; shown: string } {
  // Whatever hosts this machine has are not here.
  const env = { PATH: join(root, "bin"), HOME: join(root, "home"), TERM: "xterm" };
  mkdirSync(env.HOME, { recursive: true });
  return atTerminal([process.execPath, cli, ...args], steps, { cwd: project, env });
}

/** Every file of the project with its bytes. */
function bytes(directory = project): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .map((entry) => [join(entry.parentPath, entry.name), entry.isFile()] as const)
      .map(([path, file]) => [path, file ? readFileSync(path, "latin1") : "directory"]),
  );
}

const HOSTS = "For which hosts?";
const INSTALL = "Install?";
const OUT = "Take bailiff out here";
const KEEP = "Keep the record";

describe.skipIf(!terminals)("init at a terminal", { timeout: 180_000 }, () => {
  test.each<[name: string, steps: readonly Step[]]>([
    ["cancelled at the first question", [[HOSTS, KEY.cancel]]],
    ["escaped from at the first question", [[HOSTS, KEY.escape]]],
    [
      "cancelled at the last question",
      [
        [HOSTS, KEY.enter],
        [INSTALL, KEY.cancel],
      ],
    ],
    [
      "declined",
      [
        [HOSTS, KEY.enter],
        [INSTALL, "n"],
      ],
    ],
  ])("%s writes nothing", (_, steps) => {
    const before = bytes();
    const { code, shown } = bailiff(["init"], steps);
    expect(code, shown).toBe(1);
    expect(shown).toContain("Nothing was changed.");
    expect(bytes()).toEqual(before);
  });

  test("installs for the host that it found, which is chosen beforehand", () => {
    const { code, shown } = bailiff(
      ["init"],
      [
        [HOSTS, KEY.enter],
        [INSTALL, KEY.enter],
      ],
    );
    expect(code, shown).toBe(0);
    expect(shown).toContain(`edits   ${join(project, ".claude/settings.local.json")}`);
    expect(shown).toContain("Installed for Claude Code.");
    expect(existsSync(join(project, ".claude/agents/executor.md"))).toBe(true);
    expect(existsSync(join(project, "opencode.json"))).toBe(false);
  });

  test("installs for others where they are chosen", () => {
    // OpenCode stands first and is not chosen, Claude Code second and is.
    const { code, shown } = bailiff(
      ["init"],
      [
        [HOSTS, `${KEY.space}${KEY.down}${KEY.space}${KEY.enter}`],
        [INSTALL, "y"],
      ],
    );
    expect(code, shown).toBe(0);
    expect(shown).toContain("Installed for OpenCode.");
    expect(existsSync(join(project, ".opencode/agent/executor.md"))).toBe(true);
    expect(readFileSync(join(project, ".claude/settings.local.json"), "utf8")).toBe('{ "model": "x" }');
  });

  test("does not ask for hosts that are named, and nothing with --yes", () => {
    const named = bailiff(["init", "--opencode"], [[INSTALL, KEY.cancel]]);
    expect(named.code, named.shown).toBe(1);
    expect(named.shown).not.toContain(HOSTS);
    const { code, shown } = bailiff(["init", "--opencode", "--yes"], []);
    expect(code, shown).toBe(0);
    expect(shown).not.toContain(INSTALL);
  });
});

describe.skipIf(!terminals)("uninstall at a terminal", { timeout: 180_000 }, () => {
  let before: Record<string, string>;
  const audit = (): string => join(project, ".bailiff/audit/audit.jsonl");
  beforeEach(() => {
    before = bytes();
    const { code, shown } = bailiff(["init", "--claude", "--yes"], []);
    if (code !== 0) throw new Error(shown);
    mkdirSync(dirname(audit()));
    writeFileSync(audit(), '{"seq":1}\n');
  });

  test.each<[name: string, steps: readonly Step[]]>([
    ["cancelled at the first question", [[OUT, KEY.cancel]]],
    ["not agreed to, which is the answer beforehand", [[OUT, KEY.enter]]],
    [
      "cancelled at the question for the records",
      [
        [OUT, "y"],
        [KEEP, KEY.cancel],
      ],
    ],
  ])("%s changes nothing", (_, steps) => {
    const installed = bytes();
    const { code, shown } = bailiff(["uninstall"], steps);
    expect(code, shown).toBe(1);
    expect(shown).toContain("Nothing was changed.");
    expect(bytes()).toEqual(installed);
  });

  test("keeps the records, as the answer beforehand says, and what keeps them out of commits", () => {
    const { code, shown } = bailiff(
      ["uninstall"],
      [
        [OUT, "y"],
        [KEEP, KEY.enter],
      ],
    );
    expect(code, shown).toBe(0);
    expect(shown).toContain("kept");
    const kept = [".bailiff", ".bailiff/.gitignore", ".bailiff/audit", ".bailiff/audit/audit.jsonl"];
    expect(Object.keys(bytes()).filter((path) => !(path in before))).toEqual(
      expect.arrayContaining(kept.map((path) => join(project, path))),
    );
    expect(Object.keys(bytes())).toHaveLength(Object.keys(before).length + kept.length);
    expect(readFileSync(audit(), "utf8")).toBe('{"seq":1}\n');
  });

  test("removes them where that is said: every byte is as it was", () => {
    const { code, shown } = bailiff(
      ["uninstall"],
      [
        [OUT, "y"],
        [KEEP, "n"],
      ],
    );
    expect(code, shown).toBe(0);
    expect(shown).toContain("--keep-records would have kept it");
    expect(bytes()).toEqual(before);
  });

  test("does not ask for what the command says", () => {
    const { code, shown } = bailiff(["uninstall", "--keep-records"], [[OUT, "y"]]);
    expect(code, shown).toBe(0);
    expect(shown).not.toContain(KEEP);
    expect(existsSync(audit())).toBe(true);
  });
});
