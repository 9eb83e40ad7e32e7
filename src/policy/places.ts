import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { FILES, type FileKind } from "./kinds.js";
import type { Layer } from "./policy.js";

/** Where the layers of the law and its compiled form are. */
export interface PolicyPlaces {
  /** Directory of the shipped files. */
  readonly shipped: string;
  /** The user's own: `$XDG_CONFIG_HOME/bailiff`, else `~/.config/bailiff`. */
  readonly user: string;
  /** The project's `.bailiff`, or null outside any project. */
  readonly project: string | null;
  /** The user's state directory for bailiff. */
  readonly state: string;
}

export interface SourcePlace {
  readonly layer: Layer;
  readonly kind: FileKind;
  readonly path: string;
}

/** The user's directory for bailiff's settings. */
export function configDirectory(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const base = env.XDG_CONFIG_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(home, ".config"), "bailiff");
}

/**
 * The directory whose `.bailiff` governs a working directory: the nearest repository's root that has
 * one, else the nearest directory upwards that does. A `.bailiff` or a repository made further in never
 * hides that of the repository around it.
 */
export function policyProject(cwd: string, exists: (path: string) => boolean = existsSync): string | null {
  let nearest: string | null = null;
  for (let at = cwd, step = 0; step < 64; step++) {
    const own = exists(join(at, ".bailiff"));
    if (own && exists(join(at, ".git"))) return at;
    if (own) nearest ??= at;
    const up = dirname(at);
    if (up === at) break;
    at = up;
  }
  return nearest;
}

/** Every file that the law may stand in, later layers last. */
export function sourcePlaces(places: PolicyPlaces): readonly SourcePlace[] {
  const directories: readonly (readonly [Layer, string | null])[] = [
    ["shipped", places.shipped],
    ["user", places.user],
    ["project", places.project === null ? null : join(places.project, ".bailiff")],
  ];
  return directories.flatMap(([layer, directory]) =>
    directory === null ? [] : FILES.map((kind) => ({ layer, kind, path: join(directory, `${kind}.yaml`) })),
  );
}
