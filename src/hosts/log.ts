import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { redact } from "../audit/redact.js";
import { safeLine } from "../text/safe.js";

/** A log that never throws and never prints: whatever runs inside a host must stay silent there. */
export interface Log {
  /** Where the lines go, for messages; null when nowhere. */
  readonly file: string | null;
  info(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Bytes after which the file becomes `bailiff.log.1`, the only older one that is kept. */
const LARGEST = 1_000_000;

/**
 * A log in the project's `.bailiff/audit/bailiff.log` where somebody ran `bailiff init`, else in the
 * user's state directory: a project that never asked for bailiff gets no files of it.
 */
export function fileLog(options: { project: string; state: string; host: string; now: () => Date }): Log {
  const own = join(options.project, ".bailiff");
  const file = existsSync(own) ? join(own, "audit/bailiff.log") : join(options.state, "bailiff.log");
  const write = (level: string, message: string, error?: unknown): void => {
    try {
      mkdirSync(dirname(file), { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(file, `${file}.1`);
      const what = error === undefined ? "" : `: ${describe(error)}`;
      appendFileSync(
        file,
        `${options.now().toISOString()} ${level} ${options.host} ${safeLine(redact(message + what, 1500), 1500)}\n`,
      );
    } catch {
      // Nowhere to write to: the decision stands without its line.
    }
  };
  return { file, info: (message) => write("info", message), error: (message, error) => write("error", message, error) };
}

/** A log for tests and for where nothing may be written. */
export const noLog: Log = { file: null, info() {}, error() {} };

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
