import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHeartbeat } from "../../src/hosts/heartbeat.js";
import { PROJECT_RULES } from "./rules.js";
import { appears, openCode, repository, Sandbox, type Session } from "./sandbox.js";

const bash = (command: string) => ({ tool: "bash", args: { command, description: "a step" } });
const state = (box: Sandbox): string => join(box.home, ".local/state/bailiff");

it("has the type that OpenCode's plugins have", () => {
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", join(import.meta.dirname, "types")], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

describe("in one session", () => {
  const box = new Sandbox();
  let session: Session;
  beforeAll(async () => {
    box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
    session = await openCode(
      box,
      [
        bash("echo careful now"),
        bash("echo publish it > out.txt"),
        bash("echo forbidden > first.txt"),
        // The test breaks the rules meanwhile.
        bash("touch ready; for i in $(seq 600); do [ -f go ] && break; sleep 0.05; done"),
        bash("echo forbidden > second.txt"),
        bash("echo a word"),
        { text: "done" },
      ],
      {
        async meanwhile() {
          await appears(join(box.project, "ready"));
          box.write(".bailiff/deny-rules.yaml", "version: 1\nrules:\n  - id: [broken\n");
          box.write("go", "");
        },
      },
    );
  });
  afterAll(() => box.remove());

  it("tells the model a warning after the result of the call", () => {
    expect(session.result("careful now")).toMatch(/^careful now\n.*## WARNING: .*Warned by a rule of the project/s);
  });

  it("refuses what a person would have to approve, as nobody can be asked, and says so", () => {
    expect(session.result("publish it")).toContain("nobody can be asked here");
    expect(box.read("out.txt")).toBeUndefined();
  });

  it("keeps the last good rules when their file is broken on the way", () => {
    expect(session.result("first.txt")).toContain("Refused by a rule of the project");
    expect(session.result("second.txt")).toContain("Refused by a rule of the project");
    expect(box.read("second.txt")).toBeUndefined();
    expect(session.result("a word")).toContain("a word");
  });

  it("says in its log what is wrong with the rules", () => {
    expect(readFileSync(join(box.project, ".bailiff/audit/bailiff.log"), "utf8")).toMatch(
      /deny-rules\.yaml:4:1: .* last good /,
    );
  });

  it("leaves signs of life for doctor", () => {
    expect(Object.keys(readHeartbeat(state(box), "opencode")?.hooks ?? {})).toEqual([
      "load",
      "config",
      "chat.message",
      "experimental.chat.system.transform",
      "tool.execute.before",
      "dispose",
    ]);
  });

  it("prints nothing of its own", () => {
    expect(session.stdout.trim()).toBe("done");
    expect(session.code).toBe(0);
  });
});

describe("a slash command that delegates by itself", () => {
  const box = new Sandbox();
  afterAll(() => box.remove());

  it("is refused without making the session unusable", async () => {
    box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
    box.write(
      ".opencode/command/look.md",
      '---\ndescription: Look around\nagent: explore\nsubtask: true\n---\nlook\n[{"tool":"bash","args":{"command":"echo ran > ran.txt","description":"d"}}]\n',
    );
    const first = await openCode(box, [{ text: "done" }], { args: ["--command", "look"] });
    expect(first.requests).toContain("This project does not explore");
    expect(box.read("ran.txt")).toBeUndefined();
    const second = await openCode(box, [bash("echo again > again.txt"), { text: "done" }], { args: ["--continue"] });
    expect(second.code).toBe(0);
    expect(box.read("again.txt")).toBe("again\n");
  });
});

describe("a project that never asked for bailiff", () => {
  const box = new Sandbox();
  afterAll(() => box.remove());

  it("is governed, and gets no files of it", async () => {
    const session = await openCode(box, [bash("git reset --hard"), { text: "done" }], {
      plugin: repository,
    });
    expect(session.result("reset --hard")).toContain("## BLOCKED:");
    expect(existsSync(join(box.project, ".bailiff"))).toBe(false);
  });
});
