import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../src/brain/defaults.js";
import { nodeFiles } from "../../src/brain/files.js";
import { findPlace, type Place } from "../../src/brain/place.js";
import type { SessionEvent } from "../../src/sessions/event.js";
import { type Keeper, type KeeperOptions, makeKeeper } from "../../src/sessions/keeper.js";
import { freshPlace, HOUR, NOW, tempDir } from "../brain/support.js";

const MINUTE = 60_000;
const about = { host: "claude-code", project: "/p" } as const;
const briefs: Readonly<Record<string, { scope: "project"; role: string; tools: string[]; firstTools: string[] }>> = {
  executor: { scope: "project", role: "Carries out one task.", tools: ["read"], firstTools: ["read"] },
};

function keeper(place: Place = freshPlace(), options: Partial<KeeperOptions> = {}): Keeper {
  const agent = (name: string | null) => briefs[name ?? ""] ?? { scope: null, role: null, tools: [], firstTools: [] };
  return makeKeeper({ place, mode: "FULL", agent, ...options });
}

/** Reports events and checks that nothing went wrong on the way. */
function report(at: Keeper, ...events: readonly SessionEvent[]): string[] {
  return events.map((event) => {
    const told = at.on(event);
    expect(told.problems).toEqual([]);
    return told.text ?? "";
  });
}

const created = (session: string, time: number, more: object = {}): SessionEvent => ({
  type: "created",
  session,
  time,
  ...about,
  ...more,
});
const message = (session: string, time: number, more: object = {}): SessionEvent => ({
  type: "message",
  session,
  time,
  ...about,
  ...more,
});
const headings = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("## "));

