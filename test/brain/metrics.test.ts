import { describe, expect, it } from "vitest";
import { emptyMetrics } from "../../src/brain/defaults.js";
import { countIteration, countSpawn, escalation, isEmpty, recentErrors, recordError } from "../../src/brain/metrics.js";
import { CHECKPOINT_AGE, staleness } from "../../src/brain/staleness.js";
import { invalid } from "../../src/brain/validate.js";
import { HOUR, NOW } from "./support.js";

const fresh = emptyMetrics("s1", NOW);
const withErrors = (texts: readonly string[]) =>
  texts.reduce((metrics, text, n) => recordError(metrics, { time: NOW + n, text }), fresh);

describe("metrics", () => {
  it("count iterations and spawns by agent", () => {
    const metrics = [countIteration, (m: typeof fresh) => countSpawn(m, "a"), (m: typeof fresh) => countSpawn(m, "b")]
      .concat((m) => countSpawn(m, "a"))
      .reduce((m, change) => change(m), fresh);
    expect(metrics).toMatchObject({
      iterations: 1,
      spawns: {
        total: 3,
        byAgent: [
          { agent: "a", count: 2 },
          { agent: "b", count: 1 },
        ],
      },
    });
    expect([isEmpty(fresh), isEmpty(metrics)]).toEqual([true, false]);
  });

  it("stay valid with more agents and errors than they hold", () => {
    let metrics = fresh;
    for (let n = 0; n < 150; n++) metrics = countSpawn(recordError(metrics, { time: n, text: `e${n}` }), `agent ${n}`);
    expect(invalid("metrics", metrics)).toBeUndefined();
    expect(metrics.spawns.total).toBe(150);
    expect([metrics.errors.total, metrics.errors.recent.length]).toEqual([150, 20]);
    expect(recentErrors(metrics).map((each) => each.text)).toEqual(Array.from({ length: 10 }, (_, n) => `e${140 + n}`));
  });

  it.each([
    ["no error", [], undefined],
    ["two of a kind", ["a", "a"], undefined],
    ["three of a kind", ["a", "a", "a"], { text: "a", count: 3 }],
    ["three of a kind among others", ["a", "b", "a", "c", "a"], { text: "a", count: 3 }],
    ["three that differ in spacing only", ["a  b", "a b", "a\nb"], { text: "a\nb", count: 3 }],
    ["three of which one is long past", ["a", "a", ..."bcdefghij", "a"], undefined],
  ] as const)("%s", (_, texts, expected) => expect(escalation(withErrors(texts))).toEqual(expected));
});

describe("staleness", () => {
  const limits = { warnHours: 48, criticalHours: 168 };
  it.each([
    [0, "fresh"],
    [48 * HOUR - 1, "fresh"],
    [48 * HOUR, "warn"],
    [168 * HOUR - 1, "warn"],
    [168 * HOUR, "critical"],
    [-5, "fresh"],
  ] as const)("after %i ms is %s", (age, expected) => expect(staleness(NOW, NOW + age, limits)).toBe(expected));
  it("of checkpoints begins at 48 h", () => expect(CHECKPOINT_AGE).toBe(48 * HOUR));
});
