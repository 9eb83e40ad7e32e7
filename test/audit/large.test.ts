import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chain, type Head, START } from "../../src/audit/chain.js";
import { openHead } from "../../src/audit/head-file.js";
import { auditDirectory } from "../../src/audit/place.js";
import { bundle } from "../support/bundle.js";

const root = mkdtempSync(join(tmpdir(), "bailiff-large-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// BAILIFF_ROWS=1000000 npx vitest run test/audit/large.test.ts
const rows = Number(process.env.BAILIFF_ROWS ?? 20_000);
const home = join(root, "home");
const project = join(root, "project");
let cli = "";

beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  const directory = auditDirectory(project, home);
  mkdirSync(directory, { recursive: true });
  const out = createWriteStream(join(directory, "audit.jsonl"));
  let head: Head = START;
  for (let n = 0; n < rows; n++) {
    const call = n >> 1;
    const base = {
      time: new Date(1_700_000_000_000 + n * 1_000).toISOString(),
      correlation: `session-${call % 50}/call-${call}`,
      host: "opencode",
      session: `session-${call % 50}`,
      agent: `agent-${call % 7}`,
      tool: "bash",
    };
    const denied = call % 10 === 0;
    const rule = `fs-delete/${["outside", "home", "tree"][call % 3]}`;
    const link = chain(
      n % 2
        ? { ...base, event: "exit", outcome: denied ? "refused" : "ran", duration: 12 }
        : {
            ...base,
            event: "enter",
            cwd: "/home/dev/app",
            args: JSON.stringify({
              command: `npm run build -- --target=${call} && cat src/file-${call}.ts | head -20`,
            }),
            replayable: true,
            effects: [`read /home/dev/app/src/file-${call}.ts`],
            decision: denied ? "deny" : "allow",
            ...(denied ? { rule, findings: [{ check: "families", code: "ERR_RULE", severity: "deny", rule }] } : {}),
          },
      head,
    );
    head = link.head;
    if (!out.write(`${link.line}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  const file = openHead(join(directory, "audit.head"));
  file.write({ head, first: START });
  file.close();
  cli = await bundle(
    `import { list, stats, suspect, show, verify } from "./commands/audit.js";
     const [, , what, cwd, ...rest] = process.argv;
     const options = Object.assign({ cwd }, ...rest.map((each) => JSON.parse(each)));
     const commands = { list, stats, suspect, verify, show: (options) => show(String(options.seq), options) };
     const start = performance.now();
     commands[what](options).then((code) => {
       process.stderr.write(JSON.stringify({ code, ms: Math.round(performance.now() - start), mb: Math.round(process.resourceUsage().maxRSS / 1024) }));
     });`,
    join(root, "cli.cjs"),
  );
}, 600_000);

function run(what: string, options: object = {}): { out: string; code: number; ms: number; mb: number } {
  const args = [cli, what, project, JSON.stringify(options)];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home },
  });
  const said = JSON.parse(stderr) as { code: number; ms: number; mb: number };
  if (process.env.BAILIFF_ROWS) process.stderr.write(`${what} ${JSON.stringify(options)} ${stderr}\n`);
  return { out: stdout, ...said };
}

/** Megabytes and milliseconds that any of them may take: memory does not grow with the log. */
const MEMORY = 200;
const LIMIT = Math.max(5_000, rows / 20);

test.each([
  ["verify", {}, `${rows} rows, the chain holds`],
  ["stats", {}, `${rows / 2} calls in ${rows} rows`],
  ["list", { limit: "3" }, "exit ran"],
  ["list", { session: "session-7", decision: "allow" }, "enter allow"],
  ["list", { rule: "fs-delete", json: true }, '"rule":"fs-delete/'],
  ["show", { seq: rows - 1 }, "Decision: allow"],
  ["suspect", {}, "would only have read"],
])("%s %o over a long log, in bounded memory", { timeout: 120_000 }, (what, options, text) => {
  const { out, code, ms, mb } = run(what, options);
  expect(out).toContain(text);
  expect(code).toBe(0);
  expect(mb).toBeLessThan(MEMORY);
  expect(ms).toBeLessThan(LIMIT);
});
