import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyMetrics } from "../../src/brain/defaults.js";
import { type Files, fault, nodeFiles } from "../../src/brain/files.js";
import { type Kind, metricsKind } from "../../src/brain/kinds.js";
import { load } from "../../src/brain/load.js";
import { countIteration } from "../../src/brain/metrics.js";
import type { Metrics } from "../../src/brain/schema/metrics.js";
import { goodOf, makeStore, type Store, type Written } from "../../src/brain/store.js";
import { dyingFiles, NOW, tempDir } from "./support.js";

const initial = emptyMetrics("s1", NOW);
const add = (store: Store, path: string): Written<Metrics> =>
  store.update(metricsKind, path, NOW, initial, countIteration);

function file(): string {
  return join(tempDir(), "brain", "metrics.json");
}

function iterations(path: string): number | string {
  const found = load(nodeFiles, metricsKind, path);
  return found.state === "valid" ? found.value.iterations : found.state;
}

describe("a store", () => {
  it("creates, changes and reads", () => {
    const [store, path] = [makeStore(), file()];
    expect(store.read(metricsKind, path, initial)).toEqual({ value: initial });
    expect(add(store, path)).toEqual({ ok: true, changed: true, value: { ...initial, iterations: 1 } });
    expect(add(store, path)).toMatchObject({ ok: true, value: { iterations: 2 } });
    expect(store.peek(metricsKind, path)).toEqual({ state: "valid", value: { ...initial, iterations: 2 } });
  });

  it("writes nothing when nothing changes", () => {
    const [store, path] = [makeStore(), file()];
    expect(store.update(metricsKind, path, NOW, initial, () => null)).toMatchObject({ ok: true, changed: false });
    expect(nodeFiles.stat(path)).toBeUndefined();
  });

  it("does not create where the caller has no initial value", () => {
    const path = file();
    expect(makeStore().update(metricsKind, path, NOW, null, countIteration)).toMatchObject({ ok: false });
    expect(nodeFiles.stat(join(path, ".."))).toBeUndefined();
  });

  it("refuses a new value that the schema refuses, and keeps the old one", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    expect(store.update(metricsKind, path, NOW, initial, (m) => ({ ...m, iterations: -1 }))).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("/iterations does not satisfy minimum"),
    });
    expect(iterations(path)).toBe(1);
  });

  it("writes nothing while frozen", () => {
    const path = file();
    expect(add(makeStore({ frozen: true }), path)).toMatchObject({ ok: false, reason: "frozen" });
    expect(nodeFiles.stat(join(path, ".."))).toBeUndefined();
  });

  it("lets its owner alone read the files", () => {
    const path = file();
    add(makeStore(), path);
    expect(execFileSync("stat", ["-c", "%a", path], { encoding: "utf8" }).trim()).toBe("600");
    expect(execFileSync("stat", ["-c", "%a", join(path, "..")], { encoding: "utf8" }).trim()).toBe("700");
  });
});

const damaged: readonly (readonly [string, (path: string) => void])[] = [
  ["empty", (path) => writeFileSync(path, "")],
  ["torn", (path) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 40))],
  ["not JSON", (path) => writeFileSync(path, "hello")],
  ["of the wrong shape", (path) => writeFileSync(path, '{"version":1}')],
  ["an array", (path) => writeFileSync(path, "[]")],
  ["null", (path) => writeFileSync(path, "null")],
  ["without version", (path) => writeFileSync(path, "{}")],
  ["of version 0", (path) => writeFileSync(path, '{"version":0}')],
  ["of a version that is no number", (path) => writeFileSync(path, '{"version":"9"}')],
  ["binary", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1]))],
  ["huge", (path) => writeFileSync(path, `"${"x".repeat(5 * 1024 * 1024)}"`)],
  ["deep", (path) => writeFileSync(path, "[".repeat(100_000))],
  ["a directory", (path) => replaceBy(path, () => mkdirSync(path))],
  ["a link to a file", (path) => replaceBy(path, () => symlinkSync("/etc/passwd", path))],
  ["a link to nothing", (path) => replaceBy(path, () => symlinkSync("/nonexistent", path))],
  ["a pipe", (path) => replaceBy(path, () => execFileSync("mkfifo", [path]))],
];

