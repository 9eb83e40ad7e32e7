import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBrain } from "../../src/brain/brain.js";
import { createCheckpoint, listCheckpoints } from "../../src/brain/checkpoints.js";
import { type Files, nodeFiles } from "../../src/brain/files.js";
import { sessionKind } from "../../src/brain/kinds.js";
import type { Place } from "../../src/brain/place.js";
import { oldSessions, purge, SESSION_AGE } from "../../src/brain/purge.js";
import type { Session } from "../../src/brain/schema/session.js";
import { goodOf, makeStore } from "../../src/brain/store.js";
import { dyingFiles, freshPlace, HOUR, NOW, sessionRecord, tempDir } from "./support.js";

const OLD = NOW - SESSION_AGE - 1;
const old = (id: string, change: Partial<Session> = {}): Session => sessionRecord(id, { lastSeen: OLD, ...change });

/** Writes records as they are, without the cost of making each durable. */
function put(place: Place, sessions: readonly Session[]): void {
  nodeFiles.makeDirectory(place.sessions);
  for (const each of sessions) writeFileSync(join(place.sessions, `${each.id}.json`), JSON.stringify(each));
}

const names = (dir: string): string[] => (nodeFiles.stat(dir) ? readdirSync(dir).sort() : []);
const run = (place: Place, change: Partial<Parameters<typeof purge>[0]> = {}) =>
  purge({ place, store: makeStore(), now: NOW, ...change });

/** Every file below a directory with its content, links as such. */
function snapshot(dir: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names(dir)) {
    const path = join(dir, name);
    const type = nodeFiles.stat(path)?.type;
    if (type === "directory") for (const [k, v] of Object.entries(snapshot(path))) found[join(name, k)] = v;
    else found[name] = type === "file" ? readFileSync(path, "utf8") : (type ?? "");
  }
  return found;
}

describe("which sessions are old", () => {
  it.each([
    ["one untouched for 168 h and a millisecond", [old("a")], [], ["a"]],
    ["not one untouched for exactly 168 h", [sessionRecord("a", { lastSeen: NOW - SESSION_AGE })], [], []],
    ["not an open one", [old("a")], ["a"], []],
    ["not the child of an open one", [old("a"), old("b", { parent: "a" })], ["a"], []],
    ["not the grandchild of an open one", [old("a"), old("b", { parent: "a" }), old("c", { parent: "b" })], ["a"], []],
    ["not the child of a fresh one", [sessionRecord("a"), old("b", { parent: "a" })], [], []],
    ["not the parent of a fresh one", [old("a"), sessionRecord("b", { parent: "a" })], [], []],
    ["but the sibling of none", [old("a"), old("b", { parent: "a" }), old("x")], ["b"], ["x"]],
    ["a chain whose beginning is gone", [old("b", { parent: "gone" })], [], ["b"]],
    ["a ring, which only damage makes", [old("a", { parent: "b" }), old("b", { parent: "a" })], [], ["a", "b"]],
    ["not a ring with a fresh one in it", [old("a", { parent: "b" }), sessionRecord("b", { parent: "a" })], [], []],
  ] as const)("%s", (_, sessions, active, expected) => {
    expect(oldSessions(sessions, NOW, active).map((each) => each.id)).toEqual(expected);
  });
});

