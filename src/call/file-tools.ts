import { argumentPath, textArgument } from "./arguments.js";
import type { KnownTool, ToolCall } from "./call.js";
import type { Effect } from "./effect.js";
import { patchedFiles } from "./patch.js";
import { toolSpec } from "./tools.js";

/** What a tool that is no shell does, from its arguments; empty where they are missing or of the wrong type. */
export function fileToolEffects(tool: KnownTool, call: ToolCall): Effect[] {
  const spec = toolSpec(tool);
  const path = textArgument(call, spec?.paths ?? []);
  const content = textArgument(call, spec?.contents ?? []);
  switch (tool) {
    case "read":
      return path === undefined ? [] : [{ kind: "read", path: argumentPath(path, call) }];
    case "write":
      return path === undefined ? [] : [write(path, "overwrite", content, call)];
    case "edit":
    case "notebook":
      return path === undefined ? [] : [write(path, "inplace", content, call)];
    case "multiedit":
      return multiEdit(path, call);
    case "patch":
      return content === undefined ? [] : patch(content, call);
    case "list":
      return [{ kind: "list", path: argumentPath(path ?? ".", call) }];
    case "glob":
      return [{ kind: "list", path: matched(path, textArgument(call, ["pattern", "glob"]), call) }];
    case "grep":
      return [{ kind: "read", path: matched(path, textArgument(call, ["include", "glob"]), call), how: "search" }];
    case "webfetch": {
      const url = textArgument(call, spec?.urls ?? []);
      if (url === undefined) return [];
      // A file by its address is no page: it is read.
      if (/^file:/i.test(url)) return [{ kind: "read", path: argumentPath(url, call) }];
      return [{ kind: "reach", url }];
    }
    case "websearch":
      return [{ kind: "reach", url: `search:${textArgument(call, ["query", "q"]) ?? ""}` }];
    case "task":
      return [
        {
          kind: "delegate",
          agent: textArgument(call, ["subagent_type", "subagentType", "agent"]) ?? "",
          prompt: textArgument(call, ["prompt", "description"]) ?? "",
        },
      ];
    default:
      return [];
  }
}

function write(path: string, how: "overwrite" | "inplace", content: string | undefined, call: ToolCall): Effect {
  return { kind: "write", path: argumentPath(path, call), how, ...(content === undefined ? {} : { content }) };
}

/** A directory and the pattern that narrows it. */
function matched(path: string | undefined, pattern: string | undefined, call: ToolCall) {
  if (pattern === undefined) return argumentPath(path ?? ".", call);
  const anchored = pattern.startsWith("/") || pattern.startsWith("~") || path === undefined;
  return argumentPath(anchored ? pattern : `${path}/${pattern}`, call, /[*?[{]/.test(pattern));
}

function multiEdit(path: string | undefined, call: ToolCall): Effect[] {
  const edits = Array.isArray(call.input.edits) ? (call.input.edits as unknown[]) : [];
  const texts: string[] = [];
  const others: Effect[] = [];
  for (const each of edits) {
    if (typeof each !== "object" || each === null) continue;
    const inner: ToolCall = { ...call, input: each as Record<string, unknown> };
    const text = textArgument(inner, ["newString", "new_string"]);
    const own = textArgument(inner, ["filePath", "file_path", "path"]);
    if (own !== undefined) others.push(write(own, "inplace", text, call));
    else if (text !== undefined) texts.push(text);
  }
  if (path === undefined) return others;
  return [write(path, "inplace", texts.length > 0 ? texts.join("\n") : undefined, call), ...others];
}

function patch(text: string, call: ToolCall): Effect[] {
  return patchedFiles(text).flatMap((file): Effect[] => {
    const path = argumentPath(file.path, call);
    switch (file.kind) {
      case "add":
        return [{ kind: "write", path, how: "create", content: file.added }];
      case "update":
        return [{ kind: "write", path, how: "inplace", content: file.added }];
      case "delete":
        return [{ kind: "delete", path, recursive: false }];
      case "move": {
        const to = argumentPath(file.to ?? file.path, call);
        return [
          { kind: "move", path, to },
          { kind: "write", path: to, how: "create", content: file.added },
        ];
      }
      default:
        file.kind satisfies never;
        return [];
    }
  });
}
