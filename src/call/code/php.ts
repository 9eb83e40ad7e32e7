import { runsNamedFiles } from "./named-files.js";
import { phpFunctions, phpMethods } from "./php-library.js";
import type { Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { bodyOf } from "./ruby.js";
import { runScript } from "./script.js";
import { type Scan, type Syntax, type TextForm, type TokenAt, textToken } from "./tokens.js";
import { ENVIRONMENT, list, text } from "./values.js";

const HEREDOC = /<<<\s*(["']?)([A-Za-z_]\w*)\1/y;
const HOLES = ["${", "{$", "$"] as const;

function special(scan: Scan): TokenAt | undefined {
  if (!scan.text.startsWith("<<<", scan.at)) return undefined;
  HEREDOC.lastIndex = scan.at;
  const match = HEREDOC.exec(scan.text);
  const body = match ? bodyOf(scan.text, scan.at, match[2] ?? "") : undefined;
  if (!match || !body) return undefined;
  const form: TextForm = { open: "", close: "", ...(match[1] === "'" ? {} : { escapes: "c" as const, holes: HOLES }) };
  return {
    token: textToken(scan.content(body.from, body.to, form), scan.spaced),
    next: scan.at + match[0].length,
    skip: [body.from, body.next],
  };
}

const phpSyntax: Syntax = {
  lineComments: ["//", "#"],
  blockComments: [["/*", "*/"]],
  texts: [
    { open: '"', close: '"', escapes: "c", holes: HOLES },
    { open: "'", close: "'", escapes: "quote" },
    { open: "`", close: "`", escapes: "c", holes: HOLES, form: "command" },
  ],
  name: /\$?\\?[A-Za-z_\u0080-\uffff⟦][\w\u0080-\uffff⟦⟧]*(?:\\[A-Za-z_]\w*)*/y,
  operators: [
    "<=>",
    "===",
    "!==",
    "...",
    "**=",
    "??=",
    "<<=",
    ">>=",
    "=>",
    "?->",
    "->",
    "==",
    "!=",
    "<>",
    "<=",
    ">=",
    "&&",
    "||",
    "??",
    "<<",
    ">>",
    "**",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    ".=",
    "::",
  ],
  special,
};

/** `include "file";`: a word of the language; with parentheses it is read as a call, addresses apart. */
const INCLUDED =
  /(?<![$\w>:])(?:include|require)(?:_once)?(?:\s+|\s*\(\s*(?=["']https?:))(?:"([^"\\$]+)"|'([^'\\]+)')/g;

const profile: Profile = {
  language: "php",
  syntax: phpSyntax,
  concat: new Set(["."]),
  members: new Set(["->", "?->", "::"]),
  blocks: "brace",
  functionWords: new Set(["function", "fn"]),
  functions: phpFunctions,
  methods: phpMethods,
  textCalls: true,
  canonical: (name) => name.replace(/^\\/, "").replace(/^(?:Illuminate\\Support\\Facades|App\\Models|Models)\\/, ""),
  values: (name, m) => {
    if (name === "$_ENV" || name === "$_SERVER") return ENVIRONMENT;
    if (name === "$argv") return list([text("-"), ...m.parameters.items]);
    if (name === "__DIR__") return m.directory;
    if (name === "STDIN" || name === "$argn") return m.stdin;
    if (name === "DIRECTORY_SEPARATOR") return text("/");
    return undefined;
  },
};

/** What a piece of PHP does, as far as its text shows; text outside `<?php … ?>` in a file is none of it. */
export const php: CodeReader = (code, out, inner) => {
  const opened = code.indexOf("<?php");
  const echoed = code.indexOf("<?=");
  const start = opened < 0 ? echoed : opened;
  runsNamedFiles(INCLUDED, code, out);
  runScript(
    start < 0 ? code : code.slice(start + (start === opened ? 5 : 3)).replace(/\?>[\s\S]*?(?:<\?(?:php|=)|$)/g, ";"),
    profile,
    out,
    inner,
  );
};
