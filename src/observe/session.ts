import type { ToolCall } from "../call/call.js";
import { taskOf } from "../call/task.js";
import { MAIN_THREAD } from "../policy/agent-names.js";
import { type Ledger, safeId } from "../sessions/ledger.js";
import type { DelegationFacts } from "./facts.js";

/**
 * What the ledger knows about the caller of a delegation; undefined for any other call, which reads
 * nothing.
 *
 * @param hostMaxDepth the host's own limit on levels, where it names one
 */
export function observeSession(
  call: ToolCall,
  ledger: Pick<Ledger, "read">,
  hostMaxDepth?: number,
): DelegationFacts | undefined {
  if (call.tool !== "task") return undefined;
  const caller = call.session === undefined ? undefined : ledger.read(call.session);
  const level = Math.max(call.level ?? 0, caller?.level ?? 0);
  const id = taskOf(call);
  const task = id === undefined ? undefined : ledger.read(id);
  return {
    level,
    ...(hostMaxDepth === undefined ? {} : { hostMaxDepth }),
    ...(id === undefined
      ? {}
      : {
          task: {
            id,
            own: task !== undefined && call.session !== undefined && task.parent === safeId(call.session),
            level: task?.level ?? level + 1,
          },
        }),
  };
}

/** More levels than this are not looked at; no host has as many. */
const MOST_LEVELS = 64;

/**
 * The agents above a session, outermost first. One of whose name nothing is known is left out, except
 * the session that a person talks to in Claude Code, which has a name of ours. Reads one small file a
 * level, none for a session that is nobody's child.
 */
export function ancestry(ledger: Pick<Ledger, "read">, session: string): readonly string[] {
  const names: string[] = [];
  const seen = new Set<string>();
  let up = ledger.read(session)?.parent ?? null;
  while (up !== null && !seen.has(up) && seen.size < MOST_LEVELS) {
    seen.add(up);
    const record = ledger.read(up);
    if (!record) break;
    const name = record.agent ?? (record.host === "claude-code" && record.parent === null ? MAIN_THREAD : null);
    if (name !== null) names.unshift(name);
    up = record.parent;
  }
  return names;
}
