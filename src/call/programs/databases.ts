import { ormHandlers, ormPrograms } from "./databases-orm.js";
import { sqlHandlers, sqlPrograms } from "./databases-sql.js";
import type { Handler } from "./emit.js";
import { texts } from "./infra-shape.js";
import { joinWords } from "./join.js";
import type { Form, ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";

const DROP = "infra/database-drop";

// mongodb.com/docs/mongodb-shell/reference/options
const mongosh: ProgramSpec = {
  names: ["mongosh", "mongo"],
  language: "mongo",
  values: {
    "--eval": "code",
    "-f --file": "script",
    ...texts(
      "--host",
      "--port",
      "-u --username",
      "-p --password",
      "--authenticationDatabase",
      "--tlsCAFile",
      "--apiVersion",
    ),
  },
  flags: ["--quiet", "--norc", "--nodb", "--shell", "--tls", "--json", "-v --verbose"],
  handler: "mongosh",
  network: true,
};

const mongorestore: ProgramSpec = {
  names: ["mongorestore", "mongoimport"],
  flags: ["--drop", "--gzip", "--quiet"],
  dry: ["--dryRun"],
  values: texts(
    "--uri",
    "-h --host",
    "--port",
    "-d --db",
    "-c --collection",
    "-u --username",
    "-p --password",
    "--nsInclude",
    "--archive",
    "--file",
    "--type",
  ),
  mutates: true,
  network: true,
  forms: [{ when: { has: ["--drop"] }, act: DROP }],
};

// redis.io/docs/latest/develop/tools/cli
const redisCli: ProgramSpec = {
  names: ["redis-cli", "valkey-cli", "keydb-cli", "iredis", "dragonfly-cli"],
  style: "posix",
  language: "redis",
  values: texts(
    "-h",
    "-p",
    "-s",
    "-a --pass",
    "--user",
    "-u",
    "-r",
    "-i",
    "-n",
    "-d",
    "-D",
    "--cacert",
    "--cert",
    "--key",
    "--sni",
    "--pattern",
    "--quoted-pattern",
    "--count",
    "--eval",
    "--rdb",
    "--functions-rdb",
    "--cluster",
    "--intrinsic-latency",
  ),
  flags: [
    "-2",
    "-3",
    "-x",
    "-X",
    "-c",
    "-e",
    "--raw",
    "--no-raw",
    "--csv",
    "--json",
    "--scan",
    "--tls",
    "--insecure",
    "--stat",
    "--latency",
    "--bigkeys",
    "--memkeys",
    "--pipe",
    "--no-auth-warning",
    "--askpass",
  ],
  network: true,
  handler: "redis-cli",
};

const search: ProgramSpec = {
  names: ["curator_cli", "curator", "elasticdump", "opensearch-cli"],
  network: true,
  forms: [{ when: { operand: ["delete-indices", "delete_indices", "delete-snapshots"] }, act: DROP }] as Form[],
  dry: ["--dry-run"],
};

const mongoHandler: Handler = (inv, out) => {
  for (const word of inv.operands) {
    if (/\.(?:js|mongodb|mongo)$/.test(word.text)) out.effect({ kind: "read", path: out.path(word), how: "execute" });
  }
  if (!inv.has("--eval", "-f")) stdinCode("mongo", inv, out);
};

const redisHandler: Handler = (inv, out) => {
  const script = inv.value("--eval");
  if (script) out.effect({ kind: "read", path: out.path(script), how: "execute" });
  const cluster = inv.value("--cluster")?.text;
  if (cluster === "del-node" || cluster === "reshard")
    out.act("infra/cluster-delete", `redis-cli --cluster ${cluster}`);
  if (inv.operands.length === 0) {
    if (!inv.has("--scan", "--stat", "--latency", "--bigkeys", "--cluster")) stdinCode("redis", inv, out);
    return;
  }
  const words = inv.operands.map((w) => (/[\s"]/.test(w.text) ? { ...w, text: JSON.stringify(w.text) } : w));
  out.code("redis", joinWords(words));
};

export const programs: readonly ProgramSpec[] = [
  ...sqlPrograms,
  mongosh,
  mongorestore,
  redisCli,
  search,
  ...ormPrograms,
];

export const handlers: Readonly<Record<string, Handler>> = {
  ...sqlHandlers,
  mongosh: mongoHandler,
  "redis-cli": redisHandler,
  ...ormHandlers,
};
