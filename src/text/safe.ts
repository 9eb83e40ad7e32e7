// Control, format, bidi, private and lone-surrogate characters, unassigned ones, fillers that show as
// nothing, combining enclosures, variation selectors.
const unsafe = (): RegExp =>
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Me}|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;
// Emoji and what they are built from; box drawing, blocks, geometric shapes, dingbats, braille, mosaics.
const pictures = (): RegExp =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u2500-\u27bf\u2800-\u28ff\u2b00-\u2bff]|[\u{1f000}-\u{1fbff}]/gu;
// Pictures by definition that every font shows as plain text.
const PLAIN_SIGNS = new Set(["©", "®", "™"]);

/**
 * One line of plain text that any terminal UI shows as it is: no control, bidi, zero-width or
 * box-drawing characters, no emoji, no line ends.
 *
 * @param limit longest result in characters; a longer text ends in `...`
 */
export function safeLine(text: string, limit = 500): string {
  // Cut before cleaning, so that a huge input costs no more than a small one.
  const line = text.slice(0, limit * 4).replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, " ");
  // Making the large classes ready costs more than a decision, and most texts are plain.
  const plain = /^[ -~]*$/.test(line)
    ? line
    : line.replace(unsafe(), "").replace(pictures(), (c) => (PLAIN_SIGNS.has(c) ? c : ""));
  const clean = plain.replace(/ {2,}/g, " ").trim();
  return clean.length <= limit ? clean : `${clean.slice(0, Math.max(0, limit - 3)).replace(/[\ud800-\udbff]$/, "")}...`;
}

/** User data inside a message: safe, on one line, and unable to open or close any Markdown of ours. */
export function quoted(text: string, limit = 200): string {
  return `\`${safeLine(text, limit).replace(/`/g, "'")}\``;
}

/**
 * A sentence of a rule's author inside a message: safe and on one line. Headings, emphasis and list
 * marks that would look like a part of the frame lose their force; code in backticks stays.
 */
export function sentence(text: string, limit = 300): string {
  return safeLine(text, limit)
    .replace(/^[#>*+\-=~|\s]+|^\d+[.)]\s*/, "")
    .replace(/\*{2,}|_{2,}/g, "")
    .trim();
}
