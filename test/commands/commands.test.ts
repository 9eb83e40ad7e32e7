import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../src/commands/check.js";
import { compile } from "../../src/commands/compile.js";
import { explain } from "../../src/commands/explain.js";
import { lint } from "../../src/commands/lint.js";
import type { Streams } from "../../src/commands/output.js";
import { test as tryOut } from "../../src/commands/test.js";

let root: string;
const kept = { ...process.env };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-commands-"));
  mkdirSync(join(root, "project/.git"), { recursive: true });
  process.env.HOME = join(root, "home");
  process.env.XDG_CONFIG_HOME = join(root, "config");
  process.env.XDG_STATE_HOME = join(root, "state");
});
afterEach(() => {
  rmSync(root, { recursive: true });
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
});

const project = (): string => join(root, "project");
const put = (name: string, text: string): string => {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

/** Runs a subcommand with this input, and collects what it writes. */
async function run(
  input: string | Iterable<string>,
  work: (streams: Streams) => Promise<number>,
): Promise<{ code: number; out: string; lines: string[] }> {
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await work({
    input: Readable.from(typeof input === "string" ? [input] : input),
    output,
    errors: new PassThrough(),
  });
  const out = Buffer.concat(chunks).toString("utf8");
  return { code, out, lines: out.split("\n").filter((line) => line !== "") };
}

const RULES = `rules:
  - id: no-frob
    type: deny
    pattern: frob --hard*
    message: Frobbing hard breaks the widget.
    suggestion: Use \`frob --soft\`.
    examples: {match: [frob --hard x], not_match: [frob --soft]}
  - {id: careful, type: ask, pattern: frob publish*, message: It goes live., suggestion: Ask., examples: {match: [frob publish]}}
  - {id: hint, type: deny, severity: warn, pattern: frob loud*, message: It is loud., suggestion: Be quiet., examples: {match: [frob loud]}}
  - {id: builders, type: deny, pattern: frob build*, message: Not yours., suggestion: Ask., context: {agents: [planner]}}
`;

describe("check", () => {
  beforeEach(() => put("project/.bailiff/deny-rules.yaml", RULES));

  test.each([
    ["frob --soft", 0, /^allow$/m],
    ["echo 'frob --hard'", 0, /^allow$/m],
    ["frob loud", 0, /^warn\n\n## WARNING/],
    ["frob publish", 1, /^ask\n\n## APPROVAL NEEDED/],
    ["sudo frob x --hard", 2, /^deny\n\n## BLOCKED: bash `frob x --hard`/],
    ["", 0, /^allow$/m],
  ])("%s: exit %s", async (command, code, said) => {
    const result = await run("", (streams) => check(command, { cwd: project() }, streams));
    expect(result.code).toBe(code);
    expect(result.out).toMatch(said);
  });

  test("as an agent", async () => {
    const by = (agent?: string) =>
      run("", (s) => check("frob build", { cwd: project(), ...(agent ? { agent } : {}) }, s));
    expect([(await by()).code, (await by("planner")).code]).toEqual([0, 2]);
  });

  test.each([
    [undefined, {}],
    ["ls", { stdin: true }],
  ])("%j %j is a mistake in the call", async (command, options) => {
    await expect(run("", (s) => check(command, options, s))).rejects.toMatchObject({ usage: true });
  });

  test("rows are answered in order, malformed ones with an error", async () => {
    const cwd = project();
    const rows = [
      { id: 1, tool: "Bash", input: { command: "frob --hard" }, cwd },
      { id: "two", tool: "bash", input: { command: "frob --soft" }, cwd },
      { id: 3, tool: "bash", cwd },
      { id: 4, input: {}, cwd },
      { id: 5, tool: "bash", input: { command: "frob build" }, cwd, agent: "planner" },
      { id: 6, tool: "bash", input: { command: 7 }, cwd },
      { id: 7, tool: 8, input: {}, cwd },
    ];
    const text = `${rows.map((row) => JSON.stringify(row)).join("\n")}\n{"id": 9, \n\n[1]\nnull\n`;
    const { lines, code } = await run(text, (s) => check(undefined, { stdin: true }, s));
    const got = lines.map(
      (line) =>
        JSON.parse(line) as { id?: unknown; decision?: string; error?: string; findings?: { ruleId: string }[] },
    );
    expect(code).toBe(0);
    expect(got.map(({ id, decision, error }) => [id, decision ?? (error === undefined ? "nothing" : "error")])).toEqual(
      [
        [1, "deny"],
        ["two", "allow"],
        [3, "error"],
        [4, "error"],
        [5, "deny"],
        [6, expect.stringMatching(/allow|deny|error/)],
        [7, "error"],
        [undefined, "error"],
        [undefined, "error"],
        [undefined, "error"],
      ],
    );
    expect(got[0]?.findings?.[0]?.ruleId).toBe("no-frob");
  });

  test("many rows pass through without being held", async () => {
    const cwd = project();
    let pulled = 0;
    function* rows() {
      for (let i = 0; i < 5000; i++) {
        pulled++;
        yield `${JSON.stringify({ id: i, tool: "bash", input: { command: `frob --hard ${i}` }, cwd })}\n`;
      }
    }
    const output = new PassThrough({ highWaterMark: 1024 });
    const done = check(undefined, { stdin: true }, { input: Readable.from(rows()), output, errors: new PassThrough() });
    // Nobody reads yet: the command must stop asking for more.
    await new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(pulled).toBeLessThan(5000);
    let count = 0;
    let rest = "";
    const end = done.then(() => output.end());
    for await (const chunk of output) {
      const parts = (rest + String(chunk)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) expect((JSON.parse(line) as { id: number }).id).toBe(count++);
    }
    await end;
    expect(count).toBe(5000);
  }, 60_000);
});

describe("explain", () => {
  beforeEach(() => put("project/.bailiff/deny-rules.yaml", RULES));

  test("in words: what would run, what it would do, which rule and why", async () => {
    const { out, code } = await run("", (s) => explain("sudo frob --hard && rm -r build", { cwd: project() }, s));
    expect(code).toBe(0);
    expect(out).toContain("Decision:  deny");
    expect(out).toContain("frob --hard (through sudo)");
    expect(out).toContain(`deletes ${project()}/build and everything below it`);
    expect(out).toMatch(/deny {2}no-frob \(rule in .*\.bailiff\/deny-rules\.yaml:2\)/);
    expect(out).toContain("Instead: Use `frob --soft`.");
  });

  test("says so when nothing objects", async () => {
    const { out } = await run("", (s) => explain("ls", { cwd: project() }, s));
    expect(out).toContain("No rule and no built-in family objects.");
  });

  test("rows", async () => {
    const text = '{"id":1,"command":"sudo rm -rf \\"$X\\""}\n{"id":2}\n{"command":"ls"}\n';
    const { lines } = await run(text, (s) => explain(undefined, { stdin: true, json: true }, s));
    const [first, second, third] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({
      id: 1,
      commands: [
        ["sudo", "rm", "-rf", "⟦$X⟧"],
        ["rm", "-rf", "⟦$X⟧"],
      ],
      decision: expect.any(String),
      opaque: expect.any(Boolean),
    });
    expect(first?.effects).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "delete" })]));
    expect(second).toEqual({ id: 2, error: "`command` is missing" });
    expect(third).toMatchObject({ commands: [["ls"]], opaque: false });
    expect(third).not.toHaveProperty("id");
  });

  test("control characters of a command do not reach the terminal", async () => {
    const { out } = await run("", (s) => explain("echo '\u001b[31m\u202e🔥'", { cwd: project() }, s));
    expect(out).not.toMatch(/\u001b|\u202e|\ud83d/);
  });
});

