import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** What of an installation is bailiff's own: in a clone of it, working on the rest stays possible. */
const PARTS = ["dist", "hooks", ".claude-plugin", "governance", "package.json"];

/**
 * The places that are bailiff's own on this machine: its installation, the user's settings for it,
 * and its state; real paths, absolute.
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
  return [
    ...PARTS.map((part) => join(options.dist, "..", part)),
    join(config !== undefined && isAbsolute(config) ? config : join(options.home, ".config"), "bailiff"),
    options.state,
  ].map(real);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
