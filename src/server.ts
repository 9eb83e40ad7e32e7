import { Console } from "node:console";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { workingDirectory } from "./hosts/claude-code/around.js";
import { openDecider } from "./hosts/claude-code/decider.js";
import { TOOL } from "./hosts/claude-code/lanes.js";
import { version } from "./version.js";

/**
 * The server that Claude Code keeps for a session and asks about each call (modelcontextprotocol.io,
 * revision 2025-11-25, over standard input and output). Its one tool is for the host alone and stands
 * in no list: the model neither sees it nor pays for it.
 */
const server = new Server({ name: "bailiff", version }, { capabilities: { tools: {} } });

// Nothing but the protocol may stand on standard output.
globalThis.console = new Console(process.stderr);

const decider = openDecider({
  dist: dirname(fileURLToPath(import.meta.url)),
  env: process.env,
  cwd: workingDirectory(),
  pid: process.pid,
});

server.setRequestHandler("tools/list", () => ({ tools: [] }));
server.setRequestHandler("tools/call", async ({ params }) => {
  if (params.name !== TOOL) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
  return { content: [{ type: "text", text: await decider.decide(params.arguments) }] };
});
server.oninitialized = () => decider.warm();
await server.connect(new StdioServerTransport());