describe("lint", () => {
  const agent = (permission: string): string => `---\nname: x\n${permission}\n---\nYou are x.\n`;

  test("finds nothing where all is well", async () => {
    put(
      "project/.bailiff/deny-rules.yaml",
      RULES.replace("context: {agents: [planner]}", "examples: {match: [frob build]}"),
    );
    put("project/.bailiff/agents/x.md", agent("permission:\n  bash:\n    git status: allow\n    git push: deny"));
    const { code, out } = await run("", (s) => lint([], { cwd: project() }, s));
    expect(out).toMatch(/0 error\(s\), 0 warning\(s\)/);
    expect(code).toBe(0);
  });

  test.each([
    ["permission:\n  '*': deny", 4],
    ['permission: {"*": "deny"}', 3],
    ["permission:\n  task: deny", 4],
    ["permission:\n  Task: Deny", 4],
    ["permission:\n  bash: deny", 4],
    ["permission:\n  Bash: 'deny'", 4],
    ['permission:\n  bash:\n    ls: allow\n    "*": deny', 6],
    ["permission:\n  bash: {'**': deny}", 4],
    ["permission:\n  task:\n    '*': deny", 5],
    ["permission: deny", 3],
    ["tools:\n  bash: false", 4],
    ["tools:\n  '*': false", 4],
    ["disallowedTools: Read, Bash", 3],
    ["disallowedTools:\n  - Task", 4],
    ["permissions:\n  deny: ['Bash(*)']", 4],
    ["permission:\n  read: ask", 4],
    ["permission:\n  bash:\n    npm test: ask", 5],
  ])("refuses %j in an agent, at line %s", async (permission, line) => {
    put("project/.opencode/agent/x.md", agent(permission));
    const { code, out } = await run("", (s) => lint([], { cwd: project(), json: true }, s));
    const { problems } = JSON.parse(out) as { problems: { file: string; line: number; fix: string }[] };
    expect(problems).toEqual([
      expect.objectContaining({ file: ".opencode/agent/x.md", line, fix: expect.any(String) }),
    ]);
    expect(code).toBe(1);
  });

  test.each([
    "permission:\n  bash:\n    rm -rf*: deny\n    git push --force: deny",
    "permission:\n  task:\n    builder: deny\n    general: allow",
    "permission:\n  bash:\n    git push: ask\n    gh pr create: ask",
    "permission:\n  webfetch: ask",
    "permission:\n  webfetch: deny",
    "tools:\n  write: false",
    "tools: Read, Grep",
    "disallowedTools: Write, Edit",
    "description: 'never use \"*\": deny'",
  ])("lets %j through", async (permission) => {
    put("project/.claude/agents/x.md", agent(permission));
    const { out } = await run("", (s) => lint([], { cwd: project() }, s));
    expect(out).toMatch(/0 error\(s\), 0 warning\(s\)/);
  });

  test("names files given, of any name, and prints GitHub's annotations", async () => {
    const file = put(
      "a,b.rules.yaml",
      "rules:\n  - {id: x, type: deny, pattern: '*', message: 'm: 100%', suggestion: s}\n",
    );
    const { code, out } = await run("", (s) => lint([file], { github: true, cwd: root }, s));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^::error file=a%2Cb\.rules\.yaml,line=2,title=bailiff x::The row denies every command\. Name what/m,
    );
  });

  test("a file that is not there is a mistake in the call", async () => {
    await expect(run("", (s) => lint(["nothing.yaml"], { cwd: root }, s))).rejects.toMatchObject({ usage: true });
  });
});

