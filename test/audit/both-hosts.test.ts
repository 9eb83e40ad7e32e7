import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAudit } from "../../src/audit/log.js";
import { auditDirectory } from "../../src/audit/place.js";
import { readLog, verify } from "../../src/audit/verify.js";
import { bundle } from "../support/bundle.js";

const root = mkdtempSync(join(tmpdir(), "bailiff-hosts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// As many as a busy machine has: BAILIFF_LOAD=50x200 npx vitest run test/audit/both-hosts.test.ts
const [processes = 8, calls = 25] = (process.env.BAILIFF_LOAD ?? "8x25").split("x").map(Number);

const home = join(root, "home");
const project = join(root, "project");
const state = join(root, "state");
let worker = "";

beforeAll(async () => {
  for (const directory of [home, project, state]) mkdirSync(directory, { recursive: true });
  worker = await bundle(
    `import { openJudge } from "./hosts/judge.js";
     import { createHooks } from "./hosts/opencode/plugin.js";
     import { reply } from "./hosts/claude-code/hook.js";
     import { noLog } from "./hosts/log.js";
     const [, , shipped, home, state, project, kind, name, count] = process.argv;
     const base = { shipped, home, state, project, own: [], canAsk: false, env: { XDG_STATE_HOME: state } };
     const command = (n) => (n % 5 === 4 ? "git reset --hard # " : "echo ") + name + "-" + n;
     async function openCode() {
       const judge = openJudge({ ...base, lasting: true });
       const adapter = {
         live: () => judge, directory: project, project, home, log: noLog, beat() {}, tell() {},
         session: async () => undefined,
         after: () => ({ done: new Promise(() => {}), cancel() {} }),
       };
       const hooks = createHooks(adapter);
       for (let n = 0; n < Number(count); n++) {
         const input = { tool: "bash", sessionID: name, callID: name + "-" + n };
         try {
           await hooks["tool.execute.before"](input, { args: { command: command(n) } });
         } catch {
           continue;
         }
         (await judge).desk.ended({ host: "opencode", session: name, callId: input.callID, rawTool: "bash" }, { outcome: "ran" });
       }
       (await judge).desk.close();
     }
     async function claudeCode() {
       for (let n = 0; n < Number(count); n++) {
         const judge = await openJudge(base);
         const hook = { home, cwd: project, project, env: {}, open: async () => judge, log: noLog, canAsk: false, beat() {}, readFile: () => undefined };
         const callId = name + "-" + n;
         const event = { hook_event_name: "PreToolUse", session_id: name, cwd: project, tool_name: "Bash", tool_use_id: callId, tool_input: { command: command(n) } };
         const { code } = await reply(JSON.stringify(event), hook);
         if (code === 0) judge.desk.ended({ host: "claude-code", session: name, callId, rawTool: "Bash" }, { outcome: "ran" });
         judge.desk.close();
       }
     }
     (kind === "opencode" ? openCode() : claudeCode()).catch((error) => { console.error(error); process.exit(1); });`,
    join(root, "worker.cjs"),
  );
});

function run(n: number): Promise<number | null> {
  const shipped = join(import.meta.dirname, "../../governance");
  const args = [shipped, home, state, project, n % 2 ? "opencode" : "claude-code", `p${n}`, String(calls)];
  return new Promise((done) => {
    spawn(process.execPath, [worker, ...args], { stdio: ["ignore", "ignore", "inherit"] }).on("exit", done);
  });
}

test("both hosts' processes at once: every call has both rows, whole, and the chain holds", {
  timeout: 900_000,
}, async () => {
  const codes = await Promise.all(Array.from({ length: processes }, (_, n) => run(n)));
  expect(codes).toEqual(codes.map(() => 0));
  const directory = auditDirectory(project, home, state);
  // Whoever had no time to wait left its rows for the next writer.
  openAudit({ directory, now: () => new Date() }).append([
    { time: "", event: "session", correlation: "last", host: "cli" },
  ]);
  expect(await verify(directory)).toEqual({ ok: true, rows: processes * calls * 2 + 1, torn: 0 });
  const seen = new Map<string, string[]>();
  for await (const { row } of readLog(directory)) {
    if (!row || row.correlation === "last") continue;
    const events = seen.get(row.correlation) ?? [];
    seen.set(row.correlation, [...events, `${row.event} ${row.outcome ?? row.decision}`]);
  }
  expect(seen.size).toBe(processes * calls);
  for (let p = 0; p < processes; p++) {
    for (let n = 0; n < calls; n++) {
      const wanted = n % 5 === 4 ? ["enter deny", "exit refused"] : ["enter allow", "exit ran"];
      expect(seen.get(`p${p}/p${p}-${n}`)).toEqual(wanted);
    }
  }
});
