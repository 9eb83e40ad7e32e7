import type { ToolCall } from "../call/call.js";
import { taskOf } from "../call/task.js";
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
