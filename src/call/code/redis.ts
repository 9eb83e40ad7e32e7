import type { CodeReader } from "./reader.js";

const DROP = "infra/database-drop";
const SERVER = "infra/database-server";

/** Commands that lose every key at once, on their own. Source: redis.io/docs/latest/commands. */
const LOSES_ALL = new Set(["FLUSHALL", "FLUSHDB"]);

const MOST_LINES = 10_000;

/** What Redis commands do, one a line, as `redis-cli` takes them from its input or its words. */
export const redis: CodeReader = (code, out) => {
  for (const line of code.split("\n", MOST_LINES)) {
    const words = redisWords(line);
    const name = (words[0] ?? "").toUpperCase();
    const second = (words[1] ?? "").toUpperCase();
    if (LOSES_ALL.has(name)) out.act(DROP, name);
    else if (name === "SHUTDOWN") out.act(SERVER, name);
    else if (name === "DEBUG" && /^(?:SEGFAULT|PANIC|RESTART|FLUSHALL)$/.test(second))
      out.act(SERVER, `${name} ${second}`);
    // A replica drops its own data for its master's.
    else if ((name === "REPLICAOF" || name === "SLAVEOF") && second !== "NO") out.act(DROP, name);
    else if (name === "CLUSTER" && second === "RESET") out.act(DROP, `${name} ${second}`);
    else if (name === "CONFIG" && second === "SET" && /^(?:dir|dbfilename)$/i.test(words[2] ?? ""))
      out.act(SERVER, "CONFIG SET");
    else if ((name === "DEL" || name === "UNLINK") && words.slice(1).some((w) => w.includes("⟦stdin⟧")))
      out.act("infra/database-rows", `${name} of every key listed`);
    else if (name === "EVAL" && /redis\.p?call\s*\(\s*['"](?:flushall|flushdb)['"]/i.test(words[1] ?? ""))
      out.act(DROP, name);
  }
};

/** Words of a line with `"…"` and `'…'` taken together. */
function redisWords(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? "");
}
