import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HISTORY_LIMIT, SESSION_STATES } from "../../src/brain/limits.js";
import type { Session } from "../../src/brain/schema/session.js";
import { invalid } from "../../src/brain/validate.js";
import {
  adopt,
  birth,
  causeOfReturn,
  claimSpawn,
  closeSpawn,
  enter,
  openSpawn,
  withAgent,
} from "../../src/sessions/reduce.js";
import { openSpawns, SPAWN_LEASE } from "../../src/sessions/slots.js";
import { type Cause, pauseOf, TRANSITIONS } from "../../src/sessions/states.js";
import { HOUR, NOW, sessionRecord } from "../brain/support.js";

const limits = { afterHours: 1, untilHours: 48 };
const fresh = birth({ id: "s1", host: "opencode", project: "/p", time: NOW });
/** The session after causes that come a minute apart. */
const history = (...causes: readonly Cause[]): Session =>
  causes.reduce((session, cause, n) => enter(session, cause, NOW + n * 60_000).session, fresh);
const causes = Object.keys(TRANSITIONS) as Cause[];

describe("the table", () => {
  it("has a cell for every cause and state", () => {
    for (const cause of causes) {
      expect(Object.keys(TRANSITIONS[cause]).sort()).toEqual(["none", ...SESSION_STATES].sort());
      for (const state of Object.values(TRANSITIONS[cause])) expect(SESSION_STATES).toContain(state);
    }
  });

  it.each([
    [["created"], "new", null],
    [["created", "message"], "between-turn", "new"],
    [["created", "message", "message"], "between-turn", "new"],
    [["created", "message", "compacting"], "between-turn", "new"],
    [["created", "message", "compacting", "compacted"], "compacted", "between-turn"],
    [["created", "message", "compacted", "seen"], "compacted", "between-turn"],
    [["created", "message", "compacted", "message"], "between-turn", "compacted"],
    [["created", "message", "idle"], "idle", "between-turn"],
    [["created", "message", "idle", "idle", "ended"], "idle", "between-turn"],
    [["created", "message", "idle", "message"], "between-turn", "idle"],
    [["created", "message", "idle", "seen"], "between-turn", "idle"],
    [["created", "message", "idle", "return"], "resumed", "idle"],
    [["created", "message", "idle", "return", "message"], "between-turn", "resumed"],
    [["created", "message", "idle", "rejoined"], "resumed", "idle"],
    [["created", "message", "idle", "return-late"], "new", "idle"],
    [["created", "message", "restarted"], "new", "between-turn"],
    [["created", "message", "idle", "created"], "idle", "between-turn"],
    [["message"], "new", null],
    [["idle"], "idle", null],
    [["compacted"], "compacted", null],
    [["created", "rejoined"], "new", null],
    [["created", "message", "idle", "woken"], "between-turn", "idle"],
  ] as const)("%j leads to %s", (sequence, state, previous) => {
    const session = history(...sequence);
    expect([session.sessionState, session.previousState]).toEqual([state, previous]);
  });

  it("remembers what happened when", () => {
    expect(history("created", "message", "idle", "idle").stateHistory).toEqual([
      { state: "new", time: NOW, event: "created" },
      { state: "between-turn", time: NOW + 60_000, event: "message" },
      { state: "idle", time: NOW + 120_000, event: "idle" },
    ]);
  });
});

describe("pauses", () => {
  it.each([
    [0, "short"],
    [HOUR - 1, "short"],
    [HOUR, "resume"],
    [48 * HOUR, "resume"],
    [48 * HOUR + 1, "late"],
  ] as const)("%i ms is %s", (pause, kind) => expect(pauseOf(NOW, NOW + pause, limits)).toBe(kind));

  it.each([
    ["idle", 2 * HOUR, false, "return"],
    ["idle", 50 * HOUR, false, "return-late"],
    ["idle", 60_000, false, "message"],
    // A turn that takes two hours is no pause.
    ["between-turn", 2 * HOUR, false, "message"],
    ["between-turn", 2 * HOUR, true, "return"],
    ["between-turn", 60_000, true, "rejoined"],
    ["idle", 60_000, true, "rejoined"],
    ["idle", 50 * HOUR, true, "return-late"],
    ["idle", -5, true, "rejoined"],
  ] as const)(
    "of a session that is %s, %i ms, said by the host: %s, are a %s",
    (sessionState, pause, explicit, cause) => {
      expect(causeOfReturn(sessionRecord("s", { sessionState }), NOW + pause, limits, explicit).cause).toBe(cause);
    },
  );
});

