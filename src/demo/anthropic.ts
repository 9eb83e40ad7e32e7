import { callId, callsOf, isRecord, type Step, type Turn } from "./script.js";

/** The conversation in a messages request. Public source: Anthropic API reference, "Messages". */
export function anthropicTurns(body: unknown): Turn[] {
  const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages.filter(isRecord) : [];
  return messages.map((message) => {
    const blocks = Array.isArray(message.content)
      ? message.content.filter(isRecord)
      : [{ type: "text", text: String(message.content) }];
    return {
      role: message.role === "assistant" ? "assistant" : message.role === "user" ? "user" : "system",
      texts: blocks.flatMap((block) => (block.type === "text" && typeof block.text === "string" ? [block.text] : [])),
      calls: blocks.flatMap((block) =>
        block.type === "tool_use"
          ? [{ id: String(block.id), tool: String(block.name), input: isRecord(block.input) ? block.input : {} }]
          : [],
      ),
      results: blocks.flatMap((block) =>
        block.type === "tool_result" ? [{ id: String(block.tool_use_id), text: text(block.content) }] : [],
      ),
    };
  });
}

function text(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isRecord)
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .join("\n");
}

/** A step as a stream of message events. */
export function anthropicAnswer(step: Step): string {
  const calls = callsOf(step);
  const events: Record<string, unknown>[] = [
    {
      type: "message_start",
      message: {
        id: callId("msg_"),
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
  ];
  const block = (index: number, start: Record<string, unknown>, delta: Record<string, unknown>): void => {
    events.push({ type: "content_block_start", index, content_block: start });
    events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
  };
  calls.forEach(({ tool, args }, index) => {
    block(
      index,
      { type: "tool_use", id: callId("toolu_"), name: tool, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(args) },
    );
  });
  if ("text" in step) block(0, { type: "text", text: "" }, { type: "text_delta", text: step.text });
  events.push({
    type: "message_delta",
    delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
    usage: { output_tokens: 5 },
  });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
