import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listCheckpoints } from "../../src/brain/checkpoints.js";
import { type Hook, reply } from "../../src/hosts/claude-code/hook.js";
import { SILENT } from "../../src/hosts/claude-code/reply.js";
import type { Desk as RealDesk } from "../../src/hosts/desk.js";
import type { Sessions } from "../../src/hosts/sessions.js";
import type { Policy } from "../../src/policy/policy.js";
import { type Desk, desk, policy, registry } from "./sessions-support.js";

const HOUR = 3_600_000;

/** A desk that does nothing but remember which calls ended. */
function quietDesk(ended: unknown[]): RealDesk {
  return {
    settle: async (_, decision) => ({ decision }),
    admit: async (_, { decision }) => decision,
    refused: async () => ({ repeated: false, detour: false, escalated: false }),
    enter() {},
    ended: (...given) => void ended.push(given),
    abandon() {},
    gated: () => false,
    news: () => [],
    close() {},
  };
}

/** The host on a desk's project: each event is a process of its own. */
function host(law: Partial<Policy> = {}, more: Partial<Hook> = {}) {
  const at: Desk = desk(law);
  const files = new Map<string, string>();
  const ended: unknown[] = [];
  const sessions = (env: Record<string, string> = {}): Sessions =>
    at.open({
      host: "claude-code",
      delivery: "once",
      hostMaxDepth: () => (env.depth === undefined ? undefined : Number(env.depth)),
    });
  const say = async (name: string, fields: object = {}, env: Record<string, string> = {}) => {
    at.clock.time += 1000;
    const event = {
      hook_event_name: name,
      session_id: "s0",
      transcript_path: "/t/s0.jsonl",
      cwd: at.project,
      ...fields,
    };
    const said = await reply(JSON.stringify(event), {
      home: at.home,
      cwd: at.project,
      project: at.project,
      env: {},
      canAsk: false,
      log: at.log,
      now: at.now,
      aside: name !== "PreToolUse",
      beat() {},
      open: async () => ({
        judge: at.judge,
        news: () => [],
        law: () => ({ policy: { ...policy, ...law }, mode: "FULL" }),
        desk: quietDesk(ended),
      }),
      sessions: () => sessions(env),
      readFile: (path) => files.get(path),
      ...more,
    });
    return said;
  };
  return {
    at,
    say,
    files,
    ended,
    sessions: sessions(),
    row: (id: string) => sessions().keeper.ledger.read(id),
    /** What the model is told by an event. */
    context: async (name: string, fields: object = {}): Promise<string> => {
      const { stdout } = await say(name, fields);
      if (stdout === "") return "";
      const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
      expect(hookSpecificOutput.hookEventName).toBe(name);
      return hookSpecificOutput.additionalContext ?? "";
    },
  };
}

type Host = ReturnType<typeof host>;

const by = (agent: string | undefined): object =>
  agent === undefined ? {} : { agent_id: agent, agent_type: "worker" };
const tool = (at: Host, from: string | undefined, name: string, input: object, id = "t1") =>
  at.say("PreToolUse", { ...by(from), tool_name: name, tool_input: input, tool_use_id: id });
const task = (at: Host, from: string | undefined, id: string, more: object = {}) =>
  tool(at, from, "Agent", { subagent_type: "worker", prompt: "do it", description: "d", ...more }, id);
const card = (at: Host, agent: string, fields: object): void => {
  at.files.set(`/t/s0/subagents/agent-${agent}.meta.json`, JSON.stringify(fields));
};

