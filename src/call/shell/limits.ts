/** What one call may cost. Beyond it the call is opaque, never half analysed. */
export const LIMITS = {
  /** UTF-16 units of one command text, decoded or not. */
  text: 65_536,
  /** Nesting of groups, substitutions, functions and code strings together. */
  depth: 64,
  /** Effective commands of one call. */
  commands: 10_000,
  /** Statements and words looked at, so that functions that call functions end. */
  steps: 400_000,
  /** Readings of one word, and of one command. */
  alternatives: 64,
  /** Further readings of all commands together. */
  readings: 4_096,
  /** Words that one command may have after expansion. */
  fields: 8_192,
  /** Rounds of unrolled loops of one call. */
  rounds: 4_096,
  /** Calls of functions that are running already, beyond the first two. */
  recursions: 64,
} as const;

/** Thrown inside the analyser only; `analyseShell` turns it into an opaque effect. */
export class Exceeded extends Error {
  constructor(readonly what: string) {
    super(`more ${what} than are looked at`);
  }
}

/** The text itself, unless it has grown larger than any command may be. */
export function bounded(text: string): string {
  if (text.length > LIMITS.text) throw new Exceeded("characters");
  return text;
}

/** What few calls are charged for. */
type Rare = "readings" | "rounds" | "recursions";

/** Counts what a call has cost so far. */
export class Budget {
  private steps: number = LIMITS.steps;
  private commands: number = LIMITS.commands;
  private readings: number = LIMITS.readings;
  private rounds: number = LIMITS.rounds;
  private recursions: number = LIMITS.recursions;
  private text: number = LIMITS.text * 16;

  /** Looks at so many statements and words. */
  step(amount = 1): void {
    this.steps -= amount;
    if (this.steps < 0) throw new Exceeded("steps");
  }

  /** Lists one command more. */
  list(): void {
    this.commands -= 1;
    if (this.commands < 0) throw new Exceeded("commands");
  }

  /** Reads a text of this length. */
  read(length: number): void {
    this.text -= length;
    if (this.text < 0) throw new Exceeded("text");
  }

  spend(what: Rare, amount = 1): void {
    this[what] -= amount;
    if (this[what] < 0) throw new Exceeded(what);
  }

  /** Whether so much is left, without spending it. */
  affords(what: Rare, amount: number): boolean {
    return this[what] >= amount;
  }
}
