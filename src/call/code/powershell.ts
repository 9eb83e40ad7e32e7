import type { Emitter, Inner } from "../programs/emit.js";
import { plainWord, type Word } from "../word.js";
import { actOf } from "./powershell-acts.js";
import { type PsCommand, type PsWord, psPipelines } from "./powershell-tokens.js";
import type { CodeReader } from "./reader.js";

// learn.microsoft.com/powershell/module: aliases that PowerShell ships.
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rm: "remove-item",
    ri: "remove-item",
    del: "remove-item",
    erase: "remove-item",
    rd: "remove-item",
    rmdir: "remove-item",
    gc: "get-content",
    cat: "get-content",
    type: "get-content",
    sc: "set-content",
    ac: "add-content",
    clc: "clear-content",
    mv: "move-item",
    move: "move-item",
    mi: "move-item",
    cp: "copy-item",
    copy: "copy-item",
    cpi: "copy-item",
    ren: "rename-item",
    rni: "rename-item",
    ni: "new-item",
    md: "new-item",
    iex: "invoke-expression",
    irm: "invoke-restmethod",
    iwr: "invoke-webrequest",
    curl: "invoke-webrequest",
    wget: "invoke-webrequest",
    gci: "get-childitem",
    ls: "get-childitem",
    dir: "get-childitem",
    cd: "set-location",
    sl: "set-location",
    chdir: "set-location",
    kill: "stop-process",
    gps: "get-process",
    ps: "get-process",
    gsv: "get-service",
    spsv: "stop-service",
    gi: "get-item",
    spps: "stop-process",
    start: "start-process",
    saps: "start-process",
    "%": "foreach-object",
    foreach: "foreach-object",
    "?": "where-object",
    echo: "write-output",
  }),
);