describe("states", () => {
  it("follow the host's events from start to return", async () => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    await at.say("UserPromptSubmit", { prompt: "p" });
    await at.say("Stop", { background_tasks: [{ id: 1 }] });
    expect(at.row("s0")?.sessionState).toBe("between-turn");
    await at.say("Stop", { background_tasks: [] });
    await at.say("PreCompact", { trigger: "manual" });
    await at.say("SessionStart", { source: "compact" });
    await at.say("SessionEnd", { reason: "other" });
    at.at.clock.time += 3 * HOUR;
    await at.say("SessionStart", { source: "resume" });
    await at.say("UserPromptSubmit", { prompt: "p" });
    await at.say("SessionStart", { source: "clear" });
    expect(at.row("s0")?.stateHistory.map(({ event, state }) => `${event}: ${state}`)).toEqual([
      "created: new",
      "message: between-turn",
      "idle: idle",
      "compacted: compacted",
      "ended: idle",
      "return: resumed",
      "message: between-turn",
      "restarted: new",
    ]);
    expect(at.row("s0")).toMatchObject({ host: "claude-code", level: 0, ended: false });
  });

  it.each([
    ["SubagentStop", { agent_id: "nobody", agent_type: "" }],
    ["SubagentStart", {}],
    ["Stop", { session_id: undefined }],
    ["PostToolUse", { tool_name: "Agent", tool_response: "text" }],
    ["PostToolUse", { tool_name: "Agent", tool_use_id: "nobody", tool_response: { agentId: 7 } }],
    ["PostToolUseFailure", { tool_name: "Bash", error: 7 }],
    ["PostCompact", { compact_summary: "x" }],
    ["Notification", { message: "x" }],
  ])("take no harm from %s with %j", async (name, fields) => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    expect(await at.say(name, fields)).toEqual(SILENT);
    expect(at.row("s0")?.sessionState).toBe("new");
    expect(at.at.log.lines).toEqual([]);
  });
});

