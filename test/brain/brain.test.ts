import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBrain } from "../../src/brain/brain.js";
import { createCheckpoint, deleteCheckpoint, listCheckpoints, readCheckpoint } from "../../src/brain/checkpoints.js";
import { defaultConfig } from "../../src/brain/defaults.js";
import { readHistory } from "../../src/brain/history.js";
import { countIteration } from "../../src/brain/metrics.js";
import { findPlace } from "../../src/brain/place.js";
import { makeStore } from "../../src/brain/store.js";
import { addTodo } from "../../src/brain/todos.js";
import { dyingFiles, freshPlace, HOUR, NOW, tempDir } from "./support.js";

const brainOf = (place = freshPlace(), store = makeStore()) => makeBrain(place, store);
const namesIn = (dir: string): string[] => {
  try {
    return readdirSync(dir).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
};
const halt = {
  kind: "halt",
  reason: "too deep",
  session: "s1",
  agent: "a",
  level: 3,
  phase: null,
  anchors: [],
  todos: [],
} as const;
const copyOfHalt = () => ({ ...halt, anchors: [], todos: [] });

describe("places", () => {
  const project = (make: (dir: string) => void): ReturnType<typeof findPlace> => {
    const dir = tempDir();
    make(dir);
    return findPlace({ project: dir, home: "/home/dev", mode: "FULL", stateHome: undefined });
  };
  const init = (dir: string): void => {
    mkdirSync(join(dir, ".bailiff/brain"), { recursive: true });
    writeFileSync(join(dir, ".bailiff/brain/config.json"), JSON.stringify(defaultConfig()));
  };

  it.each([
    ["nothing", () => {}, false],
    [".bailiff alone", (dir: string) => mkdirSync(join(dir, ".bailiff")), false],
    ["a brain without config", (dir: string) => mkdirSync(join(dir, ".bailiff/brain"), { recursive: true }), false],
    ["a config", init, true],
    [
      "an invalid config",
      (dir: string) => {
        init(dir);
        writeFileSync(join(dir, ".bailiff/brain/config.json"), "");
      },
      true,
    ],
    [
      "a link to an initialised one",
      (dir: string) => {
        const other = tempDir();
        init(other);
        symlinkSync(join(other, ".bailiff"), join(dir, ".bailiff"));
      },
      false,
    ],
    ["a file called .bailiff", (dir: string) => writeFileSync(join(dir, ".bailiff"), ""), false],
  ] as const)("a project with %s", (_, make, initialised) => {
    const place = project(make);
    expect(place.initialised).toBe(initialised);
    expect(place.brain.startsWith(initialised ? place.project : "/home/dev/.local/state/bailiff/projects/")).toBe(true);
  });

  it.each([
    ["/var/state", "/var/state/bailiff/projects/"],
    ["relative", "/home/dev/.local/state/bailiff/projects/"],
    ["", "/home/dev/.local/state/bailiff/projects/"],
  ])("XDG_STATE_HOME=%s", (stateHome, expected) => {
    const place = findPlace({ project: "/nowhere", home: "/home/dev", mode: "FULL", stateHome });
    expect(place.brain.startsWith(expected)).toBe(true);
  });

  it("modes have brains of their own", () => {
    const dir = tempDir();
    init(dir);
    const at = (mode: "FULL" | "TEST" | "READONLY" | "MINIMAL") =>
      findPlace({ project: dir, home: "/home/dev", mode, stateHome: undefined });
    expect(at("TEST").brain).toBe(join(dir, ".bailiff/test-brain"));
    expect(at("MINIMAL").brain).toBe(join(dir, ".bailiff/brain"));
    const frozen = at("READONLY");
    expect([frozen.brain, frozen.frozen]).toEqual([join(dir, ".bailiff/brain"), true]);
    expect(frozen.sessions.startsWith(dir)).toBe(false);
    expect(frozen.sessionsBefore).toContain(join(dir, ".bailiff/brain/sessions"));
  });
});

describe("a brain", () => {
  it("creates nothing in a project that nobody initialised", () => {
    const brain = brainOf();
    expect(brain.ensure(NOW).ok).toBe(true);
    expect(readdirSync(brain.place.project)).toEqual([]);
    expect(namesIn(brain.place.brain)).toEqual(["config.json", "execution-metrics.json", "state.json", "todos.json"]);
    expect(JSON.parse(readFileSync(join(brain.place.userState, "manifest.json"), "utf8"))).toEqual({
      version: 1,
      project: brain.place.project,
      created: NOW,
    });
    const before = readFileSync(brain.place.state, "utf8");
    expect(brain.ensure(NOW + 1).ok).toBe(true);
    expect(readFileSync(brain.place.state, "utf8")).toBe(before);
  });

  it("numbers anchors and todos", () => {
    const brain = brainOf();
    const add = () => brain.addAnchor({ kind: "decision", priority: "high", text: "x" }, NOW);
    expect([add(), add()].map((each) => each.ok && each.value.id)).toEqual(["a1", "a2"]);
    const todo = { text: "x", status: "pending", priority: "normal", created: NOW, updated: NOW } as const;
    brain.changeTodos((todos, id) => addTodo(todos, { id, ...todo }), NOW);
    brain.changeTodos((todos, id) => addTodo(todos, { id, ...todo }), NOW);
    expect(brain.todos().todos.map((each) => each.id)).toEqual(["t1", "t2"]);
  });

  it("refuses in words what a pure module refuses", () => {
    const brain = brainOf();
    expect(brain.removeAnchor("a9", NOW)).toEqual({ ok: false, reason: "refused", message: "There is no anchor a9." });
    expect(brain.addAnchor({ kind: "decision", priority: "high", text: "" }, NOW)).toMatchObject({ ok: false });
    expect(brain.changeTodos(() => ({ ok: false, message: "no" }), NOW)).toMatchObject({ ok: false, message: "no" });
  });

  it("keeps fifty actions, the rest in its history, each once", () => {
    const brain = brainOf();
    for (let n = 0; n < 60; n++) brain.recordAction({ text: `action ${n}` }, NOW);
    expect(brain.state(NOW).history.map((each) => each.text)).toEqual(
      Array.from({ length: 50 }, (_, n) => `action ${n + 10}`),
    );
    const history = readHistory(brain.store.files, join(brain.place.history, "state-2026-01-02.json"));
    expect(history?.actions?.map((each) => each.text)).toEqual(Array.from({ length: 10 }, (_, n) => `action ${n}`));
  });

  it("archives anchors before it lets go of them, wherever it is interrupted", () => {
    for (let k = 0; ; k++) {
      const brain = brainOf();
      brain.addAnchor({ kind: "context", priority: "normal", text: "old" }, NOW);
      const files = dyingFiles(k);
      const aged = brainOf(brain.place, makeStore({ files })).ageAnchors(NOW + 48 * HOUR);
      const kept = brain.state(NOW).anchors.length;
      const path = join(brain.place.history, "anchors-2026-01-04.json");
      const archived = readHistory(brain.store.files, path)?.anchors?.length ?? 0;
      expect(kept + archived).toBeGreaterThanOrEqual(1);
      brain.ageAnchors(NOW + 48 * HOUR);
      expect(brain.state(NOW).anchors).toEqual([]);
      expect(readHistory(brain.store.files, path)?.anchors?.length).toBe(1);
      if (aged.ok && files.count() <= k) break;
      expect(k).toBeLessThan(50);
    }
  });

  it("restarts the metrics once for a root session, under a free name", () => {
    const brain = brainOf();
    for (const session of ["s1", "s2", "s2", "s3", "s4"]) {
      brain.restartMetrics(session, NOW);
      brain.countMetrics(countIteration, NOW);
      if (session === "s2") brain.countMetrics(countIteration, NOW);
    }
    expect(namesIn(brain.place.history)).toEqual([
      "metrics-2026-01-02-2.json",
      "metrics-2026-01-02-3.json",
      "metrics-2026-01-02.json",
    ]);
    expect(brain.metrics(NOW)).toMatchObject({ session: "s4", iterations: 1 });
  });

  it("loses no metrics wherever their archiving is interrupted", () => {
    for (let k = 0; ; k++) {
      const brain = brainOf();
      brain.restartMetrics("s1", NOW);
      brain.countMetrics(countIteration, NOW);
      const files = dyingFiles(k, "ENOSPC");
      const restarted = brainOf(brain.place, makeStore({ files })).restartMetrics("s2", NOW);
      if (brain.metrics(NOW).session === "s2")
        expect(namesIn(brain.place.history)).toEqual(["metrics-2026-01-02.json"]);
      else expect(brain.metrics(NOW)).toMatchObject({ session: "s1", iterations: 1 });
      brain.restartMetrics("s2", NOW);
      expect(namesIn(brain.place.history)).toEqual(["metrics-2026-01-02.json"]);
      if (restarted.ok && files.count() <= k) break;
      expect(k).toBeLessThan(50);
    }
  });

  it("tells of damaged files, and goes on", () => {
    const brain = brainOf();
    brain.ensure(NOW);
    brain.setPhase("build", NOW);
    expect(brain.problems(NOW)).toEqual([]);
    writeFileSync(brain.place.state, "{");
    expect(brain.state(NOW).phase).toBe("build");
    expect(brain.problems(NOW)).toMatchObject([{ file: brain.place.state }]);
    brain.setFramework("spec first", NOW);
    expect(brain.state(NOW)).toMatchObject({ phase: "build", framework: "spec first" });
    expect(brain.problems(NOW)).toMatchObject([
      { file: brain.place.state, kept: `${brain.place.state}.corrupt-2026-01-02T03-04-05-000Z` },
    ]);
  });

  it("changes nothing while frozen", () => {
    const brain = brainOf(freshPlace("READONLY"), makeStore({ frozen: true }));
    for (const done of [brain.setPhase("x", NOW), brain.recordAction({ text: "x" }, NOW), brain.ensure(NOW)])
      expect(done).toMatchObject({ ok: false, reason: "frozen" });
    expect(namesIn(brain.place.root)).toEqual([]);
  });
});

describe("checkpoints", () => {
  it("are created, read, listed newest first with their staleness, and deleted", () => {
    const { place, store } = brainOf();
    const made = [NOW, NOW, NOW + 48 * HOUR].map((time) => createCheckpoint(store, place, copyOfHalt(), time));
    const ids = made.map((each) => (each.ok ? each.value.id : ""));
    expect(ids).toEqual(["halt-20260102-030405000", "halt-20260102-030405000-2", "halt-20260104-030405000"]);
    expect(listCheckpoints(store, place, NOW + 48 * HOUR).map((each) => [each.checkpoint.id, each.stale])).toEqual([
      [ids[2], false],
      [ids[1], true],
      [ids[0], true],
    ]);
    expect(readCheckpoint(store, place, ids[0] ?? "")).toMatchObject({ reason: "too deep", level: 3 });
    expect(deleteCheckpoint(store, place, ids[0] ?? "")).toEqual({ ok: true });
    expect(deleteCheckpoint(store, place, ids[0] ?? "")).toEqual({ ok: true });
    expect(readCheckpoint(store, place, ids[0] ?? "")).toBeUndefined();
    expect(namesIn(place.execution).length).toBe(2);
  });

  it.each(["../state", "..", "", "a/b", ".halt"])("the id %j names nothing", (id) => {
    const { place, store } = brainOf();
    expect(readCheckpoint(store, place, id)).toBeUndefined();
    expect(deleteCheckpoint(store, place, id)).toMatchObject({ ok: false });
  });
});
