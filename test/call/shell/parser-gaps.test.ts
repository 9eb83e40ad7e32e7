import { describe, expect, it } from "vitest";
import { listed, opacity } from "./harness.js";

/** What the parser takes for something else, one group for each kind. */
describe("quotes that do not protect", () => {
  it.each([
    "p $(( '$(q r)' ))",
    "a['$(q r)']=1",
    "for ((i='$(q r)';i<1;i++)); do p; done",
    "p ${x:'$(q r)'}",
    "cat <<E\n$(( '$(q r)' ))\nE",
    "p ${a['$(q r)']}",
    "p $[ '`q r`' ]",
  ])("%s", (command) => {
    expect(opacity(command)).toContain("code/unknown");
    expect(listed(command)).toContain("q r");
  });
});

describe("arithmetic that runs code from single quotes", () => {
  it.each([
    "test -v 'a[$(q r)]'",
    "[ -v 'a[$(q r)]' ]",
    "[[ -v 'a[$(q r)]' ]]",
    "[[ 1 -eq 'a[$(q r)]' ]]",
    "let 'a[$(q r)]'",
    "declare -i x='a[$(q r)]'",
    "printf -v 'a[$(q r)]' x",
    "unset 'a[$(q r)]'",
    "read 'a[$(q r)]' <<< x",
    "x='a[$(q r)]'; ((x))",
    "x='a[`q r`]'; p $((x))",
  ])("%s", (command) => {
    expect(listed(command)).toContain("q r");
    expect(opacity(command)).toContain("code/unknown");
  });
});

describe("the rest", () => {
  it("joins lines behind a dollar sign", () => {
    expect(listed("X=rm; $\\\nX a")).toEqual(["rm a"]);
    expect(listed("p 'a'$\\\nX")).toEqual(["p ⟦'a'$\\\nX⟧"]);
  });
  it("does not trust joined lines in backticks", () => {
    expect(opacity("p `q \\\nr`")).toEqual(["code/unknown"]);
  });
  it("sees substitutions inside wildcards", () => {
    expect(listed("p [$(q r)]x")).toContain("q r");
    expect(listed("p @($(q r)|b)")).toContain("q r");
  });
  it("does not take a glued process substitution for the command", () => {
    expect(listed("v=1>(ls)2 rm x")).toEqual(["ls", "rm x"]);
  });
  it("expands a prompt again", () => {
    expect(listed("x='$(q r)'; p \"${x@P}\"")).toContain("q r");
    expect(listed("PS4='$(q r)'; set -x; ls")).toContain("q r");
  });
});

describe("zsh forms", () => {
  it.each([
    ["ls >! f", undefined],
    ["ls >>! f", undefined],
    ["=rm x", "rm x"],
    ["noglob rm x", "rm x"],
    ["- rm x", "rm x"],
    ["nocorrect rm x", "rm x"],
    ["p *(e:'rm x':)", undefined],
    ["p ${(e)x}", undefined],
    ["p $~x", undefined],
    ["repeat 3 rm x", undefined],
    ["Remove-Item -Recurse x", undefined],
  ])("%s is another dialect", (command, inner) => {
    expect(opacity(command)).toContain("dialect/unknown");
    if (inner !== undefined) expect(listed(command)).toContain(inner);
  });

  it.each([
    "grep 'a$=b' f",
    "awk '$~x' f",
    "p '${(e)x}' '*(e:x:)' '=rm' '>!'",
    "perl -e '$=5'",
    'p "$=" a=b',
    "p @(a|b) *(c|d) +(e|f)",
    "p !(a|b)",
    "p $(q) (",
    "p 'a=(b)'",
    "p ${x}",
    "p $((1))",
  ])("%s is not", (command) => {
    expect(opacity(command)).not.toContain("dialect/unknown");
  });
});
