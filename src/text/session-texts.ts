import { safeLine } from "./safe.js";

/** Longest texts, in characters. */
export const TEXT_LIMITS = { full: 1990, short: 800, resume: 1200, compaction: 3000, reminder: 1000 } as const;

/** What there is to say about where a session stands. Everything in it may come from a user or an agent. */
export interface Situation {
  /** Delegation depth: 0 is the user's own session. */
  readonly level: number;
  readonly language: { readonly communication: string; readonly documents: string };
  readonly agent: string | null;
  /** What this agent does, one sentence. */
  readonly role: string | null;
  readonly scope: "meta" | "project" | "bridge" | null;
  /** What its allow-list holds, in short; empty for an agent without one. */
  readonly tools: readonly string[];
  readonly mode: string;
  readonly projects: readonly { readonly name: string; readonly write: boolean }[];
  /** Parts of the project's policy files that are not in force because nobody trusted them. */
  readonly untrusted?: number;
  readonly phase: string | null;
  readonly framework: string | null;
  /** Most important first. */
  readonly anchors: readonly { readonly priority: "critical" | "high" | "normal"; readonly text: string }[];
  /** Open ones, in the order in which they are to be done. */
  readonly todos: readonly { readonly status: string; readonly priority: string; readonly text: string }[];
  /** What was done, newest last. */
  readonly actions: readonly string[];
  /** Tools that should come first. */
  readonly firstTools: readonly string[];
}

/**
 * What of a situation a level may read of the brain: level 0 everything; level 1 the phase and the
 * language; deeper ones the phase. What stands in the policy (role, scope, mode, projects) is no part
 * of the brain.
 */
export function readable(situation: Situation): Situation {
  if (situation.level <= 0) return situation;
  const less: Situation = { ...situation, framework: null, anchors: [], todos: [] };
  return situation.level === 1 ? less : { ...less, language: { communication: "", documents: "" } };
}

/** What a user's own session is told when it begins; "" from level 1 on. */
export function fullText(situation: Situation): string {
  if (situation.level > 0) return "";
  const s = readable(situation);
  return bounded(TEXT_LIMITS.full, [
    "## Where this session stands",
    "",
    ...languageLines(s),
    ...agentLines(s),
    ...projectLines(s),
    ...trustLines(s),
    ...phaseLines(s),
    `- First step: ${firstStep(s)}`,
    ...todoLines(s, 5, 90),
  ]);
}

/** What a subagent of the first level is told when it begins; "" at any other. */
export function shortText(situation: Situation): string {
  if (situation.level !== 1) return "";
  const s = readable(situation);
  return bounded(TEXT_LIMITS.short, [
    "## Where this session stands",
    "",
    ...languageLines(s),
    ...agentLines(s, 160),
    ...(s.phase === null ? [] : [`- Phase: ${safeLine(s.phase, 120)}`]),
  ]);
}

/** The standing text of a level: full, short, or none. */
export function standingText(situation: Situation): string {
  return situation.level <= 0 ? fullText(situation) : shortText(situation);
}

/** What a session is told when it goes on after a pause; "" from level 2 on. @param pause milliseconds */
export function resumeText(situation: Situation, pause: number): string {
  if (situation.level >= 2) return "";
  const s = readable(situation);
  return bounded(TEXT_LIMITS.resume, [
    "## Resumed",
    "",
    `- Idle for: ${duration(pause)}`,
    ...languageLines(s),
    ...(s.phase === null ? [] : [`- Phase: ${safeLine(s.phase, 120)}`]),
    ...list(
      "Anchors",
      s.anchors.slice(0, 5).map((each) => `[${each.priority}] ${safeLine(each.text, 160)}`),
    ),
  ]);
}

/** What a summary must carry over; "" from level 2 on. */
export function compactionText(situation: Situation): string {
  if (situation.level >= 2) return "";
  const s = readable(situation);
  const weighty = s.anchors.filter((each) => each.priority !== "normal");
  return bounded(TEXT_LIMITS.compaction, [
    "## Keep in the summary",
    "",
    ...languageLines(s),
    ...(s.phase === null ? [] : [`- Phase: ${safeLine(s.phase, 200)}`]),
    ...(s.framework === null ? [] : [`- Framework: ${safeLine(s.framework, 80)}`]),
    // The rest is sized so that a full list of each kind has its place.
    ...list(
      "Last actions",
      s.actions.slice(-5).map((each) => safeLine(each, 100)),
    ),
    ...todoLines(s, 6, 100),
    ...list("Anchors", share(weighty, 1300)),
  ]);
}

/** What a session is reminded of after a compaction; "" from level 2 on. */
export function reminderText(situation: Situation): string {
  if (situation.level >= 2) return "";
  const s = readable(situation);
  const next = s.todos.slice(0, 3).map((each) => safeLine(each.text, 80));
  return bounded(TEXT_LIMITS.reminder, [
    "## After the summary",
    "",
    ...languageLines(s),
    ...list(
      "Last actions",
      s.actions.slice(-3).map((each) => safeLine(each, 80)),
    ),
    ...list(
      "Anchors",
      s.anchors.slice(0, 3).map((each) => safeLine(each.text, 80)),
    ),
    ...list("Next steps", next.length > 0 ? next : [firstStep(s)]),
  ]);
}

