import { spawnSync } from "node:child_process";

// A terminal of its own, and a person at it: they read before they press a key.
const PERSON = `
import fcntl, json, os, pty, select, signal, struct, sys, termios, time
steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
seen, fresh, end = b"", b"", time.time() + 60
while time.time() < end:
    if not select.select([fd], [], [], 1)[0]:
        continue
    try:
        got = os.read(fd, 4096)
    except OSError:
        break
    if not got:
        break
    seen += got
    fresh += got
    if steps and steps[0][0].encode() in fresh:
        os.write(fd, steps.pop(0)[1].encode())
        fresh = b""
sys.stdout.write(seen.decode(errors="replace"))
if time.time() >= end:
    os.kill(pid, signal.SIGKILL)
sys.exit(0 if steps == [] and os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0 else 1 if steps == [] else 99)
`;

/** Keys as a terminal sends them. */
export const KEY = { enter: "\r", space: " ", down: "\u001b[B", cancel: "\u0003", escape: "\u001b" } as const;

const python = spawnSync("python3", ["-c", "import pty, sys; print(sys.executable)"], {
  encoding: "utf8",
  timeout: 20_000,
}).stdout?.trim();

/** Whether there is a Python, which makes the terminals. */
export const terminals = python !== undefined && python !== "";

/**
 * Runs a program at a terminal: each of the texts is waited for, and answered with keys.
 *
 * @returns its exit code as 0 or 1, 99 when a text did not come; and all that was shown
 */
export function atTerminal(
  command: readonly string[],
  steps: readonly (readonly [shown: string, keys: string])[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): { readonly code: number | null; readonly shown: string } {
  const { status, stdout, stderr } = spawnSync(python ?? "python3", ["-c", PERSON, JSON.stringify(steps), ...command], {
    ...options,
    encoding: "utf8",
    timeout: 90_000,
  });
  return { code: status, shown: stdout + stderr };
}
