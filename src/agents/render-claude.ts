import { Document } from "yaml";
import { mark } from "../policy/rendered.js";
import { type Agent, gives, rowsOf } from "./source.js";

const FREE = ["Read", "Glob", "Grep", "TodoWrite", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "Skill"] as const;

/** Claude Code's tools that come with a permission, by bailiff's name for it. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  bash: ["Bash"],
  edit: ["Edit", "Write", "NotebookEdit"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  task: ["Agent"],
};

export interface ClaudeOptions {
  /** What the file is rendered from, for the note in it. */
  readonly from: string;
  /** It is one of the plugin's own: its siblings have the plugin's name in front, and its source governs it. */
  readonly plugin?: boolean;
  /** Names of the agents that stand beside it. */
  readonly siblings?: readonly string[];
}

/**
 * The tools that an agent gets and those that it must not have, as Claude Code names them. Commands,
 * paths and addresses are judged call by call: the host knows whole tools only, and agents by name.
 */
export function claudeTools(
  { front }: Agent,
  { plugin, siblings = [] }: Omit<ClaudeOptions, "from"> = {},
): { readonly tools: readonly string[]; readonly disallowed: readonly string[] } {
  const tools: string[] = [...FREE];
  const disallowed: string[] = [];
  for (const [permission, names] of Object.entries(TOOLS)) {
    if (!gives(front, permission)) disallowed.push(...names);
    else if (permission === "task") {
      const rows = rowsOf(front.permission?.task ?? {}).filter(([, answer]) => answer !== "deny");
      const agents = rows.map(([name]) => name).filter((name) => !/[*?]/.test(name));
      tools.push(agents.length < rows.length ? "Agent" : `Agent(${agents.map(hostName).join(", ")})`);
    } else tools.push(...names);
  }
  for (const [name, given] of Object.entries(front.permission ?? {}))
    if (!Object.hasOwn(TOOLS, name) && given === "allow" && name.startsWith("mcp__")) tools.push(name);
  return { tools, disallowed };

  function hostName(name: string): string {
    if (name === "general") return "general-purpose";
    return plugin && siblings.includes(name) ? `bailiff:${name}` : name;
  }
}

/** An agent as Claude Code's Markdown file. Public source: code.claude.com/docs/en/sub-agents. */
export function renderClaude(agent: Agent, options: ClaudeOptions): string {
  const { front, prompt } = agent;
  const { tools, disallowed } = claudeTools(agent, options);
  const document = new Document({
    name: front.name,
    description: front.description,
    tools: tools.join(", "),
    ...(disallowed.length > 0 ? { disallowedTools: disallowed.join(", ") } : {}),
    ...(front.model === undefined ? {} : { model: front.model }),
    ...(front.color !== undefined && /^[a-z]+$/.test(front.color) ? { color: front.color } : {}),
    ...(options.plugin
      ? {}
      : {
          scope: front.scope,
          ...(front.role === undefined ? {} : { role: front.role }),
          ...(front.delegates_to === undefined ? {} : { delegates_to: front.delegates_to }),
          ...(front.permission === undefined ? {} : { permission: front.permission }),
        }),
  });
  document.commentBefore = mark(options.from);
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n${prompt}\n`;
}
