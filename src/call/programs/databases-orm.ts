import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { CHANGES, deed, deedWhen, each, READS, texts } from "./infra-shape.js";
import { itself } from "./remote-tail.js";
import type { Form, ProgramSpec } from "./spec.js";

const RESET = "infra/database-reset";
const DROP = "infra/database-drop";

/** A task runner whose tasks are named by operands, wherever they stand (`rake db:drop db:create`). */
function tasks(...globs: string[]): Form[] {
  return [{ when: { operand: globs }, act: RESET, mutates: true }];
}

// guides.rubyonrails.org/active_record_migrations.html
const RAILS_TASKS: Form[] = tasks(
  "db:drop*",
  "db:reset*",
  "db:migrate:reset*",
  "db:schema:load*",
  "db:structure:load*",
  "db:purge*",
  "db:truncate_all*",
  "db:seed:replant*",
  "db:setup*",
  "db:mongoid:drop",
  "db:mongoid:purge",
);

const rails: ProgramSpec = {
  names: ["rails", "rake", "raketask", "hanami"],
  values: { ...texts("-e --environment"), "-f --rakefile": "script", "-C --directory": "cwd" },
  dry: ["-n --dry-run", "-T --tasks", "-P --prereqs", "-D --describe", "-W --where"],
  forms: [
    // The tests' own database is built anew for every run.
    { when: { operand: ["db:*"], env: { RAILS_ENV: ["test"] } }, mutates: true, harmless: true },
    { when: { operand: ["RAILS_ENV=test"] }, mutates: true, harmless: true },
    ...RAILS_TASKS,
  ],
  assignments: true,
  subcommands: {
    "runner r": { language: "ruby", operands: { first: ["code"] }, values: texts("-e --environment") },
    "console c": { language: "ruby", stdin: "ruby", values: texts("-e --environment") },
    "dbconsole db": { stdin: "sql" },
    "destroy d": { mutates: true },
  },
};

const prisma: ProgramSpec = {
  names: ["prisma", "prisma2", "zenstack", "zen"],
  values: { ...texts("--schema", "--name", "-n", "--from-url", "--to-url", "--url", "--config"), "--file": "script" },
  flags: [
    "-f --force",
    "--skip-seed",
    "--skip-generate",
    "--force-reset",
    "--accept-data-loss",
    "--create-only",
    "--stdin",
  ],
  subcommands: {
    migrate: {
      subcommands: {
        reset: deed(RESET),
        ...each(["dev", "deploy", "resolve"], CHANGES),
        ...each(["status", "diff"], READS),
      },
    },
    db: {
      subcommands: {
        push: deedWhen(RESET, { any: ["--force-reset", "--accept-data-loss"] }),
        execute: { ...CHANGES, stdin: "sql" },
        ...each(["pull", "seed"], CHANGES),
      },
    },
    ...each(["generate", "validate", "format", "studio", "version", "init"], CHANGES),
  },
};

/** Django's `manage.py` and `django-admin`. docs.djangoproject.com/en/stable/ref/django-admin */
const django: ProgramSpec = {
  names: ["manage.py", "django-admin", "django-admin.py", "django"],
  values: texts("--settings", "--pythonpath", "--database", "-v --verbosity"),
  flags: ["--noinput --no-input", "--dry-run"],
  dry: ["--dry-run", "--plan"],
  subcommands: {
    "flush reset_db reset_schema sqlflush_run clean_db drop_test_database": deed(RESET),
    // `migrate app zero` undoes every migration of the application.
    migrate: { ...CHANGES, dry: ["--plan", "--check"], forms: [{ when: { operand: ["zero"] }, act: RESET }] as Form[] },
    shell: { ...CHANGES, language: "python", values: { "-c --command": "code" }, stdin: "python" },
    shell_plus: { ...CHANGES, language: "python", values: { "-c --command": "code" }, stdin: "python" },
    dbshell: { ...CHANGES, stdin: "sql", style: "words", handler: "dbshell" },
    ...each(
      ["sqlflush", "sqlmigrate", "showmigrations", "check", "diffsettings", "inspectdb", "dumpdata", "test"],
      READS,
    ),
  },
};

/** `manage.py dbshell -- -c SQL`: the words after `--` are the client's. */
const dbshell: Handler = (inv, out) => {
  const at = inv.operands.findIndex((w) => /^(?:-c|-e|--command|--execute)$/.test(w.text));
  const code = at < 0 ? undefined : inv.operands[at + 1];
  if (code) out.code("sql", code);
};

const alembic: ProgramSpec = {
  names: ["alembic", "flask", "aerich", "quart", "superset"],
  values: texts("-c --config", "-x", "-n --name", "-A --app", "--env-file", "-d --directory"),
  flags: ["--sql"],
  dry: ["--sql"],
  subcommands: {
    downgrade: deedWhen(RESET, { operand: ["base", "0"] }),
    db: {
      subcommands: {
        downgrade: deedWhen(RESET, { operand: ["base", "0"] }),
        ...each(["upgrade", "migrate", "init", "stamp", "revision"], CHANGES),
      },
    },
    "init-db drop-db db-drop drop_db reset-db": CHANGES,
    shell: { language: "python", stdin: "python" },
    ...each(["current", "history", "heads", "branches", "show", "check", "routes"], READS),
  },
};