describe("a session from beginning to return", () => {
  it("is told once, reminded after a compaction, and told again after a pause", () => {
    const place = freshPlace();
    const k = keeper(place);
    const texts = report(
      k,
      created("s1", NOW),
      created("s1", NOW),
      message("s1", NOW + MINUTE),
      message("s1", NOW + 2 * MINUTE),
      { type: "compacting", session: "s1", time: NOW + 3 * MINUTE, actions: ["edited a.ts"] },
      { type: "compacted", session: "s1", time: NOW + 4 * MINUTE, actions: ["edited a.ts"] },
      { type: "compacted", session: "s1", time: NOW + 4 * MINUTE + 100 },
      message("s1", NOW + 5 * MINUTE),
      { type: "idle", session: "s1", time: NOW + 6 * MINUTE },
      { type: "idle", session: "s1", time: NOW + 6 * MINUTE + 10 },
      { type: "ended", session: "s1", time: NOW + 7 * MINUTE },
    );
    expect(texts.map(headings)).toEqual([
      ["## Where this session stands"],
      [],
      [],
      [],
      ["## Keep in the summary"],
      ["## Where this session stands", "## After the summary"],
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(texts[4]).toContain("edited a.ts");
    // Another process, two hours later.
    const later = report(
      keeper(place),
      { type: "resumed", session: "s1", time: NOW + 7 * MINUTE + 2 * HOUR, ...about },
      { type: "resumed", session: "s1", time: NOW + 7 * MINUTE + 2 * HOUR, ...about },
      message("s1", NOW + 8 * MINUTE + 2 * HOUR),
    );
    expect(later.map(headings)).toEqual([["## Resumed", "## Where this session stands"], [], []]);
    expect(later[0]).toContain("Idle for: 2 h");
    expect(k.ledger.read("s1")).toMatchObject({
      sessionState: "between-turn",
      previousState: "resumed",
      compactions: 1,
      messages: 4,
      statistics: { iterations: 3 },
      ended: false,
    });
    expect(k.ledger.read("s1")?.stateHistory.map((each) => each.state)).toEqual([
      "new",
      "between-turn",
      "compacted",
      "between-turn",
      "idle",
      "resumed",
      "between-turn",
    ]);
  });

  it.each([
    ["after a minute", MINUTE, "resumed", []],
    ["after an hour", HOUR, "resumed", ["## Resumed", "## Where this session stands"]],
    ["after 48 h", 48 * HOUR, "resumed", ["## Resumed", "## Where this session stands"]],
    ["later", 48 * HOUR + 1, "new", ["## Where this session stands"]],
  ] as const)("resumed %s", (_, pause, state, said) => {
    const k = keeper();
    report(k, created("s1", NOW), message("s1", NOW), { type: "idle", session: "s1", time: NOW });
    const [text = ""] = report(k, { type: "resumed", session: "s1", time: NOW + pause, ...about });
    expect(headings(text)).toEqual(said);
    expect(k.ledger.read("s1")?.sessionState).toBe(state);
  });

  it("whose return the host does not announce is inferred from its first message", () => {
    const k = keeper();
    report(k, created("s1", NOW), message("s1", NOW), { type: "idle", session: "s1", time: NOW });
    report(k, message("s1", NOW + 10 * MINUTE, { continued: true }));
    expect(k.ledger.read("s1")).toMatchObject({ sessionState: "resumed", previousState: "idle" });
  });

  it("hears when what it was told has changed, and of nothing else", () => {
    const k = keeper();
    report(k, created("s1", NOW), message("s1", NOW));
    k.brain.setPhase("review", NOW);
    const texts = report(k, message("s1", NOW + 1), message("s1", NOW + 2));
    expect(texts.map(headings)).toEqual([["## Where this session stands"], []]);
    expect(texts[0]).toContain("Phase: review");
    k.brain.changeTodos((todos) => ({ ok: true, todos }), NOW);
    expect(report(k, message("s1", NOW + 3))).toEqual([""]);
  });

  it("that is cleared or forked begins anew", () => {
    const k = keeper();
    report(k, created("s1", NOW), message("s1", NOW));
    const texts = report(k, created("s1", NOW + 5, { source: "clear" }), created("s2", NOW + 6, { source: "fork" }));
    expect(texts.map(headings)).toEqual([["## Where this session stands"], ["## Where this session stands"]]);
    expect(k.ledger.read("s1")?.sessionState).toBe("new");
  });

  it("that was archived is known again when it returns", () => {
    const k = keeper();
    report(k, created("s1", NOW), created("c1", NOW, { parent: "s1" }));
    report(k, created("s2", NOW + 200 * HOUR));
    expect(readdirSync(k.ledger.place.archive).sort()).toEqual(["c1.json", "s1.json"]);
    report(k, message("c1", NOW + 201 * HOUR, { continued: true }));
    expect(k.ledger.read("c1")).toMatchObject({ level: 1, parent: "s1", sessionState: "new" });
  });
});

describe("where the host asks for the text at each request", () => {
  it("it is always the same while nothing changes, and carries the reminder for one turn", () => {
    const k = keeper(freshPlace(), { delivery: "always" });
    expect(report(k, created("s1", NOW), message("s1", NOW))).toEqual(["", ""]);
    const first = k.standing("s1", NOW);
    expect(headings(first)).toEqual(["## Where this session stands"]);
    expect(k.standing("s1", NOW + 1)).toBe(first);
    report(k, { type: "compacted", session: "s1", time: NOW + 5000 });
    expect(headings(k.standing("s1", NOW))).toEqual(["## Where this session stands", "## After the summary"]);
    report(k, message("s1", NOW + 6000));
    expect(k.standing("s1", NOW)).toBe(first);
    report(k, { type: "idle", session: "s1", time: NOW + 7000 }, message("s1", NOW + 2 * HOUR));
    expect(headings(k.standing("s1", NOW))).toEqual(["## Resumed", "## Where this session stands"]);
    expect(k.standing("unknown", NOW)).toBe("");
  });
});

describe("delegation", () => {
  it("gives every session the length of its parent chain as level, and a text of its level", () => {
    const k = keeper();
    const texts = report(
      k,
      created("s0", NOW),
      created("s1", NOW, { parent: "s0", agent: "executor" }),
      created("s2", NOW, { parent: "s1" }),
      created("s3", NOW, { parent: "s2" }),
    );
    expect(["s0", "s1", "s2", "s3"].map((id) => k.levelOf(id))).toEqual([0, 1, 2, 3]);
    expect(texts.map((text) => text !== "")).toEqual([true, true, false, false]);
    expect(texts[1]).toContain("executor: Carries out one task.");
    expect(k.ledger.read("s3")).toMatchObject({ root: "s0", control: "opaque", parent: "s2" });
    expect(k.levelOf("unknown")).toBeUndefined();
  });

  it("connects call and child by the call's id, whoever reports first", () => {
    const orders: SessionEvent[][] = [
      [
        { type: "spawn-requested", session: "s0", callId: "c1", agent: "executor", time: NOW },
        { type: "spawn-started", session: "a1", callId: "c1", agent: "executor", root: "s0", time: NOW, ...about },
        { type: "spawn-finished", session: "s0", callId: "c1", outcome: "success", time: NOW },
      ],
      [
        { type: "spawn-started", session: "a1", agent: "executor", root: "s0", time: NOW, ...about },
        { type: "spawn-requested", session: "s0", callId: "c1", agent: "executor", time: NOW },
        { type: "spawn-finished", session: "s0", callId: "c1", outcome: "success", child: "a1", time: NOW },
      ],
      [
        { type: "spawn-requested", session: "s0", callId: "c1", agent: "executor", time: NOW },
        { type: "spawn-finished", session: "s0", callId: "c1", outcome: "success", child: "a1", time: NOW },
        { type: "spawn-started", session: "a1", callId: "c1", agent: "executor", root: "s0", time: NOW, ...about },
      ],
    ];
    for (const order of orders) {
      const k = keeper();
      report(k, created("s0", NOW), ...order, ...order);
      expect(k.ledger.read("a1")).toMatchObject({ parent: "s0", level: 1, confirmed: true, agent: "executor" });
      expect(k.openSpawns("s0", NOW)).toBe(0);
      expect(k.brain.metrics(NOW).spawns.total).toBe(1);
    }
  });

  it("binds a child to the project that its task named, and all that is below it", () => {
    const k = keeper();
    const task = (session: string, callId: string, bound?: string): SessionEvent => ({
      type: "spawn-requested",
      session,
      callId,
      agent: "executor",
      time: NOW,
      ...(bound === undefined ? {} : { bound }),
    });
    const started = (session: string, callId: string): SessionEvent => ({
      type: "spawn-started",
      session,
      callId,
      agent: "executor",
      time: NOW,
      ...about,
    });
    report(k, created("s0", NOW), task("s0", "c1", "api"), task("s0", "c2", "web"), task("s0", "c3"));
    report(k, started("a2", "c2"), started("a1", "c1"), started("a3", "c3"));
    // What is bound stays bound, whatever its own tasks or a second task say.
    report(k, task("a1", "c4", "web"), started("b1", "c4"), task("s0", "c5", "web"), started("a1", "c5"));
    const bound = (id: string) => k.ledger.read(id)?.bound;
    expect(["s0", "a1", "a2", "a3", "b1"].map(bound)).toEqual([undefined, "api", "web", undefined, "api"]);
  });

  it("binds a child of which only its root is known by the place that was guessed for it", () => {
    const k = keeper();
    const sign: SessionEvent = {
      type: "spawn-started",
      session: "a1",
      agent: "executor",
      root: "s0",
      time: NOW,
      ...about,
    };
    const task = {
      type: "spawn-requested",
      session: "s0",
      callId: "c1",
      agent: "executor",
      bound: "api",
      time: NOW,
    } as const;
    report(k, created("s0", NOW), task, sign);
    expect(k.ledger.read("a1")?.bound).toBeUndefined();
    report(k, sign);
    expect(k.ledger.read("a1")?.bound).toBe("api");
  });

  it("infers the parent of a nested child, and corrects it with all that is below when it is told better", () => {
    const k = keeper();
    report(
      k,
      created("s0", NOW),
      { type: "spawn-requested", session: "s0", callId: "c1", agent: "planner", time: NOW },
      { type: "spawn-started", session: "a1", root: "s0", agent: "planner", time: NOW, ...about },
      { type: "spawn-requested", session: "a1", callId: "c2", agent: "executor", time: NOW },
      { type: "spawn-started", session: "a2", root: "s0", agent: "executor", time: NOW, ...about },
    );
    expect([k.levelOf("a1"), k.levelOf("a2")]).toEqual([1, 2]);
    expect(k.ledger.read("a2")).toMatchObject({ parent: "a1", confirmed: false });
    // A child nobody asked for is taken for the root's.
    report(k, { type: "spawn-started", session: "a3", root: "s0", agent: "x", time: NOW, ...about });
    report(k, created("a4", NOW, { parent: "a3" }));
    expect([k.levelOf("a3"), k.levelOf("a4")]).toEqual([1, 2]);
    report(k, { type: "spawn-started", session: "a3", root: "s0", parent: "a2", time: NOW, ...about });
    expect([k.levelOf("a3"), k.levelOf("a4")]).toEqual([3, 4]);
    // What is known is not given up for a guess.
    report(k, { type: "spawn-started", session: "a3", root: "s0", agent: "x", time: NOW, ...about });
    expect(k.ledger.read("a3")).toMatchObject({ parent: "a2", confirmed: true });
  });

  it("makes no rings", () => {
    const k = keeper();
    report(k, created("s0", NOW), created("s1", NOW, { parent: "s0" }), created("s0", NOW, { parent: "s1" }));
    report(k, created("s1", NOW, { parent: "s1" }));
    expect([k.levelOf("s0"), k.levelOf("s1")]).toEqual([0, 1]);
  });

  it("frees its slot on success, error, abort and crash alike", () => {
    for (const outcome of ["success", "error", "abort"] as const) {
      const k = keeper();
      report(k, created("s0", NOW), { type: "spawn-requested", session: "s0", callId: "c1", time: NOW });
      expect(k.openSpawns("s0", NOW)).toBe(1);
      report(k, { type: "spawn-finished", session: "s0", callId: "c1", outcome, time: NOW });
      expect(k.openSpawns("s0", NOW)).toBe(0);
    }
    const k = keeper();
    report(k, created("s0", NOW), { type: "spawn-requested", session: "s0", callId: "c1", time: NOW });
    expect([k.openSpawns("s0", NOW + 10 * MINUTE - 1), k.openSpawns("s0", NOW + 10 * MINUTE)]).toEqual([1, 0]);
  });

  it("of a child in the background frees its slot when the child is idle", () => {
    const k = keeper();
    report(
      k,
      created("s0", NOW),
      { type: "spawn-requested", session: "s0", callId: "c1", agent: "x", time: NOW },
      { type: "spawn-started", session: "a1", root: "s0", agent: "x", time: NOW, ...about },
      { type: "spawn-finished", session: "s0", callId: "c1", outcome: "background", child: "a1", time: NOW },
    );
    expect(k.openSpawns("s0", NOW)).toBe(1);
    expect(k.ledger.read("a1")).toMatchObject({ confirmed: true, sessionState: "new" });
    report(k, { type: "idle", session: "a1", time: NOW + 1 }, { type: "idle", session: "a1", time: NOW + 2 });
    expect(k.openSpawns("s0", NOW)).toBe(0);
  });

  it("of a child that is spoken to again keeps its level", () => {
    const k = keeper();
    report(k, created("s0", NOW), created("s1", NOW, { parent: "s0" }), { type: "idle", session: "s1", time: NOW + 1 });
    report(k, { type: "spawn-started", session: "s1", root: "s0", time: NOW + 2, ...about });
    expect(k.ledger.read("s1")).toMatchObject({ level: 1, parent: "s0", sessionState: "between-turn" });
    report(k, message("s1", NOW + 3 * HOUR, { continued: true }));
    expect(k.levelOf("s1")).toBe(1);
  });

  it("of a parent nobody heard of trusts the depth the host names", () => {
    const k = keeper();
    report(k, created("a9", NOW, { parent: "gone", level: 3 }), created("b9", NOW, { parent: "gone2" }));
    expect([k.levelOf("a9"), k.levelOf("b9")]).toEqual([3, 1]);
  });

  it("with ids that cannot name files works as with others", () => {
    const k = keeper();
    report(
      k,
      created("s/0", NOW),
      { type: "spawn-requested", session: "s/0", callId: "functions.task:0", agent: "x", time: NOW },
      { type: "spawn-started", session: "../a", callId: "functions.task:0", time: NOW, ...about },
    );
    expect(k.levelOf("../a")).toBe(1);
    expect(k.openSpawns("s/0", NOW)).toBe(1);
    for (const name of readdirSync(k.ledger.place.sessions)) expect(name).toMatch(/^\.?x-[0-9a-f]{32}\.json/);
  });
});

describe("what is kept of the work", () => {
  it("metrics of one root session, archived when the next begins", () => {
    const k = keeper();
    report(k, created("s1", NOW), message("s1", NOW), message("s1", NOW + 1), created("s2", NOW + 2));
    expect(k.brain.metrics(NOW)).toMatchObject({ session: "s2", iterations: 0 });
    expect(readdirSync(k.ledger.place.history).filter((each) => !each.startsWith("."))).toEqual([
      "metrics-2026-01-02.json",
    ]);
    // A child's beginning resets nothing.
    report(k, message("s2", NOW + 3), created("c", NOW + 4, { parent: "s2" }));
    expect(k.brain.metrics(NOW)).toMatchObject({ session: "s2", iterations: 1 });
  });

  it("errors, with advice when one comes for the third time", () => {
    const k = keeper();
    const failed = (text: string): SessionEvent => ({
      type: "failed",
      session: "s1",
      time: NOW,
      tool: "bash",
      message: text,
    });
    const texts = report(k, created("s1", NOW), failed("no such file"), failed("other"), failed("no such file"));
    expect(texts.slice(1)).toEqual(["", "", ""]);
    expect(report(k, failed("no such file"))[0]).toContain("3 times: no such file");
  });

  it("a checkpoint where the work was halted", () => {
    const k = keeper();
    report(k, created("s1", NOW, { agent: "executor" }));
    k.brain.addAnchor({ kind: "decision", priority: "critical", text: "Use sqlite" }, NOW);
    report(k, { type: "halted", session: "s1", time: NOW, reason: "too deep" });
    const [name = ""] = readdirSync(k.ledger.place.execution).filter((each) => each.startsWith("halt-"));
    expect(JSON.parse(readFileSync(join(k.ledger.place.execution, name), "utf8"))).toMatchObject({
      kind: "halt",
      reason: "too deep",
      agent: "executor",
      level: 0,
      anchors: [{ text: "Use sqlite" }],
    });
  });

  it("the first tool of an agent, with a word where its file asks for another, once", () => {
    const k = keeper();
    const seen = (tool: string): SessionEvent => ({ type: "seen", session: "s1", time: NOW, tool, ...about });
    const texts = report(k, created("s1", NOW, { agent: "executor" }), seen("bash"), seen("bash"), seen("read"));
    expect(texts.map((text) => text.startsWith("Note:"))).toEqual([false, true, false, false]);
    expect(k.ledger.read("s1")?.firstTool).toBe("bash");
    report(k, created("s2", NOW, { agent: "executor" }));
    expect(report(k, { ...seen("read"), session: "s2" } as SessionEvent)).toEqual([""]);
  });

  it("a sign of life by the minute, without a write in between", () => {
    const k = keeper();
    const seen = (time: number): SessionEvent => ({ type: "seen", session: "s1", time, tool: "read", ...about });
    report(k, created("s1", NOW), seen(NOW));
    const path = join(k.ledger.place.sessions, "s1.json");
    const before = readFileSync(path, "utf8");
    report(k, seen(NOW + MINUTE));
    expect(readFileSync(path, "utf8")).toBe(before);
    report(k, seen(NOW + MINUTE + 1));
    expect(k.ledger.read("s1")?.lastSeen).toBe(NOW + MINUTE + 1);
  });
});

describe("places and modes", () => {
  const initialised = (mode: "FULL" | "TEST" | "READONLY"): Place => {
    const dir = tempDir();
    mkdirSync(join(dir, "app/.bailiff/brain"), { recursive: true });
    writeFileSync(join(dir, "app/.bailiff/brain/config.json"), JSON.stringify(defaultConfig()));
    return findPlace({ project: join(dir, "app"), home: join(dir, "home"), mode, stateHome: undefined });
  };
  const life = [created("s1", NOW), message("s1", NOW), created("c1", NOW, { parent: "s1" })];

  it("creates nothing in a project that nobody initialised", () => {
    const k = keeper();
    report(k, ...life, { type: "halted", session: "s1", time: NOW, reason: "x" });
    expect(readdirSync(k.ledger.place.project)).toEqual([]);
    expect(k.levelOf("c1")).toBe(1);
  });

  it("keeps the ledger in an initialised project", () => {
    const place = initialised("FULL");
    report(keeper(place), ...life);
    expect(readdirSync(join(place.project, ".bailiff/brain/sessions")).sort()).toContain("c1.json");
    expect(nodeFiles.stat(place.userState)).toBeUndefined();
  });

  it("TEST leaves the brain alone", () => {
    const place = initialised("TEST");
    report(keeper(place), ...life);
    expect(readdirSync(join(place.project, ".bailiff")).sort()).toEqual(["brain", "test-brain"]);
    expect(readdirSync(join(place.project, ".bailiff/brain"))).toEqual(["config.json"]);
  });

  it("READONLY freezes the brain and still knows how deep a session is", () => {
    const place = initialised("READONLY");
    const k = keeper(place);
    const texts = report(k, ...life, { type: "failed", session: "s1", time: NOW, message: "x" });
    expect(texts[0]).toContain("## Where this session stands");
    expect(readdirSync(join(place.project, ".bailiff/brain"))).toEqual(["config.json"]);
    expect(k.levelOf("c1")).toBe(1);
  });
});

describe("what goes wrong", () => {
  it("without a disk the process still knows its sessions, and says what is wrong", () => {
    const place = freshPlace();
    // A file where the home directory should be.
    writeFileSync(join(place.userState, "..", "..", "..", "..", ".."), "");
    const k = keeper(place);
    const told = k.on(created("s1", NOW));
    k.on(created("c1", NOW, { parent: "s1" }));
    k.on({ type: "spawn-requested", session: "c1", callId: "x", time: NOW });
    expect(told.problems).not.toEqual([]);
    expect([k.levelOf("s1"), k.levelOf("c1"), k.openSpawns("c1", NOW)]).toEqual([0, 1, 1]);
  });

  it("a damaged record is restored from its good copy", () => {
    const k = keeper();
    report(k, created("s0", NOW), created("s1", NOW, { parent: "s0" }));
    const path = join(k.ledger.place.sessions, "s1.json");
    for (const text of ["", "{", '{"version":1}', "null"]) {
      writeFileSync(path, text);
      expect(k.levelOf("s1")).toBe(1);
    }
    const { problems } = k.on(message("s1", NOW + 1));
    expect(problems).toMatchObject([{ file: path, kept: expect.stringContaining(".corrupt-") }]);
    expect(k.levelOf("s1")).toBe(1);
  });

  it("events of sessions never heard of are harmless", () => {
    const k = keeper();
    expect(
      report(
        k,
        { type: "idle", session: "x", time: NOW },
        { type: "compacting", session: "x", time: NOW },
        { type: "compacted", session: "x", time: NOW },
        { type: "spawn-requested", session: "x", callId: "c", time: NOW },
        { type: "spawn-finished", session: "x", callId: "c", outcome: "success", time: NOW },
        { type: "ended", session: "x", time: NOW },
      ),
    ).toEqual(["", "", "", "", "", ""]);
    expect(k.levelOf("x")).toBeUndefined();
  });
});
