import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { ParsedFile } from "./document.js";

/**
 * JSON with comments as data, with the place of every part of it, below one of its keys. Undefined where
 * there is no such part. What is not JSON is read as far as it goes: it is the host's to complain.
 */
export function jsoncPart(file: string, text: string, below: readonly string[]): ParsedFile | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const part = root && findNodeAtLocation(root, [...below]);
  if (!part) return undefined;
  const position = (node: Node): { line: number; column: number } => {
    const before = text.slice(0, node.offset);
    return { line: before.split("\n").length, column: node.offset - before.lastIndexOf("\n") };
  };
  const nearest = (path: readonly (string | number)[]): Node => {
    for (let length = path.length; length > 0; length--) {
      const node = findNodeAtLocation(part, path.slice(0, length));
      if (node) return node;
    }
    return part;
  };
  return {
    file,
    value: getNodeValue(part),
    problems: [],
    at: (path) => position(nearest(path)),
    atKey: (path, key) => position(findNodeAtLocation(part, [...path, key])?.parent ?? nearest(path)),
  };
}
