import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { deed, deedWhen, texts } from "./infra-shape.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { unreadFile } from "./unread.js";

// Configuration management, CI, orchestration of data, clusters of data, hypervisors, directories, queues:
// each tool's own reference; only what ends stored state is named.

const CLOUD = "infra/cloud-delete";
const CLUSTER = "infra/cluster-delete";
const DROP = "infra/database-drop";
const RESET = "infra/database-reset";
const MACHINE = "infra/machine-delete";
const STORE = "infra/store-delete";
const APP = "infra/app-delete";
const ACCOUNTS = "system/accounts";

const management: readonly ProgramSpec[] = [
  {
    names: ["salt", "salt-ssh", "salt-call"],
    values: texts("-t --timeout", "-b --batch-size", "--out", "-c --config-dir", "-l --log-level"),
    flags: [
      "-L --list",
      "-E --pcre",
      "-G --grain",
      "-C --compound",
      "-N --nodegroup",
      "-I --pillar",
      "--local",
      "-v --verbose",
    ],
    handler: "salt",
    mutates: "unknown",
    network: true,
  },
  deedsOf("salt-key", { "-D --delete-all": STORE, "-d --delete": STORE }, { flags: ["-y --yes", "-L --list-all"] }),
  deedsOf(
    "knife",
    { "node|client|role|cookbook|environment delete|bulk": CLOUD, "cookbook|node|client bulk delete": CLOUD },
    { values: texts("-c --config", "-E --environment"), handler: "knife" },
  ),
  deedsOf("puppet", { "node|cert|certificate clean|deactivate|purge|destroy": CLOUD }),
  deedsOf(
    "juju",
    {
      "destroy-model|destroy-controller|kill-controller|remove-application|remove-machine|remove-unit|remove-storage|destroy-storage":
        "infra/destroy",
    },
    { values: texts("-m --model", "-c --controller") },
  ),
  deedsOf("nixops", { "destroy|delete": "infra/destroy" }, { values: texts("-d --deployment") }),
  deedsOf("rancher", { "clusters|cluster|namespace|namespaces|project|projects|app|apps delete|rm": CLUSTER }),
  deedsOf("ecs-cli", { down: CLUSTER, "compose down|rm": CLUSTER, "compose service rm|down": CLUSTER }),
  deedsOf("kn", { "service|route|broker|trigger delete": CLUSTER }, { values: texts("-n --namespace") }),
  deedsOf(
    "tkn opc",
    { "pipeline|pipelinerun|pr|taskrun|tr|task|p|t delete|rm": CLUSTER },
    { values: texts("-n --namespace") },
  ),
  deedsOf("argo", { "delete|cron": CLUSTER }, { values: texts("-n --namespace"), dry: ["--dry-run"] }),
  deedsOf("nova cinder glance neutron swift-client", {
    "delete|force-delete|volume-delete|image-delete|net-delete": CLOUD,
  }),
  {
    names: ["azcopy"],
    dry: ["--dry-run"],
    mutates: "unknown",
    subcommands: {
      "remove rm": deed("infra/object-storage-delete"),
      sync: deedWhen(
        "infra/object-storage-sync",
        { value: { "--delete-destination": ["true", "prompt"] } },
        { values: texts("--delete-destination") },
      ),
    },
  },
  deedsOf("sf sfdx", {
    "org delete": CLOUD,
    "force:org:delete": CLOUD,
    "data delete bulk": "infra/database-rows",
    "force:data:bulk:delete": "infra/database-rows",
  }),
  deedsOf("stripe", { "products|customers|plans|prices|coupons|subscriptions delete": CLOUD }),
  deedsOf("shopify", { "theme delete": APP, "app deploy": "publish/pipeline" }),
  deedsOf("gam", { "delete user|group|org|ou": ACCOUNTS }),
];

