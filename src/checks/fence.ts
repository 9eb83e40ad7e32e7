import { type Effect, type EffectiveCommand, type PathRef, pathsOf } from "../call/effect.js";
import { isWithin } from "../call/path.js";
import type { Facts, KnownProject } from "../observe/facts.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";

/** Paths outside all registered projects, and what a project's own mode leaves out. */
export const fenceCheck: Check = {
  name: "fence",
  codes: ["ERR_FENCE"],
  hard: true,
  summary: "Everything stays inside the registered projects, and within their modes.",
  judge(input) {
    const { call, analysis, facts } = input;
    if (!facts.projects) return [];
    const usable = facts.projects.filter(
      (each) => each.real !== undefined && (facts.bound === undefined || each.name === facts.bound),
    );
    const found: Finding[] = [];
    for (const effect of analysis.effects) {
      for (const path of pathsOf(effect)) {
        const why = objection(effect, path, usable, input);
        if (why !== undefined) found.push(refusal(why, path, usable, facts));
        if (found.length > 0) return found;
      }
    }
    for (const command of analysis.commands) {
      const away = standsOutside(command, usable, facts);
      if (away !== undefined)
        return [refusal("this command works in a directory outside all registered projects", away, usable, facts)];
    }
    // A tool that changes something without saying where cannot be held to a fence.
    return found.length === 0 && usable.length === 0 && call.tool !== "todo" && changesSomething(analysis.effects)
      ? [refusal("no registered project can be used", undefined, usable, facts)]
      : found;
  },
};

function objection(effect: Effect, path: PathRef, usable: readonly KnownProject[], input: Case): string | undefined {
  const { facts } = input;
  // What is on another machine is not behind this fence; a container's mounts are judged as paths here.
  if (effect.remote && !effect.remote.mounts) return undefined;
  const place = input.place(path, effect.remote);
  if (place.sink) return undefined;
  if (!place.known) return "where this leads cannot be known before it runs";
  if (path.text.includes("\0")) return "this path holds a NUL character";
  const owner = (at: string): KnownProject | undefined =>
    usable.find((each) => each.real !== undefined && isWithin(at, each.real));
  const temp = (at: string): boolean => facts.temp.some((each) => isWithin(at, each));
  // The real path decides; the text's own may lead through the same link as the root's.
  const real = place.paths.at(-1) ?? "";
  const home = owner(real);
  if (
    !home &&
    !temp(real) &&
    !(facts.bound === undefined && facts.session !== undefined && isWithin(real, facts.session))
  ) {
    return "this path is outside all registered projects";
  }
  if (!home) return undefined;
  if (!home.write && effect.kind !== "read" && effect.kind !== "list")
    return `the project ${home.name} is registered read-only`;
  if (home.noDelete && (effect.kind === "delete" || effect.kind === "destroy" || effect.kind === "move")) {
    return `in the project ${home.name} nothing may be deleted`;
  }
  return undefined;
}

/** Commands that do nothing where they stand; what they name is judged by itself. */
const PLACELESS =
  /^(?:cd|pushd|popd|dirs|pwd|echo|printf|true|false|:|test|\[|\[\[|export|set|unset|exit|return|sleep|date)$/;

/** The directory that a command works in, where it is outside. */
function standsOutside(
  { cwd, remote, argv }: EffectiveCommand,
  usable: readonly KnownProject[],
  facts: Facts,
): string | undefined {
  if (cwd === null || remote || PLACELESS.test(argv[0]?.text ?? "")) return undefined;
  const real = facts.paths[cwd]?.real ?? cwd;
  const roots = [
    ...usable.flatMap((each) => each.real ?? []),
    ...facts.temp,
    ...(facts.bound === undefined && facts.session !== undefined ? [facts.session] : []),
  ];
  return roots.some((root) => isWithin(real, root)) ? undefined : cwd;
}

function changesSomething(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.kind !== "read" && effect.kind !== "list" && !(effect.kind === "run" && effect.mutates === false),
  );
}

function refusal(
  why: string,
  path: PathRef | string | undefined,
  usable: readonly KnownProject[],
  facts: Facts,
): Finding {
  const names = usable.map((each) => each.name).join(", ");
  return {
    check: "fence",
    code: "ERR_FENCE",
    severity: "deny",
    message: facts.bound === undefined ? why : `${why} (this task is bound to the project ${facts.bound})`,
    suggestion:
      names === ""
        ? "Ask the user to register the project in policy.yaml"
        : `Stay inside the registered projects: ${names}; ask the user when something outside is needed`,
    ...(path === undefined ? {} : { subject: typeof path === "string" ? path : path.text }),
    details: { projects: usable.map((each) => each.name) },
  };
}
