import {
  chdirs,
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
  queries,
  reads,
  redirects,
  removes,
  requests,
  runs,
  runsFile,
  writes,
} from "./deeds.js";
import { base64, character, hex, joinItems, lastPart, lower, parent, printf, reversed, upper } from "./fold.js";
import type { Call } from "./profile.js";
import { asText, concat, element, joinPath, list, taintOf, text, unknown, type Value } from "./values.js";

// perldoc.perl.org/functions, File::Path, File::Copy, LWP::Simple, IO::Socket, MIME::Base64.

function all(names: string, call: Call): [string, Call][] {
  return names.split(" ").map((name) => [name, call]);
}

/** `open(F, "<", file)`, `open(F, "file")`, `open(F, "cmd |")`, `open(F, "-|", words)`, `open(STDIN, ">&S")`. */
const open: Call = (args, m) => {
  const [, modeValue, ...rest] = args.positional;
  if (!modeValue) return undefined;
  const mode = asText(modeValue).text;
  if (/^\s*[<>+]*&/.test(mode)) return redirects()(args, m);
  if (rest.length > 0) {
    if (mode === "-|" || mode === "|-") m.piped = taintOf(m.spawn(rest[0], rest.slice(1)));
    else if (mode.includes(">"))
      m.onPaths(rest[0], (path) => ({ kind: "write", path, how: mode.includes(">>") ? "append" : "overwrite" }));
    else m.read(rest[0]);
    return undefined;
  }
  if (/\|\s*$/.test(mode)) m.piped = taintOf(m.shell(text(mode.replace(/\|\s*$/, ""))));
  else if (/^\s*\|/.test(mode)) m.shell(text(mode.replace(/^\s*\|/, "")));
  else if (/^\s*\+?>/.test(mode))
    m.onPaths(text(mode.replace(/^\s*\+?>+\s*/, "")), (path) => ({
      kind: "write",
      path,
      how: mode.includes(">>") ? "append" : "overwrite",
    }));
  else m.read(text(mode.replace(/^\s*<?\s*/, "")));
  return undefined;
};

const glob: Call = (args, m) => {
  const given = asText(args.positional[0] ?? text("*"));
  const patterns = given.text.split(/\s+/).map((p) => globbed({ ...given, text: p.replace(/^~(?=\/|$)/, m.home) }));
  return list(patterns.flatMap((p) => (p.kind === "list" ? p.items : [p])));
};

const flat = (values: readonly Value[]): readonly Value[] => values.flatMap((v) => (v.kind === "list" ? v.items : [v]));

const join: Call = (args) => joinItems(list(flat(args.positional.slice(1))), args.positional[0] ?? text(""));

const pack: Call = (args, m) => {
  const kind = asText(args.positional[0] ?? text("")).text;
  const rest = { positional: args.positional.slice(1), named: args.named };
  if (/^[cCUW]/.test(kind)) return character(rest, m);
  return /^H/.test(kind) ? decodes(hex)(rest, m) : unknown("packed");
};

const unpack: Call = (args, m) => {
  const kind = asText(args.positional[0] ?? text("")).text;
  return /^u/.test(kind)
    ? decodes(() => undefined)({ positional: args.positional.slice(1), named: args.named }, m)
    : unknown("unpacked");
};

/** `eval { … }` only catches; `eval TEXT` runs the text. */
const evaluate: Call = (args, m) =>
  args.positional[0] && args.positional[0].kind !== "dict" ? evaluates()(args, m) : undefined;

const store: Call = (args, m) => {
  m.download(args.positional[0], args.positional[1]);
  return undefined;
};

const find: Call = (args, m) => {
  const [code, ...directories] = args.positional;
  const target = code?.kind === "dict" ? code.entries.get("wanted") : code;
  for (const directory of flat(directories))
    if (target) m.apply(target, [joinPath([directory, { kind: "text", text: "*", known: true, glob: true }])]);
  return undefined;
};

