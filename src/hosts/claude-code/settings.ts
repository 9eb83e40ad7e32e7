import { laneOf } from "./lanes.js";

/** Variables that decide which program the hook is and what it believes; the client hands `env` on to hooks. */
const TELLING = /^(PATH|HOME|XDG_.*|LD_.*|DYLD_.*|BAILIFF_.*|CLAUDE_CODE_SIMPLE|CLAUDE_CONFIG_DIR|CLAUDE_PLUGIN_.*)$/;

/**
 * What in a settings file would switch bailiff off, in words; nothing when it would not. Text that
 * is no JSON object is no settings file to the host either (it takes a byte order mark, no comments).
 *
 * @param text the file's content
 * @param plugin bailiff's name as a plugin, without its marketplace
 * @param env the variables in force now: one that stays as it is changes nothing
 */
export function switchesOff(
  text: string,
  plugin: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let settings: unknown;
  try {
    settings = JSON.parse(text.replace(/^\ufeff/, ""));
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
    for (const [name, value] of Object.entries(settings.env))
      if (TELLING.test(name) && value !== env[name]) return `\`env.${name}\` changes which program its hooks run`;
  }
  return undefined;
}

/**
 * What in a settings file was put there by `bailiff init` and is there no more, in words; nothing where
 * init put nothing, or where it is as it should be.
 *
 * @param text the file's content; undefined where it is gone
 * @param manifests texts of what init wrote down, of the project and of the user
 */
export function losesHooks(
  file: string,
  text: string | undefined,
  manifests: readonly (string | undefined)[],
): string | undefined {
  if (!manifests.some((each) => each !== undefined && putHooksInto(file, each))) return undefined;
  let settings: unknown;
  try {
    settings = JSON.parse((text ?? "").replace(/^\ufeff/, ""));
  } catch {
    // Of what is no JSON the host takes nothing.
  }
  const hooks = isRecord(settings) && isRecord(settings.hooks) ? settings.hooks : {};
  const asks = (Array.isArray(hooks.PreToolUse) ? hooks.PreToolUse : []).some(
    (group) =>
      isRecord(group) &&
      (group.matcher === undefined || group.matcher === "*") &&
      Array.isArray(group.hooks) &&
      group.hooks.some((hook) => laneOf(hook) !== undefined && isRecord(hook) && hook.onFailure === "block"),
  );
  return asks ? undefined : "the hook that has calls judged would go";
}

function putHooksInto(file: string, manifest: string): boolean {
  try {
    const { files } = JSON.parse(manifest) as { files: { path: string; kind: string; entry?: string }[] };
    return files.some(({ path, kind, entry }) => path === file && kind === "edit" && entry === "hooks");
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
