import {
  acts,
  arg,
  chdirs,
  chmods,
  chowns,
  connects,
  copies,
  decodes,
  destroys,
  evaluates,
  globbed,
  joins,
  kills,
  links,
  moves,
  names,
  opensTo,
  queries,
  reads,
  removes,
  requests,
  runsFile,
  SAME,
  SELF,
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
  lower,
  mapped,
  parent,
  percent,
  replaced,
  splitText,
  trimmed,
  upper,
} from "./fold.js";
import { SIMPLE_GIT } from "./git-libraries.js";
import type { Call } from "./profile.js";
import {
  alternatives,
  asText,
  concat,
  dict,
  element,
  joinPath,
  list,
  narrowed,
  pairsOf,
  type Sym,
  taintOf,
  text,
  unknown,
  type Value,
  valuesOf,
} from "./values.js";

// nodejs.org/api, docs.deno.com/api, bun.sh/docs: fs, child_process, os, path, vm, http; Deno.*, Bun.*.

const symbol = (name: string): Sym => ({ kind: "symbol", name });

/** Each name also with `Sync` behind it. */
function both(names: string, call: Call, base = "fs"): [string, Call][] {
  return names.split(" ").flatMap((name): [string, Call][] => [
    [`${base}.${name}`, call],
    [`${base}.${name}Sync`, call],
  ]);
}

const remove: Call = (args, m) => {
  m.onPaths(args.positional[0], (path) => ({ kind: "delete", path, recursive: truthy(args, "recursive") }));
  return undefined;
};

/** Where packages are published; what is imported from there is a dependency like any other. */
const PACKAGES = /^https:\/\/(?:deno\.land|esm\.sh|jsr\.io|esm\.run|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev)\//;

/** A module at an address is run when it is imported. */
export const importsFrom = (address: string): boolean => /^https?:\/\//.test(address) && !PACKAGES.test(address);

const require: Call = (args, m) => {
  const name = asText(args.positional[0] ?? text("?"));
  if (importsFrom(name.text)) m.onPaths(name, (path) => ({ kind: "read", path, how: "execute" }));
  // A file by its path: data comes back, code runs.
  else if (name.known && /^(?:\.{0,2}\/|~)/.test(name.text))
    return /\.json$/.test(name.text) ? m.read(args.positional[0]) : runsFile(args, m);
  return name.known ? symbol(name.text) : unknown("module");
};

/** `fetch(url, { method, body })`, `axios({ url, method, data })`. */
const fetch: Call = (args, m) =>
  m.request(
    args.named.get("url") ?? args.positional[0],
    [...args.positional.slice(1), ...args.named.values()],
    args.named.get("method"),
    arg(args, 99, "body", "data", "json"),
  );

const directoryNames: Call = (args, m) => names()(args, m);

/** `new Deno.Command(program, {args, cwd})`, `execFile(program, args, options)`. */
const spawn: Call = (args, m) => {
  const [program, second] = args.positional;
  const given = second && alternatives(second).some((v) => v.kind === "list") ? second : args.named.get("args");
  const cwd = arg(args, 99, "cwd");
  for (const each of given ? alternatives(given) : [undefined]) {
    const words = each?.kind === "list" ? each.items : each && !truthy(args, "shell") ? [unknown("arguments")] : [];
    if (truthy(args, "shell"))
      m.shell(
        words.reduce((a, b) => concat(concat(a, text(" ")), b), program ?? text("")),
        cwd,
      );
    else m.spawn(program, words, cwd);
  }
  return unknown("output");
};

const run: Call = (args, m) => {
  m.spawn(args.named.get("cmd") ?? args.positional[0], [], args.named.get("cwd"));
  return unknown("output");
};

/** `Buffer.from(text, 'base64')`. */
const buffer: Call = (args, m) => {
  const kind = asText(args.positional[1] ?? text("")).text;
  if (kind === "base64" || kind === "base64url") return decodes(base64)(args, m);
  if (kind === "hex") return decodes(hex)(args, m);
  return args.positional[0]?.kind === "list" ? character(args, m) : args.positional[0];
};

const cwd: Call = (_args, m) => m.directory;
const home: Call = (_args, m) => m.variable("HOME");
const path: Call = (args) => joinPath(args.positional);
const resolve: Call = (args, m) => joinPath([m.directory, ...args.positional]);

/** `shell.rm('-rf', path)`. */
const shelljsRemove: Call = (args, m) => {
  const options = asText(args.positional[0] ?? text("")).text;
  const recursive = options.startsWith("-") && /r/i.test(options);
  const paths = options.startsWith("-") ? args.positional.slice(1) : args.positional;
  for (const given of paths) m.onPaths(given, (p) => ({ kind: "delete", path: p, recursive }));
  return undefined;
};

