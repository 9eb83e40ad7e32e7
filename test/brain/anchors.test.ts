import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANCHOR_AGE, addAnchor, ageAnchors, byImportance, removeAnchor } from "../../src/brain/anchors.js";
import { emptyState } from "../../src/brain/defaults.js";
import { ANCHOR_LIMIT, ANCHOR_PRIORITIES } from "../../src/brain/limits.js";
import type { Anchor } from "../../src/brain/schema/anchor.js";
import type { State } from "../../src/brain/schema/state.js";
import { invalid } from "../../src/brain/validate.js";
import { HOUR, NOW } from "./support.js";

const anchor = (id: string, priority: Anchor["priority"], created = NOW, text = `text of ${id}`): Anchor => ({
  id,
  kind: "decision",
  priority,
  text,
  created,
});
const filled = (priorities: readonly Anchor["priority"][]): State => ({
  ...emptyState(NOW),
  anchors: priorities.map((priority, n) => anchor(`a${n}`, priority, NOW + n)),
});
const many = <const T>(value: T, count = ANCHOR_LIMIT): T[] => Array(count).fill(value);

describe("adding an anchor", () => {
  it.each([
    ["to free places", filled([]), anchor("x", "normal"), []],
    ["to a full list drops the oldest normal one", filled(many("normal")), anchor("x", "normal"), ["a0"]],
    [
      "drops a normal one before a high one",
      filled(["high", ...many("normal", 19)] as const),
      anchor("x", "high"),
      ["a1"],
    ],
    [
      "drops a high one for a critical one",
      filled([...many("critical", 19), "high"] as const),
      anchor("x", "critical"),
      ["a19"],
    ],
    ["drops a high one for a high one", filled(many("high")), anchor("x", "high"), ["a0"]],
  ] as const)("%s", (_, state, added, archived) => {
    const outcome = addAnchor(state, added, NOW + 100);
    if (!outcome.ok) throw new Error(outcome.message);
    expect(outcome.archived.map((each) => each.id)).toEqual(archived);
    expect(outcome.state.anchors.at(-1)).toBe(added);
    expect(outcome.state.anchors.length).toBeLessThanOrEqual(ANCHOR_LIMIT);
    expect(outcome.state.updated).toBe(NOW + 100);
  });

  it.each([
    ["a 21st critical one", filled(many("critical")), anchor("x", "critical"), /20 critical anchors/],
    ["one less important than all", filled(many("critical")), anchor("x", "normal"), /more important/],
    ["a normal one among high ones", filled(many("high")), anchor("x", "normal"), /more important/],
    ["one of 1,001 characters", filled([]), anchor("x", "normal", NOW, "x".repeat(1001)), /1000 characters/],
    ["one without text", filled([]), anchor("x", "normal", NOW, "  "), /needs a text/],
  ] as const)("refuses %s", (_, state, added, message) => {
    const outcome = addAnchor(state, added, NOW);
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it("twice is once", () => {
    const state = filled(["high"]);
    expect(addAnchor(state, anchor("a0", "high"), NOW)).toMatchObject({ ok: true, state });
  });

  it("takes one of exactly 1,000 characters", () => {
    expect(addAnchor(filled([]), anchor("x", "normal", NOW, "x".repeat(1000)), NOW).ok).toBe(true);
  });
});

describe("age", () => {
  it.each([
    ["critical", 10_000 * HOUR, "critical"],
    ["high", ANCHOR_AGE - 1, "high"],
    ["high", ANCHOR_AGE, "normal"],
    ["high", 2 * ANCHOR_AGE - 1, "normal"],
    ["high", 2 * ANCHOR_AGE, "archived"],
    ["normal", ANCHOR_AGE - 1, "normal"],
    ["normal", ANCHOR_AGE, "archived"],
  ] as const)("makes a %s anchor of %i ms %s", (priority, age, becomes) => {
    const { state, archived } = ageAnchors({ ...emptyState(NOW), anchors: [anchor("a", priority)] }, NOW + age);
    expect(archived.length === 1 ? "archived" : state.anchors[0]?.priority).toBe(becomes);
  });
});

describe("any sequence of additions and ages", () => {
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom(...ANCHOR_PRIORITIES) }),
    fc.record({ hours: fc.nat(100) }),
    fc.record({ remove: fc.nat(30) }),
  );

  it("keeps the limit, loses no anchor, drops and demotes no critical one, and is repeatable", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let [state, now] = [emptyState(NOW), NOW];
        const gone = new Set<string>();
        const added = new Map<string, Anchor>();
        const removed = new Set<string>();
        steps.forEach((each, n) => {
          if ("hours" in each) {
            now += each.hours * HOUR;
            const aged = ageAnchors(state, now);
            expect(ageAnchors(aged.state, now)).toEqual({ state: aged.state, archived: [] });
            for (const old of aged.archived) gone.add(old.id);
            state = aged.state;
            return;
          }
          const fresh = "add" in each ? anchor(`n${n}`, each.add, now) : undefined;
          const outcome = fresh
            ? addAnchor(state, fresh, now)
            : removeAnchor(state, `n${"remove" in each ? each.remove : 0}`, now);
          if (!outcome.ok) return;
          if (fresh) added.set(fresh.id, fresh);
          else for (const old of outcome.archived) removed.add(old.id);
          for (const old of outcome.archived) gone.add(old.id);
          state = outcome.state;
        });
        expect(invalid("state", state)).toBeUndefined();
        const present = new Map(state.anchors.map((each) => [each.id, each]));
        for (const [id, each] of added) {
          expect(present.has(id) !== gone.has(id)).toBe(true);
          if (each.priority === "critical" && !removed.has(id)) expect(present.get(id)?.priority).toBe("critical");
        }
      }),
    );
  });
});

it("importance, then newness, makes the order", () => {
  const list = [
    anchor("n", "normal", 9),
    anchor("c1", "critical", 1),
    anchor("h", "high", 5),
    anchor("c2", "critical", 2),
  ];
  expect(byImportance(list).map((each) => each.id)).toEqual(["c2", "c1", "h", "n"]);
});
