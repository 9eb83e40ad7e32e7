import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall } from "../../src/call/call.js";
import { createGovernor } from "../../src/govern.js";
import type { Judge } from "../../src/hosts/answer.js";
import { openSessions, type Sessions, type SessionsOptions } from "../../src/hosts/sessions.js";
import type { Caller } from "../../src/observe/observe.js";
import type { Policy } from "../../src/policy/policy.js";
import { tempDir } from "../brain/support.js";
import { keptLog } from "./fakes.js";

export const START = Date.parse("2026-03-01T10:00:00Z");

/** The law of these tests: one agent that should look first. */
export const policy: Policy = {
  hash: "x",
  preset: "standard",
  off: [],
  rules: [],
  programs: [],
  agents: {
    looker: { scope: "project", role: "Looks.", firstTools: ["read"] },
  },
  problems: [],
};

/** A registry with one project, beside the one that is worked in. */
export const registry = [{ name: "api", path: "~/api", write: true, no_delete: false }] as const;

export interface Desk {
  readonly project: string;
  readonly home: string;
  readonly judge: Judge;
  /** Calls as they were judged, and what was known of their callers. */
  readonly judged: { call: ToolCall; caller: Caller | undefined }[];
  readonly log: ReturnType<typeof keptLog>;
  readonly clock: { time: number };
  readonly now: () => Date;
  open(more?: Partial<SessionsOptions>): Sessions;
}

/** A project of its own with a judge that is the real one. */
export function desk(law: Partial<Policy> = {}): Desk {
  const home = tempDir();
  const project = join(home, "app");
  for (const each of [join(project, ".git"), join(home, "api")]) mkdirSync(each, { recursive: true });
  const inForce = { ...policy, ...law };
  const governor = createGovernor({ policy: inForce, surroundings: { own: [], canAsk: false } });
  const log = keptLog();
  const clock = { time: START };
  const now = (): Date => new Date(clock.time);
  const judged: Desk["judged"] = [];
  return {
    project,
    home,
    judged,
    log,
    clock,
    now,
    judge(call, caller) {
      judged.push({ call, caller });
      return governor.judge(call, caller);
    },
    open: (more = {}) =>
      openSessions({
        host: "opencode",
        project,
        home,
        env: {},
        law: () => ({ policy: inForce, mode: "FULL" }),
        delivery: "always",
        log,
        now,
        ...more,
      }),
  };
}
