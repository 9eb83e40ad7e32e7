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
  joins,
  kills,
  links,
  moves,
  names,
  opensTo,
  reads,
  redirects,
  removes,
  requests,
  runs,
  SAME,
  sendsTo,
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
  mapped,
  parent,
  percent,
  reversed,
  rot13,
  splitText,
} from "./fold.js";
import { GIT_PYTHON, PYGIT2 } from "./git-objects.js";
import type { Call } from "./profile.js";
import {
  calls,
  entries,
  execList,
  execWords,
  expandUser,
  expandVariables,
  getattr,
  globIn,
  maps,
  open,
  opensUrl,
  path,
  retrieve,
  SPAWNERS,
  spawnList,
  spawnWords,
  subprocess,
  symbol,
  TEMP,
  variable,
  verbsOf,
  walk,
} from "./python-helpers.js";
import { asText, element, list, dict as makeDict, oneOf, taintOf, text, unknown } from "./values.js";

// docs.python.org/3/library: os, shutil, pathlib, subprocess, urllib, socket, base64, codecs; requests, httpx.

/** What was pickled may run anything when it is read. */
const unpickles: Call = (args, m) => {
  const given = args.positional[0];
  const taint = given ? taintOf(given) : undefined;
  if (taint === "network" || taint === "decoded") m.opaque("code", taint, "pickle.loads");
  return undefined;
};

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
  "pexpect.spawn": shells(),
  "pexpect.run": shells(),
  "pexpect.popen_spawn.PopenSpawn": shells(),
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
  "marshal.loads": decodes(() => undefined),
  "pickle.loads": unpickles,
  "pickle.load": unpickles,
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
  ...Object.fromEntries(
    ["configparser.ConfigParser", "configparser.RawConfigParser", "configparser.SafeConfigParser"].map(
      (name) => [name, () => symbol("configparser()")] as const,
    ),
  ),
  "configparser().read": reads(),
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
  input: (_args, m) => m.stdin,
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
  "urllib.request.urlopen": opensUrl,
  "urllib2.urlopen": requests(),
  "urllib.urlopen": requests(),
  "urllib.request.Request": opensUrl,
  "urllib.request.urlretrieve": retrieve,
  "urllib.urlretrieve": retrieve,
  "wget.download": retrieve,
  ...Object.fromEntries([...verbsOf("requests"), ...verbsOf("httpx"), ...verbsOf("aiohttp"), ...verbsOf("urllib3")]),
  "requests.Session": () => symbol("requests"),
  "requests.session": () => symbol("requests"),
  "httpx.Client": () => symbol("httpx"),
  "socket.socket": () => symbol("socket()"),
  "socket.create_connection": connects(),
  "socket().send": sendsTo("socket"),
  "socket().sendall": sendsTo("socket"),
  ...Object.fromEntries(
    "http.client.HTTPSConnection http.client.HTTPConnection smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP ftplib.FTP_TLS websocket.create_connection"
      .split(" ")
      .map((name) => [name, opensTo] as const),
  ),
  "socket().connect": (args, m) => {
    m.effect({ kind: "reach", url: asText(element(args.positional[0] ?? unknown("host"))).text });
    return connects()(args, m);
  },
  ...Object.fromEntries(
    ["recv", "recvfrom", "makefile"].map((name) => [`socket().${name}`, () => unknown("received", "network")]),
  ),
  ...Object.fromEntries(
    ["ctypes.CDLL", "ctypes.PyDLL", "ctypes.cdll.LoadLibrary"].map((name) => [name, () => symbol("libc()")]),
  ),
  "libc().system": shells(),
  "libc().popen": shells(),
  "libc().unlink": removes(),
  "libc().reboot": acts("system/halt"),
  "os.dup2": redirects(),
  "os.fork": forks(),
  "os.kill": kills(),
  "os.killpg": kills(),
  "os._exit": () => undefined,
  "threading.Thread": calls,
  "multiprocessing.Process": calls,
  "atexit.register": calls,
  "sys.stdin.read": (_args, m) => m.stdin,
  // What a database in memory loses was never anywhere else.
  "sqlite3.connect": (args, m) => {
    if (args.positional[0] && asText(args.positional[0]).text === ":memory:") return symbol("memory()");
    m.onPaths(args.positional[0], (p) => ({ kind: "read", path: p }));
    return unknown("database");
  },
  "memory().execute": () => undefined,
  "memory().executescript": () => undefined,
  "memory().cursor": () => symbol("memory()"),
  "git.Repo": () => symbol(GIT_PYTHON),
  "git.Repo.init": () => symbol(GIT_PYTHON),
  "git.Repo.clone_from": () => symbol(GIT_PYTHON),
  "pygit2.Repository": () => symbol(PYGIT2),
  "git.Git": () => symbol(`${GIT_PYTHON}.git`),
  "git.cmd.Git": () => symbol(`${GIT_PYTHON}.git`),
  // The values come back, to be printed or sent; `load_dotenv` only uses them.
  "dotenv.dotenv_values": (args, m) => m.read(args.positional[0] ?? text(".env")),
  "dotenv.get_key": (args, m) => m.read(args.positional[0]),
  "keyring.get_password": acts("secrets/keychain"),
  "keyring.get_credential": acts("secrets/keychain"),
  "netrc.netrc": (args, m) => m.read(args.positional[0] ?? text("~/.netrc")),
  "azure.keyvault.secrets.SecretClient": () => symbol("vault()"),
  "vault().get_secret": acts("secrets/print-token"),
  "boto3.resource": (args) => symbol(`boto3.${asText(args.positional[0] ?? text("?")).text}()`),
  "boto3.dynamodb().Table": () => symbol("boto3.table()"),
  "boto3.table().delete": acts("infra/cloud-delete"),
  "boto3.s3().Bucket": () => symbol("boto3.bucket()"),
  "boto3.bucket().delete": acts("infra/object-storage-delete"),
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
