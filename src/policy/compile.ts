import { createHash } from "node:crypto";
import { type AgentFile, joinAgents, readAgents } from "./agents.js";
import { type ParsedFile, parseYaml } from "./document.js";
import { type LayerFile, layered } from "./layers.js";
import type { SourcePlace } from "./places.js";
import type { Policy, PolicyProblem } from "./policy.js";
import { type Judge, prove } from "./proof.js";
import { readRows } from "./rows.js";
import { validateFile } from "./validate.js";

/** A policy file as it was read. */
export interface Source extends SourcePlace {
  /** Null where there is no such file. */
  readonly text: string | null;
  /** Why it could not be read, when it exists. */
  readonly unreadable?: string;
}

export interface CompileOptions {
  readonly sources: readonly Source[];
  /** Agent files; those with a scope join the governance. */
  readonly agents?: readonly AgentFile[];
  readonly version: string;
  /** Whether a human agreed with exactly this content of a project's file. */
  readonly trusted?: (path: string, hash: string) => boolean;
  /** The last text of a file that was in order, by its path. */
  readonly good?: Readonly<Record<string, string>>;
  /** Judges a call by a policy: with it the rows' examples and suggestions are tried. */
  readonly judge?: Judge;
}

export interface Compiled {
  readonly policy: Policy;
  /** The texts that are in order now, for the time when one of them no longer is. */
  readonly good: Readonly<Record<string, string>>;
}

/** SHA-256 of a text, in hexadecimal. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Turns the layers' files into one policy. Never throws: what is wrong is in the policy's `problems`. */
export function compilePolicy(options: CompileOptions): Compiled {
  const problems: PolicyProblem[] = [];
  const good: Record<string, string> = {};
  const files: LayerFile[] = [];
  for (const source of options.sources) {
    const read = readSource(source, options.good?.[source.path]);
    problems.push(...read.problems);
    if (read.parsed === undefined || read.text === undefined) continue;
    good[source.path] = read.text;
    const trusted = source.layer !== "project" || (options.trusted?.(source.path, textHash(read.text)) ?? false);
    files.push({ layer: source.layer, kind: source.kind, parsed: read.parsed, trusted });
  }
  const { law, problems: notes } = layered(files);
  const joined = readAgents(options.agents ?? []);
  const hash = textHash(
    JSON.stringify([
      options.version,
      files.map((f) => [f.layer, f.kind, f.trusted, textHash(good[f.parsed.file] ?? "")]),
      joined.agents,
    ]),
  );
  const draft: Policy = {
    hash,
    ...law,
    agents: joinAgents(joined.agents, law.agents),
    problems: [...problems, ...notes, ...joined.problems],
  };
  if (!options.judge) return { policy: draft, good };
  const proof = prove(draft, options.judge);
  // A row that is not what its author says still holds when it refuses; when it allows, it does not.
  const rules = draft.rules.filter((rule) => rule.type !== "allow" || !proof.failed.has(rule));
  return { policy: { ...draft, rules, problems: [...draft.problems, ...proof.problems] }, good };
}

interface Read {
  readonly parsed?: ParsedFile;
  readonly text?: string;
  readonly problems: readonly PolicyProblem[];
}

function readSource(source: Source, lastGood: string | undefined): Read {
  const { path, layer } = source;
  if (source.text === null) {
    if (source.unreadable === undefined) {
      if (layer !== "shipped" || source.kind !== "deny-rules") return { problems: [] };
      return {
        problems: [
          {
            file: path,
            severity: "error",
            message: "The shipped rule table is missing",
            fix: "Install bailiff again.",
          },
        ],
      };
    }
    const missing: PolicyProblem = {
      file: path,
      severity: "error",
      message: `The file cannot be read: ${source.unreadable}. ${instead(source, lastGood)}`,
      fix: "Make it readable.",
    };
    return fallback(source, lastGood, [missing]);
  }
  const parsed = parseYaml(path, source.text);
  const found = problemsOf(source, parsed);
  if (found.length === 0) return { parsed, text: source.text, problems: [] };
  const told = found.map((problem, at) =>
    at === 0 ? { ...problem, message: `${problem.message}. ${instead(source, lastGood)}` } : problem,
  );
  return fallback(source, lastGood, told);
}

function problemsOf(source: Source, parsed: ParsedFile): readonly PolicyProblem[] {
  const shape = validateFile(source.kind, parsed);
  if (shape.length > 0 || source.kind !== "deny-rules") return shape;
  return readRows(parsed, source.layer).problems;
}

function fallback(source: Source, lastGood: string | undefined, problems: readonly PolicyProblem[]): Read {
  if (lastGood === undefined) return { problems };
  const parsed = parseYaml(source.path, lastGood);
  // Kept by another version, it may be in order no longer.
  return problemsOf(source, parsed).length > 0 ? { problems } : { parsed, text: lastGood, problems };
}

function instead(source: Source, lastGood: string | undefined): string {
  if (lastGood !== undefined) return "Its last good version stays in force";
  return source.layer === "shipped"
    ? "The built-in families hold"
    : "Until it is mended the other layers' rules hold without it";
}
