import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { renderClaude } from "../src/agents/render-claude.js";
import { parseAgent } from "../src/agents/source.js";

/** The plugin's own agents as Claude Code loads them, from the directory of their sources. */
export function pluginAgents(directory: string): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".md"));
  const siblings = names.map((name) => basename(name, ".md"));
  return names.map((name) => {
    const agent = parseAgent(readFileSync(join(directory, name), "utf8"));
    return { name, text: renderClaude(agent, { from: `agents/${name}`, plugin: true, siblings }) };
  });
}
