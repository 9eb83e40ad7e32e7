import {
  arg,
  chdirs,
  chmods,
  connects,
  copies,
  decodes,
  evaluates,
  moves,
  names,
  reads,
  removes,
  runsFile,
  SAME,
  shells,
  truthy,
  writes,
} from "./deeds.js";
import { base64, joinItems, lastPart, lower, parent, printf, upper } from "./fold.js";
import type { Call, Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import { asText, concat, joinPath, list, text, unknown, type Value } from "./values.js";

const remove: Call = (args, m) => {
  const recursive = truthy(args, "recursive");
  for (const path of args.positional) {
    const expanded =
      path.kind === "text"
        ? { ...path, text: path.text.replace(/^~(?=\/|$)/, m.home), glob: /[*?[]/.test(path.text) }
        : path;
    m.onPaths(expanded, (p) => ({ kind: "delete", path: p, recursive }));
  }
  return undefined;
};

/** `system2("rm", c("-rf", "/"))`: R joins the words for a shell. */
const system2: Call = (args, m) => {
  const given = arg(args, 1, "args");
  const words = given?.kind === "list" ? given.items : given ? [given] : [];
  m.shell(words.reduce<Value>((a, b) => concat(concat(a, text(" ")), b), args.positional[0] ?? text("")));
  return unknown("output");
};

const paste =
  (between: string): Call =>
  (args) =>
    joinItems(
      list(
        args.positional.flatMap((v) =>
          v.kind === "list" && v.items.length > 1 ? [joinItems(v, args.named.get("collapse") ?? text(between))] : [v],
        ),
      ),
      args.named.get("sep") ?? text(between),
    );

const files: Call = (args, m) => {
  const directory = args.positional[0] ?? text(".");
  names()(args, m);
  return truthy(args, "full.names")
    ? list([joinPath([directory, { kind: "text", text: "*", known: true, glob: true }])])
    : list([{ kind: "text", text: "*", known: true, glob: true }]);
};

const download: Call = (args, m) => {
  m.download(arg(args, 0, "url"), arg(args, 1, "destfile"));
  return undefined;
};

const call: Call = (args, m) => {
  const [name, given] = args.positional;
  if (!name) return undefined;
  const target: Value = name.kind === "text" ? { kind: "symbol", name: name.text } : name;
  return m.apply(target, given?.kind === "list" ? given.items : []);
};

// stat.ethz.ch/R-manual: base, utils.
const profile: Profile = {
  language: "r",
  syntax: {
    lineComments: ["#"],
    blockComments: [],
    texts: [
      { open: 'r"(', close: ')"' },
      { open: '"', close: '"', escapes: "c" },
      { open: "'", close: "'", escapes: "c" },
    ],
    name: /[A-Za-z.⟦][\w.⟦⟧]*/y,
    operators: ["<<-", "<-", "->>", "->", "|>", "%>%", "%in%", "==", "!=", "<=", ">=", "&&", "||", ":::", "::"],
  },
  concat: new Set(),
  members: new Set(["$", "@", "::", ":::"]),
  blocks: "brace",
  functionWords: new Set(["function"]),
  namedArguments: "=",
  canonical: (name) => name.replace(/^(?:base|utils|fs)\.(?=[a-z])/, ""),
  functions: {
    unlink: remove,
    "file.remove": removes(),
    file_delete: removes(),
    dir_delete: removes(true),
    system: shells(),
    shell: shells(),
    system2,
    "processx.run": system2,
    "file.rename": moves(),
    "file.copy": copies(),
    "file.create": writes("overwrite", 0, 9),
    "dir.create": writes("mkdir", 0, 9),
    writeLines: (args, m) =>
      writes("overwrite", 0, 9)({ positional: [arg(args, 1, "con") ?? text("")], named: args.named }, m),
    "write.csv": (args, m) =>
      writes("overwrite", 0, 9)({ positional: [arg(args, 1, "file") ?? text("")], named: args.named }, m),
    saveRDS: (args, m) =>
      writes("overwrite", 0, 9)({ positional: [arg(args, 1, "file") ?? text("")], named: args.named }, m),
    cat: (args, m) =>
      args.named.has("file")
        ? writes(
            truthy(args, "append") ? "append" : "overwrite",
            0,
            9,
          )({ positional: [args.named.get("file") as Value], named: args.named }, m)
        : undefined,
    readLines: (args, m) =>
      asText(args.positional[0] ?? text("")).text === "stdin" ? m.stdin : m.read(args.positional[0]),
    readRDS: reads(),
    "read.csv": reads(),
    "read.table": reads(),
    scan: reads(),
    readChar: reads(),
    file: SAME,
    url: (args, m) => m.request(args.positional[0], []),
    source: (args, m) => {
      const at = args.positional[0] ? asText(args.positional[0]).text : "";
      if (!/^https?:/.test(at)) return runsFile(args, m);
      m.evaluate(m.request(args.positional[0], []));
      return undefined;
    },
    eval: evaluates(),
    parse: (args) => arg(args, 9, "text") ?? args.positional[0],
    str2lang: SAME,
    "download.file": download,
    curl_download: download,
    "Sys.getenv": (args, m) => (args.positional[0] ? m.variable(asText(args.positional[0]).text) : m.environment),
    "path.expand": (args, m) => ({
      ...asText(args.positional[0] ?? text("~")),
      text: asText(args.positional[0] ?? text("~")).text.replace(/^~(?=\/|$)/, m.home),
    }),
    normalizePath: SAME,
    "file.path": (args) => joinPath(args.positional),
    paste: paste(" "),
    paste0: paste(""),
    c: (args) => list(args.positional),
    list: (args) => list(args.positional),
    "list.files": files,
    dir: files,
    "Sys.glob": (args) => list([{ ...asText(args.positional[0] ?? text("*")), glob: true }]),
    "Sys.chmod": chmods(),
    setwd: chdirs,
    getwd: (_args, m) => m.directory,
    tempdir: () => ({ ...text("/tmp/⟦temporary⟧"), path: true }),
    tempfile: () => ({ ...text("/tmp/⟦temporary⟧"), path: true }),
    socketConnection: connects(),
    sprintf: printf,
    basename: lastPart,
    dirname: parent,
    tolower: lower,
    toupper: upper,
    "do.call": call,
    sapply: (args, m) =>
      args.positional[0] && args.positional[1] ? m.apply(args.positional[1], [args.positional[0]]) : undefined,
    lapply: (args, m) =>
      args.positional[0] && args.positional[1] ? m.apply(args.positional[1], [args.positional[0]]) : undefined,
    base64_dec: decodes(base64),
    base64decode: decodes(base64),
    rawToChar: SAME,
    "httr.POST": (args, m) => m.request(args.positional[0], [...args.positional.slice(1), ...args.named.values()]),
    "httr.GET": (args, m) => m.request(args.positional[0], []),
    dbExecute: (args, m) => {
      if (args.positional[1]) m.evaluate(args.positional[1], "sql");
      return undefined;
    },
  },
  methods: {},
};

/** What a piece of R does, as far as its text shows. */
export const r: CodeReader = (code, out, inner) => runScript(code, profile, out, inner);
