import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { claudeTools, renderClaude } from "../../src/agents/render-claude.js";
import { openCodePermission, renderOpenCode } from "../../src/agents/render-opencode.js";
import { parseAgent } from "../../src/agents/source.js";
import { prompt } from "../../src/demo/script.js";
import { claudeCode, clients, command, commandOf, openCode, repository, Sandbox } from "./sandbox.js";

const names = readdirSync(join(repository, "agents")).map((file) => basename(file, ".md"));
const agents = new Map(
  names.map((name) => [name, parseAgent(readFileSync(join(repository, "agents", `${name}.md`), "utf8"))]),
);

const UNLISTED = ["No matching allow rule found", "This tool may not be in your allowed list"];

interface Row {
  readonly permission: string;
  readonly pattern: string;
  readonly action: string;
}

describe("OpenCode", () => {
  const box = new Sandbox();
  const directory = join(box.project, ".opencode/agent");
  mkdirSync(directory, { recursive: true });
  for (const [name, agent] of agents)
    writeFileSync(join(directory, `${name}.md`), renderOpenCode(agent, `agents/${name}.md`));
  const env = { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" };
  const asked = (...args: string[]) => commandOf(clients.openCode, args, box, env);

  /** What the client shows of an agent holds the intended rows last, where they win. */
  function expectIntended(name: string, mode: string | undefined, permission: readonly Row[]): void {
    const agent = agents.get(name);
    if (!agent) throw new Error(name);
    expect(mode).toBe(agent.front.mode ?? "subagent");
    const intended = Object.entries(openCodePermission(agent)).flatMap(([tool, given]) =>
      (typeof given === "string" ? [["*", given] as const] : Object.entries(given)).map(([pattern, action]) => ({
        permission: tool,
        pattern,
        action,
      })),
    );
    const start = permission.findLastIndex((row) => row.permission === "*" && row.action === "deny");
    expect(permission.slice(start, start + intended.length), name).toEqual(intended);
    // What the host adds after it concerns its own files.
    for (const row of permission.slice(start + intended.length)) expect(row.permission).toBe("external_directory");
  }

  it("shows each agent with its own permissions last, where they win", async () => {
    const { code, output } = await asked("agent", "list");
    expect(code, output).toBe(0);
    const shown = new Map(
      [...output.matchAll(/^(\S+) \((\w+)\)\n([\s\S]*?^\])$/gm)].map(([, name = "", mode, rows = "[]"]) => [
        name,
        { mode, permission: JSON.parse(rows) as Row[] },
      ]),
    );
    for (const name of names) expectIntended(name, shown.get(name)?.mode, shown.get(name)?.permission ?? []);
  });

  it("says the same of one of them", async () => {
    const { code, output } = await asked("debug", "agent", "executor");
    expect(code, output).toBe(0);
    const { mode, permission } = JSON.parse(output) as { mode: string; permission: Row[] };
    expectIntended("executor", mode, permission);
  });

  it("lets a governed executor do what its list holds, and nothing else", async () => {
    const bash = (command: string) => ({ tool: "bash", args: { command, description: "d" } });
    const child = [
      bash("ls README.md"),
      bash("terraform apply"),
      { tool: "write", args: { filePath: join(box.project, ".bailiff/policy.yaml"), content: "preset: standard\n" } },
      { tool: "task", args: { description: "d", subagent_type: "builder", prompt: "build" } },
      { text: "done" },
    ];
    const session = await openCode(box, [
      { tool: "task", args: { description: "d", subagent_type: "executor", prompt: prompt("child", child) } },
      { text: "done" },
    ]);
    expect(session.result("ls README.md", "child")).toContain("README.md");
    for (const sentence of [...UNLISTED, agents.get("executor")?.front.role ?? "-"])
      expect(session.result("terraform apply", "child")).toContain(sentence);
    expect(session.result("policy.yaml", "child")).toContain("## BLOCKED:");
    const refused = session.exchanges.find((e) => e.prompt === "child" && e.tool === "task")?.output;
    expect(refused).toContain("Delegate to one of: general;");
    expect(box.read(".bailiff/policy.yaml")).toBeUndefined();
    // What bailiff reads in the frontmatter is no option of the model's.
    expect(session.requests).not.toContain('"delegates_to":');
    expect(session.requests).not.toContain('"scope":"project"');
  });

  it("governs an agent that another plugin brings, with a scope, whichever comes first", async () => {
    // Before bailiff by its place in the settings, and after it as a file of the project.
    const plugin = (name: string): string => `export const Brings = async () => ({
      config: async (config) => {
        config.agent = { ...config.agent, ${name}: {
          description: "d", mode: "subagent", prompt: "Look.", permission: { bash: "allow" }, scope: "bridge",
        } };
      },
    });`;
    box.write("first/brings.js", plugin("early"));
    box.write(".opencode/plugin/brings.js", plugin("later"));
    const names = ["early", "later"];
    const child = (name: string) => [
      { tool: "bash", args: { command: `mkdir made-${name}`, description: "d" } },
      { text: "done" },
    ];
    const session = await openCode(
      box,
      [
        ...names.map((name) => ({
          tool: "task",
          args: { description: "d", subagent_type: name, prompt: prompt(name, child(name)) },
        })),
        { text: "done" },
      ],
      { config: { plugin: [join(box.project, "first/brings.js"), join(repository, "dist/opencode.js")] } },
    );
    for (const name of names) expect(session.result(`mkdir made-${name}`, name)).toContain("An agent of scope bridge");
    expect(names.map((name) => existsSync(join(box.project, `made-${name}`)))).toEqual([false, false]);
  });

  it("governs an agent of its settings that has a scope", async () => {
    const child = (name: string) => [
      { tool: "bash", args: { command: `mkdir made-${name}`, description: "d" } },
      { text: "done" },
    ];
    const agent = { description: "Looks", mode: "subagent", permission: { bash: "allow" }, prompt: "Look." };
    const session = await openCode(
      box,
      [
        ...["looker", "freer"].map((name) => ({
          tool: "task",
          args: { description: "d", subagent_type: name, prompt: prompt(name, child(name)) },
        })),
        { text: "done" },
      ],
      { config: { agent: { looker: { ...agent, scope: "bridge" }, freer: agent } } },
    );
    expect(session.result("mkdir made-looker", "looker")).toContain("An agent of scope bridge");
    expect(session.result("mkdir made-freer", "freer")).not.toContain("BLOCKED");
    expect(["looker", "freer"].map((name) => existsSync(join(box.project, `made-${name}`)))).toEqual([false, true]);
    expect(session.requests).not.toContain('"scope":"bridge"');
  });
  afterAll(() => box.remove());
});

