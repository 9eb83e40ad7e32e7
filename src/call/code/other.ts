import { plainWord } from "../word.js";
import { connects, copies, evaluates, moves, reads, removes, runs, runsFile, shells, truthy, writes } from "./deeds.js";
import type { Call, Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import { asText, list, text, type Value } from "./values.js";

const remove: Call = (args, m) => {
  for (const path of args.positional)
    if (path.kind === "text")
      m.onPaths({ ...path, text: path.text.replace(/^~(?=\/|$)/, m.home) }, (p) => ({
        kind: "delete",
        path: p,
        recursive: truthy(args, "recursive"),
      }));
  return undefined;
};

/** `"rm -rf /".execute()`, `["rm", "-rf", "/"].execute()`, `"rm -rf /".!`. */
const execute: Call = (args, m) => {
  if (args.self && (args.self.kind === "text" || args.self.kind === "list")) m.spawn(args.self, []);
  return undefined;
};

const home: Call = (_args, m) => m.variable("HOME");

/** A list of words that a library joins: `os:cmd`, `Runtime.exec`, `run` with a command literal. */
const run: Call = (args, m) =>
  runs()(
    { positional: args.positional.filter((v: Value) => v.kind === "text" || v.kind === "list"), named: args.named },
    m,
  );

/**
 * Languages that one table serves: Julia, Elixir, Erlang, Groovy, Scala, Kotlin, Swift, Haskell,
 * Lisps, Crystal, Nim, Tcl. Only what runs programs or touches files is named.
 */
const profile: Profile = {
  language: "other",
  syntax: {
    lineComments: ["#", "//"],
    blockComments: [["/*", "*/"]],
    texts: [
      { open: '"""', close: '"""', escapes: "c" },
      { open: '"', close: '"', escapes: "c", holes: ["#{", "${"] },
      { open: "'", close: "'", escapes: "c" },
      { open: "`", close: "`", escapes: "c", form: "command" },
    ],
    name: /[A-Za-z_⟦][\w⟦⟧]*[!?]?/y,
    operators: ["::", "|>", "->", "=>", "<-", "==", "!=", "<=", ">=", "&&", "||", "++", "<>", "..."],
  },
  concat: new Set(["+", "++", "<>", "*"]),
  members: new Set([".", "::", ":"]),
  blocks: "brace",
  functionWords: new Set(["fn", "func", "fun"]),
  namedArguments: "both",
  bareCalls: true,
  canonical: (name) =>
    name.replace(/^(?:Elixir|Base|java\.lang|java\.io|java\.nio\.file|sys\.process|scala\.sys\.process)\./, ""),
  functions: {
    rm: remove,
    File: (args) => ({ ...asText(args.positional[0] ?? text("?")), path: true }),
    "Path.of": (args) => ({ ...asText(args.positional[0] ?? text("?")), path: true }),
    "Paths.get": (args) => ({ ...asText(args.positional[0] ?? text("?")), path: true }),
    // Go
    "os.RemoveAll": removes(true),
    "os.Remove": removes(),
    "os.Rename": moves(),
    "os.WriteFile": writes("overwrite"),
    "os.ReadFile": reads(),
    "exec.Command": run,
    "syscall.Exec": run,
    // Rust
    "fs.remove_dir_all": removes(true),
    "fs.remove_file": removes(),
    "std.fs.remove_dir_all": removes(true),
    mv: moves(),
    cp: copies(),
    "File.rm": removes(),
    "File.rm!": removes(),
    "File.rmdir": removes(),
    "File.rm_rf": removes(true),
    "File.rm_rf!": removes(true),
    "File.write": writes("overwrite"),
    "File.write!": writes("overwrite"),
    "File.read": reads(),
    "File.read!": reads(),
    "Files.delete": removes(),
    "Files.readString": reads(),
    "FileUtils.deleteDirectory": removes(true),
    "file.del_dir_r": removes(true),
    "file.delete": removes(),
    "file.del_dir": removes(),
    "file.write_file": writes("overwrite"),
    "file.read_file": reads(),
    "System.cmd": run,
    "System.shell": shells(),
    "os.cmd": shells(),
    "System.user_home!": home,
    "System.user_home": home,
    homedir: home,
    "Code.eval_string": evaluates(),
    "Code.eval_file": runsFile,
    "Runtime.getRuntime.exec": run,
    ProcessBuilder: run,
    Process: run,
    system: shells(),
    "Sys.command": shells(),
    "Unix.system": shells(),
    "FileUtils.rm_rf": removes(true),
    "FileUtils.rm_r": removes(true),
    "System.Process.system": shells(),
    "System.Process.callCommand": shells(),
    callCommand: shells(),
    removeDirectoryRecursive: removes(true),
    removeFile: removes(),
    // Nim, .NET
    removeDir: removes(true),
    "os.removeDir": removes(true),
    "Directory.Delete": removes(true),
    "File.Delete": removes(),
    "System.IO.Directory.Delete": removes(true),
    "System.IO.File.Delete": removes(),
    // Octave, MATLAB
    confirm_recursive_rmdir: () => undefined,
    rmdir: (args, m) =>
      args.positional.length > 1 ? removes(true)({ ...args, positional: args.positional.slice(0, 1) }, m) : undefined,
    unix: shells(),
    dos: shells(),
    shell: shells(),
    execShellCmd: shells(),
    exec: run,
    readFile: reads(),
    writeFile: writes("overwrite"),
    open: (args, m) =>
      /[wa]/.test(asText(args.positional[1] ?? text("r")).text)
        ? writes("overwrite", 0, 9)(args, m)
        : m.read(args.positional[0]),
    "gen_tcp.connect": connects(),
    Socket: connects(),
    joinpath: (args) => list(args.positional),
  },
  methods: {
    removeItem: (args, m) => {
      for (const path of [...args.positional, ...args.named.values()])
        m.onPaths(path, (p) => ({ kind: "delete", path: p, recursive: true }));
      return undefined;
    },
    execute,
    "!": execute,
    "!!": execute,
    lazyLines: execute,
    exec: (args, m) => (args.self?.kind === "symbol" ? undefined : run(args, m)),
    deleteRecursively: (args, m) => {
      m.onPaths(args.self, (path) => ({ kind: "delete", path, recursive: true }));
      return undefined;
    },
    deleteDir: (args, m) => {
      m.onPaths(args.self, (path) => ({ kind: "delete", path, recursive: true }));
      return undefined;
    },
  },
};

// Lisp and Tcl: a command in brackets, its words behind it.
const LIST =
  /[([]\s*(?:[\w.]+\/)?(?:sh|shell|shell-command|system|system\*|run-program|uiop:run-program|exec|os\.execute|clojure\.java\.shell\/sh)\s+([^()[\]]*)[)\]]/g;
/** Scala: a text that is run. */
const BANG = /"((?:[^"\\]|\\.)*)"\s*\.?\s*!{1,2}(?=\s*(?:$|[;\n)}]))/g;
/** ghci's `:!command`, gnuplot's and Maxima's `system "command"`. */
const ESCAPED = /(?:^|[;\n])\s*(?::!|!|system\s+["'])\s*([^"'\n]+)/g;
/** Raku's words in angles, and Lisps that delete trees. */
const RAKU = /\b(?:run|shell)\s*<([^<>]*)>/g;
const LISP_DELETE =
  /\(\s*(?:[\w.]+\/)?(?:delete-tree|delete-directory\/files|delete-directory-and-files|delete-directory-recursively|delete-directory-tree|remove-directory)\s+"((?:[^"\\]|\\.)*)"/g;
