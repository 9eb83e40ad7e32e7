import type { Effect, EffectiveCommand, Remote } from "../effect.js";
import { matchGlob } from "../glob.js";
import { baseName } from "../path.js";
import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Inner, Invocation } from "./emit.js";
import { inputWords } from "./input.js";
import { canonicalOption, type GivenOption, parseWords } from "./options.js";
import type { CommandSpec, Form, ProgramSpec, Role, When } from "./spec.js";
import { readsCodeFromStdin, stdinCode } from "./stdin.js";

/** Finds entries and the code that some of them name. */
export interface ProgramTable {
  lookUp(name: string): ProgramSpec | undefined;
  handler(name: string): Handler | undefined;
}

/** Divides a command's words as its entry says, following subcommands. */
export function invoke(
  spec: CommandSpec,
  command: EffectiveCommand,
  home: string,
  upstream: readonly EffectiveCommand[] = [],
): Invocation {
  const path: string[] = [];
  const options: GivenOption[] = [];
  let current = spec;
  let words = command.argv.slice(1);
  let operands: readonly Word[];
  for (;;) {
    const parsed = parseWords(current, words);
    options.push(...parsed.options);
    operands = parsed.operands;
    const first = operands[0];
    const next = first && current.subcommands ? subcommand(current, first.text) : undefined;
    if (!next || !first) {
      if (first && current.subcommands && (current.style ?? "gnu") === "gnu") {
        // No subcommand after all: what follows the first operand is divided like the rest.
        const more = parseWords(withoutSubcommands(current), operands.slice(1));
        options.push(...more.options);
        operands = [first, ...more.operands];
      }
      break;
    }
    path.push(next.name);
    // Options of the outer command are accepted after the subcommand too, as most programs do.
    current = inherit(current, next.spec);
    words = operands.slice(1);
  }
  const name = baseName(command.argv[0]?.text ?? "");
  const inv: Invocation = {
    name,
    spec: current,
    words: command.argv,
    path,
    options,
    operands,
    cwd: command.cwd,
    home,
    env: command.env,
    redirects: command.redirects,
    upstream,
    ...(command.stdin ? { stdin: command.stdin } : {}),
    ...(command.remote ? { remote: command.remote } : {}),
    has: (...names) => options.some((o) => names.includes(o.name)),
    value: (n) => options.findLast((o) => o.name === n)?.value,
    values: (n) => options.flatMap((o) => (o.name === n && o.value ? [o.value] : [])),
  };
  return inv;
}

const flat = new WeakMap<CommandSpec, CommandSpec>();

function withoutSubcommands(spec: CommandSpec): CommandSpec {
  let found = flat.get(spec);
  if (!found) {
    const { subcommands: _, ...rest } = spec;
    found = rest;
    flat.set(spec, found);
  }
  return found;
}

interface Subcommand {
  readonly name: string;
  readonly spec: CommandSpec;
}

interface SubcommandIndex {
  readonly exact: ReadonlyMap<string, Subcommand>;
  /** Names with a wildcard, which stand for a family of subcommands (`delete-*`). */
  readonly patterns: readonly Subcommand[];
}

const subcommandIndexes = new WeakMap<CommandSpec, SubcommandIndex>();

function subcommandIndex(spec: CommandSpec, table: Record<string, CommandSpec>): SubcommandIndex {
  const cached = subcommandIndexes.get(spec);
  if (cached) return cached;
  const exact = new Map<string, Subcommand>();
  const patterns: Subcommand[] = [];
  for (const [names, entry] of Object.entries(table)) {
    const list = names.split(" ");
    for (const name of list) {
      if (name.includes("*")) patterns.push({ name, spec: entry });
      if (!exact.has(name)) exact.set(name, { name: list[0] as string, spec: entry });
    }
  }
  const index = { exact, patterns };
  subcommandIndexes.set(spec, index);
  return index;
}

function subcommand(spec: CommandSpec, word: string): Subcommand | undefined {
  const table = spec.subcommands as Record<string, CommandSpec> | undefined;
  if (!table) return undefined;
  const index = subcommandIndex(spec, table);
  const exact = index.exact.get(word);
  if (exact) return exact;
  const family = index.patterns.find((each) => matchGlob(each.name, word));
  return family ? { name: word, spec: family.spec } : undefined;
}

