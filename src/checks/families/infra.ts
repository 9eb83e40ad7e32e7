import type { Case } from "../case.js";
import { upstream } from "../flow.js";
import { deletes } from "../http-delete.js";
import type { NamedCommand } from "../named-command.js";
import type { Family, FamilyRow, Hit } from "./family.js";

function row(
  deed: string,
  message: string,
  suggestion: string,
  match: readonly string[],
  not_match: readonly string[],
  more: Partial<Pick<FamilyRow, "severity" | "preset">> = {},
): FamilyRow {
  return {
    id: `infra/${deed}`,
    preset: "standard",
    severity: "deny",
    message,
    suggestion,
    examples: { match, not_match },
    ...more,
  };
}

/** Addresses of a search index, a store's key tree, a cluster's objects and what a cloud holds. */
const HOLDS = [
  // Elasticsearch, OpenSearch: an index, a pattern of them or all; single documents and searches are not meant.
  /:9200\/(?!_(?:search|pit|async_search|tasks|security)\b)[^/\s?]+\/?(?:\?\S*)?$/,
  /\/(?:_all|\*)(?:[/?]|$)/,
  /:5984\/[^/\s?]+\/?$/,
  // Search, vectors, queues, connectors, schemas, jobs: by their usual ports.
  /:(?:6333|8108)\/collections\/[^/\s?]+\/?$|:7700\/indexes\/[^/\s?]+\/?$|\/v1\/schema\/[^/\s?]+\/?$/,
  /:15672\/api\/(?:queues|vhosts|exchanges|users)\/\S+|:8083\/connectors\/[^/\s?]+\/?$|:808[15]\/subjects\/[^/\s?]+/,
  /:4646\/v1\/(?:job|namespace|volume)\/\S+|:3100\/loki\/api\/v1\/delete\b/,
  /:8500\/v1\/kv\/\S*[?&]recurse/,
  /:8200\/v1\/\S+/,
  /\/apis?\/(?:[\w.]+\/)?v\d\w*\/(?:namespaces|nodes|persistentvolumes)\/[^/]+(?:\/(?!pods)[^/]+\/[^/]+)?\/?$/,
  /\/\/management\.azure\.com\//,
  /\/\/(?:[\w-]+\.)?(?:compute|container|sqladmin|storage|cloudresourcemanager|run|bigquery|firestore)\.googleapis\.com\//,
  /\/\/api\.(?:digitalocean\.com|linode\.com|hetzner\.cloud|vultr\.com|heroku\.com|vercel\.com|netlify\.com|render\.com|machines\.dev|fly\.io|cloudflare\.com|supabase\.com|scaleway\.com|planetscale\.com|upstash\.com|turso\.tech|confluent\.cloud|aiven\.io|koyeb\.com|northflank\.com|mongodb\.com|ovh\.com|civo\.com)\//,
  /\/\/(?:console\.neon\.tech|cloud\.mongodb\.com)\/api\//,
  /\/\/(?:localhost|docker|unix)\/(?:v[\d.]+\/)?volumes\//,
];

/** What a store is told by its own interface: a query that matches all, a drop, `flush_all`. */
function byMessage(command: NamedCommand, input: Case, hit: Hit): void {
  if (command.is("http")) {
    if (tellsAll(command.words)) hit("infra/api-delete", command.words.find((w) => w.includes("/")) ?? command.name);
  } else if (command.is("raw-client")) {
    const flush = saidTo(command, input).find((text) =>
      /^\s*(?:flush_all|flushall|flushdb)\s*(?:$|[\r\n\\])/i.test(text),
    );
    if (flush !== undefined) hit("infra/api-delete", flush.trim());
  }
}

function tellsAll(words: readonly string[]): boolean {
  const says = (text: RegExp): boolean => words.some((w) => text.test(w));
  return (
    (says(/\/_delete_by_query\b/) && says(/"match_all"/)) ||
    (says(/\/update\b/) && says(/<delete>\s*<query>\s*\*:\*/)) ||
    says(/\/api\/v1\/admin\/tsdb\/delete_series\b/) ||
    (says(/:8086\b/) && says(/\bdrop(?:\s|\+|%20)+(?:database|measurement|series)\b/i))
  );
}

/** What goes to a client's input: the words of the commands before it, or its own text. */
function saidTo({ at, command }: NamedCommand, input: Case): readonly string[] {
  const printed = upstream(at, input).flatMap((k) => input.commands[k]?.words ?? []);
  return [...printed, command.stdin?.kind === "text" ? command.stdin.text : ""];
}

