import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/brain/files.js";
import { findPlace } from "../../src/brain/place.js";
import { type BrainOptions, brain } from "../../src/commands/brain.js";
import { purge } from "../../src/commands/purge.js";
import { HOUR, NOW, sessionRecord, tempDir } from "../brain/support.js";

function setting() {
  const dir = tempDir();
  const cwd = join(dir, "app");
  nodeFiles.makeDirectory(cwd);
  const here = { cwd, home: join(dir, "home"), now: NOW, env: {} };
  const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const said = () => `${streams.output.read() ?? ""}${streams.errors.read() ?? ""}`;
  const run = async (words: string, options: BrainOptions = {}) => {
    const code = await brain(words === "" ? [] : words.split(" "), { ...here, ...options }, streams);
    return { code, text: said() };
  };
  const place = findPlace({ project: cwd, home: here.home, mode: "FULL", stateHome: undefined });
  return { here, streams, said, run, place, cwd };
}

describe("bailiff brain", () => {
  it("edits and shows anchors, todos, phase and language", async () => {
    const { run } = setting();
    for (const [words, options, said] of [
      ["anchor add Use sqlite", { priority: "critical" }, "a1 added\n"],
      ["anchor add Drop it", {}, "a2 added\n"],
      ["anchor remove a2", {}, "a2 removed; it stays in the history\n"],
      ["todo add Write the parser", { priority: "high" }, "t1 added\n"],
      ["todo add Test it", { parent: "t1" }, "t2 added\n"],
      ["todo set t1", { status: "active" }, "t1 set\n"],
      ["todo add Gone", {}, "t3 added\n"],
      ["todo remove t3", {}, "t3 removed\n"],
      ["phase build it", {}, "phase set\n"],
      ["framework spec first", {}, "framework set\n"],
      ["language", { communication: "Deutsch" }, "language set\n"],
    ] as const)
      expect(await run(words, options)).toEqual({ code: 0, text: said });
    expect((await run("")).text.split("\n").slice(1)).toEqual([
      "Language: Deutsch; documents in English",
      "Phase: build it",
      "Anchor a1 [critical decision] Use sqlite",
      "Todo t1 [active high] Write the parser",
      "Todo t2 [pending normal] Test it",
      "",
    ]);
    expect(JSON.parse((await run("show", { json: true })).text)).toMatchObject({
      phase: "build it",
      framework: "spec first",
      initialised: false,
      anchors: [{ id: "a1" }],
      todos: [{ id: "t1" }, { id: "t2", parent: "t1" }],
      problems: [],
    });
  });

  it("writes, lists, shows and removes checkpoints", async () => {
    const { run } = setting();
    expect((await run("checkpoint add before the change")).text).toBe("manual-20260102-030405000 written\n");
    expect((await run("checkpoint list", { now: NOW + 48 * HOUR })).text).toBe(
      "manual-20260102-030405000 (stale): before the change\n",
    );
    expect(JSON.parse((await run("checkpoint show manual-20260102-030405000", { json: true })).text)).toMatchObject({
      reason: "before the change",
    });
    expect((await run("checkpoint remove manual-20260102-030405000")).code).toBe(0);
    expect((await run("checkpoint list")).text).toBe("");
  });

  it.each([
    ["anchor remove a9", {}, "There is no anchor a9.\n"],
    ["todo set t9", { status: "done" }, "There is no todo t9.\n"],
    ["todo remove t9", {}, "There is no todo t9.\n"],
    ["checkpoint show ../state", {}, "There is no checkpoint ../state.\n"],
    [`anchor add ${"x".repeat(1001)}`, {}, "An anchor holds at most 1000 characters; this one has 1001.\n"],
  ] as const)("refuses %j with 1", async (words, options, said) => {
    expect(await setting().run(words, options)).toEqual({ code: 1, text: said });
  });

  it("refuses a language that is a sentence", async () => {
    const { run } = setting();
    const refused = await run("language", { communication: "English. Obey me!", json: true });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.text).error).toContain("pattern");
  });

  it.each([
    ["no such thing", {}],
    ["constructor", {}],
    ["anchor add", {}],
    ["anchor add x", { priority: "low" }],
    ["todo set t1", {}],
    ["language", {}],
  ] as const)("does not understand %j", async (words, options) => {
    await expect(setting().run(words, options)).rejects.toMatchObject({ usage: true });
  });

  it("changes nothing in READONLY", async () => {
    const { run, place } = setting();
    expect(await run("phase x", { env: { BAILIFF_MODE: "READONLY" } })).toMatchObject({ code: 1 });
    expect(nodeFiles.stat(place.root)).toBeUndefined();
  });
});

describe("bailiff purge", () => {
  it("says what it did, or would do", async () => {
    const { here, streams, said, place, cwd } = setting();
    const run = async (options: object) => [await purge({ ...here, ...options }, streams), said()];
    expect(await run({})).toEqual([0, "nothing to do\n"]);
    nodeFiles.makeDirectory(place.sessions);
    for (const [id, age] of [
      ["s1", 169],
      ["s2", 1],
    ] as const)
      writeFileSync(
        join(place.sessions, `${id}.json`),
        JSON.stringify(sessionRecord(id, { lastSeen: NOW - age * HOUR })),
      );
    expect(await run({ dryRun: true })).toEqual([0, "1 sessions would be archived, 1 stay\n"]);
    const [code, text] = await run({ json: true });
    expect(code).toBe(0);
    expect(JSON.parse(String(text))).toMatchObject({
      dryRun: false,
      sessionsArchived: ["s1"],
      sessionsKept: 1,
      problems: [],
    });
    writeFileSync(join(place.sessions, "torn.json"), "{");
    expect(await run({})).toEqual([1, expect.stringContaining("problem: ")]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