const inherited = new WeakMap<CommandSpec, WeakMap<CommandSpec, CommandSpec>>();

function inherit(outer: CommandSpec, inner: CommandSpec): CommandSpec {
  let byInner = inherited.get(outer);
  if (!byInner) {
    byInner = new WeakMap();
    inherited.set(outer, byInner);
  }
  const cached = byInner.get(inner);
  if (cached) return cached;
  const own = new Set(
    [...(inner.flags ?? []), ...Object.keys(inner.values ?? {}), ...Object.keys(inner.optional ?? {})].flatMap(
      (names) => names.split(" "),
    ),
  );
  const free = (names: string): boolean => !names.split(" ").some((name) => own.has(name));
  const keep = (record: Record<string, Role> | undefined): Record<string, Role> =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([names]) => free(names)));
  const merged: CommandSpec = outer.ownOptions
    ? { ...inner }
    : {
        ...inner,
        flags: [...(inner.flags ?? []), ...(outer.flags ?? []).filter(free)],
        values: { ...keep(outer.values), ...inner.values },
        optional: { ...keep(outer.optional), ...inner.optional },
        dry: [...(inner.dry ?? []), ...(outer.dry ?? [])],
      };
  const style = inner.style ?? (outer.ownOptions ? undefined : outer.style);
  if (style) merged.style = style;
  const language = inner.language ?? outer.language;
  if (language) merged.language = language;
  const network = inner.network ?? outer.network;
  if (network !== undefined) merged.network = network;
  const executes = inner.executes ?? outer.executes;
  if (executes) merged.executes = executes;
  const handler = inner.handler ?? outer.handler;
  if (handler) merged.handler = handler;
  byInner.set(inner, merged);
  return merged;
}

const HELP = ["--help", "--version"];

function asksForHelp(inv: Invocation): boolean {
  // After an operand of a wrapper the words belong to somebody else.
  return inv.options.some((o) => HELP.includes(o.name) && o.value === undefined);
}

/** A dry-run option is given and not switched off (`--dry-run=none`). */
function isDry(name: string, inv: Invocation): boolean {
  return inv.options.some((o) => o.name === name && !/^(?:none|false|no|off|0)$/.test(o.value?.text ?? ""));
}

/** Whether a form's condition holds. */
export function applies(when: When | undefined, inv: Invocation): boolean {
  if (!when) return true;
  const given = (name: string): boolean => inv.has(canonicalOption(inv.spec, name));
  if (when.has && !when.has.every(given)) return false;
  if (when.any && !when.any.some(given)) return false;
  if (when.none?.some(given)) return false;
  const matches = (globs: string[]): boolean => inv.operands.some((w) => globs.some((g) => matchGlob(g, w.text)));
  if (when.operand && !matches(when.operand)) return false;
  if (when.noOperand && matches(when.noOperand)) return false;
  if (when.min !== undefined && inv.operands.length < when.min) return false;
  if (when.max !== undefined && inv.operands.length > when.max) return false;
  for (const [name, globs] of Object.entries(when.env ?? {})) {
    const given = inv.env[name];
    if (!given?.known || !globs.some((g) => matchGlob(g, given.text))) return false;
  }
  for (const [name, globs] of Object.entries(when.value ?? {})) {
    const values = inv.values(canonicalOption(inv.spec, name));
    if (!values.some((v) => globs.some((g) => matchGlob(g, v.text)))) return false;
  }
  return true;
}

/**
 * Writes down what one command does, as far as its program's entry and handler know.
 *
 * Inner commands and code go to `out`, which analyses them in turn.
 *
 * @param upstream the commands whose output is its input, first to last, where they are known
 */
