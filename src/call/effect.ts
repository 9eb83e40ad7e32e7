import type { Taint, Word } from "./word.js";

/**
 * A path as a call names it, resolved by text alone; links are looked up when facts are observed.
 */
export interface PathRef {
  /** As written, for messages. */
  readonly text: string;
  /**
   * Absolute and normalised, possibly with wildcards or `⟦…⟧` segments in it; null when its
   * beginning cannot be known.
   */
  readonly abs: string | null;
  /** `abs` holds an unquoted wildcard. */
  readonly glob: boolean;
  /** False when part of the path is not known before the run. */
  readonly known: boolean;
}

/** Where a command runs when not on this machine's own file system. */
export interface Remote {
  readonly kind: "host" | "container";
  readonly name: string;
  /** Container paths that are host paths: `docker run -v HOST:CONTAINER`. */
  readonly mounts?: readonly { readonly host: string; readonly inside: string }[];
  /** The container is thrown away after the command (`docker run --rm`, image build). */
  readonly throwaway?: boolean;
}

/** Why a part of a call cannot be known before it runs. */
export type OpaqueClass =
  | "name" // the command's own name
  | "code" // a code string given to an interpreter
  | "arguments" // arguments of a known command
  | "stdin-code" // code piped into an interpreter
  | "script-file" // a file that is run, written by the same call or fetched
  | "environment" // variables that make other programs run something
  | "dialect" // another shell's language
  | "unparsable" // the shell itself would refuse (part of) the text
  | "bounds"; // too large, too deep, or not text

interface Common {
  /** Index into `Analysis.commands` of the command it stems from; absent for other tools. */
  readonly command?: number | undefined;
  readonly remote?: Remote | undefined;
}

/** What a call would do if it ran. */
export type Effect = Common &
  (
    | {
        readonly kind: "run";
        /** Base name of the program, or `⟦…⟧`. */
        readonly program: string;
        /** False when bailiff has no entry for the program. */
        readonly cataloged: boolean;
        /** Whether this form changes anything; "unknown" counts as mutating where it matters. */
        readonly mutates: boolean | "unknown";
        readonly network: boolean;
      }
    /** File content is read. `search` when only matches are shown. */
    | { readonly kind: "read"; readonly path: PathRef; readonly how?: "content" | "search" | "execute" | undefined }
    /** Names or attributes are looked at, content is not. */
    | { readonly kind: "list"; readonly path: PathRef }
    | {
        readonly kind: "write";
        readonly path: PathRef;
        readonly how: "create" | "overwrite" | "append" | "inplace" | "extract" | "mkdir" | "touch";
        /** The text that would be written, where the call itself holds it. */
        readonly content?: string | undefined;
      }
    | { readonly kind: "delete"; readonly path: PathRef; readonly recursive: boolean }
    /** Content is made unrecoverable without the file being deleted. */
    | { readonly kind: "destroy"; readonly path: PathRef; readonly how: "shred" | "truncate" | "null" }
    | { readonly kind: "move"; readonly path: PathRef; readonly to: PathRef }
    | { readonly kind: "link"; readonly path: PathRef; readonly target: PathRef; readonly symbolic: boolean }
    | { readonly kind: "chmod"; readonly path: PathRef; readonly recursive: boolean; readonly mode: string }
    | { readonly kind: "chown"; readonly path: PathRef; readonly recursive: boolean; readonly owner: string }
    /** The network is reached. */
    | { readonly kind: "reach"; readonly url: string }
    /** Something leaves the machine. */
    | {
        readonly kind: "send";
        readonly what: "environment" | "file" | "stdin";
        readonly path?: PathRef | undefined;
        readonly to: string;
      }
    | { readonly kind: "delegate"; readonly agent: string; readonly prompt: string }
    | {
        readonly kind: "opaque";
        readonly class: OpaqueClass;
        readonly origin: Taint;
        /** As written. */
        readonly source: string;
      }
    /** A named deed that no path or address expresses, e.g. `git-history/hard-reset`. */
    | { readonly kind: "act"; readonly act: string; readonly target?: string | undefined }
  );

export type EffectKind = Effect["kind"];

export interface Redirect {
  /** `>` `>>` `<` `<>` `>|` `&>` `&>>` `<<` `<<<` … */
  readonly operator: string;
  readonly target: Word;
}

