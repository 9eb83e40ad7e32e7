import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makefileCode } from "../../../src/call/programs/makefile.js";
import { justCode, packageScripts, taskfileCode } from "../../../src/call/programs/task-files.js";
import { listed } from "./harness.js";

const make = (text: string, ...goals: string[]): string[] => makefileCode(text, goals, new Map(), () => undefined);

describe("what make hands to the shell", () => {
  it.each<[string, string, string[], string[]]>([
    ["the first target", "a: b\n\tp $@\nb:\n\t@-q\nc:\n\tr\n", [], ["p a", "q"]],
    ["named targets", "a:\n\tp\nb: ; q\n", ["b"], ["q"]],
    ["variables", "X := p\nY = $(X) -r\nY += s\na:\n\t$(Y) ${X} $$HOME\n", [], ["p -r s p $HOME"]],
    ["variables that are not set", "a:\n\tp $(DIR)/x\n", [], ["p ${DIR}/x"]],
    ["variables that no one set", "a:\n\tp $(constructor) $(__proto__)\n", [], ["p ${constructor} ${__proto__}"]],
    ["phony and default goals", ".PHONY: a b\n.DEFAULT_GOAL := b\na:\n\tp\nb:\n\tq\n", [], ["q"]],
    ["lines that go on", "a:\n\tp \\\n\t  q\n", [], ["p \\\n\t  q"]],
    ["code that runs while it is read", "X := $(shell p)\nY != q\na:\n\techo $(X)\n", [], ["p", "q", "echo $(p)"]],
    ["pattern rules", "%.o: %.c\n\tp $<\n", ["x.o"], ["p %.c"]],
    ["functions of its own", "f = p $(1)\na:\n\t$(call f,x)\n", [], ["p x"]],
    ["texts of several lines", "define f\np\nendef\na:\n\t$(f)\n", [], ["p"]],
    ["one shell for all lines", ".ONESHELL:\na:\n\tcd x\n\tp\n", [], ["cd x\np"]],
    ["conditions", "ifeq ($(A),b)\nX = p\nelse\nX = q\nendif\na:\n\t$(X)\n", [], ["q"]],
    ["nothing", "", [], []],
  ])("%s", (_, text, goals, code) => {
    expect(make(text, ...goals)).toEqual(code);
  });

  it("takes variables of the command line and other makefiles", () => {
    const other = new Map([["x.mk", "X = q\nb:\n\t$(X)\n"]]);
    const code = makefileCode("include x.mk\na: b\n\tp\n", ["b"], new Map([["X", "r"]]), (name) => other.get(name));
    expect(code).toEqual(["r"]);
  });

  it("ends, whatever refers to itself", () => {
    expect(make("X = $(X)$(X)\na: a\n\t$(X)\n")).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("$(", ")", "a:", "\n", "\t", "X", "=", "\\\n", "define ", "%", "$X")),
        (parts) => Array.isArray(make(parts.join(""))),
      ),
    );
  });
});

describe("lists of commands by name", () => {
  it.each<[string, string[] | undefined, string[] | undefined]>([
    ["a script", packageScripts('{"scripts":{"x":"p"}}', ["prex", "x"]), ["p"]],
    ["none of that name", packageScripts('{"scripts":{}}', ["constructor", "x"]), []],
    ["no JSON", packageScripts("{", ["x"]), undefined],
    ["a recipe and what it needs", justCode("v := 'd'\na: b\n  p {{v}}\nb x='1':\n  @q\nc:\n  r\n", []), ["p d", "q"]],
    ["a recipe that is a script", justCode("a:\n  #!/bin/sh\n  p\n  q\n", ["a"]), ["#!/bin/sh\np\nq"]],
    [
      "a task and what it needs",
      taskfileCode(
        "version: '3'\ntasks:\n  a:\n    deps: [b]\n    cmds:\n      - p\n      - cmd: q\n      - |\n        r\n        s\n  b: t\n",
        ["a"],
      ),
      ["p", "q", "r\ns", "t"],
    ],
    ["the default task", taskfileCode("tasks:\n  a: p\n  default:\n    cmds: [q]\n", []), ["q"]],
  ])("%s", (_, code, expected) => {
    expect(code).toEqual(expected);
  });
});

describe("files that the call wrote and a program then runs by convention", () => {
  it.each<[string, string]>([
    ["printf 'a:\\n\\tp q\\n' > Makefile; make", "p q"],
    ["cat > x.mk <<'E'\na:\n\tp $(A)\nE\nmake -f x.mk A=q", "p q"],
    ["printf 'a:\\n\\tp q\\n' | make -f -", "p q"],
    ["printf 'a:\\n\\tp\\n' > d/Makefile && make -C d", "p"],
    ["mkdir d && cd d && printf 'a:\\n\\tp\\n' > makefile && make", "p"],
    ['cd "$D" && printf "a:\\n\\tp\\n" > Makefile && make', "p"],
    ['echo \'{"scripts":{"x":"p"}}\' > package.json; npm run x -- q', "p q"],
    ['echo \'{"scripts":{"pretest":"p"}}\' > package.json; npm test', "p"],
    ['echo \'{"scripts":{"y1":"p"}}\' > package.json; yarn y1', "p"],
    ['echo \'{"scripts":{"x":"p"}}\' > d/package.json; npm --prefix d run x', "p"],
    ['echo \'{"scripts":{"postinstall":"p"}}\' > package.json; npm ci', "p"],
    ["npm pkg set scripts.x='p q'; pnpm run x", "p q"],
    ["printf 'a:\\n  p\\n' > justfile; just", "p"],
    ["printf 'tasks:\\n  a: p\\n' > Taskfile.yml; task a", "p"],
    ["echo 'system(\"p q\")' > Rakefile; rake", "p q"],
  ])("%s", (command, inner) => {
    expect(listed(command)).toContain(inner);
  });

  it.each([
    "printf 'a:\\n\\techo\\nb:\\n\\tp\\n' > Makefile; make a",
    'echo \'{"scripts":{"x":"p","preinstall":"p"}}\' > package.json; npm run y; npm ci --ignore-scripts',
    "printf 'a:\\n\\tp\\n' > Makefile; make -n",
    "printf 'a:\\n  echo\\nb:\\n  p\\n' > justfile; just a",
  ])("leaves alone what is not reached: %s", (command) => {
    expect(listed(command).filter((each) => /^p\b/.test(each))).toEqual([]);
  });
});