const pipelines: readonly ProgramSpec[] = [
  deedsOf(
    "jenkins-cli jenkins-jobs",
    { "delete-job|delete-node|delete-builds|delete-view|delete|delete-all": APP },
    { values: texts("-s", "-auth") },
  ),
  deedsOf("fly", { "destroy-pipeline|dp|destroy-team|dt": APP }, { values: texts("-t --target") }),
  deedsOf("drone woodpecker-cli", { "repo rm|remove": APP, "secret rm": STORE }),
  deedsOf(
    "airflow",
    { "db reset": RESET, "db clean": "infra/database-rows", "dags delete": APP },
    { dry: ["--dry-run"] },
  ),
  deedsOf("dvc", { "gc|destroy": STORE }, { dry: ["--dry"] }),
  deedsOf("celery", { purge: STORE, "control shutdown": APP }, { values: texts("-A --app", "-b --broker") }),
  deedsOf("rq", { empty: STORE }),
  deedsOf("mlflow", { gc: STORE, "experiments|runs delete": STORE }),
  deedsOf("prefect dagster", { "deployment|flow|work-pool|server|run|instance delete|wipe|database": APP }),
];

const stores: readonly ProgramSpec[] = [
  { names: ["hdfs", "hadoop"], style: "words", handler: "hadoop", mutates: "unknown", network: true },
  { names: ["hbase"], subcommands: { shell: { stdin: "other", handler: "hbase" } }, mutates: "unknown" },
  deedsOf(
    "zkCli.sh zkCli zkcli",
    { "deleteall|rmr|delete": STORE },
    { style: "single-dash", values: texts("-server", "-timeout") },
  ),
  deedsOf("solr", { delete: DROP }),
  deedsOf("neo4j-admin", { "database delete": DROP }),
  {
    names: ["cypher-shell", "surreal", "arangosh"],
    style: "gnu",
    handler: "graph-query",
    mutates: "unknown",
    network: true,
  },
  deedsOf("ldapdelete", { "-r": ACCOUNTS }, { values: texts("-x", "-D", "-w", "-H", "-y", "-h", "-p") }),
  deedsOf("samba-tool", { "user|group|computer|domain delete|demote": ACCOUNTS }),
  deedsOf("ipa", { "user-del|group-del|host-del|role-del": ACCOUNTS }),
  deedsOf("kadmin kadmin.local", { "delprinc|delete_principal": ACCOUNTS }),
  {
    names: ["postsuper"],
    values: { "-d": "text" },
    forms: [{ when: { value: { "-d": ["ALL"] } }, act: STORE }],
    mutates: "unknown",
  },
];

const hypervisors: readonly ProgramSpec[] = [
  deedsOf("esxcli", {
    "vm process kill": MACHINE,
    "system shutdown|maintenanceMode poweroff|reboot": "system/halt",
    "storage filesystem|vmfs delete|unmap": "fs-device/volume",
  }),
  {
    names: ["vim-cmd"],
    style: "words",
    forms: [{ when: { operand: ["vmsvc/destroy", "vmsvc/unregister"] }, act: MACHINE }],
    mutates: "unknown",
  },
  { names: ["pvesh"], style: "words", handler: "pvesh", mutates: "unknown" },
  deedsOf("iocage bastille ezjail-admin pot cbsd", { "destroy|delete": MACHINE }),
  deedsOf(
    "ipmitool",
    {
      "chassis power off|cycle|reset|soft": "system/halt",
      "power off|cycle|reset|soft": "system/halt",
      "sel clear": "system/logs",
    },
    { values: texts("-H", "-U", "-P", "-I", "-L", "-f") },
  ),
  {
    names: ["racadm"],
    style: "words",
    forms: [
      {
        when: { operand: ["powerdown", "hardreset", "powercycle", "racreset", "racresetcfg", "systemerase"] },
        act: "system/halt",
      },
    ],
    mutates: "unknown",
  },
];

export const programs: readonly ProgramSpec[] = [...management, ...pipelines, ...stores, ...hypervisors];

const EVERYTHING = /\b(?:detach\s+)?delete\b/i;

