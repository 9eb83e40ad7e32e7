import { gitObject } from "./git-objects.js";
import type { Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { rubyFunctions, rubyMethods } from "./ruby-library.js";
import { runScript } from "./script.js";
import { closing, type Scan, type Syntax, type TextForm, type TokenAt, textToken } from "./tokens.js";
import { ENVIRONMENT, text } from "./values.js";

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const HEREDOC = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/y;

/** `%w[…]`, `%x(…)`, `%q{…}`, heredocs, symbols. */
function special(scan: Scan): TokenAt | undefined {
  const c = scan.text[scan.at];
  if (c === "%") return percent(scan);
  if (c === "<" && scan.text[scan.at + 1] === "<") return heredoc(scan);
  if (
    c === ":" &&
    scan.text[scan.at - 1] !== ":" &&
    /[A-Za-z_]/.test(scan.text[scan.at + 1] ?? "") &&
    (scan.spaced || /[(,[{]/.test(scan.previous?.value ?? "("))
  ) {
    const name = /[A-Za-z_]\w*[?!]?/y;
    name.lastIndex = scan.at + 1;
    const value = name.exec(scan.text)?.[0] ?? "";
    return { token: textToken([value], scan.spaced), next: scan.at + 1 + value.length };
  }
  return undefined;
}

function percent(scan: Scan): TokenAt | undefined {
  const opener = /%([qQwWiIxrs]?)([^\w\s=])/y;
  opener.lastIndex = scan.at;
  const match = opener.exec(scan.text);
  const value = scan.previous && (scan.previous.kind !== "op" || [")", "]", "}"].includes(scan.previous.value));
  if (!match || (value && !(scan.spaced && match[1] !== ""))) return undefined;
  const [whole, kind = "", open = ""] = match;
  const form: TextForm = {
    open,
    close: PAIRS[open] ?? open,
    escapes: kind === "q" || kind === "w" ? "quote" : "c",
    ...(kind === "q" || kind === "w" || kind === "i" || kind === "s" ? {} : { holes: ["#{" as const] }),
  };
  const from = scan.at + whole.length;
  const end = closing(scan.text, from, form);
  const means = kind === "x" ? "command" : kind === "r" ? "regex" : /[wWiI]/.test(kind) ? "words" : undefined;
  return { token: textToken(scan.content(from, end, form), scan.spaced, means), next: end + 1 };
}

function heredoc(scan: Scan): TokenAt | undefined {
  HEREDOC.lastIndex = scan.at;
  const match = HEREDOC.exec(scan.text);
  if (!match || (match[1] === "" && !/^[A-Z]/.test(match[3] ?? ""))) return undefined;
  const body = bodyOf(scan.text, scan.at, match[3] ?? "");
  if (!body) return undefined;
  const raw = match[2] === "'";
  const form: TextForm = { open: "", close: "", ...(raw ? {} : { escapes: "c" as const, holes: ["#{" as const] }) };
  const token = textToken(
    scan.content(body.from, body.to, form),
    scan.spaced,
    match[2] === "`" ? "command" : undefined,
  );
  return { token, next: scan.at + match[0].length, skip: [body.from, body.next] };
}

/** Where a heredoc's body stands: from the next line to the one that is its mark. */
export function bodyOf(
  source: string,
  at: number,
  mark: string,
): { from: number; to: number; next: number } | undefined {
  const from = source.indexOf("\n", at) + 1;
  if (from === 0) return undefined;
  for (let line = from; line < source.length; ) {
    const found = source.indexOf(mark, line);
    if (found < 0) return undefined;
    const start = source.lastIndexOf("\n", found) + 1;
    if (start >= from && source.slice(start, found).trim() === "" && !/\w/.test(source[found + mark.length] ?? "")) {
      return { from, to: start, next: found + mark.length };
    }
    line = found + mark.length;
  }
  return undefined;
}

export const rubySyntax: Syntax = {
  lineComments: ["#"],
  blockComments: [
    ["=begin", "\n=end"],
    ["__END__", "\0"],
  ],
  texts: [
    { open: '"', close: '"', escapes: "c", holes: ["#{"] },
    { open: "'", close: "'", escapes: "quote" },
    { open: "`", close: "`", escapes: "c", holes: ["#{"], form: "command" },
  ],
  name: /[@$]{0,2}[A-Za-z_\u0080-\uffff⟦][\w\u0080-\uffff⟦⟧]*(?:[?!](?!=))?|\$[!@&0-9_~*$?:"<>,./;\\]/y,
  operators: [
    "<=>",
    "===",
    "...",
    "**=",
    "||=",
    "&&=",
    "<<=",
    ">>=",
    "=>",
    "==",
    "!=",
    "=~",
    "!~",
    "<=",
    ">=",
    "&&",
    "||",
    "<<",
    ">>",
    "**",
    "+=",
    "-=",
    "*=",
    "/=",
    "::",
    "&.",
    "->",
    "..",
  ],
  regex: true,
  beforeRegex: new Set([
    "if",
    "unless",
    "and",
    "or",
    "not",
    "when",
    "while",
    "until",
    "return",
    "puts",
    "print",
    "match",
    "split",
    "grep",
    "gsub",
    "sub",
    "scan",
  ]),
  special,
};

export const rubyProfile: Profile = {
  language: "ruby",
  syntax: rubySyntax,
  concat: new Set(["+"]),
  members: new Set([".", "::", "&."]),
  blocks: "end",
  functionWords: new Set(["def"]),
  functions: rubyFunctions,
  methods: rubyMethods,
  bareCalls: true,
  implicitCalls: true,
  modifiers: true,
  namedArguments: ":",
  member: gitObject,
  canonical: (name) => name.replace(/^(?:Kernel|Object|self|Process::Kernel)\.(?=[a-z])/, ""),
  values: (name, m) => {
    if (name === "ENV") return ENVIRONMENT;
    if (name === "ARGV" || name === "$*") return m.parameters;
    if (/^(?:\$_|\$<|ARGF|\$stdin|STDIN)$/.test(name) && m.out.inputOrigin?.() !== undefined) return m.stdin;
    if (name === "__dir__") return m.directory;
    if (name === "Dir.home") return m.variable("HOME");
    if (name === "Dir.pwd" || name === "Dir.getwd") return m.directory;
    if (name === "Dir.tmpdir") return { ...text("/tmp"), path: true };
    if (name === "File::SEPARATOR") return text("/");
    return undefined;
  },
};

/** What a piece of Ruby does, as far as its text shows. */
export const ruby: CodeReader = (code, out, inner) => runScript(code, rubyProfile, out, inner);
