import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { Language, ProgramSpec } from "./spec.js";
import { unreadCode } from "./unread.js";

// Editors: what they open may be written, and the commands given to them may run programs.
// ed(1), ex(1) and vi(1) of POSIX, vim(1) 9.1, emacs(1) 29, nano(1), code(1).

export const programs: readonly ProgramSpec[] = [
  {
    names: ["vim", "vi", "nvim", "gvim", "view", "ex", "vimdiff", "rvim", "vim.tiny", "nvi", "elvis", "mvim"],
    flags: [..."vedyRZmMbCNVDnHFAXEfgLlpoO"]
      .map((c) => `-${c}`)
      .concat([
        "-es",
        "-Es",
        "-s",
        "--clean",
        "--headless",
        "--not-a-term",
        "--noplugin",
        "--embed",
        "--remote",
        "--nofork",
      ]),
    values: {
      "-c --cmd": "text",
      "-S": "script",
      "-u": "script",
      "-U": "script",
      "-i": "text",
      "-t": "text",
      "-T": "text",
      "-w -W": "write",
      "-q": "read",
      "-r": "text",
      "-l": "script",
      "--listen": "text",
      "--server": "text",
      "--startuptime": "write",
    },
    handler: "vi",
    mutates: "unknown",
  },
  {
    names: ["ed", "red"],
    flags: ["-E", "-G", "-l", "-r", "-s", "-v", "-"],
    values: { "-p": "text" },
    handler: "ed",
    mutates: "unknown",
  },
  {
    names: ["emacs", "emacsclient", "xemacs", "emacs-nox"],
    style: "single-dash",
    flags: [
      "-batch --batch",
      "-Q --quick",
      "-q --no-init-file",
      "-nw --no-window-system",
      "-n --no-wait",
      "-daemon --daemon",
      "--kill",
      "-t --tty",
      "-c --create-frame",
    ],
    values: {
      "-eval --eval -execute --execute -e": "text",
      "-l --load -load": "script",
      "-script --script -x": "script",
      "-f --funcall -funcall": "text",
      "-u --user": "text",
      "-L --directory": "text",
      "--chdir -chdir": "cwd",
      "-a --alternate-editor": "program",
    },
    handler: "emacs",
    mutates: "unknown",
  },
  {
    names: [
      "nano",
      "pico",
      "micro",
      "joe",
      "jed",
      "mcedit",
      "helix",
      "hx",
      "kak",
      "zed",
      "subl",
      "gedit",
      "kate",
      "mousepad",
      "xed",
      "code",
      "code-insiders",
      "cursor",
      "codium",
      "windsurf",
      "atom",
      "idea",
      "webstorm",
      "pycharm",
    ],
    flags: ["-w --wait", "-n --new-window", "-r --reuse-window", "-g --goto", "-d --diff", "-a --add"],
    values: { "-e": "text", "-o": "text", "--install-extension": "text", "--uninstall-extension": "text" },
    operands: "text",
    mutates: "unknown",
  },
];

/** Ex commands given with -c, --cmd, `+cmd` or on the input; files are opened, and written only when a command does. */
const vi: Handler = (inv, out) => {
  const commands: Word[] = [...inv.values("-c")];
  const files: Word[] = [];
  for (const word of inv.operands) {
    if (word.text.startsWith("+")) commands.push({ ...word, text: word.text.slice(1) });
    else files.push(word);
  }
  const script = inv.has("-es", "-Es", "-s", "-e", "-E") || inv.name === "ex";
  if (script && inv.stdin?.kind === "text") commands.push(plainWord(inv.stdin.text));
  for (const word of files) out.effect({ kind: "read", path: out.path(word) });
  let writes = false;
  for (const word of commands) unreadCode(word, out);
  for (const word of commands)
    for (const line of word.text.split("\n")) writes = exCommand(line, word, inv, out) || writes;
  if (writes) for (const word of files) out.effect({ kind: "write", path: out.path(word), how: "inplace" });
};

const LANGUAGES: Readonly<Record<string, Language>> = { lu: "lua", py: "python", pe: "perl", ru: "ruby" };

/** A text or a home directory as vim and nvim write it: `'x'`, `expand("~/x")`, `$HOME`, `$HOME . '/x'`. */
const VIM_PATH = String.raw`(?:(?:vim\.fn\.)?(?:expand|fnamemodify|resolve)\s*\(\s*)?(?<home>(?:\$HOME|vim\.env\.HOME)(?:\s*\.{1,2}\s*)?)?(?:(?<quote>["'])(?<rest>.*?)\k<quote>)?`;

