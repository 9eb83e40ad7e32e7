import type { ToolCall } from "./call.js";
import type { PathRef } from "./effect.js";
import { join, resolveWord } from "./path.js";
import { plainWord } from "./word.js";

/** The first of these arguments that is a text that is not empty. Arguments come unchecked from the model. */
export function textArgument(call: ToolCall, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = call.input[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** A path argument: absolute, from the home directory, a `file:` address, or from the working directory. */
export function argumentPath(text: string, call: ToolCall, glob = false): PathRef {
  const bare = fromFileUrl(text);
  const tilde = bare === "~" || bare.startsWith("~/");
  return resolveWord({ ...plainWord(bare), tilde, glob }, call.cwd, call.home);
}

function fromFileUrl(text: string): string {
  if (!/^file:/i.test(text)) return text;
  const path = text.replace(/^file:(?:\/\/[^/]*)?/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const DIRECTORY = ["workdir", "cwd", "working_directory", "workingDirectory"];

/** The directory of a call: its own `workdir` argument, or the session's. */
export function workDirectory(call: ToolCall): string {
  const own = textArgument(call, DIRECTORY);
  if (own === undefined) return call.cwd;
  return argumentPath(own, call).abs ?? join(call.cwd, own);
}
