import { toolNamed } from "../call/tools.js";
import type { Policy, Rule } from "./policy.js";

export interface Dead {
  readonly why: string;
  readonly fix: string;
}

/** Tools that hold what a kind of row is about; other tools never do. */
const HOLDERS: Readonly<Partial<Record<Rule["on"], readonly string[]>>> = {
  command: ["bash"],
  agent: ["task", "bash"],
};

/**
 * Why a row without a proven example can never match, if that can be seen: its conditions exclude one
 * another, its pattern asks for what normalisation takes away, or not even a text made from the pattern
 * itself is caught.
 *
 * @param catches whether the row catches a text
 */
export function deadReason(rule: Rule, policy: Policy, catches: (text: string) => boolean): Dead | undefined {
  return conditions(rule, policy) ?? (witnesses(rule).some(catches) ? undefined : (lost(rule) ?? unseen(rule)));
}

function conditions(rule: Rule, policy: Policy): Dead | undefined {
  const { agents, scopes, fileTypes } = rule.context ?? {};
  for (const [name, list] of Object.entries({
    tools: rule.tools,
    "context.agents": agents,
    "context.scopes": scopes,
    "context.fileTypes": fileTypes,
  })) {
    if (list?.length === 0)
      return { why: `\`${name}\` is an empty list`, fix: `Remove \`${name}\`, or name at least one.` };
  }
  const holders = HOLDERS[rule.on];
  const tools = rule.tools?.filter((tool) => !/[*?]/.test(tool)).map(toolNamed);
  if (holders && tools && tools.length === rule.tools?.length && !tools.some((tool) => holders.includes(tool))) {
    return {
      why: `only ${holders.join(" and ")} calls hold a ${rule.on}, and \`tools\` names none of them`,
      fix: rule.on === "command" ? "Remove `tools`, or say `on: path`." : "Remove `tools`.",
    };
  }
  if (agents && scopes && agents.every((name) => foreign(name, scopes, policy))) {
    return {
      why: `none of the agents in \`context.agents\` has one of the scopes ${scopes.join(", ")}`,
      fix: "Remove one of the two conditions.",
    };
  }
  return undefined;
}

function foreign(agent: string, scopes: readonly string[], policy: Policy): boolean {
  if (/[*?]/.test(agent)) return false;
  const scope = Object.hasOwn(policy.agents, agent) ? policy.agents[agent]?.scope : undefined;
  return scope !== undefined && !scopes.includes(scope);
}

/** Texts that the pattern itself describes. */
function witnesses(rule: Rule): readonly string[] {
  if (rule.match === "regex") return [];
  if (rule.match === "exact") return [rule.pattern];
  const { pattern } = rule;
  if (rule.on === "path") {
    const plain = pattern
      .replace(/\{([^{},]*)[^{}]*\}/g, "$1")
      .replace(/\[(.)[^\]]*\]/g, "$1")
      .replace(/[!@+?*]\(([^|)]*)[^)]*\)/g, "$1");
    return [plain.replace(/\*\*\//g, "").replace(/\*+|\?/g, "x"), plain.replace(/\*+|\?/g, "x")];
  }
  return [
    pattern.replace(/\*+$/, "").trim(),
    pattern.replace(/\*+/g, "x").replace(/\?/g, "x"),
    pattern.replace(/\*+/g, ""),
  ].map((text) => text.replace(/\?/g, "x"));
}

/** What normalisation takes away, where a pattern asks for it. */
function lost(rule: Rule): Dead | undefined {
  if (rule.on !== "command" || rule.match === "regex") return undefined;
  const { pattern } = rule;
  if (/&&|\|\||[;|]|(^|\s)&(\s|$)/.test(pattern)) {
    return {
      why: "commands are held against it one by one, without `&&`, `;` or `|` between them",
      fix: "Name one command, in a row of its own.",
    };
  }
  if (/(^|\s)\d*[<>]/.test(pattern)) {
    return { why: "redirections are no part of a command", fix: "Use `on: path` with the path that is written." };
  }
  if (/^\w+=\S*\s/.test(pattern))
    return { why: "assignments in front of a command are no part of it", fix: "Leave them out." };
  if (/["'\\`$]/.test(pattern)) {
    return {
      why: "quotes, variables and substitutions are resolved before it is held against a command",
      fix: "Write the words as the program gets them.",
    };
  }
  return undefined;
}

function unseen(rule: Rule): Dead | undefined {
  if (rule.match === "regex") return undefined;
  return {
    why: "not even a text made from its own pattern is caught",
    fix: "Give it an example under `examples.match` and mend the pattern until it is caught.",
  };
}
