import type { EffectiveCommand } from "../call/effect.js";
import { baseName } from "../call/path.js";

const HTTP = /^(?:curl|wget2?|https?|xh|xhs|curlie|httpie)$/;

/** The words of an HTTP client's call that asks to delete; undefined where it asks for something else. */
export function deletingCall(command: EffectiveCommand): readonly string[] | undefined {
  const [program, ...words] = command.argv.map((w) => w.text);
  if (!HTTP.test(baseName(program ?? ""))) return undefined;
  const deletes = words.some(
    (w, i) =>
      /^-[a-zA-Z]*XDELETE$|^--(?:request|method)=DELETE$/i.test(w) ||
      (/^DELETE$/i.test(w) && (i === 0 || /^-[a-zA-Z]*X$|^--(?:request|method)$|^-/.test(words[i - 1] ?? ""))),
  );
  return deletes ? words : undefined;
}
