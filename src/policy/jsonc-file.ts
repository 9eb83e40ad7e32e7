import { type ParsedFile, parseYaml } from "./document.js";

/**
 * JSON with comments as data, with the place of every part of it. YAML holds JSON, trailing commas
 * included; of comments the lines are kept, so that places stay right.
 */
export function parseJsoncFile(file: string, text: string): ParsedFile {
  const plain = text
    .replace(/^\uFEFF/, " ")
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
      found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found,
    );
  return parseYaml(file, plain);
}

/** One part of a file as a file of its own, with the places that it has in the whole. */
export function partOf({ file, value, at, atKey }: ParsedFile, below: readonly string[]): ParsedFile {
  const part = below.reduce<unknown>(
    (around, key) =>
      typeof around === "object" && around !== null && Object.hasOwn(around, key)
        ? (around as Record<string, unknown>)[key]
        : undefined,
    value,
  );
  return {
    file,
    value: part,
    // What is no JSON is the host's to complain about.
    problems: [],
    at: (path) => at([...below, ...path]),
    atKey: (path, key) => atKey([...below, ...path], key),
  };
}
