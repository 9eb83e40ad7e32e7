import type { Mode } from "../policy/mode.js";

/** What was looked up about one path. */
export interface PathFact {
  /**
   * Where the path leads with all links followed (the last one too: deleting a link removes the link
   * alone); for one that does not exist, its deepest existing ancestor's real path with the rest appended.
   */
  readonly real: string;
  readonly exists: boolean;
  readonly type?: "file" | "directory" | "link" | "device" | "other";
}

/** One registered project. */
export interface KnownProject {
  readonly name: string;
  /** Real path; absent when it cannot be used. */
  readonly real?: string;
  readonly write: boolean;
  readonly noDelete: boolean;
}

/** What is known of the caller of a delegation. */
export interface DelegationFacts {
  /** Depth of the calling session: 0 is the user's own. */
  readonly level: number;
  /** The host's own limit on levels, where it names one. */
  readonly hostMaxDepth?: number;
  /** The task that the call goes on with: whether the calling session began it, and the level it has. */
  readonly task?: { readonly id: string; readonly own: boolean; readonly level: number };
}

/**
 * What was observed for one call before the decision: bounded reads, made once, in one place.
 * Plain data, so that a decision can be replayed from a record.
 */
export interface Facts {
  /** By the absolute path as the analysis names it; for a pattern, its known base. */
  readonly paths: Readonly<Record<string, PathFact>>;
  /** Root of the project that the call belongs to: the repository's root, else the working directory. */
  readonly project: string;
  /** Whether `project` is a git work tree. */
  readonly repository: boolean;
  readonly home: string;
  /** Directories for temporary files, absolute. */
  readonly temp: readonly string[];
  /** bailiff's own installation, user and state directories, absolute real paths. */
  readonly own: readonly string[];
  /** Whether a person can be asked through the host. */
  readonly canAsk: boolean;
  /** The process's mode; FULL where absent. */
  readonly mode?: Mode;
  /** The caller's role, from its identity; `ai` where absent. */
  readonly role?: string;
  /**
   * The agents above the caller in the tree of delegations, outermost first, by the host's names; what
   * none of them may, the caller may not either.
   */
  readonly parents?: readonly string[];
  /** The registry of projects; absent when nobody registered any. */
  readonly projects?: readonly KnownProject[];
  /** The one project that a delegated task is bound to, by name. */
  readonly bound?: string;
  /** Real path of the session's directory. */
  readonly session?: string;
  /** What this session made itself, real paths, directories with all in them. */
  readonly created?: readonly string[];
  /** Directory of the experiment that runs. */
  readonly experiment?: string;
  /** Indices of the commands whose program the role's sandbox lists, by real path. */
  readonly allowedPrograms?: readonly number[];
  /** For a call that delegates. */
  readonly delegation?: DelegationFacts;
}
