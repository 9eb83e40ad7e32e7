import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditDirectory } from "../../src/audit/place.js";
import { either, outputs } from "./both.js";
import { assertStubbed, probe, Sandbox } from "./sandbox.js";

/** An hour of looking around. */
const LOOKING = [
  "ls -la",
  "ls src | head -5",
  "pwd",
  "cat README.md",
  "head -n 5 README.md && tail -n 1 README.md",
  "wc -l README.md",
  "find . -name '*.md' -not -path './node_modules/*'",
  "find . -type f | sort | head -20",
  "grep -rn project README.md",
  "grep -c . README.md 2>/dev/null || true",
  "git status -sb",
  "git diff --stat",
  "git log --oneline -5",
  "git show HEAD:README.md",
  "git branch -a",
  "npm ls --depth=0",
  "npm view react version",
  "node --version",
  "sed -n 1,3p README.md",
  "awk '{print NR\": \"$0}' README.md",
  "sort README.md | uniq -c",
  "cut -c1-10 README.md",
  "diff README.md README.md",
  "stat README.md",
  "du -sh .",
  "date +%Y",
  "whoami; id -u",
  "env | grep -c PATH",
  "test -f README.md && echo there",
  'for f in *.md; do echo "$f"; done',
];

/** What changes something, disguised as looking. */
const CHANGING = [
  "cat README.md > copy.md",
  "ls | tee listing.txt",
  "sed -i s/project/thing/ README.md",
  "find . -name README.md -exec cp {} found.md ';'",
  "sort -o README.md README.md",
  "awk '{print > \"out.txt\"}' README.md",
  "git -c alias.look='!touch aliased.txt' look",
  "git diff --output=patch.txt",
  "python3 -c \"open('py.txt','w').write('x')\"",
  "bash -c 'echo x > inner.txt'",
];

describe.each(either)("$name in READONLY", (client) => {
  const box = new Sandbox();
  let found: readonly string[] = [];
  const steps = [...LOOKING, ...CHANGING];

  beforeAll(async () => {
    box.write("src/a.ts", "export {};\n");
    const env = { BAILIFF_MODE: "READONLY" };
    assertStubbed(box, (await client.run(box, [client.bash(probe), { text: "done" }], { env })).result(probe));
    found = outputs(await client.run(box, [...steps.map((each) => client.bash(each)), { text: "done" }], { env }));
  }, 900_000);
  afterAll(() => box.remove());

  it("answers every call", () => expect(found).toHaveLength(steps.length));
  it.each(LOOKING)("lets through: %s", (command) => expect(found[steps.indexOf(command)]).not.toContain("## BLOCKED"));
  it.each(CHANGING)("refuses: %s", (command) => {
    expect(found[steps.indexOf(command)]).toContain("## BLOCKED");
    expect(found[steps.indexOf(command)]).toContain("READONLY");
  });
  it("leaves everything as it was", () => {
    expect(box.read("README.md")).toBe("# A project\n");
    for (const name of ["copy.md", "listing.txt", "found.md", "out.txt", "aliased.txt", "py.txt", "inner.txt"])
      expect(box.read(name)).toBeUndefined();
  });
  it("goes on recording", () => {
    const directory = auditDirectory(box.project, box.home, join(box.home, ".local/state"));
    expect(readFileSync(join(directory, "audit.jsonl"), "utf8")).toContain("ERR_READONLY_MODE");
  });
});