describe("texts", () => {
  it("are told once, and after a summary and a pause again", async () => {
    const at = host();
    expect(await at.context("SessionStart", { source: "startup" })).toMatch(/^## Where this session stands\n/);
    expect(await at.context("UserPromptSubmit", { prompt: "p" })).toBe("");
    await tool(at, undefined, "Bash", { command: "echo one" });
    const { stdout, code } = await at.say("PreCompact", { trigger: "auto" });
    expect([stdout, code]).toEqual([expect.stringMatching(/^## Keep in the summary\n/), 0]);
    const after = await at.context("SessionStart", { source: "compact" });
    expect(after).toMatch(/^## Where this session stands\n.*\n## After the summary\n/s);
    await at.say("Stop");
    at.at.clock.time += 2 * HOUR;
    expect(await at.context("SessionStart", { source: "resume" })).toMatch(/^## Resumed\n\n- Idle for: 2 h\n/);
    expect(await at.context("UserPromptSubmit", { prompt: "p" })).toBe("");
  });

  it("are short for a subagent, and none from the second level on", async () => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    await task(at, undefined, "c1");
    const first = await at.context("SubagentStart", by("a1"));
    expect(first).toContain("- Agent: worker");
    expect(first).not.toContain("First step");
    await task(at, "a1", "c2");
    card(at, "a2", { toolUseId: "c2", parentAgentId: "a1", spawnDepth: 2 });
    expect(await at.context("SubagentStart", by("a2"))).toBe("");
  });

  it("advise to stop when one error keeps coming", async () => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    const said = [];
    for (const id of ["1", "2", "3"])
      said.push(await at.context("PostToolUseFailure", { tool_name: "Bash", tool_use_id: id, error: "Exit code 1" }));
    expect(said).toEqual(["", "", expect.stringMatching(/^Note: the same error came 3 times: Exit code 1/)]);
  });

  it("fail open, and whatever fails in an event beside calls says nothing", async () => {
    const at = host(
      {},
      {
        sessions: () => {
          throw new Error("no sessions");
        },
      },
    );
    expect(await at.say("SessionStart", { source: "startup" })).toEqual(SILENT);
    expect((await tool(at, undefined, "Bash", { command: "git reset --hard" })).code).toBe(2);
    expect((await tool(at, undefined, "Bash", { command: "echo 1" })).code).toBe(0);
    expect(await at.say("Stop", {})).toEqual(SILENT);
    expect(at.at.log.lines.length).toBeGreaterThan(0);
    expect(await reply("{", { ...({} as Hook), aside: true, log: at.at.log })).toEqual(SILENT);
  });
});

describe("delegation", () => {
  /** Three levels, each with its sidecar file; `known` leaves out what an older host does not write. */
  async function three(parents: boolean): Promise<Host> {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    for (const level of [1, 2, 3]) {
      const from = level === 1 ? undefined : `a${level - 1}`;
      await task(at, from, `c${level}`);
      await at.say("SubagentStart", by(`a${level}`));
      card(at, `a${level}`, {
        toolUseId: `c${level}`,
        spawnDepth: level,
        ...(parents && from ? { parentAgentId: from } : {}),
      });
      await tool(at, `a${level}`, "Bash", { command: "echo 1" }, `b${level}`);
    }
    return at;
  }

  it.each([
    ["that names parents", true],
    ["of the older host", false],
  ])("is known by a sidecar file %s; the call for a fourth level is refused with a checkpoint", async (_, parents) => {
    const at = await three(parents);
    expect(["a1", "a2", "a3"].map((id) => [at.row(id)?.parent, at.row(id)?.level, at.row(id)?.confirmed])).toEqual([
      ["s0", 1, true],
      ["a1", 2, true],
      ["a2", 3, true],
    ]);
    const { stderr, code } = await task(at, "a3", "c4");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/level 4, and 3 is the deepest/)]);
    const { store, place } = at.sessions.keeper.brain;
    expect(listCheckpoints(store, place, 0).map(({ checkpoint }) => checkpoint.session)).toEqual(["a3"]);
    expect(
      at.at.judged.filter(({ call }) => call.tool === "bash").map(({ call }) => [call.session, call.level]),
    ).toEqual([
      ["a1", 1],
      ["a2", 2],
      ["a3", 3],
    ]);
  });

  it.each([
    ["no file", undefined],
    ["a file that is no JSON", "{"],
    ["a file with nothing in it", "null"],
    ["a file with other types", '{"toolUseId":7,"spawnDepth":"2","parentAgentId":{}}'],
  ])("is guessed from the ledger where there is %s", async (_, text) => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    await task(at, undefined, "c1");
    await at.say("SubagentStart", by("a1"));
    if (text !== undefined) at.files.set("/t/s0/subagents/agent-a1.meta.json", text);
    await tool(at, "a1", "Bash", { command: "echo 1" });
    expect(at.row("a1")).toMatchObject({ parent: "s0", level: 1 });
    await at.say("PostToolUse", {
      tool_name: "Agent",
      tool_use_id: "c1",
      tool_response: { status: "completed", agentId: "a1" },
    });
    expect(at.row("a1")).toMatchObject({ confirmed: true, sessionState: "idle" });
    expect(at.row("s0")?.spawns).toEqual([]);
  });

  it("of ten siblings passes, and each gives its slot back however it ends", async () => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    const ids = Array.from({ length: 10 }, (_, n) => `c${n}`);
    for (const { code } of await Promise.all(ids.map((id) => task(at, undefined, id)))) expect(code).toBe(0);
    expect(at.row("s0")?.spawns).toHaveLength(10);
    for (const [n, id] of ids.entries()) {
      const done = { tool_name: "Agent", tool_use_id: id };
      if (n % 3 === 0)
        await at.say("PostToolUse", { ...done, tool_response: { status: "completed", agentId: `k${n}` } });
      else await at.say("PostToolUseFailure", { ...done, error: "x", is_interrupt: n % 3 === 1 });
    }
    expect(at.row("s0")?.spawns).toEqual([]);
  });

  it("in the background holds its slot until the child is idle", async () => {
    const at = host();
    await at.say("SessionStart", { source: "startup" });
    await task(at, undefined, "c1");
    await at.say("SubagentStart", by("a1"));
    await at.say("PostToolUse", {
      tool_name: "Agent",
      tool_use_id: "c1",
      tool_response: { status: "async_launched", agentId: "a1" },
    });
    expect(at.row("s0")?.spawns).toMatchObject([{ callId: "c1", child: "a1" }]);
    await at.say("SubagentStop", by("a1"));
    expect(at.row("s0")?.spawns).toEqual([]);
  });

  it("that is refused takes no slot", async () => {
    const at = host({
      agents: { main: { scope: "project" }, "(main thread)": { scope: "project", delegatesTo: ["other"] } },
    });
    await at.say("SessionStart", { source: "startup" });
    expect((await task(at, undefined, "c1")).code).toBe(2);
    expect(at.row("s0")?.spawns).toEqual([]);
  });

  it("is bound to the project that its task names, also where two run at once", async () => {
    const at = host({ projects: [...registry, { name: "web", path: "~/app", write: true, no_delete: false }] });
    await at.say("SessionStart", { source: "startup" });
    await task(at, undefined, "c1", { prompt: "project=web" });
    await task(at, undefined, "c2", { prompt: "project=api" });
    // The host starts them in another order than they were asked for.
    await at.say("SubagentStart", by("a2"));
    await at.say("SubagentStart", by("a1"));
    card(at, "a1", { toolUseId: "c1", spawnDepth: 1 });
    card(at, "a2", { toolUseId: "c2", spawnDepth: 1 });
    const outside = { file_path: "/srv/a.txt", content: "x" };
    expect((await tool(at, "a2", "Write", outside)).stderr).toContain("bound to the project api");
    expect((await tool(at, "a1", "Write", outside)).stderr).toContain("bound to the project web");
    expect((await tool(at, undefined, "Write", outside)).stderr).not.toContain("bound");
  });
});