const TCL_EXEC = /(?:^|[;\n[])\s*(?:exec|spawn)\s+([\w./~-][^\n;\]("]*)/g;
const TCL_DELETE = /(?:^|[;\n[])\s*file\s+delete\s+(-force\s+)?(?:--\s+)?([^\s;\]]+)/g;

/** Julia sets named arguments apart with `;` inside the brackets of a call: a comma for the reader. */
function withCommas(code: string): string {
  if (!code.includes(";")) return code;
  let out = "";
  let depth = 0;
  let quote = "";
  for (let i = 0; i < code.length; i++) {
    const c = code[i] as string;
    if (quote !== "") {
      if (c === "\\") out += code[i++];
      else if (c === quote) quote = "";
    } else if (c === '"') quote = c;
    else if (c === "(") depth++;
    else if (c === ")") depth--;
    out += c === ";" && quote === "" && depth > 0 ? "," : (code[i] ?? "");
  }
  return out;
}

/** What a piece of code in a language without a reader of its own does, as far as a common table goes. */
export const other: CodeReader = (code, out, inner) => {
  runScript(withCommas(code), profile, out, inner);
  for (const match of code.matchAll(LIST)) {
    const words = [...(match[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"']+)/g)].map((m) => m[1] ?? m[2] ?? "");
    if (words.length > 0)
      out.code("sh", { text: words.join(" "), known: true, glob: false, tilde: false }, { via: "other" });
  }
  for (const [, path = ""] of code.matchAll(LISP_DELETE))
    out.effect({
      kind: "delete",
      path: out.path({ ...plainWord(path), tilde: path.startsWith("~") }),
      recursive: true,
    });
  for (const pattern of [BANG, ESCAPED, RAKU, TCL_EXEC]) {
    for (const match of code.matchAll(pattern)) out.code("sh", plainWord((match[1] ?? "").trim()), { via: "other" });
  }
  for (const match of code.matchAll(TCL_DELETE)) {
    const path = out.path({
      text: (match[2] ?? "").replace(/^["{]|["}]$/g, ""),
      known: true,
      glob: /[*?]/.test(match[2] ?? ""),
      tilde: (match[2] ?? "").startsWith("~"),
    });
    out.effect({ kind: "delete", path, recursive: match[1] !== undefined });
  }
};
