import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJsonc, setIn } from "./jsonc.js";

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}
type Hooks = Readonly<Record<string, readonly Group[]>>;

/**
 * The hooks of the plugin as a settings file has them: the same entries, by absolute path. Settings and
 * not a plugin, because a plugin that a project's settings name is not loaded in headless runs; the local
 * ones, because the path is this machine's.
 */
export function hooksOf(installation: string): Hooks {
  const { hooks } = JSON.parse(readFileSync(join(installation, "hooks/hooks.json"), "utf8")) as { hooks: Hooks };
  const here = JSON.parse(
    JSON.stringify(hooks).replaceAll("${CLAUDE_PLUGIN_ROOT}", JSON.stringify(installation).slice(1, -1)),
  ) as Hooks;
  // A plugin's own server is not there without the plugin.
  return Object.fromEntries(
    Object.entries(here).flatMap(([event, groups]) => {
      const kept = groups.flatMap((group) => {
        const commands = group.hooks.filter((hook) => hook.type === "command");
        return commands.length > 0 ? [{ ...group, hooks: commands }] : [];
      });
      return kept.length > 0 ? [[event, kept]] : [];
    }),
  );
}

/** Whether a hook entry starts bailiff. */
export function startsBailiff(hook: unknown): boolean {
  return /[\\/]dist[\\/]hook\.cjs(["'\s]|$)/m.test(JSON.stringify(hook ?? "").replaceAll("\\\\", "\\"));
}

/**
 * The settings with bailiff's hooks, or undefined when they have them as they should be.
 *
 * @param text the file as it is; undefined where there is none
 * @throws when the text is no settings file
 */
export function withHooks(text: string | undefined, installation: string): string | undefined {
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  let now = withoutHooks(before) ?? before;
  for (const [event, groups] of Object.entries(hooksOf(installation))) {
    for (const group of groups) {
      const present = groupsOf(now, event);
      now =
        present === undefined
          ? setIn(now, ["hooks", event], [group]).text
          : setIn(now, ["hooks", event, present.length], group, true).text;
    }
  }
  const same = (a: string, b: string): boolean => JSON.stringify(parseJsonc(a)) === JSON.stringify(parseJsonc(b));
  return same(before, now) ? undefined : now;
}

/** The settings without bailiff's hooks; undefined where there are none. */
export function withoutHooks(text: string): string | undefined {
  const value = parseJsonc(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is no JSON object");
  let now = text;
  for (const event of Object.keys((value as { hooks?: object }).hooks ?? {})) {
    const groups = groupsOf(now, event) ?? [];
    for (let at = groups.length - 1; at >= 0; at--) {
      if (!groups[at]?.hooks?.some(startsBailiff)) continue;
      const left = groupsOf(now, event)?.length ?? 0;
      const events = Object.keys((parseJsonc(now) as { hooks: object }).hooks).length;
      const path = left > 1 ? ["hooks", event, at] : events > 1 ? ["hooks", event] : ["hooks"];
      now = setIn(now, path, undefined).text;
    }
  }
  return now === text ? undefined : now;
}

function groupsOf(text: string, event: string): readonly Group[] | undefined {
  const { hooks } = parseJsonc(text) as { hooks?: Readonly<Record<string, unknown>> };
  const groups = hooks?.[event];
  return Array.isArray(groups) ? (groups as Group[]) : undefined;
}
