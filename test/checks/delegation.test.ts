import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../src/call/call.js";
import { projectOf, taskOf } from "../../src/call/task.js";
import { Case, type Given as GivenCase } from "../../src/checks/case.js";
import { delegationCheck } from "../../src/checks/delegation.js";
import type { Finding } from "../../src/checks/finding.js";
import type { DelegationFacts, Facts } from "../../src/observe/facts.js";
import { observeSession } from "../../src/observe/session.js";
import type { Policy } from "../../src/policy/policy.js";
import { makeKeeper } from "../../src/sessions/keeper.js";
import { freshPlace, NOW } from "../brain/support.js";

const policy: Policy = {
  hash: "",
  preset: "standard",
  off: [],
  rules: [],
  programs: [],
  agents: {
    executor: { scope: "project", delegatesTo: ["general"] },
    "bailiff:executor": { scope: "project", delegatesTo: ["general", "verifier"] },
    "bailiff:verifier": { scope: "project", delegatesTo: [] },
    verifier: { scope: "project", delegatesTo: [] },
    planner: { scope: "bridge" },
    odd: { scope: "bridge", delegatesTo: ["odd", "general"] },
  },
  problems: [],
};
const facts: Facts = {
  paths: {},
  project: "/home/dev/app",
  repository: true,
  home: "/home/dev",
  temp: [],
  own: [],
  canAsk: false,
};

interface Given {
  readonly agent?: string;
  readonly level?: number;
  readonly to?: string;
  readonly delegation?: DelegationFacts;
  readonly maxDepth?: number | null;
}

function caseOf({ agent, level, to = "general", delegation, maxDepth }: Given): GivenCase {
  const call: ToolCall = {
    host: "opencode",
    tool: "task",
    rawTool: "task",
    input: { subagent_type: to, prompt: "do it" },
    cwd: "/home/dev/app",
    home: "/home/dev",
    session: "s1",
    ...(agent === undefined ? {} : { agent }),
    ...(level === undefined ? {} : { level }),
  };
  return {
    call,
    analysis: { commands: [], effects: [{ kind: "delegate", agent: to, prompt: "do it" }], opaque: false },
    facts: { ...facts, ...(delegation === undefined ? {} : { delegation }) },
    policy: { ...policy, ...(maxDepth === undefined ? {} : { maxDepth }) },
  };
}

const judge = (given: GivenCase): readonly Finding[] => delegationCheck.judge(new Case(given));
const codes = (given: Given): string[] => judge(caseOf(given)).map((each) => each.code);

describe("depth", () => {
  it.each<[string, Given, string[]]>([
    ["the user's session may delegate", { level: 0 }, []],
    ["level 2 makes level 3", { level: 2 }, []],
    ["level 3 would make level 4", { level: 3 }, ["ERR_DELEGATION_DEPTH"]],
    ["the ledger's level counts too", { delegation: { level: 3 } }, ["ERR_DELEGATION_DEPTH"]],
    ["the deeper of both counts", { level: 3, delegation: { level: 0 } }, ["ERR_DELEGATION_DEPTH"]],
    ["another limit", { level: 1, maxDepth: 1 }, ["ERR_DELEGATION_DEPTH"]],
    ["a limit of 0 allows none", { level: 0, maxDepth: 0 }, ["ERR_DELEGATION_DEPTH"]],
    ["null turns it off", { level: 30, maxDepth: null }, []],
    ["an own task keeps its level", { level: 2, delegation: { level: 2, task: { id: "t", own: true, level: 3 } } }, []],
    ["the host's own limit", { level: 1, delegation: { level: 1, hostMaxDepth: 1 } }, ["ERR_DELEGATION_DEPTH"]],
    [
      "the host's limit where ours is off",
      { level: 1, maxDepth: null, delegation: { level: 1, hostMaxDepth: 1 } },
      ["ERR_DELEGATION_DEPTH"],
    ],
  ])("%s", (_, given, expected) => expect(codes(given)).toEqual(expected));

  it("says how deep, and whose limit it is", () => {
    const [own] = judge(caseOf({ level: 3 }));
    expect(own).toMatchObject({ severity: "deny", details: { level: 4, maxDepth: 3 } });
    expect(own?.message).toBe("This delegation would be level 4, and 3 is the deepest that is allowed.");
    const [host] = judge(caseOf({ level: 1, delegation: { level: 1, hostMaxDepth: 1 } }));
    expect(host?.message).toContain("the host's own");
  });
});

