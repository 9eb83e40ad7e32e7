import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolNamed } from "../../src/call/tools.js";
import { createGovernor } from "../../src/govern.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import type { Policy } from "../../src/policy/policy.js";
import { notTemporary } from "../support/not-temporary.js";

// Not below the temp directory: that one is inside every fence.
const base = notTemporary(".bailiff-fence-");
const project = join(base, "app");
const shown = join(base, "shown");
const kept = join(base, "kept");
const outside = join(base, "outside");

beforeAll(() => {
  for (const directory of [join(project, "src"), shown, kept, outside, join(base, "app-evil")])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(outside, "f"), "x");
  symlinkSync(outside, join(project, "out"));
  symlinkSync(join(outside, "new"), join(project, "dangling"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const policy = (): Policy => ({
  ...emptyPolicy,
  projects: [
    { name: "app", path: project, write: true, no_delete: false },
    { name: "shown", path: shown, write: false, no_delete: false },
    { name: "kept", path: kept, write: true, no_delete: true },
    { name: "gone", path: join(base, "gone"), write: true, no_delete: false },
  ],
});

function fence(rawTool: string, input: Record<string, unknown>, law: Policy = policy(), bound?: string) {
  const governor = createGovernor({ policy: law, surroundings: { own: [], canAsk: false } });
  const call = {
    host: "cli",
    tool: toolNamed(rawTool),
    rawTool,
    input,
    cwd: project,
    home: join(base, "home"),
    project,
  } as const;
  return governor
    .judge(call, bound === undefined ? {} : { bound })
    .decision.findings.find((each) => each.check === "fence");
}

describe("every way out is refused", () => {
  const commands: string[] = [
    `cat ${outside}/f`,
    "cat ../outside/f",
    "cat src/../../outside/f",
    "cat out/f",
    "echo x > out/new",
    "echo x > dangling",
    `ln -s ${outside} l && echo x > l/new`,
    "cat ~/notes",
    "cat $HOME/notes",
    "rm ../outside/f",
    "cp src/a ../outside/",
    "tar -C ../outside -xf a.tar",
    "tar -xf a.tar -C ../outside",
    "curl -o ../outside/x https://example.com",
    "sort -o ../outside/x a",
    "git -C ../outside log --output=x",
    "ls ../*",
    "cat src/*/../../../outside/f",
    `cat ../app-evil/x`,
    'cat "$WHERE/f"',
    "cd .. && cat outside/f",
    "dd if=a of=../outside/x",
    "unzip a.zip -d ../outside",
    "tee ../outside/x",
    "rsync -a src/ ../outside/",
    // Directories that later words are resolved in.
    "git --git-dir=../outside/.git --work-tree=../outside checkout -- f",
    "pushd .. && cat outside/f",
    "(cd ..; cat outside/f)",
    "env -C .. cat outside/f",
    "make -C ../outside",
    "npm --prefix ../outside install",
    // Options and redirections.
    "cat < ../outside/f",
    "exec 3> ../outside/x",
    "grep -f ../outside/f src/a",
    "sort --output=../outside/x a",
    "wget -O ../outside/x https://example.com",
    "zip ../outside/a.zip src/a",
    "tar -cf ../outside/a.tar src",
    "openssl rand -out ../outside/x 8",
    "gcc -o ../outside/x a.c",
    // Programs and code that are run, copied, linked, moved.
    "bash ../outside/x.sh",
    ". ../outside/x",
    "python3 ../outside/x.py",
    "node ../outside/x.js",
    "cp -r ../outside .",
    "ln -s ../outside l",
    "ln ../outside/f l",
    "mv src ../outside/",
    "install src/a ../outside/a",
    "git worktree add ../outside/wt",
    "git clone . ../outside/c",
    "git archive -o ../outside/a.tar HEAD",
    "docker run -v $PWD/../outside:/x alpine rm -rf /x/f",
    // Words that stand for others.
    "cat ../out*/f",
    "ls ../{outside,shown}",
    "cat '../out'side/f",
    "cat $(echo ../outside/f)",
    "d=../outside; cat $d/f",
    "for f in ../outside/*; do cat $f; done",
    "echo ../outside/f | xargs cat",
    "find .. -name f",
    "find ../outside -delete",
    "find . -exec cp {} ../outside ';'",
    "cat src/out/../../out/f",
    // Code.
    `python3 -c "open('../outside/f').read()"`,
    `node -e "require('fs').writeFileSync('../outside/x','')"`,
    `perl -e 'unlink "../outside/f"'`,
    `awk '{print > "../outside/x"}' a`,
    "sed -n 'w ../outside/x' a",
    // Patches and addresses.
    "git apply <<'EOF'\n--- a/../outside/f\n+++ b/../outside/f\n@@ -1 +1 @@\n-x\n+y\nEOF",
    "patch ../outside/f x.patch",
    `curl file://${outside}/f`,
    `git clone file://${outside} c`,
  ];
  test.each(commands)("%s", (command) => expect(fence("Bash", { command })).toMatchObject({ code: "ERR_FENCE" }));

  const tools: [tool: string, input: () => Record<string, unknown>][] = [
    ["Read", () => ({ file_path: join(outside, "f") })],
    ["read", () => ({ filePath: "../outside/f" })],
    ["Write", () => ({ file_path: join(project, "out/x"), content: "" })],
    ["write", () => ({ filePath: join(project, "dangling"), content: "" })],
    ["Edit", () => ({ file_path: join(outside, "f"), old_string: "x", new_string: "y" })],
    ["Grep", () => ({ pattern: "x", path: outside })],
    ["grep", () => ({ pattern: "x", path: ".." })],
    ["Glob", () => ({ pattern: "../**" })],
    ["NotebookEdit", () => ({ notebook_path: join(outside, "a.ipynb"), new_source: "" })],
    ["apply_patch", () => ({ patchText: "*** Begin Patch\n*** Delete File: ../outside/f\n*** End Patch" })],
    ["mcp__files__write", () => ({ path: join(outside, "x") })],
    ["mcp__files__read", () => ({ uri: `file://${outside}/f` })],
    ["WebFetch", () => ({ url: `file://${outside}/f` })],
    ["webfetch", () => ({ url: `FILE://localhost${outside}/f` })],
    ["apply_patch", () => ({ patchText: "*** Begin Patch\n*** Add File: ../outside/x\n+x\n*** End Patch" })],
    [
      "patch",
      () => ({
        patchText: "*** Begin Patch\n*** Update File: src/a\n*** Move to: ../outside/a\n@@\n-x\n+y\n*** End Patch",
      }),
    ],
    ["MultiEdit", () => ({ file_path: join(project, "../outside/f"), edits: [{ old_string: "x", new_string: "y" }] })],
    ["list", () => ({ path: ".." })],
    ["LS", () => ({ path: outside })],
    ["Glob", () => ({ pattern: "*.ts", path: outside })],
    ["Glob", () => ({ pattern: `${outside}/**` })],
    ["Grep", () => ({ pattern: "x", glob: "../**/*" })],
    ["Write", () => ({ file_path: "~/notes", content: "" })],
    ["Write", () => ({ file_path: `${project}/src/a\0/../../outside`, content: "" })],
    ["read", () => ({ filePath: "src/a\0" })],
    ["Write", () => ({ file_path: "C:\\Users\\dev\\x", content: "" })],
    ["Bash", () => ({ command: "ls", workdir: outside })],
    ["Bash", () => ({ command: "cat f", workdir: ".." })],
    ["mcp__files__move_file", () => ({ source: "src/a", destination: "../outside/a" })],
    ["mcp__files__read_multiple_files", () => ({ paths: ["src/a", "../outside/f"] })],
    ["mcp__files__directory_tree", () => ({ path: ".." })],
    ["mcp__shell__exec", () => ({ command: "cat ../outside/f" })],
  ];
  test.each(tools)("%s", (tool, input) => expect(fence(tool, input())).toMatchObject({ code: "ERR_FENCE" }));
});

describe("what stays inside passes", () => {
  const commands = [
    "cat src/a",
    "echo x > src/b",
    "rm -rf src/old",
    "ls .",
    "cat ../shown/x",
    "echo x > /tmp/x",
    "ls > /dev/null 2>&1",
    "cat ../kept/x",
    "echo y > ../kept/x",
    "git log",
    "npm test",
    "cat src/../src/a",
    "cd src && cat ../README.md",
    "cat ./src//a",
    "echo ../outside/f",
    "git commit -m 'see ../outside/f'",
    "grep -rn '../outside' src",
    "tar -xf a.tar",
    "cp src/a $TMPDIR/../tmp/a || cp src/a /tmp/a",
    "mktemp",
    "cat <<'EOF' > src/doc.md\n../outside/f\nEOF",
    "sed -i 's#../outside#x#' src/a",
    "python3 -c 'print(1)'",
    "curl https://example.com/../outside/f",
    "cat /dev/null",
    "ssh host cat /etc/hostname",
  ];
  test.each(commands)("%s", (command) => expect(fence("Bash", { command })).toBeUndefined());
});

describe("the modes of a project", () => {
  test("write: false", () =>
    expect(fence("Bash", { command: "echo x > ../shown/x" })?.message).toMatch(/shown is registered read-only/));
  test("no_delete", () =>
    expect(fence("Bash", { command: "rm ../kept/x" })?.message).toMatch(/kept nothing may be deleted/));
  test("a bound task has its project alone", () => {
    expect(fence("Bash", { command: "cat ../shown/x" }, policy(), "app")?.message).toMatch(/bound to the project app/);
    expect(fence("Bash", { command: "cat src/a" }, policy(), "app")).toBeUndefined();
  });
  test("a registry of which nothing is usable refuses", () => {
    const law = {
      ...emptyPolicy,
      projects: [{ name: "gone", path: join(base, "gone"), write: true, no_delete: false }],
    };
    expect(fence("Write", { file_path: join(project, "a"), content: "" }, law)).toBeDefined();
    expect(fence("Bash", { command: "make" }, law)).toBeDefined();
  });
  test("without a registry there is no fence", () =>
    expect(fence("Bash", { command: `cat ${outside}/f` }, emptyPolicy)).toBeUndefined());
});