export const handlers: Readonly<Record<string, Handler>> = {
  playbook(inv, out) {
    for (const word of inv.operands) unreadFile(word, out);
  },
  /** `salt TARGET cmd.run 'command'`: the command runs on the minions. */
  salt(inv, out) {
    const words = inv.name === "salt-call" ? inv.operands : inv.operands.slice(1);
    const remote = { kind: "host", name: inv.operands[0]?.text ?? "*" } as const;
    const [fn, ...rest] = words;
    if (!fn) return;
    if (/^cmd\.(?:run|shell|run_all|run_stdout|run_bg|retcode)$/.test(fn.text)) {
      if (rest[0]) out.code("sh", rest[0], { cwd: null, via: "salt", ...(inv.name === "salt-call" ? {} : { remote }) });
    } else if (/^system\.(?:reboot|shutdown|poweroff|halt)$/.test(fn.text)) out.act("system/halt", fn.text);
    else if (/^file\.(?:remove|rmdir)$/.test(fn.text) && rest[0])
      out.command([{ ...rest[0], text: "rm" }, { ...rest[0], text: "-rf" }, rest[0]], { cwd: null, remote });
    else if (/^user\.delete$|^group\.delete$/.test(fn.text)) out.act(ACCOUNTS, fn.text);
  },
  /** `knife ssh QUERY COMMAND`. */
  knife(inv, out) {
    const [first, query, ...rest] = inv.operands;
    if (first?.text !== "ssh" || rest.length === 0) return;
    out.code("sh", joinWords(rest), {
      cwd: null,
      via: "knife ssh",
      remote: { kind: "host", name: query?.text ?? "*" },
    });
  },
  /** `hdfs dfs -rm -r PATH`: trees of the cluster's file system, beyond its trash or near its root. */
  hadoop(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const tree = words.includes("-rmr") || (words.includes("-rm") && words.some((w) => /^-[rR]$/.test(w)));
    const paths = words.filter((w) => /^(?:hdfs:\/\/[^/]*|s3a?:\/\/[^/]*)?\//.test(w));
    const near = paths.some((w) => !/^\/?tmp\//.test(w.replace(/^\w+:\/\/[^/]*\//, "/").slice(1)));
    if (tree && near) out.act("infra/object-storage-delete", paths.join(" "));
    if (words.includes("-format") && words.includes("namenode")) out.act("fs-device/format", "namenode -format");
    if (words.includes("-deleteSnapshot")) out.act("system/backups", words.join(" "));
  },
  hbase(inv, out) {
    const text = inv.stdin?.kind === "text" ? inv.stdin.text : "";
    if (/\b(?:drop|drop_all|truncate|drop_namespace)\s+'/.test(text)) out.act(DROP, text.slice(0, 100));
  },
  /** Graph and document databases that are given their own language. */
  "graph-query"(inv, out) {
    const texts = [...inv.words.slice(1).map((w) => w.text), inv.stdin?.kind === "text" ? inv.stdin.text : ""];
    for (const text of texts) {
      if (
        /\b(?:remove|drop)\s+(?:database|table|namespace|ns|db|graph|constraint|index)\b/i.test(text) ||
        /\b_?drop(?:Database)?\s*\(/.test(text)
      )
        out.act(DROP, text.slice(0, 100));
      else if (/\bmatch\s*\(\w*\)/i.test(text) && EVERYTHING.test(text) && !/\bwhere\b/i.test(text))
        out.act("infra/database-rows", text.slice(0, 100));
    }
  },
  /** `pvesh create /nodes/N/status --command shutdown`, `pvesh delete /nodes/N/qemu/100`. */
  pvesh(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const path = words.find((w) => w.startsWith("/")) ?? "";
    if (words[0] === "delete") out.act(MACHINE, path);
    else if (/^\/nodes\/[^/]+\/status$/.test(path) && words.some((w) => /^(?:shutdown|reboot)$/.test(w)))
      out.act("system/halt", path);
  },
};
