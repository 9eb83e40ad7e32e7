import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJsonc, setIn } from "./jsonc.js";

const NEW = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n';

/** OpenCode's settings file of a directory: the one that exists, else the one to make. */
export function openCodeConfig(directories: readonly string[]): string {
  const names = directories.flatMap((directory) =>
    ["opencode.jsonc", "opencode.json"].map((name) => join(directory, name)),
  );
  return names.find((file) => existsSync(file)) ?? join(directories[0] ?? ".", "opencode.json");
}

/** How a settings file names bailiff: by the path of the installation, relative where it lies in the project. */
export function pluginSpec(config: string, installation: string): string {
  const path = relative(dirname(config), installation).split(sep).join("/");
  return path.startsWith("..") || isAbsolute(path) || !path.includes("node_modules/") ? installation : `./${path}`;
}

/** Whether an entry of `plugin` is bailiff, however it is written. */
export function isBailiff(entry: unknown, config: string): boolean {
  const spec = Array.isArray(entry) ? entry[0] : entry;
  if (typeof spec !== "string") return false;
  if (/^bailiff(@[^/]*)?$/.test(spec)) return true;
  const path = spec.startsWith("file://") ? pathOf(spec) : spec;
  const full = isAbsolute(path) ? path : join(dirname(config), path);
  return [full, dirname(full), dirname(dirname(full))].some((at) => existsSync(join(at, "governance/deny-rules.yaml")));
}

/**
 * The settings with bailiff as a plugin, or undefined when they have it already.
 *
 * @param text the file as it is; undefined where there is none
 * @throws when the text is no settings file
 */
export function withPlugin(text: string | undefined, config: string, spec: string): string | undefined {
  const body = text === undefined || text.trim() === "" ? NEW : text;
  const value = parseJsonc(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is no JSON object");
  const { plugin } = value as { plugin?: unknown };
  if (plugin === undefined) return setIn(body, ["plugin"], [spec]).text;
  if (!Array.isArray(plugin)) throw new Error("its `plugin` is no list");
  if (plugin.some((entry) => isBailiff(entry, config))) return undefined;
  return setIn(body, ["plugin", plugin.length], spec, true).text;
}

/** The settings without the entry that init made; undefined where it is not there any more. */
export function withoutPlugin(text: string, spec: string): string | undefined {
  const { plugin } = parseJsonc(text) as { plugin?: unknown };
  if (!Array.isArray(plugin)) return undefined;
  const at = plugin.indexOf(spec);
  if (at < 0) return undefined;
  return setIn(text, plugin.length === 1 ? ["plugin"] : ["plugin", at], undefined).text;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
