import { CHANGES, deed, deedWhen, each, LOCAL, READS, texts } from "./infra-shape.js";
import { there } from "./remote-tail.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";

const APP = "infra/app-delete";
const DATA = "infra/database-drop";

/** A group of subcommands of which some end what they name. */
function group(...names: string[]): CommandSpec {
  return {
    subcommands: { [names.join(" ")]: deed(APP), ...each(["list", "ls", "show", "info", "get", "status"], READS) },
  };
}

// devcenter.heroku.com/articles/heroku-cli-commands
const heroku: ProgramSpec = {
  names: ["heroku"],
  values: texts("-a --app", "-r --remote", "-c --confirm", "-t --team"),
  network: true,
  subcommands: {
    "apps:destroy destroy apps:delete": deed(APP),
    "addons:destroy addons:remove pipelines:destroy spaces:destroy": deed(APP),
    "pg:reset": deed(DATA),
    "pg:backups:delete pg:copy pg:backups:restore": deed(DATA),
    "redis:reset kafka:topics:destroy": deed(DATA),
    "pg:psql": { ...CHANGES, values: { "-c --command": "sql" }, stdin: "sql" },
    "run run:detached ps:exec": {
      ...CHANGES,
      style: "posix",
      flags: ["-x --exit-code", "--no-tty", "--no-notify"],
      values: texts("-s --size", "--type", "-e --env"),
      handler: "remote-words",
    },
    "logs ps status config apps info pg:info pg:diagnose releases addons": READS,
  },
};

// fly.io/docs/flyctl
const fly: ProgramSpec = {
  names: ["fly", "flyctl"],
  values: texts("-a --app", "-c --config", "-o --org", "-t --access-token", "-r --region"),
  flags: ["-y --yes", "-f --force", "-j --json"],
  network: true,
  subcommands: {
    "destroy delete": deed(APP),
    "machine machines m": {
      subcommands: {
        "destroy delete remove rm": deed(APP),
        exec: there(),
        ...each(["list", "ls", "status"], READS),
      },
    },
    ...each(
      ["apps", "volumes", "vol", "postgres", "pg", "mpg", "redis", "storage", "ext", "orgs", "certs"],
      group("destroy", "delete", "remove", "rm"),
    ),
    ...each(["status", "logs", "info", "checks", "releases", "history", "doctor", "version", "platform"], READS),
    ...each(["deploy", "launch", "scale", "secrets", "open", "proxy", "restart", "auth", "config"], CHANGES),
    ssh: { subcommands: { console: { ...CHANGES, values: texts("-C --command"), handler: "remote-shell" } } },
  },
};

const vercel: ProgramSpec = {
  names: ["vercel", "vc", "now"],
  values: texts("-t --token", "-S --scope", "--cwd", "-A --local-config", "-T --team"),
  flags: ["-y --yes", "--safe", "--prod"],
  network: true,
  subcommands: {
    "remove rm": deed(APP),
    ...each(
      [
        "project",
        "projects",
        "domains",
        "dns",
        "certs",
        "alias",
        "aliases",
        "teams",
        "integration",
        "blob",
        "edge-config",
      ],
      group("rm", "remove", "delete"),
    ),
    env: { subcommands: { ...each(["ls", "list", "pull"], READS), ...each(["add", "rm", "remove"], CHANGES) } },
    ...each(["list", "ls", "inspect", "logs", "whoami", "build", "dev"], READS),
  },
};

const netlify: ProgramSpec = {
  names: ["netlify", "ntl"],
  values: texts("--auth", "-s --site", "--filter"),
  network: true,
  subcommands: {
    "sites:delete blobs:delete": deed(APP),
    ...each(["status", "sites:list", "env:list", "env:get", "logs", "dev", "build", "open"], READS),
    ...each(["deploy", "init", "link", "unlink", "env:set", "env:unset", "login"], CHANGES),
  },
};

const d1: CommandSpec = {
  subcommands: {
    delete: deed(DATA),
    execute: { ...CHANGES, values: { "--command": "sql", "--file": "read" } },
    ...each(["list", "info", "export", "insights"], READS),
    // What was written since is gone.
    "time-travel": { subcommands: { restore: deed(DATA), info: READS } },
    "migrations create": CHANGES,
  },
};

