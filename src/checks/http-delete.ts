import type { NamedCommand } from "./named-command.js";

const HTTP = /^(?:curl|wget2?|https?|xh|xhs|curlie|httpie)$/;

/** Whether an HTTP client's call asks to delete. */
export function deletes({ name, words }: NamedCommand): boolean {
  return (
    HTTP.test(name) &&
    words.some(
      (w, i) =>
        /^-[a-zA-Z]*XDELETE$|^--(?:request|method)=DELETE$/i.test(w) ||
        (/^DELETE$/i.test(w) && (i === 0 || /^-[a-zA-Z]*X$|^--(?:request|method)$|^-/.test(words[i - 1] ?? ""))),
    )
  );
}