/** Tools whose tasks are one word, mostly `db:drop` and the like. */
const nodeTools: readonly ProgramSpec[] = [
  {
    names: ["sequelize", "sequelize-cli"],
    values: texts("--env", "--config", "--url", "--migrations-path", "--to", "--name"),
    forms: tasks("db:drop", "db:migrate:undo:all", "db:seed:undo:all"),
  },
  {
    names: ["knex"],
    values: texts("--knexfile", "--env", "--cwd", "--client", "--connection"),
    flags: ["--all"],
    forms: [{ when: { operand: ["migrate:rollback"], has: ["--all"] }, act: RESET }],
  },
  {
    names: ["kysely"],
    flags: ["--all"],
    subcommands: { migrate: deedWhen(RESET, { operand: ["rollback"], has: ["--all"] }) },
    forms: [{ when: { operand: ["migrate:rollback"], has: ["--all"] }, act: RESET }],
  },
  // Frameworks that hand the words on.
  { names: ["redwood", "rw", "rwfw", "blitz", "keystone"], subcommands: { prisma: itself }, mutates: "unknown" },
  {
    names: ["typeorm", "typeorm-ts-node-commonjs", "typeorm-ts-node-esm", "mikro-orm", "mikro-orm-esm"],
    values: texts("-d --dataSource", "-f --config", "-q --query"),
    flags: ["-r --run", "--drop-migrations-table"],
    forms: tasks("schema:drop", "schema:fresh", "migration:fresh", "database:drop"),
    subcommands: { query: { operands: "sql" } },
  },
  {
    names: ["drizzle-kit", "drizzle"],
    values: texts("--config", "--dialect", "--url", "--schema", "--out"),
    flags: ["--force", "--strict", "--verbose"],
    subcommands: {
      drop: CHANGES,
      push: deedWhen(RESET, { has: ["--force"] }),
      ...each(["generate", "migrate", "check", "studio", "pull", "introspect"], CHANGES),
    },
  },
  { names: ["node-pg-migrate", "db-migrate", "ley", "umzug"], forms: tasks("db:drop", "reset") },
  {
    names: ["ace", "node-ace", "adonis"],
    forms: tasks("migration:fresh", "migration:reset", "migration:refresh", "db:wipe", "db:truncate"),
  },
  {
    names: ["strapi", "medusa", "payload", "keystone"],
    forms: tasks("db:drop", "migrate:fresh", "migrate:reset", "database:reset"),
  },
];

const phpTools: readonly ProgramSpec[] = [
  {
    names: ["artisan"],
    language: "php",
    values: { ...texts("--database", "--path", "--seeder", "--step", "--env"), "--execute": "code" },
    dry: ["--pretend"],
    flags: ["--force", "--seed"],
    subcommands: { tinker: { language: "php", stdin: "php" } },
    forms: tasks("migrate:fresh", "migrate:refresh", "migrate:reset", "db:wipe", "queue:flush", "schema:drop"),
  },
  {
    // bin/console of Symfony and its relatives
    names: [
      "console",
      "doctrine",
      "doctrine-migrations",
      "bin-doctrine",
      "typo3",
      "spark",
      "cake",
      "phinx",
      "yii",
      "drush",
      "wp",
      "magento",
    ],
    values: {
      ...texts("-e --env", "--em", "--connection", "-c --configuration", "-t --target", "-r --root", "--path", "--url"),
      "--sql": "sql",
    },
    flags: ["-f --force", "--full-database", "-n --no-interaction", "--dump-sql", "--if-exists", "-y --yes"],
    dry: ["--pretend", "-x --dry-run"],
    forms: [
      // To the first version is every migration taken back.
      { when: { operand: ["rollback"], value: { "-t": ["0"] } }, act: RESET },
      {
        when: {
          operand: [
            "d:s:d*",
            "doctrine:schema:drop",
            "orm:schema-tool:drop",
            "doctrine:database:drop",
            "d:d:d*",
            "doctrine:mongodb:schema:drop",
          ],
          any: ["-f"],
        },
        act: DROP,
      },
      {
        when: {
          operand: [
            "sql-drop",
            "sql:drop",
            "site-install",
            "site:install",
            "migrate/fresh",
            "migrate/down",
            "migrate:refresh",
            "schema_cache_drop",
            "setup:uninstall",
          ],
        },
        act: DROP,
      },
      { when: { operand: ["doctrine:query:sql", "dbal:run-sql", "sql-query", "sql:query", "sqlq"] }, mutates: true },
    ] as Form[],
    handler: "console-sql",
    subcommands: {
      db: {
        subcommands: {
          "reset drop clean": deed(DROP),
          query: { operands: "sql" },
          ...each(["export", "check", "size", "tables"], READS),
        },
      },
    },
  },
];

