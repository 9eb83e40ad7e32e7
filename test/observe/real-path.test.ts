import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskLookup } from "../../src/observe/look.js";
import { realPath } from "../../src/observe/real-path.js";

let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "bailiff-real-")));
  mkdirSync(join(root, "project/sub"), { recursive: true });
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside/file"), "x");
  symlinkSync(join(root, "outside"), join(root, "project/out"));
  symlinkSync("../outside/not-yet", join(root, "project/dangling"));
  symlinkSync("loop-b", join(root, "project/loop-a"));
  symlinkSync("loop-a", join(root, "project/loop-b"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("where a path really leads", () => {
  const cases: [name: string, path: string, real: string, exists: boolean][] = [
    ["a plain file", "outside/file", "outside/file", true],
    ["below a link", "project/out/file", "outside/file", true],
    ["something new below a link", "project/out/new/deep", "outside/new/deep", false],
    ["a link that leads nowhere yet", "project/dangling", "outside/not-yet", false],
    ["something new in the project", "project/sub/new", "project/sub/new", false],
  ];
  test.each(cases)("%s", (_name, path, real, exists) => {
    const fact = realPath(join(root, path), diskLookup);
    expect(fact).toMatchObject({ real: join(root, real), exists });
  });

  test("a link that the same call makes", () => {
    const pending = [{ path: join(root, "project/l"), target: "/" }];
    expect(realPath(join(root, "project/l/etc"), diskLookup, pending).real).toBe("/etc");
  });

  test("links in a circle end", () => {
    expect(realPath(join(root, "project/loop-a/x"), diskLookup).exists).toBe(false);
    const circle = [
      { path: "/a", target: "/b" },
      { path: "/b", target: "/a" },
    ];
    expect(realPath("/a/x", diskLookup, circle).exists).toBe(false);
  });
});
