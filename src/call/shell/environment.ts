import type { ToolCall } from "../call.js";
import { baseName, knownDirectory } from "../path.js";
import type { State } from "./state.js";

/**
 * What a variable holds that the call did not set: null for one that may be anything or nothing,
 * `open` for one that holds something unknown. Values are those of the agent's own machine as the
 * call names it, and the XDG defaults.
 */
export function environment(name: string, state: State, call: ToolCall): string | "open" | null {
  switch (name) {
    case "HOME":
      return call.home;
    case "PWD": {
      const dir = state.dirs.length === 1 ? state.dirs[0] : null;
      return knownDirectory(dir ?? null) ?? "open";
    }
    case "TMPDIR":
    case "TMP":
    case "TEMP":
      return "/tmp";
    case "USER":
    case "LOGNAME":
      return baseName(call.home);
    case "XDG_CONFIG_HOME":
      return `${call.home}/.config`;
    case "XDG_DATA_HOME":
      return `${call.home}/.local/share`;
    case "XDG_STATE_HOME":
      return `${call.home}/.local/state`;
    case "XDG_CACHE_HOME":
      return `${call.home}/.cache`;
    case "CLAUDE_PROJECT_DIR":
    case "PROJECT_DIR":
      return name === "CLAUDE_PROJECT_DIR" && call.project ? call.project : null;
    case "IFS":
      return " \t\n";
    case "BASH":
    case "SHELL":
      return "/bin/bash";
    case "OLDPWD":
    case "PATH":
    case "UID":
    case "EUID":
    case "PPID":
    case "RANDOM":
    case "SRANDOM":
    case "SECONDS":
    case "LINENO":
    case "HOSTNAME":
    case "HOSTTYPE":
    case "OSTYPE":
    case "MACHTYPE":
    case "BASH_VERSION":
    case "BASHPID":
    case "EPOCHSECONDS":
    case "EPOCHREALTIME":
    case "SHELLOPTS":
    case "BASHOPTS":
    case "LANG":
    case "TERM":
    case "OPTIND":
    case "PS4":
    case "?":
    case "$":
    case "!":
    case "-":
    case "_":
      return "open";
    default:
      return null;
  }
}