/** What stands on a command's standard input. */
export type Stdin =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly known: boolean;
      readonly taint?: Taint;
      /** It is one of several texts, which stand below each other. */
      readonly ambiguous?: boolean;
    }
  | {
      readonly kind: "pipe";
      readonly taint: Taint /** Indices of the commands upstream. */;
      readonly from: readonly number[];
    }
  | { readonly kind: "file"; readonly word: Word };

/** One command that would run, with wrappers still named in `via`. */
export interface EffectiveCommand {
  readonly argv: readonly Word[];
  /** Wrappers and code strings it was found in, outermost first: `["sudo", "bash -c"]`. */
  readonly via: readonly string[];
  /** Absolute directory, or null when it cannot be known. */
  readonly cwd: string | null;
  /** Assignments in front of it, and exported ones known to hold. */
  readonly env: Readonly<Record<string, Word>>;
  readonly redirects: readonly Redirect[];
  readonly stdin?: Stdin | undefined;
  readonly remote?: Remote | undefined;
  /** `possible` for a branch, a loop body or one of several readings. */
  readonly certainty: "certain" | "possible";
  /** Offsets into the text that the person wrote. */
  readonly span: readonly [number, number];
}

/** Everything the decision needs to know of a call's own text. Pure: the same call, the same analysis. */
export interface Analysis {
  readonly commands: readonly EffectiveCommand[];
  readonly effects: readonly Effect[];
  /** Any effect is opaque. */
  readonly opaque: boolean;
}

/**
 * The effect as one of a command and a machine. Every field of its kind is there, in one order: who
 * looks at effects looks at them all, and finds objects of few shapes.
 */
export function effectOf(command: number | undefined, remote: Remote | undefined, effect: Effect): Effect {
  switch (effect.kind) {
    case "run": {
      const { kind, program, cataloged, mutates, network } = effect;
      return { kind, command, remote, program, cataloged, mutates, network };
    }
    case "read":
      return { kind: effect.kind, command, remote, path: effect.path, how: effect.how };
    case "list":
      return { kind: effect.kind, command, remote, path: effect.path };
    case "write":
      return { kind: effect.kind, command, remote, path: effect.path, how: effect.how, content: effect.content };
    case "delete":
      return { kind: effect.kind, command, remote, path: effect.path, recursive: effect.recursive };
    case "destroy":
      return { kind: effect.kind, command, remote, path: effect.path, how: effect.how };
    case "move":
      return { kind: effect.kind, command, remote, path: effect.path, to: effect.to };
    case "link": {
      const { kind, path, target, symbolic } = effect;
      return { kind, command, remote, path, target, symbolic };
    }
    case "chmod":
      return { kind: effect.kind, command, remote, path: effect.path, recursive: effect.recursive, mode: effect.mode };
    case "chown": {
      const { kind, path, recursive, owner } = effect;
      return { kind, command, remote, path, recursive, owner };
    }
    case "reach":
      return { kind: effect.kind, command, remote, url: effect.url };
    case "send":
      return { kind: effect.kind, command, remote, what: effect.what, path: effect.path, to: effect.to };
    case "delegate":
      return { kind: effect.kind, command, remote, agent: effect.agent, prompt: effect.prompt };
    case "opaque": {
      const { kind, class: cls, origin, source } = effect;
      return { kind, command, remote, class: cls, origin, source };
    }
    case "act":
      return { kind: effect.kind, command, remote, act: effect.act, target: effect.target };
  }
}

/** The path that an effect is about, or the first of them. */
export function pathOf(effect: Effect): PathRef | undefined {
  switch (effect.kind) {
    case "run":
    case "reach":
    case "delegate":
    case "opaque":
    case "act":
      return undefined;
    default:
      return effect.path;
  }
}

/** The paths that an effect names. */
export function pathsOf(effect: Effect): readonly PathRef[] {
  switch (effect.kind) {
    case "move":
      return [effect.path, effect.to];
    case "link":
      return [effect.path, effect.target];
    case "read":
    case "list":
    case "write":
    case "delete":
    case "destroy":
    case "chmod":
    case "chown":
      return [effect.path];
    case "send":
      return effect.path ? [effect.path] : [];
    default:
      return [];
  }
}

/** Whether an effect reaches the network. */
export function reaches(effect: Effect): boolean {
  return (
    effect.kind === "reach" ||
    effect.kind === "send" ||
    effect.remote?.kind === "host" ||
    (effect.kind === "run" && effect.network)
  );
}
