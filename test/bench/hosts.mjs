// How long a turn with one tool call takes in the real clients, governed beside ungoverned, and in Claude
// Code's lanes beside hooks that do nothing, all kinds in turns in one run:
// node test/bench/hosts.mjs [calls a session] [rounds] [--only=NAME]. Needs dist/ and the clients of test/hosts.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prompt, runClaudeCode, runOpenCode, startModel } from "../../dist/demo/index.js";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "test/hosts/node_modules");
const platform = `${process.platform}-${process.arch}`;
const numbers = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
const calls = Number(numbers[0] ?? 60);
const rounds = Number(numbers[1] ?? 3);

async function turns(run, tool, args, { prepare, ...options }) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const sandbox = mkdtempSync(join(root, ".cache/bench-"));
  const project = join(sandbox, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(project, "a.txt"), "a\n");
  prepare?.({ sandbox, project });
  const model = await startModel();
  try {
    const steps = [...Array.from({ length: calls }, () => ({ tool, args: args(project) })), { text: "done" }];
    await run({ sandbox, project, port: model.port, prompt: prompt("bench", steps), limit: 600_000, ...options });
    const gaps = model.arrivals.slice(1).map((at, i) => at - model.arrivals[i]);
    // The first turns warm the client up.
    return gaps.slice(5).sort((a, b) => a - b);
  } finally {
    await model.close();
    rmSync(sandbox, { recursive: true, force: true });
  }
}

/** Installs a lane as a user does. */
function lane(name) {
  return ({ sandbox, project }) => {
    const home = join(sandbox, "home");
    mkdirSync(join(sandbox, "bin"), { recursive: true });
    symlinkSync(claude, join(sandbox, "bin/claude"));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "dist/cli.js"), "init", "--claude", "--yes", "--lane", name],
      {
        cwd: project,
        env: {
          PATH: `${join(sandbox, "bin")}:${process.env.PATH}`,
          HOME: home,
          CLAUDE_CONFIG_DIR: join(home, ".claude"),
        },
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(stdout + stderr);
  };
}

/** A hook that does nothing, before each call alone. */
function hook(entry, server) {
  return ({ sandbox, project }) => {
    mkdirSync(join(project, ".claude"));
    const hooks = { PreToolUse: [{ matcher: "*", hooks: [entry] }] };
    writeFileSync(join(project, ".claude/settings.local.json"), JSON.stringify({ hooks }));
    if (server === undefined) return;
    mkdirSync(join(sandbox, "home/.claude"), { recursive: true });
    const projects = { [project]: { mcpServers: { nothing: server } } };
    writeFileSync(join(sandbox, "home/.claude/.claude.json"), JSON.stringify({ projects }));
  };
}

const SILENT = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const serverInfo = { name: "nothing", version: "1" };
  const result =
    method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
      : method === "tools/list" ? { tools: [] } : { content: [{ type: "text", text: "" }] };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});`;

const claude = join(modules, `@anthropic-ai/claude-code-${platform}/claude`);
const nothing = existsSync("/bin/true") ? "/bin/true" : "/usr/bin/true";
const at = (sorted, part) => sorted[Math.floor(sorted.length * part)]?.toFixed(1) ?? "-";
const clients = [
  {
    name: "OpenCode",
    run: runOpenCode,
    tool: "read",
    args: (project) => ({ filePath: join(project, "a.txt") }),
    options: { binary: join(modules, `opencode-${platform}/bin/opencode`) },
    kinds: { ungoverned: {}, governed: { plugin: join(root, "dist/opencode.js") } },
  },
  {
    name: "Claude Code",
    run: runClaudeCode,
    tool: "Read",
    args: (project) => ({ file_path: join(project, "a.txt") }),
    options: {
      binary: claude,
      args: ["--dangerously-skip-permissions"],
      env: { IS_SANDBOX: "1" },
    },
    kinds: {
      ungoverned: {},
      "a hook that does nothing (/bin/true)": { prepare: hook({ type: "command", command: nothing, args: [] }) },
      "a server that answers nothing": {
        prepare: hook(
          { type: "mcp_tool", server: "nothing", tool: "x", input: { input: "${tool_input}" } },
          { command: process.execPath, args: ["-e", SILENT] },
        ),
      },
      "governed, fast lane": { prepare: lane("fast") },
      "governed, safe lane": { prepare: lane("safe") },
    },
  },
];
for (const { name, run, tool, args, options, kinds } of clients) {
  if (only !== undefined && name !== only) continue;
  const rows = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++)
    for (const [kind, more] of Object.entries(kinds))
      rows[kind].push(...(await turns(run, tool, args, { ...options, ...more })));
  for (const list of Object.values(rows)) list.sort((a, b) => a - b);
  const bare = rows.ungoverned[Math.floor(rows.ungoverned.length / 2)] ?? 0;
  for (const [kind, list] of Object.entries(rows)) {
    const added = ((list[Math.floor(list.length / 2)] ?? 0) - bare).toFixed(1);
    console.log(
      `${name} ${kind}: median ${at(list, 0.5)} ms (${added} added), quartiles ${at(list, 0.25)} to ${at(list, 0.75)} (n ${list.length})`,
    );
  }
}
