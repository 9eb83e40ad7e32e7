import { analyse } from "../../../src/call/analyse.js";
import type { ToolCall } from "../../../src/call/call.js";
import { programTable } from "../../../src/call/programs/table.js";
import { decide } from "../../../src/checks/decide.js";
import type { Facts, PathFact } from "../../../src/observe/facts.js";
import { emptyPolicy } from "../../../src/policy/empty.js";

const programs = programTable();

export interface Surroundings {
  readonly paths?: Readonly<Record<string, PathFact>>;
  readonly cwd?: string;
  readonly project?: string;
}

/** Ids of the family rows that a call meets, with what was observed given instead of looked up. */
export function rowsOf(call: string | Pick<ToolCall, "tool" | "input">, around: Surroundings = {}): string[] {
  const cwd = around.cwd ?? "/home/dev/app";
  const asked = typeof call === "string" ? { tool: "bash", input: { command: call } } : call;
  const whole: ToolCall = { host: "cli", rawTool: asked.tool, cwd, home: "/home/dev", ...asked };
  const analysis = analyse(whole, programs);
  const facts: Facts = {
    paths: around.paths ?? {},
    project: around.project ?? cwd,
    repository: true,
    home: "/home/dev",
    temp: ["/tmp"],
    own: [],
    canAsk: false,
  };
  return decide({ call: whole, analysis, facts, policy: emptyPolicy }).findings.flatMap((f) => f.ruleId ?? []);
}

/** Rows of one family, for tables of cases. */
export function familyRowsOf(family: string, call: Parameters<typeof rowsOf>[0], around?: Surroundings): string {
  return rowsOf(call, around)
    .filter((id) => id.startsWith(`${family}/`))
    .map((id) => id.slice(family.length + 1))
    .join(" ");
}
