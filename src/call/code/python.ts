import { cloudObject } from "./cloud-objects.js";
import { gitMethod } from "./git-libraries.js";
import { GIT_PYTHON, gitObject } from "./git-objects.js";
import { pythonOperators } from "./operators.js";
import type { Call, Profile } from "./profile.js";
import { pythonFunctions } from "./python-functions.js";
import { pythonMethods, pythonProperties } from "./python-library.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import { closing, type Scan, type Syntax, type TextForm, type TokenAt, textToken } from "./tokens.js";
import { list, text } from "./values.js";

const PREFIX = /[rRbBuUfFtT]{0,2}(?:"""|'''|"|')/y;

/** Text literals with their prefixes: raw, bytes, formatted, of one line or several. */
function literal(scan: Scan): TokenAt | undefined {
  if (scan.text[scan.at] === "!") return escapeLine(scan);
  PREFIX.lastIndex = scan.at;
  const open = PREFIX.exec(scan.text)?.[0];
  if (open === undefined) return undefined;
  const quotes = open.replace(/^[a-zA-Z]*/, "");
  const prefix = open.slice(0, open.length - quotes.length).toLowerCase();
  const form: TextForm = {
    open: quotes,
    close: quotes,
    oneLine: quotes.length === 1,
    escapes: prefix.includes("r") ? "quote" : "c",
    ...(/[ft]/.test(prefix) ? { holes: ["{" as const] } : {}),
  };
  const from = scan.at + open.length;
  const end = closing(scan.text, from, form);
  const token = textToken(scan.content(from, end, form), scan.spaced);
  return { token, next: end + (scan.text.startsWith(quotes, end) ? quotes.length : 0) };
}

/** IPython: a line that begins with `!` is a shell's. */
function escapeLine(scan: Scan): TokenAt | undefined {
  const before = scan.text.slice(scan.text.lastIndexOf("\n", scan.at) + 1, scan.at);
  if (before.trim() !== "") return undefined;
  const found = scan.text.indexOf("\n", scan.at);
  const end = found < 0 ? scan.text.length : found;
  return { token: textToken([scan.text.slice(scan.at + 1, end)], scan.spaced, "command"), next: end };
}

export const pythonSyntax: Syntax = {
  lineComments: ["#"],
  blockComments: [],
  texts: [],
  name: /[A-Za-z_\u0080-\uffff⟦][\w\u0080-\uffff⟦⟧]*/y,
  operators: pythonOperators,
  special: literal,
};

/** The `sh` package: its members are programs. */
function programOf(name: string): Call {
  return (args, m) => {
    m.spawn(list([text(name), ...args.positional]), []);
    return undefined;
  };
}

export const pythonProfile: Profile = {
  language: "python",
  syntax: pythonSyntax,
  concat: new Set(["+"]),
  members: new Set(["."]),
  blocks: "indent",
  functionWords: new Set(["def"]),
  functions: pythonFunctions,
  methods: pythonMethods,
  properties: pythonProperties,
  imports: "python",
  member: (name) => {
    if (/^sh\.\w+$/.test(name)) return programOf(name.slice(3));
    if (name.startsWith(`${GIT_PYTHON}.git.`)) return gitMethod(name.slice(GIT_PYTHON.length + 5));
    return gitObject(name) ?? cloudObject(name);
  },
  namedArguments: "=",
  canonical: (name) =>
    name
      .replace(/^(?:(?:builtins|__builtins__|__builtin__)\.)+/, "")
      .replace(/^posix(?:path)?(?=\.)/, (m) => (m === "posix" ? "os" : "os.path"))
      .replace(/^(.*)\.__dict__(?=\.)/, "$1")
      .replace(/\.__call__$/, ""),
  values: (name, m) => {
    if (name === "os.environ" || name === "os.environb") return m.environment;
    if (name === "sys.argv") return list([text("-c"), ...m.parameters.items]);
    if (name === "sys.executable") return text("python3");
    if (name === "os.sep") return { kind: "text", text: "/", known: true };
    if (name === "os.devnull") return { kind: "text", text: "/dev/null", known: true };
    if (name === "sys.stdin" || name === "sys.stdin.buffer") return m.stdin;
    if (name === "__file__") return { kind: "text", text: "⟦script⟧", known: false };
    return undefined;
  },
};

/** What a piece of Python does, as far as its text shows. */
export const python: CodeReader = (code, out, inner) => runScript(code, pythonProfile, out, inner);