describe("test", () => {
  const rows = (...list: [string, string, string][]): string =>
    list
      .map(([id, expected, command]) =>
        JSON.stringify({
          id,
          family: "own",
          way: "plain",
          expect: expected,
          tool: "bash",
          input: { command },
          cwd: "/home/dev/app",
          home: "/home/dev",
        }),
      )
      .join("\n");
  const corpus = [
    ["a", "deny", "frob --hard"],
    ["b", "allow", "frob --soft"],
    ["c", "ask", "frob publish"],
    ["d", "warn", "frob loud"],
  ] as [string, string, string][];

  beforeEach(() => put("project/.bailiff/deny-rules.yaml", RULES));
  const go = (options: object) =>
    run("", (s) => tryOut({ cwd: project(), corpus: join(root, "corpus"), ...options }, s));

  test("recall and false refusals, by family and way", async () => {
    put("corpus/own.jsonl", rows(...corpus));
    const { code, out } = await go({});
    expect(out).toContain("recall on destructive calls     100.0 % (2 of 2)");
    expect(out).toContain("false refusals of ordinary ones 0.0 % (0 of 2)");
    expect(out).toMatch(/^own +100\.0 %/m);
    expect(out).toMatch(/^plain +100\.0 %/m);
    expect(code).toBe(0);
  });

  test.each<[string, string[], number, RegExp]>([
    ["a row that fails", [], 1, /^ {2}e {2}expected deny, got allow: frob --gentle$/m],
    ["a known failure", ["e"], 0, /^\* e /m],
    ["a known failure that fails no longer", ["e", "a"], 1, /No longer failing.*: a$/m],
    ["a known failure that is no row", ["e", "zzz"], 1, /No longer failing.*: zzz$/m],
  ])("%s", async (_, known, code, said) => {
    put("corpus/own.jsonl", rows(...corpus, ["e", "deny", "frob --gentle"]));
    put("corpus/known-failures.json", JSON.stringify(known));
    const result = await go({});
    expect(result.out).toMatch(said);
    expect(result.code).toBe(code);
  });

  test("a project's own cases are tried", async () => {
    put("project/.bailiff/team.cases.jsonl", rows(["t", "deny", "frob --gentle"]));
    const { code, out } = await run("", (s) => tryOut({ cwd: project(), json: true }, s));
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ corpus: { failures: [{ row: { id: "t" }, got: "allow" }] } });
  });

  test("an example that fails is named", async () => {
    put("project/.bailiff/deny-rules.yaml", RULES.replace("match: [frob --hard x]", "match: [frob x]"));
    const { code, out } = await run("", (s) => tryOut({ cwd: project() }, s));
    expect(code).toBe(1);
    expect(out).toMatch(/deny-rules\.yaml:2: no-frob: Its own example `frob x`/);
  });
});

test("compile says what it made, and fails on errors", async () => {
  put("project/.bailiff/deny-rules.yaml", RULES);
  const good = await run("", (s) => compile({ cwd: project(), json: true }, s));
  expect(good.code).toBe(0);
  expect(JSON.parse(good.out)).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    file: expect.stringContaining(join(root, "state")),
  });
  put("project/.bailiff/deny-rules.yaml", "rules: [");
  expect((await run("", (s) => compile({ cwd: project() }, s))).code).toBe(1);
});
