import type { Effect, PathRef } from "../../call/effect.js";
import { matchGlob } from "../../call/glob.js";
import { baseName, isWithin, join, knownBase, normalise } from "../../call/path.js";
import type { Facts } from "../../observe/facts.js";
import type { Rule } from "../policy.js";
import { regexMatches } from "./regex.js";

/** One path that a call would change (or, for reading tools, read), and whether all below it is meant too. */
export interface TouchedPath {
  readonly ref: PathRef;
  readonly tree: boolean;
  readonly reads: boolean;
}

/** A longer path is not held against a row letter by letter. */
const LONGEST_PATH = 4096;

/** The paths on this machine that an effect changes or reads. */
export function touchedPaths(effect: Effect): readonly TouchedPath[] {
  if (effect.remote) return [];
  const one = (ref: PathRef, tree = false): TouchedPath => ({ ref, tree, reads: false });
  switch (effect.kind) {
    case "write":
    case "destroy":
      return [one(effect.path)];
    case "delete":
    case "chmod":
    case "chown":
      return [one(effect.path, effect.recursive)];
    case "move":
      return [one(effect.path, true), one(effect.to)];
    case "link":
      return [one(effect.path)];
    case "read":
    case "list":
      return [{ ref: effect.path, tree: false, reads: true }];
    default:
      return [];
  }
}

/** A path in the forms that path rows are held against. */
export interface PathForms {
  readonly shown: string;
  /** Absolute, relative to the project and as it really is, links followed. */
  readonly full: readonly string[];
  readonly base: readonly string[];
  readonly glob: boolean;
  /** Absolute directories of which everything is meant. */
  readonly trees: readonly string[];
}

/** The forms of one path; null when its beginning is not known. */
export function pathForms(touched: TouchedPath, facts: Facts): PathForms | null {
  const { ref, tree } = touched;
  if (ref.abs === null || ref.abs.length > LONGEST_PATH) return null;
  const known = knownBase(ref.abs);
  const real = facts.paths[known]?.real;
  const absolute = new Set([ref.abs]);
  if (real !== undefined && real !== known) absolute.add(normalise(real + ref.abs.slice(known.length)));
  const full = new Set<string>();
  for (const abs of absolute) {
    full.add(abs);
    if (isWithin(abs, facts.project) && abs !== facts.project) full.add(below(abs, facts.project));
  }
  return {
    shown: ref.text === "" ? ref.abs : ref.text,
    full: [...full],
    base: [...new Set([...absolute].map(baseName))],
    glob: ref.glob || !ref.known,
    trees: tree ? [...absolute].map(knownBase) : [],
  };
}

function below(abs: string, directory: string): string {
  return directory === "/" ? abs.slice(1) : abs.slice(directory.length + 1);
}

/** A pattern on paths, made ready once. */
export interface PathPattern {
  readonly text: string;
  readonly match: Rule["match"];
  /** Held against the base name alone. */
  readonly baseOnly: boolean;
  readonly test: (path: string) => boolean;
}

/** Whether a path pattern concerns base names: it names no directory. */
export function isBaseOnly(rule: Pick<Rule, "pattern" | "match">): boolean {
  return rule.match !== "regex" && !rule.pattern.includes("/");
}

/** A path pattern as it is compiled: the home directory filled in, `./` taken off. */
export function pathPatternText(pattern: string, home: string): string {
  if (pattern === "~" || pattern.startsWith("~/")) return home + pattern.slice(1);
  return pattern.replace(/^(?:\.\/)+(?=.)/, "");
}

/** Makes a path row ready. Globs were turned into regular expressions when the policy was compiled. */
export function pathPattern(rule: Rule, home: string): PathPattern {
  const text = pathPatternText(rule.pattern, home);
  const base = { text, match: rule.match, baseOnly: isBaseOnly(rule) };
  if (rule.match === "regex") return { ...base, test: (path) => regexMatches(text, path) };
  if (rule.match === "exact") return { ...base, test: (path) => path === text };
  if (rule.compiled === undefined) throw new Error(`path row ${rule.id} was not compiled`);
  // In the compiled source the home directory stands as HOME_MARK, so that one policy serves every home.
  const expression = new RegExp(rule.compiled.replaceAll(HOME_MARK, escapeRegex(home)));
  return { ...base, test: (path) => expression.test(path) };
}

/** Stands for the home directory in a compiled path pattern. */
export const HOME_MARK = "\u0001HOME\u0001";

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Whether a path row catches a path: any of its forms, a wildcard that may mean it, or a tree that holds it. */
export function pathCaught(pattern: PathPattern, forms: PathForms, facts: Facts): boolean {
  const candidates = pattern.baseOnly ? forms.base : forms.full;
  if (candidates.some((path) => pattern.test(path))) return true;
  const literal = pattern.match !== "regex" && !/[*?[{(!]/.test(pattern.text);
  if (forms.glob && literal && candidates.some((path) => matchGlob(path.replace(/⟦[^⟧]*⟧/g, "*"), pattern.text)))
    return true;
  return forms.trees.length > 0 && !pattern.baseOnly && reaches(pattern, forms.trees, facts);
}

/** Whether what a pattern protects lies below a directory that goes as a whole. */
function reaches(pattern: PathPattern, trees: readonly string[], facts: Facts): boolean {
  if (pattern.match === "regex") return false;
  const fixed = staticPart(pattern.text);
  if (fixed === "") return false;
  const target = join(facts.project, fixed);
  return trees.some((tree) => isWithin(target, tree));
}

/** The leading directories of a glob that hold no wildcard. */
function staticPart(text: string): string {
  const parts = text.split("/");
  const open = parts.findIndex((part) => /[*?[{(!]/.test(part));
  return (open < 0 ? parts : parts.slice(0, open)).join("/");
}

/** Whether an allow row covers a path: every form of it, so that a link cannot lead elsewhere. */
export function pathCovered(pattern: PathPattern, touched: TouchedPath, forms: PathForms, facts: Facts): boolean {
  if (forms.glob || touched.tree) return false;
  if (pattern.baseOnly) return forms.base.every((path) => pattern.test(path));
  const known = knownBase(touched.ref.abs ?? "");
  const real = facts.paths[known]?.real ?? known;
  const places = [...new Set([touched.ref.abs ?? "", real])];
  return places.every(
    (abs) => pattern.test(abs) || (isWithin(abs, facts.project) && pattern.test(below(abs, facts.project))),
  );
}
