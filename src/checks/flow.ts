import type { Effect, EffectiveCommand } from "../call/effect.js";
import { baseName } from "../call/path.js";
import type { Case } from "./check.js";

/** Base name of a command's program, `""` where there is none. */
export function programOf(command: EffectiveCommand | undefined): string {
  return baseName(command?.argv[0]?.text ?? "");
}

/** Whether an effect is confined to a container that is thrown away and holds nothing of this machine. */
export function inThrowaway(effect: Effect): boolean {
  const { remote } = effect;
  return remote?.kind === "container" && remote.throwaway === true && (remote.mounts ?? []).length === 0;
}

/** Indices of all commands whose output reaches this one. */
export function upstream(index: number, input: Case): readonly number[] {
  const found = new Set<number>();
  const open = [index];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const stdin = input.analysis.commands[at]?.stdin;
    if (stdin?.kind !== "pipe") continue;
    for (const from of stdin.from) {
      if (found.has(from)) continue;
      found.add(from);
      open.push(from);
    }
  }
  return [...found];
}

/** Clients that load a packed dump; what is unpacked for them is data. */
const LOADERS =
  /^(?:psql|pg_restore|mysql|mariadb|sqlite3?|mongorestore|mongosh|clickhouse(?:-client)?|cockroach|sqlcmd|isql|duckdb|redis-cli|influx|cqlsh)$/;

const DOWNLOADS = /^(?:curl|wget|https?|xhs?|aria2c|nc|ncat|netcat|lynx|fetch)$/;

/** Whether unpacked or remote input goes to a database's own client as a dump, rather than to an interpreter. */
export function isData(effect: Effect, input: Case): boolean {
  const index = effect.command;
  if (index === undefined || !LOADERS.test(programOf(input.analysis.commands[index]))) return false;
  return !upstream(index, input).some((k) => DOWNLOADS.test(programOf(input.analysis.commands[k])));
}

/**
 * Whether a command's name is cut from something, yet says which file it is: `"${0%/*}/build.sh"`.
 * Such a name is judged like any other.
 */
export function namesFile(command: EffectiveCommand | undefined): boolean {
  const name = command?.argv[0];
  if (!name?.contrived || name.taint === "network" || name.taint === "decoded") return false;
  return /\/[^/⟦⟧*?[]+$/.test(name.text);
}
