import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { judgeBy } from "../judge-by.js";
import { findAgents } from "../policy/agent-files.js";
import { lintAgent } from "../policy/agents-lint.js";
import { broadRules } from "../policy/broad.js";
import { readSources } from "../policy/build.js";
import { compilePolicy, type Source } from "../policy/compile.js";
import { prepareEngine } from "../policy/engine.js";
import type { FileKind } from "../policy/kinds.js";
import type { PolicyProblem } from "../policy/policy.js";
import { safeLine } from "../text/safe.js";
import { version } from "../version.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";
import { placesFor } from "./session.js";

export interface LintOptions {
  readonly json?: boolean;
  readonly github?: boolean;
  readonly cwd?: string;
}

/** Where a project keeps agents. */
const AGENT_PLACES = ["agents", ".bailiff/agents", ".opencode/agent", ".opencode/agents", ".claude/agents"];

/** What `bailiff init` made from a source that is looked at itself. */
const RENDERED = /(?:rendered|generated) by bailiff/i;

/**
 * `bailiff lint`: mistakes in rule tables, settings, program entries and agents, each with its place
 * and what to do.
 *
 * @returns 1 where there is an error, 0 where there are only warnings or nothing
 */
export async function lint(
  files: readonly string[],
  options: LintOptions,
  streams: Streams = standard(),
): Promise<number> {
  const cwd = resolve(options.cwd ?? process.cwd());
  await prepareEngine();
  const { sources, agents } = files.length > 0 ? named(files, cwd) : inForce(cwd);
  // Agents that are named are looked at one by one; those in force are also read as the hosts' judge reads them.
  const joined = files.length > 0 ? [] : findAgents(placesFor(cwd)).files;
  const { policy } = compilePolicy({ sources, agents: joined, version, judge: judgeBy });
  const problems = [
    ...policy.problems,
    ...broadRules(policy.rules),
    ...agents.flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return RENDERED.test(text) ? [] : lintAgent(file, text);
    }),
  ];
  const looked = sources.filter((source) => source.text !== null).length + agents.length;
  await report(problems, looked, cwd, options, streams);
  return problems.some((problem) => problem.severity === "error") ? EXIT.failed : EXIT.ok;
}

interface Looked {
  readonly sources: readonly Source[];
  readonly agents: readonly string[];
}

function inForce(cwd: string): Looked {
  const places = placesFor(cwd);
  const root = places.project ?? cwd;
  return { sources: readSources(places), agents: AGENT_PLACES.flatMap((place) => markdown(join(root, place))) };
}

/** Files given by name are looked at as the user's own: nothing in them is a matter of trust. */
function named(files: readonly string[], cwd: string): Looked {
  const sources: Source[] = [];
  const agents: string[] = [];
  for (const name of files) {
    const path = resolve(cwd, name);
    if (!existsSync(path)) throw new UsageError(`${name}: no such file`);
    const all = statSync(path).isDirectory() ? within(path) : [path];
    for (const file of all) {
      if (file.endsWith(".md")) agents.push(file);
      else if (/\.ya?ml$/.test(file)) sources.push(sourceOf(file));
    }
  }
  return { sources, agents };
}

function sourceOf(path: string): Source {
  const text = readFileSync(path, "utf8");
  return { layer: "user", kind: kindOf(path, text), path, text };
}

function kindOf(path: string, text: string): FileKind {
  const name = basename(path).toLowerCase();
  if (name.includes("rule")) return "deny-rules";
  if (name.includes("policy")) return "policy";
  if (name.includes("program")) return "programs";
  if (/^programs\s*:/m.test(text)) return "programs";
  return /^rules\s*:\s*(#.*)?$|^\s*-\s+id\s*:/m.test(text) ? "deny-rules" : "policy";
}

function within(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function markdown(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return within(directory).filter((file) => file.endsWith(".md"));
}

async function report(
  problems: readonly PolicyProblem[],
  looked: number,
  cwd: string,
  { json, github }: LintOptions,
  { output }: Streams,
): Promise<void> {
  const shown = problems.map((problem) => ({ ...problem, file: near(problem.file, cwd) }));
  if (json) {
    await print(output, JSON.stringify({ files: looked, problems: shown }));
    return;
  }
  for (const problem of shown) await print(output, github ? annotation(problem) : spoken(problem));
  if (github) return;
  const errors = problems.filter((problem) => problem.severity === "error").length;
  await print(output, `${looked} file(s): ${errors} error(s), ${problems.length - errors} warning(s)`);
}

function near(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith("..") ? file : path;
}

function spoken({ file, line, column, row, severity, message, fix }: PolicyProblem): string {
  const place = [safeLine(file), line, column].filter((part) => part !== undefined).join(":");
  const lines = [`${place}: ${severity}${row === undefined ? "" : ` in ${safeLine(row, 80)}`}: ${safeLine(message)}`];
  if (fix !== undefined) lines.push(`    ${safeLine(fix)}`);
  return lines.join("\n");
}

/** A workflow command of GitHub Actions, its data escaped as the runner reads it. */
function annotation({ file, line, column, severity, message, fix, row }: PolicyProblem): string {
  const data = (text: string): string => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const property = (text: string): string => data(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
  const where = [
    `file=${property(file)}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(row === undefined ? "bailiff" : `bailiff ${row}`)}`,
  ];
  return `::${severity} ${where.join(",")}::${data(fix === undefined ? message : `${message}. ${fix}`)}`;
}
