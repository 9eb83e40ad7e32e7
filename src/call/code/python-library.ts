import {
  acts,
  arg,
  chmods,
  chowns,
  connects,
  copies,
  decodes,
  destroys,
  evaluates,
  forks,
  globbed,
  joins,
  kills,
  links,
  moves,
  names,
  queries,
  reads,
  redirects,
  removes,
  removesSelf,
  requests,
  runs,
  SAME,
  SELF,
  STAR,
  shells,
  truthy,
  writes,
} from "./deeds.js";
import {
  base64,
  character,
  hex,
  joinItems,
  lastPart,
  lower,
  mapped,
  parent,
  percent,
  replaced,
  reversed,
  rot13,
  splitText,
  trimmed,
  upper,
} from "./fold.js";
import type { Args, Call } from "./profile.js";
import {
  alternatives,
  asText,
  element,
  joinPath,
  list,
  dict as makeDict,
  oneOf,
  type Sym,
  type Text,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

// docs.python.org/3/library: os, shutil, pathlib, subprocess, urllib, socket, base64, codecs; requests, httpx.

const path: Call = (args) => ({ ...asText(joinPath(args.positional)), path: true });
const symbol = (name: string): Sym => ({ kind: "symbol", name });

/** `open(file, mode)`: reads, writes or appends as the mode says; the handle remembers the file. */
const open: Call = (args, m) => {
  const file = arg(args, 0, "file") ?? args.self;
  const mode = asText(arg(args, 1, "mode") ?? text("r")).text;
  if (/[wx]/.test(mode))
    m.onPaths(file, (p) => ({ kind: "write", path: p, how: mode.includes("x") ? "create" : "overwrite" }));
  else if (mode.includes("a")) m.onPaths(file, (p) => ({ kind: "write", path: p, how: "append" }));
  else if (mode.includes("+")) m.onPaths(file, (p) => ({ kind: "write", path: p, how: "inplace" }));
  else return m.read(file);
  return { kind: "text", text: `⟦handle ${file ? asText(file).text : ""}⟧`, known: false };
};

/** `handle.write(content)`. */
const writeHandle: Call = (args, m) => {
  const file = args.self?.kind === "text" ? /^⟦handle (.*)⟧$/s.exec(args.self.text)?.[1] : undefined;
  if (file !== undefined && args.positional[0]) m.keep(text(file), args.positional[0]);
  return undefined;
};

/** `Path(x).open(mode)`. */
const openSelf: Call = (args, m) => {
  if (!isPath(args.self)) return unknown("handle", args.self ? taintOf(args.self) : undefined);
  return open({ positional: [args.self as Value, ...args.positional], named: args.named }, m);
};

function isPath(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    alternatives(value).some((v) => v.kind === "text" && (v.path === true || !v.known) && v.taint === undefined)
  );
}

/** Only of a path object: lists, sets and clients have methods of the same name. */
function ofPath(call: Call): Call {
  return (args, m) => (isPath(args.self) ? call(args, m) : undefined);
}

/** A subprocess: with a shell the text is code, else words. */
const subprocess: Call = (args, m) => {
  const command = arg(args, 0, "args", "cmd");
  const cwd = args.named.get("cwd");
  if (truthy(args, "shell")) m.shell(command?.kind === "list" ? command.items[0] : command, cwd);
  else m.spawn(command, [], cwd);
  return unknown("output");
};

/** `os.execvp(file, args)`: the list's first word is only a name. */
const execList: Call = (args, m) => {
  const [file, given] = args.positional;
  if (file) m.spawn(list([file, ...(given?.kind === "list" ? given.items.slice(1) : [])]), []);
  return undefined;
};

/** `os.execlp(file, name, words…)`. */
const execWords: Call = (args, m) => {
  const [file, , ...rest] = args.positional;
  if (file) m.spawn(list([file, ...rest]), []);
  return undefined;
};

const spawnList: Call = (args, m) => execList({ positional: args.positional.slice(1), named: args.named }, m);
const spawnWords: Call = (args, m) => execWords({ positional: args.positional.slice(1), named: args.named }, m);

/** `os.walk(top)`: the top itself, then any name below it. */
const walk: Call = (args, m) => {
  const top = args.positional[0] ?? args.self ?? text(".");
  m.onPaths(top, (p) => ({ kind: "list", path: p }));
  return list([list([{ ...asText(top), path: true }, list([STAR]), list([STAR])])]);
};

const entries: Call = (args) =>
  list([{ ...asText(joinPath([args.self ?? args.positional[0] ?? text("."), STAR])), path: true }]);
