import type { Static } from "typebox";
import { toolNamed } from "../call/tools.js";
import type { AgentSchema } from "./agent.schema.js";
import { matchesAll } from "./broad.js";
import { type ParsedFile, parseYaml } from "./document.js";
import { frontmatter } from "./frontmatter.js";
import type { AgentSourceFile, GovernedAgent, Layer, PolicyProblem, Rule } from "./policy.js";
import { isRendered } from "./rendered.js";
import { makeRule } from "./rows.js";

export type AgentSource = Static<typeof AgentSchema>;

/** An agent's file as it was read. */
export interface AgentFile {
  readonly path: string;
  readonly text: string;
  readonly layer: Layer;
  /** Name by the host: the file's, unless the frontmatter says otherwise. */
  readonly name: string;
  /** The frontmatter gives no other name. */
  readonly fixed?: boolean;
  /** What the host puts before the name, whoever gives it. */
  readonly prefix?: string;
  /** The agent's part of a settings file; its text is then not looked at. */
  readonly part?: ParsedFile;
}

/** The two sentences for what an agent's list does not hold. */
export const UNLISTED = {
  message: "No matching allow rule found",
  suggestion: "This tool may not be in your allowed list",
} as const;

/** On what the patterns under a tool's name are held. */
const ON: Readonly<Record<string, Rule["on"]>> = {
  bash: "command",
  edit: "path",
  write: "path",
  webfetch: "url",
  task: "agent",
};

export interface ReadAgents {
  readonly agents: Readonly<Record<string, GovernedAgent>>;
  readonly problems: readonly PolicyProblem[];
}

/**
 * The agents that join the governance by `scope:` in their frontmatter; files without one are none of
 * bailiff's business. Where several files name the same agent, all of their lists must agree: a later
 * file can narrow what an agent may do, not widen it.
 */
export function readAgents(files: readonly AgentFile[]): ReadAgents {
  const agents: Record<string, GovernedAgent> = Object.create(null);
  const problems: PolicyProblem[] = [];
  for (const file of files) {
    const parsed = file.part ?? parsedFront(file);
    if (!parsed) continue;
    problems.push(...parsed.problems.map((each) => ({ ...each, severity: "warning" as const })));
    const value = parsed.value as Partial<AgentSource> | null | undefined;
    if (typeof value !== "object" || value === null || (file.part && !Object.hasOwn(value, "scope"))) continue;
    const named = typeof value.name === "string" && value.name !== "" && !file.fixed;
    const name = (file.prefix ?? "") + (named ? String(value.name) : file.name);
    const scope = value.scope;
    if (scope !== "meta" && scope !== "project" && scope !== "bridge") {
      problems.push({
        file: file.path,
        ...parsed.at(["scope"]),
        message: `\`${String(scope)}\` is no scope`,
        fix: "Write `scope: meta`, `scope: project` or `scope: bridge`.",
        severity: "error",
      });
      // Somebody wanted it governed: it is, by the scope that may do least.
      agents[name] = joined(agents[name], { scope: "bridge", lists: [[]], files: sourceOf(file) });
      continue;
    }
    agents[name] = joined(agents[name], agentOf(value, parsed, file, problems));
  }
  return { agents, problems };
}

function parsedFront({ path, text }: AgentFile): ParsedFile | undefined {
  const front = frontmatter(text);
  return front !== undefined && hasScope(front) ? parseYaml(path, front) : undefined;
}

/** Whether a frontmatter names a scope. */
export function hasScope(front: string): boolean {
  return /^scope[ \t]*:/m.test(front);
}

/** The agents of two tables; of one that both name, what both allow. */
export function joinAgents(one: ReadAgents["agents"], other: ReadAgents["agents"]): ReadAgents["agents"] {
  const all: Record<string, GovernedAgent> = Object.assign(Object.create(null), one);
  for (const [name, agent] of Object.entries(other)) all[name] = joined(all[name], agent);
  return { ...all };
}

/** Of two files for one agent what both allow. */
function joined(before: GovernedAgent | undefined, next: GovernedAgent): GovernedAgent {
  if (!before) return next;
  const to =
    before.delegatesTo && next.delegatesTo
      ? before.delegatesTo.filter((each) => next.delegatesTo?.includes(each))
      : (before.delegatesTo ?? next.delegatesTo);
  const known = new Set(before.lists?.map(rowsOf));
  const lists = [...(before.lists ?? []), ...(next.lists ?? []).filter((list) => !known.has(rowsOf(list)))];
  const role = before.role ?? next.role;
  const firstTools = before.firstTools ?? next.firstTools;
  const files = [...(before.files ?? []), ...(next.files ?? [])];
  return {
    // Two scopes agree on nothing but what the third one leaves.
    scope: before.scope === next.scope ? before.scope : "bridge",
    ...(to ? { delegatesTo: to } : {}),
    ...(lists.length > 0 ? { lists } : {}),
    ...(role === undefined ? {} : { role }),
    ...(firstTools ? { firstTools } : {}),
    ...(files.length > 0 ? { files } : {}),
  };
}

