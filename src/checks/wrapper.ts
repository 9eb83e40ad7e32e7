import type { Case } from "./case.js";

/** Wrappers that change who, where or on what machine a command runs are allowed by name or not at all. */
const CHANGES_WHO = new Set([
  "sudo",
  "doas",
  "su",
  "runuser",
  "ssh",
  "chroot",
  "nsenter",
  "docker",
  "podman",
  "kubectl",
]);

/**
 * Whether the command with this index only runs the one that follows it in the analysis
 * (`timeout 5 npm test`), so that an allow-list need not name it.
 */
export function isWrapper(index: number, input: Case): boolean {
  const { commands } = input.analysis;
  const command = commands[index];
  const next = commands[index + 1];
  const normal = input.normal[index];
  if (!command || !next || !normal || normal.written !== undefined || CHANGES_WHO.has(normal.program)) return false;
  if (next.via.length <= command.via.length || next.remote !== command.remote) return false;
  const operands = normal.spec.operands;
  return typeof operands === "object" && (operands as { rest?: unknown }).rest === "command";
}
