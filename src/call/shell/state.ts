import { Layered } from "./layered.js";
import { LIMITS } from "./limits.js";
import type { BodyNode } from "./syntax.js";

/** A variable as far as it is known. Texts may hold unknown parts (see `hole.ts`). */
export interface Variable {
  /** Each is a possible value; none when it is unset. */
  readonly values: readonly string[];
  /** The elements, when it is an array. */
  readonly array?: readonly string[];
  /** Keyed elements, when it is an associative array. */
  readonly map?: ReadonlyMap<string, string>;
  readonly exported: boolean;
  /** On one of the ways here it was not set by the call, so the environment's value holds, if any. */
  readonly maybe?: boolean;
  /** On another way here it held other elements. */
  readonly unclear?: boolean;
  /** `declare -i`: values are arithmetic. */
  readonly integer?: boolean;
  /** `declare -n`: the name of the variable that it stands for. */
  readonly reference?: boolean;
}

/** What is known of a file that the call itself wrote. */
export interface WrittenFile {
  /** Its text, with unknown parts. */
  readonly text: string;
}

/** A function's body, or null once it was unset. */
export interface FunctionEntry {
  readonly name: string;
  readonly body: BodyNode | null;
  /** What it may be instead, on another way here. */
  readonly other?: FunctionEntry;
  /** On another way here it is no function. */
  readonly maybe?: boolean;
}

/** Directories a command may run in: at most four, null for one that is not known. */
export type Directories = readonly (string | null)[];

/** What a shell knows at one point of a text, as far as text alone can tell. */
export class State {
  readonly variables: Layered<Variable>;
  readonly functions: Layered<FunctionEntry>;
  readonly aliases: Layered<string>;
  readonly files: Layered<WrittenFile>;
  /** Names that `hash -p` bound to a program. */
  readonly hashed: Layered<string>;
  /** Descriptors bound to the network (`exec 3<>/dev/tcp/…`). */
  readonly sockets: Layered<string>;
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
    this.variables = new Layered(outer?.variables ?? null);
    this.functions = new Layered(outer?.functions ?? null);
    this.aliases = new Layered(outer?.aliases ?? null);
    this.files = new Layered(outer?.files ?? null);
    this.hashed = new Layered(outer?.hashed ?? null);
    this.sockets = new Layered(outer?.sockets ?? null);
    this.traps = process || !outer ? [] : outer.traps;
    this.dirs = dirs;
    this.previous = outer?.previous ?? [null];
    this.stack = outer?.stack ?? [];
    this.parameters = outer ? outer.parameters : [];
    this.zero = outer?.zero;
  }

  /** A copy that can change without changing this one. */
  fork(): State {
    return new State(this.dirs, this);
  }

  /** The state of a shell started from this one. */
  child(dirs: Directories): State {
    const state = new State(dirs, this, true);
    state.parameters = [];
    return state;
  }

  variable(name: string): Variable | undefined {
    const own = this.variables.get(name);
    if (!own) return undefined;
    for (let state: State | null = this; state; state = state.outer) {
      if (state.variables.changed().has(name)) return own;
      if (state.process && !own.exported) return undefined;
    }
    return own;
  }

  set(name: string, values: readonly string[], more: Partial<Variable> = {}): void {
    const old = this.variables.get(name);
    this.variables.set(name, {
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
    for (const each of layers) {
      for (const [key, value] of each.variables.changed()) copy.variables.set(key, value);
      for (const [key, value] of each.functions.changed()) copy.functions.set(key, value);
      for (const [key, value] of each.aliases.changed()) copy.aliases.set(key, value);
      for (const [key, value] of each.files.changed()) copy.files.set(key, value);
      for (const [key, value] of each.hashed.changed()) copy.hashed.set(key, value);
      for (const [key, value] of each.sockets.changed()) copy.sockets.set(key, value);
    }
    copy.dirs = this.dirs;
    copy.previous = this.previous;
    copy.stack = this.stack;
    copy.parameters = this.parameters;
    return copy;
  }

  /** Takes over what a fork changed, as when a group ran in the same shell. */
  adopt(fork: State): void {
    this.join([fork]);
    this.parameters = fork.parameters;
    this.dead = fork.dead;
  }

  /** Files that another process wrote are there afterwards, whatever became of the process. */
  keepFiles(other: State): void {
    for (const [path, file] of other.files.changed()) this.files.set(path, file);
  }

  /** Takes over what one of several forks may have changed; forks that ended the shell do not count. */
  join(forks: readonly State[]): void {
    const living = forks.filter((fork) => !fork.dead);
    const from = living.length > 0 ? living : forks;
    if (living.length === 0 && forks.length > 0) this.dead = true;
    merge(
      this.variables,
      from.map((f) => f.variables),
      either,
      (present) => ({ ...present, maybe: true }),
    );
    merge(
      this.functions,
      from.map((f) => f.functions),
      eitherFunction,
      (present) => ({ ...present, maybe: true }),
    );
    merge(
      this.aliases,
      from.map((f) => f.aliases),
      (_, last) => last,
    );
    merge(
      this.files,
      from.map((f) => f.files),
      (a, b) => (a.text === b.text ? a : { text: `${a.text}\n${b.text}` }),
    );
    merge(
      this.hashed,
      from.map((f) => f.hashed),
      (_, last) => last,
    );
    merge(
      this.sockets,
      from.map((f) => f.sockets),
      (_, last) => last,
    );
    this.dirs = unite(from.map((f) => f.dirs));
    this.previous = unite(from.map((f) => f.previous));
    const first = from[0];
    if (first) this.stack = first.stack;
    if (first && from.some((f) => f.parameters !== first.parameters)) this.parameters = null;
    else if (first) this.parameters = first.parameters;
  }
}

function merge<T>(
  into: Layered<T>,
  forks: readonly Layered<T>[],
  both: (a: T, b: T) => T,
  missing?: (present: T) => T,
): void {
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
    if (value !== undefined) into.set(key, absent && missing ? missing(value) : value);
  }
}

function either(a: Variable, b: Variable): Variable {
  const values = [...new Set([...a.values, ...b.values])];
  const unset = a.values.length === 0 || b.values.length === 0;
  if (unset && !values.includes("")) values.push("");
  const array = a.array || b.array ? [...new Set([...elements(a), ...elements(b)])] : undefined;
  const lists = array === undefined ? {} : { array, unclear: true };
  return { ...a, ...b, ...lists, values: values.slice(0, LIMITS.alternatives), exported: a.exported || b.exported };
}

function eitherFunction(a: FunctionEntry, b: FunctionEntry): FunctionEntry {
  const bodies: BodyNode[] = [];
  let maybe = false;
  for (const first of [b, a]) {
    for (let each: FunctionEntry | undefined = first; each; each = each.other) {
      if (each.body === null || each.maybe) maybe = true;
      if (each.body !== null && !bodies.includes(each.body)) bodies.push(each.body);
    }
  }
  let entry: FunctionEntry | undefined;
  for (const body of bodies.reverse()) entry = { name: a.name, body, ...(entry ? { other: entry } : {}) };
  return { ...(entry ?? { name: a.name, body: null }), ...(maybe ? { maybe } : {}) };
}

function elements(each: Variable): readonly string[] {
  return each.array ?? each.values;
}

/** All of these directories, at most four; beyond that nothing is known. */
export function unite(all: readonly Directories[]): Directories {
  const found = new Set<string | null>();
  for (const dirs of all) for (const dir of dirs) found.add(dir);
  return found.size > 4 ? [null] : [...found];
}
