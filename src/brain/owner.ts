import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Who holds a lock. A process id alone says little: ids are used again, and another container's ids
 * mean nothing here. So a holder also names when it was started and in which id space it lives.
 */
export interface Owner {
  readonly pid: number;
  /** When the process was started, in clock ticks since boot; `0` where that cannot be known. */
  readonly start: string;
  /** Hash of the machine, its boot and its process id space. */
  readonly space: string;
  /** Distinguishes two holds of one process. */
  readonly nonce: string;
}

/** What can be said about another holder. `unknown`: it may be alive, and cannot be asked. */
export type Life = "alive" | "dead" | "unknown";

let own: { pid: number; start: string; space: string; lot: string } | undefined;
let holds = 0;

/** A fresh identity of this process. */
export function newOwner(): Owner {
  const { pid, start, space, lot } = self();
  // Drawn once a process, then counted: drawing costs as much as taking the lock.
  holds = (holds + 1) % 0x1000000;
  return { pid, start, space, nonce: lot + holds.toString(16).padStart(6, "0") };
}

function self(): { pid: number; start: string; space: string; lot: string } {
  own ??= {
    pid: process.pid,
    start: startOf(process.pid) ?? "0",
    space: spaceOf(),
    lot: randomBytes(3).toString("hex"),
  };
  return own;
}

/** One line, safe as a link's target. */
export function writeOwner(owner: Owner): string {
  return `bailiff.${owner.pid}.${owner.start}.${owner.space}.${owner.nonce}`;
}

/** Reads what `writeOwner` wrote; undefined for anything else. */
export function readOwner(text: string): Owner | undefined {
  const match = /^bailiff\.(\d{1,10})\.(\d{1,20})\.([0-9a-f]{12})\.([0-9a-f]{12})$/.exec(text);
  if (!match) return undefined;
  return { pid: Number(match[1]), start: match[2] ?? "", space: match[3] ?? "", nonce: match[4] ?? "" };
}

/** Whether the process that took a lock still runs. */
export function lifeOf(owner: Owner): Life {
  if (owner.space !== self().space) return "unknown";
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return "dead";
  }
  const start = startOf(owner.pid);
  if (start === undefined || owner.start === "0") return "unknown";
  return start === owner.start ? "alive" : "dead";
}

/** Field 22 of /proc/pid/stat (proc(5)); undefined where there is no such file. A zombie counts as gone. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
  } catch {
    return undefined;
  }
}

function spaceOf(): string {
  const parts = [hostname()];
  for (const read of [
    () => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim(),
    () => readlinkSync("/proc/self/ns/pid"),
  ]) {
    try {
      parts.push(read());
    } catch {
      parts.push("-");
    }
  }
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}
