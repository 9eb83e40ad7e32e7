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

/** What was set by name in one state, reading through to the states around it. */
export class Known {
  readonly variables: Layered<Variable>;
  readonly functions: Layered<FunctionEntry>;
  readonly aliases: Layered<string>;
  readonly files: Layered<WrittenFile>;
  /** Names that `hash -p` bound to a program. */
  readonly hashed: Layered<string>;
  /** Descriptors bound to the network (`exec 3<>/dev/tcp/…`). */
  readonly sockets: Layered<string>;

  constructor(outer: Known | null) {
    this.variables = new Layered(outer?.variables ?? null);
    this.functions = new Layered(outer?.functions ?? null);
    this.aliases = new Layered(outer?.aliases ?? null);
    this.files = new Layered(outer?.files ?? null);
    this.hashed = new Layered(outer?.hashed ?? null);
    this.sockets = new Layered(outer?.sockets ?? null);
  }

  /** Sets whatever was set in another state itself. */
  take(from: Known): void {
    for (const [key, value] of from.variables.changed()) this.variables.set(key, value);
    for (const [key, value] of from.functions.changed()) this.functions.set(key, value);
    for (const [key, value] of from.aliases.changed()) this.aliases.set(key, value);
    for (const [key, value] of from.files.changed()) this.files.set(key, value);
    for (const [key, value] of from.hashed.changed()) this.hashed.set(key, value);
    for (const [key, value] of from.sockets.changed()) this.sockets.set(key, value);
  }

  /** Takes over what one of several forks of this state may have set. */
  merge(forks: readonly Known[]): void {
    this.variables.merge(
      forks.map((f) => f.variables),
      either,
      (present) => ({ ...present, maybe: true }),
    );
    this.functions.merge(
      forks.map((f) => f.functions),
      eitherFunction,
      (present) => ({ ...present, maybe: true }),
    );
    this.aliases.merge(
      forks.map((f) => f.aliases),
      last,
    );
    this.files.merge(
      forks.map((f) => f.files),
      (a, b) => (a.text === b.text ? a : { text: `${a.text}\n${b.text}` }),
    );
    this.hashed.merge(
      forks.map((f) => f.hashed),
      last,
    );
    this.sockets.merge(
      forks.map((f) => f.sockets),
      last,
    );
  }
}

function last(_: string, b: string): string {
  return b;
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
