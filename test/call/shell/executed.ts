import type { Analysis } from "../../../src/call/effect.js";
import type { Word } from "../../../src/call/word.js";

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a listed word may have been when the command ran; unknown words may be none or several. */
function wordPattern(word: Word, home: string): string {
  const text = word.tilde ? word.text.replace(/^~(?=\/|$)/, home) : word.text;
  if (word.glob || word.elastic) return "(?:\x1f[\\s\\S]*)?";
  if (word.known) return `\x1f${literal(text)}`;
  let out = "";
  let depth = 0;
  for (const c of text) {
    if (c === "⟦" && depth++ === 0) out += out.endsWith("[\\s\\S]*") ? "" : "[\\s\\S]*";
    else if (c === "⟧") depth--;
    else if (depth === 0) out += literal(c);
  }
  // What turns out to be nothing takes the space beside it along (`"$*"`).
  out = out.replaceAll(" [\\s\\S]*", "(?: [\\s\\S]*)?");
  return out === "[\\s\\S]*" ? "(?:\x1f[\\s\\S]*)?" : `(?:\x1f${out})`;
}

/** Whether an argument list that ran is among the listed commands. */
export function lists(analysis: Analysis, ran: readonly string[], home: string): boolean {
  return same(ran).some((each) => listsExactly(analysis, each, home));
}

function listsExactly(analysis: Analysis, ran: readonly string[], home: string): boolean {
  const [name = "", ...rest] = ran;
  const text = rest.map((word) => `\x1f${word}`).join("");
  return analysis.commands.some((command) => {
    const [first, ...words] = command.argv;
    if (!first || first.text.slice(first.text.lastIndexOf("/") + 1) !== name) return false;
    return new RegExp(`^${words.map((word) => wordPattern(word, home)).join("")}$`).test(text);
  });
}

/** Stubs record an empty list of words as one empty word. */
function same(ran: readonly string[]): readonly (readonly string[])[] {
  return ran.length === 2 && ran[1] === "" ? [ran, ran.slice(0, 1)] : [ran];
}
