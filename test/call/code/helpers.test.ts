import { describe, expect, test } from "vitest";
import { familyRowsOf, rowsOf } from "../../checks/families/judging.js";

// How scripts are written when they are more than a line: helpers that take any number of words, tables of
// steps that are gone through, values taken apart, defaults.

const python = (code: string): string => `python3 - <<'EOF'\n${code}\nEOF`;
const node = (code: string): string => `node - <<'EOF'\n${code}\nEOF`;
const ruby = (code: string): string => `ruby - <<'EOF'\n${code}\nEOF`;
const php = (code: string): string => `php <<'EOF'\n<?php\n${code}\nEOF`;
const perl = (code: string): string => `perl - <<'EOF'\n${code}\nEOF`;
const NODE = 'const { spawnSync, execSync } = require("node:child_process");\n';

describe("a helper is given what it runs", () => {
  test.each([
    [
      "fs-delete",
      python('import subprocess\ndef run(*a):\n    subprocess.run(list(a))\nrun("ls")\nrun("rm", "-rf", "/home/dev")'),
    ],
    [
      "fs-delete",
      python(
        'import subprocess\ndef run(cmd, *a, check=True, **kw):\n    subprocess.run([cmd, *a], check=check, **kw)\nrun("rm", "-rf", "/etc")',
      ),
    ],
    ["git-history", python('import subprocess\ngit = lambda *a: subprocess.run(["git", *a])\ngit("reset", "--hard")')],
    [
      "git-history",
      python('import subprocess\ndef git(*a):\n    return subprocess.check_output(("git",) + a)\ngit("clean", "-fdx")'),
    ],
    [
      "fs-delete",
      python('import shutil\ndef wipe(root, dry=False):\n    shutil.rmtree(root)\nwipe(dry=False, root="/srv")'),
    ],
    [
      "fs-delete",
      python('import shutil, os\ndef wipe(root=os.path.expanduser("~")):\n    shutil.rmtree(root)\nwipe()'),
    ],
    ["fs-delete", python('import shutil\nwipe = lambda root="/etc": shutil.rmtree(root)\nwipe()')],
    [
      "fs-delete",
      python(
        'import subprocess\nclass R:\n    def __init__(self, root):\n        self.root = root\n    def run(self, *c):\n        subprocess.run(c)\nR("/").run("rm", "-rf", "/srv")',
      ),
    ],
    ["git-history", node(`${NODE}function git(...a) { return spawnSync("git", a).stdout; }\ngit("reset", "--hard");`)],
    [
      "git-history",
      node(`${NODE}const sh = (cmd, ...a) => spawnSync(cmd, [...a, "."]);\nsh("git", "checkout", "-f", "--");`),
    ],
    [
      "fs-delete",
      node(
        'const fs = require("fs"), os = require("os");\nfunction wipe(dir = os.homedir()) { fs.rmSync(dir, { recursive: true }); }\nwipe();',
      ),
    ],
    ["fs-delete", ruby('def run(*a)\n  system(*a)\nend\nrun("ls")\nrun("rm", "-rf", "/home/dev")')],
    ["git-history", ruby('def git(*a) = system("git", *a)\ngit "fetch"\ngit "reset", "--hard"')],
    [
      "fs-delete",
      php('function run(...$a) { passthru(implode(" ", $a)); }\nrun("ls");\nrun("rm", "-rf", "/home/dev");'),
    ],
    ["fs-delete", perl('sub run { my ($what, @rest) = @_; system($what, @rest); }\nrun("rm", "-rf", "/home/dev");')],
  ])("%s: %s", (family, command) => expect(familyRowsOf(family, command)).not.toBe(""));

  test("as often as it is called", () => {
    const calls = Array.from({ length: 12 }, (_, n) => `run("echo", "${n}")`).join("\n");
    const helper = "import subprocess\ndef run(*a):\n    subprocess.run(a)\n";
    expect(rowsOf(python(`${helper}${calls}\nrun("rm", "-rf", "/")`))).toContain("fs-delete/root");
    expect(rowsOf(python(`${helper}${calls}\nrun("rm", "-rf", "dist")`))).toEqual([]);
  });

  test("and what stands behind many calls of many helpers is still read", () => {
    const many = (call: string): string => `    ${call}\n`.repeat(20);
    const helpers = `import subprocess\ndef h(x):\n    print(x, x, x)\ndef g(x):\n${many("h(x)")}def f(x):\n${many("g(x)")}`;
    const rest = (path: string): string => `${"f(1)\n".repeat(20)}subprocess.run(["rm", "-rf", "${path}"])`;
    expect(rowsOf(python(`${helpers}${rest("/home/dev")}`))).toContain("fs-delete/home");
    expect(rowsOf(python(`${helpers}${rest("dist")}`))).toEqual([]);
  });

  test.each([
    python(
      'import subprocess\ndef run(*a):\n    subprocess.run(list(a))\nrun("rm", "-rf", "dist")\nrun("git", "push", "--dry-run", "--force")',
    ),
    python('import shutil\ndef wipe(root="dist", dry=False):\n    shutil.rmtree(root)\nwipe()\nwipe(root="build")'),
    node(`${NODE}function git(...a) { return spawnSync("git", a).stdout; }\ngit("reset", "--soft", "HEAD~1");`),
    ruby('def git(*a) = system("git", *a)\ngit "log"\ndef other\n  puts 1\nend\nother'),
  ])("%s passes", (command) => expect(rowsOf(command)).toEqual([]));
});

