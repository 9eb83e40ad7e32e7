import type { ToolCall } from "./call.js";
import type { Effect } from "./effect.js";

/** What a tool of a platform does by its name alone: a verb that ends something, and what it ends. */
interface NamedDeed {
  readonly verbs: RegExp;
  readonly nouns: RegExp;
  readonly act: string;
  /** What is ended means this only on such a server: a project of a to-do list is another matter. */
  readonly servers?: RegExp;
}

const ENDS = /^(?:delete|remove|drop|destroy|terminate|purge|wipe|erase|deprovision|teardown|nuke)$/;

const CLOUDS =
  /^(?:aws|amazon|ec2|s3|rds|gcp|gcloud|google|azure|az|cloudflare|vercel|netlify|supabase|neon|heroku|fly|render|railway|digitalocean|hetzner|linode|vultr|scaleway|oracle|oci|openstack|proxmox|vmware|vsphere|kubernetes|k8s|kube|docker|podman|portainer|terraform|pulumi|firebase|planetscale|upstash|turso|atlas|mongodb|elasticsearch|databricks|snowflake|cloud|infra|argocd|argo|flux|helm|nomad|consul|rancher|openshift|eks|gke|aks|ecs|lambda|dynamodb|cloudformation|confluent|kafka|aiven|clickhouse|cockroach\w*|redis|opensearch|qdrant|pinecone|weaviate|coolify|dokku|koyeb|northflank|unraid|truenas|synology)$/;

const DEEDS: readonly NamedDeed[] = [
  { verbs: ENDS, nouns: /^(?:repo|repos|repository|repositories)$/, act: "publish/repository-removal" },
  { verbs: ENDS, nouns: /^packages?$/, act: "publish/removal", servers: /^(?:github|gitlab|npm|registry|artifacts?)$/ },
  { verbs: /^publish$/, nouns: /^(?:package|packages|crate|gem)$/, act: "publish/package" },
  {
    verbs: ENDS,
    nouns: /^(?:database|databases|db|schema|keyspace|table|tables|collection)$/,
    act: "infra/database-drop",
  },
  { verbs: /^(?:truncate|empty)$/, nouns: /^(?:table|tables|collection)$/, act: "infra/database-rows" },
  { verbs: /^reset$/, nouns: /^(?:database|db)$/, act: "infra/database-reset" },
  {
    verbs: /^reset$/,
    nouns: /^(?:branch|migrate|migrations?)$/,
    act: "infra/database-reset",
    servers: /^(?:supabase|neon|prisma|planetscale)$/,
  },
  { verbs: ENDS, nouns: /^projects?$/, act: "publish/repository-removal", servers: /^(?:gitlab|bitbucket)$/ },
  {
    verbs: /^(?:get|read|show|reveal|fetch|access|decrypt)$/,
    nouns: /^(?:secret|password|credentials?|token)$/,
    act: "secrets/print-token",
    servers:
      /^(?:vault|aws|gcp|gcloud|azure|doppler|infisical|keychain|kubernetes|k8s|bitwarden|lastpass|1password|onepassword|op)$/,
  },
  {
    verbs: /^(?:get|read|show|reveal)$/,
    nouns: /^item$/,
    act: "secrets/print-token",
    servers: /^(?:bitwarden|lastpass|1password|onepassword|keychain)$/,
  },
  {
    verbs: /^(?:reboot|shutdown|poweroff|halt|restart)$/,
    nouns: /^(?:|system|machine|computer|host)$/,
    act: "system/halt",
    servers: /^(?:system|os|host|machine|linux|windows|macos|computer|power)$/,
  },
  { verbs: /^(?:flushall|flushdb|dropdatabase|dropcollection)$/, nouns: /^/, act: "infra/database-drop" },
  { verbs: /^flush$/, nouns: /^(?:all|db|database)$/, act: "infra/database-drop" },
  {
    verbs: ENDS,
    nouns: /^(?:buckets?|blobs|container)$/,
    act: "infra/object-storage-delete",
    servers: /^(?:aws|s3|gcp|gcloud|google|azure|minio|r2|cloudflare|storage|supabase)$/,
  },
  {
    verbs: ENDS,
    nouns: /^(?:namespaces?|clusters?|statefulsets?|deployments?|pvc|nodepool|node)$/,
    act: "infra/cluster-delete",
    servers: CLOUDS,
  },
  {
    verbs: /^(?:uninstall|delete)$/,
    nouns: /^(?:release|chart)$/,
    act: "infra/release-uninstall",
    servers: /^(?:helm|kubernetes|k8s)$/,
  },
  {
    verbs: /^(?:delete|remove|drop|destroy|purge|wipe|prune)$/,
    nouns: /^volumes?$/,
    act: "infra/container-data",
    servers: /^(?:docker|podman|portainer)$/,
  },
  {
    verbs: ENDS,
    nouns: /^workspaces?$/,
    act: "infra/destroy",
    servers: /^(?:terraform|tfe|hcp|tofu|spacelift|scalr|env0|databricks|azure)$/,
  },
  { verbs: ENDS, nouns: /^(?:stack|infrastructure)$/, act: "infra/destroy", servers: CLOUDS },
  { verbs: ENDS, nouns: /^(?:vm|vms|virtualmachine|droplets?|machine)$/, act: "infra/machine-delete" },
  {
    verbs: ENDS,
    nouns:
      /^(?:instances?|servers?|projects?|apps?|applications?|addons?|sites?|lambda|indexes|topics|queues|services?|functions?|workers?|volumes?|zones?|environments?|resourcegroup|group|user|role|queue|topic|index|indices|deployment|disk|snapshot|branch)$/,
    act: "infra/cloud-delete",
    servers: CLOUDS,
  },
  {
    verbs: ENDS,
    nouns: /^(?:secrets?|key)$/,
    act: "infra/store-delete",
    servers: /^(?:vault|aws|gcp|azure|doppler|infisical|consul|etcd)$/,
  },
];

