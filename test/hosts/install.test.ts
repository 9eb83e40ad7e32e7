import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeCode, clients, command, openCode, repository, Sandbox } from "./sandbox.js";

// The package as npm would publish it, in the places where the clients put what they install.
describe("bailiff as a person installs it", () => {
  const box = new Sandbox();
  const unpacked = join(box.root, "package");
  beforeAll(() => {
    const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", box.root];
    const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: repository, encoding: "utf8" }));
    execFileSync("tar", ["-xzf", join(box.root, filename), "-C", box.root]);
  });
  afterAll(() => box.remove());

  it.each([
    { version: "2.1.330", binary: clients.claudeCode },
    { version: "2.1.197", binary: clients.claudeCodeOld },
  ])("from a marketplace of Claude Code $version", async ({ binary }) => {
    const own = new Sandbox();
    for (const args of [
      ["plugin", "marketplace", "add", unpacked],
      ["plugin", "install", "bailiff@bailiff"],
    ]) {
      const { code, output } = command(binary, args, own);
      expect(code, output).toBe(0);
    }
    const steps = [
      { tool: "Bash", args: { command: "git reset --hard" } },
      { tool: "Bash", args: { command: "echo on > on.txt" } },
      { text: "done" },
    ];
    const session = await claudeCode(own, steps, { binary, plugin: undefined });
    expect(session.result("reset --hard")).toContain("## BLOCKED:");
    expect(own.called).toEqual([]);
    expect(own.read("on.txt")).toBe("on\n");
    own.remove();
  });

  it("as a package in OpenCode's configuration", async () => {
    const own = new Sandbox();
    cpSync(unpacked, join(own.home, ".cache/opencode/packages/bailiff@latest/node_modules/bailiff"), {
      recursive: true,
    });
    const steps = [
      { tool: "bash", args: { command: "git reset --hard", description: "d" } },
      { tool: "bash", args: { command: "echo on > on.txt", description: "d" } },
      { text: "done" },
    ];
    const session = await openCode(own, steps, { plugin: "bailiff" });
    expect(session.result("reset --hard")).toContain("## BLOCKED:");
    expect(own.called).toEqual([]);
    expect(own.read("on.txt")).toBe("on\n");
    own.remove();
  });
});
