import type { ToolCall } from "./call.js";
import { namedCommandLine, withProgram } from "./foreign-commands.js";
import { allWords } from "./foreign-tools.js";
import type { ProgramTable } from "./programs/interpret.js";
import type { Language } from "./programs/spec.js";

/** Code among a foreign tool's arguments. */
export interface ForeignCode {
  readonly language: Language;
  readonly text: string;
}

const RUNS = /^(?:bash|sh|zsh|shell|terminal|exec|execute|run|command|commands|cmd|process|spawn|console|ssh)$/;
const SHELL = /^(?:bash|sh|zsh|shell|terminal)$/;
const COMMAND_KEY =
  /^(?:(?:\w+_)?(?:command|cmd|commands|command_?line)|(?:cmd|command)_?(?:string|text|line)|shell_?command|bash|shell)$/i;
const INPUT_KEY = /^(?:input|text|line|lines)$/i;
const POWERSHELL = /^(?:powershell|pwsh)$/;
const CODE_KEY = /^(?:code|script|source_?code|snippet|expression)$/i;
const CELL_KEY = /^(?:source|cell|cell_?source|content)$/i;
const NOTEBOOK = /^(?:jupyter|ipython|notebook|kernel|cell)$/;
const SQL_KEY = /^(?:sql|query|statement)$/i;
const DATABASE =
  /sql|postgres|database|^db|clickhouse|duckdb|bigquery|snowflake|neo4j|cypher|redshift|athena|databricks|trino/;
