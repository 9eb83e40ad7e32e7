import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { CHANGES, deed, deedWhen, texts } from "./infra-shape.js";
import { there } from "./remote-tail.js";
import type { ProgramSpec } from "./spec.js";

// Hosted stores, warehouses, content, workflows, deployers and their archives: each tool's own reference;
// only what ends stored state is named.

const CLOUD = "infra/cloud-delete";
const CLUSTER = "infra/cluster-delete";
const DROP = "infra/database-drop";
const RESET = "infra/database-reset";
const STORE = "infra/store-delete";
const APP = "infra/app-delete";
const DESTROY = "infra/destroy";
const OBJECTS = "infra/object-storage-delete";
const BACKUPS = "system/backups";

const warehouses: readonly ProgramSpec[] = [
  {
    names: ["databricks"],
    values: texts("-p --profile", "-t --target", "-o --output", "--host"),
    network: true,
    subcommands: {
      "fs dbfs workspace": {
        subcommands: { "rm delete": deedWhen(OBJECTS, { any: ["-r"] }, { flags: ["-r --recursive", "-f --force"] }) },
      },
      bundle: { subcommands: { destroy: deed(DESTROY), run: CHANGES } },
      "catalogs schemas tables volumes registered-models": { subcommands: { delete: deed(DROP) } },
      "*": { subcommands: { "delete permanent-delete permanently-delete trash": deed(CLOUD) } },
    },
  },
  deedsOf(
    "cbt",
    { "deletetable|deletefamily|deleteallrows": DROP, "deleteinstance|deletecluster": CLOUD },
    { style: "single-dash", values: texts("-project", "-instance", "-creds") },
  ),
  deedsOf("edgedb gel", {
    "database|branch drop|wipe": DROP,
    "instance destroy": CLOUD,
    "project unlink": CLOUD,
  }),
  deedsOf("dbt", { "run-operation drop_schema|drop_schemas|drop_relation|clean_schemas": DROP }),
  deedsOf("feast", { teardown: STORE }),
  deedsOf(
    "nodetool",
    { "decommission|removenode|assassinate": CLUSTER, clearsnapshot: BACKUPS },
    { values: texts("-h --host", "-p --port", "-u --username", "-pw --password") },
  ),
  {
    names: ["couchbase-cli"],
    style: "gnu",
    values: texts("-c --cluster", "-u --username", "-p --password", "--bucket"),
    subcommands: {
      "bucket-delete bucket-flush collection-manage scope-delete": deed(DROP),
      "server-remove failover": deed(CLUSTER),
    },
    mutates: "unknown",
    network: true,
  },
  deedsOf("vtctldclient vtctlclient", { "Delete*": DROP }, { values: texts("--server") }),
  deedsOf("patronictl", { "remove|reinit": CLUSTER }, { values: texts("-c --config-file") }),
  {
    // `maas PROFILE machine delete ID`: the profile's name comes first.
    names: ["maas"],
    subcommands: { "*": { subcommands: { "*": { subcommands: { delete: deed(CLOUD) } } } } },
    mutates: "unknown",
    network: true,
  },
  deedsOf("tiup", { "cluster|dm destroy|clean|prune|scale-in": CLUSTER }),
  deedsOf(
    "temporal",
    { "workflow|batch terminate|delete": APP, "operator namespace|cluster delete|remove": CLUSTER },
    { values: texts("-n --namespace", "--address", "-w --workflow-id") },
  ),
];

const content: readonly ProgramSpec[] = [
  {
    names: ["sanity"],
    subcommands: {
      dataset: {
        subcommands: { delete: deed(DROP), import: deedWhen(DROP, { has: ["--replace"] }, { flags: ["--replace"] }) },
      },
      "documents undeploy": { subcommands: { delete: CHANGES } },
    },
    mutates: "unknown",
    network: true,
  },
  {
    // What is at the target is replaced.
    names: ["strapi"],
    flags: ["--force"],
    subcommands: { "transfer import": deedWhen(DROP, { has: ["--force"] }) },
    mutates: "unknown",
  },
  deedsOf("ghost", { uninstall: APP }),
];

