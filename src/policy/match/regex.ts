/** A regular-expression engine whose time grows linearly with the text. */
export interface RegexEngine {
  /** Throws with a readable message when the pattern is not valid. */
  compile(source: string): (text: string) => boolean;
}

let engine: RegexEngine | undefined;
const compiled = new Map<string, (text: string) => boolean>();

/**
 * Makes the engine known. It is loaded only by whoever has a policy with regex rows, because loading
 * it costs every process that does not need it.
 */
export function useRegexEngine(given: RegexEngine): void {
  engine = given;
  compiled.clear();
}

/** Whether regex rows can be judged. */
export function hasRegexEngine(): boolean {
  return engine !== undefined;
}

/**
 * Searches a text for a pattern.
 *
 * @throws when no engine was made known: a policy with regex rows must not be judged without one
 */
export function regexMatches(source: string, text: string): boolean {
  let test = compiled.get(source);
  if (!test) {
    if (!engine) throw new Error("no engine for regex rules was loaded");
    test = engine.compile(source);
    compiled.set(source, test);
  }
  return test(text);
}