describe("a table of steps is gone through", () => {
  test.each([
    [
      "fs-delete",
      python(
        'import subprocess, shlex\nfor s in """\nnpm ci\nrm -rf /srv\n""".strip().splitlines():\n    subprocess.run(shlex.split(s))',
      ),
    ],
    [
      "fs-delete",
      python(
        'import subprocess\nfor name, cmd in [("build", "npm run build"), ("clean", "rm -rf /srv")]:\n    subprocess.run(cmd.split())',
      ),
    ],
    [
      "fs-delete",
      python(
        'import subprocess\nsteps = {"a": ["ls"], "b": ["rm", "-rf", "/srv"]}\nfor name, cmd in steps.items():\n    subprocess.run(cmd)',
      ),
    ],
    [
      "fs-delete",
      python(
        'import subprocess\nsteps = {"a": ["ls"], "b": ["rm", "-rf", "/srv"]}\nfor name in steps:\n    subprocess.run(steps[name])',
      ),
    ],
    [
      "fs-delete",
      node(
        `${NODE}for (const [n, [cmd, args]] of Object.entries({ a: ["ls", []], b: ["rm", ["-rf", "/srv"]] })) { spawnSync(cmd, args); }`,
      ),
    ],
    [
      "fs-delete",
      node(
        `${NODE}for (const [cmd, ...args] of [["npm", "ci"], ["rm", "-rf", "/srv"]]) spawnSync(cmd, args, { stdio: "inherit" });`,
      ),
    ],
    ["fs-delete", node(`${NODE}[["npm", ["ci"]], ["rm", ["-rf", "/srv"]]].forEach(([c, a]) => spawnSync(c, a));`)],
    [
      "fs-delete",
      node(
        `${NODE}const steps = ["ls", "rm -rf /srv"];\nfor (let i = 0; i < steps.length; i++) { execSync(steps[i]); }`,
      ),
    ],
    ["fs-delete", ruby('{ build: ["ls"], clean: ["rm", "-rf", "/srv"] }.each { |name, cmd| system(*cmd) }')],
    [
      "fs-delete",
      php('foreach (["build" => "ls", "clean" => "rm -rf /srv"] as $name => $cmd) { echo $name; passthru($cmd); }'),
    ],
  ])("%s: %s", (family, command) => expect(familyRowsOf(family, command)).not.toBe(""));

  // What belongs to one step is not mixed with what belongs to another.
  test.each([
    python(
      'import subprocess\nfor cmd, args in [("rm", ["-rf", "dist"]), ("ls", ["/home/dev"])]:\n    subprocess.run([cmd, *args])',
    ),
    node(`${NODE}for (const [cmd, ...args] of [["rm", "-rf", "dist"], ["ls", "/"]]) spawnSync(cmd, args);`),
    node(`${NODE}for (const [c, a] of [["rm", ["-rf", "dist"]], ["ls", ["/"]]]) {\n  spawnSync(c, a);\n}`),
    ruby('[["rm", "-rf", "dist"], ["ls", "/"]].each { |c, *a| puts c }'),
  ])("%s passes", (command) => expect(rowsOf(command)).toEqual([]));
});

test("a program of the language itself, by the name of its own executable", () => {
  expect(
    rowsOf(python('import subprocess, sys\nsubprocess.run([sys.executable, "-m", "twine", "upload", "dist/*"])')),
  ).toEqual(["publish/package"]);
  expect(rowsOf(python('import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pytest"])'))).toEqual([]);
});
