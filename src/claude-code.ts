import { readSync, writeSync } from "node:fs";
import { around, workingDirectory } from "./hosts/claude-code/around.js";
import { LARGEST_EVENT } from "./hosts/claude-code/event.js";
import { reply } from "./hosts/claude-code/hook.js";

export { rehearse } from "./hosts/claude-code/rehearsal.js";

/**
 * Reads one event from standard input, answers it, and sets the exit code.
 *
 * @param dist the directory that the bundle stands in
 */
export async function main(dist: string): Promise<void> {
  const fast = process.argv[3] === "fast";
  const { hook, judge } = around({ dist, env: process.env, cwd: workingDirectory(), pid: process.pid, fast });
  // Such an event decides nothing: where it fails, the host goes on.
  const aside = process.argv[2] === "aside";
  const { stdout, stderr, code } = await reply(readInput(), { ...hook, aside, open: judge });
  process.exitCode = code;
  write(1, stdout);
  write(2, stderr);
}

/** Standard input as text, to its end or until it is longer than any event. */
function readInput(): string {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= LARGEST_EVENT; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    let count: number;
    try {
      count = readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      if (!again(error)) break;
      pause();
      continue;
    }
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function write(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // A closed pipe has no reader left that could be told.
      if (!again(error)) return;
      pause();
    }
  }
}

/** A pipe that the host made non-blocking is empty or full for now. */
function again(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
