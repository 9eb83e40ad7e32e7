import { connects, decodes, evaluates, links, moves, reads, removes, runsFile, shells, writes } from "./deeds.js";
import { base64, character, lower, printf, reversed, upper } from "./fold.js";
import type { Call, Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import { type Scan, type TokenAt, textToken } from "./tokens.js";
import { asText, list, text, unknown } from "./values.js";

const LONG = /(?:--)?\[(=*)\[/y;

/** `[[…]]`, `[==[…]==]`, and the same behind `--` as a comment. */
function special(scan: Scan): TokenAt | undefined {
  LONG.lastIndex = scan.at;
  const match = LONG.exec(scan.text);
  if (!match) return undefined;
  const close = `]${match[1]}]`;
  const from = scan.at + match[0].length;
  const found = scan.text.indexOf(close, from);
  const end = found < 0 ? scan.text.length : found;
  const next = end + close.length;
  if (match[0].startsWith("--")) return { token: { kind: "op", value: ";", spaced: scan.spaced }, next };
  return { token: textToken([scan.text.slice(from, end)], scan.spaced), next };
}

const open: Call = (args, m) => {
  const mode = asText(args.positional[1] ?? text("r")).text;
  return /[wa+]/.test(mode)
    ? writes(mode.includes("a") ? "append" : "overwrite", 0, 9)(args, m)
    : m.read(args.positional[0]);
};

// lua.org/manual/5.4: os, io, string; luafilesystem, luasocket.
const profile: Profile = {
  language: "lua",
  syntax: {
    lineComments: ["--"],
    blockComments: [
      ["--[[", "]]"],
      ["--[=[", "]=]"],
    ],
    texts: [
      { open: '"', close: '"', escapes: "c" },
      { open: "'", close: "'", escapes: "c" },
    ],
    name: /[A-Za-z_⟦][\w⟦⟧]*/y,
    operators: ["...", "..", "==", "~=", "<=", ">=", "//", "<<", ">>", "::"],
    special,
  },
  concat: new Set([".."]),
  members: new Set([".", ":"]),
  blocks: "end",
  functionWords: new Set(["function"]),
  bareCalls: true,
  functions: {
    "os.execute": shells(),
    "io.popen": shells(),
    "os.remove": removes(),
    "os.rename": moves(),
    "io.open": open,
    "io.lines": reads(),
    "io.input": reads(),
    "io.read": (_args, m) => m.stdin,
    "io.stdin.read": (_args, m) => m.stdin,
    "io.output": writes("overwrite", 0, 9),
    "os.getenv": (args, m) => m.variable(asText(args.positional[0] ?? text("?")).text),
    load: evaluates(),
    loadstring: evaluates(),
    dofile: runsFile,
    loadfile: runsFile,
    require: (args) => ({ kind: "symbol", name: asText(args.positional[0] ?? text("?")).text }),
    "lfs.rmdir": removes(),
    "lfs.mkdir": writes("mkdir", 0, 9),
    "lfs.dir": () => list([{ kind: "text", text: "*", known: true, glob: true }]),
    "lfs.link": links(true),
    "string.char": character,
    "string.format": printf,
    "string.reverse": reversed,
    "string.lower": lower,
    "string.upper": upper,
    "socket.http.request": (args, m) => m.request(args.positional[0], args.positional.slice(1)),
    "http.request": (args, m) => m.request(args.positional[0], args.positional.slice(1)),
    "socket.connect": connects(),
    "socket.tcp": connects(),
    "mime.unb64": decodes(base64),
    pairs: (args) => args.positional[0],
    ipairs: (args) =>
      list([
        list([unknown("index"), ...(args.positional[0]?.kind === "list" ? args.positional[0].items.slice(0, 1) : [])]),
      ]),
    tostring: (args) => args.positional[0],
    "table.concat": (args) => args.positional[0],
  },
  methods: {
    read: (args) => args.self,
    rep: (args) => args.self,
    reverse: reversed,
    format: printf,
    connect: connects(),
  },
};

/** What a piece of Lua does, as far as its text shows. */
export const lua: CodeReader = (code, out, inner) => runScript(code, profile, out, inner);
