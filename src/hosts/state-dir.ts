import { isAbsolute, join } from "node:path";

/** The user's directory for bailiff's state: `$XDG_STATE_HOME/bailiff`, else `~/.local/state/bailiff`. */
export function stateDirectory(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const base = env.XDG_STATE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(home, ".local/state"), "bailiff");
}
