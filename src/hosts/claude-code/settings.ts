/** Settings in `env` that start the client without its hooks, or other code in the hook's process. */
const VARIABLES = ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "NODE_OPTIONS"];

/**
 * What in a settings file would switch bailiff off, in words; nothing when it would not. Text that
 * is no JSON object is no settings file to the host either.
 *
 * @param text the file's content
 * @param plugin bailiff's name as a plugin, without its marketplace
 */
export function switchesOff(text: string, plugin: string): string | undefined {
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(settings)) return undefined;
  if (settings.disableAllHooks === true) return "`disableAllHooks` switches every hook off";
  if (isRecord(settings.enabledPlugins)) {
    for (const [name, enabled] of Object.entries(settings.enabledPlugins))
      if (enabled === false && name.split("@")[0] === plugin) return `\`enabledPlugins\` switches ${plugin} off`;
  }
  if (isRecord(settings.env)) {
    for (const name of VARIABLES)
      if (settings.env[name] !== undefined) return `\`env.${name}\` changes how hooks are run`;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