it("the end of a call is recorded for the session that made it", async () => {
  const at = host();
  await at.say("PostToolUse", {
    ...by("a1"),
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_response: { stdout: "x" },
    duration_ms: 5,
  });
  await at.say("PostToolUseFailure", { tool_name: "Bash", tool_use_id: "t2", error: "Exit code 1" });
  expect(at.ended).toEqual([
    [
      { host: "claude-code", session: "a1", callId: "t1", rawTool: "Bash" },
      { outcome: "ran", result: '{"stdout":"x"}', duration: 5 },
    ],
    [
      { host: "claude-code", session: "s0", callId: "t2", rawTool: "Bash" },
      { outcome: "failed", error: "Exit code 1" },
    ],
  ]);
});

it("nothing is created in a project that never asked for bailiff", async () => {
  const at = host();
  await at.say("SessionStart", { source: "startup" });
  await task(at, undefined, "c1");
  const { existsSync } = await import("node:fs");
  expect(existsSync(join(at.at.project, ".bailiff"))).toBe(false);
});

it("an event that nobody reads the answer of leaves changed rules to one that somebody does", async () => {
  const opened: [string, boolean][] = [];
  const at = host({}, {});
  for (const [name, fields] of [
    ["SessionStart", { source: "startup" }],
    ["PostToolUse", { tool_name: "Bash", tool_use_id: "t1", tool_response: {} }],
    ["PostToolUse", { tool_name: "Agent", tool_use_id: "t2", tool_response: {} }],
    ["PreToolUse", { tool_name: "Bash", tool_use_id: "t3", tool_input: { command: "echo 1" } }],
  ] as const) {
    const more = {
      open: async (judging: boolean) => {
        opened.push([name, judging]);
        return { judge: at.at.judge, news: () => ["rules.yaml:3: broken"] };
      },
    };
    const { stdout } = await host({}, more).say(name, fields);
    expect(stdout.includes("rules.yaml:3: broken")).toBe(opened.at(-1)?.[1]);
  }
  expect(opened.map(([, judging]) => judging)).toEqual([true, false, true, true]);
});
