// How long a turn with one tool call takes in the real clients, governed beside ungoverned, in one run:
// node test/bench/hosts.mjs [calls a session]. Needs dist/ and the clients of test/hosts.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prompt, runClaudeCode, runOpenCode, startModel } from "../../dist/demo/index.js";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "test/hosts/node_modules");
const platform = `${process.platform}-${process.arch}`;
const calls = Number(process.argv[2] ?? 60);

async function turns(run, tool, args, options) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const sandbox = mkdtempSync(join(root, ".cache/bench-"));
  const project = join(sandbox, "project");
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "a\n");
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

const at = (sorted, part) => sorted[Math.floor(sorted.length * part)]?.toFixed(1) ?? "-";
const clients = [
  {
    name: "OpenCode",
    run: runOpenCode,
    tool: "read",
    args: (project) => ({ filePath: join(project, "a.txt") }),
    options: { binary: join(modules, `opencode-${platform}/bin/opencode`) },
    governed: { plugin: join(root, "dist/opencode.js") },
  },
  {
    name: "Claude Code",
    run: runClaudeCode,
    tool: "Read",
    args: (project) => ({ file_path: join(project, "a.txt") }),
    options: {
      binary: join(modules, `@anthropic-ai/claude-code-${platform}/claude`),
      args: ["--dangerously-skip-permissions"],
      env: { IS_SANDBOX: "1" },
    },
    governed: { plugin: root },
  },
];
for (const { name, run, tool, args, options, governed } of clients) {
  const rows = { ungoverned: [], governed: [] };
  for (let round = 0; round < 2; round++) {
    rows.ungoverned.push(...(await turns(run, tool, args, options)));
    rows.governed.push(...(await turns(run, tool, args, { ...options, ...governed })));
  }
  for (const [kind, list] of Object.entries(rows)) {
    list.sort((a, b) => a - b);
    console.log(
      `${name} ${kind}: median ${at(list, 0.5)} ms, quartiles ${at(list, 0.25)} to ${at(list, 0.75)} (n ${list.length})`,
    );
  }
}