// developers.cloudflare.com/workers/wrangler/commands
const wrangler: ProgramSpec = {
  names: ["wrangler", "cloudflared"],
  values: texts("-c --config", "-e --env", "--name", "--namespace-id", "--binding"),
  network: true,
  subcommands: {
    delete: deed(APP, { dry: ["--dry-run"] }),
    d1,
    kv: { subcommands: { ...each(["namespace", "bulk"], group("delete")), key: CHANGES } },
    "kv:namespace kv:bulk": group("delete"),
    // cloudflared's own service.
    service: { subcommands: { install: deed("persistence/autostart") } },
    r2: { subcommands: { bucket: group("delete"), object: CHANGES } },
    pages: { subcommands: { project: group("delete"), deployment: CHANGES, ...each(["deploy", "dev"], CHANGES) } },
    ...each(
      ["queues", "vectorize", "hyperdrive", "workflows", "tunnel", "dispatch-namespace", "pipelines", "containers"],
      group("delete", "purge"),
    ),
    ...each(["dev", "tail", "whoami", "types", "deployments", "versions"], READS),
    ...each(["deploy", "publish", "secret", "login", "init", "rollback"], CHANGES),
  },
};

const railway: ProgramSpec = {
  names: ["railway", "render", "koyeb", "northflank", "porter", "dokku", "caprover", "zeabur", "clever"],
  values: texts("-s --service", "-e --environment", "-p --project", "-o --output"),
  network: true,
  subcommands: {
    "down delete remove destroy apps:destroy": deed(APP),
    "postgres:destroy mysql:destroy redis:destroy mongo:destroy": deed(DATA),
    ...each(
      ["service", "services", "environment", "volume", "project", "app", "apps", "database", "domain"],
      group("delete", "rm", "remove", "destroy"),
    ),
    ...each(["logs", "status", "list", "whoami", "variables", "ps"], READS),
  },
};

// firebase.google.com/docs/cli
const firebase: ProgramSpec = {
  names: ["firebase"],
  values: texts("-P --project", "--account", "-c --config", "--only"),
  flags: ["-f --force", "--all-collections", "-r --recursive"],
  network: true,
  subcommands: {
    "firestore:delete database:remove firestore:databases:delete firestore:indexes:delete": deed(DATA),
    "functions:delete hosting:disable projects:delete apphosting:backends:delete": deed(APP),
    "hosting:sites:delete hosting:channel:delete apps:delete auth:delete dataconnect:services:delete": deed(APP),
    ...each(["deploy", "use", "login", "init", "database:set", "database:update"], CHANGES),
    ...each(["emulators:start", "emulators:exec", "serve", "projects:list", "apps:list", "functions:log"], READS),
  },
};

// supabase.com/docs/reference/cli
const supabase: ProgramSpec = {
  names: [
    "supabase",
    "neonctl",
    "neon",
    "turso",
    "pscale",
    "planetscale",
    "xata",
    "upstash",
    "nhost",
    "hasura",
    "atlas",
    "convex",
  ],
  values: texts("--project-ref", "--workdir", "--db-url", "--org", "--project-id", "--database", "--branch"),
  flags: ["--linked", "--local", "-f --force"],
  network: true,
  subcommands: {
    db: {
      subcommands: {
        reset: deed("infra/database-reset"),
        "destroy delete": deed(DATA),
        shell: { ...CHANGES, operands: { first: ["text"], rest: "sql" } },
        ...each(["push", "pull", "diff", "dump", "lint", "start", "list", "show"], CHANGES),
      },
    },
    // A branch that is reset or restored loses what was written to it.
    "branches branch": group("delete", "rm", "destroy", "terminate", "reset", "restore"),
    // What was there before is replaced.
    import: deedWhen(
      DATA,
      { any: ["--replace", "--replace-all"] },
      { flags: ["--replace", "--replace-all", "-y --yes"] },
    ),
    metadata: { subcommands: { clear: deed(DATA), ...each(["apply", "export", "reload", "diff"], CHANGES) } },
    migrate: { subcommands: { delete: deed(DATA), ...each(["apply", "status", "create", "squash"], CHANGES) } },
    "shell connect": { ...CHANGES, stdin: "sql", values: { "-e --execute": "sql", "-c --command": "sql" } },
    ...each(
      [
        "projects",
        "project",
        "database",
        "databases",
        "redis",
        "vector",
        "group",
        "org",
        "cluster",
        "clusters",
        "deployments",
        "dedicated",
      ],
      group("delete", "rm", "destroy", "terminate"),
    ),
    schema: CHANGES,
    ...each(["functions", "secrets", "storage"], CHANGES),
    ...each(["start", "stop", "status", "gen", "link", "login", "init", "migration", "test"], CHANGES),
  },
};

const pm: ProgramSpec = {
  names: ["dotcloud", "surge"],
  subcommands: { ...each(["teardown", "destroy"], deed(APP)), list: LOCAL },
};

export const appPrograms: readonly ProgramSpec[] = [
  heroku,
  fly,
  vercel,
  netlify,
  wrangler,
  railway,
  firebase,
  supabase,
  pm,
];
