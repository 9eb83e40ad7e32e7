import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(root, "node_modules/.docs-"));
  await build({
    entryPoints: [join(root, "src/cli.ts")],
    outdir: dir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

interface Block {
  readonly kind: string;
  readonly file?: string;
  readonly text: string;
}

function blocks(doc: string): Block[] {
  return [...readFileSync(join(root, doc), "utf8").matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, kind = "", file, text = ""]) => ({ kind, text, ...(file === undefined ? {} : { file }) }),
  );
}

/** What follows each `$ bailiff …` line: parts of its output, in order. */
function steps(text: string): { command: string; said: string[] }[] {
  const found: { command: string; said: string[] }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("$ ")) found.push({ command: line.slice(2), said: [] });
    else found.at(-1)?.said.push(line);
  }
  return found;
}

describe.each(["docs/write-a-rule.md", "docs/write-an-agent.md"])("%s", (doc) => {
  test("does what it says", { timeout: 120_000 }, () => {
    const home = mkdtempSync(join(tmpdir(), "bailiff-docs-"));
    try {
      const project = join(home, "project");
      mkdirSync(join(project, ".git"), { recursive: true });
      let ran = 0;
      for (const { kind, file, text } of blocks(doc)) {
        if (file !== undefined) {
          mkdirSync(dirname(join(project, file)), { recursive: true });
          writeFileSync(join(project, file), text);
          continue;
        }
        expect(kind, "a block that no test reads").toBe("console");
        for (const { command, said } of steps(text)) {
          const { status, stdout, stderr } = spawnSync("sh", ["-c", `bailiff() { "$NODE" "$CLI" "$@"; }; ${command}`], {
            cwd: project,
            encoding: "utf8",
            env: {
              PATH: process.env.PATH ?? "",
              NODE: process.execPath,
              CLI: join(dir, "cli.mjs"),
              HOME: home,
              XDG_STATE_HOME: join(home, "state"),
            },
          });
          const output = stdout + stderr;
          let from = 0;
          for (const part of said) {
            const at = output.indexOf(part, from);
            expect(at, `${command}\n${output}\nlacks: ${part}`).toBeGreaterThanOrEqual(0);
            from = at + part.length;
          }
          expect(status, output).toBe(said[0] === "deny" ? 2 : 0);
          ran++;
        }
      }
      expect(ran).toBeGreaterThan(4);
      // What the text ends with is in order too.
      const { status, stdout } = spawnSync(process.execPath, [join(dir, "cli.mjs"), "lint"], {
        cwd: project,
        encoding: "utf8",
        env: { PATH: process.env.PATH ?? "", HOME: home, XDG_STATE_HOME: join(home, "state") },
      });
      expect(status, stdout).toBe(0);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

describe("README.md", () => {
  const examples = blocks("README.md");

  const sources = examples.filter(({ kind }) => kind === "yaml" || kind === "markdown");

  test("shows a rule and an agent", () => {
    expect(sources.some(({ text }) => /^rules:/m.test(text))).toBe(true);
    expect(sources.some(({ kind }) => kind === "markdown")).toBe(true);
  });

  test.each(sources.map((block) => [block.text.split("\n").find((line) => /^\w/.test(line)), block] as const))(
    "what begins with %s is in order",
    (_, { kind, text }) => {
      const name = kind === "markdown" ? "release-notes.md" : /^rules:/m.test(text) ? "rules.yaml" : "policy.yaml";
      const file = join(dir, name);
      writeFileSync(file, text);
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(dir, "cli.mjs"), "lint", file], {
        encoding: "utf8",
        env: { ...process.env, HOME: dir, XDG_STATE_HOME: join(dir, "state") },
      });
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toContain("1 file(s): 0 error(s), 0 warning(s)");
    },
  );

  test("the refusal that it begins with is what bailiff says", () => {
    const [, command = "", said = ""] = /^agent> (.*)\n\n([\s\S]*?)$/m.exec(examplesText()) ?? [];
    const heading = /^## BLOCKED: .*$/m.exec(examplesText())?.[0] ?? "-";
    expect(command + said).not.toBe("");
    const { status, stdout } = spawnSync(process.execPath, [join(dir, "cli.mjs"), "check", command], {
      encoding: "utf8",
      cwd: dir,
      env: { ...process.env, HOME: dir, XDG_STATE_HOME: join(dir, "state") },
    });
    expect(status).toBe(2);
    expect(stdout).toContain(heading);
    for (const line of examplesText()
      .split("\n")
      .filter((each) => /^\*\*|^\d\./.test(each)))
      expect(stdout).toContain(line);
  });

  function examplesText(): string {
    return /^```\n(agent> [\s\S]*?)^```$/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
  }
});
