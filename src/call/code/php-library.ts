import {
  acts,
  chdirs,
  chmods,
  chowns,
  connects,
  copies,
  decodes,
  evaluates,
  forks,
  globbed,
  kills,
  links,
  moves,
  names,
  queries,
  reads,
  removes,
  requests,
  runs,
  runsFile,
  SAME,
  SELF,
  STAR,
  shells,
  writes,
} from "./deeds.js";
import {
  base64,
  character,
  hex,
  joinItems,
  lastPart,
  lower,
  parent,
  percent,
  printf,
  replaced,
  reversed,
  rot13,
  trimmed,
  upper,
} from "./fold.js";
import type { Call } from "./profile.js";
import { asText, element, joinPath, list, type Sym, taintOf, text, unknown, type Value } from "./values.js";

// php.net/manual: file system, program execution, network, string functions; Laravel and Doctrine for their whole-table calls.

function all(names: string, call: Call): [string, Call][] {
  return names.split(" ").map((name) => [name, call]);
}

const fopen: Call = (args, m) => {
  const mode = asText(args.positional[1] ?? text("r")).text;
  if (!/[waxc+]/.test(mode)) return m.read(args.positional[0]);
  m.onPaths(args.positional[0], (path) => ({ kind: "write", path, how: mode.includes("a") ? "append" : "overwrite" }));
  return unknown("handle");
};

/** `array_map('unlink', $files)`, `call_user_func('system', 'ls')`: a name in a text is a function. */
const callable = (value: Value | undefined): Value | undefined => {
  if (value?.kind !== "text" || !value.known) return value;
  const symbol: Sym = { kind: "symbol", name: value.text };
  return symbol;
};

const eachWith =
  (functionAt: number, itemsAt: number): Call =>
  (args, m) => {
    const target = callable(args.positional[functionAt]);
    const items = args.positional[itemsAt];
    return target && items ? list([m.apply(target, [element(items)])]) : undefined;
  };

const call: Call = (args, m) => {
  const target = callable(args.positional[0]);
  return target ? m.apply(target, args.positional.slice(1)) : undefined;
};

const callWithList: Call = (args, m) => {
  const target = callable(args.positional[0]);
  const given = args.positional[1];
  return target ? m.apply(target, given?.kind === "list" ? given.items : []) : undefined;
};

/** Whatever lies in a directory, as the iterators give it. */
const inDirectory: Call = (args) => list([joinPath([args.positional[0] ?? text("."), STAR])]);

const put: Call = (args, m) => {
  const append = args.positional[2] !== undefined && /APPEND/.test(asText(args.positional[2]).text);
  return writes(append ? "append" : "overwrite")(args, m);
};

export const phpFunctions: Readonly<Record<string, Call>> = {
  ...Object.fromEntries([
    ...all("unlink rmdir", removes()),
    ...all("rename move_uploaded_file", moves()),
    ...all("copy", copies()),
    ...all("symlink", links(true)),
    ...all("link", links(false)),
    ...all("chmod", chmods()),
    ...all("chown chgrp", chowns()),
    ...all("mkdir", writes("mkdir", 0, 9)),
    ...all("touch", writes("touch", 0, 9)),
    ...all("file_get_contents readfile file parse_ini_file show_source highlight_file simplexml_load_file", reads()),
    ...all("fgets fread stream_get_contents fgetc stream_get_line fscanf", (args) =>
      unknown("line", args.positional[0] ? taintOf(args.positional[0]) : undefined),
    ),
    ...all("readline", (_args, m) => m.stdin),
    ...all("scandir", names()),
    ...all("DirectoryIterator FilesystemIterator RecursiveDirectoryIterator", inDirectory),
    ...all("RecursiveIteratorIterator IteratorIterator CallbackFilterIterator RegexIterator GlobIterator", SAME),
    ...all("glob", (args) => globbed(args.positional[0])),
    ...all("system exec shell_exec passthru popen proc_open", shells()),
    ...all("pcntl_exec", runs()),
    ...all("eval assert create_function", evaluates()),
    ...all("include include_once require require_once", runsFile),
    ...all("base64_decode", decodes(base64)),
    ...all("hex2bin", decodes(hex)),
    ...all("str_rot13", decodes(rot13)),
    ...all("urldecode rawurldecode", decodes(percent)),
    ...all(
      "gzinflate gzuncompress gzdecode convert_uudecode",
      decodes(() => undefined),
    ),
    ...all("fsockopen pfsockopen stream_socket_client socket_connect", connects()),
    ...all("curl_init", requests()),
    ...all("implode join", (args) =>
      joinItems(args.positional[1] ?? args.positional[0], args.positional[0] ?? text("")),
    ),
    ...all("strtolower lcfirst", lower),
    ...all("strtoupper ucfirst", upper),
    ...all("trim rtrim ltrim", trimmed),
    ...all("array_map", eachWith(0, 1)),
    ...all("array_walk array_filter", eachWith(1, 0)),
    ...all("call_user_func forward_static_call", call),
    ...all("call_user_func_array", callWithList),
    ...all("realpath strval escapeshellarg escapeshellcmd", SAME),
    ...all("mysqli_query pg_query sqlite_query mysql_query", (args, m) =>
      queries({ positional: args.positional.slice(-1), named: args.named }, m),
    ),
    ...all("DB.statement DB.unprepared DB.select DB.delete DB.update", queries),
  ]),
  fopen,
  file_put_contents: put,
  chdir: chdirs,
  getcwd: (_args, m) => m.directory,
  getenv: (args, m) => (args.positional[0] ? m.variable(asText(args.positional[0]).text) : m.environment),
  sys_get_temp_dir: () => ({ ...text("/tmp"), path: true }),
  tempnam: () => ({ ...text("/tmp/⟦temporary⟧"), path: true }),
  dirname: parent,
  basename: lastPart,
  chr: character,
  strrev: reversed,
  sprintf: printf,
  str_replace: (args, m) =>
    replaced(
      {
        positional: [args.positional[0] ?? text(""), args.positional[1] ?? text("")],
        named: args.named,
        self: args.positional[2] ?? text(""),
      },
      m,
    ),
  posix_kill: kills(),
  pcntl_fork: forks(),
  "Artisan.call": (args, m) => {
    m.spawn(list([text("artisan"), args.positional[0] ?? unknown("command")]), []);
    return undefined;
  },
  "File.deleteDirectory": removes(true),
  "Storage.deleteDirectory": removes(true),
  "Schema.drop": acts("infra/database-drop"),
  "Schema.dropIfExists": acts("infra/database-drop"),
  "Schema.dropAllTables": acts("infra/database-drop"),
};

/** `User::truncate()`, `DB::table('users')->delete()`. */
const everyRow: Call = (args, m) => {
  const self = args.self;
  const model = self?.kind === "symbol" && !self.self && /^[A-Z]/.test(self.name);
  const table = self?.kind === "text" && /table⟧$/.test(self.text);
  if (model || table) m.act("infra/database-rows", "every row");
  return undefined;
};

export const phpMethods: Readonly<Record<string, Call>> = {
  getPathname: SELF,
  getRealPath: SELF,
  getFileInfo: SELF,
  exec: queries,
  query: queries,
  prepare: queries,
  statement: queries,
  unprepared: queries,
  executeStatement: queries,
  executeQuery: queries,
  truncate: everyRow,
  table: () => unknown("table"),
  delete: (args, m) => (args.self?.kind === "text" ? everyRow(args, m) : undefined),
  flushAll: acts("infra/database-drop"),
  flushDB: acts("infra/database-drop"),
  deleteDirectory: removes(true),
};