/** What the functions of vim and nvim delete, and whether with everything in it. */
function deletions(text: string): (readonly [string, boolean])[] {
  const call = new RegExp(
    String.raw`\b(?:delete|vim\.fn\.delete|os\.remove|vim\.fs\.rm|vim\.(?:uv|loop)\.fs_(?:rmdir|unlink))\s*\(\s*${VIM_PATH}(?<options>[^|]*)`,
    "g",
  );
  return [...text.matchAll(call)].flatMap(({ groups = {} }) => {
    const path = `${groups.home ? "~" : ""}${groups.rest ?? ""}`;
    const all = /(["'])rf\1|recursive\s*=\s*true/.test(groups.options ?? "");
    return path === "" ? [] : [[path, all] as const];
  });
}

/** One line of ex; tells whether the file at hand is written. */
function exCommand(line: string, word: Word, inv: Invocation, out: Emitter): boolean {
  let writes = false;
  for (const part of commandsOf(line)) {
    const text = part.replace(
      /^[\s:]*(?:(?:sil(?:ent)?|noa(?:utocmd)?|exe(?:cute)?|norm(?:al)?|bufdo|argdo|windo|tabdo|verbose|keepalt)!?\s+["':]*)*/,
      "",
    );
    const shell =
      /^(?:[%\d,$.'<>]*)(?:!+|r(?:ead)?\s*!|w(?:rite)?\s+!|te(?:rm(?:inal)?)?\s+|sh(?:ell)?\s+|system\()(.*)$/s.exec(
        text,
      )?.[1];
    if (shell !== undefined && shell.trim() !== "")
      out.code("sh", { ...word, text: shell, tilde: false }, { via: inv.name });
    const call =
      /\b(?:system(?:list)?|jobstart|termopen|os\.execute|vim\.fn\.system|io\.popen)\s*\(\s*(["'])(.*?)\1/s.exec(
        text,
      )?.[2];
    if (call) out.code("sh", plainWord(call), { via: inv.name });
    for (const [, words = ""] of text.matchAll(/\b(?:system(?:list)?|jobstart|termopen)\s*\(\s*[[{]([^\]}]*)[\]}]/g))
      out.command(
        [...words.matchAll(/(["'])(.*?)\1/g)].map((each) => plainWord(each[2] ?? "")),
        { via: inv.name },
      );
    for (const [path, all] of deletions(text))
      out.effect({ kind: "delete", path: out.path(tilde(path)), recursive: all });
    const language = /^(lua|py(?:thon)?[3x]?|perl?|ruby?)\b\s*(?!<<)(.+)$/s.exec(text);
    if (language) out.code(LANGUAGES[language[1]?.slice(0, 2) ?? ""] ?? "other", plainWord(language[2] ?? ""));
    const target = /^[%\d,$.'<>]*(?:w(?:rite)?|sav(?:eas)?|wq|x|up(?:date)?)!?\s+(?:>>\s*)?([^!|\s][^|]*)$/.exec(
      text,
    )?.[1];
    if (target) out.effect({ kind: "write", path: out.path(tilde(target.trim())), how: "overwrite" });
    else if (/^[%\d,$.'<>]*(?:w(?:rite)?|wq|wqa|xa?|wa|up(?:date)?)!?(?:\s|$)/.test(text)) writes = true;
  }
  return writes;
}

/** A bar separates commands, but not after one that takes the rest of the line. */
function commandsOf(line: string): string[] {
  return /^[\s:]*(?:[%\d,$.'<>]*!|r(?:ead)?\s*!|w(?:rite)?\s+!|g\/|g!|v\/|norm)/.test(line)
    ? [line]
    : line.split(/\s*\|\s*/);
}

function tilde(text: string): Word {
  return { ...plainWord(text), tilde: text.startsWith("~") };
}

/** ed(1) takes its commands from the input: `!cmd` runs, `w file` writes. */
const ed: Handler = (inv, out) => {
  const [file] = inv.operands;
  if (file?.text.startsWith("!")) out.code("sh", { ...file, text: file.text.slice(1) }, { via: inv.name });
  else if (file) out.effect({ kind: "read", path: out.path(file) });
  const stdin = inv.stdin;
  if (stdin?.kind !== "text") {
    if (stdin?.kind === "pipe")
      out.effect({ kind: "opaque", class: "stdin-code", origin: stdin.taint, source: `| ${inv.name}` });
    return;
  }
  let typing = false;
  for (const line of stdin.text.split("\n")) {
    if (typing) {
      typing = line !== ".";
      continue;
    }
    if (/^[^!]*?[aic]$/.test(line) && !line.startsWith("!")) {
      typing = /^(?:[\d,$.;%/?].*)?[aic]$/.test(line);
      continue;
    }
    const shell = /^(?:[\d,$.;%]*)(?:!|[rwWe]\s*!)(.*)$/.exec(line)?.[1];
    if (shell && inv.name !== "red") out.code("sh", plainWord(shell), { via: inv.name });
    const target = /^[\d,$.;%]*[wW]q?\s+([^!].*)$/.exec(line)?.[1];
    if (target) out.effect({ kind: "write", path: out.path(tilde(target)), how: "overwrite" });
    else if (/^[\d,$.;%]*[wW]q?$/.test(line) && file)
      out.effect({ kind: "write", path: out.path(file), how: "inplace" });
  }
};

/** Lisp given to emacs: calls that run a program or delete. */
const emacs: Handler = (inv, out) => {
  for (const word of inv.values("-eval")) {
    const { text } = word;
    unreadCode(word, out);
    for (const match of text.matchAll(
      /\((?:shell-command(?:-to-string)?|async-shell-command|compile|eshell-command)\s+"((?:[^"\\]|\\.)*)"/g,
    ))
      out.code("sh", plainWord(unescaped(match[1])), { via: "emacs --eval" });
    for (const match of text.matchAll(
      /\((?:call-process|start-process|process-lines|make-process)((?:\s+(?:"(?:[^"\\]|\\.)*"|[\w:-]+))+)\s*\)/g,
    )) {
      const words = [...(match[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => plainWord(unescaped(m[1])));
      if (words.length > 0) out.command(words, { via: "emacs --eval" });
    }
    for (const match of text.matchAll(
      /\(delete-(file|directory)\s+(?:\(expand-file-name\s+)?(?:"((?:[^"\\]|\\.)*)"|\(getenv\s+"HOME"\))\)?(\s+t)?/g,
    )) {
      const path = out.path(tilde(match[2] === undefined ? "~" : unescaped(match[2])));
      out.effect({ kind: "delete", path, recursive: match[1] === "directory" && match[3] !== undefined });
    }
  }
  for (const word of inv.operands) out.effect({ kind: "read", path: out.path(word) });
};

function unescaped(text = ""): string {
  return text.replace(/\\(.)/gs, "$1");
}

export const handlers: Readonly<Record<string, Handler>> = { vi, ed, emacs };
