import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Step } from "../../src/demo/script.js";
import { PROJECT_RULES } from "./rules.js";
import { claudeCode, clients, openCode, Sandbox, type Session } from "./sandbox.js";

const server = [process.execPath, join(import.meta.dirname, "mcp-server.mjs")] as const;

const claude = (binary: string) => (box: Sandbox, steps: readonly Step[]) =>
  claudeCode(box, steps, {
    binary,
    args: [
      "--dangerously-skip-permissions",
      "--mcp-config",
      JSON.stringify({ mcpServers: { files: { command: server[0], args: [server[1]] } } }),
    ],
  });

describe.each([
  {
    client: "OpenCode 1.18.33",
    tool: "files_put",
    run: (box: Sandbox, steps: readonly Step[]) =>
      openCode(box, steps, { config: { mcp: { files: { type: "local", command: server, enabled: true } } } }),
  },
  { client: "Claude Code 2.1.330", tool: "mcp__files__put", run: claude(clients.claudeCode) },
  { client: "Claude Code 2.1.197", tool: "mcp__files__put", run: claude(clients.claudeCodeOld) },
])("the tools of a server in $client", ({ tool, run }) => {
  const box = new Sandbox();
  const keys = join(box.home, ".ssh/authorized_keys");
  const put = (path: string) => ({ tool, args: { path, content: "put" } });
  let session: Session;
  beforeAll(async () => {
    box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
    session = await run(box, [put(keys), put(join(box.project, "notes.md")), { text: "done" }]);
  });
  afterAll(() => box.remove());

  it("are judged by the paths they are called with", () => {
    expect(session.result("authorized_keys")).toContain("## BLOCKED:");
    expect(existsSync(keys)).toBe(false);
  });

  it("run where they may, with a warning for the model beside their result", () => {
    expect(session.result("notes.md")).toContain("written");
    expect(box.read("notes.md")).toBe("put");
    const told = session.exchanges.find((e) => JSON.stringify(e.input).includes("notes.md"));
    expect([told?.output, ...(told?.notes ?? [])].join()).toContain("Files are put by a server");
  });
});
