import type { EffectiveCommand } from "../effect.js";

/** Names by which an interpreter or a client is told to run or load something else. */
const NAMES =
  "(?:PATH|CDPATH|HOME|SHELL|ENV|BASH_ENV|IFS|PYTHON[A-Z0-9_]+|NODE_[A-Z_]+|NPM_[A-Z_]+|LD_[A-Z_]+|DYLD_[A-Z_]+|PAGER|LESS[A-Z]*|PSQL[A-Z_]*|PGOPTIONS|PGSERVICE[A-Z]*|PGSYSCONFDIR|PGPASSFILE|MYSQL_(?!PWD|HOST)[A-Z_]+|MARIADB_[A-Z_]+|REDISCLI_RCFILE|XDG_[A-Z_]+)";

/** A name as a variable's that gets a value: `PATH=…`, `${PATH:=…}`, `for PATH in …`. */
const GIVEN = new RegExp(`(?<![\\w$.])${NAMES}(?:\\+?=|:?=|\\s+in\\b)`);
const NAMED = new RegExp(`(?<!\\w)${NAMES}(?!\\w)`);

/** Builtins of the shell that give variables values, or give them to programs. */
const SETTERS =
  /^(?:export|declare|typeset|readonly|local|read|mapfile|readarray|printf|getopts|set|let|wait|enable|hash)$/;

/**
 * Whether a command line may change what programs of its own are or load, in ways that the commands'
 * known variables do not show: a loop over `PATH`, `read PYTHONPATH`, `export $x`.
 *
 * @param text the command line as written
 * @param command the one that may be steered, among them
 */
export function steers(text: string, commands: readonly EffectiveCommand[], command: EffectiveCommand): boolean {
  if (GIVEN.test(text)) return true;
  const open = command.argv.some((word) => !word.known);
  return commands.some(({ argv }) => {
    const [name, ...words] = argv;
    if (words.some((word) => GIVEN.test(word.text))) return true;
    if (!name || !SETTERS.test(name.text)) return false;
    if (name.text === "printf" && !words.some((word) => word.text.startsWith("-v"))) return false;
    return open || words.some((word) => !word.known || NAMED.test(word.text));
  });
}
