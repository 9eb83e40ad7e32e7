import type { ListNode } from "./syntax.js";

const FOREVER = /^(?::|true|\/bin\/true|\/usr\/bin\/true)$/;

/**
 * Whether a loop without an end does nothing but start jobs in the background: `while :; do job & done`.
 * With anything in the foreground (`sleep 5`, `wait`, a command that takes its time) it is held back.
 */
export function startsForever(clause: ListNode, body: ListNode): boolean {
  const [condition, ...more] = clause.commands;
  if (more.length > 0 || condition?.command.type !== "Command" || condition.background) return false;
  if (!FOREVER.test(condition.command.name?.value ?? "")) return false;
  return body.commands.length > 0 && body.commands.every((each) => each.background === true);
}
