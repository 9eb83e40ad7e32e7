import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { lint } from "../../src/commands/lint.js";

const dir = mkdtempSync(join(tmpdir(), "bailiff-mistakes-"));
afterAll(() => rmSync(dir, { recursive: true }));

const row = (...lines: string[]): string => `version: 1\nrules:\n${lines.map((line) => `${line}\n`).join("")}`;
const FINE = [
  "  - id: a",
  "    type: deny",
  "    pattern: frob *",
  "    message: m",
  "    suggestion: s",
  "    examples: {match: [frob x]}",
];

// What maintainers of a rule table get wrong most often, as `bailiff lint` tells it to them.
test.each<[mistake: string, table: string, line: number, says: RegExp, fix: RegExp]>([
  ["no message", row(...FINE.filter((line) => !line.includes("message"))), 3, /needs a `message`/, /Add `message:`/],
  [
    "a bad regex",
    row(...FINE.map((line) => line.replace("pattern: frob *", "match: regex\n    pattern: 'frob ('"))),
    6,
    /does not compile/,
    /Escape/,
  ],
  [
    "a duplicate id",
    row(...FINE, ...FINE.map((line) => line.replaceAll("frob", "frab"))),
    9,
    /already taken by the row in line 3/,
    /a-2/,
  ],
  [
    "wrong indentation",
    row(...FINE.map((line) => line.replace("    message", "   message"))),
    6,
    /Not valid YAML/,
    /indentation/,
  ],
  [
    "a rule that can never match",
    row(...FINE.map((line) => line.replace("pattern: frob *", "pattern: sudo frob *"))),
    3,
    /never|not caught/,
    /./,
  ],
])("%s", async (mistake, table, line, says, fix) => {
  const file = join(dir, `${mistake.replaceAll(" ", "-")}-rules.yaml`);
  writeFileSync(file, table);
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await lint(
    [file],
    { json: true, cwd: dir },
    { input: Readable.from([""]), output, errors: new PassThrough() },
  );
  const { problems } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
    problems: { line?: number; severity: string; message: string; fix?: string }[];
  };
  const found = problems.find(({ severity, message }) => severity === "error" && says.test(message));
  expect(found, JSON.stringify(problems)).toBeDefined();
  expect(found?.line).toBe(line);
  expect(found?.fix).toMatch(fix);
  expect(code).toBe(1);
});
