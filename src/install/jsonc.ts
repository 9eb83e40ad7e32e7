import { applyEdits, type Edit, type FormattingOptions, modify, type ParseError, parse } from "jsonc-parser";

/** A settings file's text after a change, and the edits that bring the old text back, byte for byte. */
export interface Edited {
  readonly text: string;
  readonly undo: readonly Edit[];
}

const LOOSE = { allowTrailingComma: true, disallowComments: false } as const;

/**
 * The value of JSON with comments.
 *
 * @throws when the text is not JSON even with comments and trailing commas
 */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ""), errors, LOOSE);
  if (errors.length > 0) throw new Error("it is not valid JSON");
  return value;
}

/**
 * Sets a value in JSON with comments and changes nothing else in the text. `undefined` removes.
 *
 * @param path keys and indexes; an index at the end of an array appends
 */
export function setIn(text: string, path: readonly (string | number)[], value: unknown, append = false): Edited {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const body = text.slice(mark);
  const edits = modify(body, [...path], value, {
    formattingOptions: formatting(body),
    ...(append ? { isArrayInsertion: true } : {}),
  });
  const changed = text.slice(0, mark) + applyEdits(body, edits);
  return { text: changed, undo: [between(changed, text)] };
}

/** The one edit that turns a text into another: what lies between their common beginning and end. */
export function between(from: string, to: string): Edit {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { offset: start, length: from.length - start - end, content: to.slice(start, to.length - end) };
}

/** Applies edits that `Edited.undo` holds. */
export function undone(text: string, undo: readonly Edit[]): string {
  return undo.reduce(
    (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
    text,
  );
}

function formatting(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.includes("\t"),
    tabSize: indent.includes("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
