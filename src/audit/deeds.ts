import { createHash } from "node:crypto";
import type { ToolCall } from "../call/call.js";
import { type Analysis, type Effect, type EffectKind, pathsOf } from "../call/effect.js";
import type { Decision, Finding } from "../checks/finding.js";

/** More deeds of one call are not remembered. */
const MOST = 10;

/** Acts that come to the same: one refused, another of its group is another way of doing it. */
const GROUPS: readonly (readonly [group: string, acts: readonly string[]])[] = [
  [
    "git-history/lost-work",
    ["hard-reset", "force-checkout", "discard-tree", "discard-file", "clean", "stash-loss"].map(
      (act) => `git-history/${act}`,
    ),
  ],
  ["git-history/lost-history", ["git-history/rewrite", "git-history/ref-removal", "git-history/branch-removal"]],
];

/** What a family protects: the same path lost, changed or read is the same deed, however it is done. */
const HARMS: Readonly<Record<string, "lost" | "changed" | "read">> = {
  "fs-delete": "lost",
  "fs-device": "lost",
  secrets: "read",
  permission: "changed",
  persistence: "changed",
  tamper: "changed",
};

const BY_KIND: Partial<Record<EffectKind, "lost" | "changed" | "read">> = {
  delete: "lost",
  destroy: "lost",
  move: "lost",
  write: "changed",
  chmod: "changed",
  chown: "changed",
  link: "changed",
  read: "read",
  send: "read",
};

/**
 * What was refused in a call, in a form that does not depend on how it was written: the same deed on
 * the same thing has the same key, whatever program or tool was to do it. Hashes, so that nothing of a
 * call's words is kept.
 */
export function deedsOf(call: ToolCall, decision: Decision, analysis: Analysis | undefined): string[] {
  const keys = new Set<string>();
  for (const finding of decision.findings) {
    if (finding.severity !== "deny" && finding.severity !== "ask") continue;
    for (const key of deeds(call, finding, analysis?.effects ?? [])) keys.add(hash(key));
  }
  return [...keys].slice(0, MOST);
}

function deeds(call: ToolCall, finding: Finding, effects: readonly Effect[]): string[] {
  const id = finding.ruleId ?? finding.code;
  const family = finding.check === "families" ? (id.split("/")[0] ?? id) : undefined;
  const where = call.project ?? call.cwd;
  if (effects.some((effect) => effect.kind === "act" && effect.act === id)) return [`${groupOf(id)} ${where}`];
  const harm = family === undefined ? undefined : HARMS[family];
  const named = effects.flatMap((effect) =>
    pathsOf(effect).flatMap((path) =>
      finding.subject === undefined || path.text === finding.subject || path.abs === finding.subject
        ? [{ effect, abs: path.abs }]
        : [],
    ),
  );
  const keys = named.flatMap(({ effect, abs }) => {
    const how = harm ?? BY_KIND[effect.kind];
    return abs === null || how === undefined ? [] : [`${how} ${whole(abs)}`];
  });
  if (keys.length > 0) return keys;
  // A row that judges what no effect names: within one project its deeds are one.
  return [`${groupOf(id)} ${finding.subject ?? ""} ${where}`];
}

function groupOf(act: string): string {
  return GROUPS.find(([, acts]) => acts.includes(act))?.[0] ?? act;
}

/** All that is in a directory is the directory. */
function whole(path: string): string {
  const bare = path.replace(/(?:\/(?:\*{1,2}|\.|\{\*,\.\*\}|\.\[!\.\]\*|\.\*))+$/, "");
  return bare === "" ? "/" : bare;
}

function hash(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 24);
}
