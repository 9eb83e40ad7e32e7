import { describe, expect, test } from "vitest";
import type { Stdin } from "../../../src/call/effect.js";
import { effectsOf, seen } from "./harness.js";

const acts = (line: string): string[] =>
  effectsOf(line.split(" "))
    .filter((e) => e.startsWith("act "))
    .map((e) => e.slice(4));

describe("which deed a form is", () => {
  test.each([
    ["terraform -chdir=x destroy", "infra/destroy"],
    ["terraform apply --destroy", "infra/destroy"],
    ["terraform apply -auto-approve", "infra/apply-unreviewed"],
    ["terraform state rm a", "infra/state-surgery"],
    ["kubectl -n x delete ns y", "infra/cluster-delete"],
    ["kubectl delete pods --all", "infra/cluster-delete"],
    ["kubectl scale deploy/a --replicas=0", "infra/scale-to-zero"],
    ["helm -n x uninstall y", "infra/release-uninstall"],
    ["aws --region x ec2 terminate-instances --instance-ids i", "infra/cloud-delete"],
    ["aws s3 rm s3://b --recursive", "infra/object-storage-delete"],
    ["aws s3 sync . s3://b --delete", "infra/object-storage-sync"],
    ["gcloud beta run services delete x", "infra/cloud-delete"],
    ["gsutil rm gs://b/**", "infra/object-storage-delete"],
    ["docker compose -f a.yml down -v", "infra/container-data"],
    ["docker system prune -af", "infra/container-data"],
    ["docker network prune", "infra/network-prune"],
    ["podman system reset", "infra/container-all"],
    ["virsh undefine x", "infra/machine-delete"],
    ["etcdctl del a --prefix", "infra/store-delete"],
    ["rake db:drop db:create", "infra/database-reset"],
    ["flyway -url=x clean", "infra/database-reset"],
    ["dropdb x", "infra/database-drop"],
  ])("%s", (line, act) => expect(acts(line)).toContain(act));
});

describe("forms that are none", () => {
  test.each([
    "terraform destroy -help",
    "terraform plan -destroy",
    "kubectl delete ns y --dry-run=server",
    "kubectl delete pod a",
    "helm uninstall y --dry-run",
    "aws ec2 terminate-instances --dry-run --instance-ids i",
    "aws rds delete-db-instance help",
    "aws s3 rm s3://b/one",
    "aws dynamodb delete-item --table-name t",
    "gcloud compute instances list",
    "docker compose --dry-run down -v",
    "docker rm -f x",
    "docker system prune -f",
    "pg_restore --clean backup.dump",
    "rails db:migrate",
  ])("%s", (line) => expect(acts(line)).toEqual([]));

  test("a dry run that is switched off is none", () => {
    expect(acts("kubectl delete ns y --dry-run=none")).toContain("infra/cluster-delete");
  });
});

describe("commands inside", () => {
  test.each<[string, string[]]>([
    ["docker exec -it -w /app web rm -rf x", ["rm", "-rf", "x"]],
    ["docker run --rm -v a:/b -e X=1 image sh -c x", ["sh", "-c", "x"]],
    ["docker run --entrypoint sh image -c x", ["sh", "-c", "x"]],
    ["docker compose run --rm web npm test", ["npm", "test"]],
    ["docker run -v /:/host alpine chroot /host rm -rf /etc", ["rm", "-rf", "/etc"]],
    ["kubectl exec -n x pod -c c -- rm -rf y", ["rm", "-rf", "y"]],
    ["kubectl exec pod -n x -- ls", ["ls"]],
    ["kubectl run t --rm -it --image=a -- sh", ["sh"]],
    ["lxc exec box -- rm -rf /x", ["rm", "-rf", "/x"]],
  ])("%s", (line, expected) => expect(seen(line.split(" ")).inner.map((i) => i.words)[0]).toEqual(expected));
});

describe("databases", () => {
  const code = (argv: string[], stdin?: Stdin) =>
    seen(argv, stdin ? { stdin } : {}).code.map((c) => `${c.language}: ${c.text}`);
  test.each<[string[], string[]]>([
    [["psql", "-U", "x", "-tAc", "s"], ["sql: s"]],
    [["psql", "--command=s", "-d", "db"], ["sql: s"]],
    [["mysql", "-uroot", "-psecret", "db", "-e", "s"], ["sql: s"]],
    [["sqlite3", "-json", "a.db", "s"], ["sql: s"]],
    [["sqlite3", ":memory:", "s"], []],
    [["mongosh", "db", "--eval", "s"], ["mongo: s"]],
    [["redis-cli", "-h", "x", "-n", "2", "flushdb"], ["redis: flushdb"]],
    [["sqlcmd", "-S", "x", "-Q", "s"], ["sql: s"]],
    [["bq", "query", "--use_legacy_sql=false", "s"], ["sql: s"]],
    [["ansible", "all", "-m", "shell", "-a", "s"], ["sh: s"]],
    [["ansible", "all", "-m", "ping"], []],
    [["gcloud", "compute", "ssh", "vm", "--command=s"], ["sh: s"]],
  ])("%s", (argv, expected) => expect(code(argv)).toEqual(expected));

  test.each<[string[], string[]]>([
    [["psql", "db"], ["sql: s"]],
    [["mysql", "db"], ["sql: s"]],
    [["sqlite3", "a.db"], ["sql: s"]],
    [["mongosh", "db"], ["mongo: s"]],
    [["redis-cli"], ["redis: s"]],
  ])("%s from its input", (argv, expected) =>
    expect(code(argv, { kind: "text", text: "s", known: true })).toEqual(expected),
  );
});
