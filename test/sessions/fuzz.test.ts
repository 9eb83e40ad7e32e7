import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SessionEvent } from "../../src/sessions/event.js";
import { makeKeeper } from "../../src/sessions/keeper.js";
import { freshPlace, NOW } from "../brain/support.js";

const about = { host: "opencode", project: "/p", time: NOW + 5000 } as const;
const at = { session: "s1", time: NOW + 5000 } as const;
const events: readonly SessionEvent[] = [
  { type: "created", session: "s1", ...about },
  { type: "created", session: "s2", parent: "s1", ...about },
  { type: "message", session: "s1", ...about },
  { type: "resumed", session: "s1", ...about },
  { type: "compacting", ...at },
  { type: "compacted", ...at },
  { type: "idle", ...at },
  { type: "ended", ...at },
  { type: "seen", session: "s1", tool: "bash", ...about },
  { type: "spawn-requested", callId: "c9", ...at },
  { type: "spawn-started", session: "s3", callId: "c9", ...about },
  { type: "spawn-finished", callId: "c9", outcome: "error", ...at },
  { type: "failed", message: "x", ...at },
  { type: "halted", reason: "x", ...at },
];

function filesIn(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** A valid file with one member replaced, dropped or added. */
function tampered(text: string, key: number, value: unknown): string {
  const object = JSON.parse(text) as Record<string, unknown>;
  const keys = [...Object.keys(object), "surprise", "__proto__", "constructor"];
  Object.defineProperty(object, keys[key % keys.length] ?? "x", { value, enumerable: true, configurable: true });
  return JSON.stringify(object);
}

it("whatever stands in the files, no event throws, and the sessions can be worked with afterwards", () => {
  const content = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => () => text),
    fc.json().map((text) => () => text),
    fc.tuple(fc.nat(40), fc.jsonValue()).map(
      ([key, value]) =>
        (before: string) =>
          tampered(before, key, value),
    ),
    fc.nat(400).map((length) => (before: string) => before.slice(0, length)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), content), { minLength: 1, maxLength: 12 }),
      fc.shuffledSubarray([...events]),
      (damage, order) => {
        const place = freshPlace();
        const first = makeKeeper({
          place,
          mode: "FULL",
          agent: () => ({ scope: "project", role: "r", tools: [], firstTools: ["read"] }),
        });
        for (const event of events) first.on({ ...event, time: NOW });
        const files = filesIn(place.userState).filter((path) => path.endsWith(".json") || path.endsWith(".good"));
        for (const [n, change] of damage) {
          const path = files[n % files.length] ?? "";
          let text = "";
          try {
            text = change(readFileSync(path, "utf8"));
          } catch {
            // Damaged twice; the second damage is as good.
          }
          writeFileSync(path, text);
        }
        const k = makeKeeper({ place, mode: "FULL" });
        for (const event of order)
          expect(k.on(event).problems.filter((each) => /^[a-z-]+: /.test(each.message))).toEqual([]);
        k.standing("s1", NOW);
        expect(k.on({ type: "message", session: "fresh", ...about }).session).toMatchObject({ id: "fresh", level: 0 });
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);
