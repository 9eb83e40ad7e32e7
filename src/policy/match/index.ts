import { NONE } from "../../call/none.js";
import type { ProgramTable } from "../../call/programs/interpret.js";
import { programTable } from "../../call/programs/table.js";
import { toolNamed } from "../../call/tools.js";
import type { Policy, Rule } from "../policy.js";
import { type CommandPattern, commandPattern } from "./command.js";
import { CommandRows } from "./commands.js";
import type { NormalCommand } from "./normal.js";
import { isBaseOnly, type PathPattern, pathPattern } from "./path.js";

/** A policy's rows, arranged so that a call meets only those that could concern it. */
export interface RuleIndex {
  readonly programs: ProgramTable;
  /** Command rows that could concern a command. */
  commands(command: NormalCommand): Iterable<Rule>;
  /** Path rows that could catch one of these paths. */
  paths(bases: readonly string[], full: readonly string[]): readonly Rule[];
  /** Every path row, for wildcards and whole trees. */
  readonly allPaths: readonly Rule[];
  /** Path rows that could catch a wildcard or a whole tree; what begins with a wildcard names none of its paths. */
  vaguePaths(full: readonly string[]): readonly Rule[];
  readonly urls: readonly Rule[];
  /** Tool rows that could concern a tool by bailiff's name for it. */
  tools(name: string): readonly Rule[];
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

function take(bucket: Bucket, keys: readonly string[]): readonly Rule[] {
  const found = exactly(bucket, keys);
  return bucket.open.length === 0 ? found : [...bucket.open, ...found];
}

function exactly(bucket: Bucket, keys: readonly string[]): readonly Rule[] {
  if (bucket.exact.size === 0) return NONE;
  const found: Rule[] = [];
  for (const key of new Set(keys)) {
    const rows = bucket.exact.get(key);
    if (rows) found.push(...rows);
  }
  return found;
}

function inTableOrder(rows: readonly Rule[], table: readonly Rule[]): readonly Rule[] {
  const wanted = new Set(rows);
  return table.filter((row) => wanted.has(row));
}

const bucket = (): Bucket => ({ exact: new Map(), open: [] });

function build(policy: Policy): RuleIndex {
  const patterns = new Map<Rule, CommandPattern>();
  const command = (rule: Rule): CommandPattern => memo(patterns, rule, () => commandPattern(rule));
  const commands = new CommandRows(command);
  const byBase = bucket();
  const byPath = bucket();
  const byPart = bucket();
  const wild = new Set<Rule>();
  const allPaths: Rule[] = [];
  const urls: Rule[] = [];
  const tools = bucket();
  const agents: Rule[] = [];
  for (const rule of policy.rules) {
    if (rule.on === "command") commands.add(rule);
    else if (rule.on === "path") {
      allPaths.push(rule);
      if (isBaseOnly(rule)) put(byBase, ending(rule.pattern), rule);
      else {
        const first = rule.match === "regex" ? null : beginning(rule.pattern);
        const inside = first === null && rule.match !== "regex" ? part(rule.pattern) : null;
        if (inside === null) put(byPath, first, rule);
        else {
          put(byPart, inside, rule);
          if (rule.pattern.startsWith("*")) wild.add(rule);
        }
      }
    } else if (rule.on === "url") urls.push(rule);
    else if (rule.on === "tool") {
      const open = rule.match === "regex" || /[*?]/.test(rule.pattern);
      put(tools, open ? null : toolNamed(rule.pattern), rule);
    } else agents.push(rule);
  }
  const begun = allPaths.filter((rule) => !wild.has(rule));
  const pathPatterns = new Map<string, Map<Rule, PathPattern>>();
  return {
    programs: programTable(policy.programs),
    commands: (given) => commands.find(given),
    paths(bases, full) {
      const inside = take(byPart, full.flatMap(parts));
      // As if they had no index: rows that begin with a wildcard stand in the order of the table.
      const open = inside.length === 0 ? byPath.open : inTableOrder([...byPath.open, ...inside], allPaths);
      return [...take(byBase, bases.flatMap(endings)), ...open, ...exactly(byPath, full.map(firstPart))];
    },
    allPaths,
    vaguePaths(full) {
      const inside = take(byPart, full.flatMap(parts)).filter((rule) => wild.has(rule));
      return inside.length === 0 ? begun : inTableOrder([...begun, ...inside], allPaths);
    },
    urls,
    tools: (name) => take(tools, [name]),
    agents,
    command,
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

/**
 * A whole directory or name that every path which a pattern matches must have, in lower case: the
 * longest that holds no wildcard. Null where there is none, or where the pattern is more than wildcards.
 */
function part(pattern: string): string | null {
  if (/[{}()[\]!+@|\\]|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return null;
  const fixed = parts(pattern).filter((each) => !/[*?~]/.test(each) && each !== ".");
  return fixed.sort((a, b) => b.length - a.length)[0] ?? null;
}

function parts(path: string): string[] {
  return path
    .toLowerCase()
    .split("/")
    .filter((each) => each !== "");
}
