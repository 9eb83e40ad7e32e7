import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CorpusRow } from "./corpus.js";
import { UsageError } from "./output.js";

/** The `*.jsonl` files of a corpus's directory. */
export function corpusFiles(directory: string, given: string): string[] {
  if (!existsSync(directory)) throw new UsageError(`${given}: no such directory`);
  return readdirSync(directory)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(directory, name));
}

/**
 * The rows of one file.
 *
 * @throws UsageError with the line that is no JSON
 */
export function readRows(file: string): CorpusRow[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => {
      if (line.trim() === "") return [];
      try {
        return [JSON.parse(line) as CorpusRow];
      } catch (error) {
        throw new UsageError(`${file}:${at + 1}: ${(error as Error).message}`);
      }
    });
}

/** All rows of a corpus. */
export function readCorpus(directory: string, given: string): CorpusRow[] {
  return corpusFiles(directory, given).flatMap(readRows);
}
