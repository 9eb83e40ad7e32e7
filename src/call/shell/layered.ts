/**
 * A map that reads through to an outer one. Forking a state costs nothing, and joining two forks
 * costs only what they changed.
 */
export class Layered<T> {
  private own: Map<string, T> | undefined;
  /** How often something was set in this layer. */
  version = 0;

  constructor(private readonly outer: Layered<T> | null) {}

  get(key: string): T | undefined {
    for (let layer: Layered<T> | null = this; layer; layer = layer.outer) {
      const found = layer.own?.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  set(key: string, value: T): void {
    if (!this.own) this.own = new Map();
    this.own.set(key, value);
    this.version++;
  }

  /** Whether anything is set in any layer. */
  any(): boolean {
    return this.own !== undefined || (this.outer?.any() ?? false);
  }

  /** What was set in this layer itself. */
  changed(): ReadonlyMap<string, T> {
    return this.own ?? NONE;
  }

  /** Every key that is set in any layer, innermost value first. */
  *entries(): IterableIterator<[string, T]> {
    const seen = new Set<string>();
    for (let layer: Layered<T> | null = this; layer; layer = layer.outer) {
      for (const [key, value] of layer.own ?? NONE) {
        if (seen.has(key)) continue;
        seen.add(key);
        yield [key, value as T];
      }
    }
  }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
