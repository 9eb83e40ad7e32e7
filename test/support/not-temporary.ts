import { mkdtempSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const TEMPORARY = ["/tmp", "/var/tmp", "/private", "/var/folders", "/dev/shm", realpathSync(tmpdir())];

/** Whether a real path lies in a directory for temporary files. */
export function isTemporary(real: string): boolean {
  return TEMPORARY.some((each) => real === each || real.startsWith(`${each}/`));
}

/**
 * A new directory that is in no temporary one, wherever the tests themselves stand: temporary
 * directories are inside every fence, and deleting in them is nobody's loss.
 */
export function notTemporary(prefix: string): string {
  for (const directory of [join(import.meta.dirname, "../../node_modules"), homedir(), "/opt", "/srv"]) {
    try {
      const real = realpathSync(directory);
      if (isTemporary(real)) continue;
      return mkdtempSync(join(real, prefix));
    } catch {
      // Not here, or not to be written: the next.
    }
  }
  throw new Error("there is no directory to test in that is not a temporary one");
}
