import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether a human agreed with exactly this content (SHA-256, hexadecimal) of a project's file. */
export type Trusted = (path: string, hash: string) => boolean;

/** What a human agreed with: content hashes by the file's absolute path, and when (ISO 8601). */
export type Trust = Readonly<Record<string, { readonly hash: string; readonly time: string }>>;

/** Where `bailiff trust` writes down what a human agreed with. */
export function trustFile(state: string): string {
  return join(state, "trust.json");
}

/** What was agreed with; nothing where the file is missing or damaged. */
export function readTrust(state: string): Trust {
  try {
    const value: unknown = JSON.parse(readFileSync(trustFile(state), "utf8"));
    const files = (value as { files?: unknown }).files;
    if (typeof files !== "object" || files === null) return {};
    return Object.fromEntries(
      Object.entries(files as Record<string, { hash?: unknown; time?: unknown } | null>).flatMap(([path, entry]) =>
        typeof entry?.hash === "string" ? [[path, { hash: entry.hash, time: String(entry.time ?? "") }] as const] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** @throws when the state directory cannot be written */
export function writeTrust(state: string, trust: Trust): void {
  const file = trustFile(state);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ version: 1, files: trust }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** The agreements of a state directory, looked up when first asked for. */
export function trustedBy(state: string): Trusted {
  let known: Trust | undefined;
  return (path, hash) => {
    known ??= readTrust(state);
    return Object.hasOwn(known, path) && known[path]?.hash === hash;
  };
}
