import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "../policy/mode.js";
import { exists, type Files, nodeFiles } from "./files.js";
import { manifestKind } from "./kinds.js";
import { goodOf, type Store, type Written } from "./store.js";

/** Where everything about one project is kept; all paths are absolute. */
export interface Place {
  readonly project: string;
  /** Somebody ran `bailiff init` here. */
  readonly initialised: boolean;
  /** READONLY: the brain is read, never written. The ledger goes on in the user's state directory. */
  readonly frozen: boolean;
  /** `.bailiff` of the project, or the project's directory below the user's state directory. */
  readonly root: string;
  readonly brain: string;
  readonly state: string;
  readonly config: string;
  readonly todos: string;
  readonly metrics: string;
  readonly history: string;
  /** Directory of the session records that are written. */
  readonly sessions: string;
  /** Further directories where a session's record may stand: the frozen brain's, then the archive. */
  readonly sessionsBefore: readonly string[];
  readonly archive: string;
  readonly execution: string;
  /** Always in the user's state directory: use is counted also where nobody ran init. */
  readonly quotas: string;
  /** The project's directory below the user's state directory. */
  readonly userState: string;
}

export interface PlaceInput {
  /** Absolute root of the project. */
  readonly project: string;
  readonly home: string;
  readonly mode: Mode;
  /** `XDG_STATE_HOME`; ignored unless absolute (XDG Base Directory Specification). */
  readonly stateHome?: string | undefined;
}

/**
 * Where the brain of a project is. A project is initialised when `.bailiff/brain/config.json` stands
 * in it, which only `bailiff init` writes first; in any other nothing is ever created. A `.bailiff`
 * that is a link is not followed: the project then counts as not initialised.
 */
export function findPlace(input: PlaceInput, files: Files = nodeFiles): Place {
  const userState = userStateOf(input);
  const own = join(input.project, ".bailiff");
  const initialised = isInitialised(own, files);
  const frozen = input.mode === "READONLY";
  const root = initialised ? own : userState;
  const directory = input.mode === "TEST" ? "test-brain" : "brain";
  const brain = join(root, directory);
  const archive = join(root, "archive", input.mode === "TEST" ? "test-sessions" : "sessions");
  // The frozen brain must not change, but a delegation's depth must still be known.
  const ledger = frozen ? join(userState, "readonly") : brain;
  return {
    project: input.project,
    initialised,
    frozen,
    root,
    brain,
    state: join(brain, "state.json"),
    config: join(brain, "config.json"),
    todos: join(brain, "todos.json"),
    metrics: join(brain, "execution-metrics.json"),
    history: join(brain, "history"),
    sessions: join(ledger, "sessions"),
    sessionsBefore: [...(frozen ? [join(brain, "sessions")] : []), archive],
    archive,
    execution: join(root, "execution"),
    quotas: join(userState, "quotas"),
    userState,
  };
}

function isInitialised(own: string, files: Files): boolean {
  try {
    const brain = join(own, "brain");
    if (files.stat(own)?.type !== "directory" || files.stat(brain)?.type !== "directory") return false;
    const config = join(brain, "config.json");
    // An invalid config is still a sign of init; so is the copy of one that somebody removed.
    return files.stat(config) !== undefined || files.stat(goodOf(config)) !== undefined;
  } catch {
    return false;
  }
}

function userStateOf(input: PlaceInput): string {
  const base = input.stateHome?.startsWith("/") ? input.stateHome : join(input.home, ".local", "state");
  let real = input.project;
  try {
    real = realpathSync(input.project);
  } catch {
    // A project that does not exist (any more) is told apart by its name.
  }
  const hash = createHash("sha256").update(real).digest("hex").slice(0, 16);
  return join(base, "bailiff", "projects", hash);
}

/**
 * Makes a directory below the user's state directory ready, with a note of which project it belongs
 * to; creates nothing in the project. Harmless to repeat.
 */
export function ensureUserState(place: Place, store: Store, now: number): Written<unknown> | undefined {
  const path = join(place.userState, "manifest.json");
  if (exists(store.files, path)) return undefined;
  return store.update(manifestKind, path, now, { version: 1, project: place.project, created: now }, (value) => value);
}
