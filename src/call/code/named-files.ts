import type { Emitter } from "../programs/emit.js";
import { plainWord } from "../word.js";

/**
 * Files of code that a statement names and runs.
 *
 * @param statement global; its groups hold the names
 */
export function runsNamedFiles(statement: RegExp, code: string, out: Emitter): void {
  for (const match of code.matchAll(statement)) {
    const name = match[1] ?? match[2];
    if (name !== undefined) out.effect({ kind: "read", path: out.path(plainWord(name)), how: "execute" });
  }
}
