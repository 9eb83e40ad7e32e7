import { describe, expect, it } from "vitest";
import { listCheckpoints } from "../../src/brain/checkpoints.js";
import type { Hooks } from "../../src/hosts/opencode/api.js";
import { createHooks } from "../../src/hosts/opencode/plugin.js";
import type { Sessions } from "../../src/hosts/sessions.js";
import type { Policy } from "../../src/policy/policy.js";
import { type Desk, desk, registry } from "./sessions-support.js";

const HOUR = 3_600_000;

/** One process of the host on a desk's project. */
function processOn(at: Desk, { opened, session }: { opened?: Promise<Sessions>; session?: unknown } = {}) {
  let limit: number | undefined;
  const sessions = at.open({ hostMaxDepth: () => limit });
  const hooks = createHooks({
    live: async () => ({ judge: at.judge, refresh: async () => {}, news: () => [] }),
    sessions: {
      opened: opened ?? Promise.resolve(sessions),
      project: at.project,
      limit(depth) {
        limit = depth;
      },
    },
    now: at.now,
    directory: at.project,
    project: at.project,
    home: at.home,
    log: at.log,
    beat() {},
    tell() {},
    session: async () => session,
    after: () => ({ done: new Promise(() => {}), cancel() {} }),
  });
  return { hooks, sessions, row: (id: string) => sessions.keeper.ledger.read(id) };
}

const event = (hooks: Hooks, type: string, properties: object): Promise<void> =>
  hooks.event({ event: { type, properties } });
const created = (hooks: Hooks, id: string, parentID?: string, agent?: string): Promise<void> =>
  event(hooks, "session.created", { sessionID: id, info: { id, parentID, agent } });
const spoke = (hooks: Hooks, sessionID: string, agent = "build"): Promise<void> =>
  hooks["chat.message"]({ sessionID }, { message: { agent } });
const system = async (hooks: Hooks, sessionID: string, text: string): Promise<string[]> => {
  const output = { system: [text] };
  await hooks["experimental.chat.system.transform"]({ sessionID }, output);
  return output.system;
};
const call = (hooks: Hooks, sessionID: string, callID: string, tool: string, args: object): Promise<void> =>
  hooks["tool.execute.before"]({ tool, sessionID, callID }, { args });
const task = (hooks: Hooks, sessionID: string, callID: string, more: object = {}): Promise<void> =>
  call(hooks, sessionID, callID, "task", { subagent_type: "general", prompt: "do it", description: "d", ...more });
const part = (hooks: Hooks, sessionID: string, callID: string, state: object, tool = "task"): Promise<void> =>
  event(hooks, "message.part.updated", { sessionID, part: { type: "tool", tool, sessionID, callID, state } });
/** A delegation up to where its child works. */
async function delegated(hooks: Hooks, from: string, callID: string, child: string, more: object = {}): Promise<void> {
  await task(hooks, from, callID, more);
  await created(hooks, child, from, "general");
  await part(hooks, from, callID, {
    status: "running",
    metadata: { sessionId: child },
    input: { subagent_type: "general" },
  });
  await spoke(hooks, child, "general");
}
/** A process with a session whose first turn began. */
async function begun(law: Partial<Policy> = {}) {
  const at = desk(law);
  const one = processOn(at);
  await Promise.resolve();
  await created(one.hooks, "s0");
  await spoke(one.hooks, "s0");
  return { at, ...one };
}

