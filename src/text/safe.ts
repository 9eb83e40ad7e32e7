// Control, format and bidi characters, box drawing, block elements, private use, lone surrogates.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2500-\u259f\ufe00-\ufe0f]/gu;
const PICTURES = /[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\u20e3]/gu;

/**
 * One line of plain text that any terminal UI shows as it is: no control, bidi, zero-width or
 * box-drawing characters, no emoji, no line ends.
 *
 * @param limit longest result in characters; a longer text ends in `...`
 */
export function safeLine(text: string, limit = 500): string {
  // Cut before cleaning, so that a huge input costs no more than a small one.
  const clean = text
    .slice(0, limit * 4)
    .replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, " ")
    .replace(UNSAFE, "")
    .replace(PICTURES, (c) => (/[0-9#*©®™]/u.test(c) ? c : ""))
    .replace(/ {2,}/g, " ")
    .trim();
  return clean.length <= limit ? clean : `${clean.slice(0, Math.max(0, limit - 3)).replace(/[\ud800-\udbff]$/, "")}...`;
}

/** User data inside a message: safe, on one line, and unable to open or close any Markdown of ours. */
export function quoted(text: string, limit = 200): string {
  return `\`${safeLine(text, limit).replace(/`/g, "'")}\``;
}