const ENDS_DATA =
  /^\s*(?:drop\s+(?:table|database|schema|user|view|index)\s+(?:if\s+exists\s+)?|truncate\s+(?:table\s+)?|delete\s+from\s+)[\w."`[\]]+(?:\s+(?:cascade|restrict))?\s*;?\s*$/i;
const KEYS_KEY = /^(?:keys|input|text)$/i;
const TERMINAL = /^(?:tmux|screen|terminal|pty|console)$/;
/** The key that sends a typed line off. */
const ENTER = /(?:\s+(?:Enter|C-m|Return)|\\[nr]|[\r\n])+$/;
const WIPES = /\bdrop\s+(?:schema|database)\b|\btruncate\b/i;
const REDIS = /^(?:redis|valkey|keydb|upstash)$/;

/** The arguments, and those of objects among them: `{params: {sql}}`. */
function entries(call: ToolCall): [string, unknown][] {
  return Object.entries(call.input).flatMap(([key, value]): [string, unknown][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? [[key, value], ...Object.entries(value)]
      : [[key, value]],
  );
}

/** Code that a foreign tool is given to run, as far as names tell. */
export function foreignCode(call: ToolCall, programs: ProgramTable): ForeignCode[] {
  const words = allWords(call.rawTool);
  const named = (what: RegExp): boolean => words.some((word) => what.test(word));
  const out: ForeignCode[] = [];
  const line = namedCommandLine(call, words, programs);
  if (line !== undefined) out.push({ language: "sh", text: line });
  for (const [key, value] of entries(call)) {
    const text = commandText(value, call);
    if (text === undefined) continue;
    if (COMMAND_KEY.test(key) || (INPUT_KEY.test(key) && named(SHELL))) {
      if (named(REDIS)) out.push({ language: "redis", text });
      // `pg_psql {command: "DROP TABLE users"}`.
      if (named(DATABASE)) out.push({ language: "sql", text });
      out.push({ language: named(POWERSHELL) ? "powershell" : "sh", text });
      const whole = withProgram(text, words, programs);
      if (whole !== undefined) out.push({ language: "sh", text: whole });
    } else if (CODE_KEY.test(key) || (CELL_KEY.test(key) && named(NOTEBOOK))) {
      const language = languageOf(call, words) ?? (named(RUNS) ? "sh" : undefined);
      if (language) out.push(cell(language, text));
    } else if (SQL_KEY.test(key) && (/^sql$/i.test(key) || named(DATABASE))) out.push({ language: "sql", text });
    // A statement that ends something is one, whoever is given it.
    else if (/^statement$/i.test(key) && ENDS_DATA.test(text)) out.push({ language: "sql", text });
    else if (KEYS_KEY.test(key) && named(TERMINAL)) out.push({ language: "sh", text: text.replace(ENTER, "") });
    // A migration may drop what it replaces, but not everything at once.
    else if (SQL_KEY.test(key) && named(/^migrations?$/) && WIPES.test(text)) out.push({ language: "sql", text });
  }
  const ownLine = argumentsOnly(call, words, programs);
  if (ownLine !== undefined) out.push({ language: "sh", text: ownLine });
  return out;
}

/** `run_gcloud_command {args: ["sql", "instances", "delete", "prod"]}`: the program's name is the tool's. */
function argumentsOnly(call: ToolCall, words: readonly string[], programs: ProgramTable): string | undefined {
  if (Object.keys(call.input).some((key) => COMMAND_KEY.test(key))) return undefined;
  const list = call.input.args ?? call.input.arguments ?? call.input.argv;
  const text = Array.isArray(list) ? commandText(list, { ...call, input: {} }) : undefined;
  if (text === undefined) return undefined;
  const { program, executable, binary } = call.input;
  const named = [program, executable, binary].find((each) => typeof each === "string");
  if (typeof named === "string") return `${named} ${text}`;
  // The program's own words, where the tool runs what it is given.
  if (call.input.argv !== undefined && words.some((word) => RUNS.test(word))) return text;
  return withProgram(text, words, programs);
}

/** A cell of a notebook may be another language's as a whole. */
function cell(language: Language, text: string): ForeignCode {
  const magic = /^\s*%%(bash|sh|script +(?:ba|z)?sh|javascript|js|perl|ruby)\b[^\n]*\n/.exec(text);
  if (!magic) return { language, text };
  const name = (magic[1] as string).replace(/^(?:script +.*|bash)$/, "sh").replace(/^js$/, "javascript");
  return { language: name as Language, text: text.slice(magic[0].length) };
}

/** A command line as one text: words of a list are quoted again, lines of one stand below each other. */
function commandText(value: unknown, call: ToolCall): string | undefined {
  const quote = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const rest = Array.isArray(call.input.args) ? (call.input.args as unknown[]) : [];
  const args = rest.filter((each) => typeof each === "string").map(quote);
  if (typeof value === "string") return [value, ...args].join(" ");
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return undefined;
  const list = value as string[];
  // `["cd /", "rm -rf home"]` are commands, `["rm", "-rf", "a b"]` are words.
  const lines = list.length > 0 && /^[\w./-]+ /.test(list[0] as string);
  return lines ? list.join("\n") : list.map(quote).join(" ");
}

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/^(?:python|python3|py|ipython|jupyter|notebook|kernel)$/, "python"],
  [/^(?:javascript|js|node|nodejs|typescript|ts|deno|bun)$/, "javascript"],
  [/^(?:bash|sh|zsh|shell)$/, "sh"],
  [/^osascript$/, "applescript"],
  [/^(?:ruby|perl|php|lua|r|applescript|powershell|sql)$/, "other"],
];

/** By an argument that names it, else by the tool's name; `execute_code` of a kernel is Python's. */
function languageOf(call: ToolCall, words: readonly string[]): Language | undefined {
  const given = call.input.language ?? call.input.lang ?? call.input.runtime;
  for (const word of [...(typeof given === "string" ? [given.toLowerCase()] : []), ...words]) {
    const found = LANGUAGES.find(([name]) => name.test(word))?.[1];
    if (found) return found === "other" ? (word as Language) : found;
  }
  const code = words.includes("code") && words.some((word) => /^(?:execute|run|eval|exec)$/.test(word));
  return code ? "python" : undefined;
}
