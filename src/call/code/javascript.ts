import { plainWord } from "../word.js";
import { cloudObject } from "./cloud-objects.js";
import { SIMPLE_GIT, simpleGit } from "./git-libraries.js";
import { gitObject } from "./git-objects.js";
import { importsFrom, javascriptFunctions, javascriptMethods, javascriptProperties } from "./javascript-library.js";
import { javascriptOperators } from "./operators.js";
import type { Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import type { Syntax } from "./tokens.js";
import { withoutTypes } from "./typescript.js";
import { list, text } from "./values.js";

export const javascriptSyntax: Syntax = {
  lineComments: ["//", "#!", "<!--"],
  blockComments: [["/*", "*/"]],
  texts: [
    { open: '"', close: '"', escapes: "c", oneLine: true },
    { open: "'", close: "'", escapes: "c", oneLine: true },
    { open: "`", close: "`", escapes: "c", holes: ["${"], form: "template" },
  ],
  name: /[A-Za-z_$\u0080-\uffff⟦][\w$\u0080-\uffff⟦⟧]*/y,
  operators: javascriptOperators,
  regex: true,
  beforeRegex: new Set([
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "else",
    "do",
    "await",
    "yield",
  ]),
};

/** Modules by their one name: `node:fs`, `fs/promises` and `fs-extra` all speak of `fs`. */
function canonical(name: string): string {
  return name
    .replace(/^(?:globalThis|global|window|self|this)\.(?=.)/, "")
    .replace(/^node:/, "")
    .replace(
      /^(?:process\.mainModule|module|process)(?:\.constructor)?\.(?:require|_load|getBuiltinModule)$/,
      "require",
    )
    .replace(/^(?:fs-extra|graceful-fs|original-fs|mz\/fs|fs\/promises|promises|memfs)(?=\.|$)/, "fs")
    .replace(/^@aws-sdk\/[\w-]+\.(?=.)|^aws-sdk\.(?=.)/, "")
    .replace(/^fs\.promises(?=\.|$)/, "fs")
    .replace(/^(?:path\/posix|path\.posix|pathe)(?=\.|$)/, "path")
    .replace(/\.default(?=\.|$)/, "")
    .replace(/^(?:.*\.)?constructor\.constructor$/, "Function")
    .replace(/\.(?:call|apply|bind)$/, "");
}

export const javascriptProfile: Profile = {
  language: "javascript",
  syntax: javascriptSyntax,
  pruned: withoutTypes,
  concat: new Set(["+"]),
  members: new Set([".", "?."]),
  blocks: "brace",
  functionWords: new Set(["function"]),
  functions: javascriptFunctions,
  methods: javascriptMethods,
  properties: javascriptProperties,
  imports: "javascript",
  arrows: true,
  member: (name) =>
    name.startsWith(`${SIMPLE_GIT}.`)
      ? simpleGit(name.slice(SIMPLE_GIT.length + 1))
      : (gitObject(name) ?? cloudObject(name)),
  canonical,
  values: (name, m) => {
    if (name === "process.env" || name === "Bun.env" || name === "import.meta.env") return m.environment;
    if (name === "process.argv") return list([text("node"), text("[eval]"), ...m.parameters.items]);
    if (name === "Deno.args" || name === "Bun.argv") return m.parameters;
    if (name === "__dirname" || name === "import.meta.dirname") return m.directory;
    if (/^(?:process\.stdin|Bun\.stdin|Deno\.stdin(?:\.readable)?)$/.test(name) && m.out.inputOrigin?.() !== undefined)
      return m.stdin;
    if (name === "process.execPath" || name === "process.argv0") return text("node");
    if (name === "path.sep") return text("/");
    if (name === "os.EOL") return text("\n");
    return undefined;
  },
};

/** What a piece of JavaScript or TypeScript does under Node, Deno or Bun, as far as its text shows. */
export const javascript: CodeReader = (code, out, inner) => {
  runScript(code, javascriptProfile, out, inner);
  for (const [, address = ""] of code.matchAll(
    /(?:^|[;\n])[^\S\n]*(?:import|export)\b[^;\n]*?["'](https?:[^"']+)["']/g,
  ))
    if (importsFrom(address)) out.effect({ kind: "read", path: out.path(plainWord(address)), how: "execute" });
};
