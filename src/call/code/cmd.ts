import { plainWord, type Word } from "../word.js";
import { pathWord } from "./powershell.js";
import type { CodeReader } from "./reader.js";

// learn.microsoft.com/windows-server/administration/windows-commands
const MOST = 2000;
/** `/s`, `/mir`, `/e:on`; `/mnt/c` is a path. */
const SWITCH = /^\/[a-z?]{1,9}(?::\S*)?$/i;

/** What a line for Windows' `cmd` does: its own commands for files, and every other word as a program. */
export const cmd: CodeReader = (code, out, inner) => {
  for (const part of segments(code).slice(0, MOST)) {
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
