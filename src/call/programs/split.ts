/** How a program cuts its input into arguments; `quoted-lines` are lines with quotes taken away (`xargs -I`). */
export type Cut = "words" | "lines" | "quoted-lines" | "nul" | { readonly at: string };

/**
 * Cuts text into arguments as xargs and `env -S` do: at blanks, with quotes and backslashes taken
 * away (`words`), or at a separator with everything else literal. Empty arguments of a separator are
 * kept only between two separators.
 *
 * @param limit at most so many arguments
 */
export function splitArguments(text: string, cut: Cut = "words", limit = 4096): string[] {
  if (cut !== "words" && cut !== "quoted-lines") {
    const separator = cut === "lines" ? "\n" : cut === "nul" ? "\0" : cut.at;
    return text
      .split(separator, limit + 1)
      .filter((part) => part !== "")
      .slice(0, limit);
  }
  const border = cut === "words" ? /\s/ : /\n/;
  const out: string[] = [];
  let word = "";
  let open = false;
  let quote = "";
  for (let i = 0; i < text.length && out.length < limit; i++) {
    const c = text[i] as string;
    if (quote !== "") {
      if (c === quote) quote = "";
      else if (c === "\\" && quote === '"' && /["\\$]/.test(text[i + 1] ?? "")) word += text[++i];
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      open = true;
    } else if (c === "\\" && i + 1 < text.length) {
      word += text[++i];
      open = true;
    } else if (c === "\0") {
      // A word ends there for the program that it is given to.
      while (i + 1 < text.length && !border.test(text[i + 1] as string)) i++;
    } else if (border.test(c)) {
      if (open || word !== "") out.push(word);
      word = "";
      open = false;
    } else if (open || word !== "" || !/\s/.test(c)) word += c;
  }
  if ((open || word !== "") && out.length < limit) out.push(word);
  return out;
}

/** A text as one word of shell code. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./⟦⟧-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
