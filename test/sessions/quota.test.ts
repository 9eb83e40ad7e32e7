import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/brain/files.js";
import { findPlace } from "../../src/brain/place.js";
import { makeStore } from "../../src/brain/store.js";
import { invalid } from "../../src/brain/validate.js";
import { admit, current, emptyQuota, type Limit, release, SLOT_LEASE, WINDOW } from "../../src/sessions/quota.js";
import { makeQuotaStore, type QuotaStore } from "../../src/sessions/quota-store.js";
import { bundleFile, freshPlace, NOW, startWorker, tempDir } from "../brain/support.js";

const rate = (perMinute: number): Limit => ({ perMinute, concurrent: null });
const slots = (concurrent: number): Limit => ({ perMinute: null, concurrent });

/** In memory, to be held against the one in files. */
function memoryStore(): QuotaStore {
  const quotas = new Map<string, ReturnType<typeof emptyQuota>>();
  const of = (key: string) => quotas.get(key) ?? emptyQuota(key);
  return {
    take(key, limit, slot, now) {
      const admission = admit(of(key), limit, slot, now);
      if (!admission.ok) return admission;
      quotas.set(key, admission.quota);
      return { ok: true };
    },
    free: (key, slot) => void quotas.set(key, release(of(key), slot)),
    look(key, now) {
      const quota = current(of(key), now);
      return { starts: quota.starts.length, slots: quota.slots.length };
    },
  };
}

describe.each([
  ["in files", () => makeQuotaStore(freshPlace(), makeStore())],
  ["in memory", memoryStore],
] as const)("a quota store %s", (_, make) => {
  it("admits thirty in a minute and names the seconds to the thirty-first", () => {
    const store = make();
    for (let n = 0; n < 30; n++) {
      expect(store.take("k", rate(30), `c${n}`, NOW + n * 1000)).toEqual({ ok: true });
      store.free("k", `c${n}`, NOW + n * 1000);
    }
    expect(store.take("k", rate(30), "x", NOW + 30_000)).toEqual({ ok: false, code: "ERR_RATE_LIMIT", seconds: 30 });
    expect(store.take("k", rate(30), "x", NOW + 59_999)).toEqual({ ok: false, code: "ERR_RATE_LIMIT", seconds: 1 });
    expect(store.take("k", rate(30), "x", NOW + 60_001)).toEqual({ ok: true });
    expect(store.take("k", rate(30), "y", NOW + 60_002)).toMatchObject({ code: "ERR_RATE_LIMIT", seconds: 1 });
  });

  it("admits as many at once as there are slots, and frees each once", () => {
    const store = make();
    for (const call of ["a", "b"]) expect(store.take("k", slots(2), call, NOW)).toEqual({ ok: true });
    expect(store.take("k", slots(2), "c", NOW)).toMatchObject({ ok: false, code: "ERR_CONCURRENCY" });
    expect(store.take("k", slots(2), "a", NOW)).toEqual({ ok: true });
    store.free("k", "a", NOW);
    store.free("k", "a", NOW);
    store.free("k", "never", NOW);
    expect(store.take("k", slots(2), "c", NOW)).toEqual({ ok: true });
    expect(store.take("k", slots(2), "d", NOW)).toMatchObject({ ok: false });
  });

  it("takes slots back when their lease ends", () => {
    const store = make();
    store.take("k", slots(1), "crashed", NOW);
    expect(store.take("k", slots(1), "b", NOW + SLOT_LEASE - 1)).toMatchObject({ ok: false, seconds: 1 });
    expect(store.take("k", slots(1), "b", NOW + SLOT_LEASE)).toEqual({ ok: true });
    expect(store.look("k", NOW + SLOT_LEASE)).toEqual({ starts: 1, slots: 1 });
  });

  it("keeps keys apart and takes nothing for a refused call", () => {
    const store = make();
    store.take("k", rate(1), "a", NOW);
    expect(store.take("k", rate(1), "b", NOW).ok).toBe(false);
    expect([store.look("k", NOW), store.look("other", NOW)]).toEqual([
      { starts: 1, slots: 1 },
      { starts: 0, slots: 0 },
    ]);
    expect(store.take("other", rate(1), "b", NOW)).toEqual({ ok: true });
  });

  it("a limit of none counts nothing; of zero admits nothing", () => {
    const store = make();
    expect(store.take("k", { perMinute: 0, concurrent: null }, "a", NOW).ok).toBe(false);
    expect(store.take("k", { perMinute: null, concurrent: 0 }, "a", NOW).ok).toBe(false);
  });
});

describe("whatever happens", () => {
  it("neither limit is ever exceeded, and the count is valid", () => {
    const step = fc.record({
      call: fc.integer({ min: 0, max: 6 }),
      free: fc.boolean(),
      later: fc.integer({ min: -70_000, max: 70_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.nat(4), fc.nat(4), (steps, perMinute, concurrent) => {
        let [quota, now] = [emptyQuota("k"), NOW];
        for (const { call, free, later } of steps) {
          now += later;
          if (free) quota = release(quota, `c${call}`);
          else {
            const admission = admit(quota, { perMinute, concurrent }, `c${call}`, now);
            if (admission.ok) quota = admission.quota;
            else expect(admission.seconds).toBeGreaterThanOrEqual(1);
          }
          expect(quota.starts.filter((start) => Math.abs(now - start) < WINDOW).length).toBeLessThanOrEqual(perMinute);
          expect(current(quota, now).slots.length).toBeLessThanOrEqual(concurrent);
        }
        expect(invalid("quota", quota)).toBeUndefined();
      }),
    );
  });

  it("a store without a disk says so", () => {
    const place = { ...freshPlace(), userState: "/proc/none", quotas: "/proc/none/quotas" };
    expect(makeQuotaStore(place, makeStore()).take("k", rate(1), "a", NOW)).toMatchObject({ code: "unavailable" });
  });
});

describe("twenty processes on one quota", () => {
  it("never exceed it, and what the killed ones held is free after the lease", { timeout: 120_000 }, async () => {
    const worker = await bundleFile(join(import.meta.dirname, "worker-quota.ts"));
    const dir = tempDir();
    nodeFiles.makeDirectory(join(dir, "app"));
    const args = [join(dir, "app"), join(dir, "home")];
    const workers = Array.from({ length: 20 }, (_, n) =>
      startWorker(worker, [...args, `w${n}`, "30", ...(n % 2 ? [] : ["die"])]),
    );
    const outputs = await Promise.all(workers.map((each) => each.output));
    for (const output of outputs.filter((each) => each !== "")) expect(JSON.parse(output).most).toBeLessThanOrEqual(3);
    const place = findPlace({ project: args[0] ?? "", home: args[1] ?? "", mode: "FULL", stateHome: undefined });
    const store = makeQuotaStore(place, makeStore());
    // The three that died first hold all there is.
    expect(store.look("k", 1_000_000).slots).toBe(3);
    expect(store.take("k", slots(3), "x", 1_000_000).ok).toBe(false);
    expect(store.look("k", 1_000_000 + SLOT_LEASE).slots).toBe(0);
    for (const call of ["x", "y", "z"]) expect(store.take("k", slots(3), call, 1_000_000 + SLOT_LEASE).ok).toBe(true);
    expect(store.take("k", slots(3), "w", 1_000_000 + SLOT_LEASE).ok).toBe(false);
  });
});
