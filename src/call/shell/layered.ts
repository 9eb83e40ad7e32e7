/** What can be asked of a layer and those around it. */
export interface Lookup<T> {
  get(key: string): T | undefined;
  /** Whether anything is set in any layer. */
  any(): boolean;
  /** Every key that is set in any layer. */
  keys(): Iterable<string>;
}

/**
 * A map that reads through to an outer one. Forking a state costs nothing, and joining two forks
 * costs only what they changed.
 */
export class Layered<T> implements Lookup<T> {
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

  any(): boolean {
    return this.own !== undefined || (this.outer?.any() ?? false);
  }

  keys(): Iterable<string> {
    const keys = new Set<string>();
    for (let layer: Layered<T> | null = this; layer; layer = layer.outer)
      for (const key of layer.changed().keys()) keys.add(key);
    return keys;
  }

  /** What was set in this layer itself. */
  changed(): ReadonlyMap<string, T> {
    return this.own ?? NONE;
  }

  /** Takes over what one of several layers above this one may have set. */
  merge(forks: readonly Layered<T>[], both: (a: T, b: T) => T, missing?: (present: T) => T): void {
    const keys = new Set<string>();
    for (const fork of forks) for (const key of fork.changed().keys()) keys.add(key);
    for (const key of keys) {
      let value: T | undefined;
      let absent = false;
      for (const fork of forks) {
        const own = fork.get(key);
        if (own === undefined) {
          absent = true;
          continue;
        }
        value = value === undefined || value === own ? own : both(value, own);
      }
      if (value !== undefined) this.set(key, absent && missing ? missing(value) : value);
    }
  }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
