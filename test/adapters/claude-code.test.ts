import { describe, expect, it } from "vitest";
import { type Hook, reply } from "../../src/hosts/claude-code/hook.js";
import { FAST_HOOK } from "../../src/hosts/claude-code/lanes.js";
import { losesHooks, switchesOff } from "../../src/hosts/claude-code/settings.js";
import { fakeJudge, keptLog } from "./fakes.js";

function setup(over: Partial<Hook> = {}) {
  const { judge, calls } = fakeJudge();
  const log = keptLog();
  const beats: string[] = [];
  const hook: Hook = {
    home: "/home/dev",
    cwd: "/elsewhere",
    project: "/home/dev/app",
    env: { PATH: "/bin" },
    canAsk: true,
    log,
    beat: (name) => void beats.push(name),
    open: async () => ({ judge, news: () => [] }),
    readFile: () => undefined,
    ...over,
  };
  return { hook, calls, log, beats };
}

const call = (tool: string, input: unknown, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    session_id: "s",
    transcript_path: "/t.jsonl",
    cwd: "/home/dev/app/sub",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "t1",
    ...more,
  });

describe("a call", () => {
  it("is handed on in words of no host", async () => {
    const { hook, calls } = setup();
    await reply(call("Bash", { command: "allow" }), hook);
    await reply(call("Agent", { prompt: "p" }, { agent_id: "a1", agent_type: "Explore", cwd: "relative" }), hook);
    expect(calls).toEqual([
      {
        host: "claude-code",
        tool: "bash",
        rawTool: "Bash",
        input: { command: "allow" },
        cwd: "/home/dev/app/sub",
        home: "/home/dev",
        project: "/home/dev/app",
        session: "s",
        callId: "t1",
        level: 0,
      },
      expect.objectContaining({ tool: "task", rawTool: "Agent", cwd: "/elsewhere", agent: "Explore", level: 1 }),
    ]);
  });

  const specific = (stdout: string) =>
    (JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> }).hookSpecificOutput;

  it("that may run gets nothing said at all", async () => {
    expect(await reply(call("Bash", { command: "allow" }), setup().hook)).toEqual({ stdout: "", stderr: "", code: 0 });
  });

  it("that is denied gets it said in every way the host's versions know", async () => {
    const { stdout, stderr, code } = await reply(call("Bash", { command: "deny" }), setup().hook);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^## BLOCKED: .*\n\n\*\*Reason:\*\* The reason\./);
    expect(specific(stdout)).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: stderr,
    });
  });

  it("that is warned about runs by the host's own rules, and the model is told", async () => {
    const { stdout, stderr, code } = await reply(call("Bash", { command: "warn" }), setup().hook);
    expect([stderr, code]).toEqual(["", 0]);
    expect(specific(stdout)).toEqual({
      hookEventName: "PreToolUse",
      additionalContext: expect.stringMatching(/^## WARNING: .*The reason/s),
    });
  });

  it("that needs a person is put to one", async () => {
    const { stdout, stderr, code } = await reply(call("Bash", { command: "ask" }), setup().hook);
    expect([stderr, code]).toEqual(["", 0]);
    expect(specific(stdout)).toMatchObject({
      permissionDecision: "ask",
      permissionDecisionReason: expect.stringMatching(/^## APPROVAL NEEDED: /),
    });
  });

  it("that needs a person is denied where none is", async () => {
    const { stderr, code } = await reply(call("Bash", { command: "ask" }), setup({ canAsk: false }).hook);
    expect(code).toBe(2);
    expect(stderr).toContain("nobody can be asked here");
  });

  it.each(["allow", "warn", "ask", "deny"])(
    "with news about the rules tells the person beside its %s",
    async (word) => {
      const { hook } = setup();
      const plain = await reply(call("Bash", { command: word }), hook);
      const { judge } = await hook.open(true);
      const told = await reply(call("Bash", { command: word }), {
        ...hook,
        open: async () => ({ judge, news: () => ["rules.yaml:3: broken"] }),
      });
      expect(told).toEqual({ ...plain, stdout: expect.any(String) });
      expect(JSON.parse(told.stdout)).toEqual({
        ...JSON.parse(plain.stdout || "{}"),
        systemMessage: "bailiff: rules.yaml:3: broken",
      });
    },
  );

  it.each([
    { tool: "Bash", input: { command: "throw" }, code: 2 },
    { tool: "mcp__files__put", input: { command: "throw" }, code: 2 },
    { tool: "Write", input: { file_path: "throw" }, code: 2 },
    { tool: "Read", input: { file_path: "throw" }, code: 0 },
    { tool: "Grep", input: { command: "throw" }, code: 0 },
  ])("of $tool that cannot be judged ends with $code", async ({ tool, input, code }) => {
    const { hook, log } = setup();
    expect((await reply(call(tool, input), hook)).code).toBe(code);
    const closed = { ...hook, open: () => Promise.reject(new Error("no policy")) };
    expect((await reply(call(tool, input), closed)).code).toBe(code);
    expect(log.lines).toHaveLength(2);
    expect(log.lines[0]).toContain("ERR_INTERNAL");
  });
});

