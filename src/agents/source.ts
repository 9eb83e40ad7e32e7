import { parse } from "yaml";
import type { AgentSource } from "../policy/agents.js";
import { frontmatter } from "../policy/frontmatter.js";

type Answer = "allow" | "deny" | "ask";

/** An agent's file, taken apart for rendering. */
export interface Agent {
  readonly front: Readonly<AgentSource>;
  /** The text after the frontmatter: the agent's prompt. */
  readonly prompt: string;
}

/**
 * Takes an agent's source apart.
 *
 * @throws when there is no frontmatter with a name and a description, or it is not YAML
 */
export function parseAgent(text: string): Agent {
  const block = frontmatter(text);
  const front: unknown = block === undefined ? undefined : parse(block);
  if (typeof front !== "object" || front === null) throw new Error("the file has no frontmatter");
  const { name, description } = front as Partial<AgentSource>;
  if (typeof name !== "string" || typeof description !== "string")
    throw new Error("the frontmatter needs `name:` and `description:`");
  const body = text.replace(/^\uFEFF/, "");
  const end = /^---[ \t]*\r?\n[\s\S]*?(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(body)?.[0].length ?? 0;
  return { front: front as AgentSource, prompt: body.slice(end).trim() };
}

/** What a tool's permission says, row by row; what holds for the whole tool has the pattern `*`. */
export function rowsOf(given: string | Readonly<Record<string, string>>): readonly (readonly [string, Answer])[] {
  return typeof given === "string"
    ? [["*", given as Answer]]
    : Object.entries(given).map(([pattern, answer]) => [pattern, answer as Answer]);
}

/** Whether anything of a tool is given to the agent. */
export function gives(front: Agent["front"], tool: string): boolean {
  const given = front.permission?.[tool];
  return given !== undefined && rowsOf(given).some(([, answer]) => answer !== "deny");
}
