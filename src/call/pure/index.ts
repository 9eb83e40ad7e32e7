import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import type { Word } from "../word.js";
import { looksJavascript } from "./javascript.js";
import { looksPython } from "./python.js";
import { looksRedis } from "./redis.js";
import { looksSql } from "./sql.js";

export { steers } from "./steering.js";

/** Options of a client, as far as nothing is changed by them; any other one leaves in doubt. */
interface Options {
  /** Single letters that may stand together, and long names. */
  readonly flags: readonly string[];
  /** Those that take a value, which is data. */
  readonly values: readonly string[];
  /** The value may be attached to the letter (`-p5432`). */
  readonly attached?: boolean;
  /** Options end where the first operand stands. */
  readonly posix?: boolean;
}

interface Divided {
  readonly values: readonly (readonly [option: string, value: string])[];
  readonly flags: readonly string[];
  readonly operands: readonly string[];
}

function divide(words: readonly string[], options: Options): Divided | undefined {
  const values: (readonly [string, string])[] = [];
  const flags: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (operands.length > 0 && options.posix) operands.push(word);
    else if (!word.startsWith("-") || word === "-") operands.push(word);
    else if (options.values.includes(word)) {
      const value = words[++at];
      if (value === undefined) return undefined;
      values.push([word, value]);
    } else if (options.flags.includes(word)) flags.push(word);
    else if (/^--[\w-]+=/.test(word) && options.values.includes(word.slice(0, word.indexOf("="))))
      values.push([word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
    else if (/^-[A-Za-z]./.test(word)) {
      // Letters together, the last one of which may take the rest or the next word.
      for (let i = 1; i < word.length; i++) {
        const letter = `-${word[i]}`;
        if (options.flags.includes(letter)) flags.push(letter);
        else if (options.values.includes(letter)) {
          const rest = word.slice(i + 1);
          if (rest !== "" && !options.attached) return undefined;
          const value = rest === "" ? words[++at] : rest;
          if (value === undefined) return undefined;
          values.push([letter, value]);
          break;
        } else return undefined;
      }
    } else return undefined;
  }
  return { values, flags, operands };
}

const given = ({ values }: Divided, ...names: string[]): string[] =>
  values.flatMap(([name, value]) => (names.includes(name) ? [value] : []));

/** Whether a program called like this computes and reads, and surely nothing else. */
type Looks = (words: readonly string[], exists: (path: string) => boolean) => boolean;

const python: Looks = (words) => {
  const flags = words.findIndex((word) => !/^-[IsSEBu]+$/.test(word));
  const [option, code] = words.slice(Math.max(flags, 0));
  return option === "-c" && code !== undefined && looksPython(code);
};

const node: Looks = (words) => {
  const [option = "", code, ...rest] = words;
  // Options may also stand behind the code.
  if (rest[0] !== "--" && rest.some((word) => word.startsWith("-"))) return false;
  return /^(?:-e|-p|-pe|--eval|--print)$/.test(option) && code !== undefined && looksJavascript(code);
};

const PSQL: Options = {
  flags: [
    ..."AatqxXwWenEl1".split("").map((letter) => `-${letter}`),
    "--csv",
    "--list",
    "--tuples-only",
    "--no-align",
    "--quiet",
    "--expanded",
    "--no-psqlrc",
    "--no-password",
    "--html",
  ],
  values: [
    "-c",
    "--command",
    "-h",
    "--host",
    "-p",
    "--port",
    "-U",
    "--username",
    "-d",
    "--dbname",
    "-P",
    "--pset",
    "-F",
    "--field-separator",
    "-R",
    "--record-separator",
    "-v",
    "--set",
    "--variable",
  ],
  attached: true,
};

const psql: Looks = (words) => {
  const found = divide(words, PSQL);
  if (!found) return false;
  const commands = given(found, "-c", "--command");
  const variables = given(found, "-v", "--set", "--variable");
  const lists = found.flags.some((flag) => flag === "-l" || flag === "--list");
  return (
    (commands.length > 0 || lists) &&
    commands.every((code) => looksSql(code, "psql")) &&
    variables.every((each) => /^ON_ERROR_STOP=\w+$/.test(each)) &&
    // A connection can name options for the server and programs for its password.
    [...found.operands, ...given(found, "-d", "--dbname")].every(
      (each) => !/options|passfile|service|ssl(?:key|cert)/i.test(each),
    ) &&
    given(found, "-P", "--pset").every((each) => /^\w+(?:=[\w|,]*)?$/.test(each) && !/^pager/.test(each))
  );
};

const MYSQL: Options = {
  flags: [
    ..."BNstvErACHX".split("").map((letter) => `-${letter}`),
    "--batch",
    "--skip-column-names",
    "--silent",
    "--table",
    "--vertical",
    "--raw",
    "--html",
    "--xml",
    "--password",
    "-p",
    "--no-auto-rehash",
    "--compress",
    "--ssl",
  ],
  values: [
    "-e",
    "--execute",
    "-h",
    "--host",
    "-P",
    "--port",
    "-u",
    "--user",
    "-D",
    "--database",
    "-S",
    "--socket",
    "--protocol",
    "--default-character-set",
    "--ssl-mode",
    "--connect-timeout",
  ],
  attached: true,
};

const mysql: Looks = (words) => {
  // `-psecret` is a password; alone it asks for one.
  const found = divide(
    words.map((word) => (/^-p.|^--password=/.test(word) ? "-p" : word)),
    MYSQL,
  );
  if (!found) return false;
  const commands = given(found, "-e", "--execute");
  return commands.length > 0 && commands.every((code) => looksSql(code, "mysql"));
};

const SQLITE_FLAGS =
  /^--?(?:readonly|json|csv|line|list|column|table|box|markdown|html|tabs|ascii|quote|header|noheader|batch|bail|safe)$/;

const sqlite: Looks = (words, exists) => {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (operands.length > 0 || !word.startsWith("-")) operands.push(word);
    else if (/^--?(?:separator|nullvalue|newline)$/.test(word)) at++;
    else if (!SQLITE_FLAGS.test(word)) return false;
  }
  const [file, ...statements] = operands;
  // One that is not there would be made.
  if (file === undefined || (file !== ":memory:" && (/^file:/.test(file) || !exists(file)))) return false;
  return statements.length > 0 && statements.every((code) => looksSql(code, "sqlite"));
};

