import { homedir } from "node:os";

/** The caller's home directory; `/` where the system knows none, so that nothing passes for being in it by chance. */
export function homeDirectory(): string {
  try {
    return homedir() || "/";
  } catch {
    return "/";
  }
}
