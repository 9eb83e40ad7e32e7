import type { Stdin } from "../effect.js";
import { type Holes, isBlank } from "./hole.js";
import type { Input } from "./scope.js";

/** A command's standard input as others see it. */
export function publicStdin(input: Input | null, holes: Holes): Stdin | undefined {
  if (!input) return undefined;
  const bare = holes.bare(input.text);
  const nothing = holes.in(bare) && isBlank(bare);
  const taint = holes.taint(input.text);
  if (input.file && nothing) {
    // A process substitution is a pipe by another name, and so is a file that the call fetched.
    const piped = taint !== undefined && taint !== "file";
    return piped ? { kind: "pipe", taint, from: [] } : { kind: "file", word: input.file };
  }
  if (input.from && (nothing || input.text === "")) {
    return { kind: "pipe", taint: taint ?? "unknown", from: input.from };
  }
  return {
    kind: "text",
    text: holes.shown(input.text),
    known: holes.known(input.text),
    ...(taint ? { taint } : {}),
    ...(input.ambiguous ? { ambiguous: true } : {}),
  };
}

/** The other way round: what an inner command is said to read. */
export function privateInput(stdin: Stdin, holes: Holes): Input {
  if (stdin.kind === "pipe") return { text: holes.add({ source: "stdin", taint: stdin.taint }), from: stdin.from };
  if (stdin.kind === "file") return { text: holes.add({ source: stdin.word.text, taint: "file" }), file: stdin.word };
  const word = { text: stdin.text, known: stdin.known, glob: false, tilde: false };
  return { text: holes.text(stdin.taint ? { ...word, taint: stdin.taint } : word) };
}
