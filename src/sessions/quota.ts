import type { Quota } from "../brain/schema/quota.js";

/** Length of the sliding window; milliseconds. */
export const WINDOW = 60_000;
/** A slot that nobody freed for so long belongs to a call that crashed; milliseconds. */
export const SLOT_LEASE = 600_000;

/** What one key may use; null for no limit. */
export interface Limit {
  readonly perMinute: number | null;
  readonly concurrent: number | null;
}

export type Admission =
  | { readonly ok: true; readonly quota: Quota }
  | {
      readonly ok: false;
      readonly code: "ERR_RATE_LIMIT" | "ERR_CONCURRENCY";
      /** When to come back, whole seconds, at least 1. */
      readonly seconds: number;
    };

export function emptyQuota(key: string): Quota {
  return { version: 1, key, starts: [], slots: [] };
}

/** Without what no longer counts: starts outside the window, slots past their lease. */
export function current(quota: Quota, now: number): Quota {
  return {
    ...quota,
    // A clock set back leaves starts in the future; those count for a window's length and no longer.
    starts: quota.starts.filter((start) => Math.abs(now - start) < WINDOW),
    slots: quota.slots.filter((slot) => Math.abs(now - slot.since) < SLOT_LEASE),
  };
}

/** Counts a start and takes a slot, or says when to come back. A slot that is held already is taken again for nothing. */
export function admit(before: Quota, limit: Limit, slot: string, now: number): Admission {
  const quota = current(before, now);
  if (quota.slots.some((each) => each.id === slot)) return { ok: true, quota };
  if (limit.perMinute !== null && quota.starts.length >= limit.perMinute) {
    // The start whose end makes room again.
    const start = [...quota.starts].sort((a, b) => a - b)[quota.starts.length - limit.perMinute];
    return { ok: false, code: "ERR_RATE_LIMIT", seconds: secondsUntil(start === undefined ? now : start, WINDOW, now) };
  }
  if (limit.concurrent !== null && quota.slots.length >= limit.concurrent) {
    const first = Math.min(now, ...quota.slots.map((each) => each.since));
    return { ok: false, code: "ERR_CONCURRENCY", seconds: Math.min(10, secondsUntil(first, SLOT_LEASE, now)) };
  }
  return {
    ok: true,
    quota: {
      ...quota,
      starts: [...quota.starts, now].slice(-10_000),
      slots: [...quota.slots, { id: slot, since: now }].slice(-1000),
    },
  };
}

/** Frees a slot; freeing it twice, or one that was never taken, is harmless. */
export function release(quota: Quota, slot: string): Quota {
  const slots = quota.slots.filter((each) => each.id !== slot);
  return slots.length === quota.slots.length ? quota : { ...quota, slots };
}

function secondsUntil(start: number, length: number, now: number): number {
  return Math.max(1, Math.ceil((start + length - now) / 1000));
}