/** A timer may be given code instead of a function. */
const delayed: Call = (args, m) => {
  if (args.positional[0]?.kind === "text") m.evaluate(args.positional[0]);
  return undefined;
};

/** An empty filter means every document: `deleteMany({})`, `deleteMany({ where: {} })`. */
const deletesMany: Call = (args, m) => {
  const filter = args.positional[0];
  const empty = (v: Value | undefined): boolean => v?.kind === "dict" && v.entries.size === 0;
  if (filter === undefined || empty(filter) || (filter.kind === "dict" && empty(filter.entries.get("where"))))
    m.act("infra/database-rows", "deleteMany({})");
  return undefined;
};

/** What of the AWS SDK ends something that holds state: a method in version 2, a command in version 3. */
const AWS_ENDS =
  "deleteBucket deleteObjects terminateInstances deleteDBInstance deleteDBCluster deleteTable deleteStack deleteCluster deleteVolume deleteSnapshot deleteLogGroup deleteUserPool deleteHostedZone scheduleKeyDeletion deleteFileSystem deleteQueue deleteTopic".split(
    " ",
  );
/** What of its clients, of Google's and of keychains gives a secret back. */
const GIVES_SECRET = "getSecretValue batchGetSecretValue accessSecretVersion".split(" ");
const SECRET_METHODS: Readonly<Record<string, Call>> = Object.fromEntries([
  ...GIVES_SECRET.map((name) => [name, acts("secrets/print-token")] as const),
  ["getPassword", acts("secrets/keychain")] as const,
]);
const SECRET_COMMANDS: Readonly<Record<string, Call>> = {
  GetSecretValueCommand: acts("secrets/print-token"),
  BatchGetSecretValueCommand: acts("secrets/print-token"),
};
/** The Kubernetes client's ends of what holds workloads and data. */
const CLUSTER_METHODS: Readonly<Record<string, Call>> = Object.fromEntries(
  "deleteNamespace deletePersistentVolume deleteNamespacedPersistentVolumeClaim deleteNamespacedDeployment deleteNamespacedStatefulSet deleteNode"
    .split(" ")
    .map((name) => [name, acts("infra/cluster-delete")] as const),
);

const awsAct = (name: string): Call =>
  acts(/Bucket|Objects/.test(name) ? "infra/object-storage-delete" : "infra/cloud-delete");
const AWS_METHODS: Readonly<Record<string, Call>> = Object.fromEntries(
  AWS_ENDS.map((name) => [name, awsAct(name)] as const),
);
/** The same of the Azure SDK and of the Kubernetes client. */
const CLOUD_METHODS: Readonly<Record<string, Call>> = Object.fromEntries([
  ..."beginDelete beginDeleteAndWait".split(" ").map((name) => [name, acts("infra/cloud-delete")] as const),
  ..."deleteNamespace deletePersistentVolume deleteNamespacedPersistentVolumeClaim deleteNamespacedDeployment deleteNamespacedStatefulSet deleteCollectionNamespacedPod deleteNode"
    .split(" ")
    .map((name) => [name, acts("infra/cluster-delete")] as const),
]);
const AWS_COMMANDS: Readonly<Record<string, Call>> = Object.fromEntries(
  AWS_ENDS.map((name) => [`${name[0]?.toUpperCase()}${name.slice(1)}Command`, awsAct(name)] as const),
);