export function interpret(
  command: EffectiveCommand,
  table: ProgramTable,
  home: string,
  out: Emitter,
  upstream: readonly EffectiveCommand[] = [],
): void {
  const name = baseName(command.argv[0]?.text ?? "");
  const spec = table.lookUp(name);
  if (!spec) {
    out.effect({ kind: "run", program: name, cataloged: false, mutates: "unknown", network: false });
    return;
  }
  const inv = invoke(spec, command, home, upstream);
  const forms =
    (inv.spec.forms as Form[] | undefined)?.filter((form) => applies(form.when as When | undefined, inv)) ?? [];
  const dry = (inv.spec.dry ?? []).some((names) =>
    isDry(canonicalOption(inv.spec, names.split(" ")[0] as string), inv),
  );
  const harmless = dry || asksForHelp(inv) || forms.some((form) => form.harmless);
  const mutates = harmless
    ? false
    : (forms.find((f) => f.mutates !== undefined)?.mutates ?? inv.spec.mutates ?? "unknown");
  const network = forms.find((f) => f.network !== undefined)?.network ?? inv.spec.network ?? false;
  out.effect({ kind: "run", program: name, cataloged: true, mutates, network });
  if (harmless) return;
  for (const form of forms) if (form.act) out.act(form.act, inv.operands.map((w) => w.text).join(" "));
  const place = roleDirectory(inv, out);
  for (const name of inv.spec.executes ?? []) {
    const file = plainWord(name);
    if (out.wrote?.(file, place)) out.effect({ kind: "read", path: out.path(file, place), how: "execute" });
  }
  if (takesCommand(inv.spec)) unknownOptions(inv, table, out, place);
  for (const option of inv.options) if (option.value && option.role) role(option.role, option.value, inv, out, place);
  operandRoles(inv, out, place);
  if (inv.spec.stdin && readsCodeFromStdin(inv)) stdinCode(inv.spec.stdin, inv, out);
  if (inv.spec.handler) table.handler(inv.spec.handler)?.(inv, out);
}

function roleDirectory(inv: Invocation, out: Emitter): string | null {
  let cwd = inv.cwd;
  for (const option of inv.options) {
    if (option.role !== "cwd" || !option.value) continue;
    const path = out.path(option.value, cwd);
    // Whatever the command does there, it is there.
    out.effect({ kind: "list", path });
    cwd = path.abs;
  }
  return cwd;
}

function operandRoles(inv: Invocation, out: Emitter, cwd: string | null): void {
  const given = inv.spec.operands;
  if (given === undefined) return;
  const shape = typeof given === "string" ? { rest: given } : given;
  let words = [...inv.operands];
  const env: Record<string, Word> = { ...inv.env };
  if (inv.spec.assignments) {
    while (words[0] && /^[A-Za-z_][A-Za-z0-9_]*=/.test(words[0].text)) {
      const word = words.shift() as Word;
      const equals = word.text.indexOf("=");
      env[word.text.slice(0, equals)] = { ...word, text: word.text.slice(equals + 1) };
    }
  }
  const first = (shape.first ?? []) as Role[];
  let remote: Remote | undefined;
  for (const each of first) {
    const word = words.shift();
    if (!word) return;
    if (inv.spec.remote && remote === undefined) remote = { kind: inv.spec.remote, name: word.text };
    role(each, word, inv, out, cwd);
  }
  const inner: Inner = { cwd, env, ...(remote ? { remote } : {}) };
  const rest = shape.rest as Role | undefined;
  if (rest === "command") {
    if (words[0]?.text === "--") words = words.slice(1);
    if (words.length > 0) out.command(inv.spec.appendsInput ? [...words, ...inputWords(inv, "words")] : words, inner);
    return;
  }
  if (shape.join && words.length > 0) {
    out.code("sh", joinWords(words), inner);
    return;
  }
  const last = shape.last as Role | undefined;
  if (last !== undefined && words.length > (rest === undefined ? 0 : 1)) {
    const word = words.at(-1) as Word;
    words = words.slice(0, -1);
    role(last, word, inv, out, cwd);
  }
  if (rest !== undefined) for (const word of words) role(rest, word, inv, out, cwd);
}

/** Several words as one text of code, as `eval`, `ssh` and `watch` join them. */
export function joinWords(words: readonly Word[]): Word {
  const bad = words.find((w) => !w.known);
  const text = words.map((w) => w.text).join(" ");
  return bad
    ? { text, known: false, glob: false, tilde: false, ...(bad.taint ? { taint: bad.taint } : {}) }
    : plainWord(text);
}

/** Whether the words after the options are another command's. */
function takesCommand(spec: CommandSpec): boolean {
  return typeof spec.operands === "object" ? spec.operands.rest === "command" : spec.operands === "command";
}

const MOST_CANDIDATES = 8;

