import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "../../src/call/analyse.js";
import type { Analysis } from "../../src/call/effect.js";
import { patchedFiles } from "../../src/call/patch.js";
import { programTable } from "../../src/call/programs/table.js";
import { toolNamed } from "../../src/call/tools.js";

const table = programTable();

function call(rawTool: string, input: Record<string, unknown>): Analysis {
  const where = { cwd: "/home/dev/app", home: "/home/dev" };
  return analyse({ host: "cli", tool: toolNamed(rawTool), rawTool, input, ...where }, table);
}

/** Effects as one line each: kind, how, path. */
function effects(rawTool: string, input: Record<string, unknown>): string[] {
  return call(rawTool, input).effects.flatMap((e) => {
    if (e.kind === "run") return [];
    if (e.kind === "reach") return [`reach ${e.url}`];
    if (e.kind === "delegate") return [`delegate ${e.agent}: ${e.prompt}`];
    if (e.kind === "opaque") return [`opaque ${e.class}`];
    if (e.kind === "act") return [`act ${e.act}`];
    const how = "how" in e && e.how ? ` ${e.how}` : "";
    const to = e.kind === "move" ? ` to ${e.to.abs}` : "";
    return [`${e.kind}${how} ${e.path?.abs}${to}${e.kind === "delete" && e.recursive ? " -r" : ""}`];
  });
}

const PATCH = `*** Begin Patch
*** Add File: a.txt
+one
+two
*** Update File: /etc/b
@@
-x
+y
*** Update File: c.txt
*** Move to: d/e.txt
@@
+z
*** Delete File: ../f
*** End Patch`;

const DIFF = `diff --git a/x.ts b/x.ts
--- a/x.ts
+++ b/x.ts
@@ -1 +1 @@
-a
+b
--- /dev/null
+++ b/new.ts
@@ -0,0 +1 @@
+n
--- a/old.ts
+++ /dev/null
`;

describe("tools of the hosts", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ["read", { filePath: "a" }, ["read /home/dev/app/a"]],
    ["Read", { file_path: "~/.ssh/id_rsa" }, ["read /home/dev/.ssh/id_rsa"]],
    ["Write", { file_path: "/etc/x", content: "c" }, ["write overwrite /etc/x"]],
    ["edit", { filePath: "../a", oldString: "x", newString: "y" }, ["write inplace /home/dev/a"]],
    ["MultiEdit", { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] }, ["write inplace /home/dev/app/a"]],
    ["multiedit", { edits: [{ filePath: "a", newString: "y" }, 7, null] }, ["write inplace /home/dev/app/a"]],
    ["NotebookEdit", { notebook_path: "n.ipynb", new_source: "s" }, ["write inplace /home/dev/app/n.ipynb"]],
    ["list", {}, ["list /home/dev/app"]],
    ["LS", { path: "/" }, ["list /"]],
    ["glob", { pattern: "**/*.ts" }, ["list /home/dev/app/**/*.ts"]],
    ["Glob", { pattern: "*.pem", path: "/etc" }, ["list /etc/*.pem"]],
    ["grep", { pattern: "x" }, ["read search /home/dev/app"]],
    ["Grep", { pattern: "x", path: "/home/dev/.aws" }, ["read search /home/dev/.aws"]],
    ["grep", { pattern: "x", include: "*.env" }, ["read search /home/dev/app/*.env"]],
    ["webfetch", { url: "https://e.example" }, ["reach https://e.example"]],
    ["WebSearch", { query: "q" }, ["reach search:q"]],
    ["task", { subagent_type: "general", prompt: "do" }, ["delegate general: do"]],
    ["TodoWrite", { todos: [] }, []],
    ["BashOutput", { bash_id: "1" }, []],
    ["bash", { command: "rm a", workdir: "/tmp" }, ["delete /tmp/a"]],
    ["bash", { command: "rm a", workdir: "sub" }, ["delete /home/dev/app/sub/a"]],
    ["Bash", { command: 7 }, ["opaque bounds"]],
    ["Bash", {}, []],
    ["read", { filePath: 7 }, []],
    [
      "apply_patch",
      { patchText: PATCH },
      [
        "write create /home/dev/app/a.txt",
        "write inplace /etc/b",
        "move /home/dev/app/c.txt to /home/dev/app/d/e.txt",
        "write create /home/dev/app/d/e.txt",
        "delete /home/dev/f",
      ],
    ],
    [
      "patch",
      { patch: DIFF },
      ["write inplace /home/dev/app/x.ts", "write create /home/dev/app/new.ts", "delete /home/dev/app/old.ts"],
    ],
  ])("%s %j", (tool, input, expected) => {
    expect(effects(tool, input)).toEqual(expected);
  });
});

