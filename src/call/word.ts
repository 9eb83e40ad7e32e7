/**
 * Where the text of a word that is not known before the run comes from. Ordered from harmless to
 * harmful: when several meet, the last one counts.
 */
export const TAINTS = [
  "temp",
  "unknown",
  "file",
  "stdin",
  "foreign",
  "environment",
  "secret",
  "decoded",
  "network",
] as const;
export type Taint = (typeof TAINTS)[number];

/**
 * One argument of a command after the shell's own work: quotes gone, known variables filled in,
 * braces expanded. What cannot be known stands as `⟦source⟧` inside the text.
 */
export interface Word {
  readonly text: string;
  /** False when the text holds a `⟦…⟧` part. */
  readonly known: boolean;
  /** The text holds an unquoted wildcard. */
  readonly glob: boolean;
  /** The word begins with an unquoted `~`, which stands for a home directory. */
  readonly tilde: boolean;
  /** The unknown part's origin; of a known text, that it was decoded from another. */
  readonly taint?: Taint;
  /** It may turn out to be no word at all, or several: the shell divides what it stands for. */
  readonly elastic?: boolean;
  /** The name part was built by slicing, indirection or the like from something unknown. */
  readonly contrived?: boolean;
}

/** A word whose text is known and means nothing special to the shell. */
export function plainWord(text: string): Word {
  return { text, known: true, glob: false, tilde: false };
}

/** The word with another text, and what of it is otherwise then. */
export function reworded(
  word: Word,
  text: string,
  tilde = word.tilde,
  glob = word.glob,
  known = word.known,
  taint = word.taint,
): Word {
  // Written out for the usual word: a copy that is written over costs many times as much.
  if (word.elastic || word.contrived) return { ...word, text, known, glob, tilde, ...(taint ? { taint } : {}) };
  return taint === undefined ? { text, known, glob, tilde } : { text, known, glob, tilde, taint };
}

/** A word of which nothing is known; `source` is how it was written. */
export function unknownWord(source: string, taint: Taint = "unknown"): Word {
  return { text: `⟦${source}⟧`, known: false, glob: false, tilde: false, taint };
}

/** The more harmful of two origins. */
export function worstTaint(a: Taint | undefined, b: Taint | undefined): Taint | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return TAINTS.indexOf(a) >= TAINTS.indexOf(b) ? a : b;
}
