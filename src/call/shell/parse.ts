import { parse as parseBash } from "unbash";
import type { ScriptNode } from "./syntax.js";

/**
 * Reads shell text into a tree. Never throws; what is wrong with the text stands in `errors`, and
 * the tree then holds what could be read. Positions are UTF-16 offsets into `text`.
 */
export function parse(text: string): ScriptNode {
  return parseBash(text);
}
