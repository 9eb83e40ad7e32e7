// A server of one tool, `put`, which writes a file: how a real client's MCP tools are governed.

import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tool = {
  name: "put",
  description: "Writes a file.",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" } },
    required: ["path", "content"],
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  let result = {};
  if (method === "initialize")
    result = {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "files", version: "1.0.0" },
    };
  if (method === "tools/list") result = { tools: [tool] };
  if (method === "tools/call") {
    writeFileSync(params.arguments.path, params.arguments.content);
    result = { content: [{ type: "text", text: "written" }] };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}
