import { createHash } from "node:crypto";
import type { ToolCall } from "../call/call.js";
import type { Analysis } from "../call/effect.js";
import type { Decision } from "../checks/finding.js";
import { deedsOf } from "./deeds.js";

/** One refusal, as it is remembered. */
export interface Refused {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The call's own words, as a hash. */
  readonly call: string;
  /** What was refused in it, in a form that does not depend on how it was written: `deedsOf`. */
  readonly effects: readonly string[];
  readonly detour: boolean;
}

/** What a refusal is told about the ones before it. */
export interface Repetition {
  /** The same call was refused in the last 30 seconds. */
  readonly repeated: boolean;
  /** The same effect was refused before, by another route. */
  readonly detour: boolean;
  /** Three refusals or detours in 10 minutes: time to ask the user. */
  readonly escalated: boolean;
}

const AGAIN = 30_000;
const WINDOW = 600_000;
const PILE = 3;
const MOST = 50;

/**
 * Adds a refusal to a session's memory and says what it repeats. Pure.
 *
 * @param now milliseconds since 1970
 */
export function remember(
  memory: readonly Refused[],
  call: ToolCall,
  { decision, analysis }: { readonly decision: Decision; readonly analysis?: Analysis },
  now: number,
): { memory: Refused[]; seen: Repetition } {
  const recent = memory.filter((each) => now - each.time <= WINDOW && each.time <= now);
  const key = callKey(call);
  const effects = deedsOf(call, decision, analysis);
  const repeated = recent.some((each) => each.call === key && now - each.time <= AGAIN);
  const detour =
    !repeated && recent.some((each) => each.call !== key && each.effects.some((effect) => effects.includes(effect)));
  const next = [...recent, { time: now, call: key, effects, detour }].slice(-MOST);
  return { memory: next, seen: { repeated, detour, escalated: next.length >= PILE } };
}

function callKey(call: ToolCall): string {
  return createHash("sha256")
    .update(`${call.tool}\0${call.cwd}\0${JSON.stringify(call.input)}`)
    .digest("hex")
    .slice(0, 24);
}
