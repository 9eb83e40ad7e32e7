import { plainWord } from "../word.js";
import type { CodeReader } from "./reader.js";
import { altered, created, dropped, everyRow, graph, truncated } from "./sql-deeds.js";
import { hostAccess } from "./sql-host.js";
import { type Deed, DROP, deed, is, type State } from "./sql-state.js";
import { type SqlToken, sqlStatements, sqlTokens } from "./sql-tokens.js";

const MOST_STATEMENTS = 20_000;
const MOST_DEPTH = 4;

/**
 * What a piece of SQL does: drops, truncations, deletes and updates of every row, programs and files
 * that the server is told to use, and the client's own commands. Any dialect, read by its keywords.
 */
export const sql: CodeReader = (code, out, inner) => {
  read(code, { out, inner, own: new Set(), deeds: [], inTransaction: false, depth: 0 }, false);
  // The standard and MySQL differ on where such a string ends: both readings count.
  for (const [, command = ""] of code.matchAll(SYSTEM))
    out.code("sh", plainWord(command.trim()), { ...inner, certainty: "possible" });
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

function definesRoutine(tokens: readonly SqlToken[]): boolean {
  return (
    is(tokens[0], "CREATE", "ALTER") &&
    tokens.slice(1, 8).some((t) => is(t, "FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "RULE"))
  );
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

/** mysql(1): `system ls` on a line of its own. */
const SYSTEM = /(?:^|\n)[^\S\n]*system[^\S\n]+(?!_|[a-z_]+\s*[=(.])(\S.*)/gi;

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
