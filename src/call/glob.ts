const STAR = 0x2a;
const ANY = 0x3f;
const END = -1;

/**
 * Matches a command glob: `*` any text (slashes, spaces, line ends too), `?` one character,
 * everything else literal. Two-pointer walk: at worst pattern × text steps, never exponential.
 */
export function matchGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const c = p < pattern.length ? pattern.charCodeAt(p) : END;
    if (c === STAR) {
      star = p++;
      mark = t;
    } else if (c === ANY || c === text.charCodeAt(t)) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (p < pattern.length && pattern.charCodeAt(p) === STAR) p++;
  return p === pattern.length;
}
