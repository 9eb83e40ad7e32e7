import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall } from "../call/call.js";
import type { Analysis } from "../call/effect.js";
import type { Decision } from "../checks/finding.js";
import { type Refused, type Repetition, remember } from "./denials.js";

const NONE: Repetition = { repeated: false, detour: false, escalated: false };

/** Refusals of each session, in one small file a session, so that short-lived processes share them. */
export interface DenialStore {
  /** Remembers a refusal. Never throws: a lost memory costs a hint, not a refusal. */
  add(call: ToolCall, verdict: { readonly decision: Decision; readonly analysis?: Analysis }, now: number): Repetition;
  /** Sessions with refusals in the last ten minutes: for `status`. */
  list(now: number): { session: string; refusals: number; detours: number }[];
}

interface Kept {
  readonly session: string;
  readonly refused: Refused[];
}

export function openDenials(directory: string): DenialStore {
  const fileOf = (session: string): string =>
    join(directory, `${createHash("sha256").update(session).digest("hex").slice(0, 32)}.json`);
  return {
    add(call, verdict, now) {
      const session = call.session ?? "none";
      const file = fileOf(session);
      const { memory, seen } = remember(read(file)?.refused ?? [], call, verdict, now);
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, JSON.stringify({ session, refused: memory } satisfies Kept), { mode: 0o600 });
        renameSync(temporary, file);
      } catch {
        return memory.length > 1 ? seen : NONE;
      }
      return seen;
    },
    list(now) {
      let names: string[] = [];
      try {
        names = readdirSync(directory).filter((name) => name.endsWith(".json"));
      } catch {
        return [];
      }
      return names.flatMap((name) => {
        const kept = read(join(directory, name));
        const recent = kept?.refused.filter((each) => now - each.time <= 600_000) ?? [];
        return kept && recent.length > 0
          ? [{ session: kept.session, refusals: recent.length, detours: recent.filter((each) => each.detour).length }]
          : [];
      });
    },
  };
}

function read(file: string): Kept | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Kept;
    return typeof value.session === "string" && Array.isArray(value.refused) ? value : undefined;
  } catch {
    return undefined;
  }
}
