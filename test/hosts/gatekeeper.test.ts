import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditDirectory } from "../../src/audit/place.js";
import type { AuditRow } from "../../src/audit/row.js";
import { readLog, verify } from "../../src/audit/verify.js";
import type { Step } from "../../src/demo/script.js";
import { claudeCode, clients, openCode, Sandbox, type Session } from "./sandbox.js";

interface Client {
  readonly name: string;
  run(box: Sandbox, steps: readonly Step[], env?: Record<string, string>): Promise<Session>;
  bash(command: string): { tool: string; args: Record<string, unknown> };
}

const claude = (name: string, binary: string): Client => ({
  name,
  run: (box, steps, env = {}) => claudeCode(box, steps, { binary, env }),
  bash: (command) => ({ tool: "Bash", args: { command } }),
});

const all: readonly Client[] = [
  {
    name: "OpenCode 1.18.33",
    run: (box, steps, env = {}) => openCode(box, steps, { env }),
    bash: (command) => ({ tool: "bash", args: { command, description: "a step" } }),
  },
  claude("Claude Code 2.1.330", clients.claudeCode),
  claude("Claude Code 2.1.197", clients.claudeCodeOld),
];

function settings(box: Sandbox, gatekeeper: object): void {
  mkdirSync(join(box.home, ".config/bailiff"), { recursive: true });
  writeFileSync(join(box.home, ".config/bailiff/policy.yaml"), JSON.stringify({ version: 1, gatekeeper }));
}

/** A judge that speaks OpenAI's protocol: it refuses releases, and is killed in the middle of an answer. */
async function startJudge() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      asked.push(body);
      const question = String(JSON.parse(body).messages.at(-1).content);
      response.setHeader("content-type", "application/json");
      if (question.includes("midway")) {
        response.write('{"choices":[{"index":0,"message":{"role":"assistant","content":"ALLOW: ');
        setTimeout(() => {
          server.closeAllConnections();
          server.close();
        }, 200);
        return;
      }
      const content = question.includes("released")
        ? "DENY: rule 3.3, releasing is for people"
        : "ALLOW: 4.1, ordinary";
      const message = { role: "assistant", content };
      const usage = { prompt_tokens: 7, completion_tokens: 3 };
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message }], usage }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { asked, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function rowsOf(box: Sandbox): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  const directory = auditDirectory(box.project, box.home, join(box.home, ".local/state"));
  for await (const { row } of readLog(directory)) if (row) rows.push(row);
  return rows;
}

/** What became of each bash call, in order: decision and outcome. */
async function story(box: Sandbox): Promise<(readonly [command: string, decision: string, ends: string[]])[]> {
  const rows = await rowsOf(box);
  return rows
    .filter((row) => row.event === "enter" && row.tool?.toLowerCase() === "bash")
    .map((enter) => [
      JSON.parse(enter.args ?? "{}").command,
      enter.decision ?? "",
      rows
        .filter((row) => row.event === "exit" && row.correlation === enter.correlation)
        .map((row) => row.outcome ?? ""),
    ]);
}

describe.each(all)("$name with a second model over the network", (client) => {
  const box = new Sandbox();
  let session: Session;
  let asked: string[] = [];

  beforeAll(async () => {
    const judge = await startJudge();
    asked = judge.asked;
    settings(box, {
      enabled: true,
      provider: "openai",
      model: "judge-1",
      base_url: `http://127.0.0.1:${judge.port}/v1`,
      api_key_env: "JUDGE_KEY",
    });
    const steps = ["touch ordinary.txt", "touch released.txt", "cat none.txt", "git reset --hard"].map((command) =>
      client.bash(command),
    );
    session = await client.run(
      box,
      [...steps, client.bash("touch midway.txt"), client.bash("touch after.txt"), { text: "done" }],
      { JUDGE_KEY: "sk-for-the-judge-0123456789" },
    );
    judge.close();
  });
  afterAll(() => box.remove());

  it("runs what both allow", () => {
    expect(box.read("ordinary.txt")).toBe("");
    expect(session.result("ordinary.txt")).not.toContain("BLOCKED");
  });

  it("refuses what all rules allow and the second model does not, and the model sees why", () => {
    expect(box.read("released.txt")).toBeUndefined();
    const text = session.result("released.txt");
    expect(text).toContain("## BLOCKED:");
    expect(text).toContain("rule 3.3, releasing is for people");
    expect(text).toContain("Offer the user alternatives");
  });

  it("refuses when the second model's server is killed in the middle of its answer, and after that", () => {
    for (const file of ["midway.txt", "after.txt"]) {
      expect(box.read(file)).toBeUndefined();
      expect(session.result(file)).toContain("the gatekeeper could not decide");
    }
  });

  it("is asked about the command alone, and not about what the rules refuse", () => {
    expect(asked.length).toBeGreaterThanOrEqual(4);
    for (const body of asked) {
      expect(body).not.toContain("git reset --hard");
      expect(body).not.toContain(box.project);
      expect(JSON.parse(body).messages).toHaveLength(2);
    }
  });

  it("tells the story in the record: every call came and ended, and the chain holds", async () => {
    await expect
      .poll(() => story(box), { timeout: 20_000 })
      .toEqual([
        ["touch ordinary.txt", "allow", ["ran"]],
        ["touch released.txt", "deny", ["refused"]],
        ["cat none.txt", "allow", [client.name.startsWith("OpenCode") ? "ran" : "failed"]],
        ["git reset --hard", "deny", ["refused"]],
        ["touch midway.txt", "deny", ["refused"]],
        ["touch after.txt", "deny", ["refused"]],
      ]);
    const gates = (await rowsOf(box)).filter((row) => row.event === "gate_check");
    expect(gates.map((row) => [row.detail?.command, row.detail?.allowed])).toEqual([
      ["touch ordinary.txt", true],
      ["touch released.txt", false],
      ["cat none.txt", true],
      ["touch midway.txt", false],
      ["touch after.txt", false],
    ]);
    const directory = auditDirectory(box.project, box.home, join(box.home, ".local/state"));
    expect(await verify(directory)).toMatchObject({ ok: true, torn: 0 });
    expect(readFileSync(join(directory, "audit.jsonl"), "utf8")).not.toContain("sk-for-the-judge");
  });
});

describe.each(all.slice(0, 2))("$name with a second model behind a command", (client) => {
  const box = new Sandbox();
  afterAll(() => box.remove());

  it("waits for it longer than for itself, and holds to what it says", async () => {
    const script = join(box.root, "judge.sh");
    writeFileSync(
      script,
      `if grep -q released; then echo 'DENY: rule 3.3'; else sleep 12; echo 'ALLOW: 4.1'; touch '${box.root}/waited'; fi\n`,
    );
    settings(box, { enabled: true, provider: "command", command: ["/bin/sh", script] });
    const session = await client.run(box, [
      client.bash("touch slow.txt"),
      client.bash("touch released.txt"),
      { text: "done" },
    ]);
    expect(existsSync(join(box.root, "waited"))).toBe(true);
    expect(session.result("slow.txt")).not.toContain("BLOCKED");
    expect(box.read("slow.txt")).toBe("");
    expect(session.result("released.txt")).toContain("rule 3.3");
    expect(box.read("released.txt")).toBeUndefined();
  });
});
