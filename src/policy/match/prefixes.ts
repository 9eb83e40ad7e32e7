/** Values found by the beginnings of a text: one look-up for each length that occurs, however many values there are. */
export class Prefixes<T> {
  private readonly byPrefix = new Map<string, T[]>();
  private lengths: number[] = [];

  get empty(): boolean {
    return this.lengths.length === 0;
  }

  /** Adds a value for texts that begin with a prefix; an empty one is the beginning of every text. */
  add(prefix: string, value: T): void {
    const values = this.byPrefix.get(prefix);
    if (values) {
      values.push(value);
      return;
    }
    this.byPrefix.set(prefix, [value]);
    if (!this.lengths.includes(prefix.length)) this.lengths = [...this.lengths, prefix.length].sort((a, b) => a - b);
  }

  /** Adds to `found` every value whose prefix the text begins with. */
  collect(text: string, found: Set<T>): void {
    for (const length of this.lengths) {
      if (length > text.length) return;
      for (const value of this.byPrefix.get(text.slice(0, length)) ?? []) found.add(value);
    }
  }
}
