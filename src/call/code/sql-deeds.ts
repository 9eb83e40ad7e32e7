import { DROP, deed, is, ROWS, type State } from "./sql-state.js";
import type { SqlToken } from "./sql-tokens.js";

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

export function created(rest: readonly SqlToken[], state: State): void {
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
  "USER",
  "ROLE",
  "LOGIN",
];

export function dropped(rest: readonly SqlToken[], state: State): void {
  const at = rest.findIndex((t) => is(t, ...DROPPED));
  if (at < 0 || at > 2 || rest.slice(0, at).some((t) => is(t, "TEMPORARY", "TEMP"))) return;
  const after = rest.slice(at + 1);
  const name = nameAt(after, afterNoise(after));
  if (is(rest[at], "TABLE") && shortLived(name, state) && !after.some((t) => t.text === ",")) return;
  deed(state, DROP, `DROP ${rest[at]?.text} ${name}`);
}

export function truncated(rest: readonly SqlToken[], state: State): void {
  const name = nameAt(rest, afterNoise(rest));
  if (name !== "" && !shortLived(name, state)) deed(state, ROWS, `TRUNCATE ${name}`);
}

export function everyRow(verb: string, rest: readonly SqlToken[], state: State): void {
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

export function altered(rest: readonly SqlToken[], state: State): void {
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
export function graph(tokens: readonly SqlToken[], state: State): void {
  const end = tokens.findIndex((t) => is(t, "DELETE"));
  if (end < 0) return;
  const pattern = tokens.slice(0, end);
  if (!pattern.some((t) => t.text === "{" || t.text === ":" || is(t, "WHERE", "LIMIT")))
    deed(state, ROWS, "MATCH … DELETE");
}
