import type { Case } from "./case.js";
import type { NamedCommand } from "./named-command.js";
import { secretAt } from "./secret-places.js";
import { dumpsEnvironment } from "./secret-sending.js";

const ENV_OPTION = /^(?:--env-file(?:-if-exists)?|--file|-e|-f)$/;
/** Names of variables that hold a secret, or an address with one in it. */
const TELLING =
  /(?:^|_)(?:TOKEN|SECRET|PASS(?:WORD|WD)?|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?|DSN)(?:_|$)|(?:DATABASE|DB|REDIS|MONGO\w*|POSTGRES\w*|PG|MYSQL|AMQP|RABBIT\w*)_?UR[IL]$/;

const sources = (name: string): boolean => name === "source" || name === ".";

/** Whether a command loads an environment file for what comes after it or for what it runs. */
export function loadsEnvironment(command: NamedCommand): boolean {
  if (sources(command.name)) return secretAt(command.words[0] ?? "") === "env";
  if (!command.is("loads-environment")) return false;
  const { words } = command;
  return words.some((word, i) => {
    const [option = "", attached] = word.split("=", 2);
    return ENV_OPTION.test(option) && secretAt(attached ?? words[i + 1] ?? "") === "env";
  });
}

/** A variable with a telling name, whole: `${X:+set}` and `${#X}` say that it is there and no more. */
function tells(each: NamedCommand): boolean {
  if (!each.is("echoes")) return false;
  const { name, command } = each;
  return command.argv.slice(1).some((word) => {
    if (word.known) return name === "printenv" && TELLING.test(word.text);
    return [...word.text.matchAll(/⟦\$\{?([A-Za-z_]\w*)\}?⟧/g)].some(([, variable]) => TELLING.test(variable ?? ""));
  });
}

/** Whether the output is only counted or looked through for a yes. */
function unseen({ at }: NamedCommand, input: Case): boolean {
  const reader = input.commands.find(({ command: { stdin } }) => stdin?.kind === "pipe" && stdin.from.includes(at));
  if (reader === undefined) return false;
  return (
    reader.name === "wc" || (/^(?:[ef]?grep|rg)$/.test(reader.name) && reader.words.some((w) => /^-\w*[qcl]/.test(w)))
  );
}

/**
 * A command that shows what the same call loaded from an environment file: `source .env && echo $TOKEN`,
 * `dotenv -e .env -- env`, `node --env-file=.env -e 'console.log(process.env)'`.
 */
export function showsLoaded(each: NamedCommand, loaders: readonly NamedCommand[], input: Case): boolean {
  if (!(dumpsEnvironment(each) || tells(each)) || unseen(each, input)) return false;
  return loaders.some((loader) => {
    if (loader.at > each.at) return false;
    if (sources(loader.name)) return loader !== each;
    return loader === each || each.command.via.some((way) => way.split(" ")[0] === loader.name);
  });
}
