import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchGlob } from "../../src/call/glob.js";
import { baseName, isWithin, join, normalise, withoutSlash } from "../../src/call/path.js";

/** Texts of which paths and patterns are made, so that generated ones meet each other. */
const texts = fc
  .array(fc.constantFrom("/", ".", "..", "a", "b.c", "*", "?", "⟦x⟧", "\n", " "))
  .map((all) => all.join(""));

/** By the definition: segments, one after the other. */
function byParts(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return `/${out.join("/")}`;
}

describe("paths by text alone", () => {
  it.each([
    ["/", "/"],
    ["//a//b/", "/a/b"],
    ["/a/./b/.", "/a/b"],
    ["/a/../..", "/"],
    ["/a/...", "/a/..."],
    ["/.a/..b", "/.a/..b"],
    ["/a/b/..", "/a"],
  ])("%s is %s", (path, normal) => expect(normalise(path)).toBe(normal));

  it("are collapsed as their segments say", () => {
    fc.assert(fc.property(texts, (text) => normalise(`/${text}`) === byParts(text)));
  });

  it("are joined to a directory", () => {
    fc.assert(
      fc.property(texts, texts, (directory, path) => {
        const whole = path.startsWith("/") ? path : `${directory}/${path}`;
        return join(`/${directory}`, path) === byParts(whole);
      }),
    );
  });

  it("have a last part, and what is in front of the slashes at their end", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const trimmed = text.replace(/\/+$/, "");
        return withoutSlash(text) === trimmed && baseName(text) === trimmed.replace(/^.*\//s, "");
      }),
    );
  });

  it("lie within what they begin with, by whole segments", () => {
    expect(isWithin("/a/b", "/a")).toBe(true);
    expect(isWithin("/ab", "/a")).toBe(false);
    expect(isWithin("/a", "/")).toBe(true);
  });
});

describe("command globs", () => {
  it("match as the same regular expression does", () => {
    const expression = (pattern: string): RegExp =>
      new RegExp(
        `^${[...pattern].map((c) => (c === "*" ? ".*" : c === "?" ? "." : c.replace(/[.\\/]/, "\\$&"))).join("")}$`,
        "s",
      );
    fc.assert(
      fc.property(texts, texts, (pattern, text) => matchGlob(pattern, text) === expression(pattern).test(text)),
    );
  });
});
