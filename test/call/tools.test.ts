import { describe, expect, it } from "vitest";
import { hostOnly, onlyReads, toolNamed, toolSpec } from "../../src/call/tools.js";

describe("tools in either host's spelling", () => {
  it.each<[string, string]>([
    ["Bash", "bash"],
    ["bash", "bash"],
    ["Read", "read"],
    ["NotebookRead", "read"],
    ["Write", "write"],
    ["MultiEdit", "multiedit"],
    ["multiedit", "multiedit"],
    ["apply_patch", "patch"],
    ["NotebookEdit", "notebook"],
    ["LS", "list"],
    ["WebFetch", "webfetch"],
    ["codesearch", "websearch"],
    ["Task", "task"],
    ["Agent", "task"],
    ["TodoWrite", "todo"],
    ["AskUserQuestion", "question"],
    ["ExitPlanMode", "plan"],
    ["mcp__files__read_file", "mcp__files__read_file"],
    ["files_read", "files_read"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ])("%s is %s", (raw, name) => {
    expect(toolNamed(raw)).toBe(name);
  });

  it("says which change something", () => {
    const mutating = ["bash", "write", "edit", "multiedit", "patch", "notebook"];
    const reading = [
      "read",
      "glob",
      "grep",
      "list",
      "webfetch",
      "websearch",
      "task",
      "todo",
      "skill",
      "question",
      "plan",
    ];
    expect(mutating.map((tool) => toolSpec(tool)?.mutates)).toEqual(mutating.map(() => true));
    expect(reading.map((tool) => toolSpec(tool)?.mutates)).toEqual(reading.map(() => false));
    expect(toolSpec("mcp__x__y")).toBeUndefined();
    expect(toolSpec("constructor")).toBeUndefined();
  });

  it("knows tools that concern the host alone", () => {
    expect(["BashOutput", "KillShell", "KillBash", "SendMessage", "TaskStop", "lsp"].every(hostOnly)).toBe(true);
    expect(["Bash", "mcp__x__kill", "write"].some(hostOnly)).toBe(false);
    expect(onlyReads("read")).toBe(true);
    expect(onlyReads("webfetch")).toBe(false);
  });
});
