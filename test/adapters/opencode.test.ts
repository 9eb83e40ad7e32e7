import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/hosts/opencode/plugin.js";
import bailiff from "../../src/opencode.js";
import { fakeJudge, keptLog } from "./fakes.js";

interface Setup {
  session?: (id: string) => Promise<unknown>;
  live?: () => Promise<never>;
  /** Timers that are over at once: those of so many milliseconds. */
  over?: number;
}

function setup({ session = async () => undefined, live, over }: Setup = {}) {
  const { judge, calls } = fakeJudge();
  const log = keptLog();
  const beats: string[] = [];
  const news: string[] = [];
  const told: string[] = [];
  const hooks = createHooks({
    live: live ?? (async () => ({ judge, refresh: async () => {}, news: () => news.splice(0) })),
    directory: "/home/dev/app/sub",
    project: "/home/dev/app",
    home: "/home/dev",
    log,
    beat: (hook) => void beats.push(hook),
    session,
    tell: (text) => void told.push(text),
    after: (ms) => ({ done: ms === over ? Promise.resolve() : new Promise(() => {}), cancel() {} }),
  });
  const calling = (tool: unknown, args: unknown, callID = "call_1", sessionID = "s") =>
    hooks["tool.execute.before"]({ tool: tool as string, sessionID, callID }, { args });
  return { hooks, calling, calls, log, beats, news, told };
}

const FRAME = /^## BLOCKED: .*\n\n\*\*Reason:\*\* The reason\.\n\*\*Suggestion:\*\* The suggestion\./;

describe("a call", () => {
  it("is handed on in words of no host", async () => {
    const { calling, calls } = setup({ session: async () => ({ agent: "build" }) });
    await calling("apply_patch", { patchText: "x" });
    expect(calls).toEqual([
      {
        host: "opencode",
        tool: "patch",
        rawTool: "apply_patch",
        input: { patchText: "x" },
        cwd: "/home/dev/app/sub",
        project: "/home/dev/app",
        home: "/home/dev",
        session: "s",
        callId: "call_1",
        agent: "build",
        level: 0,
      },
    ]);
  });

  it.each([
    { name: "allow: goes on", tool: "bash", args: { command: "allow" }, refused: undefined },
    { name: "deny: is refused with the text alone", tool: "bash", args: { command: "deny" }, refused: FRAME },
    {
      name: "ask: is refused, as nobody can be asked",
      tool: "bash",
      args: { command: "ask" },
      refused: /nobody can be asked here/,
    },
    { name: "warn: goes on", tool: "bash", args: { command: "warn" }, refused: undefined },
    {
      name: "judging fails, the call may change something",
      tool: "bash",
      args: { command: "throw" },
      refused: /ERR_INTERNAL/,
    },
    {
      name: "judging fails, a tool that is not known",
      tool: "files_put",
      args: { command: "throw" },
      refused: /ERR_INTERNAL/,
    },
    { name: "judging fails, the call only reads", tool: "read", args: { filePath: "throw" }, refused: undefined },
    { name: "no decision at all", tool: "bash", args: { command: "nonsense" }, refused: /ERR_INTERNAL/ },
    { name: "no arguments", tool: "bash", args: undefined, refused: undefined },
    { name: "arguments of another type", tool: "bash", args: ["deny"], refused: undefined },
    { name: "a tool name of another type", tool: 7, args: { command: "deny" }, refused: FRAME },
  ])("$name", async ({ tool, args, refused }) => {
    const { calling } = setup();
    if (refused === undefined) await expect(calling(tool, args)).resolves.toBeUndefined();
    else await expect(calling(tool, args)).rejects.toThrow(refused);
  });

  it.each([
    { name: "the judge cannot be opened", over: undefined, live: () => Promise.reject<never>(new Error("no policy")) },
    { name: "it is not judged in time", over: 10_000, live: () => new Promise<never>(() => {}) },
  ])("that may change something is refused when $name; one that reads goes on", async ({ live, over }) => {
    const { calling, log } = setup({ live, ...(over === undefined ? {} : { over }) });
    await expect(calling("bash", { command: "allow" })).rejects.toThrow(/ERR_INTERNAL/);
    await expect(calling("read", { filePath: "x" })).resolves.toBeUndefined();
    expect(log.lines).toHaveLength(2);
  });
});