/** `bin/console dbal:run-sql SQL` and the like: the words after the task are SQL. */
const consoleSql: Handler = (inv, out) => {
  const at = inv.operands.findIndex((w) =>
    /^(?:doctrine:query:sql|dbal:run-sql|sql-query|sql:query|sqlq)$/.test(w.text),
  );
  const code = at < 0 ? undefined : inv.operands[at + 1];
  if (code) out.code("sql", code);
};

const migrators: readonly ProgramSpec[] = [
  {
    names: ["mix"],
    forms: [
      ...tasks("ecto.drop", "ecto.reset", "ecto.rollback.all", "ash.reset", "ash.tear_down", "ash_postgres.drop"),
      { when: { operand: ["ecto.rollback"], has: ["--all"] }, act: RESET },
    ],
    flags: ["--all"],
    values: texts("-r --repo", "-n --step"),
    subcommands: { run: { language: "other", values: { "-e --eval": "code" } } },
  },
  {
    names: ["flyway"],
    style: "single-dash",
    values: texts("-url", "-user", "-password", "-schemas", "-configFiles"),
    forms: tasks("clean", "undo-all"),
  },
  {
    names: ["liquibase"],
    values: texts("--url", "--username", "--password", "--changelog-file", "--defaults-file"),
    forms: tasks("drop-all", "dropAll", "drop-all-sql-run"),
  },
  {
    names: ["diesel", "sqlx", "sea-orm-cli", "refinery", "cornucopia", "sea"],
    values: texts("--database-url", "-D", "--source", "--migration-dir", "-d --migration-directory", "-u"),
    flags: ["-y", "-f --force"],
    subcommands: {
      "database db": { subcommands: { "reset drop": deed(RESET), ...each(["setup", "create"], CHANGES) } },
      "migration migrate migrations": {
        subcommands: {
          ...each(["fresh", "reset", "refresh"], deed(RESET)),
          revert: deedWhen(RESET, { any: ["-a"] }, { flags: ["-a --all"] }),
          ...each(["run", "redo", "up", "down", "add", "generate"], CHANGES),
          ...each(["list", "info", "pending", "status"], READS),
        },
      },
    },
  },
  {
    names: ["dbmate"],
    values: texts("-u --url", "-e --env", "-d --migrations-dir"),
    subcommands: {
      drop: deed(DROP),
      ...each(["up", "migrate", "rollback", "new", "create", "dump", "load"], CHANGES),
      status: READS,
    },
  },
  {
    names: ["goose", "migrate", "golang-migrate", "tern", "sql-migrate", "atlas", "rambler", "pgroll", "bytebase"],
    style: "single-dash",
    values: texts("-dir", "-path", "-database", "-source", "-table", "-url", "-env", "-d --destination", "-limit"),
    flags: ["-all"],
    forms: tasks("reset", "drop", "down-to=0"),
    subcommands: {
      down: {
        ...CHANGES,
        forms: [
          { when: { has: ["-all"] }, act: RESET },
          { when: { value: { "-limit": ["0"] } }, act: RESET },
        ] as Form[],
      },
      drop: deed(DROP),
      reset: deed(RESET),
      "down-to": deedWhen(RESET, { operand: ["0"] }),
      // `migrate down` without a number takes every migration back.
      schema: { subcommands: { clean: deed(DROP), ...each(["inspect", "diff", "apply"], CHANGES) } },
    },
  },
  {
    names: ["dotnet-ef"],
    subcommands: {
      database: {
        subcommands: {
          drop: deed(DROP, { dry: ["--dry-run"], flags: ["-f --force"] }),
          update: deedWhen(RESET, { operand: ["0"] }),
        },
      },
    },
  },
  {
    // Without a target every change is taken back.
    names: ["sqitch"],
    values: texts("--to --to-change", "-t --target", "-C --chdir", "--top-dir", "--set"),
    flags: ["-y"],
    subcommands: { "revert rebase": deedWhen(RESET, { none: ["--to"], max: 0 }) },
    mutates: "unknown",
  },
  {
    names: ["yoyo"],
    flags: ["--all", "--batch -b"],
    values: texts("-d --database", "-c --config"),
    subcommands: { rollback: deedWhen(RESET, { has: ["--all"] }) },
    mutates: "unknown",
  },
  {
    names: ["piccolo"],
    subcommands: { migrations: { subcommands: { backwards: deedWhen(RESET, { operand: ["all"] }) } } },
    mutates: "unknown",
  },
  // Wrappers that frameworks lay into projects: the words behind them are a command of their own.
  { names: ["symfony", "sail", "ddev", "lando"], style: "posix", operands: "command", mutates: "unknown" },
  { names: ["lein"], subcommands: { migratus: deedWhen(RESET, { operand: ["reset"] }) } },
];

export const ormPrograms: readonly ProgramSpec[] = [
  rails,
  prisma,
  django,
  alembic,
  ...nodeTools,
  ...phpTools,
  ...migrators,
];

/** `dotnet ef words` is `dotnet-ef words`. */
const dotnetEf: Handler = (inv, out) => out.command([plainWord("dotnet-ef"), ...inv.operands]);

export const ormHandlers: Readonly<Record<string, Handler>> = {
  dbshell,
  "console-sql": consoleSql,
  "dotnet-ef": dotnetEf,
};