const REDIS: Options = {
  flags: [
    "--raw",
    "--no-raw",
    "--csv",
    "--json",
    "--tls",
    "--insecure",
    "--no-auth-warning",
    "-2",
    "-3",
    "-c",
    "--scan",
    "--bigkeys",
    "--memkeys",
    "--askpass",
  ],
  values: [
    "-h",
    "-p",
    "-s",
    "-a",
    "--pass",
    "--user",
    "-u",
    "-n",
    "--pattern",
    "--count",
    "--cacert",
    "--cert",
    "--key",
    "--sni",
  ],
  posix: true,
};

const redis: Looks = (words) => {
  const found = divide(words, REDIS);
  if (!found) return false;
  if (found.operands.length > 0) return looksRedis(found.operands);
  return found.flags.some((flag) => /^--(?:scan|bigkeys|memkeys)$/.test(flag));
};

/** By the program's own name, without a version. */
const LOOKS: Readonly<Record<string, Looks>> = {
  python,
  node,
  nodejs: node,
  psql,
  mysql,
  mariadb: mysql,
  sqlite,
  "redis-cli": redis,
  "valkey-cli": redis,
};

/** Variables in front of a command that change nothing in what it does. */
const HARMLESS_ENV =
  /^(?:PG(?:HOST|HOSTADDR|PORT|USER|DATABASE|PASSWORD|SSLMODE|CONNECT_TIMEOUT|TZ)|MYSQL_PWD|MYSQL_HOST|REDISCLI_AUTH|LC_\w+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CI|NODE_ENV|PYTHON(?:DONTWRITEBYTECODE|UNBUFFERED|IOENCODING|UTF8|HASHSEED))$/;

/**
 * Whether a command whose program could do anything only computes and reads, as far as its code shows
 * beyond doubt: every name in it is known, and none of them does more.
 *
 * @param exists whether a path, as the command names it, is there
 */
export function onlyLooks(command: EffectiveCommand, exists: (path: string) => boolean): boolean {
  const [program, ...words] = command.argv;
  if (!program?.known || command.remote) return false;
  const texts = words.map(textOf);
  if (!texts.every((text) => text !== undefined)) return false;
  if (Object.keys(command.env).some((name) => !HARMLESS_ENV.test(name))) return false;
  // By a path it could be another program of that name.
  const name = program.text.replace(/^\/(?:usr\/)?(?:local\/)?bin\//, "");
  if (name !== baseName(name)) return false;
  const bare = name.replace(/^(python|sqlite)(?:[23](?:\.\d+)?)?$/, "$1");
  const looks = Object.hasOwn(LOOKS, bare) ? LOOKS[bare] : undefined;
  return looks?.(texts, exists) ?? false;
}

/**
 * A word's text. One variable of the person's own environment in quotes, `"$DATABASE_URL"`, is some word
 * of data: as a piece of code or a file it stands for nothing that is let through.
 */
function textOf({ text, known, glob, taint, elastic }: Word): string | undefined {
  if (known) return glob ? undefined : text;
  const outside = taint === "environment" || taint === "unknown";
  return outside && !elastic && /^(?:-p)?⟦\$\{?[A-Z_][A-Z0-9_]*\}?⟧$/.test(text) ? text.replace(/⟦.*/, "x") : undefined;
}