/** `delete-many {filter: {}}`: nothing narrows it down. */
function everyRow(call: ToolCall, own: readonly string[]): boolean {
  const { filter } = call.input;
  const empty = typeof filter === "object" && filter !== null && Object.keys(filter).length === 0;
  return (empty || filter === "{}") && /\b(?:delete|remove|update) ?many\b/.test(own.join(" "));
}

const MAIN = /^(?:refs\/heads\/)?(?:main|master|trunk|develop|production|release)$/;

/** `delete_kv_namespace` and `kv_namespace_delete`; of `repository_delete_file` the file goes. */
function ends(deed: NamedDeed, own: readonly string[], verb: number): boolean {
  const after = own.slice(verb + 1);
  return deed.nouns.test("") || (after.length > 0 ? after : own.slice(0, verb)).some((word) => deed.nouns.test(word));
}

/** Arguments that make a call a rehearsal. */
function rehearsed(call: ToolCall): boolean {
  return Object.entries(call.input).some(([key, value]) => {
    const name = key.replace(/[^a-z]/gi, "").toLowerCase();
    return (
      /^(?:dryrun|preview|whatif|simulate|plan)$/.test(name) && value !== false && value !== "none" && value !== ""
    );
  });
}

/**
 * Deeds that a foreign tool's name says, where no path, command or query does: `delete_repository`,
 * `drop-database`, `flushall`.
 *
 * @param all the tool's name in words, its server's first
 * @param own the words without the server's
 */
export function foreignDeeds(call: ToolCall, all: readonly string[], own: readonly string[]): Effect[] {
  if (rehearsed(call)) return [];
  const target = Object.values(call.input)
    .filter((each) => typeof each === "string" && each.length < 200)
    .join(" ");
  const found = DEEDS.find(
    (deed) =>
      own.some((word, i) => deed.verbs.test(word) && ends(deed, own, i)) &&
      (deed.servers === undefined || all.some((word) => deed.servers?.test(word))),
  );
  if (found === undefined && everyRow(call, own)) return [{ kind: "act", act: "infra/database-rows", target }];
  if (found) return [{ kind: "act", act: found.act, target }];
  const { branch, name, ref, force } = call.input;
  if (force === true && own.includes("update") && own.includes("ref"))
    return [{ kind: "act", act: "git-history/force-push", target }];
  const main = [branch, name, ref].some((each) => typeof each === "string" && MAIN.test(each));
  return main && own.some((word) => ENDS.test(word)) && own.some((word) => /^(?:branch|ref)$/.test(word))
    ? [{ kind: "act", act: "git-history/remote-main", target }]
    : [];
}