/** bailiff's own files are protected as such, and settings as the host's. */
function sourceOf({ path, text, layer, part }: AgentFile): readonly AgentSourceFile[] {
  return layer === "shipped" || part ? [] : [{ path, rendered: isRendered(text) }];
}

/** What a list says, wherever it stands: the same agent for both hosts is held against it once. */
function rowsOf(list: readonly Rule[]): string {
  return JSON.stringify(list.map(({ type, on, pattern }) => [type, on, pattern]).sort());
}

/** A denial or question about everything: in the hosts' own files it means what is not listed, and that is refused anyway. */
function isRest(pattern: string, answer: string): boolean {
  return answer !== "allow" && matchesAll(pattern);
}

/** Claude Code's `tools:`, e.g. `Read, Bash(git diff:*), Agent(helper)`, as permissions. */
function permissionOf(tools: unknown): Record<string, Record<string, "allow"> | "allow"> {
  const texts =
    typeof tools === "string" ? (tools.match(/[^,(]+(\([^)]*\))?/g) ?? []) : Array.isArray(tools) ? tools : [];
  const given: Record<string, Record<string, "allow"> | "allow"> = Object.create(null);
  for (const text of texts) {
    const [, name = "", inner] = /^\s*([^(]+?)\s*(?:\((.*)\))?\s*$/.exec(String(text)) ?? [];
    if (name === "") continue;
    const tool = toolNamed(name);
    if (inner === undefined || given[tool] === "allow") given[tool] = "allow";
    else
      for (const each of tool === "task" ? inner.split(",") : [inner])
        given[tool] = { ...(given[tool] as object), [patternOf(tool, each.trim())]: "allow" };
  }
  return given;
}

function patternOf(tool: string, inner: string): string {
  if (tool === "bash") return inner.replace(/:\*$/, " *");
  return tool === "webfetch" ? inner.replace(/^domain:(.*)$/, "https://$1/*") : inner;
}

function agentOf(
  value: Partial<AgentSource>,
  parsed: ParsedFile,
  file: AgentFile,
  problems: PolicyProblem[],
): GovernedAgent {
  const rules: Rule[] = [];
  // What a host's form has no room for stands under `bailiff` in a rendered file.
  const { tools, bailiff } = value as { tools?: unknown; bailiff?: Record<string, never> };
  for (const [tool, given] of Object.entries({ ...(value.permission ?? permissionOf(tools)), ...bailiff })) {
    if (typeof given === "string" && isRest(tool, given)) continue;
    const on = ON[tool.toLowerCase()] ?? "tool";
    const entries = typeof given === "string" ? [["*", given] as const] : Object.entries(given ?? {});
    for (const [pattern, answer] of entries) {
      if ((answer !== "allow" && answer !== "deny" && answer !== "ask") || isRest(pattern, answer)) continue;
      const made = makeRule(
        {
          id: `${value.name ?? file.name}: ${tool} ${pattern}`,
          type: answer,
          pattern: on === "tool" ? tool : pattern,
          on,
          message: answer === "ask" ? "This agent must ask before it does this" : "This agent's file denies this",
          suggestion: answer === "ask" ? "Ask the user to approve it" : UNLISTED.suggestion,
        },
        file.layer,
        `${file.path}:${parsed.at(["permission", tool]).line}`,
      );
      if (typeof made === "string") {
        problems.push({
          file: file.path,
          ...parsed.at(["permission", tool, pattern]),
          message: `The pattern ${JSON.stringify(pattern)} does not compile: ${made}`,
          fix: "Close brackets and braces, or put a backslash before those that are meant literally.",
          severity: "error",
        });
      } else rules.push(made);
    }
  }
  return {
    scope: value.scope as GovernedAgent["scope"],
    ...(Array.isArray(value.delegates_to) ? { delegatesTo: value.delegates_to.map(String) } : {}),
    ...(typeof value.role === "string" ? { role: value.role } : {}),
    ...(Array.isArray(value.first_tools)
      ? { firstTools: value.first_tools.map((each) => toolNamed(String(each))) }
      : {}),
    lists: [rules],
    files: sourceOf(file),
  };
}