/** Cmdlets of the language that touch nothing. */
const QUIET =
  /^(?:write|out-null|out-string|out-default|format-(?:table|list|wide)|select|where|sort|measure|group|compare|test-path|get|join|split|resolve|convert|import-csv|read-host|foreach-object|tee-object|new-object|set-variable|param|function|if|else|elseif|for|while|do|try|catch|finally|return|throw|exit|switch|using|\[|\$|\(|@|\d)/;

interface State {
  readonly out: Emitter;
  readonly inner: Inner;
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  /** Files that were fetched, by absolute path. */
  readonly fetched: Set<string>;
  /** Variables that hold what was fetched. */
  readonly downloaded: Map<string, "network" | "decoded">;
  depth: number;
}

/**
 * What a piece of PowerShell does: its cmdlets for files, processes and downloads by name or alias;
 * every other word in a command's place is a program.
 */
export const powershell: CodeReader = (code, out, inner) => {
  read(code, {
    out,
    inner,
    variables: new Map(),
    aliases: new Map(),
    fetched: new Set(),
    downloaded: new Map(),
    depth: 0,
  });
};

/** A list of all there is, into what ends it. */
const ALL_STOPPED: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^(?:get-process|gps|ps)$/i, /^\s*(?:stop-process|kill|spps)\b|\.Kill\(/i, "system/kill-everything"],
  [/^(?:get-service|gsv)$/i, /^\s*(?:stop-service|spsv)\b|\.Stop\(/i, "system/services"],
];

function stopsAll(pipeline: readonly PsCommand[], state: State): void {
  const [source, ...rest] = pipeline;
  const last = rest.at(-1);
  if (!source || !last || source.words.length !== 1 || rest.length > 1) return;
  for (const [list, end, act] of ALL_STOPPED)
    if (list.test(source.words[0]?.text ?? "") && end.test(last.source)) state.out.act(act, source.source);
}

function read(code: string, state: State): void {
  for (const pipeline of psPipelines(code)) {
    stopsAll(pipeline, state);
    let paths: Word[] = [];
    let network = false;
    for (const command of pipeline) {
      const given = cmdlet(command, state, paths, network);
      network = network || given.network;
      paths = given.paths.length > 0 ? given.paths : paths;
    }
  }
}

interface Given {
  /** What the next command of the pipeline gets as its paths. */
  readonly paths: Word[];
  readonly network: boolean;
}

const NOTHING: Given = { paths: [], network: false };

function cmdlet(command: PsCommand, state: State, piped: readonly Word[], fromNetwork: boolean): Given {
  const { out } = state;
  const text = command.source;
  const each = piped.length > 0 ? piped : listedIn(text, state);
  // What `$_` or the loop's variable stands for in the block.
  const [loop] = each;
  const name$ = (/^\s*foreach\s*\(\s*\$(\w+)\s+in\b/i.exec(text)?.[1] ?? "_").toLowerCase();
  if (loop) state.variables.set(name$, loop.text);
  nested(command, state);
  if (loop && /\$(?:_|\w+)\.Delete\(/.test(text) && text.toLowerCase().includes(`$${name$}.delete(`))
    for (const word of each) out.effect({ kind: "delete", path: out.path(word), recursive: /true/i.test(text) });
  if (loop) state.variables.delete(name$);
  const assigned = /^\$(\w+)\s*=\s*(['"])([^'"]*)\2$/.exec(text.trim());
  if (assigned) {
    const value = assigned[3] ?? "";
    const known = assigned[2] === '"' ? pathWord(value, state, true) : plainWord(value);
    state.variables.set((assigned[1] ?? "").toLowerCase(), known.known ? known.text : value);
  }
  const joined = /^\$(\w+)\s*=\s*Join-Path\s+(?:-Path\s+)?(\S+)\s+(?:-ChildPath\s+)?(['"]?)([\w./\\-]+)\3$/i.exec(
    text.trim(),
  );
  if (joined) {
    const base = pathWord((joined[2] ?? "").replace(/^["']|["']$/g, ""), state);
    if (base.known) state.variables.set((joined[1] ?? "").toLowerCase(), `${base.text}/${joined[4]}`);
  }
  const held = holdsDownload(text, state);
  const network =
    held === "network" ||
    /\b(?:DownloadString|DownloadData)\s*\(|\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest|curl|wget)\b/i.test(text);
  const decoded = held === "decoded" || /FromBase64String|Get-Clipboard/i.test(text);
  const kept = network || decoded ? /^\s*\$(\w+)\s*\+?=/.exec(text)?.[1] : undefined;
  if (kept !== undefined) state.downloaded.set(kept.toLowerCase(), network ? "network" : "decoded");
  staticCalls(text, state);
  redirections(command, state);
  if (/\[scriptblock\]::Create\(|\[(?:System\.)?Reflection\.Assembly\]::Load\(|^\s*Add-Type\b/i.test(text)) {
    const origin = network || /DownloadString/i.test(text) ? "network" : decoded ? "decoded" : undefined;
    if (origin) out.effect({ kind: "opaque", class: "code", origin, source: text.slice(0, 200) });
  }
  const first = command.words[0];
  if (!first) return { paths: [], network };
  const called = calledName(first.text, state);
  const name = ALIASES.get(called) ?? called;
  if (assigned || (first.text.startsWith("$") && !command.called)) return { paths: [], network };
  const act = actOf(name, text);
  if (act) out.act(act, text.slice(0, 120));
  const args = parameters(command.words.slice(1), state);
  const targets = args.paths.length > 0 ? args.paths : piped;
  switch (name) {
    case "remove-item":
      if (args.has("-whatif")) return NOTHING;
      for (const word of targets) out.effect({ kind: "delete", path: out.path(word), recursive: args.has("-recurse") });
      return NOTHING;
    case "get-clipboard":
      return { paths: [{ ...plainWord("⟦clipboard⟧"), known: false, taint: "decoded" }], network: false };
    case "get-item":
      return { paths: args.paths, network: false };
    case "get-childitem":
      return { paths: (args.paths.length > 0 ? args.paths : [plainWord(".")]).map(everything), network: false };
    case "where-object":
    case "sort-object":
    case "select-object":
      return { paths: piped.map(narrowed), network: fromNetwork };
    case "get-content":
    case "import-csv":
    case "select-string":
      for (const word of args.paths.slice(name === "select-string" ? 1 : 0))
        out.effect({ kind: "read", path: out.path(word) });
      return NOTHING;
    case "set-content":
    case "out-file":
    case "add-content":
    case "new-item":
    case "export-csv":
      for (const word of args.paths.slice(0, 1))
        out.effect({
          kind: "write",
          path: out.path(word),
          how: name === "add-content" || args.has("-append") ? "append" : name === "new-item" ? "touch" : "overwrite",
        });
      return NOTHING;
    case "clear-content":
      for (const word of targets) out.effect({ kind: "destroy", path: out.path(word), how: "truncate" });
      return NOTHING;
    case "move-item":
    case "rename-item": {
      const [from, to] = args.paths;
      if (from && to) out.effect({ kind: "move", path: out.path(from), to: out.path(to) });
      return NOTHING;
    }
    case "copy-item": {
      const [from, to] = args.paths;
      if (from) out.effect({ kind: "read", path: out.path(from) });
      if (to) out.effect({ kind: "write", path: out.path(to), how: "overwrite" });
      return NOTHING;
    }
    case "invoke-expression":
      expression(
        command,
        state,
        args.paths,
        fromNetwork || network,
        decoded || piped.some((w) => w.taint === "decoded"),
      );
      return NOTHING;
    case "invoke-webrequest":
    case "invoke-restmethod": {
      const url = args.value("-uri") ?? args.paths[0];
      out.effect({ kind: "reach", url: url?.text ?? "" });
      const file = args.value("-outfile");
      if (file) {
        const path = out.path(file);
        out.effect({ kind: "write", path, how: "overwrite" });
        if (path.abs !== null) state.fetched.add(path.abs);
      }
      if (/\bbody\b.*(?:env:|Get-ChildItem\s+env)/i.test(text))
        out.effect({ kind: "send", what: "environment", to: url?.text ?? "" });
      return { paths: [], network: true };
    }
    case "start-process": {
      const rest = args.value("-argumentlist");
      const words = [
        ...args.paths.slice(0, 1),
        ...(rest ? rest.text.split(/[\s,]+/).map(plainWord) : args.paths.slice(1)),
      ];
      if (words[0]) {
        runsFetched(words[0], state);
        out.command(words, state.inner);
      }
      return NOTHING;
    }
    case "stop-process":
    case "stop-service":
      if (args.paths.some((w) => w.text === "*"))
        out.act(name === "stop-process" ? "system/kill-everything" : "system/services", text.slice(0, 120));
      return NOTHING;
    case "set-alias":
    case "new-alias": {
      const [alias, cmdletName] = args.paths;
      if (alias && cmdletName) state.aliases.set(alias.text.toLowerCase(), cmdletName.text.toLowerCase());
      return NOTHING;
    }
    default:
      if (!QUIET.test(name) && !act) external(command, state);
      return { paths: [], network };
  }
}

/** A command's name: an alias of the script's own, a variable that holds it, or pieces put together. */
function calledName(text: string, state: State): string {
  const pieces = /^\((.*)\)$/s.exec(text)?.[1];
  const parts = pieces?.split("+").map((part) => /^\s*(['"])(.*)\1\s*$/.exec(part)?.[2]);
  const known = parts?.every((part) => part !== undefined) ? parts.join("") : text;
  const variable = /^\$\{?(\w+)\}?$/.exec(known)?.[1];
  const value = (variable === undefined ? undefined : state.variables.get(variable.toLowerCase())) ?? known;
  return state.aliases.get(value.toLowerCase()) ?? value.toLowerCase();
}

function holdsDownload(text: string, state: State): "network" | "decoded" | undefined {
  if (state.downloaded.size === 0) return undefined;
  return [...text.matchAll(/\$\{?(\w+)/g)]
    .map((match) => state.downloaded.get((match[1] ?? "").toLowerCase()))
    .find((origin) => origin !== undefined);
}

/** `foreach ($f in Get-ChildItem DIR)`: everything in the directory. */
function listedIn(text: string, state: State): readonly Word[] {
  const listed =
    /^\s*foreach\s*\(\s*\$\w+\s+in\s+\(?\s*(?:Get-ChildItem|gci|ls|dir)\s+(?:-(?!Path)\w+\s+)*(?:-Path\s+)?(['"]?)([^\s'"()|]+)\1/i.exec(
      text,
    );
  return listed ? [everything(pathWord(listed[2] ?? "", state))] : [];
}

/** `(…)`, `$(…)` and `{…}` hold commands of their own. */
function nested(command: PsCommand, state: State): void {
  if (state.depth >= 6) return;
  state.depth++;
  for (const inner of command.nested) read(inner, state);
  state.depth--;
}

/** Objects that stand for a file or a directory, and delete it. */
const DELETED =
  /(?:\[(?:System\.)?IO\.(?:Directory|File)Info\]::new\(|\((?:New-Object\s+(?:System\.)?IO\.(?:Directory|File)Info(?:\s*\()?|(?:Get-Item|gi)\s+(?:-\w+\s+)*))\s*(['"]?)([^'")\s]+)\1\s*\)*\.Delete\(([^)]*)\)/gi;

/** .NET's own way to delete and write. */
function staticCalls(text: string, state: State): void {
  const { out } = state;
  for (const [, , path = "", how = ""] of text.matchAll(DELETED))
    out.effect({ kind: "delete", path: out.path(pathWord(path, state)), recursive: /true/i.test(how) });
  for (const match of text.matchAll(
    /\[(?:System\.)?IO\.(File|Directory)\]::(\w+)\(\s*(['"])([^'"]*)\3\s*(?:,\s*([^)]*))?\)/gi,
  )) {
    const path = out.path(pathWord(match[4] ?? "", state));
    const method = (match[2] ?? "").toLowerCase();
    if (method === "delete") out.effect({ kind: "delete", path, recursive: /true/i.test(match[5] ?? "") });
    else if (method.startsWith("write") || method === "create") out.effect({ kind: "write", path, how: "overwrite" });
    else if (method.startsWith("append")) out.effect({ kind: "write", path, how: "append" });
    else if (method.startsWith("read")) out.effect({ kind: "read", path });
  }
}

/** `> file`, `*>> file`; `2>&1` and `$null` are no files. */
function redirections(command: PsCommand, state: State): void {
  for (const [i, word] of command.words.entries()) {
    const sign = word.quoted ? null : /^[0-9*]?(>>?)([^&]*)$/.exec(word.text);
    const target = sign?.[2] || (sign ? command.words[i + 1]?.text : undefined);
    if (!sign || target === undefined || /^(?:\$null|NUL)$/i.test(target)) continue;
    const how = sign[1] === ">>" ? "append" : "overwrite";
    state.out.effect({ kind: "write", path: state.out.path(pathWord(target, state)), how });
  }
}

function runsFetched(program: Word, state: State): void {
  const { abs } = state.out.path(program);
  if (abs === null || !state.fetched.has(abs)) return;
  state.out.effect({ kind: "opaque", class: "script-file", origin: "network", source: program.text });
}

function expression(
  command: PsCommand,
  state: State,
  words: readonly Word[],
  network: boolean,
  decoded: boolean,
): void {
  const source = command.source.slice(0, 200);
  if (network) state.out.effect({ kind: "opaque", class: "code", origin: "network", source });
  else if (decoded) state.out.effect({ kind: "opaque", class: "code", origin: "decoded", source });
  else if (words[0]?.known && state.depth < 6) {
    state.depth++;
    read(words[0].text, state);
    state.depth--;
  } else state.out.effect({ kind: "opaque", class: "code", origin: "unknown", source });
}

function external(command: PsCommand, state: State): void {
  const words = command.words.map((w) => pathWord(w.text, state, w.quoted));
  if (words[0]) runsFetched(words[0], state);
  if (words[0] && (command.called || !command.words[0]?.quoted) && /^[\w./\\:~-]+$/.test(words[0].text))
    state.out.command(
      words.map((w) => w),
      state.inner,
    );
}

interface Parameters {
  readonly paths: Word[];
  has(name: string): boolean;
  value(name: string): Word | undefined;
}

const SWITCHES =
  /^-(?:r\w*|fo\w*|wh\w*|co\w*|v\w*|confirm.*|append|noclobber|hidden|file|directory|name|raw|usebasicparsing|passthru|nonewline|wait|nonewwindow)$/;
const PATHS = /^-(?:p|path|lp|literalpath|pspath|filepath|destination|dest|target|name|newname)$/;

/** Parameters by any clear beginning, as PowerShell takes them. */
function parameters(words: readonly PsWord[], state: State): Parameters {
  const paths: Word[] = [];
  const switches = new Set<string>();
  const values = new Map<string, Word>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as PsWord;
    const name = word.text.toLowerCase().replace(/:.*$/, "");
    if (word.quoted || !/^-[a-z]/.test(name)) {
      for (const part of word.quoted ? [word.text] : word.text.split(",").filter(Boolean))
        paths.push(pathWord(part, state, word.quoted));
    } else if (PATHS.test(name) && words[i + 1]) {
      const text = (words[++i] as PsWord).text;
      for (const part of text.split(",")) paths.push(pathWord(part, state, words[i]?.quoted));
    } else if (SWITCHES.test(name)) switches.add(name);
    else if (words[i + 1]) values.set(name, pathWord((words[++i] as PsWord).text, state, words[i]?.quoted));
    else switches.add(name);
  }
  return {
    paths,
    has: (name) => [...switches].some((s) => s.length > 1 && name.startsWith(s)),
    value: (name) => values.get(name) ?? [...values].find(([key]) => name.startsWith(key))?.[1],
  };
}

/** A path as PowerShell means it: `$HOME`, `$env:NAME`, backslashes, drives as they are mounted in WSL. */
export function pathWord(
  given: string,
  state?: { out: Emitter; variables: Map<string, string> },
  quoted = false,
): Word {
  const home = state?.out.path({ text: "~", known: true, glob: false, tilde: true }).abs ?? "~";
  let text = given
    .replace(/\$\{?PROFILE(?:\.\w+)?\}?/gi, `${home}/.config/powershell/profile.ps1`)
    .replace(/\$\{?(?:HOME|env:USERPROFILE|env:HOME)\}?/gi, home)
    .replace(/\$\{?env:(?:TEMP|TMP)\}?/gi, "/tmp")
    .replace(/\$\{?env:(?:SystemRoot|windir)\}?/gi, "/mnt/c/Windows")
    .replace(/\$\{?env:SystemDrive\}?/gi, "/mnt/c")
    .replace(/\$\{?PWD\}?(?:\.Path)?/gi, ".")
    .replace(
      /\$\{?(\w+)\}?(?:\.(?:FullName|Path|PSPath|ToString\(\)))?/g,
      (whole, name: string) => state?.variables.get(name.toLowerCase()) ?? `⟦${whole}⟧`,
    );
  if (/^[A-Za-z]:(?:[\\/]|$)/.test(text)) text = `/mnt/${text[0]?.toLowerCase()}${text.slice(2).replace(/\\/g, "/")}`;
  else if (/\\/.test(text)) text = text.replace(/\\/g, "/");
  const known = !text.includes("⟦");
  const word: Word = { text, known, glob: /[*?]/.test(text), tilde: text.startsWith("~") && !quoted };
  return known ? word : { ...word, taint: "unknown" };
}

function everything(word: Word): Word {
  return word.glob ? word : { ...word, text: `${word.text.replace(/\/$/, "")}/*`, glob: true };
}

/** A filter in between leaves only some of it. */
function narrowed(word: Word): Word {
  return { ...word, text: word.text.replace(/\*$/, "⟦some⟧"), known: false, taint: "unknown" };
}
