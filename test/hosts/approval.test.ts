import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atTerminal } from "../support/terminal.js";
import { either, outputs } from "./both.js";
import { PROJECT_RULES } from "./rules.js";
import { repository, Sandbox } from "./sandbox.js";

const cli = join(repository, "dist/cli.js");

function environment(box: Sandbox): Record<string, string> {
  const { PATH = "/usr/bin:/bin" } = process.env;
  return { PATH, HOME: box.home, XDG_STATE_HOME: join(box.home, ".local/state"), TERM: "xterm" };
}

function asPerson(box: Sandbox, code: string) {
  const command = [process.execPath, cli, "approve", code];
  return atTerminal(command, [["once?", "y"]], { cwd: box.project, env: environment(box) });
}

function withoutTerminal(box: Sandbox, code: string) {
  return spawnSync(process.execPath, [cli, "approve", code], {
    cwd: box.project,
    env: environment(box),
    encoding: "utf8",
    input: "y\n",
    timeout: 120_000,
  });
}

function codes(box: Sandbox): string[] {
  try {
    const names = readdirSync(join(box.home, ".local/state/bailiff/approvals"));
    return names.flatMap((name) => /^([0-9A-Z]{6})\.json$/.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

async function until<T>(look: () => T | undefined, limit = 300_000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error("it did not come");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(either)("a question in $name", (client) => {
  const box = new Sandbox();
  const ask = "echo publish it >> published.txt";
  const attempts = (code: string): string[] => [
    `bailiff approve ${code}`,
    `script -qec 'npx bailiff approve ${code}' /dev/null`,
    `python3 -c "import pty; pty.spawn(['node','${cli}','approve','${code}'])"`,
    `echo '{}' > ~/.local/state/bailiff/approvals/${code}.json`,
    "BAILIFF_MODE=FULL opencode run x",
    "echo 'mode: FULL' > .bailiff/policy.yaml",
  ];
  let found: readonly string[] = [];
  let alone: ReturnType<typeof withoutTerminal> | undefined;
  let person: ReturnType<typeof asPerson> | undefined;

  beforeAll(async () => {
    box.write(".bailiff/deny-rules.yaml", PROJECT_RULES);
    const steps = [
      client.bash(ask),
      ...attempts("7F3KQM").map((each) => client.bash(each)),
      client.bash("while [ ! -e go.txt ]; do sleep 0.2; done; cat go.txt"),
      client.bash(ask),
      client.bash(ask),
      { text: "done" },
    ];
    const session = await client.run(box, steps, {
      async meanwhile() {
        const code = await until(() => codes(box)[0]);
        alone = withoutTerminal(box, code);
        person = asPerson(box, code);
        writeFileSync(join(box.project, "go.txt"), "go\n");
      },
    });
    found = outputs(session);
  }, 900_000);
  afterAll(() => box.remove());

  it("is refused with a code", () => expect(found[0]).toMatch(/bailiff approve [0-9A-Z]{6}/));
  it.each(attempts("7F3KQM").map((each, at) => [each, at] as const))("is not answered by the agent: %s", (_each, at) =>
    expect(found[1 + at]).toContain("## BLOCKED"),
  );
  it("is not answered without a terminal", () => {
    expect(alone?.status).not.toBe(0);
    expect(alone?.stderr).toContain("terminal");
  });
  it("is answered by a person, who is shown the real command", () => {
    expect(person?.shown).toContain(ask);
    expect(person?.code).toBe(0);
  });
  it("then runs once, and asks again after that", () => {
    const after = 1 + attempts("").length;
    expect(found[after]).toContain("go");
    expect(found[after + 1]).not.toContain("## BLOCKED");
    expect(found[after + 2]).toMatch(/bailiff approve [0-9A-Z]{6}/);
    expect(box.read("published.txt")).toBe("publish it\n");
  });
});
