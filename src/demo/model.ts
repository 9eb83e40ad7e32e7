import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicAnswer, anthropicTurns } from "./anthropic.js";
import { openaiAnswer, openaiTurns } from "./openai.js";
import { isRecord, nextStep, type Turn, titleOf } from "./script.js";

/** One tool call as the model made it, and what it got back. */
export interface Exchange {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The result's text, exactly as it came. */
  readonly output: string;
  /** Texts that came with the result, beside it. */
  readonly notes: readonly string[];
  /** First line of the prompt that holds the script, to tell conversations apart. */
  readonly prompt: string;
}

export interface ScriptedModel {
  readonly port: number;
  /** Bodies of all requests so far, in order. */
  readonly requests: readonly unknown[];
  /** When each request arrived, in milliseconds on one clock. */
  readonly arrivals: readonly number[];
  /** Every finished tool call of every conversation, in the order in which results arrived. */
  exchanges(): readonly Exchange[];
  close(): Promise<void>;
}

/**
 * A language model that does what its prompt says, step by step: an HTTP server on loopback that
 * speaks OpenAI's chat completions and Anthropic's messages, both streamed. It keeps no state: the
 * prompt holds the script (see `script.ts`) and the number of answers since tells the step.
 */
export function startModel(): Promise<ScriptedModel> {
  const requests: unknown[] = [];
  const arrivals: number[] = [];
  const exchanges = new Map<string, Exchange>();
  const server = createServer((request, response) => {
    arrivals.push(performance.now());
    void answer(request, response, requests, exchanges).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        requests,
        arrivals,
        exchanges: () => [...exchanges.values()],
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: unknown[],
  exchanges: Map<string, Exchange>,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const openai = path.endsWith("/chat/completions");
  if (request.method !== "POST" || !(openai || path.endsWith("/messages"))) {
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  requests.push(body);
  const turns = openai ? openaiTurns(body) : anthropicTurns(body);
  remember(turns, exchanges);
  // A request without tools is for a title or a summary.
  const step = isRecord(body) && Array.isArray(body.tools) && body.tools.length > 0 ? nextStep(turns) : { text: "ok" };
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.end(openai ? openaiAnswer(step) : anthropicAnswer(step));
}

/** A request holds its whole conversation: what is new in it are the latest results. */
function remember(turns: readonly Turn[], exchanges: Map<string, Exchange>): void {
  const calls = new Map<string, { tool: string; input: Record<string, unknown> }>();
  const prompt = titleOf(turns);
  for (const turn of turns) {
    for (const call of turn.calls) calls.set(call.id, call);
    for (const { id, text } of turn.results) {
      const call = calls.get(id);
      if (call && !exchanges.has(id)) exchanges.set(id, { ...call, id, output: text, notes: turn.texts, prompt });
    }
  }
}
