import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createGovernor, type Governor } from "../govern.js";
import { judgeBy, NOWHERE } from "../judge-by.js";
import { findAgents } from "../policy/agent-files.js";
import { readSources } from "../policy/build.js";
import { compilePolicy } from "../policy/compile.js";
import { prepareEngine } from "../policy/engine.js";
import type { Policy } from "../policy/policy.js";
import { trustedBy } from "../policy/trust.js";
import { safeLine } from "../text/safe.js";
import { version } from "../version.js";
import { type CorpusRow, measure, type Outcome, type Share } from "./corpus.js";
import { corpusFiles, readRows } from "./corpus-files.js";
import { EXIT, print, type Streams, standard } from "./output.js";
import { callOf, placesFor } from "./session.js";

export interface TestOptions {
  readonly corpus?: string;
  readonly cwd?: string;
  readonly shipped?: boolean;
  readonly json?: boolean;
}

/**
 * `bailiff test`: tries the rules' own examples and, against the policy in force, rows of calls with
 * what is expected of them: a directory of `*.jsonl`, and the project's `*.cases.jsonl`, wherever they stand.
 *
 * @returns 1 when an example fails, when a row fails that is not listed in the corpus's
 *   `known-failures.json`, or when a listed one no longer does
 */
export async function test(options: TestOptions, streams: Streams = standard()): Promise<number> {
  const cwd = resolve(options.cwd ?? process.cwd());
  await prepareEngine();
  const places = placesFor(cwd);
  const sources = readSources(places).filter((source) => !options.shipped || source.layer === "shipped");
  const agents = options.shipped ? [] : findAgents(places).files;
  const { policy } = compilePolicy({ sources, agents, version, judge: judgeBy, trusted: trustedBy(places.state) });
  const examples = policy.rules.reduce(
    (sum, { examples: { match, not_match } }) => sum + match.length + not_match.length,
    0,
  );
  const broken = policy.problems.filter((problem) => problem.severity === "error");
  const files = [
    ...(options.corpus === undefined ? [] : corpusFiles(resolve(cwd, options.corpus), options.corpus)),
    ...(places.project === null || options.shipped ? [] : cases(places.project)),
  ];
  const known = options.corpus === undefined ? [] : knownFailures(resolve(cwd, options.corpus));
  const rows = files.flatMap((file) => readRows(file).map((row, at) => whole(row, `${basename(file)} ${at + 1}`)));
  const outcome = rows.length === 0 ? undefined : measure(rows, known, judgeRows(policy));
  if (options.json) {
    await print(
      streams.output,
      JSON.stringify({ rules: policy.rules.length, examples, problems: broken, corpus: outcome }),
    );
  } else {
    await print(streams.output, `${policy.rules.length} rules, ${examples} examples, ${broken.length} error(s)`);
    for (const { file, line, row, message } of broken) {
      await print(
        streams.output,
        `  ${file}${line === undefined ? "" : `:${line}`}: ${row ?? ""}: ${safeLine(message)}`,
      );
    }
    if (outcome) for (const line of spoken(outcome)) await print(streams.output, line);
  }
  return broken.length > 0 || (outcome && !outcome.ok) ? EXIT.failed : EXIT.ok;
}

/** Corpora name paths of no machine in particular, so this one is not looked at. */
function judgeRows(policy: Policy): (row: CorpusRow) => string {
  const governor: Governor = createGovernor({ policy, surroundings: { own: [], canAsk: true }, lookup: NOWHERE });
  return (row) => governor.judge(callOf(row)).decision.decision;
}

/** Directories inside one another, and entries at all, that are looked through for cases. */
const DEEPEST = 5;
const MOST_ENTRIES = 20_000;

/** The cases of a project: below its root, but not in what was installed or built there. */
function cases(project: string): string[] {
  const found: string[] = [];
  let left = MOST_ENTRIES;
  const look = (directory: string, depth: number): void => {
    for (const entry of entries(directory)) {
      if (left-- <= 0) return;
      const path = join(directory, entry.name);
      if (entry.isFile() && entry.name.endsWith(".cases.jsonl")) found.push(path);
      else if (
        entry.isDirectory() &&
        depth < DEEPEST &&
        !/^(node_modules|\.git|dist|build|target|vendor)$/.test(entry.name)
      )
        look(path, depth + 1);
    }
  };
  look(project, 0);
  return found.sort();
}

function entries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // What cannot be read holds nobody's cases.
    return [];
  }
}

/** A row as people write it: `{"command": "...", "expect": "deny"}` is enough. */
function whole(row: CorpusRow & { readonly command?: string }, name: string): CorpusRow {
  const { command, ...rest } = row;
  return {
    ...{ id: name, family: "project", way: "plain", tool: "bash", cwd: "/home/dev/app", home: "/home/dev" },
    ...rest,
    input: rest.input ?? { command: command ?? "" },
  };
}

function knownFailures(directory: string): readonly string[] {
  const file = join(directory, "known-failures.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [];
}

function spoken(outcome: Outcome): string[] {
  const { recall, falseRefusals, byFamily, byWay, failures, mended } = outcome;
  const lines = [
    "",
    `recall on destructive calls     ${share(recall)}`,
    `false refusals of ordinary ones ${share(falseRefusals)}`,
  ];
  for (const [title, groups] of [
    ["family", byFamily],
    ["way", byWay],
  ] as const) {
    lines.push("", `${title.padEnd(20)} recall                 false refusals`);
    for (const [name, each] of groups) {
      lines.push(`${name.padEnd(20)} ${share(each.recall).padEnd(22)} ${share(each.falseRefusals)}`);
    }
  }
  if (failures.length > 0) lines.push("", "Rows that turned out otherwise (* known):");
  for (const { row, got, known } of failures) {
    lines.push(`${known ? "*" : " "} ${row.id}  expected ${row.expect}, got ${got}: ${safeLine(subject(row), 160)}`);
  }
  if (mended.length > 0) lines.push("", `No longer failing, to be taken off known-failures.json: ${mended.join(", ")}`);
  return lines;
}

function subject(row: CorpusRow): string {
  const { command, filePath, file_path: path, url } = row.input as Record<string, unknown>;
  return String(command ?? filePath ?? path ?? url ?? JSON.stringify(row.input));
}

function share({ hits, of }: Share): string {
  return of === 0 ? "-" : `${((100 * hits) / of).toFixed(1)} % (${hits} of ${of})`;
}