const globSelf: Call = (args) => globbed(joinPath([args.self ?? text("."), args.positional[0] ?? STAR]));
const globIn: Call = (args) =>
  globbed(
    args.named.has("root_dir")
      ? joinPath([args.named.get("root_dir") as Value, args.positional[0] ?? STAR])
      : args.positional[0],
  );

const expandUser: Call = (args, m) => {
  const given = asText(args.positional[0] ?? args.self ?? text("~"));
  return { ...given, text: given.text.replace(/^~(?=\/|$)/, m.home), path: true };
};

const expandVariables: Call = (args, m) => {
  const given = asText(args.positional[0] ?? text(""));
  const value = given.text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => asText(m.variable(name)).text);
  return { ...given, text: value, known: given.known && !value.includes("⟦") };
};

const getattr: Call = (args) => {
  const [object, name] = args.positional;
  if (!object || !name) return undefined;
  const key = asText(name).text;
  return object.kind === "symbol" && !object.self
    ? symbol(`${object.name}.${key}`)
    : { kind: "symbol", name: key, self: object };
};

/** `subprocess`-like calls and threads that call a function they are given. */
const calls: Call = (args, m) => {
  const target = args.named.get("target") ?? args.positional[0];
  const given = args.named.get("args");
  if (target) m.apply(target, given?.kind === "list" ? given.items : args.positional.slice(1));
  return undefined;
};

const maps: Call = (args, m) => {
  const [target, items] = args.positional;
  if (target && items) return list([m.apply(target, [element(items)])]);
  return undefined;
};

const variable: Call = (args, m) => (args.positional[0] ? m.variable(asText(args.positional[0]).text) : m.environment);

const retrieve: Call = (args, m) => {
  m.download(args.positional[0], args.positional[1] ?? args.named.get("filename"));
  return unknown("file", "network");
};

const rename: Call = (args, m) =>
  moves()({ positional: [args.self as Value, ...args.positional], named: args.named }, m);
const selfWrite: Call = (args, m) =>
  writes("overwrite")({ positional: [args.self as Value, ...args.positional], named: args.named }, m);

const SPAWNERS = ["run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput"];
const VERBS = ["post", "put", "patch", "get", "request", "delete", "head"];
const http = (base: string): [string, Call][] =>
  VERBS.map((verb) => [`${base}.${verb}`, requests(verb === "request" ? 1 : 0)]);

