import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { claudeCode, clients, openCode, repository, Sandbox } from "./sandbox.js";

const FOREIGN = `// Settings of this project
{
  "$schema": "https://opencode.ai/config.json",
  /* ours */
  "plugin": [
    "./tools/own-plugin.js", // says nothing
  ],
  "agent": { "reviewer": { "description": "Reviews.", "mode": "subagent", "prompt": "Review." } }, // foreign
}
`;

const PLUGIN = 'export default { id: "own", server: async () => ({}) };\n';

const CLAUDE =
  '{\n\t"permissions": {"allow": ["Bash(ls:*)"]},\n\t"hooks": {"PostToolUse": [{"matcher": "Write", "hooks": [{"type": "command", "command": "true"}]}]}\n}';

/** Every file of the project by its path, with its bytes; without what OpenCode itself installs into its directory. */
function snapshot(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        relative(directory, path),
        statSync(path).isDirectory() ? "directory" : `${statSync(path).mode} ${readFileSync(path, "latin1")}`,
      ]),
  );
}

describe.each<[string, Readonly<Record<string, string>>]>([
  ["an empty directory", {}],
  [
    "OpenCode settings full of comments, foreign plugins and agents",
    {
      "opencode.jsonc": FOREIGN,
      "tools/own-plugin.js": PLUGIN,
      ".opencode/agent/mine.md": "---\ndescription: Mine.\n---\nMine.\n",
    },
  ],
  [
    "Claude Code settings",
    {
      ".claude/settings.local.json": CLAUDE,
      ".claude/settings.json": "{}\n",
      ".claude/agents/mine.md": "---\nname: mine\ndescription: Mine.\n---\nMine.\n",
    },
  ],
])("%s: init, doctor, a governed session, uninstall", (_, files) => {
  const box = new Sandbox();
  afterAll(() => box.remove());
  for (const [path, text] of Object.entries(files)) box.write(path, text);
  const bin = join(box.root, "bin");
  mkdirSync(bin);
  symlinkSync(clients.openCode, join(bin, "opencode"));
  symlinkSync(clients.claudeCode, join(bin, "claude"));
  const bailiff = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(repository, "dist/cli.js"), ...args], {
      cwd: box.project,
      encoding: "utf8",
      env: {
        PATH: `${bin}:/usr/bin:/bin:${process.env.PATH}`,
        HOME: box.home,
        CLAUDE_CONFIG_DIR: join(box.home, ".claude"),
        TMPDIR: box.root,
      },
    });
    return { status, output: stdout + stderr };
  };
  const bash = (command: string) => ({ args: { command, description: "d" } });

  it("leaves every byte as it was", { timeout: 300_000 }, async () => {
    // What the clients themselves leave in a project is no doing of ours.
    await openCode(box, [{ text: "done" }], { plugin: undefined });
    const before = snapshot(box.project);

    const installed = bailiff("init", "--opencode", "--claude", "--yes");
    expect(installed.status, installed.output).toBe(0);
    const looked = bailiff("doctor", "--json");
    expect(looked.status, looked.output).toBe(0);

    const steps = (tool: string) => [
      { tool, ...bash("git reset --hard") },
      { tool, ...bash("echo life-$((40 + 2))") },
      { text: "done" },
    ];
    const open = await openCode(box, steps("bash"), { plugin: undefined });
    expect(open.result("reset --hard")).toContain("## BLOCKED:");
    expect(open.result("echo life-")).toContain("life-42");
    const claude = await claudeCode(box, steps("Bash"), { plugin: undefined });
    expect(claude.result("reset --hard")).toContain("## BLOCKED:");
    expect(claude.result("echo life-")).toContain("life-42");
    expect(claude.stdout).toContain('"executor"');
    expect(box.called).toEqual([]);

    const seen = bailiff("doctor", "--json");
    expect(seen.status, seen.output).toBe(0);
    expect(seen.output.match(/the last call was seen/g)).toHaveLength(2);

    const gone = bailiff("uninstall", "--yes");
    expect(gone.status, gone.output).toBe(0);
    expect(snapshot(box.project)).toEqual(before);
    expect(existsSync(join(box.project, ".bailiff"))).toBe(false);
  });
});