describe("purge", () => {
  it("moves old sessions with their content and keeps the rest", () => {
    const place = freshPlace();
    put(place, [old("a"), old("b", { parent: "a" }), sessionRecord("c")]);
    writeFileSync(goodOf(join(place.sessions, "a.json")), "copy");
    const text = readFileSync(join(place.sessions, "a.json"), "utf8");
    expect(run(place)).toEqual({
      dryRun: false,
      sessionsArchived: ["a", "b"],
      sessionsKept: 1,
      anchorsArchived: [],
      checkpointsRemoved: [],
      leftoversRemoved: [],
      problems: [],
    });
    expect(names(place.sessions)).toEqual(["c.json"]);
    expect(names(place.archive)).toEqual(["a.json", "b.json"]);
    expect(readFileSync(join(place.archive, "a.json"), "utf8")).toBe(text);
  });

  it("again changes nothing", () => {
    const place = freshPlace();
    put(place, [old("a"), sessionRecord("c")]);
    run(place);
    const before = snapshot(place.root);
    expect(run(place)).toMatchObject({ sessionsArchived: [], sessionsKept: 1, problems: [] });
    expect(snapshot(place.root)).toEqual(before);
  });

  it("--dry-run says the same and changes nothing", () => {
    const place = freshPlace();
    const brain = makeBrain(place, makeStore());
    brain.addAnchor({ kind: "context", priority: "normal", text: "x" }, NOW - 48 * HOUR);
    put(place, [old("a"), sessionRecord("c")]);
    for (let n = 0; n < 7; n++) halt(place, n);
    leftover(join(place.brain, ".state.json.1.aa.tmp"));
    const before = snapshot(place.root);
    const dry = run(place, { dryRun: true });
    expect(snapshot(place.root)).toEqual(before);
    expect(dry).toMatchObject({ sessionsArchived: ["a"], anchorsArchived: ["a1"] });
    expect([dry.checkpointsRemoved.length, dry.leftoversRemoved.length]).toEqual([2, 1]);
    expect(run(place)).toEqual({ ...dry, dryRun: false });
  });

  it("where there is nothing yet creates nothing", () => {
    const place = freshPlace();
    expect(run(place).problems).toEqual([]);
    expect(nodeFiles.stat(place.root)).toBeUndefined();
  });

  it("of a frozen brain changes nothing and says so", () => {
    const place = { ...freshPlace(), frozen: true };
    put(place, [old("a")]);
    expect(run(place).problems).toMatchObject([{ message: expect.stringContaining("frozen") }]);
    expect(names(place.sessions)).toEqual(["a.json"]);
    expect(run(place, { dryRun: true }).sessionsArchived).toEqual(["a"]);
  });

  it("gives a session that was archived before another name", () => {
    const place = freshPlace();
    for (const messages of [1, 2, 3]) {
      put(place, [old("a", { messages })]);
      run(place);
    }
    expect(names(place.archive)).toEqual(["a.json", "a~2.json", "a~3.json"]);
    expect(JSON.parse(readFileSync(join(place.archive, "a.json"), "utf8"))).toMatchObject({ messages: 1 });
  });

  it("leaves what is not a session's record, and names it", () => {
    const place = freshPlace();
    put(place, [old("a")]);
    writeFileSync(join(place.sessions, "torn.json"), "{");
    writeFileSync(join(place.sessions, "renamed.json"), JSON.stringify(old("other")));
    writeFileSync(join(place.sessions, "-rf.json"), JSON.stringify(old("a")));
    const elsewhere = join(tempDir(), "precious.json");
    writeFileSync(elsewhere, JSON.stringify(old("link")));
    symlinkSync(elsewhere, join(place.sessions, "link.json"));
    writeFileSync(join(place.sessions, "notes.txt"), "mine");
    const report = run(place);
    expect(report.sessionsArchived).toEqual(["a"]);
    expect(report.problems.map((each) => each.file.split("/").at(-1)).sort()).toEqual([
      "-rf.json",
      "link.json",
      "renamed.json",
      "torn.json",
    ]);
    expect(names(place.sessions)).toEqual(["-rf.json", "link.json", "notes.txt", "renamed.json", "torn.json"]);
    expect(nodeFiles.stat(elsewhere)?.type).toBe("file");
  });

  it.each(["sessions", "archive", "execution"] as const)("does not follow a link in the place of %s", (which) => {
    const place = freshPlace();
    const elsewhere = tempDir();
    if (which !== "sessions") put(place, [old("a")]);
    else writeFileSync(join(elsewhere, "a.json"), JSON.stringify(old("a")));
    mkdirSync(join(place[which], ".."), { recursive: true });
    symlinkSync(elsewhere, place[which]);
    const before = snapshot(elsewhere);
    const report = run(place);
    expect(report.problems.map((each) => each.message)).toEqual([expect.stringContaining("links are not followed")]);
    expect(snapshot(elsewhere)).toEqual(before);
    if (which === "archive") expect(names(place.sessions)).toEqual(["a.json"]);
  });

  it("does not follow a link above the archive", () => {
    const place = freshPlace();
    put(place, [old("a")]);
    const elsewhere = tempDir();
    symlinkSync(elsewhere, join(place.root, "archive"));
    expect(run(place).problems.length).toBe(1);
    expect([names(place.sessions), names(elsewhere)]).toEqual([["a.json"], []]);
  });

  it("keeps the five newest checkpoints of halts and all others", () => {
    const place = freshPlace();
    for (let n = 0; n < 8; n++) halt(place, n);
    halt(place, 9, "manual");
    expect(run(place).checkpointsRemoved.length).toBe(3);
    const left = listCheckpoints(makeStore(), place, NOW).map((each) => [
      each.checkpoint.kind,
      each.checkpoint.created,
    ]);
    expect(left).toEqual([["manual", NOW + 9], ...[7, 6, 5, 4, 3].map((n) => ["halt", NOW + n])]);
  });

  it("sweeps what killed writers left an hour ago, and nothing younger or other", () => {
    const place = freshPlace();
    const now = Date.now();
    put(place, [sessionRecord("a", { lastSeen: now })]);
    for (const name of [".a.json.9.ab.tmp", ".a.json.lock.0123456789ab", ".gone.json.good", ".a.json.good", ".mine"])
      leftover(join(place.sessions, name));
    writeFileSync(join(place.sessions, ".b.json.9.ab.tmp"), "young");
    expect(run(place, { now }).leftoversRemoved.map((each) => each.split("/").at(-1))).toEqual([
      ".a.json.9.ab.tmp",
      ".a.json.lock.0123456789ab",
      ".gone.json.good",
    ]);
    expect(names(place.sessions).filter((name) => name.startsWith("."))).toEqual([
      ".a.json.good",
      ".b.json.9.ab.tmp",
      ".mine",
    ]);
  });

  it("a session that is touched while it is being archived lives on", () => {
    const place = freshPlace();
    put(place, [old("a"), old("b")]);
    const touching: Files = {
      ...nodeFiles,
      syncDirectory(path) {
        if (path === place.archive) {
          const store = makeStore();
          store.update(sessionKind, join(place.sessions, "a.json"), NOW, null, (each) => ({ ...each, lastSeen: NOW }));
        }
        nodeFiles.syncDirectory(path);
      },
    };
    expect(run(place, { store: makeStore({ files: touching }) }).sessionsArchived).toEqual(["b"]);
    expect(names(place.sessions).filter((name) => !name.startsWith("."))).toEqual(["a.json"]);
    expect(names(place.archive)).toEqual(["b.json"]);
  });

  it("interrupted at any step loses nothing, and the next one ends the work", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({ id: fc.integer({ min: 0, max: 30 }), fresh: fc.boolean(), parent: fc.option(fc.nat(30)) }),
          {
            selector: (each) => each.id,
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.nat(60),
        fc.constantFrom("EIO", "ENOSPC"),
        (rows, k, code) => {
          const place = freshPlace();
          const sessions = rows.map((row) =>
            sessionRecord(`s${row.id}`, {
              lastSeen: row.fresh ? NOW : OLD,
              parent: row.parent === null ? null : `s${row.parent}`,
            }),
          );
          put(place, sessions);
          const before = snapshot(place.sessions);
          run(place, { store: makeStore({ files: dyingFiles(k, code) }) });
          const present = { ...snapshot(place.archive), ...snapshot(place.sessions) };
          for (const [name, text] of Object.entries(before)) expect(present[name]).toBe(text);
          const due = oldSessions(sessions, NOW, []).map((each) => `${each.id}.json`);
          expect(run(place).problems).toEqual([]);
          expect(names(place.archive).filter((name) => !name.startsWith("."))).toEqual(due.sort());
          const left = Object.keys(before).filter((name) => !due.includes(name));
          expect(names(place.sessions)).toEqual(left.sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("on 5,000 sessions costs no more than its length", () => {
    const place = freshPlace();
    put(
      place,
      Array.from({ length: 5000 }, (_, n) =>
        sessionRecord(`ses_${n}`, { lastSeen: n % 2 ? NOW : OLD, parent: n % 10 > 5 ? `ses_${n - 2}` : null }),
      ),
    );
    const [started, before] = [performance.now(), process.cpuUsage()];
    const report = run(place);
    const used = process.cpuUsage(before);
    const [wall, cpu] = [performance.now() - started, (used.user + used.system) / 1000];
    console.log(
      `purge: 5,000 sessions, ${report.sessionsArchived.length} archived: ${wall.toFixed()} ms, CPU ${cpu.toFixed()} ms`,
    );
    expect(report.sessionsArchived.length).toBe(2500);
    // About half a second on two quiet cores; far above it only where the cost is no longer linear.
    expect(cpu).toBeLessThan(10_000);
  });
});

function halt(place: Place, n: number, kind: "halt" | "manual" = "halt"): void {
  const what = { kind, reason: "x", session: null, agent: null, level: null, phase: null, anchors: [], todos: [] };
  createCheckpoint(makeStore(), place, what, NOW + n);
}

function leftover(path: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "left");
  utimesSync(path, NOW / 1000 - 7200, NOW / 1000 - 7200);
}