export const pythonFunctions: Readonly<Record<string, Call>> = {
  "os.remove": removes(),
  "os.unlink": removes(),
  "os.rmdir": removes(),
  "os.removedirs": removes(),
  "shutil.rmtree": (args, m) => {
    const target = arg(args, 0, "path");
    m.onPaths(target, (p) => ({ kind: "delete", path: p, recursive: true }));
    return undefined;
  },
  "send2trash.send2trash": removes(true),
  "shutil.move": moves(),
  "os.rename": moves(),
  "os.replace": moves(),
  "os.renames": moves(),
  "shutil.copy": copies(),
  "shutil.copy2": copies(),
  "shutil.copyfile": copies(),
  "shutil.copytree": copies(),
  "shutil.unpack_archive": (args, m) => {
    m.onPaths(args.positional[1] ?? m.directory, (p) => ({ kind: "write", path: p, how: "extract" }));
    return undefined;
  },
  "os.symlink": links(true),
  "os.link": links(false),
  "os.mkdir": writes("mkdir"),
  "os.makedirs": writes("mkdir"),
  "os.truncate": destroys(),
  "os.chmod": chmods(),
  "os.lchmod": chmods(),
  "os.chown": chowns(),
  "shutil.chown": chowns(),
  "os.mknod": writes("touch"),
  "os.listdir": names(),
  "os.scandir": entries,
  "os.walk": walk,
  "os.fwalk": walk,
  "os.chdir": (args, m) => {
    m.chdir(args.positional[0]);
    return undefined;
  },
  "os.getcwd": (_args, m) => m.directory,
  "os.path.join": joins,
  "os.path.expanduser": expandUser,
  "os.path.expandvars": expandVariables,
  "os.path.abspath": SAME,
  "os.path.realpath": SAME,
  "os.path.normpath": SAME,
  "os.path.dirname": parent,
  "os.path.basename": lastPart,
  "os.fspath": SAME,
  "os.getenv": variable,
  "os.environ.get": variable,
  "glob.glob": globIn,
  "glob.iglob": globIn,
  "os.open": (args, m) =>
    /WRONLY|RDWR|APPEND|CREAT|expression/.test(asText(args.positional[1] ?? text("")).text)
      ? writes("overwrite")(args, m)
      : m.read(args.positional[0]),
  "os.system": shells(),
  "os.popen": shells(),
  "os.popen2": shells(),
  "commands.getoutput": shells(),
  "commands.getstatusoutput": shells(),
  "pty.spawn": (args, m) => {
    m.spawn(args.positional[0], []);
    if (m.muted === 0) m.redirected = true;
    return undefined;
  },
  ...Object.fromEntries(SPAWNERS.map((name) => [`subprocess.${name}`, name.startsWith("get") ? shells() : subprocess])),
  "asyncio.create_subprocess_shell": shells(),
  "asyncio.create_subprocess_exec": runs(),
  ...Object.fromEntries(["os.execv", "os.execve", "os.execvp", "os.execvpe"].map((name) => [name, execList])),
  ...Object.fromEntries(["os.execl", "os.execle", "os.execlp", "os.execlpe"].map((name) => [name, execWords])),
  ...Object.fromEntries(["os.spawnv", "os.spawnve", "os.spawnvp", "os.posix_spawn"].map((name) => [name, spawnList])),
  ...Object.fromEntries(["os.spawnl", "os.spawnlp", "os.spawnle"].map((name) => [name, spawnWords])),
  "os.startfile": runs(),
  "runpy.run_path": (args, m) => {
    m.onPaths(args.positional[0], (p) => ({ kind: "read", path: p, how: "execute" }));
    return undefined;
  },
  exec: evaluates(),
  eval: evaluates(),
  execfile: (args, m) => {
    m.onPaths(args.positional[0], (p) => ({ kind: "read", path: p, how: "execute" }));
    return undefined;
  },
  compile: SAME,
  "code.interact": acts(""),
  "marshal.loads": decodes(() => undefined),
  "pickle.loads": (args, m) => {
    const given = args.positional[0];
    const taint = given ? taintOf(given) : undefined;
    if (taint === "network" || taint === "decoded") m.opaque("code", taint, "pickle.loads");
    return undefined;
  },
  getattr,
  __import__: (args) => symbol(asText(args.positional[0] ?? text("")).text),
  "importlib.import_module": (args) => symbol(asText(args.positional[0] ?? text("")).text),
  vars: SAME,
  globals: () => symbol("builtins"),
  locals: () => symbol("builtins"),
  open,
  "io.open": open,
  "codecs.open": open,
  "gzip.open": open,
  "tarfile.open": open,
  "zipfile.ZipFile": open,
  "shelve.open": open,
  "fileinput.input": (args, m) => {
    const how = truthy(args, "inplace") ? "inplace" : undefined;
    if (!how) return m.read(args.positional[0] ?? args.named.get("files"));
    m.onPaths(args.positional[0] ?? args.named.get("files"), (p) => ({ kind: "write", path: p, how }));
    return undefined;
  },
  "linecache.getlines": reads(),
  "pathlib.Path": path,
  "pathlib.PosixPath": path,
  "pathlib.PurePath": path,
  "pathlib.Path.home": (_args, m) => m.variable("HOME"),
  "pathlib.Path.cwd": (_args, m) => m.directory,
  Path: path,
  "Path.home": (_args, m) => m.variable("HOME"),
  "Path.cwd": (_args, m) => m.directory,
  "tempfile.mkdtemp": () => TEMP,
  "tempfile.mkstemp": () => list([unknown("handle"), TEMP]),
  "tempfile.gettempdir": () => ({ ...text("/tmp"), path: true }),
  "tempfile.TemporaryDirectory": () => TEMP,
  "tempfile.NamedTemporaryFile": () => TEMP,
  "tempfile.mktemp": () => TEMP,
  str: SAME,
  bytes: SAME,
  list: SAME,
  tuple: SAME,
  sorted: SAME,
  reversed: (args, m) => (args.positional[0]?.kind === "text" ? reversed(args, m) : args.positional[0]),
  set: SAME,
  iter: SAME,
  dict: (args) => args.positional[0] ?? makeDict(args.named),
  next: (args) => element(args.positional[0] ?? unknown("next")),
  enumerate: (args) => list([list([unknown("index"), element(args.positional[0] ?? unknown("item"))])]),
  zip: (args) => list([list(args.positional.map((v) => element(v)))]),
  map: maps,
  filter: (args, m) => {
    maps(args, m);
    return args.positional[1];
  },
  chr: character,
  repr: (args) => args.positional[0],
  input: () => unknown("input", "stdin"),
  "itertools.chain": (args) => oneOf(args.positional),
  "json.dumps": SAME,
  "json.loads": (args) => unknown("data", args.positional[0] ? taintOf(args.positional[0]) : undefined),
  "pprint.pformat": SAME,
  "urllib.parse.urlencode": SAME,
  "urllib.parse.unquote": mapped((given) => percent(given) ?? given),
  "shlex.split": (args) => splitText(args.positional[0], undefined),
  "shlex.quote": SAME,
  "shlex.join": (args) => joinItems(args.positional[0], text(" ")),
  "base64.b64decode": decodes(base64),
  "base64.urlsafe_b64decode": decodes(base64),
  "base64.standard_b64decode": decodes(base64),
  "base64.decodebytes": decodes(base64),
  "base64.b32decode": decodes(() => undefined),
  "base64.b85decode": decodes(() => undefined),
  "base64.b16decode": decodes(hex),
  "binascii.unhexlify": decodes(hex),
  "binascii.a2b_base64": decodes(base64),
  "bytes.fromhex": decodes(hex),
  "bytearray.fromhex": decodes(hex),
  "zlib.decompress": decodes(() => undefined),
  "gzip.decompress": decodes(() => undefined),
  "lzma.decompress": decodes(() => undefined),
  "bz2.decompress": decodes(() => undefined),
  "codecs.decode": (args, m) => {
    const kind = asText(args.positional[1] ?? text("")).text.replace(/[-_]/g, "");
    return decodes(kind === "rot13" ? rot13 : kind === "hex" ? hex : kind === "base64" ? base64 : (given) => given)(
      args,
      m,
    );
  },
  "urllib.request.urlopen": (args, m) =>
    m.request(arg(args, 0, "url"), [...args.positional.slice(1), ...args.named.values()]),
  "urllib2.urlopen": requests(),
  "urllib.urlopen": requests(),
  "urllib.request.Request": (args, m) =>
    m.request(arg(args, 0, "url"), [...args.positional.slice(1), ...args.named.values()]),
  "urllib.request.urlretrieve": retrieve,
  "urllib.urlretrieve": retrieve,
  "wget.download": retrieve,
  ...Object.fromEntries([...http("requests"), ...http("httpx"), ...http("aiohttp"), ...http("urllib3")]),
  "requests.Session": () => symbol("requests"),
  "requests.session": () => symbol("requests"),
  "httpx.Client": () => symbol("httpx"),
  "socket.socket": () => symbol("socket()"),
  "socket.create_connection": connects(),
  "socket().connect": (args, m) => {
    m.effect({ kind: "reach", url: asText(element(args.positional[0] ?? unknown("host"))).text });
    return connects()(args, m);
  },
  "os.dup2": redirects(),
  "os.fork": forks(),
  "os.kill": kills(),
  "os.killpg": kills(),
  "os._exit": () => undefined,
  "threading.Thread": calls,
  "multiprocessing.Process": calls,
  "atexit.register": calls,
  "sys.stdin.read": () => unknown("stdin", "stdin"),
  // What a database in memory loses was never anywhere else.
  "sqlite3.connect": (args, m) => {
    if (args.positional[0] && asText(args.positional[0]).text === ":memory:") return symbol("memory()");
    m.onPaths(args.positional[0], (p) => ({ kind: "read", path: p }));
    return unknown("database");
  },
  "memory().execute": () => undefined,
  "memory().executescript": () => undefined,
  "memory().cursor": () => symbol("memory()"),
  "redis.Redis": () => symbol("redis()"),
  "redis.StrictRedis": () => symbol("redis()"),
  "redis.from_url": () => symbol("redis()"),
  "redis().flushall": acts("infra/database-drop"),
  "redis().flushdb": acts("infra/database-drop"),
  "django.core.management.call_command": (args, m) => {
    m.spawn(list([text("manage.py"), ...args.positional]), []);
    return undefined;
  },
};

