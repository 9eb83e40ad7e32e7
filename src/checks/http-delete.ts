import type { NamedCommand } from "./named-command.js";

/** Whether an HTTP client's call asks to delete. */
export function deletes(command: NamedCommand): boolean {
  if (!command.is("http") && command.name !== "httpie") return false;
  const { words } = command;
  return words.some(
    (w, i) =>
      /^-[a-zA-Z]*XDELETE$|^--(?:request|method)=DELETE$/i.test(w) ||
      (/^DELETE$/i.test(w) && (i === 0 || /^-[a-zA-Z]*X$|^--(?:request|method)$|^-/.test(words[i - 1] ?? ""))),
  );
}