describe("targets", () => {
  it.each<[string, Given, string[]]>([
    ["a listed agent", { agent: "executor", to: "general" }, []],
    ["the same agent in another host's words", { agent: "executor", to: "general-purpose" }, []],
    ["the same agent unnamed", { agent: "executor", to: "" }, []],
    ["an agent that is not listed", { agent: "executor", to: "builder" }, ["ERR_DELEGATION_TARGET"]],
    [
      "the same with the plugin's prefix",
      { agent: "bailiff:executor", to: "bailiff:builder" },
      ["ERR_DELEGATION_TARGET"],
    ],
    ["another plugin's agent of a listed name", { agent: "executor", to: "evil:general" }, ["ERR_DELEGATION_TARGET"]],
    ["an empty list", { agent: "verifier", to: "general" }, ["ERR_DELEGATION_TARGET"]],
    ["no list", { agent: "planner", to: "anyone" }, []],
    ["itself without a list", { agent: "planner", to: "planner" }, ["ERR_DELEGATION_TARGET"]],
    ["itself although listed", { agent: "odd", to: "odd" }, ["ERR_DELEGATION_TARGET"]],
    ["an agent without scope to itself", { agent: "general", to: "general" }, []],
    ["an agent named like a property of every object", { agent: "constructor", to: "x" }, []],
    ["a caller without name", { to: "builder" }, []],
    [
      "someone else's task",
      { delegation: { level: 0, task: { id: "t", own: false, level: 1 } } },
      ["ERR_DELEGATION_TARGET"],
    ],
  ])("%s", (_, given, expected) => expect(codes(given)).toEqual(expected));

  it.each([
    ["executor", "builder", "Delegate to one of: general; or do the work in this session."],
    ["odd", "odd", "Delegate to one of: general; or do the work in this session."],
    ["verifier", "x", "This agent delegates to no other: do the work in this session, or report what is left to do."],
  ])("%s to %s lists the allowed ones", (agent, to, suggestion) => {
    expect(judge(caseOf({ agent, to }))[0]).toMatchObject({ suggestion });
  });

  it("other calls are none of its business", () => {
    const input = caseOf({ level: 9 });
    expect(judge({ ...input, analysis: { ...input.analysis, effects: [] } })).toEqual([]);
  });
});

describe("a task that names its project", () => {
  it.each([
    ["project=api: tidy up", "api"],
    ["Tidy up.\nproject=my-api.v2\nThen stop.", "my-api.v2"],
    ["Tidy up (project=api).", "api"],
    ["Tidy up in project=api.", "api"],
    ["`project=api`", "api"],
    ["gcloud --project=api list", undefined],
    ["set myproject=api", undefined],
    ["open /x?project=api&y=1 please", undefined],
    ["project=api/v1", undefined],
    ["project=", undefined],
    ["the project is api", undefined],
  ])("%j: %s", (prompt, expected) => {
    expect(projectOf({ ...caseOf({}).call, input: { prompt } })).toBe(expected);
  });

  it("may name it as an argument", () => {
    expect(projectOf({ ...caseOf({}).call, input: { project: "api", prompt: "project=web" } })).toBe("api");
    expect(projectOf({ ...caseOf({}).call, tool: "bash", input: { project: "api" } })).toBeUndefined();
  });

  const naming = (prompt: string, projects?: Facts["projects"]): readonly Finding[] => {
    const input = caseOf({});
    const found = { ...input.facts, ...(projects ? { projects } : {}) };
    return judge({ ...input, call: { ...input.call, input: { prompt } }, facts: found });
  };
  const registry = [{ name: "api", real: "/p/api", write: true, noDelete: false }];

  it("is refused where nobody registered that project, with those that are", () => {
    expect(naming("project=web", registry)).toMatchObject([
      {
        code: "ERR_DELEGATION_TARGET",
        severity: "deny",
        subject: "web",
        suggestion: expect.stringContaining("one of: api;"),
      },
    ]);
  });

  it("passes with a registered one, and where there is no registry", () => {
    expect(naming("project=api", registry)).toEqual([]);
    expect(naming("project=web")).toEqual([]);
  });
});

describe("what is observed", () => {
  const about = { host: "opencode", project: "/p", time: NOW } as const;
  const k = makeKeeper({ place: freshPlace(), mode: "FULL" });
  k.on({ type: "created", session: "s1", ...about });
  k.on({ type: "created", session: "c1", parent: "s1", ...about });
  k.on({ type: "created", session: "s2", ...about });

  it.each<[string, Partial<ToolCall>, DelegationFacts | undefined]>([
    ["nothing of another tool", { tool: "bash" }, undefined],
    ["the level", { session: "c1" }, { level: 1 }],
    ["the host's word where the ledger knows nothing", { session: "x", level: 2 }, { level: 2 }],
    ["an own task", { input: { task_id: "c1" } }, { level: 0, task: { id: "c1", own: true, level: 1 } }],
    [
      "another session's task",
      { session: "s2", input: { task_id: "c1" } },
      {
        level: 0,
        task: { id: "c1", own: false, level: 1 },
      },
    ],
    ["an unknown task", { input: { resume: "nobody" } }, { level: 0, task: { id: "nobody", own: false, level: 1 } }],
    [
      "the user's session as a task",
      { session: "c1", input: { task_id: "s1" } },
      {
        level: 1,
        task: { id: "s1", own: false, level: 0 },
      },
    ],
    ["an empty id", { input: { task_id: "" } }, { level: 0 }],
  ])("%s", (_, change, expected) => {
    expect(observeSession({ ...caseOf({}).call, ...change }, k.ledger)).toEqual(expected);
  });

  it("a task's id of the wrong type is none", () => {
    expect(taskOf({ ...caseOf({}).call, input: { task_id: 7, resume: ["x"] } })).toBeUndefined();
  });
});