describe("a warning", () => {
  it.each([
    { name: "after the text", output: { title: "", output: "result", metadata: {} } },
    { name: "as a part of an MCP tool's result", output: { content: [{ type: "text", text: "result" }] } },
  ])("comes $name, once", async ({ output }) => {
    const { calling, hooks } = setup();
    await calling("bash", { command: "warn" }, "c");
    const input = { tool: "bash", sessionID: "s", callID: "c" };
    await hooks["tool.execute.after"](input, output);
    await hooks["tool.execute.after"](input, output);
    expect(JSON.stringify(output).split("## WARNING").length).toBe(2);
    expect(JSON.stringify(output)).toMatch(/result.*## WARNING/);
  });

  it.each([undefined, null, "text", { output: 7 }])("is dropped where the result is %j", async (output) => {
    const { calling, hooks } = setup();
    await calling("bash", { command: "warn" }, "c");
    await expect(
      hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c" }, output),
    ).resolves.toBeUndefined();
  });

  it("is dropped with a call that ends in an error", async () => {
    const { calling, hooks } = setup();
    await calling("bash", { command: "warn" }, "c");
    const part = { callID: "c", state: { status: "error" } };
    await hooks.event({ event: { type: "message.part.updated", properties: { part } } });
    const output = { output: "result" };
    await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c" }, output);
    expect(output.output).toBe("result");
  });
});

describe("a delegation that a slash command makes", () => {
  it("is refused through its agent's name: throwing would make the session unusable", async () => {
    const { hooks } = setup();
    const args = { command: "deny", subagent_type: "general", prompt: "p" };
    await hooks["tool.execute.before"]({ tool: "task", sessionID: "s", callID: "prt_1" }, { args });
    expect(args.subagent_type).toMatch(FRAME);
  });

  it("of the model itself is refused as any call", async () => {
    const { calling } = setup();
    await expect(calling("task", { command: "deny", subagent_type: "general" }, "call_1")).rejects.toThrow(FRAME);
  });
});

describe("who is calling", () => {
  const created = (info: unknown) => ({ event: { type: "session.created", properties: { info } } });

  it("comes from messages and events, without asking the host", async () => {
    const { hooks, calling, calls } = setup({ session: () => Promise.reject(new Error("asked")) });
    await hooks.event(created({ id: "a" }));
    await hooks["chat.message"]({ sessionID: "a" }, { message: { agent: "build" } });
    await hooks.event(created({ id: "b", parentID: "a", agent: "general" }));
    await hooks.event(created({ id: "c", parentID: "b", agent: "explore" }));
    for (const session of ["a", "b", "c"]) await calling("bash", { command: "allow" }, "c1", session);
    expect(calls.map(({ agent, level }) => [agent, level])).toEqual([
      ["build", 0],
      ["general", 1],
      ["explore", 2],
    ]);
  });

  it("is asked of the host once for a session that began elsewhere", async () => {
    const asked: string[] = [];
    const { hooks, calling, calls } = setup({
      async session(id) {
        asked.push(id);
        return id === "b" ? { id, parentID: "a", agent: "old" } : { id };
      },
    });
    await hooks["chat.message"]({ sessionID: "b", agent: "general" }, { message: { agent: "general" } });
    await calling("bash", { command: "allow" }, "1", "b");
    await calling("bash", { command: "allow" }, "2", "b");
    expect(asked).toEqual(["b", "a"]);
    expect(calls.map(({ agent, level }) => [agent, level])).toEqual([
      ["general", 1],
      ["general", 1],
    ]);
  });

  it.each([
    { name: "fails", session: () => Promise.reject(new Error("gone")), over: undefined },
    { name: "does not answer", session: () => new Promise(() => {}), over: 2_000 },
  ])("is nobody in particular when the host $name: the call is judged all the same", async ({ session, over }) => {
    const { calling, calls, log } = setup({ session, ...(over === undefined ? {} : { over }) });
    await expect(calling("bash", { command: "deny" })).rejects.toThrow(FRAME);
    expect(calls[0]).toMatchObject({ level: 0 });
    expect(calls[0]?.agent).toBeUndefined();
    expect(log.lines).toHaveLength(1);
  });

  it("ends in circles and in endless chains", async () => {
    const { calling, calls } = setup({ session: async (id) => ({ id, parentID: id === "a" ? "b" : "a" }) });
    await calling("bash", { command: "allow" }, "1", "a");
    expect(calls[0]?.level).toBe(64);
  });
});

it.each([
  undefined,
  null,
  7,
  {},
  { type: "session.created" },
  { type: "message.part.updated", properties: { part: 1 } },
])("an event that is %j does no harm", async (event) => {
  await expect(setup().hooks.event({ event })).resolves.toBeUndefined();
});

it("what is new about the rules is told to the person, once", async () => {
  const { calling, news, told } = setup();
  news.push("rules.yaml:3: broken");
  await calling("bash", { command: "allow" });
  await calling("bash", { command: "allow" });
  expect(told).toEqual(["rules.yaml:3: broken"]);
});

it("each hook is a sign of life", async () => {
  const { calling, hooks, beats } = setup();
  await hooks["chat.message"]({ sessionID: "a" }, { message: { agent: "build" } });
  await calling("bash", { command: "allow" });
  expect(beats).toEqual(["chat.message", "tool.execute.before"]);
});

it("the entry has what the host looks for, and nothing it would call as a plugin", async () => {
  expect(Object.keys(await import("../../src/opencode.js"))).toEqual(["default"]);
  expect(bailiff).toEqual({ id: "bailiff", server: expect.any(Function) });
});