const TEMP: Text = { kind: "text", text: "/tmp/⟦temporary⟧", known: true, path: true };

/** An ORM's `objects.all().delete()`: every row. */
const deleteAll: Call = (args, m) => {
  const self = args.self;
  if (self?.kind === "text" && /⟦every row⟧/.test(self.text)) m.act("infra/database-rows", "objects.all().delete()");
  return undefined;
};

export const pythonMethods: Readonly<Record<string, Call>> = {
  unlink: ofPath(removesSelf(false)),
  rmdir: ofPath(removesSelf(false)),
  write_text: ofPath(selfWrite),
  write_bytes: ofPath(selfWrite),
  touch: ofPath((args, m) => writes("touch")({ positional: [args.self as Value], named: args.named }, m)),
  mkdir: ofPath((args, m) => writes("mkdir")({ positional: [args.self as Value], named: args.named }, m)),
  read_text: ofPath((args, m) => m.read(args.self)),
  read_bytes: ofPath((args, m) => m.read(args.self)),
  rename: ofPath(rename),
  chmod: ofPath((args, m) => chmods()({ positional: [args.self as Value, ...args.positional], named: args.named }, m)),
  symlink_to: ofPath((args, m) =>
    links(true)({ positional: [args.positional[0] ?? unknown("target"), args.self as Value], named: args.named }, m),
  ),
  hardlink_to: ofPath((args, m) =>
    links(false)({ positional: [args.positional[0] ?? unknown("target"), args.self as Value], named: args.named }, m),
  ),
  open: openSelf,
  iterdir: entries,
  glob: globSelf,
  rglob: globSelf,
  expanduser: expandUser,
  resolve: SELF,
  absolute: SELF,
  as_posix: SELF,
  joinpath: (args) => joinPath([args.self ?? text(""), ...args.positional]),
  with_suffix: (args) => args.self,
  with_name: (args) =>
    joinPath([
      parent({ positional: [args.self as Value], named: args.named }, undefined as never) ?? text(""),
      args.positional[0] ?? text(""),
    ]),
  get: (args, m) =>
    args.self?.kind === "environment"
      ? variable(args, m)
      : args.self?.kind === "dict"
        ? (args.self.entries.get(asText(args.positional[0] ?? text("")).text) ?? unknown("entry"))
        : args.self?.kind === "symbol" && /^(?:requests|httpx)$/.test(args.self.name)
          ? m.request(args.positional[0], [])
          : unknown("entry", args.self ? taintOf(args.self) : undefined),
  items: (args) => (args.self?.kind === "environment" ? args.self : undefined),
  copy: SELF,
  decode: (args, m) => {
    const kind = asText(args.positional[0] ?? text("")).text.replace(/[-_]/g, "");
    if (kind === "rot13" || kind === "hex" || kind === "base64")
      return decodes(kind === "hex" ? hex : kind === "base64" ? base64 : rot13)(
        { positional: [args.self as Value], named: args.named },
        m,
      );
    return args.self;
  },
  encode: SELF,
  format: (args) => formatBraces(args),
  join: (args) => joinItems(args.positional[0], args.self ?? text("")),
  split: (args) => splitText(args.self, args.positional[0]),
  splitlines: (args) => splitText(args.self, text("\n")),
  strip: trimmed,
  lstrip: trimmed,
  rstrip: trimmed,
  lower,
  upper,
  replace: (args, m) =>
    args.self?.kind === "text" && args.self.path && args.positional.length === 1 ? rename(args, m) : replaced(args, m),
  write: writeHandle,
  execute: queries,
  executescript: queries,
  executemany: queries,
  exec_driver_sql: queries,
  raw: queries,
  text: queries,
  drop_database: acts("infra/database-drop"),
  dropDatabase: acts("infra/database-drop"),
  drop_all: acts("infra/database-drop"),
  delete_many: (args, m) => {
    const filter = args.positional[0];
    if (filter?.kind === "dict" && filter.entries.size === 0) m.act("infra/database-rows", "delete_many({})");
    return undefined;
  },
  flushall: acts("infra/database-drop"),
  flushdb: acts("infra/database-drop"),
  all: () => unknown("every row"),
  delete: deleteAll,
  submit: calls,
  apply_async: calls,
  extractall: (args, m) => {
    m.onPaths(arg(args, 0, "path") ?? m.directory, (p) => ({ kind: "write", path: p, how: "extract" }));
    return undefined;
  },
};

/** `"{} {name}".format(…)`. */
function formatBraces(args: Args): Value {
  const pattern = args.self ? asText(args.self).text : "";
  let n = 0;
  let known = args.self ? asText(args.self).known : false;
  const value = pattern.replace(/\{(\w*)(?:[:!][^}]*)?\}/g, (_, name: string) => {
    const given =
      name === "" ? args.positional[n++] : /^\d+$/.test(name) ? args.positional[Number(name)] : args.named.get(name);
    const part = given ? asText(given) : unknown(name);
    if (!part.known) known = false;
    return part.text;
  });
  return { kind: "text", text: value, known };
}

export const pythonProperties: Readonly<Record<string, (self: Value) => Value>> = {
  parent: (self) => parent({ positional: [self], named: new Map() }, undefined as never) ?? unknown("parent"),
  name: (self) =>
    self.kind === "text" && self.path
      ? (lastPart({ positional: [self], named: new Map() }, undefined as never) ?? self)
      : unknown("name"),
  path: (self) => self,
};
