import { baseName } from "../path.js";
import type { Field } from "./field.js";
import type { Shell } from "./shell.js";

/** Without a starting point these begin where they stand: `find $UNSET -delete`. */
const SEARCHES = /^(?:g?find|bfs)$/;

/** What is left names a root or everything in it: `/`, `/*`, `/.`, `~/`. */
const ROOT = /^(?:\/|~|\/?~\/)?[/.*]*$/;

/**
 * The command as it is when variables that may be unset are: only where that changes which program
 * runs, which options it gets, or turns a path into a root. Null when it does not.
 */
export function emptied(argv: readonly Field[], shell: Shell): Field[] | null {
  const { holes } = shell;
  if (!someUnknown(argv, shell)) return null;
  let changed = false;
  const out: Field[] = [];
  const searches = SEARCHES.test(baseName(argv[0]?.text ?? ""));
  for (const each of argv) {
    const first = out.length === 0;
    const text = holes.emptied(each.text);
    if (text === each.text) {
      out.push(each);
      continue;
    }
    if (first ? takesName(each, text, shell) : takesWord(each, text, shell)) {
      changed = true;
      if (text !== "") out.push({ ...each, text });
    } else if (first) return null;
    else if (searches && text === "" && !each.quoted) changed = true;
    else out.push(each);
  }
  if (!changed || out.length === 0) return null;
  const name = baseName(holes.shown(out[0]?.text ?? ""));
  return out[0] !== argv[0] && shell.table.lookUp(name) === undefined && !shell.knows(name) ? null : out;
}

function someUnknown(argv: readonly Field[], { holes }: Shell): boolean {
  if (holes.none()) return false;
  for (const each of argv) if (holes.in(each.text)) return true;
  return false;
}

/** `$SUDO rm x`, `r${x}m x`; a quoted name that is empty names no program. */
function takesName(each: Field, text: string, shell: Shell): boolean {
  if (text === "") return !each.quoted;
  // `"$X"/bin/rm` runs what its base name says, whatever the variable holds.
  const base = text.slice(text.lastIndexOf("/") + 1);
  return each.text.endsWith(base) ? shell.holes.in(each.text.slice(each.text.lastIndexOf("/") + 1)) : true;
}

function takesWord(each: Field, text: string, shell: Shell): boolean {
  if (text === "") return false;
  if (text.startsWith("-") !== each.text.startsWith("-")) return true;
  if (text.startsWith("-") && !text.includes("=")) return true;
  if (ROOT.test(text)) return text.startsWith("/") || text.startsWith("~");
  return glued(each.text, shell);
}

/** An unknown part inside a name: `/e${x}tc`. */
function glued(text: string, shell: Shell): boolean {
  for (let i = 1; i < text.length - 1; i++) {
    if (!shell.holes.in(text[i] as string) || !shell.holes.get(text[i] as string).empty) continue;
    if (/[a-z]/.test(text[i - 1] as string) && /[a-z]/.test(text[i + 1] as string)) return true;
  }
  return false;
}