function replaceBy(path: string, make: () => void): void {
  nodeFiles.remove(path);
  make();
}

describe.each(damaged)("a file that is %s", (_, damage) => {
  it("is put aside, and the last good version goes on", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    add(store, path);
    damage(path);
    const before = nodeFiles.stat(path);
    expect(store.read(metricsKind, path, initial)).toMatchObject({
      value: { iterations: 2 },
      problem: { file: path, message: expect.stringContaining("invalid") },
    });
    const written = add(store, path);
    expect(written).toMatchObject({ ok: true, value: { iterations: 3 }, problem: { file: path } });
    const kept = written.ok ? written.problem?.kept : undefined;
    expect(kept).toBe(`${path}.corrupt-2026-01-02T03-04-05-000Z`);
    expect(nodeFiles.stat(kept ?? "")?.identity).toBe(before?.identity);
    expect(iterations(path)).toBe(3);
  });

  it("is replaced by the default where there is no good version", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    nodeFiles.remove(goodOf(path));
    damage(path);
    expect(add(store, path)).toMatchObject({ ok: true, value: { iterations: 1 } });
  });
});

describe("quarantine", () => {
  it("gives every damaged file a name of its own", () => {
    const [store, path] = [makeStore(), file()];
    for (let n = 0; n < 3; n++) {
      add(store, path);
      writeFileSync(path, `damage ${n}`);
    }
    add(store, path);
    const kept = readdirSync(join(path, "..")).filter((name) => name.includes(".corrupt-"));
    expect(kept.map((name) => readFileSync(join(path, "..", name), "utf8"))).toEqual([
      "damage 0",
      "damage 1",
      "damage 2",
    ]);
  });

  it("repairs a damaged file even when the change itself is nothing", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    writeFileSync(path, "");
    expect(store.update(metricsKind, path, NOW, initial, () => null)).toMatchObject({ ok: true, changed: true });
    expect(iterations(path)).toBe(1);
  });

  it("any content at all is survived", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('{"version":1e999}')), (text) => {
        writeFileSync(path, text);
        store.read(metricsKind, path, initial);
        const written = add(store, path);
        return written.ok || written.reason === "newer";
      }),
      { numRuns: 200 },
    );
  });
});

describe("versions", () => {
  interface Second {
    readonly version: 2;
    readonly count: number;
  }
  const second: Kind<Second> = {
    name: "second",
    version: 2,
    check: (value) =>
      typeof (value as Second).count === "number" && (value as Second).version === 2 ? undefined : "is wrong",
    migrate: {
      1: (old) => {
        if (typeof old.iterations !== "number") throw new Error("no iterations");
        return { count: old.iterations };
      },
    },
  };

  it("an older file is migrated when read and rewritten when changed", () => {
    const [store, path] = [makeStore(), file()];
    add(store, path);
    expect(store.peek(second, path)).toEqual({ state: "valid", value: { version: 2, count: 1 } });
    expect(iterations(path)).toBe(1);
    store.update(second, path, NOW, null, (value) => ({ ...value, count: 5 }));
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ version: 2, count: 5 });
  });

  it("a newer file is not overwritten, moved or read as if it were known", () => {
    const [store, path] = [makeStore(), file()];
    store.update(second, path, NOW, { version: 2, count: 7 }, (value) => value);
    store.update(second, path, NOW, { version: 2, count: 7 }, (value) => ({ ...value, count: 8 }));
    const before = readFileSync(path, "utf8");
    expect(add(store, path)).toMatchObject({
      ok: false,
      reason: "newer",
      message: expect.stringContaining("version 2"),
    });
    expect(store.read(metricsKind, path, initial)).toMatchObject({ value: initial, problem: { file: path } });
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("an older file that cannot be migrated counts as invalid", () => {
    const [store, path] = [makeStore(), file()];
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, '{"version":1,"other":true}');
    expect(store.peek(second, path)).toMatchObject({ state: "invalid", why: expect.stringContaining("version 1") });
    writeFileSync(path, '{"version":0}');
    expect(store.peek(second, path)).toMatchObject({ state: "invalid", why: expect.stringContaining("version 0") });
  });
});

