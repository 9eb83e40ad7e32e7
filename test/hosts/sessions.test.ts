import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Brain, makeBrain } from "../../src/brain/brain.js";
import { listCheckpoints } from "../../src/brain/checkpoints.js";
import { defaultConfig } from "../../src/brain/defaults.js";
import { findPlace } from "../../src/brain/place.js";
import type { Session as Row } from "../../src/brain/schema/session.js";
import { makeStore } from "../../src/brain/store.js";
import { prompt, type Step } from "../../src/demo/script.js";
import { claudeCode, openCode, Sandbox, type Session } from "./sandbox.js";

const HOUR = 3_600_000;
const HEADINGS = ["Where this session stands", "Keep in the summary", "After the summary", "Resumed"] as const;

/** The brain of a sandbox's project, as the clients find it. */
function brainOf(box: Sandbox): Brain {
  return makeBrain(findPlace({ project: box.project, home: box.home, mode: "FULL" }), makeStore());
}

/** The records of all sessions, by what their prompts are named: the user's, then by level. */
function rows(box: Sandbox): Row[] {
  const { sessions } = findPlace({ project: box.project, home: box.home, mode: "FULL" });
  return readdirSync(sessions)
    .filter((name) => /^[^.].*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(sessions, name), "utf8")) as Row)
    .sort((a, b) => a.level - b.level);
}

/** As if the last sign of life of the user's session were so long ago. */
function longAgo(box: Sandbox, ms: number): void {
  const { sessions } = findPlace({ project: box.project, home: box.home, mode: "FULL" });
  for (const name of readdirSync(sessions).filter((each) => each.endsWith(".json") || each.endsWith(".good"))) {
    const row = JSON.parse(readFileSync(join(sessions, name), "utf8")) as Row;
    if (row.level > 0) continue;
    writeFileSync(
      join(sessions, name),
      JSON.stringify({ ...row, created: row.created - ms, lastSeen: row.lastSeen - ms }),
    );
  }
}

const states = (row: Row | undefined): string[] =>
  row?.stateHistory.map(({ event, state }) => `${event}: ${state}`) ?? [];

/** The texts that a request holds, each as often as it stands there. */
function headings(request: string): string[] {
  return HEADINGS.flatMap((each) =>
    request
      .split(`## ${each}`)
      .slice(1)
      .map(() => each),
  );
}

const before = (box: Sandbox): void => {
  const added = brainOf(box).addAnchor(
    { kind: "decision", priority: "critical", text: "Tabs, not spaces" },
    Date.now(),
  );
  expect(added.ok).toBe(true);
};

/** What a depth too many leaves behind. */
function halts(box: Sandbox) {
  const { store, place } = brainOf(box);
  return listCheckpoints(store, place, Date.now()).map(({ checkpoint }) => checkpoint);
}

