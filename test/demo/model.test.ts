import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedModel, startModel } from "../../src/demo/model.js";
import { prompt } from "../../src/demo/script.js";

const steps = [
  { tool: "bash", args: { command: "ls" } },
  {
    calls: [
      { tool: "bash", args: { command: "a" } },
      { tool: "read", args: { filePath: "b" } },
    ],
  },
  { text: "over" },
];
const script = prompt("title", steps);

interface Message {
  role: string;
  content: unknown;
  tool_calls?: unknown;
  tool_call_id?: string;
}

let model: ScriptedModel;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

async function ask(
  path: string,
  messages: readonly Message[],
  tools: unknown[] = [{}],
): Promise<Record<string, unknown>[]> {
  const response = await fetch(`http://127.0.0.1:${model.port}${path}`, {
    method: "POST",
    body: JSON.stringify({ messages, tools }),
  });
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

const user = (content: unknown): Message => ({ role: "user", content });
const assistant = (content: unknown): Message => ({ role: "assistant", content });

describe("chat completions", () => {
  it.each([
    { name: "the first step", messages: [user(script)], says: ['"name":"bash"', '{\\"command\\":\\"ls\\"}'] },
    {
      name: "the step after as many answers as there are",
      messages: [user(script), assistant("x"), { role: "tool", content: "r", tool_call_id: "1" }],
      says: ['"index":0', '"index":1', '{\\"filePath\\":\\"b\\"}'],
    },
    { name: "a text", messages: [user(script), assistant("x"), assistant("y")], says: ['"content":"over"', '"stop"'] },
    {
      name: "the end when the script is over",
      messages: [user(script), ...Array(9).fill(assistant("x"))],
      says: ["done"],
    },
    { name: "something without a script", messages: [user("hello [{")], says: ['"content":"ok"'] },
    {
      name: "the latest script",
      messages: [user(script), assistant("x"), user('[{"text":"newer"}]')],
      says: ["newer"],
    },
  ])("answers with $name", async ({ messages, says }) => {
    const answer = JSON.stringify(await ask("/v1/chat/completions", messages));
    for (const text of says) expect(answer).toContain(text);
  });

  it("calls no tool where none is offered", async () => {
    expect(JSON.stringify(await ask("/v1/chat/completions", [user(script)], []))).not.toContain("tool_calls");
  });
});

describe("messages", () => {
  it("streams a tool call as one block", async () => {
    const events = await ask("/v1/messages?beta=true", [
      user([
        { type: "text", text: "hint" },
        { type: "text", text: script },
      ]),
    ]);
    expect(events.map((event) => event.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(events[2]?.delta).toEqual({ type: "input_json_delta", partial_json: '{"command":"ls"}' });
    expect(events[4]?.delta).toMatchObject({ stop_reason: "tool_use" });
  });

  it("remembers what calls got back, with the texts beside it", async () => {
    await ask("/v1/messages", [
      user(script),
      assistant([{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }]),
      user([
        { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "files" }] },
        { type: "text", text: "a reminder" },
      ]),
    ]);
    expect(model.exchanges()).toContainEqual({
      id: "t1",
      tool: "Bash",
      input: { command: "ls" },
      output: "files",
      notes: ["a reminder"],
      prompt: "title",
    });
  });
});

it("knows no other address", async () => {
  expect((await fetch(`http://127.0.0.1:${model.port}/v1/models`)).status).toBe(404);
});
