import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Busy, withLock } from "../../src/brain/lock.js";
import { lifeOf, newOwner, type Owner, readOwner, writeOwner } from "../../src/brain/owner.js";
import { tempDir } from "./support.js";

const me = newOwner();
/** No process has this number: it is beyond the largest that Linux gives. */
const NOBODY = 4_194_305;

const owners: readonly (readonly [string, Partial<Owner>, string])[] = [
  ["this process", {}, "alive"],
  ["a process that ended", { pid: NOBODY }, "dead"],
  ["another process that was given the same number", { start: "1" }, "dead"],
  ["a process of another machine or container", { space: "000000000000" }, "unknown"],
  ["a process whose start is not known", { start: "0" }, "unknown"],
];

describe("the life of a holder", () => {
  it.each(owners)("%s is %s", (_, change, life) => expect(lifeOf({ ...me, ...change })).toBe(life));

  it("reads back what it writes", () => expect(readOwner(writeOwner(me))).toEqual(me));

  it.each(["", "bailiff", "bailiff.1.2.3.4", "other.1.2.000000000000.000000000000", "../../etc/passwd"])(
    "takes %j for nobody's",
    (text) => expect(readOwner(text)).toBeUndefined(),
  );
});

describe("a lock", () => {
  const at = (): string => join(tempDir(), ".x.lock");

  it("leaves nothing behind, also when the body throws", () => {
    const path = at();
    expect(withLock(path, (hold) => [hold.stillHeld(), lstatSync(path).isSymbolicLink()])).toEqual([true, true]);
    expect(() =>
      withLock(path, () => {
        throw new Error("body");
      }),
    ).toThrow("body");
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  it("is not taken twice by one caller, which would wait for itself", () => {
    const path = at();
    expect(() => withLock(path, () => withLock(path, () => 1))).toThrow(/taken twice/);
  });

  it.each([
    ["link", (path: string, text: string) => symlinkSync(text, path)],
    ["file", (path: string, text: string) => writeFileSync(path, text)],
  ])("of a living holder (as a %s) is waited for, then given up", (_, put) => {
    const path = at();
    put(path, writeOwner({ ...me, nonce: "0123456789ab" }));
    expect(() => withLock(path, () => 1, { wait: 5 })).toThrow(Busy);
    expect(readdirSync(join(path, ".."))).toEqual([".x.lock"]);
  });

  it.each([
    ["link", (path: string, text: string) => symlinkSync(text, path)],
    ["file", (path: string, text: string) => writeFileSync(path, text)],
  ])("of a dead holder (as a %s) is taken over at once", (_, put) => {
    const path = at();
    put(path, writeOwner({ ...me, pid: NOBODY }));
    expect(withLock(path, (hold) => hold.stillHeld(), { wait: 0 })).toBe(true);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  it("is taken over when the one who was taking it over died as well", () => {
    const path = at();
    const first = { ...me, pid: NOBODY, nonce: "000000000001" };
    const second = { ...me, pid: NOBODY, nonce: "000000000002" };
    symlinkSync(writeOwner(first), path);
    symlinkSync(writeOwner(second), `${path}.${first.nonce}`);
    expect(withLock(path, () => 1, { wait: 0 })).toBe(1);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  it("is left to a living process that is taking it over", () => {
    const path = at();
    const first = { ...me, pid: NOBODY, nonce: "000000000001" };
    symlinkSync(writeOwner(first), path);
    symlinkSync(writeOwner({ ...me, nonce: "000000000002" }), `${path}.${first.nonce}`);
    expect(() => withLock(path, () => 1, { wait: 5 })).toThrow(Busy);
  });

  it("of a holder that cannot be asked holds for its lease, and no longer", () => {
    const path = at();
    writeFileSync(path, writeOwner({ ...me, space: "000000000000" }));
    expect(() => withLock(path, () => 1, { wait: 5 })).toThrow(Busy);
    const old = Date.now() / 1000 - 31;
    utimesSync(path, old, old);
    expect(withLock(path, () => 1, { wait: 0 })).toBe(1);
  });

  it("that was torn while being written holds for its lease, and no longer", () => {
    const path = at();
    writeFileSync(path, "");
    expect(() => withLock(path, () => 1, { wait: 5 })).toThrow(Busy);
    const old = Date.now() / 1000 - 31;
    utimesSync(path, old, old);
    expect(withLock(path, () => 1, { wait: 0 })).toBe(1);
  });

  it("that was lost is noticed before the deed, and not released for the one who has it now", () => {
    const path = at();
    const other = writeOwner({ ...me, nonce: "0123456789ab" });
    const held = withLock(path, (hold) => {
      // Another machine took it over, as it may after this one slept.
      unlinkSync(path);
      symlinkSync(other, path);
      return hold.stillHeld();
    });
    expect(held).toBe(false);
    expect(readlinkSync(path)).toBe(other);
  });
});
