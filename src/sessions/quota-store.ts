import { createHash } from "node:crypto";
import { join } from "node:path";
import { quotaKind } from "../brain/kinds.js";
import { ensureUserState, type Place } from "../brain/place.js";
import type { Store } from "../brain/store.js";
import { safeId } from "./ledger.js";
import { type Admission, admit, current, emptyQuota, type Limit, release } from "./quota.js";

type Taken =
  | { readonly ok: true }
  | Extract<Admission, { ok: false }>
  /** The use could not be counted; whether that refuses is the caller's to say. */
  | { readonly ok: false; readonly code: "unavailable"; readonly message: string };

/**
 * Where the use of limits is counted. The one here counts in files, across the processes of one
 * machine; one over the network would have the same three methods.
 */
export interface QuotaStore {
  /**
   * Counts a start and takes a slot in one step, if the limit lets it. To be called when nothing else
   * refuses any more: a refused call must take nothing.
   *
   * @param key what is limited, e.g. role and tool pattern
   * @param slot the call's id; the same id again counts once
   */
  take(key: string, limit: Limit, slot: string, now: number): Taken;
  /** Frees a slot, however the call ended. Harmless to repeat. */
  free(key: string, slot: string, now: number): void;
  /** The use at the moment, without counting anything. */
  look(key: string, now: number): { readonly starts: number; readonly slots: number };
}

/** Counts in small files below the user's state directory, one a key, shared by all processes on the project. */
export function makeQuotaStore(place: Place, store: Store): QuotaStore {
  const pathOf = (key: string): string =>
    join(place.quotas, `${createHash("sha256").update(key).digest("hex").slice(0, 16)}.json`);
  // A count that a power cut takes back costs nothing.
  const options = { durable: false, copy: false };
  let ready = false;
  return {
    take(key, limit, slot, now) {
      const name = key.slice(0, 300);
      if (limit.perMinute === null && limit.concurrent === null) return { ok: true };
      if (!ready) ready = ensureUserState(place, store, now)?.ok !== false;
      let refused: Taken | undefined;
      const written = store.update(
        quotaKind,
        pathOf(name),
        now,
        emptyQuota(name),
        (quota) => {
          const admission = admit(quota, limit, safeId(slot), now);
          if (admission.ok) return admission.quota;
          refused = admission;
          return null;
        },
        options,
      );
      if (!written.ok) return { ok: false, code: "unavailable", message: written.message };
      return refused ?? { ok: true };
    },
    free(key, slot, now) {
      const name = key.slice(0, 300);
      store.update(
        quotaKind,
        pathOf(name),
        now,
        null,
        (quota) => {
          const next = release(quota, safeId(slot));
          return next === quota ? null : next;
        },
        options,
      );
    },
    look(key, now) {
      const name = key.slice(0, 300);
      const quota = current(store.read(quotaKind, pathOf(name), emptyQuota(name)).value, now);
      return { starts: quota.starts.length, slots: quota.slots.length };
    },
  };
}
