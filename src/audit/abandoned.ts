import { closeSync, fstatSync, openSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall } from "../call/call.js";
import { readTail } from "./head-file.js";
import { LOG_FILE, parseRow } from "./log.js";

/** Bytes of the log's end that are looked at. */
const LOOKED_AT = 1_000_000;
/** Milliseconds for which the end of a call may be on its way: Claude Code tells it by a process that nothing waits for. */
const ON_ITS_WAY = 10_000;
/** Milliseconds after which a call of another session that has no end is taken for abandoned. */
const FORGOTTEN = 86_400_000;

/**
 * Calls in the end of a log that came and of which nobody said how they ended, oldest first.
 *
 * @param now milliseconds since 1970
 * @param session whose calls count as soon as nothing can be on its way any more
 */
export function abandonedIn(
  directory: string,
  now: number,
  session?: string,
): Pick<ToolCall, "host" | "session" | "callId" | "rawTool">[] {
  const open = new Map<string, Pick<ToolCall, "host" | "session" | "callId" | "rawTool">>();
  for (const line of endOf(join(directory, LOG_FILE)).split("\n")) {
    if (!line.includes('"event":"enter"') && !line.includes('"event":"exit"')) continue;
    const row = parseRow(line);
    if (!row?.correlation) continue;
    if (row.event === "exit") open.delete(row.correlation);
    const lead = `${row.session ?? row.host}/`;
    if (row.event !== "enter" || !row.correlation.startsWith(lead)) continue;
    if (!(now - Date.parse(row.time) > (row.session === session ? ON_ITS_WAY : FORGOTTEN))) continue;
    open.set(row.correlation, {
      host: row.host as ToolCall["host"],
      ...(row.session === undefined ? {} : { session: row.session }),
      callId: row.correlation.slice(lead.length),
      rawTool: row.tool ?? "",
    });
  }
  return [...open.values()];
}

function endOf(file: string): string {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return "";
  }
  try {
    return readTail(fd, fstatSync(fd).size, LOOKED_AT);
  } finally {
    closeSync(fd);
  }
}
