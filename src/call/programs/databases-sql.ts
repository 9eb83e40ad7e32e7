import type { Handler } from "./emit.js";
import { deed, each, READS, texts } from "./infra-shape.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";

const DROP = "infra/database-drop";

// postgresql.org/docs/current/app-psql.html
const psql: ProgramSpec = {
  names: ["psql", "pgcli", "usql", "ysqlsh", "gsql", "vsql", "nzsql", "cockroach-sql"],
  values: {
    "-c --command": "sql",
    "-f --file": "script",
    "-o --output": "write",
    "-L --log-file": "append",
    ...texts(
      "-d --dbname",
      "-h --host",
      "-p --port",
      "-U --username",
      "-F --field-separator",
      "-P --pset",
      "-R --record-separator",
      "-T --table-attr",
      "-v --set --variable",
    ),
  },
  flags: [
    "-A --no-align",
    "-a --echo-all",
    "-b --echo-errors",
    "-E --echo-hidden",
    "-e --echo-queries",
    "-l --list",
    "-n --no-readline",
    "-q --quiet",
    "-s --single-step",
    "-S --single-line",
    "-t --tuples-only",
    "-w --no-password",
    "-W --password",
    "-x --expanded",
    "-X --no-psqlrc",
    "-z",
    "-0",
    "-1 --single-transaction",
    "-V",
  ],
  // What is given by a file is read as such.
  language: "sql",
  stdin: "sql",
  network: true,
};

const postgresTools: readonly ProgramSpec[] = [
  {
    names: ["dropdb"],
    dry: ["--help -?"],
    values: texts("-h --host", "-p --port", "-U --username", "--maintenance-db"),
    flags: ["-e --echo", "-f --force", "-i --interactive", "--if-exists", "-w", "-W"],
    mutates: true,
    network: true,
    forms: [{ when: { min: 1 }, act: DROP }],
  },
  { names: ["dropuser"], forms: [{ act: "infra/database-drop" }], mutates: true, network: true },
  { names: ["createdb", "createuser", "reindexdb", "vacuumdb", "clusterdb"], mutates: true, network: true },
  {
    names: ["pg_restore"],
    flags: [
      "-c --clean",
      "-C --create",
      "--if-exists",
      "-l --list",
      "-1 --single-transaction",
      "-a --data-only",
      "-s --schema-only",
      "-v --verbose",
      "-O --no-owner",
    ],
    values: {
      "-f --file": "write",
      ...texts(
        "-d --dbname",
        "-h --host",
        "-p --port",
        "-U --username",
        "-j --jobs",
        "-n --schema",
        "-t --table",
        "-F --format",
        "-L --use-list",
      ),
    },
    operands: "read",
    network: true,
    forms: [
      { when: { has: ["-l"] }, mutates: false },
      // Without a database it only prints SQL.
      { when: { has: ["-c", "-d"], none: ["-l"] }, act: DROP },
    ],
  },
  {
    names: [
      "pg_dump",
      "pg_dumpall",
      "mysqldump",
      "mariadb-dump",
      "mongodump",
      "mongoexport",
      "pg_isready",
      "pg_basebackup",
    ],
    values: {
      "-f --file": "write",
      "-o --out": "write",
      ...texts(
        "-h --host",
        "-p --port",
        "-U --username",
        "-d --dbname --db",
        "-t --table",
        "-n --schema",
        "-F --format",
        "-u --user",
        "-c --collection",
      ),
    },
    mutates: false,
    network: true,
  },
  { names: ["pg_resetwal"], dry: ["-n --dry-run"], mutates: true, forms: [{ when: { min: 1 }, act: DROP }] },
  { names: ["pg_dropcluster"], mutates: true, forms: [{ when: { min: 1 }, act: DROP }] },
];

// dev.mysql.com/doc/refman/8.4/en/mysql-command-options.html
const mysql: ProgramSpec = {
  names: ["mysql", "mariadb", "mycli", "mysqlsh"],
  values: {
    "-e --execute": "sql",
    "--init-command": "sql",
    "--tee": "append",
    ...texts(
      "-h --host",
      "-P --port",
      "-u --user",
      "-D --database",
      "-S --socket",
      "--defaults-file",
      "--defaults-extra-file",
      "--protocol",
      "--delimiter",
      "--default-character-set",
      "--ssl-mode",
    ),
  },
  optional: texts("-p --password"),
  flags: [
    "-B --batch",
    "-N --skip-column-names",
    "-s --silent",
    "-t --table",
    "-v --verbose",
    "-f --force",
    "-E --vertical",
    "-r --raw",
    "-A",
    "-C --compress",
    "--sql",
    "-H --html",
  ],
  stdin: "sql",
  network: true,
};

const mysqladmin: ProgramSpec = {
  names: ["mysqladmin", "mariadb-admin"],
  values: mysql.values ?? {},
  optional: texts("-p --password"),
  flags: ["-f --force"],
  network: true,
  forms: [
    { when: { operand: ["drop"] }, act: DROP, mutates: true },
    { when: { operand: ["shutdown"] }, act: "infra/database-server", mutates: true },
    { when: { operand: ["status", "ping", "version", "processlist", "variables", "extended-status"] }, mutates: false },
  ],
};

