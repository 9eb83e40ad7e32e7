import { type Analysis, type Effect, pathsOf } from "../call/effect.js";
import { NONE } from "../call/none.js";
import type { Check } from "./check.js";
import { families } from "./families/all.js";
import type { Family, FamilyRow, Hit } from "./families/family.js";
import type { Finding } from "./finding.js";
import { lineOf } from "./named-command.js";

let index: Map<string, { family: Family; row: FamilyRow }> | undefined;

/** Rows by id; made when a first deed is met. */
function rows(): NonNullable<typeof index> {
  index ??= new Map(families.flatMap((family) => family.rows.map((row) => [row.id, { family, row }] as const)));
  return index;
}

/** A family row by its id. */
export function familyRow(id: string): FamilyRow | undefined {
  return rows().get(id)?.row;
}

/** The built-in families: what is destructive, secret or irreversible for everyone. */
export const familiesCheck: Check = {
  name: "families",
  codes: ["ERR_RULE"],
  hard: true,
  summary: "Destructive, secret-reading or irreversible deeds, judged by effect.",
  judge(input) {
    const { policy } = input;
    let found: Map<string, Finding> | undefined;
    const hit: Hit = (id, subject) => {
      if (found?.has(id)) return;
      const entry = rows().get(id);
      if (!entry || policy.off.includes(entry.family.name)) return;
      if (entry.row.preset === "strict" && policy.preset !== "strict") return;
      found ??= new Map();
      found.set(id, finding(entry.row, subject, subject && commandOf(subject, input.analysis)));
    };
    for (const act of input.sorted.acts) {
      if (!rows().get(act.act)?.family.excuses?.(act, input)) hit(act.act, act.target);
    }
    for (const family of families) family.judge?.(input, hit);
    return found === undefined ? NONE : [...found.values()];
  },
};

/** The command that a path, address or deed stems from, as it would run. */
function commandOf(subject: string, { effects, commands }: Analysis): string | undefined {
  const names = (effect: Effect): boolean =>
    pathsOf(effect).some((path) => path.text === subject || path.abs === subject) ||
    (effect.kind === "act" && effect.target === subject) ||
    (effect.kind === "opaque" && effect.source === subject);
  const at = effects.find((effect) => effect.command !== undefined && names(effect))?.command;
  const command = at === undefined ? undefined : commands[at];
  return command && lineOf(command);
}

function finding(row: FamilyRow, subject: string | undefined, command: string | undefined): Finding {
  return {
    check: "families",
    code: "ERR_RULE",
    severity: row.severity,
    ruleId: row.id,
    message: row.message,
    suggestion: row.suggestion,
    ...(subject === undefined || subject === "" ? {} : { subject }),
    ...(command === undefined || command === "" ? {} : { details: { command } }),
  };
}
