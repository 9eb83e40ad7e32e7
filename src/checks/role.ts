import { type Effect, pathsOf, reaches } from "../call/effect.js";
import { matchGlob } from "../call/glob.js";
import { isWithin, normalise } from "../call/path.js";
import { type Role, roleOf, type Sandbox } from "../policy/roles.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";

/** What the caller's role may use: its tools, and its sandbox of directories, programs and network. */
export const roleCheck: Check = {
  name: "role",
  codes: ["ERR_ROLE"],
  hard: true,
  summary: "Tools, directories, programs and network of the caller's role.",
  judge(input) {
    const { policy, facts } = input;
    if (!policy.roles) return [];
    // The roles of those above it hold for a child as well.
    const above = (facts.parents ?? []).map((each) => roleOf(policy, each));
    for (const name of new Set([facts.role ?? roleOf(policy, input.call.agent), ...above])) {
      const role = Object.hasOwn(policy.roles, name) ? policy.roles[name] : undefined;
      const found = role ? held(role, input, name) : [];
      if (found.length > 0) return found;
    }
    return [];
  },
};

function held(role: Role, input: Case, name: string): readonly Finding[] {
  const { call } = input;
  const names = [call.rawTool, call.tool];
  const listed = (globs: readonly string[]): boolean =>
    globs.some((glob) => names.some((each) => matchGlob(glob, each)));
  if (listed(role.denied)) return [refusal(input, name, `does not have the tool ${call.rawTool}`)];
  if (role.allowed && !listed(role.allowed)) return [refusal(input, name, `does not list the tool ${call.rawTool}`)];
  return role.sandbox ? sandboxed(role.sandbox, input, name) : [];
}

function sandboxed(sandbox: Sandbox, input: Case, name: string): readonly Finding[] {
  const { analysis } = input;
  if (sandbox.net === false && analysis.effects.some(reaches)) return [refusal(input, name, "has no network")];
  if (sandbox.exec_allowlist) {
    const outside = analysis.commands.find((_, at) => !input.facts.allowedPrograms?.includes(at));
    if (outside) return [refusal(input, name, "may not run this program", outside.argv[0]?.text)];
  }
  for (const effect of analysis.effects) {
    const list = isWriting(effect) ? sandbox.fs_write : (sandbox.fs_read ?? undefined);
    if (!list) continue;
    for (const path of pathsOf(effect)) {
      const place = input.place(path, effect.remote);
      if (place.sink) continue;
      const roots = list.map((each) => rooted(each, input));
      // By real path: a directory's name as a beginning of another's is not containment.
      const inside =
        place.known && place.paths.every((each) => roots.some((root) => root !== undefined && isWithin(each, root)));
      if (!inside) return [refusal(input, name, `may not ${isWriting(effect) ? "write" : "read"} here`, path.text)];
    }
  }
  return [];
}

function rooted(directory: string, { facts }: Case): string | undefined {
  const project = facts.paths[facts.project]?.real ?? facts.project;
  if (directory.includes("{EXPERIMENT_ROOT}") && facts.experiment === undefined) return undefined;
  const text = directory.replaceAll("{PROJECT_ROOT}", project).replaceAll("{EXPERIMENT_ROOT}", facts.experiment ?? "");
  return text.startsWith("/") ? normalise(text) : normalise(`${project}/${text}`);
}

function isWriting(effect: Effect): boolean {
  return effect.kind !== "read" && effect.kind !== "list";
}

function refusal({ call }: Case, role: string, why: string, subject?: string): Finding {
  return {
    check: "role",
    code: "ERR_ROLE",
    severity: "deny",
    message: `the role ${role} ${why}`,
    suggestion: "Use what the role has, or ask the user to give this work to somebody else",
    ...(subject === undefined ? {} : { subject }),
    details: { tool: call.rawTool, role },
  };
}
