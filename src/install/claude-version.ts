import { spawnSync } from "node:child_process";
import { canBeFast, type Lane } from "../hosts/claude-code/lanes.js";

/** The version of the Claude Code that stands on the PATH, as its numbers; nothing where it does not tell. */
export function claudeVersion(env: Readonly<Record<string, string | undefined>>): readonly number[] | undefined {
  const { status, stdout } = spawnSync("claude", ["--version"], { env: { ...env }, encoding: "utf8", timeout: 15_000 });
  const found = status === 0 ? /(\d+)\.(\d+)\.(\d+)/.exec(stdout) : null;
  return found?.slice(1).map(Number);
}

/** A lane, and why it is that one where somebody might have expected the other. */
export interface ChosenLane {
  readonly lane: Lane;
  readonly why?: string;
}

/** What the choice of a lane goes by. */
export interface LaneFacts {
  /** The project's root, or undefined for all of the user's. */
  readonly project: string | undefined;
  readonly version: () => readonly number[] | undefined;
  /** The lane that is installed here. */
  readonly installed?: Lane | undefined;
  /** The user's settings for all projects have calls judged already. */
  readonly everywhere?: boolean;
}

/** Why the fast lane cannot be had; nothing where it can. */
function hindrance({ project, everywhere }: LaneFacts, version: readonly number[] | undefined): string | undefined {
  if (project === undefined)
    return "for all of your projects at once a project's own `.mcp.json` could put another server in the place of bailiff's";
  if (everywhere) return "your settings for all projects have it already, and each call would be judged in both";
  if (version !== undefined && !canBeFast(version))
    return `Claude Code ${version.join(".")} runs a call when the server does not answer; 2.1.295 and later block it`;
  return undefined;
}

/**
 * The lane for an installation: the one that is there, else the fast one where the host is known to block
 * what its server does not answer, and where nothing else stands in its place.
 *
 * @param asked what somebody wants; a version that is not known is theirs to know then
 * @throws when the fast lane is wanted and cannot be had
 */
export function chooseLane(asked: Lane | undefined, facts: LaneFacts): ChosenLane {
  if (asked === "safe") return { lane: "safe" };
  if (asked === undefined && facts.installed === "safe" && !facts.everywhere && facts.project !== undefined)
    return { lane: "safe", why: "as it was; `--lane fast` changes it" };
  const known = facts.version();
  const why =
    hindrance(facts, known) ??
    (known === undefined && asked === undefined && facts.installed === undefined
      ? "the version of Claude Code is not known"
      : undefined);
  if (why === undefined) return { lane: "fast" };
  if (asked === "fast") throw new Error(`the fast lane cannot be had: ${why}`);
  return { lane: "safe", why };
}
