import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Edit } from "jsonc-parser";

/** What `bailiff init` did to one file. */
export interface Installed {
  readonly path: string;
  /** A file of bailiff's own, or a settings file of a host with something put in. */
  readonly kind: "file" | "edit";
  /** SHA-256 of the content as init left it. */
  readonly hash: string;
  /** There was no such file before. */
  readonly created: boolean;
  /** Edits: what brings the content back, as long as nobody else changed it, and the hash it then has. */
  readonly undo?: readonly Edit[];
  readonly before?: string;
  /** Edits: what was put in, for when somebody changed the file since. */
  readonly entry?: string;
}

/** What init did, so that it can be undone: absolute paths. */
export interface Manifest {
  readonly version: 1;
  readonly bailiff: string;
  readonly hosts: readonly ("opencode" | "claude-code")[];
  readonly files: readonly Installed[];
  /** Directories that init made, outermost first. */
  readonly directories: readonly string[];
}

export function contentHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The manifest of an installation, or undefined where there is none that can be read. */
export function readManifest(file: string): Manifest | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    return value.version === 1 && Array.isArray(value.files) && Array.isArray(value.directories) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A file's text, or undefined when there is none. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