describe.each([
  { version: "2.1.330", binary: clients.claudeCode },
  { version: "2.1.197", binary: clients.claudeCodeOld },
])("Claude Code $version", ({ binary }) => {
  const box = new Sandbox();
  afterAll(() => box.remove());

  it("brings each agent with its tools, and a governed executor", async () => {
    const child = [
      { tool: "Bash", args: { command: "ls README.md" } },
      { tool: "Bash", args: { command: "terraform apply" } },
      { tool: "Write", args: { file_path: join(box.project, ".bailiff/policy.yaml"), content: "preset: standard\n" } },
      { tool: "Agent", args: { description: "d", subagent_type: "bailiff:builder", prompt: "build" } },
      { text: "done" },
    ];
    const session = await claudeCode(
      box,
      [
        {
          tool: "Agent",
          args: { description: "d", subagent_type: "bailiff:executor", prompt: prompt("child", child) },
        },
        { text: "done" },
      ],
      { binary },
    );
    const init = session.stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { subtype?: string; agents?: string[] })
      .find(({ subtype }) => subtype === "init");
    expect(init?.agents?.filter((name) => name.startsWith("bailiff:"))).toEqual(names.map((name) => `bailiff:${name}`));
    // The agent's list of agents says what tools each has.
    for (const [name, agent] of agents) {
      const { tools } = claudeTools(agent, { plugin: true, siblings: names });
      const [, listed = ""] =
        new RegExp(`- bailiff:${name}: [^\\n]*?\\(Tools: (.*?)\\)(\\\\n|"|\\n)`).exec(session.requests) ?? [];
      for (const tool of tools) expect(listed, name).toContain(tool);
    }
    expect(session.result("ls README.md", "child")).toContain("README.md");
    for (const sentence of [...UNLISTED, agents.get("executor")?.front.role ?? "-"])
      expect(session.result("terraform apply", "child")).toContain(sentence);
    expect(session.result("policy.yaml", "child")).toContain("## BLOCKED:");
    const refused = session.exchanges.find((e) => e.prompt === "child" && e.tool === "Agent")?.output;
    expect(refused).toContain("Delegate to one of: general-purpose;");
    expect(box.read(".bailiff/policy.yaml")).toBeUndefined();
  });

  it("puts a change to a rendered agent file to a person, and none to a file of the user's own", async () => {
    const executor = agents.get("executor");
    if (!executor) throw new Error("no executor");
    const rendered = renderClaude(executor, { from: "agents/executor.md" });
    box.write(".claude/agents/executor.md", rendered);
    box.write(".claude/agents/mine.md", "---\nname: mine\ndescription: d\n---\nAct.\n");
    const session = await claudeCode(
      box,
      [
        { tool: "Bash", args: { command: "sed -i /^scope/d .claude/agents/executor.md" } },
        { tool: "Bash", args: { command: "echo more >> .claude/agents/mine.md" } },
        { text: "done" },
      ],
      { binary },
    );
    expect(session.result("executor.md")).toMatch(/governed agent[\s\S]*bailiff approve [0-9A-Z]{6}/);
    expect(box.read(".claude/agents/executor.md")).toBe(rendered);
    expect(box.read(".claude/agents/mine.md")).toContain("more");
  });

  it("governs an agent of an installed plugin that has a scope, by the host's name for it", async () => {
    const market = join(box.root, "market");
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(market, path)), { recursive: true });
      writeFileSync(join(market, path), text);
    };
    put(
      ".claude-plugin/marketplace.json",
      JSON.stringify({
        name: "mkt",
        owner: { name: "x" },
        plugins: [{ name: "acme", source: "./acme", description: "d" }],
      }),
    );
    put("acme/.claude-plugin/plugin.json", JSON.stringify({ name: "acme", version: "1.0.0", description: "d" }));
    const front = "description: d\nscope: bridge\npermission:\n  bash:\n    'ls *': allow";
    put("acme/agents/looker.md", `---\nname: looker\n${front}\n---\nLook.\n`);
    put("acme/agents/deep/other.md", `---\nname: named\n${front}\n---\nLook.\n`);
    put("acme/agents/free.md", "---\nname: free\ndescription: d\n---\nAct.\n");
    for (const args of [
      ["plugin", "marketplace", "add", market],
      ["plugin", "install", "acme@mkt"],
    ]) {
      const { code, output } = command(binary, args, box);
      expect(code, output).toBe(0);
    }
    const prompts = ["acme:looker", "acme:deep:named", "acme:free"];
    const child = (at: number) => [
      { tool: "Bash", args: { command: `ls README.md; true ${at}` } },
      { tool: "Bash", args: { command: `mkdir made-${at}` } },
      { text: "done" },
    ];
    const session = await claudeCode(
      box,
      [
        ...prompts.map((subagent_type, at) => ({
          tool: "Agent",
          args: { description: "d", subagent_type, prompt: prompt(`child-${at}`, child(at)) },
        })),
        { text: "done" },
      ],
      { binary },
    );
    for (const [at, name] of prompts.entries()) {
      const said = session.result(`mkdir made-${at}`, `child-${at}`);
      if (name === "acme:free") expect(said, name).not.toContain("BLOCKED");
      else expect(said, name).toContain("An agent of scope bridge");
      expect(existsSync(join(box.project, `made-${at}`)), name).toBe(name === "acme:free");
    }
  });
});