describe("an event that cannot be read is a denial", () => {
  const whole = call("Bash", { command: "allow" });
  it.each([
    { name: "empty", text: "" },
    { name: "blank", text: " \n" },
    { name: "cut off", text: whole.slice(0, -1) },
    { name: "cut off early", text: whole.slice(0, 40) },
    { name: "followed by something", text: `${whole}x` },
    { name: "two events", text: whole + whole },
    { name: "no JSON", text: "rm -rf /" },
    { name: "a list", text: `[${whole}]` },
    { name: "null", text: "null" },
    { name: "a number", text: "1" },
    { name: "without a name", text: JSON.stringify({ tool_name: "Bash", tool_input: {} }) },
    { name: "with a name of another type", text: whole.replace('"PreToolUse"', "7") },
    { name: "without a tool", text: whole.replace("tool_name", "toolname") },
    { name: "with an empty tool", text: whole.replace('"Bash"', '""') },
    { name: "without input", text: whole.replace("tool_input", "toolinput") },
    { name: "with input of another type", text: call("Bash", "deny") },
    { name: "10 MB long", text: call("Write", { content: "x".repeat(10_000_000) }) },
  ])("$name", async ({ text }) => {
    const { hook, calls } = setup();
    const { stdout, stderr, code } = await reply(text, hook);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^## BLOCKED: this call could not be read\n/);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe("deny");
    expect(calls).toEqual([]);
  });

  it("prefixes of an event, however long", async () => {
    for (let length = 0; length < whole.length; length++)
      expect((await reply(whole.slice(0, length), setup().hook)).code).toBe(2);
  });
});

describe("other events", () => {
  it.each(["PostToolUse", "SessionStart", "SomethingNew"])("%s: nothing is said", async (name) => {
    const { hook, beats } = setup();
    expect(await reply(JSON.stringify({ hook_event_name: name }), hook)).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(beats).toEqual([name]);
  });
});

it("a prompt is not put to a model whose calls could run unjudged", async () => {
  const prompt = JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "p" });
  const { stdout, stderr, code } = await reply(prompt, setup({ tooOldForServer: true }).hook);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({ decision: "block", reason: stderr });
  expect(stderr).toContain("--lane safe");
  expect((await reply(prompt, setup({ tooOldForServer: false }).hook)).code).toBe(0);
});

