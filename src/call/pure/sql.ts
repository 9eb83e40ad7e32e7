import { type SqlToken, sqlStatements, sqlTokens } from "../code/sql-tokens.js";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const VERBS = words("SELECT SHOW EXPLAIN DESCRIBE DESC VALUES TABLE WITH PRAGMA USE");

/** Words that change, lock, call or write within a statement that begins as a question, in one dialect or another. */
const NEVER = words(
  `INTO INSERT UPDATE DELETE MERGE REPLACE UPSERT CREATE ALTER DROP TRUNCATE CALL DO EXEC EXECUTE COPY LOAD GRANT REVOKE LOCK VACUUM
   REFRESH REINDEX ATTACH DETACH HANDLER FOR RETURNING PROCEDURE OUTFILE DUMPFILE DECLARE PREPARE IMPORT`,
);

/** Functions without effects; of others, and of those that people define, nothing is known. */
const FUNCTIONS = words(
  `count sum avg min max total length char_length character_length octet_length lower upper initcap trim ltrim rtrim btrim substr
   substring left right lpad rpad reverse position strpos instr locate concat concat_ws group_concat string_agg array_agg json_agg
   jsonb_agg json_object_agg coalesce ifnull nullif isnull nvl iif if greatest least abs round floor ceil ceiling mod power sqrt sign
   now current_timestamp current_date current_time localtime localtimestamp clock_timestamp date time datetime julianday strftime
   unixepoch year month day hour minute second date_trunc date_part extract date_format date_add date_sub datediff timediff
   timestampdiff age to_char to_date to_timestamp from_unixtime unix_timestamp curdate curtime make_date cast convert try_cast typeof
   pg_typeof version sqlite_version current_database current_schema current_schemas current_user session_user user database schema
   connection_id row_number rank dense_rank percent_rank ntile lag lead first_value last_value nth_value over json_extract
   json_array_length json_object json_array json_each json_tree json_type json_valid json_unquote json_build_object jsonb_build_object
   json_array_elements jsonb_array_elements jsonb_each jsonb_object_keys json_object_keys to_json to_jsonb row_to_json unnest
   generate_series array_length cardinality array_to_string string_to_array split_part regexp_replace regexp_matches regexp_match
   quote_ident quote_literal format md5 sha256 hex encode decode random rand uuid pg_size_pretty pg_relation_size
   pg_total_relation_size pg_table_size pg_indexes_size pg_database_size pg_tablespace_size pg_get_indexdef pg_get_constraintdef
   pg_get_viewdef pg_get_functiondef pg_get_expr format_type obj_description col_description to_regclass has_table_privilege
   pg_is_in_recovery pg_postmaster_start_time pg_backend_pid inet_server_addr current_setting table_info pragma_table_info
   pragma_index_list printf quote char unicode likely bit_count bool_and bool_or every stddev variance percentile_cont mode`,
);

/** What may stand before a bracket and calls nothing. */
const BEFORE_BRACKET = words(
  `IN AND OR NOT FROM JOIN ON WHERE SELECT DISTINCT AS USING BY VALUES EXISTS ANY ALL SOME OVER UNION EXCEPT INTERSECT CASE WHEN THEN
   ELSE HAVING LIMIT OFFSET FILTER WITHIN GROUP ORDER LIKE ILIKE BETWEEN IS LATERAL MATERIALIZED EXPLAIN INTERVAL ROW ARRAY PARTITION
   WINDOW VARCHAR CHAR NUMERIC DECIMAL WITH FORMAT COSTS VERBOSE BUFFERS`,
);

const PRAGMAS = words(
  `TABLE_INFO TABLE_XINFO TABLE_LIST INDEX_LIST INDEX_INFO INDEX_XINFO FOREIGN_KEY_LIST FOREIGN_KEY_CHECK DATABASE_LIST COMPILE_OPTIONS
   FUNCTION_LIST COLLATION_LIST INTEGRITY_CHECK QUICK_CHECK PAGE_COUNT FREELIST_COUNT`,
);
/** With a value they set it. */
const BARE_PRAGMAS = words(
  "USER_VERSION SCHEMA_VERSION ENCODING PAGE_SIZE JOURNAL_MODE FOREIGN_KEYS SYNCHRONOUS APPLICATION_ID CACHE_SIZE",
);

/** The sqlite3 client's own commands that only show something or say how it is shown. */
const SHOWS =
  /^\.(?:tables|schema|fullschema|indexes|indices|databases|headers?|mode|show|dbinfo|stats|width|nullvalue|separator|timer)(?:[ \t]+[\w "'%,.-]*)?$/;

/** The psql client's. */
const DESCRIBES = /^\\(?:d[a-zA-Z]*[+S]*|l\+?|z|conninfo|x|timing|dt\+?|encoding|echo)(?:[ \t]+[\w".*?-]*)?$/;

/** Where a text or a comment ends then depends on the dialect. */
const DOUBTFUL = {
  psql: /[\\\r⟦`]|--(?![ \t])|\/\*/,
  mysql: /[\\\r⟦#]|--(?![ \t])|\/\*/,
  sqlite: /[\\\r⟦[]|--(?![ \t])|\/\*/,
} as const;

/** Whether every statement of a text only asks, by functions that are known. */
export function looksSql(code: string, client: keyof typeof DOUBTFUL): boolean {
  const text = code.trim();
  if (client === "psql" && text.startsWith("\\")) return DESCRIBES.test(text);
  if (text === "" || DOUBTFUL[client].test(text)) return false;
  return sqlStatements(sqlTokens(text, false)).every((tokens) => asks(tokens, client));
}

function asks(tokens: readonly SqlToken[], client: string): boolean {
  const [first] = tokens;
  if (first?.kind === "meta") return client === "sqlite" && SHOWS.test(first.text.trim());
  if (first?.kind !== "word" || !VERBS.has(first.text)) return false;
  if (first.text === "PRAGMA") return client === "sqlite" && pragma(tokens);
  // What it names is shown, whatever it is: `SHOW CREATE TABLE t`.
  if (first.text === "SHOW")
    return tokens.every(({ kind, text }) => kind !== "body" && kind !== "meta" && text !== "(");
  return tokens.every((token, at) => {
    if (token.kind === "body" || token.kind === "meta") return false;
    // Assignments to variables, and text that ended before its time.
    if (token.text === ":" && tokens[at + 1]?.text === "=") return false;
    if (token.kind === "word" && NEVER.has(token.text) && !replaces(tokens, at)) return false;
    if (token.kind !== "word" && token.kind !== "name") return true;
    const next = tokens[at + 1];
    if (next?.kind !== "punctuation" || next.text !== "(") return true;
    if (token.kind === "word" && BEFORE_BRACKET.has(token.text)) return true;
    // `name AS (`, `WITH name (columns) AS (`
    if (token.kind === "word" && replaces(tokens, at)) return true;
    return FUNCTIONS.has(token.text.toLowerCase()) && tokens[at - 1]?.text !== ".";
  });
}

/** The function `replace(text, from, to)`. */
function replaces(tokens: readonly SqlToken[], at: number): boolean {
  return at > 0 && tokens[at]?.text === "REPLACE" && tokens[at + 1]?.text === "(" && tokens[at - 1]?.text !== ".";
}

function pragma(tokens: readonly SqlToken[]): boolean {
  const [, name, ...rest] = tokens;
  if (name?.kind !== "word") return false;
  if (rest.length === 0) return PRAGMAS.has(name.text) || BARE_PRAGMAS.has(name.text);
  return PRAGMAS.has(name.text) && rest.length === 3 && rest[0]?.text === "(" && rest[2]?.text === ")";
}
