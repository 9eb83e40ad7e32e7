import { plainWord } from "../word.js";
import type { CodeReader } from "./reader.js";

const QUOTED = /"((?:[^"\\]|\\.)*)"/;
const SHELL = /do\s+shell\s+script\s+(?:\(?\s*)"((?:[^"\\]|\\.)*)"((?:\s*&\s*(?:"(?:[^"\\]|\\.)*"|[\w ]+))*)/gi;
const TYPED = /\bdo\s+script\s+"((?:[^"\\]|\\.)*)"/gi;

/** What a piece of AppleScript does: shell texts that it runs, and deletions it asks the Finder for. */
export const applescript: CodeReader = (code, out, inner) => {
  const text = withoutComments(code);
  for (const pattern of [SHELL, TYPED]) {
    for (const match of text.matchAll(pattern)) {
      const tail = [...(match[2] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"|&\s*([A-Za-z_][\w ]*)/g)]
        .map((m) => m[1] ?? `⟦${m[2]}⟧`)
        .join("");
      const whole = unquoted(match[1] ?? "") + unquoted(tail);
      const known = !whole.includes("⟦");
      out.code("sh", known ? plainWord(whole) : { ...plainWord(whole), known, taint: "unknown" }, inner);
    }
  }
  for (const match of text.matchAll(
    /\bdelete\s+(?:\(?\s*)(?:POSIX\s+file|folder|file|alias|disk item)\s+"((?:[^"\\]|\\.)*)"/gi,
  )) {
    out.effect({
      kind: "delete",
      path: out.path({ ...plainWord(unquoted(match[1] ?? "")), tilde: (match[1] ?? "").startsWith("~") }),
      recursive: true,
    });
  }
  // The clipboard's text is nobody's code.
  const clipboard = /\bset\s+(\w+)\s+to\s+(?:\(\s*)?the\s+clipboard\b/i.exec(text)?.[1];
  if (
    /\bdo\s+shell\s+script\s+(?:\(\s*)?the\s+clipboard\b/i.test(text) ||
    (clipboard && new RegExp(`do\\s+shell\\s+script\\s+${clipboard}\\b`, "i").test(text))
  )
    out.effect({ kind: "opaque", class: "stdin-code", origin: "foreign", source: "the clipboard" });
  for (const [, item = "", place = ""] of text.matchAll(
    /\bdelete\s+(?:every\s+(?:item|file|folder)|(?:folder|file|item)\s+"([^"]*)")\s+of\s+(?:the\s+)?(home|desktop|startup disk|documents folder|(?:home|documents|desktop) folder)\b/gi,
  )) {
    const under: Readonly<Record<string, string>> = {
      h: "~",
      d: place.startsWith("doc") ? "~/Documents" : "~/Desktop",
      s: "/",
    };
    const folder = under[place[0]?.toLowerCase() ?? "h"] ?? "~";
    const whole = item === "" ? `${folder}/*` : `${folder}/${item}`;
    out.effect({
      kind: "delete",
      path: out.path({ ...plainWord(whole), tilde: whole.startsWith("~"), glob: item === "" }),
      recursive: true,
    });
  }
  if (/\bmake\s+(?:new\s+)?login\s+item\b/i.test(text)) out.act("persistence/autostart");
  if (/\bto\s+(?:shut\s+down|restart)\b|\b(?:shut down|restart)\s*$/im.test(text) && /tell\s+app/i.test(text))
    out.act("system/halt");
};

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}

/** Comments away; texts stay whole. */
function withoutComments(code: string): string {
  return code
    .split("\n")
    .map((line) => {
      let at = 0;
      while (at < line.length) {
        if (line[at] === '"') {
          const match = QUOTED.exec(line.slice(at));
          if (!match) return line;
          at += match.index + match[0].length;
        } else if (line.startsWith("--", at) || line[at] === "#") return line.slice(0, at);
        else at++;
      }
      return line;
    })
    .join("\n");
}