describe("states", () => {
  it("follow the host's events, told twice or in order", async () => {
    const { at, hooks, row } = await begun();
    const idle = async (): Promise<void> => {
      await event(hooks, "session.status", { sessionID: "s0", status: { type: "idle" } });
      await event(hooks, "session.idle", { sessionID: "s0" });
    };
    at.clock.time += 1000;
    await idle();
    await idle();
    at.clock.time += 1000;
    await spoke(hooks, "s0");
    at.clock.time += 1000;
    await hooks["experimental.session.compacting"]({ sessionID: "s0" }, { context: [] });
    await event(hooks, "session.compacted", { sessionID: "s0" });
    await idle();
    await hooks.dispose();
    expect(row("s0")?.stateHistory.map((each) => each.state)).toEqual([
      "new",
      "between-turn",
      "idle",
      "between-turn",
      "compacted",
      "idle",
    ]);
    expect(row("s0")).toMatchObject({ ended: true, compactions: 1, messages: 2, agent: "build" });
  });

  it("of a session that another process began are continued", async () => {
    const { at, hooks } = await begun();
    await hooks.dispose();
    at.clock.time += 3 * HOUR;
    const later = processOn(at);
    await Promise.resolve();
    await spoke(later.hooks, "s0");
    expect(later.row("s0")).toMatchObject({ sessionState: "resumed", previousState: "idle", ended: false });
    const [text] = await system(later.hooks, "s0", `in ${at.project}`);
    expect(text).toMatch(/## Resumed\n\n- Idle for: 3 h\n.*## Where this session stands/s);
  });

  it("of events that come before the sessions are open are caught up with", async () => {
    const at = desk();
    let open: (sessions: Sessions) => void = () => {};
    const opened = new Promise<Sessions>((resolve) => {
      open = resolve;
    });
    const { hooks, sessions, row } = processOn(at, { opened });
    await created(hooks, "s0");
    await spoke(hooks, "s0");
    expect(row("s0")).toBeUndefined();
    open(sessions);
    await opened;
    await Promise.resolve();
    expect(row("s0")).toMatchObject({ sessionState: "between-turn" });
  });

  it.each([
    ["session.created", {}],
    ["session.created", { info: { id: 7 } }],
    ["session.idle", {}],
    ["session.status", { sessionID: "s0", status: 1 }],
    ["session.error", { sessionID: "unknown", error: null }],
    ["session.deleted", { info: null }],
    ["message.part.updated", { part: { tool: "task", callID: "c", state: null } }],
  ])("take no harm from %s with %j", async (type, properties) => {
    const { at, hooks, row } = await begun();
    await event(hooks, type, properties);
    expect(row("s0")).toMatchObject({ sessionState: "between-turn" });
    expect(at.log.lines).toEqual([]);
  });
});

describe("texts", () => {
  it("stand at the end of one system message, the same in each request", async () => {
    const { at, hooks } = await begun();
    const first = await system(hooks, "s0", `You work in ${at.project}.`);
    expect(first).toHaveLength(1);
    expect(first[0]).toMatch(/^You work in .*\n\n## Where this session stands\n/);
    expect(await system(hooks, "s0", `You work in ${at.project}.`)).toEqual(first);
  });

  it("are not told for titles and summaries, to deep sessions, to ones that are not known", async () => {
    const { at, hooks } = await begun();
    const where = `in ${at.project}`;
    expect(await system(hooks, "s0", "You are a title generator.")).toEqual(["You are a title generator."]);
    expect(await system(hooks, "nobody", where)).toEqual([where]);
    await delegated(hooks, "s0", "c1", "s1");
    await delegated(hooks, "s1", "c2", "s2");
    expect((await system(hooks, "s1", where))[0]).toContain("## Where");
    expect(await system(hooks, "s2", where)).toEqual([where]);
    await hooks["experimental.session.compacting"]({ sessionID: "s0" }, { context: [] });
    expect(await system(hooks, "s0", where)).toEqual([where]);
    await event(hooks, "session.compacted", { sessionID: "s0" });
    expect((await system(hooks, "s0", where))[0]).toContain("## After the summary");
  });

  it("carry what was done last into the summary", async () => {
    const { hooks } = await begun();
    for (const [at, tool, args] of [
      [1, "bash", { command: "echo one" }],
      [2, "read", { filePath: "README.md" }],
      [3, "write", { filePath: "a.txt", content: "x" }],
    ] as const)
      await call(hooks, "s0", `c${at}`, tool, args);
    const output = { context: [] as string[] };
    await hooks["experimental.session.compacting"]({ sessionID: "s0" }, output);
    expect(output.context).toHaveLength(1);
    expect(output.context[0]).toMatch(/Last actions:\n {2}- bash echo one\n {2}- write a\.txt$/);
  });

  it("mention once that an agent began with another tool than it should", async () => {
    const { hooks } = await begun();
    await spoke(hooks, "s0", "looker");
    const said: string[] = [];
    for (const id of ["c1", "c2"]) {
      await call(hooks, "s0", id, "glob", { pattern: "*" });
      const output = { output: "found" };
      await hooks["tool.execute.after"]({ tool: "glob", sessionID: "s0", callID: id }, output);
      said.push(output.output);
    }
    expect(said).toEqual([expect.stringContaining("should begin with read; it began with glob"), "found"]);
  });

  it("advise to stop when one error keeps coming, and not for what was refused", async () => {
    const { hooks, sessions } = await begun();
    await expect(call(hooks, "s0", "r1", "bash", { command: "git reset --hard" })).rejects.toThrow("BLOCKED");
    await part(hooks, "s0", "r1", { status: "error", error: "BLOCKED" }, "bash");
    for (const id of ["c1", "c2", "c3"]) await part(hooks, "s0", id, { status: "error", error: "ENOENT" }, "read");
    expect(sessions.keeper.brain.metrics(0).errors.total).toBe(3);
    const output = { output: "found" };
    await hooks["tool.execute.after"]({ tool: "read", sessionID: "s0", callID: "c4" }, output);
    expect(output.output).toMatch(/^found\n\nNote: the same error came 3 times: ENOENT/);
  });

  it("fail open", async () => {
    const { at, hooks, row } = await begun();
    const output = { system: undefined } as unknown as { system: string[] };
    await hooks["experimental.chat.system.transform"]({ sessionID: "s0" }, output);
    expect(at.log.lines).toHaveLength(1);
    expect(row("s0")).toBeDefined();
  });
});

describe("delegation", () => {
  it("runs three levels deep; the call for a fourth is refused with a checkpoint", async () => {
    const { at, hooks, sessions } = await begun();
    for (const level of [1, 2, 3]) await delegated(hooks, `s${level - 1}`, `c${level}`, `s${level}`);
    await expect(task(hooks, "s3", "c4")).rejects.toThrow(/level 4, and 3 is the deepest/);
    expect(at.judged.map(({ call: { level, agent } }) => [level, agent])).toEqual([
      [0, "build"],
      [1, "general"],
      [2, "general"],
      [3, "general"],
    ]);
    const { store, place } = sessions.keeper.brain;
    expect(listCheckpoints(store, place, 0).map(({ checkpoint }) => [checkpoint.kind, checkpoint.session])).toEqual([
      ["halt", "s3"],
    ]);
    expect(sessions.keeper.openSpawns("s3", at.clock.time)).toBe(0);
  });

  it("of ten siblings passes, in a row and at once, however each of them ends", async () => {
    const { at, hooks, sessions } = await begun();
    const open = (): number => sessions.keeper.openSpawns("s0", at.clock.time);
    const ids = Array.from({ length: 10 }, (_, at) => `c${at}`);
    await Promise.all(ids.map((id) => task(hooks, "s0", id)));
    expect(open()).toBe(10);
    for (const [at, id] of ids.entries()) await created(hooks, `k${at}`, "s0", "general").then(() => id);
    for (const [at, id] of ids.entries())
      await part(hooks, "s0", id, at % 2 === 0 ? { status: "completed" } : { status: "error", error: "it failed" });
    expect(open()).toBe(0);
    for (const id of ids) {
      await delegated(hooks, "s0", `row-${id}`, `r-${id}`);
      await part(hooks, "s0", `row-${id}`, { status: "completed", metadata: { sessionId: `r-${id}` } });
    }
    expect(open()).toBe(0);
  });

  it("gives its slots back when the user interrupts", async () => {
    const { at, hooks, sessions, row } = await begun();
    await delegated(hooks, "s0", "c1", "s1");
    expect(sessions.keeper.openSpawns("s0", at.clock.time)).toBe(1);
    await event(hooks, "session.error", { sessionID: "s0", error: { name: "MessageAbortedError" } });
    expect(sessions.keeper.openSpawns("s0", at.clock.time)).toBe(0);
    expect([row("s0")?.sessionState, row("s1")?.sessionState]).toEqual(["idle", "idle"]);
  });

  it("goes on with a task of one's own, not with another's", async () => {
    const { hooks, row } = await begun();
    await delegated(hooks, "s0", "c1", "s1");
    await part(hooks, "s0", "c1", { status: "completed", metadata: { sessionId: "s1" } });
    await task(hooks, "s0", "c2", { task_id: "s1" });
    expect(row("s1")).toMatchObject({ level: 1, parent: "s0", sessionState: "between-turn" });
    await created(hooks, "other");
    await spoke(hooks, "other");
    await expect(task(hooks, "other", "c3", { task_id: "s1" })).rejects.toThrow(/not begun by this session/);
  });

  it("keeps to the host's own lower limit, and says whose it is", async () => {
    const { hooks } = await begun();
    await hooks.config({ subagent_depth: 1 });
    await delegated(hooks, "s0", "c1", "s1");
    await expect(task(hooks, "s1", "c2")).rejects.toThrow(/level 2, and 1 is the deepest .*the host's own/);
  });

  it("is bound to the project that its task names", async () => {
    const { at, hooks, row } = await begun({ projects: registry });
    await delegated(hooks, "s0", "c1", "s1", { prompt: "project=api\nTidy up." });
    expect(row("s1")?.bound).toBe("api");
    // Not in the project itself: it stands in a temporary directory here.
    const outside = { filePath: "/srv/a.txt", content: "x" };
    await expect(call(hooks, "s1", "c2", "write", outside)).rejects.toThrow(/bound to the project api/);
    expect(at.judged.at(-1)?.caller?.bound).toBe("api");
    await expect(call(hooks, "s0", "c3", "write", outside)).rejects.toThrow(
      /outside all registered projects(?! \(this)/,
    );
    expect(at.judged.at(-1)?.caller?.bound).toBeUndefined();
    await expect(task(hooks, "s0", "c4", { prompt: "project=web" })).rejects.toThrow(/not registered/);
  });
});

describe("a caller that the ledger does not know", () => {
  it("is asked of the host once and known from then on", async () => {
    const at = desk();
    const { hooks, row } = processOn(at, { session: { parentID: "root", agent: "general" } });
    await Promise.resolve();
    await call(hooks, "root2", "c1", "bash", { command: "echo 1" });
    expect(row("root2")?.level).toBeGreaterThan(0);
  });

  it("is judged by what the host says where there are no sessions", async () => {
    const at = desk();
    const opened = Promise.reject(new Error("no sessions"));
    opened.catch(() => {});
    const { hooks } = processOn(at, { opened, session: { agent: "general" } });
    await call(hooks, "s0", "c1", "bash", { command: "echo 1" });
    await expect(call(hooks, "s0", "c2", "bash", { command: "git reset --hard" })).rejects.toThrow("BLOCKED");
    expect(at.judged[0]?.call).toMatchObject({ agent: "general", level: 0 });
  });
});

describe("tools for anchors and todos", () => {
  const use = (hooks: Hooks, name: "bailiff_anchors" | "bailiff_todos", args: object, sessionID = "s0") =>
    hooks.tool?.[name]?.execute(args, { sessionID });

  it("keep them beyond the session", async () => {
    const { hooks } = await begun();
    const anchor = { action: "add", text: "Use tabs", kind: "", priority: "high", id: "" };
    expect(await use(hooks, "bailiff_anchors", anchor)).toBe("a1 added");
    expect(await use(hooks, "bailiff_anchors", { action: "list" })).toBe("a1 [high decision] Use tabs");
    expect(await use(hooks, "bailiff_todos", { action: "add", text: "Test\nit" })).toBe("t1 added");
    expect(await use(hooks, "bailiff_todos", { action: "set", id: "t1", status: "active" })).toBe("t1 set");
    expect(await use(hooks, "bailiff_todos", {})).toBe("t1 [active normal] Test it");
    expect(await use(hooks, "bailiff_todos", { action: "remove", id: "t1" })).toBe("t1 removed");
    expect(await use(hooks, "bailiff_anchors", { action: "remove", id: "a1" })).toMatch(/^a1 removed/);
    expect(await use(hooks, "bailiff_anchors", {})).toBe("There are no anchors.");
  });

  it.each([
    [{ action: "add", text: "" }, /text is missing/],
    [{ action: "add", text: "x".repeat(1001) }, /Nothing was changed/],
    [{ action: "add", text: "x", kind: "wish" }, /kind is one of: decision/],
    [{ action: "remove", id: "a9" }, /Nothing was changed/],
    [{ action: "remove" }, /id is missing/],
    ["add", /There are no anchors/],
    [null, /There are no anchors/],
  ])("answer %j", async (args, said) => {
    const { hooks } = await begun();
    expect(await use(hooks, "bailiff_anchors", args as object)).toMatch(said);
  });

  it("are the user's own session's", async () => {
    const { hooks } = await begun();
    await delegated(hooks, "s0", "c1", "s1");
    expect(await use(hooks, "bailiff_todos", { action: "list" }, "s1")).toMatch(/user's own session/);
  });
});
