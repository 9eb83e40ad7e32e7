import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** What of an installation is bailiff's own: in a clone of it, working on the rest stays possible. */
const PARTS = ["dist", "hooks", ".claude-plugin", "governance", "package.json"];

/** What of Claude Code's own directory decides whether bailiff is asked, for where that is not at its usual place. */
const OF_CLAUDE = [".claude.json", ".config.json", "settings.json", "settings.local.json", "hooks", "plugins"];

/**
 * The places that are bailiff's own on this machine: its installation, the user's settings for it,
 * its state, and a host's directory of another place than usual; real paths, absolute.
 *
 * @param dist the directory that the running bundle stands in
 */
export function ownPlaces(options: {
  dist: string;
  home: string;
  state: string;
  env: Readonly<Record<string, string | undefined>>;
}): string[] {
  const config = options.env.XDG_CONFIG_HOME;
  const claude = options.env.CLAUDE_CONFIG_DIR;
  return [
    ...PARTS.map((part) => join(options.dist, "..", part)),
    join(config !== undefined && isAbsolute(config) ? config : join(options.home, ".config"), "bailiff"),
    options.state,
    ...(claude !== undefined && isAbsolute(claude) ? OF_CLAUDE.map((part) => join(claude, part)) : []),
  ].map(real);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
