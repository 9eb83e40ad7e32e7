import {
  type Alias,
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { PolicyProblem } from "./policy.js";

/** A larger policy file is not read: nobody wrote it by hand. */
const LARGEST_FILE = 1_000_000;

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A YAML file as data, with the place of every part of it. */
export interface ParsedFile {
  readonly file: string;
  readonly value: unknown;
  readonly problems: readonly PolicyProblem[];
  /** Where a value stands, or the nearest part around it that exists. */
  at(path: readonly (string | number)[]): Position;
  /** Where a key stands. */
  atKey(path: readonly (string | number)[], key: string): Position;
}

/** Reads YAML 1.2 text; never throws, what is wrong is in `problems`. */
export function parseYaml(file: string, text: string): ParsedFile {
  const start: Position = { line: 1, column: 1 };
  const nothing = (problem: Omit<PolicyProblem, "file" | "severity">): ParsedFile => ({
    file,
    value: undefined,
    problems: [{ file, severity: "error", ...problem }],
    at: () => start,
    atKey: () => start,
  });
  if (text.length > LARGEST_FILE) {
    return nothing({ message: `The file is larger than ${LARGEST_FILE} characters`, fix: "Divide it, or drop rows." });
  }
  const lines = new LineCounter();
  let document: Document.Parsed;
  let value: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    const alias = document.errors.length === 0 ? unknownAlias(document) : undefined;
    if (alias) {
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      const row = rowAt(text, line);
      return nothing({
        line,
        column: col,
        ...(row === undefined ? {} : { row }),
        message: `Not valid YAML: \`*${alias.source}\` refers to nothing`,
        fix: "A text that begins with `*` must stand in quotes.",
      });
    }
    value = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    return nothing({ message: `Not readable as YAML: ${(error as Error).message}`, fix: "Write it without aliases." });
  }
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const codes = document.errors.map((error) => error.code);
  const problems = document.errors.slice(0, 5).map((error): PolicyProblem => {
    const place = position(error.pos[0]);
    const row = rowAt(text, place.line);
    return {
      file,
      ...place,
      ...(row === undefined ? {} : { row }),
      message: `Not valid YAML: ${error.message}`,
      fix: fixFor(error.code, error.message, codes),
      severity: "error",
    };
  });
  const nodeAt = (path: readonly (string | number)[]): Node | null => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node)) return node;
    }
    return null;
  };
  return {
    file,
    value,
    problems,
    at: (path) => position(nodeAt(path)?.range?.[0] ?? 0),
    atKey(path, key) {
      const node = nodeAt(path);
      if (isMap(node)) {
        for (const pair of node.items) {
          if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === key)
            return position(pair.key.range?.[0] ?? 0);
        }
      }
      return position(node?.range?.[0] ?? 0);
    },
  };
}

function unknownAlias(document: Document.Parsed): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document) !== undefined) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** The row that a line belongs to, by the last `id:` or `- ` above it: for files that do not parse. */
function rowAt(text: string, line: number): string | undefined {
  const above = text.split("\n").slice(0, line);
  for (const each of above.reverse()) {
    const id = /^\s*(?:-\s+)?["']?id["']?\s*:\s*["']?([\w./-]+)/.exec(each)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

const INDENT =
  "Check the indentation: rows begin with `  - id:`, and every other key of a row stands under `id`, four spaces in.";

function fixFor(code: string, message: string, others: readonly string[]): string {
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return others.includes("MULTILINE_IMPLICIT_KEY")
        ? `The next line is indented differently. ${INDENT}`
        : "A text with `: ` in it must stand in quotes; if two keys are meant, each needs a line of its own.";
    case "MISSING_CHAR":
      return message.startsWith("Sequence item")
        ? INDENT
        : "Close the quote or bracket, or put the text in single quotes.";
    case "BAD_INDENT":
      return message.startsWith("Flow") ? "Close the bracket or brace." : INDENT;
    case "BAD_COLLECTION_ITEM":
    case "MULTILINE_IMPLICIT_KEY":
    case "UNEXPECTED_TOKEN":
    case "IMPOSSIBLE":
      return INDENT;
    case "TAB_AS_INDENT":
      return "Indent with spaces, not tabs.";
    case "DUPLICATE_KEY":
      return "Keep one of the two, or begin a new row with `- id:`.";
    case "ALIAS_PROPS":
    case "BAD_ALIAS":
      return "A text that begins with `*` or `&` must stand in quotes.";
    default:
      return "Put texts with special characters in single quotes, and check the indentation.";
  }
}
