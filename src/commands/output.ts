import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Exit codes of the command. */
export const EXIT = { ok: 0, ask: 1, failed: 1, deny: 2, usage: 64 } as const;

/** Where a subcommand reads from and writes to. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

export const standard = (): Streams => ({ input: process.stdin, output: process.stdout, errors: process.stderr });

/** Writes a line and waits while the reader is slower than we are. */
export async function print(output: Writable, text: string): Promise<void> {
  if (!output.write(`${text}\n`)) await once(output, "drain");
}

/** A mistake in how the command was called: exit 64. */
export class UsageError extends Error {
  readonly usage = true;
}

/** One row of JSON lines: its object, or what is wrong with it. */
type Row =
  | { readonly id: unknown; readonly row: Readonly<Record<string, unknown>> }
  | { readonly id?: unknown; readonly error: string };

/** Reads JSON lines one by one; an empty line is skipped, a malformed one is a row with an error. */
async function* jsonLines(input: Readable): AsyncGenerator<Row> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (error) {
      yield { error: `not JSON: ${(error as Error).message}` };
      continue;
    }
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      yield { error: "not a JSON object" };
      continue;
    }
    const { id } = row as { id?: unknown };
    yield { id, row: row as Record<string, unknown> };
  }
}

/** Answers every row in order; a row that is malformed or fails is answered with its error, and the rest go on. */
export async function answerRows(
  { input, output }: Streams,
  answer: (row: Readonly<Record<string, unknown>>) => Promise<object>,
): Promise<void> {
  for await (const each of jsonLines(input)) {
    const id = each.id === undefined ? {} : { id: each.id };
    let answered: object;
    if ("error" in each) answered = { error: each.error };
    else {
      try {
        answered = await answer(each.row);
      } catch (error) {
        answered = { error: (error as Error).message };
      }
    }
    await print(output, JSON.stringify({ ...id, ...answered }));
  }
}

/** A member of a row that must be a text if it is there. */
export function text(row: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = row[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new Error(`\`${name}\` must be a string`);
  return value;
}

/** A member of a row that must be there and be a text. */
export function required(row: Readonly<Record<string, unknown>>, name: string): string {
  const value = text(row, name);
  if (value === undefined) throw new Error(`\`${name}\` is missing`);
  return value;
}
