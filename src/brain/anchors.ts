import { redact } from "../audit/redact.js";
import { ANCHOR_LIMIT, ANCHOR_PRIORITIES, ANCHOR_TEXT_LIMIT } from "./limits.js";
import type { Anchor } from "./schema/anchor.js";
import type { State } from "./schema/state.js";

export const HOUR = 3_600_000;
/** After this long a high anchor becomes normal, and a normal one is archived; milliseconds. */
export const ANCHOR_AGE = 48 * HOUR;

export type AnchorOutcome =
  | { readonly ok: true; readonly state: State; readonly archived: readonly Anchor[] }
  | { readonly ok: false; readonly message: string };

/**
 * Adds an anchor. When all places are taken the oldest normal one makes room, then the oldest high
 * one, but only for an anchor that is at least as important; critical ones never do.
 */
export function addAnchor(state: State, anchor: Anchor, now: number): AnchorOutcome {
  if (anchor.text.length > ANCHOR_TEXT_LIMIT)
    return {
      ok: false,
      message: `An anchor holds at most ${ANCHOR_TEXT_LIMIT} characters; this one has ${anchor.text.length}.`,
    };
  if (anchor.text.trim() === "") return { ok: false, message: "An anchor needs a text." };
  if (state.anchors.some((each) => each.id === anchor.id)) return { ok: true, state, archived: [] };
  const anchors = [...state.anchors];
  const archived: Anchor[] = [];
  while (anchors.length >= ANCHOR_LIMIT) {
    const victim = weakest(anchors);
    if (!victim || rank(victim) < rank(anchor))
      return {
        ok: false,
        message:
          anchor.priority === "critical"
            ? `There are already ${ANCHOR_LIMIT} critical anchors; remove one before adding another.`
            : `There are already ${ANCHOR_LIMIT} anchors, all of them more important than this one; remove one first.`,
      };
    anchors.splice(anchors.indexOf(victim), 1);
    archived.push(victim);
  }
  const text = redact(anchor.text, ANCHOR_TEXT_LIMIT);
  anchors.push(text === anchor.text ? anchor : { ...anchor, text });
  return { ok: true, state: { ...state, updated: now, anchors }, archived };
}

/** Removes an anchor by its id, whatever its priority: somebody asked for it. */
export function removeAnchor(state: State, id: string, now: number): AnchorOutcome {
  const anchor = state.anchors.find((each) => each.id === id);
  if (!anchor) return { ok: false, message: `There is no anchor ${id}.` };
  const anchors = state.anchors.filter((each) => each !== anchor);
  return { ok: true, state: { ...state, updated: now, anchors }, archived: [anchor] };
}

/**
 * What age does to anchors: high ones of 48 h become normal, normal ones are archived 48 h after
 * they became (or were made) normal. Critical ones stay as they are. Repeating it changes nothing.
 */
export function ageAnchors(state: State, now: number): { readonly state: State; readonly archived: readonly Anchor[] } {
  const archived: Anchor[] = [];
  const anchors: Anchor[] = [];
  let changed = false;
  for (const each of state.anchors) {
    let anchor = each;
    if (anchor.priority === "high" && now - anchor.created >= ANCHOR_AGE) {
      anchor = { ...anchor, priority: "normal", demoted: anchor.created + ANCHOR_AGE };
      changed = true;
    }
    if (anchor.priority === "normal" && now - (anchor.demoted ?? anchor.created) >= ANCHOR_AGE) archived.push(anchor);
    else anchors.push(anchor);
  }
  if (!changed && archived.length === 0) return { state, archived };
  return { state: { ...state, updated: now, anchors }, archived };
}

/** Most important first, then newest first. */
export function byImportance(anchors: readonly Anchor[]): readonly Anchor[] {
  return [...anchors].sort((a, b) => rank(a) - rank(b) || b.created - a.created);
}

function weakest(anchors: readonly Anchor[]): Anchor | undefined {
  return anchors
    .filter((each) => each.priority !== "critical")
    .sort((a, b) => rank(b) - rank(a) || a.created - b.created)[0];
}

function rank(anchor: Anchor): number {
  return ANCHOR_PRIORITIES.indexOf(anchor.priority);
}
