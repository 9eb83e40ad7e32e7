import type { AgentFile } from "../../policy/agents.js";
import type { GovernedAgent } from "../../policy/policy.js";
import { isRecord } from "./api.js";

type Agents = Readonly<Record<string, GovernedAgent>>;

const NONE: Agents = {};

/**
 * The agents with a scope in the host's configuration as its plugins left it: some plugins bring agents
 * of their own. Read when it is first asked for, since a plugin that comes later may still add some.
 *
 * @param config the host's configuration, once it is known; plugins change it in place
 */
export function configuredAgents(config: () => unknown): () => Promise<Agents> {
  let found: Promise<Agents> | undefined;
  return () => {
    const known = config();
    if (!isRecord(known)) return Promise.resolve(NONE);
    found ??= read(known.agent);
    return found;
  };
}

async function read(agents: unknown): Promise<Agents> {
  if (!isRecord(agents)) return NONE;
  const scoped = Object.entries(agents).filter(([, value]) => isRecord(value) && scopeOf(value) !== undefined);
  if (scoped.length === 0) return NONE;
  const { readAgents } = await import("../../policy/agents.js");
  const place = { line: 1, column: 1 };
  const files = scoped.map(([name, value]): AgentFile => {
    const front = { ...(isRecord(value) && isRecord(value.options) ? value.options : {}), ...(value as object) };
    return {
      path: "the host's configuration",
      text: "",
      layer: "project",
      name,
      fixed: true,
      part: { file: "the host's configuration", value: front, problems: [], at: () => place, atKey: () => place },
    };
  });
  return readAgents(files).agents;
}

/** What the host does not know it may have put among an agent's options. */
function scopeOf(agent: Record<string, unknown>): unknown {
  return agent.scope ?? (isRecord(agent.options) ? agent.options.scope : undefined);
}
