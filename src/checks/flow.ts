import type { Effect, EffectiveCommand } from "../call/effect.js";
import { NONE } from "../call/none.js";
import type { Case } from "./case.js";

/** Whether an effect is confined to a container that is thrown away and holds nothing of this machine. */
export function inThrowaway({ remote }: Effect): boolean {
  return (
    remote !== undefined &&
    remote.kind === "container" &&
    remote.throwaway === true &&
    (remote.mounts === undefined || remote.mounts.length === 0)
  );
}

/** Indices of all commands whose output reaches this one. */
export function upstream(index: number, { analysis: { commands } }: Case): readonly number[] {
  if (commands[index]?.stdin?.kind !== "pipe") return NONE;
  const found = new Set<number>();
  const open = [index];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const stdin = commands[at]?.stdin;
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
  if (index === undefined || !LOADERS.test(input.nameOf(index))) return false;
  return !upstream(index, input).some((k) => DOWNLOADS.test(input.nameOf(k)));
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

/** Whether a file is a connection to another machine: bash and gawk open it themselves. */
export function isSocket(text: string): boolean {
  return text.startsWith("/dev/tcp/") || text.startsWith("/dev/udp/");
}
