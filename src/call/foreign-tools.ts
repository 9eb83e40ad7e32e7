import { argumentPath } from "./arguments.js";
import type { ToolCall } from "./call.js";
import type { Effect } from "./effect.js";
import { foreignDeeds } from "./foreign-deeds.js";
import { isWithin } from "./path.js";

/** What a tool's name says it does with what its arguments name. */
export type Deed = "list" | "read" | "send" | "delete" | "move" | "copy" | "write" | "unknown";

const VERBS: readonly (readonly [Deed, RegExp])[] = [
  ["delete", /^(?:delete|remove|rm|rmdir|unlink|destroy|purge|trash|erase|drop|wipe)$/],
  ["move", /^(?:move|rename|mv)$/],
  ["send", /^(?:upload|send|attach|share)$/],
  ["copy", /^(?:copy|cp|duplicate|clone)$/],
  [
    "write",
    /^(?:write|create|edit|update|append|save|put|patch|insert|replace|set|add|mkdir|make|export|modify|apply|touch|store|commit|push)$/,
  ],
  ["list", /^(?:list|ls|tree|stat|info|exists|count|allowed|metadata)$/],
  [
    "read",
    /^(?:read|get|search|find|view|show|fetch|describe|query|grep|glob|open|load|check|diff|status|log|inspect|analyze|browse|lookup|resolve|cat|head|tail|download)$/,
  ],
];

/** The words of a tool's name without its server: `mcp__files__read_file` gives `read`, `file`. */
export function nameWords(raw: string): string[] {
  const parts = raw.split("__");
  const own = parts.length > 2 ? parts.slice(2).join("_") : raw;
  return own
    .replace(/powershell/gi, "powershell")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** All words of a tool's name, its server's first; a word that server and tool share stands once. */
export function allWords(raw: string): string[] {
  return nameWords(raw.replaceAll("__", "_")).filter((word, i, words) => word !== words[i - 1]);
}

/** By the first word of the name that is a verb; the server's name may stand before it. */
export function deedOf(raw: string): Deed {
  for (const word of nameWords(raw)) {
    for (const [deed, verbs] of VERBS) if (verbs.test(word)) return deed;
  }
  return "unknown";
}

/** Whether a tool by its name tells about a file without showing what is in it: `get_file_info`. */
export function tellsAbout(raw: string): boolean {
  return /^(?:info|metadata|stat|stats|attributes|properties|size|permissions|exists)$/.test(
    nameWords(raw).at(-1) ?? "",
  );
}

const PATH_KEY =
  /^(?:(?:file|dir|directory|folder|source|src|dest|destination|dst|target|old|new|output|out|input|save|root|base|repo|notebook|absolute|relative)_?)?(?:path|paths|file|files|filename|file_name|directory|dir|folder|uri|uris|attachments?|path_?in_?project)$/i;
const END_KEY = /^(?:source|src|from|old_?path|old_?name|destination|dest|dst|to|new_?path|new_?name|target|output)$/i;
const TARGET_KEY = /^(?:destination|dest|dst|to|new|target|output)/i;
const URL_KEY = /^(?:url|urls|uri|href|link|endpoint)$/i;

interface Named {
  readonly key: string;
  readonly text: string;
}

function* texts(call: ToolCall): IterableIterator<Named> {
  let left = 500;
  for (const [key, value] of Object.entries(call.input)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (left-- <= 0) return;
      if (typeof each === "string") yield { key, text: each };
      else if (typeof each === "object" && each !== null) {
        for (const [inner, text] of Object.entries(each)) if (typeof text === "string") yield { key: inner, text };
      }
    }
  }
}

function namesPath({ key, text }: Named): boolean {
  if (text === "" || text.length > 4096 || /[\n\0]/.test(text) || /^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    return /^file:/i.test(text);
  }
  if (PATH_KEY.test(key)) return true;
  return END_KEY.test(key) && !text.includes("@") && /^[.~/]|\/|\.\w+$/.test(text);
}

/** What a tool that bailiff does not know does with the paths and addresses among its arguments. */
export function foreignEffects(call: ToolCall): Effect[] {
  const deed = deedOf(call.rawTool);
  const content = call.input.content ?? call.input.text ?? call.input.contents;
  const written = typeof content === "string" ? { content } : {};
  const out: Effect[] = [];
  const named: Named[] = [];
  for (const each of texts(call)) {
    if (/^(?:https?|wss?|ftp):\/\//i.test(each.text) && (URL_KEY.test(each.key) || each.text.length < 2048)) {
      if (!/\s/.test(each.text)) out.push({ kind: "reach", url: each.text });
    } else if (namesPath(each)) named.push(each);
  }
  const target = named.find((each) => TARGET_KEY.test(each.key)) ?? (named.length > 1 ? named.at(-1) : undefined);
  for (const each of named) {
    const path = argumentPath(each.text, call, /[*?[]/.test(each.text));
    const to = target && each !== target ? argumentPath(target.text, call) : undefined;
    switch (deed) {
      case "list":
        out.push({ kind: "list", path });
        break;
      case "read":
        out.push({ kind: "read", path });
        break;
      case "send":
        out.push({ kind: "read", path }, { kind: "send", what: "file", path, to: call.rawTool });
        break;
      case "delete":
        out.push({
          kind: "delete",
          path,
          recursive: recursive(call) || (path.abs !== null && isWithin(call.cwd, path.abs)),
        });
        break;
      case "move":
        if (to) out.push({ kind: "move", path, to });
        // Where it goes is not said in words that name a path; from here it is gone.
        else if (each !== target || !TARGET_KEY.test(each.key)) out.push({ kind: "delete", path, recursive: true });
        break;
      case "copy":
        out.push(to ? { kind: "read", path } : { kind: "write", path, how: "create" });
        break;
      case "write":
        out.push({ kind: "write", path, how: directory(call) ? "mkdir" : "overwrite", ...written });
        break;
      case "unknown":
        out.push({ kind: "read", path }, { kind: "write", path, how: "inplace", ...written });
        break;
      default:
        deed satisfies never;
    }
  }
  out.push(...foreignDeeds(call, allWords(call.rawTool), nameWords(call.rawTool)));
  return out;
}

function directory(call: ToolCall): boolean {
  return nameWords(call.rawTool).some((word) => /^(?:directory|dir|folder|mkdir)$/.test(word));
}

function recursive(call: ToolCall): boolean {
  return call.input.recursive === true || directory(call) || nameWords(call.rawTool).includes("tree");
}