// sqlite.org/cli.html: a single dash before long options
const sqlite: ProgramSpec = {
  names: ["sqlite3", "sqlite", "litecli", "duckdb", "libsql"],
  style: "single-dash",
  values: {
    "-cmd": "sql",
    "-c": "sql",
    "-s": "sql",
    "-f": "script",
    "-init": "script",
    ...texts("-separator", "-nullvalue", "-newline", "-vfs", "-maxsize"),
  },
  flags: [
    "-batch",
    "-bail",
    "-csv",
    "-json",
    "-line",
    "-list",
    "-column",
    "-header",
    "-noheader",
    "-html",
    "-readonly",
    "-interactive",
    "-box",
    "-table",
    "-markdown",
    "-safe",
    "-append",
    "-version",
    "-help",
  ],
  handler: "sqlite",
};

const otherSql: readonly ProgramSpec[] = [
  {
    names: ["clickhouse-client", "clickhouse", "clickhouse-local", "chdb"],
    values: {
      "-q --query": "sql",
      ...texts("-h --host", "--port", "-u --user", "--password", "-d --database", "-f --format", "--queries-file"),
    },
    flags: ["-n --multiquery", "-m --multiline", "-s --secure"],
    subcommands: { "client local": { stdin: "sql" } },
    stdin: "sql",
    network: true,
  },
  {
    names: [
      "cqlsh",
      "snowsql",
      "trino",
      "presto",
      "beeline",
      "hive",
      "impala-shell",
      "spark-sql",
      "dremio",
      "snow",
      "ksql",
      "athenacli",
    ],
    values: {
      "-e --execute": "sql",
      "-q --query": "sql",
      "-f --file": "script",
      ...texts(
        "-u --user",
        "-n",
        "-p --password",
        "-k --keyspace",
        "-a",
        "-d",
        "-c --connection",
        "--server",
        "--catalog",
        "--schema",
        "-o",
        "-i",
      ),
    },
    flags: ["--ssl", "-S"],
    subcommands: { sql: { stdin: "sql" } },
    stdin: "sql",
    network: true,
  },
  {
    names: ["sqlcmd", "osql", "isql", "tsql", "fisql", "bsqldb", "sqlplus", "sqlplus64", "mclient"],
    style: "gnu",
    values: {
      "-Q": "sql",
      "-q": "sql",
      "-i": "script",
      "-o": "write",
      ...texts("-S --server", "-U", "-P", "-d", "-H", "-p", "-D", "-l", "-t", "-s", "-w", "-u"),
    },
    flags: ["-E", "-C", "-N", "-b", "-e"],
    stdin: "sql",
    network: true,
  },
  {
    // The statement is the words, quoted or not.
    names: ["db2", "hdbsql"],
    flags: ["-v", "-x", "-t", "-a", "-j"],
    values: { "-f": "script", "-I": "script", "-o": "write", ...texts("-n", "-u", "-p", "-d", "-i", "-U") },
    stdin: "sql",
    handler: "statement-words",
    network: true,
  },
  {
    names: ["exaplus", "bteq", "tpt"],
    style: "single-dash",
    values: { "-sql": "sql", "-f": "script", ...texts("-c", "-u", "-p", "-profile", "-s") },
    stdin: "sql",
    network: true,
  },
  {
    names: ["cockroach"],
    values: { "-e --execute": "sql", ...texts("--host", "--url", "-d --database", "-u --user", "--certs-dir") },
    flags: ["--insecure"],
    subcommands: {
      sql: { stdin: "sql" },
      node: {
        subcommands: {
          ...each(["decommission", "drain"], deed("infra/cluster-delete")),
          ...each(["ls", "status"], READS),
        },
      },
    },
    network: true,
  },
  {
    names: ["cypher-shell"],
    values: {
      "-f --file": "script",
      ...texts("-a --address", "-u --username", "-p --password", "-d --database", "--format", "-P --param"),
    },
    operands: "sql",
    stdin: "sql",
    network: true,
  },
  {
    names: ["influx-cli", "influxql", "psqlrest", "d1"],
    values: { "-execute": "sql", "-q --query": "sql" },
    stdin: "sql",
    network: true,
  },
];

/** Clients of databases that speak SQL, and what comes with them. */
export const sqlPrograms: readonly ProgramSpec[] = [psql, ...postgresTools, mysql, mysqladmin, sqlite, ...otherSql];

const sqliteHandler: Handler = (inv, out) => {
  const [file, ...statements] = inv.operands;
  // What a database in memory loses was never anywhere else.
  const memory = file !== undefined && /^(?::memory:|file::memory:.*|)$/.test(file.text);
  if (file && !memory) out.effect({ kind: "read", path: out.path(file) });
  // The client's own commands reach beyond it all the same.
  if (memory) for (const each of statements) if (/^\s*\./.test(each.text)) out.code("sql", each);
  if (file === undefined || memory) return;
  for (const statement of statements) out.code("sql", statement);
  if (statements.length === 0 && !inv.has("-c", "-s", "-f")) stdinCode("sql", inv, out);
};

const statementWords: Handler = (inv, out) => {
  if (inv.operands.length > 0) out.code("sql", joinWords(inv.operands));
};

export const sqlHandlers: Readonly<Record<string, Handler>> = {
  sqlite: sqliteHandler,
  "statement-words": statementWords,
};
