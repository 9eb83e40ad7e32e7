import { plainWord, type Word } from "../word.js";
import { pathWord } from "./powershell.js";
import type { CodeReader } from "./reader.js";

// learn.microsoft.com/windows-server/administration/windows-commands
const MOST = 2000;
/** Variables that are filled in. */
const MOST_SET = 64;
/** `/s`, `/mir`, `/e:on`; `/mnt/c` is a path. */
const SWITCH = /^\/[a-z?]{1,9}(?::\S*)?$/i;

/** What a line for Windows' `cmd` does: its own commands for files, and every other word as a program. */
export const cmd: CodeReader = (code, out, inner) => {
  let given = code;
  // `set NAME=value` holds for the lines that follow.
  for (const [whole, name = "", value = ""] of [...code.matchAll(/\bset\s+"?(\w+)=([^"&|\n]*)"?/gi)].slice(0, MOST_SET))
    given = given.replace(whole, "").replaceAll(`%${name}%`, value.trim());
  for (const segment of segments(given).slice(0, MOST)) {
    const part = innermost(segment);
    const forfiles = /^\s*forfiles\b.*?\/p\s+"?([^\s"]+)"?.*?\/c\s+"(.*)"\s*$/i.exec(part);
    if (forfiles && inner.via !== "forfiles") {
      const line = (forfiles[2] ?? "").replace(/\\"/g, '"').replace(/@(?:path|file)/gi, `${forfiles[1]}\\*`);
      cmd(line.replace(/^cmd(?:\.exe)?\s+\/c\s+/i, ""), out, { ...inner, via: "forfiles" });
      continue;
    }
    const words = wordsOf(part);
    const name = (words[0] ?? "").toLowerCase().replace(/^@/, "");
    const switches = words.filter((w) => SWITCH.test(w)).map((w) => w.toLowerCase());
    const operands = words.slice(1).filter((w) => !SWITCH.test(w));
    const paths = operands.map((w) =>
      variables(w, out.path({ text: "~", known: true, glob: false, tilde: true }).abs ?? "~"),
    );
    if (name === "" || name === "rem" || name === "echo" || name === "::" || switches.includes("/?")) continue;
    if (name === "del" || name === "erase" || name === "rd" || name === "rmdir") {
      for (const path of paths)
        out.effect({ kind: "delete", path: out.path(path), recursive: switches.includes("/s") });
    } else if (name === "type") for (const path of paths) out.effect({ kind: "read", path: out.path(path) });
    else if (name === "move" || name === "ren" || name === "rename") {
      const [from, to] = paths;
      if (from && to) out.effect({ kind: "move", path: out.path(from), to: out.path(to) });
    } else if (name === "copy" || name === "xcopy") {
      const [from, to] = paths;
      if (from) out.effect({ kind: "read", path: out.path(from) });
      if (to) out.effect({ kind: "write", path: out.path(to), how: "overwrite" });
    } else if (name === "format" && /^[a-z]:$/i.test(operands[0] ?? "")) out.act("fs-device/format", part.trim());
    else if (name === "reg" && /^delete$/i.test(operands[0] ?? "")) out.act("system/registry", part.trim());
    else if (name === "shutdown") out.act("system/halt", part.trim());
    else if (
      !/^(?:cd|chdir|set|if|for|goto|call|exit|dir|cls|title|pause|mkdir|md|ver|where|find|findstr|more|sort)$/.test(
        name,
      )
    )
      out.command(words.map(plainWord), inner);
  }
};

const FOR =
  /^\s*@?for\s+(?:\/[dlrf]\b\s*(?:"[^"]*"\s+)?)?([A-Za-z]:\\?\S*\s+|\\\S*\s+)?%%?(\w)\s+in\s+\(([^)]*)\)\s+do\s+(.*)$/is;
const IF =
  /^\s*@?if\s+(?:\/i\s+)?(?:not\s+)?(?:exist\s+(?:"[^"]*"|\S+)|defined\s+\S+|errorlevel\s+\d+|\S+\s*==\s*\S+|\S+\s+(?:equ|neq|lss|leq|gtr|geq)\s+\S+)\s+(.*)$/is;
const STARTED =
  /^\s*@?(?:call|start(?:\s+"[^"]*")?(?:\s+\/(?:b|i|min|max|wait|low|high|normal|d\s+\S+))*)\s+(?!:)(.*)$/is;

/** The command in a loop, behind a condition, or started by another; what a loop goes over stands in its place. */
function innermost(segment: string): string {
  let part = segment;
  for (let depth = 0; depth < 8; depth++) {
    const loop = FOR.exec(part);
    if (loop) {
      const [, root = "", name = "", set = "", body = ""] = loop;
      // What a program prints may be any name.
      const over = /['`]/.test(set) ? "*" : (set.trim().split(/[\s,]+/)[0] ?? "*");
      const value = root === "" ? over : `${root.trim().replace(/\\$/, "")}\\${over}`;
      part = body.replace(new RegExp(`%%?~?[a-z]*${name}\\b`, "g"), () => value);
      continue;
    }
    const behind = IF.exec(part)?.[1] ?? STARTED.exec(part)?.[1];
    if (behind === undefined) return part.replace(/^\s*\(\s*|\s*\)\s*$/g, "");
    part = behind.replace(/^\s*\(\s*|\s*\)\s*$/g, "");
  }
  return part;
}

function segments(code: string): string[] {
  const out: string[] = [];
  let current = "";
  let quoted = false;
  for (let i = 0; i < code.length; i++) {
    const c = code[i] as string;
    if (c === "^" && !quoted) current += code[++i] ?? "";
    else if (c === '"') {
      quoted = !quoted;
      current += c;
    } else if (!quoted && (c === "&" || c === "|" || c === "\n")) {
      out.push(current);
      current = "";
    } else current += c;
  }
  return [...out, current];
}

function wordsOf(part: string): string[] {
  return [...part.matchAll(/"([^"]*)"|([^\s"]+)/g)].map((m) => m[1] ?? m[2] ?? "");
}

function variables(text: string, home: string): Word {
  const filled = text
    .replace(/%(?:USERPROFILE|HOMEPATH|HOMEDRIVE%%HOMEPATH)%/gi, home)
    .replace(/%(?:SystemRoot|windir)%/gi, "C:\\Windows")
    .replace(/%SystemDrive%/gi, "C:")
    .replace(/%(?:TEMP|TMP)%/gi, "/tmp")
    .replace(/%(\w+)%/g, "⟦$1⟧");
  return pathWord(filled, undefined, true);
}
