import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Step } from "../../src/demo/script.js";
import { prompt } from "../../src/demo/script.js";
import { openJudge } from "../../src/hosts/judge.js";
import { inClaudeCode, inputOf, sharedCases } from "../adapters/cases.js";
import { assertStubbed, claudeCode, clients, openCode, probe, repository, Sandbox, type Session } from "./sandbox.js";

type Call = { readonly tool: string; readonly args: Record<string, unknown> };

/** A client with its own words for the same things. */
interface Client {
  readonly name: string;
  run(box: Sandbox, steps: readonly Step[]): Promise<Session>;
  call(tool: "bash" | "read" | "write", input: Record<string, string>): Call;
  delegate(title: string, steps: readonly Step[]): Call;
}

function claude(name: string, binary: string): Client {
  return {
    name,
    run: (box, steps) => claudeCode(box, steps, { binary }),
    call(tool, input) {
      const named = inClaudeCode(tool, input);
      return { tool: named.tool, args: named.input };
    },
    delegate: (title, steps) => ({
      tool: "Agent",
      args: { description: title, subagent_type: "general-purpose", prompt: prompt(title, steps) },
    }),
  };
}

const all: readonly Client[] = [
  {
    name: "OpenCode 1.18.33",
    run: (box, steps) => openCode(box, steps, { config: { agent: { general: { permission: { task: "allow" } } } } }),
    call: (tool, input) => ({ tool, args: tool === "bash" ? { description: "a step", ...input } : input }),
    delegate: (title, steps) => ({
      tool: "task",
      args: { description: title, subagent_type: "general", prompt: prompt(title, steps) },
    }),
  },
  claude("Claude Code 2.1.330", clients.claudeCode),
  claude("Claude Code 2.1.197", clients.claudeCodeOld),
];

const BLOCKED = "## BLOCKED:";
const HARD_RESET = "git -C . reset --hard";

describe.each(all)("$name", (client) => {
  const box = new Sandbox();
  const rows = sharedCases.map((row) => ({ ...row, filled: inputOf(row, { cwd: box.project, home: box.home }) }));
  /** What bailiff itself would let through is not tried in a client: the test of that row fails instead. */
  let tried: typeof rows = [];
  const bash = (command: string): Call => client.call("bash", { command });
  let session: Session;

  beforeAll(async () => {
    const { judge } = await openJudge({
      shipped: join(repository, "governance"),
      home: box.home,
      state: join(box.root, "state"),
      project: box.project,
      own: [],
      canAsk: false,
      env: {},
    });
    const decide = (tool: string, input: Record<string, string>): string =>
      judge({ host: "cli", tool, rawTool: tool, input, cwd: box.project, home: box.home }).decision.decision;
    tried = rows.filter((row) => row.expect !== "deny" || decide(row.tool, row.filled) === "deny");
    assertStubbed(box, (await client.run(box, [bash(probe), { text: "done" }])).result(probe));
    const blocked = tried.some((row) => row.name === HARD_RESET);
    session = await client.run(box, [
      ...tried.map((row) => client.call(row.tool, row.filled)),
      ...(blocked
        ? [
            { calls: [bash(`${HARD_RESET} --quiet`), bash("echo side > by-side.txt")] },
            client.delegate("child", [
              bash(HARD_RESET),
              bash("echo child > child.txt"),
              client.delegate("grandchild", [bash(HARD_RESET), bash("echo grand > grand.txt"), { text: "done" }]),
              { text: "done" },
            ]),
          ]
        : []),
      { text: "done" },
    ]);
  });
  afterAll(() => box.remove());

  it.each(rows)("$expect: $name", (row) => {
    expect(tried).toContain(row);
    // What an edit tool is called with, spelled as the client does, holds the same last value.
    const part = JSON.stringify(Object.values(row.filled)[0]);
    const output = session.exchanges.find((e) => e.prompt === "main" && JSON.stringify(e.input).includes(part))?.output;
    expect(output).toBeDefined();
    if (row.expect === "deny") expect(output).toContain(BLOCKED);
    else expect(output).not.toContain(BLOCKED);
  });

  it("runs what is allowed and nothing that is not", () => {
    expect(box.called).toEqual(["git commit -m remove rm -rf", "rm -rf ./node_modules", "git push --force-with-lease"]);
    expect(box.read("src/a.ts")).toBe("export {};\n");
    expect(box.read(".claude/settings.local.json")).toBeUndefined();
    expect(existsSync(join(box.home, ".ssh/id_rsa"))).toBe(true);
    expect(session.requests).not.toContain("not a key");
  });

  it("refuses one of two parallel calls and runs the other", () => {
    expect(session.result("--quiet")).toContain(BLOCKED);
    expect(session.result("by-side.txt")).not.toContain(BLOCKED);
    expect(box.read("by-side.txt")).toBe("side\n");
  });

  it.each(["child", "grandchild"])("refuses in a %s, and runs what is allowed there", (title) => {
    expect(session.result(HARD_RESET, title)).toContain(BLOCKED);
    expect(box.read(title === "child" ? "child.txt" : "grand.txt")).toBe(title === "child" ? "child\n" : "grand\n");
  });

  it("ends well", () => {
    expect(session.code).toBe(0);
  });
});
