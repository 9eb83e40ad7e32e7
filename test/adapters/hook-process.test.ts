import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// The built hook as the host starts it. `npm test` builds first.
const dist = join(import.meta.dirname, "../../dist");
const box = mkdtempSync(join(tmpdir(), "bailiff-hook-"));
afterAll(() => rmSync(box, { recursive: true, force: true }));

function hook(input: string, { args = [], file = join(dist, "hook.cjs") }: { args?: string[]; file?: string } = {}) {
  return spawnSync(process.execPath, [...args, file], {
    input,
    cwd: box,
    env: { PATH: process.env.PATH, HOME: box },
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
}

const event = (tool: string, input: unknown): string =>
  JSON.stringify({ session_id: "s", cwd: box, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input });

/** Holds a process to a denial in all its forms. */
function denied({ status, stdout, stderr }: ReturnType<typeof hook>): void {
  expect(status).toBe(2);
  expect(JSON.parse(stdout).hookSpecificOutput).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: stderr,
  });
  expect(stderr).toMatch(/^## BLOCKED: /);
}

beforeAll(() => {
  expect(existsSync(join(dist, "hook.cjs")), "run `npm run build` first").toBe(true);
});

describe("the hook process", () => {
  it("says nothing where the call may run", () => {
    const { status, stdout, stderr } = hook(event("Bash", { command: "git status" }));
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  it("denies", () => denied(hook(event("Bash", { command: "git reset --hard" }))));

  it("reads an event of a megabyte", () => {
    const { status, stdout } = hook(
      event("Write", { file_path: join(box, "a.txt"), content: "word ".repeat(200_000) }),
    );
    expect([status, stdout]).toEqual([0, ""]);
  });

  it.each([
    { name: "nothing", input: "" },
    { name: "half an event", input: event("Bash", { command: "git status" }).slice(0, 80) },
    { name: "10 MB", input: event("Write", { file_path: "a", content: "x".repeat(10_000_000) }) },
    { name: "10 MB without an end", input: "[".repeat(10_000_000) },
    { name: "bytes that are no text", input: "\u0000\ufffd{" },
  ])("denies when it is given $name", ({ input }) => denied(hook(input)));
});

describe("whatever goes wrong while it starts is a denial", () => {
  it("a Node that is too old", () => {
    const old = join(box, "old.cjs");
    writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "18.20.0" });');
    const ran = hook(event("Bash", { command: "git status" }), { args: ["--require", old] });
    denied(ran);
    expect(ran.stderr).toContain("Node 20");
  });

  it.each([
    { name: "no bundle", bundle: undefined },
    { name: "half a bundle", bundle: "exports.main = () => {" },
    { name: "an empty bundle", bundle: "" },
    { name: "a bundle that throws", bundle: "exports.main = () => { throw 1 }" },
    { name: "a bundle that rejects", bundle: "exports.main = async () => { throw 1 }" },
    { name: "a bundle that throws later", bundle: "exports.main = () => { setImmediate(() => { throw 1 }) }" },
  ])("$name", ({ name, bundle }) => {
    const broken = join(box, name.replaceAll(" ", "-"));
    cpSync(join(dist, "hook.cjs"), join(broken, "hook.cjs"));
    if (bundle !== undefined) writeFileSync(join(broken, "decide.cjs"), bundle);
    denied(hook(event("Bash", { command: "git status" }), { file: join(broken, "hook.cjs") }));
  });

  it("a bundle that never answers", () => {
    const broken = join(box, "silent");
    cpSync(join(dist, "hook.cjs"), join(broken, "hook.cjs"));
    writeFileSync(join(broken, "decide.cjs"), "exports.main = () => new Promise(() => {})");
    expect(hook(event("Bash", { command: "git status" }), { file: join(broken, "hook.cjs") }).status).toBe(2);
  });
});
