import { Document } from "yaml";
import { mark } from "../policy/rendered.js";
import { type Agent, gives, rowsOf } from "./source.js";

/** Tools that only read or talk: free for every governed agent. */
const FREE = ["read", "glob", "grep", "list", "lsp", "skill", "todoread", "todowrite", "question"] as const;

/** What OpenCode asks beside the tools; a plain `"*": deny` would forbid it without a question. */
const ASKED = ["external_directory", "doom_loop"] as const;

/** Tools that OpenCode gives or takes as a whole: patterns for them stand beside, where bailiff reads them. */
const WHOLE = new Set(["webfetch", "websearch", "codesearch", "todowrite", "question", "doom_loop"]);

type Permission = Record<string, string | Record<string, string>>;

/**
 * Permissions in OpenCode's order, where the last match wins: everything is denied first, then what is
 * free, then what the agent is allowed, and its own denials last. Public source: opencode.ai/docs/permissions.
 */
export function openCodePermission({ front }: Agent): Permission {
  const permission: Permission = { "*": "deny" };
  for (const tool of FREE) permission[tool] = "allow";
  for (const tool of ASKED) permission[tool] = "ask";
  for (const [tool, given] of Object.entries(front.permission ?? {})) {
    if (typeof given === "string") {
      permission[tool] = given;
      continue;
    }
    const rows = rowsOf(given);
    if (WHOLE.has(tool)) {
      permission[tool] = gives(front, tool) ? "allow" : "deny";
      continue;
    }
    permission[tool] = Object.fromEntries([
      ["*", "deny"],
      ...rows.filter(([, answer]) => answer === "allow"),
      ...rows.filter(([, answer]) => answer !== "allow"),
    ]);
  }
  return permission;
}

/**
 * An agent as OpenCode's Markdown file. Public source: opencode.ai/docs/agents.
 *
 * @param from what the file is rendered from, for the note in it
 */
export function renderOpenCode(agent: Agent, from: string): string {
  const { front, prompt } = agent;
  const beside = Object.entries(front.permission ?? {}).filter(
    ([tool, given]) => WHOLE.has(tool) && typeof given !== "string",
  );
  const document = new Document({
    name: front.name,
    description: front.description,
    mode: front.mode ?? "subagent",
    ...(front.model === undefined ? {} : { model: front.model }),
    ...(front.temperature === undefined ? {} : { temperature: front.temperature }),
    ...(front.color?.startsWith("#") ? { color: front.color } : {}),
    scope: front.scope,
    ...(front.role === undefined ? {} : { role: front.role }),
    ...(front.delegates_to === undefined ? {} : { delegates_to: front.delegates_to }),
    ...(front.first_tools === undefined ? {} : { first_tools: front.first_tools }),
    permission: openCodePermission(agent),
    ...(beside.length > 0 ? { bailiff: Object.fromEntries(beside) } : {}),
  });
  document.commentBefore = mark(from);
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n${prompt}\n`;
}
