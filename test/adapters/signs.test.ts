import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { heartbeat, readHeartbeat } from "../../src/hosts/heartbeat.js";
import { fileLog } from "../../src/hosts/log.js";
import { ownPlaces } from "../../src/hosts/own.js";
import { stateDirectory } from "../../src/hosts/state-dir.js";

let box: string;
beforeEach(() => {
  box = mkdtempSync(join(tmpdir(), "bailiff-signs-"));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

/** A clock that stands still until it is set. */
function clock() {
  let time = Date.parse("2026-01-01T00:00:00Z");
  const pass = (seconds: number): void => {
    time += seconds * 1000;
  };
  return { now: () => new Date(time), pass };
}

describe("signs of life", () => {
  const beater = (now: () => Date, pid = 1) =>
    heartbeat({ state: box, host: "opencode", bailiff: "1.0.0", version: "2", pid, project: "/p", now });

  it("are noted by hook", () => {
    const { now, pass } = clock();
    const beat = beater(now);
    beat("load");
    pass(1);
    beat("tool.execute.before");
    expect(readHeartbeat(box, "opencode")).toEqual({
      host: "opencode",
      bailiff: "1.0.0",
      version: "2",
      pid: 1,
      project: "/p",
      hooks: { load: "2026-01-01T00:00:00.000Z", "tool.execute.before": "2026-01-01T00:00:01.000Z" },
    });
    expect(readdirSync(join(box, "heartbeat"))).toEqual(["opencode.json"]);
  });

  it("are written at most once in five seconds, by a process and by many", () => {
    const { now, pass } = clock();
    const file = join(box, "heartbeat/opencode.json");
    beater(now)("a");
    const written = () => readHeartbeat(box, "opencode")?.hooks.a;
    // The file's own time is the machine's: put on the test's clock.
    const stamp = () => utimesSync(file, now(), now());
    stamp();
    pass(4);
    beater(now, 2)("a");
    expect(written()).toBe("2026-01-01T00:00:00.000Z");
    pass(2);
    beater(now, 3)("a");
    expect(written()).toBe("2026-01-01T00:00:06.000Z");
  });

  it.each(["not JSON", "null", '{"hooks":7}', ""])("begin anew after a file that is %j", (text) => {
    mkdirSync(join(box, "heartbeat"));
    writeFileSync(join(box, "heartbeat/opencode.json"), text);
    beater(clock().now)("load");
    expect(Object.keys(readHeartbeat(box, "opencode")?.hooks ?? {})).toEqual(["load"]);
  });

  it("that cannot be written do no harm", () => {
    writeFileSync(join(box, "heartbeat"), "in the way");
    expect(() => beater(clock().now)("load")).not.toThrow();
    expect(readHeartbeat(box, "opencode")).toBeUndefined();
  });
});

describe("the log", () => {
  const log = (project: string) => fileLog({ project, state: join(box, "state"), host: "opencode", now: clock().now });

  it("stands in the project where bailiff was asked for, else in the state directory", () => {
    mkdirSync(join(box, "asked/.bailiff"), { recursive: true });
    mkdirSync(join(box, "not"));
    expect(log(join(box, "asked")).file).toBe(join(box, "asked/.bailiff/audit/bailiff.log"));
    expect(log(join(box, "not")).file).toBe(join(box, "state/bailiff.log"));
    log(join(box, "not")).info("x");
    expect(existsSync(join(box, "not/.bailiff"))).toBe(false);
  });

  it("holds one safe line for each message", () => {
    const { file, info, error } = log(box);
    info("first\nsecond\u001b[31m");
    error("it failed", new Error("why"));
    const lines = readFileSync(String(file), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe("2026-01-01T00:00:00.000Z info opencode first second[31m");
    expect(lines[1]).toMatch(/^2026-01-01T00:00:00\.000Z error opencode it failed: Error: why/);
  });

  it("starts over at a megabyte and keeps the one before", () => {
    const { file, info } = log(box);
    mkdirSync(join(box, "state"));
    writeFileSync(String(file), "x".repeat(1_000_001));
    info("new");
    expect(statSync(`${file}.1`).size).toBe(1_000_001);
    expect(readFileSync(String(file), "utf8")).toMatch(/^2026.* new\n$/);
  });

  it("that cannot be written does no harm", () => {
    writeFileSync(join(box, "state"), "in the way");
    expect(() => log(box).error("x", "y")).not.toThrow();
  });
});

it.each([
  [{ XDG_STATE_HOME: "/s" }, "/s/bailiff"],
  [{ XDG_STATE_HOME: "relative" }, "/h/.local/state/bailiff"],
  [{ XDG_STATE_HOME: "" }, "/h/.local/state/bailiff"],
  [{}, "/h/.local/state/bailiff"],
])("the state directory of %j is %s", (env, expected) => {
  expect(stateDirectory(env, "/h")).toBe(expected);
});

it("bailiff's own places are its built files, settings and state; a clone's sources are not", () => {
  const own = ownPlaces({ dist: "/x/bailiff/dist", home: "/h", state: "/h/.local/state/bailiff", env: {} });
  expect(own).toEqual([
    "/x/bailiff/dist",
    "/x/bailiff/hooks",
    "/x/bailiff/.claude-plugin",
    "/x/bailiff/governance",
    "/x/bailiff/package.json",
    "/h/.config/bailiff",
    "/h/.local/state/bailiff",
  ]);
});
