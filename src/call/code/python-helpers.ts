import { arg, globbed, moves, requests, STAR, truthy, writes } from "./deeds.js";
import type { Call } from "./profile.js";
import {
  alternatives,
  asText,
  element,
  joinPath,
  list,
  type Sym,
  type Text,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

export const path: Call = (args) => ({ ...asText(joinPath(args.positional)), path: true });
export const symbol = (name: string): Sym => ({ kind: "symbol", name });

/** `open(file, mode)`: reads, writes or appends as the mode says; the handle remembers the file. */
export const open: Call = (args, m) => {
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
export const writeHandle: Call = (args, m) => {
  const file = args.self?.kind === "text" ? /^⟦handle (.*)⟧$/s.exec(args.self.text)?.[1] : undefined;
  const [given] = args.positional;
  if (file !== undefined && given) m.keep(text(file), given);
  // What the file holds then matters to whoever runs it.
  if (file !== undefined && given?.kind === "text" && given.known)
    m.onPaths(text(file), (path) => ({ kind: "write", path, how: "append", content: given.text }));
  return undefined;
};

/** `Path(x).open(mode)`. */
export const openSelf: Call = (args, m) => {
  if (!isPath(args.self)) return unknown("handle", args.self ? taintOf(args.self) : undefined);
  return open({ positional: [args.self as Value, ...args.positional], named: args.named }, m);
};

export function isPath(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    alternatives(value).some((v) => v.kind === "text" && (v.path === true || !v.known) && v.taint === undefined)
  );
}

/** Only of a path object: lists, sets and clients have methods of the same name. */
export function ofPath(call: Call): Call {
  return (args, m) => (isPath(args.self) ? call(args, m) : undefined);
}

/** A subprocess: with a shell the text is code, else words. */
export const subprocess: Call = (args, m) => {
  const command = arg(args, 0, "args", "cmd");
  const cwd = args.named.get("cwd");
  return truthy(args, "shell")
    ? m.shell(command?.kind === "list" ? command.items[0] : command, cwd)
    : m.spawn(command, [], cwd);
};

/** `os.execvp(file, args)`: the list's first word is only a name. */
export const execList: Call = (args, m) => {
  const [file, given] = args.positional;
  if (file) m.spawn(list([file, ...(given?.kind === "list" ? given.items.slice(1) : [])]), []);
  return undefined;
};

/** `os.execlp(file, name, words…)`. */
export const execWords: Call = (args, m) => {
  const [file, , ...rest] = args.positional;
  if (file) m.spawn(list([file, ...rest]), []);
  return undefined;
};

export const spawnList: Call = (args, m) => execList({ positional: args.positional.slice(1), named: args.named }, m);
export const spawnWords: Call = (args, m) => execWords({ positional: args.positional.slice(1), named: args.named }, m);

/** `os.walk(top)`: the top itself, then any name below it. */
export const walk: Call = (args, m) => {
  const top = args.positional[0] ?? args.self ?? text(".");
  m.onPaths(top, (p) => ({ kind: "list", path: p }));
  return list([list([{ ...asText(top), path: true }, list([STAR]), list([STAR])])]);
};

export const entries: Call = (args) =>
  list([{ ...asText(joinPath([args.self ?? args.positional[0] ?? text("."), STAR])), path: true }]);
export const globSelf: Call = (args) => globbed(joinPath([args.self ?? text("."), args.positional[0] ?? STAR]));
export const globIn: Call = (args) =>
  globbed(
    args.named.has("root_dir")
      ? joinPath([args.named.get("root_dir") as Value, args.positional[0] ?? STAR])
      : args.positional[0],
  );

export const expandUser: Call = (args, m) => {
  const given = asText(args.positional[0] ?? args.self ?? text("~"));
  return { ...given, text: given.text.replace(/^~(?=\/|$)/, m.home), path: true };
};

export const expandVariables: Call = (args, m) => {
  const given = asText(args.positional[0] ?? text(""));
  const value = given.text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => asText(m.variable(name)).text);
  return { ...given, text: value, known: given.known && !value.includes("⟦") };
};

export const getattr: Call = (args) => {
  const [object, name] = args.positional;
  if (!object || !name) return undefined;
  const key = asText(name).text;
  return object.kind === "symbol" && !object.self
    ? symbol(`${object.name}.${key}`)
    : { kind: "symbol", name: key, self: object };
};

/** `subprocess`-like calls and threads that call a function they are given. */
export const calls: Call = (args, m) => {
  const target = args.named.get("target") ?? args.positional[0];
  const given = args.named.get("args");
  if (target) m.apply(target, given?.kind === "list" ? given.items : args.positional.slice(1));
  return undefined;
};

export const maps: Call = (args, m) => {
  const [target, items] = args.positional;
  if (!target || !items) return undefined;
  const each = items.kind === "list" && items.items.length <= 64 ? items.items : [element(items)];
  return list(each.map((item) => m.apply(target, [item])));
};

export const variable: Call = (args, m) =>
  args.positional[0] ? m.variable(asText(args.positional[0]).text) : m.environment;

export const retrieve: Call = (args, m) => {
  m.download(args.positional[0], args.positional[1] ?? args.named.get("filename"));
  return unknown("file", "network");
};

export const rename: Call = (args, m) =>
  moves()({ positional: [args.self as Value, ...args.positional], named: args.named }, m);
export const selfWrite: Call = (args, m) =>
  writes("overwrite")({ positional: [args.self as Value, ...args.positional], named: args.named }, m);

export const SPAWNERS = ["run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput"];
/** `requests.request(method, url)`. */
const asked: Call = (args, m) =>
  requests(0, asText(arg(args, 0, "method") ?? text("GET")).text)(
    { positional: args.positional.slice(1), named: args.named },
    m,
  );
/** `urlopen(url, data)`, `Request(url, data, method=…)`: with data it is a POST. */
export const opensUrl: Call = (args, m) => {
  const data = arg(args, 1, "data");
  return m.request(
    arg(args, 0, "url"),
    [...args.positional.slice(1), ...args.named.values()],
    args.named.get("method") ?? (data ? text("POST") : undefined),
    data,
  );
};
export const VERBS = ["post", "put", "patch", "get", "request", "delete", "head"];
export const verbsOf = (base: string): [string, Call][] =>
  VERBS.map((verb) => [`${base}.${verb}`, verb === "request" ? asked : requests(0, verb)]);

/** A new name in the directory for temporary files. */
export const TEMP: Text = { kind: "text", text: "/tmp/⟦temporary⟧", known: true, path: true };
