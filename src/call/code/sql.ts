import type { Emitter, Inner } from "../programs/emit.js";
import { plainWord } from "../word.js";
import type { CodeReader } from "./reader.js";
import { type SqlToken, sqlStatements, sqlTokens } from "./sql-tokens.js";

const DROP = "infra/database-drop";
const ROWS = "infra/database-rows";

/** What a deed in SQL is, and on what; kept until the text's end, since a rollback takes it back. */
interface Deed {
  readonly act: string;
  readonly on: string;
}

interface State {
  readonly out: Emitter;
  readonly inner: Inner;
  /** Tables that live no longer than the session, or that this text made itself. */
  readonly own: Set<string>;
  deeds: Deed[];
  inTransaction: boolean;
  depth: number;
}

const MOST_STATEMENTS = 20_000;
const MOST_DEPTH = 4;

/**
 * What a piece of SQL does: drops, truncations, deletes and updates of every row, programs and files
 * that the server is told to use, and the client's own commands. Any dialect, read by its keywords.
 */
export const sql: CodeReader = (code, out, inner) => {
  read(code, { out, inner, own: new Set(), deeds: [], inTransaction: false, depth: 0 }, false);
  // The standard and MySQL differ on where such a string ends: both readings count.
  if (/\\['"]/.test(code)) read(code, { out, inner, own: new Set(), deeds: [], inTransaction: false, depth: 0 }, true);
};

function read(code: string, state: State, backslash: boolean): void {
  const statements = sqlStatements(sqlTokens(code, backslash));
  let inBody = false;
  let before: SqlToken[] | undefined;
  for (const tokens of statements.slice(0, MOST_STATEMENTS)) {
    const first = tokens[0];
    if (first?.kind === "meta") {
      clientCommand(first.text, before, state);
      continue;
    }
    before = tokens;
    // The body of a routine is only defined here, not run.
    if (inBody) inBody = !is(tokens.at(-1), "END");
    else if (definesRoutine(tokens)) inBody = tokens.some((t) => is(t, "BEGIN")) && !is(tokens.at(-1), "END");
    else statement(tokens, state);
  }
  if (state.depth === 0) for (const { act, on } of state.deeds) state.out.act(act, on);
}

function is(token: SqlToken | undefined, ...words: string[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}

function definesRoutine(tokens: readonly SqlToken[]): boolean {
  return (
    is(tokens[0], "CREATE", "ALTER") &&
    tokens.slice(1, 8).some((t) => is(t, "FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "RULE"))
  );
}

function deed(state: State, act: string, on: string): void {
  state.deeds.push({ act, on });
}

function statement(tokens: readonly SqlToken[], state: State): void {
  hostAccess(tokens, state);
  const verb = mainVerb(tokens);
  const at = tokens.indexOf(verb as SqlToken);
  const rest = tokens.slice(at + 1);
  switch (verb?.text) {
    case "BEGIN":
    case "START":
      keep(state);
      state.inTransaction = true;
      return;
    case "COMMIT":
    case "END":
      if (state.inTransaction) keep(state);
      state.inTransaction = false;
      return;
    case "ROLLBACK":
      // MySQL commits at a DROP or TRUNCATE, so only rows come back for certain.
      if (state.inTransaction && !rest.some((t) => is(t, "TO")))
        state.deeds = state.deeds.filter((d) => kept.has(d) || !/^(?:DELETE|UPDATE)/.test(d.on));
      state.inTransaction = false;
      return;
    case "CREATE":
      created(rest, state);
      return;
    case "DROP":
      dropped(rest, state);
      return;
    case "TRUNCATE":
      truncated(rest, state);
      return;
    case "DELETE":
    case "UPDATE":
      everyRow(verb.text, rest, state);
      return;
    case "ALTER":
      altered(rest, state);
      return;
    case "MATCH":
      graph(tokens, state);
      return;
    case "RESET":
    case "PURGE":
      if (is(rest[0], "MASTER", "BINARY", "REPLICA", "SLAVE")) deed(state, DROP, `${verb.text} ${rest[0]?.text}`);
      return;
    case "SHUTDOWN":
      deed(state, "infra/database-server", "SHUTDOWN");
      return;
    case "DO":
    case "EXEC":
    case "EXECUTE":
    case "PREPARE":
    case "CALL":
    case "DECLARE":
      inside(tokens, state);
      return;
    default:
      return;
  }
}

/** Deeds that a commit made final. */
const kept = new WeakSet<Deed>();

function keep(state: State): void {
  for (const each of state.deeds) kept.add(each);
}

/** The word that says what a statement does: behind EXPLAIN it does nothing, behind WITH the first verb outside brackets counts. */
function mainVerb(tokens: readonly SqlToken[]): SqlToken | undefined {
  const first = tokens[0];
  if (is(first, "EXPLAIN", "DESCRIBE", "DESC")) {
    const runs = tokens.slice(1, 12).some((t) => is(t, "ANALYZE", "ANALYSE"));
    return runs ? tokens.find((t) => is(t, "DELETE", "UPDATE")) : undefined;
  }
  if (!is(first, "WITH")) return first?.kind === "word" ? first : undefined;
  let depth = 0;
  for (const token of tokens) {
    if (token.text === "(") depth++;
    else if (token.text === ")") depth--;
    // A data-changing WITH query does its work wherever it stands.
    if (is(token, "DELETE", "UPDATE") && (depth === 0 || depth === 1)) return token;
    if (depth === 0 && is(token, "SELECT", "INSERT", "MERGE")) return token;
  }
  return undefined;
}

function nameAt(tokens: readonly SqlToken[], from: number): string {
  let name = "";
  for (const token of tokens.slice(from, from + 5)) {
    if (token.kind === "name" || token.kind === "word") name += token.text.toLowerCase();
    else if (token.text === "." || token.text === "#") name += token.text;
    else break;
    if (token.kind !== "punctuation" && tokens[tokens.indexOf(token) + 1]?.text !== ".") break;
  }
  return name;
}

const BEFORE_NAME = ["IF", "NOT", "EXISTS", "ONLY", "TABLE", "FROM", "LOW_PRIORITY", "QUICK", "IGNORE", "CONCURRENTLY"];

function afterNoise(tokens: readonly SqlToken[]): number {
  let at = 0;
  while (at < tokens.length && is(tokens[at], ...BEFORE_NAME)) at++;
  return at;
}

function shortLived(name: string, state: State): boolean {
  return state.own.has(name) || /^(?:pg_temp|temp|tempdb)\./.test(name) || name.startsWith("#");
}

function created(rest: readonly SqlToken[], state: State): void {
  const at = rest.findIndex((t) => is(t, "TABLE"));
  if (at < 0 || at > 4) return;
  const temporary = rest.slice(0, at).some((t) => is(t, "TEMP", "TEMPORARY"));
  const after = rest.slice(at + 1);
  // `IF NOT EXISTS` may find an older table of the same name.
  if (temporary || !is(after[0], "IF")) state.own.add(nameAt(after, afterNoise(after)));
}

const DROPPED = [
  "DATABASE",
  "SCHEMA",
  "TABLE",
  "TABLES",
  "KEYSPACE",
  "COLUMNFAMILY",
  "TABLESPACE",
  "OWNED",
  "MEASUREMENT",
  "SERIES",
  "SHARD",
  "BUCKET",
  "COLLECTION",
  "CATALOG",
];

function dropped(rest: readonly SqlToken[], state: State): void {
  const at = rest.findIndex((t) => is(t, ...DROPPED));
  if (at < 0 || at > 2 || rest.slice(0, at).some((t) => is(t, "TEMPORARY", "TEMP"))) return;
  const after = rest.slice(at + 1);
  const name = nameAt(after, afterNoise(after));
  if (is(rest[at], "TABLE") && shortLived(name, state) && !after.some((t) => t.text === ",")) return;
  deed(state, DROP, `DROP ${rest[at]?.text} ${name}`);
}

function truncated(rest: readonly SqlToken[], state: State): void {
  const name = nameAt(rest, afterNoise(rest));
  if (name !== "" && !shortLived(name, state)) deed(state, ROWS, `TRUNCATE ${name}`);
}

function everyRow(verb: string, rest: readonly SqlToken[], state: State): void {
  const name = nameAt(rest, afterNoise(rest));
  if (name === "" || shortLived(name, state)) return;
  if (verb === "UPDATE" && !rest.some((t) => is(t, "SET"))) return;
  let depth = 0;
  for (let i = 0; i < rest.length; i++) {
    const token = rest[i] as SqlToken;
    if (token.text === "(") depth++;
    else if (token.text === ")" && --depth < 0) break;
    if (depth > 0) continue;
    if (is(token, "LIMIT", "TOP", "CURRENT")) return;
    if (is(token, "WHERE")) {
      if (!alwaysTrue(rest.slice(i + 1))) return;
      break;
    }
  }
  deed(state, ROWS, `${verb} ${name}`);
}

/** `1=1`, `true`, `'a'='a'`, `x = x`, also with `OR` behind something narrower. */
function alwaysTrue(condition: readonly SqlToken[]): boolean {
  const ends = condition.findIndex((t) => is(t, "RETURNING", "ORDER") || (t.text === ")" && t.kind === "punctuation"));
  const tokens = (ends < 0 ? condition : condition.slice(0, ends)).filter((t) => t.text !== "(" && t.text !== ")");
  const or = tokens.findLastIndex((t) => is(t, "OR"));
  const part = tokens.slice(or + 1);
  if (tokens.length === 0) return false;
  if (part.length === 1) return is(part[0], "TRUE") || (part[0]?.kind === "number" && part[0].text !== "0");
  const [left, operator, right] = part;
  if (part.length !== 3 || !left || !right) return false;
  if (operator?.text === "=") return left.kind === right.kind && left.text === right.text;
  return operator?.text === "!" || operator?.text === "<" ? left.kind === "number" && right.kind === "number" : false;
}

const NOT_COLUMNS = [
  "CONSTRAINT",
  "INDEX",
  "KEY",
  "PRIMARY",
  "FOREIGN",
  "DEFAULT",
  "CHECK",
  "NOT",
  "EXPRESSION",
  "IDENTITY",
  "TRIGGER",
];

function altered(rest: readonly SqlToken[], state: State): void {
  if (!is(rest[0], "TABLE", "FOREIGN", "MATERIALIZED")) return;
  const after = rest.slice(1);
  const name = nameAt(after, afterNoise(after));
  if (shortLived(name, state)) return;
  for (let i = 1; i < after.length; i++) {
    const next = after[i + 1];
    if (is(after[i], "DROP") && next && !is(next, ...NOT_COLUMNS)) {
      // `ALTER COLUMN c DROP DEFAULT` leaves the data alone.
      deed(state, DROP, `ALTER TABLE ${name} DROP ${next.text}`);
      return;
    }
    // ClickHouse: ALTER TABLE t DELETE WHERE 1
    if (is(after[i], "DELETE") && is(next, "WHERE") && alwaysTrue(after.slice(i + 2)))
      deed(state, ROWS, `DELETE ${name}`);
  }
}

/** Cypher: MATCH with nothing that narrows it, then DELETE. */
function graph(tokens: readonly SqlToken[], state: State): void {
  const end = tokens.findIndex((t) => is(t, "DELETE"));
  if (end < 0) return;
  const pattern = tokens.slice(0, end);
  if (!pattern.some((t) => t.text === "{" || t.text === ":" || is(t, "WHERE", "LIMIT")))
    deed(state, ROWS, "MATCH … DELETE");
}

/** Code inside code: dollar-quoted blocks and literals that are executed. */
function inside(tokens: readonly SqlToken[], state: State): void {
  if (state.depth >= MOST_DEPTH) return;
  state.depth++;
  const language = tokens.find((t) => is(t, "LANGUAGE"))
    ? tokens.find((t) => /^PLPYTHON|^PLPERL/.test(t.text))
    : undefined;
  for (const token of tokens) {
    if (token.kind === "body" && language) {
      state.out.code(language.text.startsWith("PLPYTHON") ? "python" : "perl", plainWord(token.text), state.inner);
    } else if (token.kind === "body") read(blocks(token.text), state, false);
    else if (token.kind === "string" && /\s/.test(token.text)) read(token.text, state, false);
  }
  state.depth--;
}

/** A procedural block with its keywords turned into statement ends, so that each statement stands alone. */
function blocks(text: string): string {
  return text.replace(/\b(?:BEGIN|THEN|LOOP|ELSE)\b/gi, ";");
}

/** Programs that the server is told to run, and its files. */
function hostAccess(tokens: readonly SqlToken[], state: State): void {
  const { out, inner } = state;
  tokens.forEach((token, i) => {
    if (token.kind !== "word") return;
    const next = tokens[i + 1];
    const argument = next?.text === "(" ? tokens[i + 2] : next;
    if (argument?.kind !== "string") return;
    const path = out.path(plainWord(argument.text));
    switch (token.text) {
      case "PROGRAM":
      case "XP_CMDSHELL":
      case "SYS_EXEC":
      case "SYS_EVAL":
        out.code("sh", plainWord(argument.text), inner);
        return;
      case "OUTFILE":
      case "DUMPFILE":
      case "WRITEFILE":
        out.effect({ kind: "write", path, how: "overwrite" });
        return;
      case "LOAD_FILE":
      case "READFILE":
      case "PG_READ_FILE":
      case "PG_READ_BINARY_FILE":
      case "INFILE":
        out.effect({ kind: "read", path });
        return;
      case "TO":
      case "FROM":
        if (is(tokens[0], "COPY"))
          out.effect(token.text === "TO" ? { kind: "write", path, how: "overwrite" } : { kind: "read", path });
        else if (token.text === "FROM" && /[./]/.test(argument.text)) out.effect({ kind: "read", path });
        return;
      case "INTO":
        if (is(tokens[0], "VACUUM")) out.effect({ kind: "write", path, how: "overwrite" });
        return;
      default:
        return;
    }
  });
}

/** `\! ls`, `.shell ls`, `\copy … to program 'x'`, `\o | x`, `\i file`, `\gexec`. */
function clientCommand(line: string, before: readonly SqlToken[] | undefined, state: State): void {
  const { out, inner } = state;
  const match = /^([\\.][A-Za-z!]+)\s*(.*)$/s.exec(line);
  const name = match?.[1] ?? "";
  const rest = (match?.[2] ?? "").trim();
  if (name === "\\!" || name === ".shell" || name === ".system") out.code("sh", plainWord(rest), inner);
  else if (name === "\\copy") hostAccess([{ kind: "word", text: "COPY" }, ...sqlTokens(rest, false)], state);
  else if (/^(?:\\(?:o|out|g|w|write)|\.(?:output|once|read|import))$/.test(name) && rest.startsWith("|"))
    out.code("sh", plainWord(rest.slice(1).trim()), inner);
  else if (/^(?:\\(?:o|out|w|write)|\.(?:output|once|backup|save|log))$/.test(name) && rest !== "")
    out.effect({ kind: "write", path: out.path(plainWord(rest)), how: "overwrite" });
  else if (/^(?:\\(?:i|ir|include)|\.read)$/.test(name) && rest !== "")
    out.effect({ kind: "read", path: out.path(plainWord(rest)), how: "execute" });
  else if (name === "\\gexec" && before) inside([{ kind: "word", text: "EXECUTE" }, ...before], state);
  else if (/^\\g[a-z]*\b/.test(name) || !/^\\/.test(name)) return;
  // A client command in the middle of a line may be followed by more SQL after `\\`.
  const more = rest.indexOf("\\\\");
  if (more >= 0 && name !== "\\!" && state.depth < MOST_DEPTH) {
    state.depth++;
    read(rest.slice(more + 2), state, false);
    state.depth--;
  }
}
