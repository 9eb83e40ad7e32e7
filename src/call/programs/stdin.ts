import { plainWord, type Word } from "../word.js";
import type { Emitter, Invocation } from "./emit.js";
import type { Language } from "./spec.js";

/** Whether a program whose entry names a language for its input reads code from there in this call. */
export function readsCodeFromStdin(inv: Invocation): boolean {
  if (inv.options.some((o) => o.role === "sh" || o.role === "code" || o.role === "sql")) return false;
  const first = inv.operands[0];
  return first === undefined || first.text === "-" || first.text === "/dev/stdin" || inv.entry.stdin === "sql";
}

/** Hands what stands on the command's standard input over as code. Says nothing when there is no input. */
export function stdinCode(language: Language, inv: Invocation, out: Emitter, parameters: readonly Word[] = []): void {
  const stdin = inv.stdin;
  if (!stdin) return;
  if (stdin.kind === "text") {
    const word = plainWord(stdin.text);
    // A known text keeps where it comes from: what was decoded is known and still says that it was hidden.
    const origin = stdin.taint ? { taint: stdin.taint } : {};
    const code: Word = stdin.known ? { ...word, ...origin } : { ...word, known: false, taint: "unknown", ...origin };
    out.code(language, code, { via: inv.name, ...(parameters.length > 0 ? { parameters } : {}) });
  } else if (stdin.kind === "file") out.effect({ kind: "read", path: out.path(stdin.word), how: "execute" });
  else out.effect({ kind: "opaque", class: "stdin-code", origin: stdin.taint, source: `| ${inv.name}` });
}