/** `curl -X DELETE http://search:9200/_all`: the interface instead of its command line. */
function deletedAddress(command: NamedCommand): string | undefined {
  return deletes(command) ? command.words.find((word) => HOLDS.some((pattern) => pattern.test(word))) : undefined;
}

/** Deeds that end cloud, cluster, container or database state, by program knowledge alone. */
const rows: readonly FamilyRow[] = [
  row(
    "destroy",
    "This destroys deployed infrastructure and what is stored in it.",
    "Show what would go with `terraform plan -destroy` or the tool's own preview, and leave the destruction to a person.",
    ["terraform destroy -auto-approve", "pulumi destroy --yes", "cdk destroy --all"],
    ["terraform plan -destroy", "pulumi preview", "cdk diff"],
  ),
  row(
    "state-surgery",
    "This removes or overwrites the record of which infrastructure exists; real resources are then lost from sight.",
    "Look at the record with `terraform state list`, and ask the user to change it.",
    ["terraform state rm aws_s3_bucket.assets", "pulumi stack rm prod --force"],
    ["terraform state list", "terraform state show aws_s3_bucket.assets"],
  ),
  row(
    "apply-unreviewed",
    "This changes deployed infrastructure without anybody having seen the plan.",
    "Write a plan with `terraform plan -out=tfplan`, show it, and apply that file.",
    ["terraform apply -auto-approve"],
    ["terraform plan -out=tfplan", "terraform apply tfplan"],
    { preset: "strict", severity: "ask" },
  ),
  row(
    "cluster-delete",
    "This deletes workloads, volumes, nodes or whole namespaces of a cluster.",
    "List what is meant with `kubectl get all -n NAMESPACE`, try it with `--dry-run=server`, and leave the deletion to a person.",
    ["kubectl delete namespace production", "kubectl delete pvc --all", "eksctl delete cluster --name prod"],
    ["kubectl get namespaces", "kubectl delete namespace staging --dry-run=client", "kubectl delete pod api-0"],
  ),
  row(
    "scale-to-zero",
    "This stops every instance of a workload.",
    "Scale to the number that is needed, or ask the user before stopping it.",
    ["kubectl scale deployment api --replicas=0"],
    ["kubectl scale deployment api --replicas=3"],
    { preset: "strict", severity: "ask" },
  ),
  row(
    "release-uninstall",
    "This uninstalls a release and deletes the resources that belong to it.",
    "Look at it with `helm status RELEASE`, try it with `helm uninstall RELEASE --dry-run`, and leave the removal to a person.",
    ["helm uninstall postgres -n data", "helm delete redis"],
    ["helm uninstall postgres --dry-run", "helm list -A"],
  ),
  row(
    "cloud-delete",
    "This deletes or terminates resources in the cloud, which cannot be taken back.",
    "Describe or list the resource first, use the command's dry run where it has one, and leave the deletion to a person.",
    ["aws ec2 terminate-instances --instance-ids i-1", "gcloud projects delete acme", "az group delete -n prod --yes"],
    ["aws ec2 describe-instances", "gcloud projects list", "az group list"],
  ),
  row(
    "object-storage-delete",
    "This deletes many stored objects or a whole bucket.",
    "Look at what is there with `aws s3 ls`, try it with `--dryrun`, and leave the deletion to a person.",
    ["aws s3 rm s3://backups --recursive", "aws s3 rb s3://assets --force", "gsutil -m rm -r gs://assets"],
    ["aws s3 ls s3://backups", "aws s3 rm s3://backups/tmp --recursive --dryrun"],
  ),
  row(
    "object-storage-sync",
    "This deletes every stored object that does not exist at the source.",
    "Try it with `--dryrun` first, or synchronise without deleting.",
    ["aws s3 sync ./dist s3://www.example.com --delete"],
    ["aws s3 sync ./dist s3://www.example.com", "aws s3 sync ./dist s3://www.example.com --delete --dryrun"],
    { severity: "ask" },
  ),
  row(
    "app-delete",
    "This removes a deployed application, site, service or add-on with what belongs to it.",
    "Look at it with the platform's own status or list command, and leave the removal to a person.",
    ["heroku apps:destroy --app shop --confirm shop", "fly apps destroy shop --yes", "vercel remove shop --yes"],
    ["heroku logs --tail -a shop", "fly status", "vercel ls"],
  ),
  row(
    "machine-delete",
    "This deletes a virtual machine or system container with its disks.",
    "Stop it instead, or take a snapshot and leave the deletion to a person.",
    ["vagrant destroy -f", "virsh undefine vm1 --remove-all-storage", "multipass delete --purge dev"],
    ["vagrant halt", "virsh list --all", "multipass list"],
  ),
  row(
    "image-delete",
    "This deletes an image from a registry that others may pull from.",
    "Look at it with `skopeo inspect`, and leave the deletion to a person.",
    ["skopeo delete docker://registry.example.com/app:v1"],
    ["skopeo inspect docker://registry.example.com/app:v1"],
  ),
  row(
    "store-delete",
    "This deletes secrets, keys, topics or other stored configuration that services depend on.",
    "Read what is there first, and leave the deletion to a person.",
    ["vault kv metadata delete secret/prod/db", "consul kv delete -recurse config/", 'etcdctl del "" --prefix'],
    ["vault kv list secret/prod", "consul kv get config/app", "etcdctl get --prefix config/"],
  ),
  row(
    "container-data",
    "This deletes container volumes or everything that is not in use, and the data in it.",
    "Stop the containers with `docker compose down`, which keeps the volumes, or look with `docker system df`.",
    ["docker volume rm pgdata", "docker compose down -v", "docker system prune -af --volumes"],
    ["docker compose down", "docker volume ls", "docker image prune -f"],
  ),
  row(
    "container-all",
    "This removes every container, image or pod on the machine, those of other projects too.",
    "Name the containers that are meant, as in `docker rm -f api-test`.",
    ["docker rm -f $(docker ps -aq)", "docker rmi -f $(docker images -q)", "podman system reset --force"],
    ["docker rm -f api-test", "docker rm $(docker ps -aq -f status=exited)", "docker ps -aq"],
  ),
  row(
    "network-prune",
    "This removes every container network that is not in use.",
    "Look with `docker network ls` and remove the one that is meant.",
    ["docker network prune -f"],
    ["docker network ls"],
    { preset: "strict" },
  ),
  row(
    "database-drop",
    "This drops a database, schema, table or column, and the data in it.",
    "Write a migration that can be reviewed and undone, make a backup first, and leave the drop to a person.",
    ["psql -c 'DROP TABLE users'", "dropdb shop", "redis-cli FLUSHALL", "mongosh --eval 'db.dropDatabase()'"],
    ["psql -c 'SELECT 1'", "psql -c \"SELECT 'DROP TABLE users'\"", "createdb shop_test", "redis-cli GET user:1"],
  ),
  row(
    "database-rows",
    "This deletes or changes every row, since nothing narrows it down.",
    "Add a condition that names the rows, and count them with a `SELECT` first.",
    ["psql -c 'DELETE FROM users'", "psql -c 'TRUNCATE orders'", "mysql -e \"UPDATE users SET role = 'admin'\""],
    ["psql -c 'DELETE FROM users WHERE id = 7'", "psql -c 'EXPLAIN DELETE FROM users'"],
  ),
  row(
    "database-reset",
    "This drops the database or all its tables and builds it anew, so that the data is lost.",
    "Run the forward migration instead, as in `npx prisma migrate deploy` or `python manage.py migrate`.",
    ["npx prisma migrate reset --force", "rails db:drop", "php artisan migrate:fresh", "python manage.py flush"],
    ["npx prisma migrate deploy", "rails db:migrate", "php artisan migrate", "python manage.py migrate"],
  ),
  row(
    "api-delete",
    "This deletes an index, a store, a cluster's objects or cloud resources through their own interface.",
    "Read the address first, without a method, and leave the deletion to a person.",
    [
      "curl -X DELETE http://search.internal:9200/_all",
      "curl -X DELETE https://api.digitalocean.com/v2/droplets/1",
      "echo flush_all | nc localhost 11211",
    ],
    [
      "echo stats | nc localhost 11211",
      "curl http://search.internal:9200/_cat/indices",
      "curl -X DELETE http://localhost:3000/api/items/5",
    ],
  ),
  row(
    "database-server",
    "This stops the database server or changes how it runs for everybody.",
    "Read the setting instead, and ask the user before changing or stopping the server.",
    ["redis-cli SHUTDOWN NOSAVE", "mongosh --eval 'db.shutdownServer()'"],
    ["redis-cli CONFIG GET maxmemory", "redis-cli INFO"],
  ),
];

export const infra: Family = {
  name: "infra",
  summary:
    "Destroying cloud, cluster, container or database state, here or on another machine. Plans, dry runs, reads, forward migrations and ordinary work with containers pass.",
  rows,
  judge(input, hit) {
    for (const command of input.commands) {
      const address = deletedAddress(command);
      if (address === undefined) byMessage(command, input, hit);
      else hit("infra/api-delete", address);
    }
  },
};