/**
 * An option that a wrapper's entry does not list may take the next word or not, so the inner command
 * may begin at any later word: each known program there is a candidate, and the whole is opaque.
 */
function unknownOptions(inv: Invocation, table: ProgramTable, out: Emitter, cwd: string | null): void {
  const strange = inv.options.find((o) => !o.known && o.value === undefined);
  if (!strange) return;
  const source = inv.words.map((w) => w.text).join(" ");
  out.effect({ kind: "opaque", class: "arguments", origin: "unknown", source });
  const skipped = typeof inv.spec.operands === "object" ? (inv.spec.operands.first?.length ?? 0) : 0;
  const words = inv.operands;
  let left = MOST_CANDIDATES;
  for (let i = 0; i < words.length && left > 0; i++) {
    if (i === skipped || !table.lookUp(baseName(words[i]?.text ?? ""))) continue;
    left--;
    out.command(words.slice(i), { cwd, certainty: "possible" });
  }
}

function role(role: Role, word: Word, inv: Invocation, out: Emitter, cwd: string | null): void {
  const path = () => out.path(word, cwd);
  switch (role) {
    case "text":
    case "cwd":
      return;
    case "read":
      if (word.text !== "-") out.effect({ kind: "read", path: path() });
      return;
    case "list":
      out.effect({ kind: "list", path: path() });
      return;
    case "write":
      if (word.text !== "-") out.effect({ kind: "write", path: path(), how: "overwrite" });
      return;
    case "append":
    case "inplace":
    case "mkdir":
    case "touch":
    case "extract":
      out.effect({ kind: "write", path: path(), how: role });
      return;
    case "delete":
    case "delete-tree":
      out.effect({ kind: "delete", path: path(), recursive: role === "delete-tree" });
      return;
    case "destroy":
      out.effect({ kind: "destroy", path: path(), how: "truncate" });
      return;
    case "script":
    case "source":
      runFile(word, out, path);
      return;
    case "sh":
      out.code("sh", word, { cwd });
      return;
    case "program":
      out.code("sh", word, { cwd, certainty: "possible" });
      return;
    case "code":
      out.code(inv.spec.language ?? "other", word, { cwd });
      return;
    case "sql":
      out.code("sql", word, { cwd });
      return;
    case "command":
      out.command([word], { cwd });
      return;
    case "url":
    case "host":
      out.effect({ kind: "reach", url: word.text });
      return;
    case "remote-read":
    case "remote-write":
      remotePath(role, word, inv.spec.remote ?? "host", out, path);
      return;
    case "upload":
      out.effect({ kind: "send", what: "file", path: path(), to: "" });
      return;
    case "upload-at":
      if (word.text.startsWith("@") && word.text !== "@-") {
        const file = { ...word, text: word.text.slice(1) };
        out.effect({ kind: "send", what: "file", path: out.path(file, cwd), to: "" });
      }
      return;
    default:
      role satisfies never;
  }
}

function runFile(word: Word, out: Emitter, path: () => ReturnType<Emitter["path"]>): void {
  if (word.text === "-" || word.text === "/dev/stdin") return;
  if (!word.known && word.text.startsWith("⟦")) {
    out.effect({ kind: "opaque", class: "script-file", origin: word.taint ?? "unknown", source: word.text });
    return;
  }
  out.effect({ kind: "read", path: path(), how: "execute" });
}

function remotePath(
  role: "remote-read" | "remote-write",
  word: Word,
  kind: Remote["kind"],
  out: Emitter,
  path: () => ReturnType<Emitter["path"]>,
): void {
  const match = /^(?:[a-z]+:\/\/)?([^/:]+(?:@[^/:]+)?):(?!\/\/)(.*)$/.exec(word.text);
  if (!match) {
    const effect: Effect =
      role === "remote-read" ? { kind: "read", path: path() } : { kind: "write", path: path(), how: "overwrite" };
    out.effect(effect);
    return;
  }
  const [, name = "", there = ""] = match;
  const remote: Remote = { kind, name };
  out.effect({ kind: "reach", url: name });
  const ref = { text: word.text, abs: there.startsWith("/") ? there : null, glob: word.glob, known: word.known };
  out.effect(
    role === "remote-read"
      ? { kind: "read", path: ref, remote }
      : { kind: "write", path: ref, how: "overwrite", remote },
  );
}
