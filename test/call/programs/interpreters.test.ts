import { describe, expect, test } from "vitest";
import type { Stdin } from "../../../src/call/effect.js";
import { effectsOf, seen } from "./harness.js";

const code = (argv: string[], stdin?: Stdin): string[] =>
  seen(argv, stdin ? { stdin } : {}).code.map((c) => `${c.language}: ${c.text}`);

const text = (value: string): Stdin => ({ kind: "text", text: value, known: true });

describe("code by option", () => {
  test.each<[string[], string[]]>([
    [["python3", "-c", "x"], ["python: x"]],
    [["python3.12", "-Ic", "x", "a"], ["python: x"]],
    [["python3", "-W", "ignore", "-c", "x", "-c", "y"], ["python: x"]],
    [["node", "-e", "x"], ["javascript: x"]],
    [["node", "--eval=x"], ["javascript: x"]],
    [["node", "-pe", "x"], ["javascript: x"]],
    [["node", "--input-type=module", "-e", "x"], ["javascript: x"]],
    [["deno", "eval", "--ext=ts", "x"], ["javascript: x"]],
    [["perl", "-lane", "x", "f"], ["perl: x"]],
    [["perl", "-e", "x", "-e", "y"], ["perl: x\ny"]],
    [["perl", "-pi.bak", "-e", "x", "f"], ["perl: x"]],
    [["perl", "-0777pe", "x"], ["perl: x"]],
    [["perl", "-MFile::Path=rmtree", "-e", "x"], ["perl: x"]],
    [["ruby", "-rjson", "-e", "x"], ["ruby: x"]],
    [["ruby", "-ne", "x", "f"], ["ruby: x"]],
    [["php", "-d", "a=b", "-r", "x"], ["php: x"]],
    [["lua", "-e", "x"], ["lua: x"]],
    [["Rscript", "-e", "x", "-e", "y"], ["r: x\ny"]],
    [["osascript", "-e", "x"], ["applescript: x"]],
    [["osascript", "-l", "JavaScript", "-e", "x"], ["javascript: x"]],
    [["pwsh", "-NoProfile", "-Command", "a", "b"], ["powershell: a b"]],
    [["powershell.exe", "-ExecutionPolicy", "Bypass", "-c", "a"], ["powershell: a"]],
    [["pwsh", "-enc", "YQBiAA=="], ["powershell: ab"]],
    [["julia", "-e", "x"], ["other: x"]],
  ])("%s", (argv, expected) => expect(code(argv)).toEqual(expected));
});

describe("code from the input", () => {
  test.each<[string[], string[]]>([
    [["python3"], ["python: x"]],
    [["python3", "-"], ["python: x"]],
    [["python3", "-", "arg"], ["python: x"]],
    [["node"], ["javascript: x"]],
    [["php", "--", "-q"], ["php: x"]],
    [["perl"], ["perl: x"]],
    [["python3", "-c", "y"], ["python: y"]],
    [["python3", "script.py"], []],
    [["python3", "-m", "json.tool"], []],
    [["python3", "--version"], []],
    [["node", "--check", "a.js"], []],
    [["php", "-l", "a.php"], []],
  ])("%s", (argv, expected) => expect(code(argv, text("x"))).toEqual(expected));
});

describe("scripts, modules, files line by line", () => {
  test.each<[string[], string[]]>([
    [["python3", "a.py", "-c", "x"], ["read-execute /home/dev/app/a.py"]],
    [["node", "a.js"], ["read-execute /home/dev/app/a.js"]],
    [
      ["node", "-r", "./b.js", "a.js"],
      ["read-execute /home/dev/app/b.js", "read-execute /home/dev/app/a.js"],
    ],
    [["deno", "run", "-A", "a.ts"], ["read-execute /home/dev/app/a.ts"]],
    [["pwsh", "-File", "a.ps1"], ["read-execute /home/dev/app/a.ps1"]],
    [["perl", "-ne", "x", "f"], ["read /home/dev/app/f"]],
    [
      ["perl", "-i", "-pe", "x", "f"],
      ["read /home/dev/app/f", "inplace /home/dev/app/f"],
    ],
    [
      ["ruby", "-i.bak", "-pe", "x", "f"],
      ["read /home/dev/app/f", "inplace /home/dev/app/f"],
    ],
    [["perl", "-e", "x", "f"], []],
    [["deno", "test"], []],
  ])("%s", (argv, expected) => expect(effectsOf(argv)).toEqual(expected));

  test.each<[string[], string[]]>([
    [
      ["python3", "-m", "pip", "install", "x"],
      ["pip", "install", "x"],
    ],
    [
      ["python3", "manage.py", "flush"],
      ["manage.py", "flush"],
    ],
    [
      ["php", "artisan", "migrate:fresh"],
      ["artisan", "migrate:fresh"],
    ],
    [
      ["php", "bin/console", "d:s:d", "--force"],
      ["bin/console", "d:s:d", "--force"],
    ],
    [
      ["node", "node_modules/.bin/prisma", "migrate", "reset"],
      ["prisma", "migrate", "reset"],
    ],
  ])("%s runs a program of its own", (argv, expected) =>
    expect(seen(argv).inner.map((i) => i.words)).toEqual([expected]),
  );
});

test("encoded code is read, and still called decoded", () => {
  expect(effectsOf(["pwsh", "-EncodedCommand", "YQBiAA=="])).toEqual(["opaque code decoded"]);
});