describe("a session in OpenCode, in a project where bailiff init was run", () => {
  const box = new Sandbox();
  const task = (title: string, steps: readonly Step[]): Step => ({
    tool: "task",
    args: { description: title, subagent_type: "general", prompt: prompt(title, steps) },
  });
  const bash = (command: string) => ({ tool: "bash", args: { command, description: "a step" } });
  const config = { subagent_depth: 9, agent: { general: { permission: { task: "allow" } } } };
  let first: Session;
  let second: Session;
  let third: Session;

  beforeAll(async () => {
    const language = { communication: "German", documents: "French" };
    box.write(".bailiff/brain/config.json", JSON.stringify({ ...defaultConfig(), language }));
    before(box);
    const four = task("four", [bash("echo 4 > four.txt"), { text: "4" }]);
    const three = task("three", [four, bash("echo 3 > three.txt"), { text: "3" }]);
    const one = task("one", [bash("echo 1 > one.txt"), task("two", [three, { text: "2" }]), { text: "1" }]);
    const full = { ...bash("echo full > full.txt"), tokens: 99_500 };
    first = await openCode(box, [bash("echo 0 > zero.txt"), one, full], { config });
    second = await openCode(box, [bash("echo on > on.txt"), { text: "done" }], { config, args: ["--continue"] });
    longAgo(box, 2 * HOUR);
    third = await openCode(box, [bash("echo again > again.txt"), { text: "done" }], { config, args: ["--continue"] });
  });
  afterAll(() => box.remove());

  it("goes through its states, its children through theirs", () => {
    const [root, ...children] = rows(box);
    expect(states(root)).toEqual([
      "created: new",
      "message: between-turn",
      "compacted: compacted",
      "idle: idle",
      "rejoined: resumed",
      "idle: idle",
      "return: resumed",
      "idle: idle",
    ]);
    expect(root).toMatchObject({
      agent: "build",
      control: "full",
      ended: true,
      spawns: [],
      compactions: 1,
      messages: 3,
    });
    for (const child of children)
      expect(states(child)).toEqual(["created: new", "message: between-turn", "idle: idle"]);
  });

  it("delegates three levels deep and no deeper, and leaves a checkpoint there", () => {
    const found = rows(box);
    expect(found.map(({ level, control }) => [level, control])).toEqual([
      [0, "full"],
      [1, "can-stop"],
      [2, "opaque"],
      [3, "opaque"],
    ]);
    expect(found.slice(1).map(({ parent }) => parent)).toEqual(found.slice(0, 3).map(({ id }) => id));
    expect(found.every(({ spawns, root }) => spawns.length === 0 && root === found[0]?.id)).toBe(true);
    const refused = first.exchanges.find(({ prompt: title, tool }) => title === "three" && tool === "task");
    expect(refused?.output).toMatch(/^## BLOCKED: .*level 4, and 3 is the deepest/s);
    expect([box.read("three.txt"), box.read("four.txt")]).toEqual(["3\n", undefined]);
    const last = found.at(-1);
    expect(halts(box)).toMatchObject([{ kind: "halt", session: last?.id, level: 3, agent: "general" }]);
  });

  it("is told where it stands in each request, its children by their level, titles nothing", () => {
    const asked = (first.bodies as { messages: unknown; tools?: unknown[] }[]).map(({ messages, tools }) => ({
      text: JSON.stringify(messages),
      tools: tools !== undefined,
    }));
    const [title, ...rest] = asked;
    expect([title?.tools, headings(title?.text ?? "")]).toEqual([false, []]);
    const of = (name: string) => rest.filter(({ text, tools }) => tools && text.includes(`"${name}\\n[`));
    for (const name of ["main", "one"]) {
      expect(of(name).length).toBeGreaterThan(1);
      for (const { text } of of(name)) expect(headings(text)).toEqual(["Where this session stands"]);
    }
    for (const { text } of [...of("two"), ...of("three")]) expect(headings(text)).toEqual([]);
    expect(of("main")[0]?.text).toContain("speak German, write documents in French");
    expect(of("one")[0]?.text).toContain("speak German, write documents in French");
  });

  it("takes what matters into the summary and is reminded of it after", () => {
    const asked = (first.bodies as { messages: unknown }[]).map(({ messages }) => JSON.stringify(messages));
    const [summary, ...more] = asked.filter((text) => text.includes("## Keep in the summary"));
    expect(more).toEqual([]);
    expect(headings(summary ?? "")).toEqual(["Keep in the summary"]);
    expect(summary).toMatch(/speak German.*bash echo 0 > zero\.txt.*\[critical\] Tabs, not spaces/);
    const [after] = asked.filter((text) => text.includes("## After the summary"));
    expect(headings(after ?? "")).toEqual(["Where this session stands", "After the summary"]);
    expect(after).toContain("Tabs, not spaces");
    for (const body of second.bodies) expect(headings(JSON.stringify(body))).toEqual(["Where this session stands"]);
  });

  it("is told after two hours how long it was idle, once a turn", () => {
    expect(third.bodies.length).toBe(2);
    for (const body of third.bodies) {
      const text = JSON.stringify(body);
      expect(headings(text)).toEqual(["Where this session stands", "Resumed"]);
      expect(text).toMatch(/Idle for: 2 h.*Tabs, not spaces/);
    }
    expect([first, second, third].map(({ code }) => code)).toEqual([0, 0, 0]);
  });
});

describe("a session in Claude Code, in a project that never asked for bailiff", () => {
  const box = new Sandbox();
  const task = (title: string, steps: readonly Step[]): Step => ({
    tool: "Agent",
    args: { description: title, subagent_type: "general-purpose", prompt: prompt(title, steps) },
  });
  const bash = (command: string): Step => ({ tool: "Bash", args: { command } });
  // The host would stop at three levels by itself.
  const env = { CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH: "9" };
  const args = ["--dangerously-skip-permissions"];
  let first: Session;
  let second: Session;
  let third: Session;

  beforeAll(async () => {
    before(box);
    const four = task("four", [bash("echo 4 > four.txt"), { text: "4" }]);
    const three = task("three", [four, bash("echo 3 > three.txt"), { text: "3" }]);
    const one = task("one", [bash("echo 1 > one.txt"), task("two", [three, { text: "2" }]), { text: "1" }]);
    first = await claudeCode(box, [bash("echo 0 > zero.txt"), one, { text: "done" }], { env, args });
    second = await claudeCode(box, [], { env, args: [...args, "--continue"], said: "/compact" });
    longAgo(box, 2 * HOUR);
    const steps = [bash("echo again > again.txt"), { text: "done" }];
    third = await claudeCode(box, steps, { env, args: [...args, "--continue"] });
  });
  afterAll(() => box.remove());

  it("goes through its states, its children through theirs", () => {
    const [root, ...children] = rows(box);
    expect(states(root)).toEqual([
      "created: new",
      "message: between-turn",
      "idle: idle",
      "rejoined: resumed",
      "compacted: compacted",
      "ended: idle",
      "return: resumed",
      "message: between-turn",
      "idle: idle",
    ]);
    expect(root).toMatchObject({ control: "full", ended: true, spawns: [], compactions: 1, messages: 2 });
    for (const child of children) expect(states(child)).toEqual(["created: new", "idle: idle"]);
  });

  it("delegates three levels deep and no deeper, and leaves a checkpoint there", () => {
    const found = rows(box);
    expect(found.map(({ level, agent }) => [level, agent])).toEqual([
      [0, null],
      [1, "general-purpose"],
      [2, "general-purpose"],
      [3, "general-purpose"],
    ]);
    expect(found.slice(1).map(({ parent }) => parent)).toEqual(found.slice(0, 3).map(({ id }) => id));
    expect(found.every(({ confirmed, spawns }) => confirmed && spawns.length === 0)).toBe(true);
    const refused = first.exchanges.find(({ prompt: title, tool }) => title === "three" && tool === "Agent");
    expect(refused?.output).toMatch(/## BLOCKED: .*level 4, and 3 is the deepest/s);
    expect([box.read("three.txt"), box.read("four.txt")]).toEqual(["3\n", undefined]);
    expect(halts(box)).toMatchObject([{ kind: "halt", session: found.at(-1)?.id, level: 3 }]);
  });

  it("is told once where it stands, its children by their level", () => {
    const asked = (first.bodies as { messages: unknown }[]).map(({ messages }) => JSON.stringify(messages));
    const of = (name: string) => asked.filter((text) => text.includes(`"text":"${name}\\n[`));
    for (const name of ["main", "one"]) {
      expect(of(name).length).toBeGreaterThan(1);
      for (const text of of(name)) expect(headings(text)).toEqual(["Where this session stands"]);
    }
    for (const text of [...of("two"), ...of("three")]) expect(headings(text)).toEqual([]);
  });

  it("takes what matters into the summary and is reminded of it after", () => {
    const summary = second.bodies.map((body) => JSON.stringify(body)).find((text) => text.includes("## Keep in"));
    expect(summary).toMatch(/Keep in the summary.*bash echo 0 > zero\.txt.*\[critical\] Tabs, not spaces/);
    const [later] = third.bodies.map((body) => JSON.stringify((body as { messages: unknown }).messages));
    expect(headings(later ?? "")).toContain("After the summary");
  });

  it("is told after two hours how long it was idle", () => {
    const [later] = third.bodies.map((body) => JSON.stringify((body as { messages: unknown }).messages));
    expect(later).toMatch(/## Resumed.*Idle for: 2 h.*Tabs, not spaces.*## Where this session stands/);
    expect(headings(later ?? "").filter((each) => each === "Resumed")).toHaveLength(1);
    expect([first, second, third].map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it("leaves no file of bailiff's in the project", () => {
    expect(existsSync(join(box.project, ".bailiff"))).toBe(false);
    expect(box.read("again.txt")).toBe("again\n");
  });
});