export const javascriptFunctions: Readonly<Record<string, Call>> = {
  ...AWS_COMMANDS,
  ...SECRET_COMMANDS,
  ...Object.fromEntries([
    ...both("rm rmdir", remove),
    ...both("unlink", removes()),
    ...both("remove emptyDir", removes(true)),
    ...both("writeFile outputFile writeJson", writes("overwrite")),
    ...both("appendFile", writes("append")),
    ...both("mkdir mkdirp ensureDir", writes("mkdir", 0, 9)),
    ...both("readFile readJson openAsBlob", reads()),
    ...both("createReadStream", reads()),
    ...both("createWriteStream ensureFile utimes", writes("overwrite", 0, 9)),
    ...both("copyFile cp copy", copies()),
    ...both("rename move", moves()),
    ...both("symlink", links(true)),
    ...both("link", links(false)),
    ...both("chmod lchmod", chmods()),
    ...both("chown lchown", chowns()),
    ...both("truncate", destroys()),
    ...both("readdir opendir", directoryNames),
    ...both("mkdtemp", () => ({ ...text("/tmp/⟦temporary⟧"), path: true })),
    ...both("glob", (args) => globbed(args.positional[0])),
    ...both("exec", shells(), "child_process"),
    ...both("execFile spawn", spawn, "child_process"),
    ...both("fork", runsFile, "child_process"),
    ...both("remove", remove, "Deno"),
    ...both("writeFile writeTextFile", writes("overwrite"), "Deno"),
    ...both("readFile readTextFile", reads(), "Deno"),
    ...both("rename", moves(), "Deno"),
    ...both("copyFile", copies(), "Deno"),
    ...both("chmod", chmods(), "Deno"),
    ...both("chown", chowns(), "Deno"),
    ...both("symlink", links(true), "Deno"),
    ...both("truncate", destroys(), "Deno"),
    ...both("mkdir", writes("mkdir", 0, 9), "Deno"),
    ...both("readDir", directoryNames, "Deno"),
    ...both("makeTempDir", () => ({ ...text("/tmp/⟦temporary⟧"), path: true }), "Deno"),
  ]),
  "fs.open": (args, m) =>
    /[wa+]/.test(asText(args.positional[1] ?? text("r")).text)
      ? writes("overwrite", 0, 9)(args, m)
      : m.read(args.positional[0]),
  "fs.openSync": (args, m) =>
    /[wa+]/.test(asText(args.positional[1] ?? text("r")).text)
      ? writes("overwrite", 0, 9)(args, m)
      : m.read(args.positional[0]),
  rimraf: removes(true),
  "rimraf.sync": removes(true),
  "rimraf.rimraf": removes(true),
  "rimraf.rimrafSync": removes(true),
  del: removes(true),
  "del.deleteAsync": removes(true),
  trash: removes(true),
  "Deno.Command": spawn,
  "Deno.run": run,
  "Deno.cwd": cwd,
  "Deno.chdir": chdirs,
  "Deno.env.get": (args, m) => m.variable(asText(args.positional[0] ?? text("?")).text),
  "Deno.env.toObject": (_args, m) => m.environment,
  "Deno.kill": kills(),
  "Bun.spawn": (args, m) => (args.positional[0]?.kind === "dict" ? run(args, m) : spawn(args, m)),
  "Bun.spawnSync": (args, m) => (args.positional[0]?.kind === "dict" ? run(args, m) : spawn(args, m)),
  "Bun.write": (args, m) => writes("overwrite")(args, m),
  "Bun.file": (args) => ({ ...asText(args.positional[0] ?? text("?")), path: true }),
  "Bun.$": shells(),
  "bun.$": shells(),
  $: (args, m) => (args.positional[0] && /\s/.test(asText(args.positional[0]).text) ? shells()(args, m) : undefined),
  "simple-git": () => symbol(SIMPLE_GIT),
  "simple-git.simpleGit": () => symbol(SIMPLE_GIT),
  "simple-git.gitP": () => symbol(SIMPLE_GIT),
  "zx.$": shells(),
  "execa.$": shells(),
  "execa.execa": spawn,
  execa: spawn,
  "execa.execaCommand": shells(),
  "execa.execaSync": spawn,
  "execa.execaCommandSync": shells(),
  "shelljs.exec": shells(),
  "shelljs.rm": shelljsRemove,
  "cross-spawn": spawn,
  "cross-spawn.sync": spawn,
  require,
  import: require,
  "module.createRequire": () => symbol("require"),
  "process.binding": require,
  "process.getBuiltinModule": require,
  eval: evaluates(),
  Function: (args, m) => {
    const body = args.positional.at(-1);
    if (body && asText(body).text !== "return process" && asText(body).text !== "return this") m.evaluate(body);
    return body && asText(body).text === "return process" ? symbol("process") : unknown("function");
  },
  setTimeout: delayed,
  "vm.runInThisContext": evaluates(),
  "vm.runInNewContext": evaluates(),
  "vm.runInContext": evaluates(),
  "vm.Script": evaluates(),
  "child_process.ChildProcess": run,
  "util.promisify": SAME,
  // The result of a function made of `return process`.
  process: () => symbol("process"),
  "process.kill": kills(),
  "process.chdir": chdirs,
  "process.cwd": cwd,
  "os.homedir": home,
  "os.tmpdir": () => ({ ...text("/tmp"), path: true }),
  "os.userInfo": (_args, m) =>
    dict(
      new Map<string, Value>([
        ["homedir", m.variable("HOME")],
        ["username", m.variable("USER")],
      ]),
    ),
  "path.join": joins,
  "path.resolve": resolve,
  "path.normalize": SAME,
  "path.dirname": parent,
  "path.basename": lastPart,
  "url.fileURLToPath": SAME,
  "url.pathToFileURL": SAME,
  join: path,
  "String.fromCharCode": character,
  "String.fromCodePoint": character,
  "String.raw": SAME,
  String: SAME,
  "Buffer.from": buffer,
  Buffer: buffer,
  atob: decodes(base64),
  unescape: mapped((given) => percent(given) ?? given),
  decodeURIComponent: mapped((given) => percent(given) ?? given),
  decodeURI: mapped((given) => percent(given) ?? given),
  "zlib.gunzipSync": decodes(() => undefined),
  "zlib.inflateSync": decodes(() => undefined),
  "zlib.brotliDecompressSync": decodes(() => undefined),
  "JSON.stringify": SAME,
  "Object.assign": (args) => args.positional.at(-1),
  "Object.entries": (args) => args.positional[0] && pairsOf(args.positional[0]),
  "Object.values": (args) => args.positional[0] && valuesOf(args.positional[0]),
  "Object.fromEntries": SAME,
  "Array.from": SAME,
  "Promise.resolve": SAME,
  "Promise.all": SAME,
  fetch,
  axios: fetch,
  got: fetch,
  "node-fetch": fetch,
  "undici.fetch": fetch,
  ...Object.fromEntries(
    ["get", "post", "put", "patch", "delete", "head"].flatMap((verb) =>
      ["axios", "got", "http", "https", "request", "superagent", "needle", "ky"].map((base) => [
        `${base}.${verb}`,
        requests(0, verb),
      ]),
    ),
  ),
  ...Object.fromEntries(["axios", "http", "https", "undici", "needle"].map((base) => [`${base}.request`, fetch])),
  WebSocket: opensTo,
  ws: opensTo,
  "ws.WebSocket": opensTo,
  "net.connect": connects(),
  "net.createConnection": connects(),
  "net.Socket": connects(),
  "tls.connect": connects(),
  "Deno.connect": connects(),
  // A body read as text is what it was made of.
  Response: (args) => args.positional[0],
  "process.stdin.on": (args, m) => {
    const listener = args.positional[1];
    if (listener?.kind === "function") m.apply(listener, [m.stdin]);
    return undefined;
  },
};

