import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ToolCall } from "../../src/call/call.js";
import { type Approvals, openApprovals } from "../../src/sessions/approvals.js";

const root = mkdtempSync(join(tmpdir(), "bailiff-approve-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let approvals: Approvals;
beforeEach(() => {
  approvals = openApprovals(mkdtempSync(join(root, "a-")));
});

const call = (command: string, session = "s1"): ToolCall => ({
  host: "opencode",
  tool: "bash",
  rawTool: "bash",
  input: { command },
  cwd: "/home/dev/app",
  home: "/home/dev",
  session,
});
const MINUTE = 60_000;

test("a call asks once, and an approval lets exactly it through once", () => {
  const first = approvals.settle(call("npm publish"), "leaves the machine", 0);
  expect(first.kind).toBe("open");
  expect(approvals.settle(call("npm publish"), "leaves the machine", 1000)).toEqual(first);
  expect(approvals.open(1000)).toHaveLength(1);
  expect(approvals.answer(first.code.toLowerCase(), "approved", 2000)).toMatchObject({
    shown: "npm publish",
    cwd: "/home/dev/app",
  });
  expect(approvals.settle(call("npm publish --tag x"), "", 3000).kind).toBe("open");
  expect(approvals.settle(call("npm publish", "s2"), "", 3000).kind).toBe("open");
  expect(approvals.settle({ ...call("npm publish"), cwd: "/elsewhere" }, "", 3000).kind).toBe("open");
  expect(approvals.settle(call("npm publish"), "", 3000)).toEqual({ kind: "approved", code: first.code });
  expect(approvals.settle(call("npm publish"), "", 4000).kind).toBe("open");
});

test("an approval is good for ten minutes", () => {
  const { code } = approvals.settle(call("x"), "", 0);
  approvals.answer(code, "approved", MINUTE);
  expect(approvals.settle(call("x"), "", 11 * MINUTE + 1).kind).toBe("open");
});

test("a question that nobody answered runs out", () => {
  const { code } = approvals.settle(call("x"), "", 0);
  expect(approvals.answer(code, "approved", 10 * MINUTE + 1)).toBe("expired");
  expect(approvals.open(10 * MINUTE + 1)).toEqual([]);
});

test("what was declined stays declined, and is answered once", () => {
  const { code } = approvals.settle(call("x"), "", 0);
  approvals.answer(code, "declined", 1);
  expect(approvals.settle(call("x"), "", 2)).toEqual({ kind: "declined", code });
  expect(approvals.answer(code, "approved", 3)).toBe("decided");
});

test.each(["", "../../etc", "AAAAAA", "ABC", "ABCDEFG"])("the code %o is unknown", (code) => {
  expect(approvals.answer(code, "approved", 0)).toBe("unknown");
});