/** Every word is one of the mode's targets. */
const chmod: Call = (args, m) => {
  for (const path of flat(args.positional.slice(1)))
    chmods()({ positional: [path, args.positional[0] ?? text("?")], named: args.named }, m);
  return undefined;
};

const kill: Call = (args, m) => {
  for (const pid of flat(args.positional.slice(1)))
    kills()({ positional: [pid, args.positional[0] ?? text("TERM")], named: args.named }, m);
  return undefined;
};

export const perlFunctions: Readonly<Record<string, Call>> = {
  ...Object.fromEntries([
    ...all("unlink rmdir", removes()),
    ...all("rmtree remove_tree pathrm pathrmdir rmtree_all", removes(true)),
    ...all("rename move mv", moves()),
    ...all("copy cp", copies()),
    ...all("symlink", links(true)),
    ...all("link", links(false)),
    ...all("truncate", destroys()),
    ...all("mkdir make_path mkpath", writes("mkdir", 0, 9)),
    ...all("write_file spew", writes("overwrite")),
    ...all("append_file", writes("append")),
    ...all("read_file slurp", reads()),
    ...all("chdir", chdirs),
    ...all("system exec", runs()),
    ...all("do require", (args, m) =>
      args.positional[0]?.kind === "text" && /[./]/.test(args.positional[0].text) ? runsFile(args, m) : undefined,
    ),
    ...all("getprint get head", requests()),
    ...all("getstore mirror", store),
    ...all("decode_base64 decode_base64url", decodes(base64)),
    ...all("connect IO::Socket::INET->new", connects()),
    ...all("fork", forks()),
    ...all("sprintf", printf),
    ...all("dirname", parent),
    ...all("basename", lastPart),
    ...all("catfile catdir", joins),
    ...all("lc lcfirst", lower),
    ...all("uc ucfirst", upper),
  ]),
  open,
  sysopen: (args, m) => writes("overwrite")({ positional: [args.positional[1] ?? text("?")], named: args.named }, m),
  glob,
  bsd_glob: glob,
  eval: evaluate,
  syscall: () => undefined,
  chmod,
  chown: (args, m) => {
    for (const path of flat(args.positional.slice(2)))
      chowns()({ positional: [path, args.positional[0] ?? text("?")], named: args.named }, m);
    return undefined;
  },
  kill,
  chr: character,
  join,
  pack,
  unpack,
  reverse: (args, m) => {
    const items = flat(args.positional);
    return items.length === 1 ? reversed({ positional: [...items], named: args.named }, m) : list([...items].reverse());
  },
  scalar: (args) => args.positional[0],
  shift: (args, m) => element(args.positional[0] ?? m.parameters),
  // File::Find: the code meets every name below the directories.
  find,
  finddepth: find,
  map: (args) => args.positional.at(-1),
  grep: (args) => args.positional.at(-1),
  sort: (args) => args.positional.at(-1),
  getcwd: (_args, m) => m.directory,
  cwd: (_args, m) => m.directory,
  tempdir: () => ({ ...text("/tmp/⟦temporary⟧"), path: true }),
  tempfile: () => ({ ...text("/tmp/⟦temporary⟧"), path: true }),
  readdir: () => list([{ kind: "text", text: "*", known: true, glob: true }]),
  print: () => undefined,
  concat: (args) => args.positional.reduce((a, b) => concat(a, b), text("")),
};

export const perlMethods: Readonly<Record<string, Call>> = {
  get: requests(),
  post: requests(),
  request: requests(),
  mirror: store,
  content: (args) => unknown("content", args.self ? taintOf(args.self) : undefined),
  decoded_content: (args) => unknown("content", args.self ? taintOf(args.self) : undefined),
  do: queries,
  execute: queries,
  prepare: queries,
  catfile: joins,
  catdir: joins,
  remove_tree: removes(true),
  new: (args, m) => (args.self?.kind === "symbol" && /Socket/.test(args.self.name) ? connects()(args, m) : args.self),
};