/** Only of Bun's file handles and of streams of a response. */
const content: Call = (args, m) =>
  args.self?.kind === "text" && args.self.path
    ? m.read(args.self)
    : unknown("content", args.self ? taintOf(args.self) : undefined);

export const javascriptMethods: Readonly<Record<string, Call>> = {
  // JavaScript for Automation on macOS.
  doShellScript: shells(),
  removeItemAtPathError: removes(true),
  toString: SELF,
  trim: trimmed,
  toLowerCase: lower,
  toUpperCase: upper,
  replace: replaced,
  replaceAll: replaced,
  split: (args) => (args.positional[0] ? splitText(args.self, args.positional[0]) : list([args.self ?? text("")])),
  reverse: (args) => (args.self?.kind === "list" ? list([...args.self.items].reverse()) : args.self),
  join: (args) => joinItems(args.self, args.positional[0] ?? text(",")),
  concat: (args) =>
    args.self?.kind === "list"
      ? list([...args.self.items, ...args.positional.flatMap((v) => (v.kind === "list" ? v.items : [v]))])
      : args.positional.reduce((a, b) => concat(a, b), args.self ?? text("")),
  filter: (args) => narrowed(args.self ?? unknown("items")),
  slice: (args) =>
    args.self?.kind === "list" && args.positional[0]
      ? list(args.self.items.slice(Number(asText(args.positional[0]).text) || 0))
      : args.self,
  flat: SELF,
  sort: SELF,
  values: SELF,
  at: (args) => element(args.self ?? unknown("item")),
  text: content,
  json: content,
  arrayBuffer: content,
  bytes: content,
  end: sendsTo(),
  write: sendsTo(),
  send: sendsTo(),
  on: (args) => args.self,
  once: (args) => args.self,
  pipe: (args, m) => {
    const to = args.positional[0];
    if (to && args.self && taintOf(args.self) === "network" && to.kind === "text" && m.muted === 0)
      m.fetched.add(to.text);
    return to;
  },
  query: queries,
  execute: queries,
  exec: queries,
  run: queries,
  raw: queries,
  unsafe: queries,
  $executeRawUnsafe: queries,
  $queryRawUnsafe: queries,
  $executeRaw: queries,
  dropDatabase: acts("infra/database-drop"),
  dropCollection: acts("infra/database-drop"),
  dropTable: acts("infra/database-drop"),
  flushAll: acts("infra/database-drop"),
  flushall: acts("infra/database-drop"),
  flushdb: acts("infra/database-drop"),
  flushDb: acts("infra/database-drop"),
  deleteMany: deletesMany,
  recursiveDelete: acts("infra/database-rows"),
  // `sequelize.sync({ force: true })` drops every table first.
  sync: (args, m) => {
    const options = args.positional[0];
    const force = options?.kind === "dict" ? options.entries.get("force") : undefined;
    if (force?.kind === "symbol" && force.name === "true") m.act("infra/database-reset", "sync({ force: true })");
    return undefined;
  },
  ...CLUSTER_METHODS,
  ...SECRET_METHODS,
  ...AWS_METHODS,
  ...CLOUD_METHODS,
};

export const javascriptProperties: Readonly<Record<string, (self: Value) => Value>> = {
  data: (self) => unknown("data", taintOf(self)),
};