const deployers: readonly ProgramSpec[] = [
  {
    names: ["kamal"],
    values: texts("-d --destination", "-c --config-file", "-h --hosts", "-r --roles"),
    flags: ["-y --confirmed", "-q --quiet"],
    network: true,
    subcommands: {
      remove: deed(APP),
      app: { subcommands: { remove: deed(APP), exec: there({ names: 0, flags: ["--reuse", "-p --primary"] }) } },
      server: { subcommands: { exec: there({ names: 0, flags: ["-p --primary"] }) } },
      accessory: { subcommands: { remove: deed(DROP), exec: there({ flags: ["--reuse"] }) } },
      "proxy registry": { subcommands: { remove: deed(APP) } },
    },
    mutates: "unknown",
  },
  { names: ["terramate"], subcommands: { run: { style: "posix", operands: "command", mutates: "unknown" } } },
  deedsOf("terraspace", { "down|destroy": DESTROY, "all down|destroy": DESTROY }),
  deedsOf("stacker", { destroy: DESTROY }),
  deedsOf("sceptre", { "delete|prune": DESTROY }, { values: texts("--dir", "--var", "--var-file") }),
  deedsOf("rain", { "rm|delete": DESTROY, "stackset rm": DESTROY }),
  deedsOf("cfn-cli cfn-deploy", { "stack|sts delete": DESTROY }),
  deedsOf("arc", { destroy: DESTROY }),
  deedsOf("ampx", { "sandbox delete": DESTROY }),
  deedsOf("dstack", { "apply|fleet|volume delete": CLOUD }),
  deedsOf("ray", { down: CLUSTER }),
  deedsOf("ddev", { delete: "infra/container-data" }),
  deedsOf("lando", { destroy: "infra/container-data" }),
  deedsOf("vcluster ocm", { delete: CLUSTER }),
  deedsOf("wp", { "site empty|delete": DROP, "db reset|drop|clean": DROP }),
];

const archives: readonly ProgramSpec[] = [
  {
    // Without a confirmation it only tells what would go.
    names: ["wal-g", "walg"],
    values: texts("--config"),
    subcommands: { delete: deedWhen(BACKUPS, { has: ["--confirm"] }, { flags: ["--confirm"] }) },
    mutates: "unknown",
  },
  deedsOf("pgbackrest", { "stanza-delete": BACKUPS }, { values: texts("--stanza", "--repo", "--config") }),
  deedsOf("barman", { "delete|delete-backup": BACKUPS }),
  deedsOf("pbm", { "delete-backup|delete-pitr|cleanup": BACKUPS }, { dry: ["--dry-run"] }),
  deedsOf("pg_probackup", { "delete|del-instance": BACKUPS }, { dry: ["--dry-run"] }),
];

/** Frameworks that build on a migrator of their own. */
const frameworks: readonly ProgramSpec[] = [
  deedsOf("wasp encore", { "db reset": RESET }),
  deedsOf("soda", { "drop|reset": RESET }, { values: texts("-c --config", "-e --env", "-p --path") }),
  deedsOf("buffalo", { "pop|db drop|reset": RESET }),
  deedsOf("bee", { "migrate reset|refresh": RESET }),
];

/** Runners of scripts that take an address for one. */
const runners: readonly ProgramSpec[] = [
  {
    names: ["jbang"],
    values: texts("--deps", "--java", "-D", "--main", "--cp", "-m"),
    subcommands: { "run edit build": { operands: { first: ["script"] } } },
    operands: { first: ["script"] },
    mutates: "unknown",
  },
  {
    names: ["scala-cli", "kscript", "zx", "streamlit", "marimo"],
    style: "posix",
    subcommands: { run: { operands: { first: ["script"] } } },
    operands: { first: ["script"] },
    mutates: "unknown",
  },
];

export const programs: readonly ProgramSpec[] = [
  ...warehouses,
  ...content,
  ...deployers,
  ...archives,
  ...frameworks,
  ...runners,
];

export const handlers: Readonly<Record<string, Handler>> = {};