describe("repeated and stray events", () => {
  it.each(causes)("%s twice at one time is once", (cause) => {
    const once = enter(history("created", "message"), cause, NOW + HOUR).session;
    expect(enter(once, cause, NOW + HOUR).session).toEqual(once);
  });

  it("two reports of one compaction count once, two compactions twice", () => {
    const first = enter(history("created", "message"), "compacted", NOW + HOUR).session;
    const stray = enter(first, "compacted", NOW + HOUR + 1500).session;
    const second = enter(stray, "compacted", NOW + 2 * HOUR).session;
    expect([first, stray, second].map((each) => each.compactions)).toEqual([1, 1, 2]);
  });

  it("the time of last sign never goes back", () => {
    expect(enter(history("created"), "message", NOW - HOUR).session.lastSeen).toBe(NOW);
  });

  it("any sequence gives a valid record whose history is bounded and loses nothing", () => {
    const step = fc.record({ cause: fc.constantFrom(...causes), later: fc.integer({ min: -1000, max: 100 * HOUR }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let [session, now, entered] = [fresh, NOW, 0];
        const overflow: unknown[] = [];
        for (const each of steps) {
          now = Math.max(0, now + each.later);
          const before = session;
          const result = enter(session, each.cause, now);
          session = result.session;
          overflow.push(...result.overflow);
          if (session.stateHistory.at(-1) !== before.stateHistory.at(-1)) entered++;
          if (session.stateHistory.length > 0) expect(session.stateHistory.at(-1)?.state).toBe(session.sessionState);
        }
        expect(invalid("session", session)).toBeUndefined();
        expect(session.stateHistory.length).toBeLessThanOrEqual(HISTORY_LIMIT);
        expect(session.stateHistory.length + overflow.length).toBe(entered);
      }),
    );
  });
});

describe("delegations of a session", () => {
  const parent = history("created", "message");

  it("take one slot a call and free it once, whatever comes twice or in the wrong order", () => {
    const call = fc.constantFrom("c1", "c2", "c3");
    const step = fc.oneof(fc.record({ open: call }), fc.record({ close: call }), fc.record({ claim: call }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let session = parent;
        const opened = new Set<string>();
        const closed = new Set<string>();
        for (const each of steps) {
          if ("open" in each) {
            session = openSpawn(session, each.open, "general", NOW);
            opened.add(each.open);
          } else if ("close" in each) {
            session = closeSpawn(session, each.close);
            closed.add(each.close);
          } else session = claimSpawn(session, each.claim, `child-${each.claim}`);
          const open = session.spawns.map((spawn) => spawn.callId).sort();
          expect(open).toEqual([...opened].filter((id) => !closed.has(id)).sort());
        }
        expect(invalid("session", session)).toBeUndefined();
      }),
    );
  });

  it.each([
    ["a young one is open", 0, undefined, 1],
    ["one at the end of its lease is not", SPAWN_LEASE, undefined, 0],
    ["one whose child gave a sign is open", SPAWN_LEASE, SPAWN_LEASE - 1000, 1],
    ["one whose child fell silent is not", 3 * SPAWN_LEASE, SPAWN_LEASE, 0],
  ] as const)("%s", (_, age, sign, count) => {
    const session = claimSpawn(openSpawn(parent, "c1", "general", NOW), "c1", "child");
    const found = openSpawns(session, NOW + age, () => (sign === undefined ? undefined : NOW + sign));
    expect(found.length).toBe(count);
  });

  it("are bounded", () => {
    let session = parent;
    for (let n = 0; n < 200; n++) session = closeSpawn(openSpawn(session, `c${n}`, "x".repeat(300), NOW), `c${n - 70}`);
    expect(invalid("session", session)).toBeUndefined();
  });
});

it.each([
  [0, "full"],
  [1, "can-stop"],
  [2, "opaque"],
  [3, "opaque"],
] as const)("a session of level %i leaves the user control: %s", (level, control) => {
  expect(adopt(fresh, { id: "p", root: "r", level: level - 1 }, true)).toMatchObject({ level, control, root: "r" });
});

it.each([
  [undefined, null, null],
  ["", null, null],
  ["executor", "executor", "project"],
] as const)("the agent %j is noted as %j", (agent, name, scope) => {
  expect(withAgent(fresh, agent, "project")).toMatchObject({ agent: name, scope });
});