describe("changed settings", () => {
  const changed = (source: string): string =>
    JSON.stringify({ hook_event_name: "ConfigChange", source, file_path: "/p/.claude/settings.json" });

  it("that switch hooks off are not taken over", async () => {
    const { hook } = setup({ readFile: () => '{"disableAllHooks":true}' });
    const { stdout, stderr, code } = await reply(changed("project_settings"), hook);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ decision: "block", reason: stderr });
    expect(stderr).toContain("disableAllHooks");
  });

  it.each([
    { name: "other settings", source: "local_settings", text: '{"permissions":{}}' },
    { name: "an administrator's", source: "policy_settings", text: '{"disableAllHooks":true}' },
    { name: "a file that is gone", source: "user_settings", text: undefined },
  ])("are taken over: $name", async ({ source, text }) => {
    expect((await reply(changed(source), setup({ readFile: () => text }).hook)).code).toBe(0);
  });

  const PUT = '{"files":[{"path":"/p/.claude/settings.json","kind":"edit","entry":"hooks"}]}';
  const fast = JSON.stringify(FAST_HOOK);
  const safe = '{"type":"command","command":"node","args":["/x/dist/hook.cjs"],"onFailure":"block"}';
  const asks = (...hooks: string[]): string => `{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[${hooks}]}]}}`;
  it.each<[string, string | undefined, string | undefined, boolean]>([
    ["the fast lane's hook is there", asks(fast), PUT, false],
    ["the safe lane's hook is there", asks(safe), PUT, false],
    ["another hook beside it", asks('{"type":"command","command":"mine"}', safe), PUT, false],
    ["a mark of byte order before it", `\ufeff${asks(fast)}`, PUT, false],
    ["no hook any more", "{}", PUT, true],
    ["hooks of others alone", asks('{"type":"command","command":"mine"}'), PUT, true],
    ["hooks of another form", '{"hooks":[]}', PUT, true],
    ["another server", asks(fast.replace('"server":"bailiff"', '"server":"other"')), PUT, true],
    ["without onFailure", asks(fast.replace('"block"', '"allow"')), PUT, true],
    ["for some tools only", asks(fast).replace('"*"', '"Bash"'), PUT, true],
    ["for another event", asks(fast).replace("PreToolUse", "Stop"), PUT, true],
    ["no JSON", "{", PUT, true],
    ["an empty file", "", PUT, true],
    ["no file", undefined, PUT, true],
    ["another file was edited by init", "{}", PUT.replace("settings.json", "settings.local.json"), false],
    ["init made a file of its own of it", "{}", PUT.replace("edit", "file"), false],
    ["nothing was written down", "{}", undefined, false],
    ["what was written down cannot be read", "{}", "{", false],
  ])("%s", async (_, text, manifest, refused) => {
    expect(losesHooks("/p/.claude/settings.json", text, [undefined, manifest]) !== undefined).toBe(refused);
    const { hook } = setup({
      readFile: (path) => (path === "/home/dev/app/.bailiff/manifest.json" ? manifest : text),
    });
    expect((await reply(changed("local_settings"), hook)).code).toBe(refused ? 2 : 0);
  });

  it.each([
    ['{"disableAllHooks":true}', true],
    ['\ufeff{"disableAllHooks":true}', true],
    ['{"disableAllHooks":false}', false],
    ['{"disableAllHooks":"true"}', false],
    ['{"enabledPlugins":{"bailiff@bailiff":false}}', true],
    ['{"enabledPlugins":{"bailiff@bailiff":true,"other@x":false}}', false],
    ['{"enabledPlugins":{"bailiff-like@x":false}}', false],
    ['{"env":{"PATH":"/evil"}}', true],
    ['{"env":{"PATH":"/bin"}}', false],
    ['{"env":{"LD_PRELOAD":"x.so"}}', true],
    ['{"env":{"BAILIFF_MODE":"FULL"}}', true],
    ['{"env":{"DEBUG":"1"}}', false],
    ['{"permissions":{"allow":["Bash(*)"]}}', false],
    ["not JSON disableAllHooks", false],
    ["[]", false],
    ["", false],
  ])("%s", (text, off) => {
    expect(switchesOff(text, "bailiff", { PATH: "/bin" }) !== undefined).toBe(off);
  });
});
