import { callId, callsOf, isRecord, type Step, type Turn } from "./script.js";

/** The conversation in a chat completions request. Public source: OpenAI API reference, "Create chat completion". */
export function openaiTurns(body: unknown): Turn[] {
  const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages.filter(isRecord) : [];
  return messages.map((message) => {
    if (message.role === "tool")
      return {
        role: "system",
        texts: [],
        calls: [],
        results: [{ id: String(message.tool_call_id), text: texts(message.content).join("") }],
      };
    return {
      role: message.role === "assistant" ? "assistant" : message.role === "user" ? "user" : "system",
      texts: texts(message.content),
      calls: (Array.isArray(message.tool_calls) ? message.tool_calls : []).filter(isRecord).map((call) => ({
        id: String(call.id),
        tool: isRecord(call.function) ? String(call.function.name) : "",
        input: isRecord(call.function) ? parsed(call.function.arguments) : {},
      })),
      results: [],
    };
  });
}

function texts(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((part) => (typeof part.text === "string" ? [part.text] : []));
}

function parsed(json: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(json));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** A step as a stream of chat completion chunks. */
export function openaiAnswer(step: Step): string {
  const calls = callsOf(step);
  const read = step.tokens ?? 10;
  const base = { id: callId("chatcmpl-"), object: "chat.completion.chunk", created: 1, model: "mock-1" };
  const delta =
    calls.length > 0
      ? {
          role: "assistant",
          content: null,
          tool_calls: calls.map(({ tool, args }, index) => ({
            index,
            id: callId("call_"),
            type: "function",
            function: { name: tool, arguments: JSON.stringify(args) },
          })),
        }
      : { role: "assistant", content: "text" in step ? step.text : "" };
  const chunks = [
    { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }] },
    { ...base, choices: [], usage: { prompt_tokens: read, completion_tokens: 5, total_tokens: read + 5 } },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}
