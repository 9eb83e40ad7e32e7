import { originOf } from "../shell/origins.js";
import { type Taint, worstTaint } from "../word.js";

/** Where the output of one program comes from, as far as that is outside the call. */
export function fetchedBy([program = "", ...words]: readonly string[]): Taint | undefined {
  const origin = originOf(program.slice(program.lastIndexOf("/") + 1), words, false, undefined);
  return origin === "network" || origin === "decoded" ? origin : undefined;
}

/** The same for shell text; which of its programs prints at last is not looked into. */
export function printedBy(code: string): Taint | undefined {
  return code
    .split(/[|;&\n()]+/)
    .map((part) => fetchedBy(part.trim().split(/\s+/)))
    .reduce(worstTaint, undefined);
}
