import type { ProgramTable } from "../../call/programs/interpret.js";
import { programTable } from "../../call/programs/table.js";
import type { Policy, Rule } from "../policy.js";
import { type CommandPattern, commandPattern, programOf } from "./command.js";
import { isBaseOnly, type PathPattern, pathPattern } from "./path.js";

/** A policy's rows, arranged so that a call meets only those that could concern it. */
export interface RuleIndex {
  readonly programs: ProgramTable;
  /** Command rows that could catch a program of one of these names. */
  commands(names: readonly string[]): readonly Rule[];
  /** Path rows that could catch one of these paths. */
  paths(bases: readonly string[], full: readonly string[]): readonly Rule[];
  /** Every path row, for wildcards and whole trees. */
  readonly allPaths: readonly Rule[];
  readonly urls: readonly Rule[];
  readonly tools: readonly Rule[];
  readonly agents: readonly Rule[];
  command(rule: Rule): CommandPattern;
  path(rule: Rule, home: string): PathPattern;
}

const indexes = new WeakMap<Policy, RuleIndex>();

/** The index of a policy, built once. Patterns are made ready only when a call first meets them. */
export function ruleIndex(policy: Policy): RuleIndex {
  const cached = indexes.get(policy);
  if (cached) return cached;
  const index = build(policy);
  indexes.set(policy, index);
  return index;
}

interface Bucket {
  readonly exact: Map<string, Rule[]>;
  readonly open: Rule[];
}

function put(bucket: Bucket, key: string | null, rule: Rule): void {
  if (key === null) {
    bucket.open.push(rule);
    return;
  }
  const rows = bucket.exact.get(key);
  if (rows) rows.push(rule);
  else bucket.exact.set(key, [rule]);
}

function take(bucket: Bucket, keys: readonly string[]): Rule[] {
  const found = [...bucket.open];
  for (const key of new Set(keys)) found.push(...(bucket.exact.get(key) ?? []));
  return found;
}

const bucket = (): Bucket => ({ exact: new Map(), open: [] });

function build(policy: Policy): RuleIndex {
  const commands = bucket();
  const byBase = bucket();
  const byPath = bucket();
  const allPaths: Rule[] = [];
  const urls: Rule[] = [];
  const tools: Rule[] = [];
  const agents: Rule[] = [];
  for (const rule of policy.rules) {
    if (rule.on === "command") {
      const program = programOf(rule);
      put(commands, program, rule);
      // A pattern that names a directory is found by the base name too, under which the command is normalised.
      const slash = program?.lastIndexOf("/") ?? -1;
      if (program !== null && slash >= 0) put(commands, program.slice(slash + 1), rule);
    } else if (rule.on === "path") {
      allPaths.push(rule);
      if (isBaseOnly(rule)) put(byBase, ending(rule.pattern), rule);
      else put(byPath, rule.match === "regex" ? null : beginning(rule.pattern), rule);
    } else if (rule.on === "url") urls.push(rule);
    else if (rule.on === "tool") tools.push(rule);
    else agents.push(rule);
  }
  const patterns = new Map<Rule, CommandPattern>();
  const pathPatterns = new Map<string, Map<Rule, PathPattern>>();
  return {
    programs: programTable(policy.programs),
    commands: (names) => take(commands, names),
    paths: (bases, full) => [...take(byBase, bases.flatMap(endings)), ...take(byPath, full.map(firstPart))],
    allPaths,
    urls,
    tools,
    agents,
    command: (rule) => memo(patterns, rule, () => commandPattern(rule)),
    path(rule, home) {
      const ofHome = memo(pathPatterns, home, () => new Map<Rule, PathPattern>());
      return memo(ofHome, rule, () => pathPattern(rule, home));
    },
  };
}

function memo<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const WILD = /[*?[{(!+@\\]/;

/** How a base-name pattern is found: the whole name, `*.ext`, or null where a wildcard leaves it open. */
function ending(pattern: string): string | null {
  if (!WILD.test(pattern)) return pattern;
  const extension = /^\*(\.[^.]+)$/.exec(pattern)?.[1];
  return extension !== undefined && !WILD.test(extension) ? `*${extension}` : null;
}

function endings(base: string): string[] {
  const dot = base.lastIndexOf(".");
  return dot < 0 ? [base] : [base, `*${base.slice(dot)}`];
}

/** The first directory (or name) of a pattern that is no wildcard; null where it begins with one. */
function beginning(pattern: string): string | null {
  if (pattern.startsWith("~") || pattern.startsWith("./")) return null;
  const first = firstPart(pattern);
  return WILD.test(first) ? null : first;
}

function firstPart(path: string): string {
  const end = path.indexOf("/", 1);
  return end < 0 ? path : path.slice(0, end);
}
