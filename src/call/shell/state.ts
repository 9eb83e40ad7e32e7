import { NONE } from "../none.js";
import { type FunctionEntry, Known, type Variable, type WrittenFile } from "./known.js";
import type { Lookup } from "./layered.js";

/** Directories a command may run in: at most four, null for one that is not known. */
export type Directories = readonly (string | null)[];

const UNKNOWN: Directories = [null];

/** Never set; what a state knows in which nothing was set yet. */
const NOTHING = new Known(null);

/** What a shell knows at one point of a text, as far as text alone can tell. */
export class State {
  /** Made when something is first set in this state itself, for most forks end without. */
  private layer: Known | null = null;
  dirs: Directories;
  previous: Directories;
  stack: readonly Directories[];
  /** Positional parameters from `$1`; null when they are not known. */
  parameters: readonly string[] | null;
  /** `$0` where it is a file's or a given name. */
  zero: string | undefined;
  /** Code that runs when this shell ends, whatever its state is then. */
  readonly traps: string[];
  /** Nothing after this point runs: exit, return, break. */
  dead = false;

  constructor(
    dirs: Directories,
    private readonly outer: State | null = null,
    /** Another process: only exported variables reach it. */
    private readonly process = false,
  ) {
    this.dirs = dirs;
    this.previous = outer ? outer.previous : UNKNOWN;
    this.stack = outer ? outer.stack : NONE;
    this.parameters = outer && !process ? outer.parameters : NONE;
    this.zero = outer?.zero;
    this.traps = process || !outer ? [] : outer.traps;
  }

  /** A copy that can change without changing this one. */
  fork(): State {
    return new State(this.dirs, this);
  }

  /** The state of a shell started from this one. */
  child(dirs: Directories): State {
    return new State(dirs, this, true);
  }

  get variables(): Lookup<Variable> {
    return this.known().variables;
  }

  get functions(): Lookup<FunctionEntry> {
    return this.known().functions;
  }

  get aliases(): Lookup<string> {
    return this.known().aliases;
  }

  get files(): Lookup<WrittenFile> {
    return this.known().files;
  }

  get hashed(): Lookup<string> {
    return this.known().hashed;
  }

  get sockets(): Lookup<string> {
    return this.known().sockets;
  }

  private known(): Known {
    let at: State | null = this;
    while (at && !at.layer) at = at.outer;
    return at?.layer ?? NOTHING;
  }

  /** Where this state itself sets what it knows by name. */
  own(): Known {
    // A layer reads through to those around it, so these are made first.
    this.layer ??= new Known(this.outer ? this.outer.own() : null);
    return this.layer;
  }

  /** How often a file was written in this state itself. */
  writes(): number {
    return this.layer ? this.layer.files.version : 0;
  }

  /** Whether a variable or a function was set in this state itself. */
  setsNames(): boolean {
    return this.layer !== null && this.layer.variables.version + this.layer.functions.version > 0;
  }

  variable(name: string): Variable | undefined {
    const own = this.variables.get(name);
    if (!own) return undefined;
    for (let state: State | null = this; state; state = state.outer) {
      if (state.layer?.variables.changed().has(name)) return own;
      if (state.process && !own.exported) return undefined;
    }
    return own;
  }

  set(name: string, values: readonly string[], more: Partial<Variable> = {}): void {
    const { variables } = this.own();
    const old = variables.get(name);
    variables.set(name, {
      exported: old?.exported ?? false,
      ...(old?.integer ? { integer: true } : {}),
      ...more,
      values,
    });
  }

  /** A fork of an outer state that differs from it as this one does; of another state, just a fork. */
  since(base: State): State {
    const layers: State[] = [];
    let at: State | null = this;
    for (; at && at !== base; at = at.outer) layers.unshift(at);
    const copy = base.fork();
    if (!at) return copy;
    for (const { layer } of layers) if (layer) copy.own().take(layer);
    copy.dirs = this.dirs;
    copy.previous = this.previous;
    copy.stack = this.stack;
    copy.parameters = this.parameters;
    return copy;
  }

  /** Files that another process wrote are there afterwards, whatever became of the process. */
  keepFiles(other: State): void {
    if (!other.layer) return;
    for (const [path, file] of other.layer.files.changed()) this.own().files.set(path, file);
  }

  /** Takes over what one of several forks may have changed; forks that ended the shell do not count. */
  join(forks: readonly State[]): void {
    const living = forks.filter((fork) => !fork.dead);
    const from = living.length > 0 ? living : forks;
    if (living.length === 0 && forks.length > 0) this.dead = true;
    if (from.some((f) => f.layer !== null)) this.own().merge(from.map((f) => f.own()));
    this.dirs = unite(from.map((f) => f.dirs));
    this.previous = unite(from.map((f) => f.previous));
    const first = from[0];
    if (first) this.stack = first.stack;
    if (first && from.some((f) => f.parameters !== first.parameters)) this.parameters = null;
    else if (first) this.parameters = first.parameters;
  }
}

/** All of these directories, at most four; beyond that nothing is known. */
export function unite(all: readonly Directories[]): Directories {
  const found = new Set<string | null>();
  for (const dirs of all) for (const dir of dirs) found.add(dir);
  return found.size > 4 ? [null] : [...found];
}
