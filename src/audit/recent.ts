import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { onlyReads, toolNamed } from "../call/tools.js";
import { LOG_FILE, parseRow } from "./log.js";

/** Of a log's end only so many bytes are looked at. */
const TAIL = 256 * 1024;

/**
 * What a session did last, newest last, by the end of the record: calls that were let through and do
 * more than read, each in a line. Empty where nothing can be read.
 *
 * @param directory of the audit
 */
export function recentActions(directory: string, session: string, count: number): string[] {
  const found: string[] = [];
  for (const line of tail(join(directory, LOG_FILE)).split("\n").reverse()) {
    if (found.length >= count) break;
    const row = line.includes(session) ? parseRow(line) : undefined;
    if (row?.event !== "enter" || row.session !== session || row.tool === undefined) continue;
    if ((row.decision !== "allow" && row.decision !== "warn") || onlyReads(toolNamed(row.tool))) continue;
    found.unshift(actionOf(row.tool, row.args ?? ""));
  }
  return found;
}

/** One call in short, e.g. `bash npm test`. @param args its arguments as JSON, redacted and perhaps cut */
export function actionOf(tool: string, args: string): string {
  const name = toolNamed(tool);
  const said = /"(?:command|file_?path|notebook_path|description|url|query|text)":"((?:[^"\\]|\\.)*)/i.exec(args)?.[1];
  if (said === undefined) return name;
  return `${name} ${said.replace(/\\[nrt]/g, " ").replace(/\\(.)/g, "$1")}`.slice(0, 200);
}

function tail(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, read);
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