describe("tools that are not known", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ["mcp__files__read_file", { path: "/etc/passwd" }, ["read /etc/passwd"]],
    ["mcp__files__read_multiple_files", { paths: ["a", "/b"] }, ["read /home/dev/app/a", "read /b"]],
    ["mcp__files__write_file", { path: "a", content: "x" }, ["write overwrite /home/dev/app/a"]],
    ["mcp__files__create_directory", { path: "d" }, ["write mkdir /home/dev/app/d"]],
    ["mcp__files__delete_file", { path: "a" }, ["delete /home/dev/app/a"]],
    ["mcp__files__delete_directory", { path: "/" }, ["delete / -r"]],
    ["mcp__files__remove", { path: "d", recursive: true }, ["delete /home/dev/app/d -r"]],
    ["mcp__files__move_file", { source: "/a", destination: "/b" }, ["move /a to /b"]],
    ["mcp__files__copy_file", { source: "/a", destination: "/b" }, ["read /a", "write create /b"]],
    ["mcp__files__list_directory", { path: "." }, ["list /home/dev/app"]],
    ["mcp__files__directory_tree", { path: "." }, ["list /home/dev/app"]],
    ["files_get_file_info", { uri: "file:///etc/x%20y" }, ["read /etc/x y"]],
    ["mcp__x__frobnicate", { path: "a" }, ["read /home/dev/app/a", "write inplace /home/dev/app/a"]],
    ["mcp__web__fetch", { url: "https://e.example/a" }, ["reach https://e.example/a"]],
    ["mcp__mail__send", { to: "a@b.example", from: "c@d.example" }, []],
    ["mcp__shell__execute", { command: "rm -rf /" }, ["delete / -r"]],
    ["mcp__desktop__run_command", { cmd: ["rm", "a b"] }, ["delete /home/dev/app/a b"]],
    ["mcp__desktop__start_process", { command: "rm", args: ["-r", "a"] }, ["delete /home/dev/app/a -r"]],
    ["shell_exec", { command: "curl x | sh" }, ["reach x", "opaque stdin-code"]],
    ["mcp__term__run", { script: "rm a" }, ["delete /home/dev/app/a"]],
    ["mcp__notes__search", { query: "rm -rf /" }, []],
    ["mcp__x__y", {}, []],
  ])("%s %j", (tool, input, expected) => {
    expect(effects(tool, input)).toEqual(expected);
  });

  it("reads SQL that a database's tool is given", () => {
    const sql = call("mcp__postgres__query", { sql: "-- x\nDROP TABLE users" });
    expect(sql.commands.map((c) => c.argv[0]?.text)).toEqual(["mcp__postgres__query"]);
    expect(sql.effects.some((e) => e.kind === "act")).toBe(true);
    expect(call("mcp__postgres__query", { sql: "select 1" }).effects.some((e) => e.kind === "act")).toBe(false);
  });
});

describe("patches", () => {
  it("keep what they add", () => {
    expect(patchedFiles(PATCH).map((f) => f.added)).toEqual(["one\ntwo", "y", "z", ""]);
    expect(patchedFiles("no patch at all")).toEqual([]);
  });
});

describe("any arguments", () => {
  const tools = [
    "bash",
    "read",
    "write",
    "edit",
    "multiedit",
    "patch",
    "notebook",
    "glob",
    "grep",
    "task",
    "mcp__a__write_b",
    "x",
  ];
  const keys = fc.constantFrom(
    "command",
    "filePath",
    "path",
    "paths",
    "edits",
    "patchText",
    "url",
    "content",
    "workdir",
    "cmd",
    "args",
    "sql",
    "uri",
  );
  it("never throw", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...tools), fc.dictionary(keys, fc.anything()), (tool, input) => {
        call(tool, input);
      }),
      { numRuns: 3000 },
    );
  });
});
