import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openDenials } from "../../src/audit/denial-store.js";
import { findPlace } from "../../src/brain/place.js";
import type { ToolCall } from "../../src/call/call.js";
import { status } from "../../src/commands/status.js";
import type { Status } from "../../src/commands/status-facts.js";
import { heartbeat } from "../../src/hosts/heartbeat.js";
import { openApprovals } from "../../src/sessions/approvals.js";
import { makeKeeper } from "../../src/sessions/keeper.js";
import { NOW, tempDir } from "../brain/support.js";

const MINUTE = 60_000;

function setting(env: Record<string, string> = {}) {
  const home = tempDir();
  const cwd = join(home, "app");
  const state = join(home, ".local/state/bailiff");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const run = async (json: boolean): Promise<string> => {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    expect(await status({ cwd, home, now: NOW, env, json }, streams)).toBe(0);
    return String(streams.output.read());
  };
  return {
    cwd,
    home,
    state,
    keeper: makeKeeper({ place: findPlace({ project: cwd, home, mode: "FULL" }), mode: "FULL" }),
    text: () => run(false),
    json: async () => JSON.parse(await run(true)) as Status,
    policy(file: string, text: string) {
      mkdirSync(join(home, ".config/bailiff"), { recursive: true });
      writeFileSync(join(home, ".config/bailiff", file), text);
    },
  };
}

const call: ToolCall = {
  host: "claude-code",
  tool: "bash",
  rawTool: "Bash",
  input: { command: "npm publish" },
  cwd: "/home/dev/app",
  home: "/home/dev",
  session: "s0",
};

describe("bailiff status", () => {
  it("where nothing ever ran says so, and creates nothing", async () => {
    const { text, json, cwd } = setting();
    expect(await json()).toMatchObject({
      status: "no-hooks",
      initialised: false,
      mode: "FULL",
      gatekeeper: "PASSTHROUGH",
      sessions: [],
      refusals: [],
      approvals: [],
      projects: [],
      policy: { problems: [] },
    });
    expect(await text()).toMatch(
      /^bailiff .*init was not run here.*\nMode: FULL .*\n.*\nGatekeeper: PASSTHROUGH\nopencode: no hook/,
    );
    expect(readdirSync(cwd)).toEqual([".git"]);
  });

  it("shows hooks, sessions with levels and states, refusals and what waits for a person", async () => {
    const { state, cwd, keeper, text, json } = setting();
    const at = NOW - 5 * MINUTE;
    heartbeat({
      state,
      host: "claude-code",
      bailiff: "1",
      version: "2.1.330",
      pid: 1,
      project: cwd,
      now: () => new Date(at),
    })("Stop");
    const about = { host: "claude-code", project: cwd, time: at } as const;
    keeper.on({ type: "created", session: "s0", ...about });
    keeper.on({
      type: "spawn-requested",
      session: "s0",
      callId: "c1",
      agent: "executor",
      bound: "api",
      time: NOW - MINUTE,
    });
    keeper.on({
      type: "spawn-started",
      session: "a1",
      callId: "c1",
      ...about,
      agent: "executor\u001b[31m",
      time: NOW - MINUTE,
    });
    const denials = openDenials(join(state, "denials"));
    const finding = { check: "rules", code: "ERR_RULE", severity: "deny", message: "no", suggestion: "" } as const;
    for (const since of [3, 2, 1])
      denials.add(call, { decision: { decision: "deny", findings: [finding] } }, NOW - since * MINUTE);
    openApprovals(join(state, "approvals")).settle(call, "publishes", NOW);
    const found = await json();
    expect(found).toMatchObject({
      status: "ok",
      hosts: [
        { host: "opencode", last: null },
        { host: "claude-code", version: "2.1.330", last: new Date(at).toISOString(), uptime: null },
      ],
      sessions: [{ id: "s0", level: 0, state: "new", openSlots: 1, children: [{ id: "a1", level: 1, bound: "api" }] }],
      refusals: [{ session: "s0", refusals: 3 }],
      approvals: [{ shown: "npm publish", session: "s0" }],
    });
    const said = await text();
    expect(said).toMatch(/claude-code 2\.1\.330: last sign of life 5 min ago\n {2}Stop: 5 min ago\n/);
    expect(said).toMatch(/\n {2}level 0 .*1 delegations under way.*\n {4}level 1 executor\[31m: .*bound to api/);
    expect(said).toContain("s0: 3 (piling up");
    expect(said).toMatch(/\n {2}[0-9A-Z]{6} {2}npm publish {2}\(/);
    expect(said).not.toContain("\u001b");
  });

  it("names what is wrong with policy, projects and mode", async () => {
    const { policy, home, text, json } = setting({ BAILIFF_MODE: "SAFE" });
    mkdirSync(join(home, "api"));
    policy(
      "policy.yaml",
      "version: 1\nprojects:\n  - { name: api, path: ~/api, write: false }\n  - { name: gone, path: /nowhere/at/all }\nnonsense: 1\n",
    );
    const found = await json();
    expect(found).toMatchObject({
      status: "no-hooks",
      mode: "MINIMAL",
      modeProblem: expect.stringContaining("SAFE"),
      capabilities: { canRunTools: false },
    });
    expect(found.policy.problems.length).toBeGreaterThan(0);
    const said = await text();
    expect(said).toMatch(/Mode: MINIMAL \(may read only\)\n {2}problem: .*SAFE/);
    expect(said).toMatch(/error: .*policy\.yaml:5/);
  });

  it("names a registered project that cannot be used", async () => {
    const { policy, home, json, text } = setting();
    mkdirSync(join(home, "api"));
    policy(
      "policy.yaml",
      "version: 1\nprojects:\n  - { name: api, path: ~/api, write: false }\n  - { name: gone, path: /nowhere/at/all }\n",
    );
    expect((await json()).projects).toMatchObject([
      { name: "api", usable: true, write: false },
      { name: "gone", usable: false },
    ]);
    expect(await text()).toMatch(/api: ~\/api \(read only\)\n {2}gone: \/nowhere\/at\/all \(CANNOT BE USED/);
  });
});