describe("a failing disk", () => {
  const steps = (() => {
    const path = file();
    add(makeStore(), path);
    const counting = dyingFiles(Number.POSITIVE_INFINITY);
    add(makeStore({ files: counting }), path);
    return counting.count();
  })();

  it("takes as many steps as are tested", () => expect(steps).toBeGreaterThanOrEqual(5));

  it.each(["ENOSPC", "EROFS", "EIO"])("%s at any step loses nothing and is reported", (code) => {
    for (let k = 0; k < steps; k++) {
      const path = file();
      add(makeStore(), path);
      const written = add(makeStore({ files: dyingFiles(k, code) }), path);
      const now = iterations(path);
      expect([1, 2]).toContain(now);
      // Acknowledged means that it is there.
      if (written.ok) expect(now).toBe(2);
      else expect(written.reason).toBe(now === 2 ? "unsure" : { ENOSPC: "full", EROFS: "denied", EIO: "failed" }[code]);
      expect(add(makeStore(), path)).toMatchObject({ ok: true, value: { iterations: (now as number) + 1 } });
    }
  });

  it("while an invalid file is put aside loses neither it nor the good version", () => {
    for (let k = 0; k < steps + 1; k++) {
      const path = file();
      add(makeStore(), path);
      writeFileSync(path, "precious, but invalid");
      add(makeStore({ files: dyingFiles(k, "ENOSPC") }), path);
      add(makeStore(), path);
      const texts = readdirSync(join(path, "..")).map((name) => readFileSync(join(path, "..", name), "utf8"));
      expect(texts).toContain("precious, but invalid");
      expect(iterations(path)).toBeGreaterThanOrEqual(2);
    }
  });

  it("a file that may not be read is not overwritten", () => {
    const path = file();
    add(makeStore(), path);
    const files: Files = {
      ...nodeFiles,
      read(target) {
        if (target === path) throw fault("EACCES", target);
        return nodeFiles.read(target);
      },
    };
    expect(add(makeStore({ files }), path)).toMatchObject({ ok: false, reason: "denied" });
    expect(iterations(path)).toBe(1);
  });

  it("a file in the place of the directory is reported", () => {
    const path = file();
    writeFileSync(join(path, ".."), "in the way");
    expect(add(makeStore(), path)).toMatchObject({ ok: false, reason: "denied" });
  });

  it("a link in the place of the directory is not followed", () => {
    const [path, elsewhere] = [file(), tempDir()];
    symlinkSync(elsewhere, join(path, ".."));
    expect(add(makeStore(), path)).toMatchObject({ ok: false, reason: "denied" });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("/proc, where nothing can be created even by root, is reported", () => {
    expect(add(makeStore(), "/proc/bailiff/metrics.json")).toMatchObject({ ok: false });
    expect(add(makeStore(), "/proc/self/metrics.json")).toMatchObject({ ok: false });
  });

  it("file systems without hard links are served too", () => {
    const files: Files = {
      ...nodeFiles,
      link() {
        throw fault("EPERM", "no links here");
      },
    };
    const [store, path] = [makeStore({ files }), file()];
    add(store, path);
    writeFileSync(path, "damage");
    expect(add(store, path)).toMatchObject({ ok: true, value: { iterations: 2 } });
    expect(readFileSync(`${path}.corrupt-2026-01-02T03-04-05-000Z`, "utf8")).toBe("damage");
  });

  it("a lock that was lost on the way stops the write", () => {
    const path = file();
    add(makeStore(), path);
    const lock = join(path, "..", ".metrics.json.lock");
    const files: Files = {
      ...nodeFiles,
      create(target, text, durable) {
        nodeFiles.create(target, text, durable);
        // This machine slept, and another one took the lock.
        renameSync(lock, `${lock}.old`);
        symlinkSync("bailiff.1.1.000000000000.000000000000", lock);
      },
    };
    expect(add(makeStore({ files }), path)).toMatchObject({ ok: false, reason: "busy" });
    expect(iterations(path)).toBe(1);
  });
});
