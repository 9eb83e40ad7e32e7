import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Message {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly tools?: readonly unknown[] };
  readonly error?: { readonly message: string };
}

/** The built server as the host starts it, and what is said to it. `npm test` builds first. */
export interface TestServer {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line that it wrote to standard output. */
  readonly lines: readonly string[];
  request(method: string, params?: unknown): Promise<Message>;
  /** Calls `decide`; the text of its answer. */
  decide(given: unknown): Promise<string>;
  /** Ends it as the host does, by closing its input; the exit code. */
  end(): Promise<number | null>;
}

export const builtServer = join(import.meta.dirname, "../../dist/server.js");

/** Starts the server and greets it. Whatever is not answered when it ends is rejected. */
export async function startServer(env: Record<string, string>, cwd: string): Promise<TestServer> {
  const child = spawn(process.execPath, [builtServer], { cwd, env: { PATH: process.env.PATH, ...env } });
  const waiting = new Map<number, { done: (message: Message) => void; failed: (error: Error) => void }>();
  const lines: string[] = [];
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    const message = JSON.parse(line) as Message;
    waiting.get(message.id ?? -1)?.done(message);
  });
  child.stdin.on("error", () => {});
  const closed = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      for (const { failed } of waiting.values()) failed(new Error("the server ended"));
      resolve(code);
    });
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params?: unknown): Promise<Message> =>
    new Promise((done, failed) => {
      const id = ++last;
      waiting.set(id, { done, failed });
      send({ id, method, ...(params === undefined ? {} : { params }) });
    });
  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    child,
    lines,
    request,
    async decide(given) {
      const { result, error } = await request("tools/call", { name: "decide", arguments: given });
      if (error) throw new Error(error.message);
      return result?.content?.map(({ text }) => text).join("\n") ?? "";
    },
    end() {
      child.stdin.end();
      return closed;
    },
  };
}

/** The arguments of `decide` as the host fills them in. */
export function asked(tool: string, input: unknown, more: Readonly<Record<string, string>> = {}) {
  const none = { session: "s", call: "", agent_id: "", agent_type: "", transcript: "" };
  return { tool, input: JSON.stringify(input), ...none, ...more };
}

/** What an answer decides. */
export function decisionOf(text: string): "allow" | "warn" | "ask" | "deny" {
  if (text === "") return "allow";
  const { hookSpecificOutput: out } = JSON.parse(text) as { hookSpecificOutput: { permissionDecision?: string } };
  return out.permissionDecision === undefined ? "warn" : (out.permissionDecision as "ask" | "deny");
}