/** Said once when an agent began with another tool than its own file asks for. */
export function firstToolText(tool: string, wanted: readonly string[]): string {
  const names = wanted.slice(0, 8).map((each) => safeLine(each, 40));
  return `Note: this agent should begin with ${names.join(" or ")}; it began with ${safeLine(tool, 40)}. Nothing was refused.`;
}

/** Said when one error keeps coming back. */
export function escalationText(error: { readonly text: string; readonly count: number }): string {
  return `Note: the same error came ${error.count} times: ${safeLine(error.text, 160)}. Stop repeating it; tell the user what fails and ask how to go on.`;
}

/** A span of time in words: `3 h 12 min`. @param ms milliseconds */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}

function languageLines(s: Situation): string[] {
  const { communication, documents } = s.language;
  if (communication === "" && documents === "") return [];
  return [`- Language: speak ${safeLine(communication, 40)}, write documents in ${safeLine(documents, 40)}`];
}

const SCOPES = {
  meta: "may change the agent tooling, not the user's code",
  project: "may change the user's code, not the agent tooling",
  bridge: "plans and delegates, changes neither code nor tooling",
} as const;

function agentLines(s: Situation, limit = 200): string[] {
  const lines: string[] = [];
  if (s.agent !== null) {
    const role = s.role === null ? "" : `: ${safeLine(s.role, limit)}`;
    lines.push(`- Agent: ${safeLine(s.agent, 60)}${role}`);
  }
  const allowed =
    s.tools.length === 0 ? "" : `; allowed: ${safeLine(s.tools.map((t) => safeLine(t, 60)).join(", "), limit)}`;
  if (s.scope !== null) lines.push(`- Scope: ${s.scope} (${SCOPES[s.scope]})${allowed}`);
  lines.push(`- Mode: ${safeLine(s.mode, 20)}`);
  return lines;
}

function projectLines(s: Situation): string[] {
  if (s.projects.length === 0) return [];
  const names = s.projects.slice(0, 12).map((each) => `${safeLine(each.name, 40)}${each.write ? "" : " (read only)"}`);
  const more = s.projects.length > 12 ? `, and ${s.projects.length - 12} more` : "";
  return [`- Managed projects: ${safeLine(names.join(", "), 220)}${more}`];
}

function trustLines({ untrusted = 0 }: Situation): string[] {
  if (untrusted === 0) return [];
  const parts = untrusted === 1 ? "1 part" : `${untrusted} parts`;
  return [`- Policy: ${parts} of the project's files would loosen it, not in force until the user runs bailiff trust`];
}

function phaseLines(s: Situation): string[] {
  return s.phase === null ? ["- Phase: none set"] : [`- Phase: ${safeLine(s.phase, 120)}`];
}

function todoLines(s: Situation, most: number, width: number): string[] {
  const shown = s.todos.slice(0, most).map((each) => `[${safeLine(each.status, 12)}] ${safeLine(each.text, width)}`);
  const more = s.todos.length - shown.length;
  return list(more > 0 ? `Open todos (${shown.length} of ${s.todos.length})` : "Open todos", shown);
}

function firstStep(s: Situation): string {
  if (s.firstTools.length > 0) {
    const names = s.firstTools.slice(0, 4).map((each) => safeLine(each, 40));
    return `begin with ${names.join(" or ")}`;
  }
  if (s.todos.length > 0) return "go on with the first open todo";
  return "find out what the user wants before changing anything";
}

/** A heading line with indented items; nothing for no items. An empty item is left out. */
function list(heading: string, items: readonly string[]): string[] {
  const shown = items.filter((each) => each !== "");
  return shown.length === 0 ? [] : [`- ${heading}:`, ...shown.map((each) => `  - ${each}`)];
}

/** Anchors so shortened that all of them together stay below a length: many are each shown in short. */
function share(anchors: Situation["anchors"], total: number): string[] {
  const width = Math.max(40, Math.min(300, Math.floor(total / Math.max(1, anchors.length)) - 18));
  return anchors.map((each) => `[${each.priority}] ${safeLine(each.text, width)}`);
}

/** Joins lines; those beyond the limit are left out whole, with a word that something is missing. */
function bounded(limit: number, lines: readonly string[]): string {
  const whole = lines.join("\n");
  if (whole.length <= limit) return whole;
  const rest = "- (more was left out)";
  const kept: string[] = [];
  let length = rest.length;
  for (const line of lines) {
    if (length + line.length + 1 > limit) break;
    kept.push(line);
    length += line.length + 1;
  }
  return [...kept, rest].join("\n");
}
