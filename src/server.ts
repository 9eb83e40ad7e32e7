import { Console } from "node:console";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { workingDirectory } from "./hosts/claude-code/around.js";
import { openDecider } from "./hosts/claude-code/decider.js";
import { HEARS, JUDGES } from "./hosts/claude-code/lanes.js";
import { version } from "./version.js";

/**
 * The server that Claude Code keeps for a session and asks about each call (modelcontextprotocol.io,
 * revision 2025-11-25, over standard input and output). Its tools are for the host alone and stand in no
 * list: the model neither sees them nor pays for them.
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
  const answers = params.name === JUDGES ? decider.decide : params.name === HEARS ? decider.ended : undefined;
  if (!answers) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
  return { content: [{ type: "text", text: await answers(params.arguments) }] };
});
server.oninitialized = () => decider.warm();
await server.connect(new StdioServerTransport());
