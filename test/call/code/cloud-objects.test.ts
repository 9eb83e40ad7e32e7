import { describe, expect, test } from "vitest";
import { rowsOf } from "../../checks/families/judging.js";

const python = (code: string): string => `python3 - <<'EOF'\n${code}\nEOF`;
const node = (code: string): string => `node - <<'EOF'\n${code}\nEOF`;

describe("clouds and containers through a library", () => {
  test.each([
    [
      python(
        'from google.cloud import storage\nc = storage.Client()\nb = c.bucket("prod")\nfor blob in c.list_blobs(b):\n    blob.delete()',
      ),
      "infra/object-storage-delete",
    ],
    [
      python('from google.cloud import storage\nstorage.Client().get_bucket("prod").delete(force=True)'),
      "infra/object-storage-delete",
    ],
    [
      python('from google.cloud import bigquery\nbigquery.Client().delete_dataset("prod", delete_contents=True)'),
      "infra/cloud-delete",
    ],
    [
      python(
        'from azure.mgmt.resource import ResourceManagementClient as R\nc = R(x, "1")\nfor g in c.resource_groups.list():\n    c.resource_groups.begin_delete(g.name).wait()',
      ),
      "infra/cloud-delete",
    ],
    [
      python(
        'from azure.storage.blob import BlobServiceClient\nBlobServiceClient.from_connection_string(s).delete_container("prod")',
      ),
      "infra/object-storage-delete",
    ],
    [
      python("import docker\nc = docker.from_env()\nfor v in c.volumes.list():\n    v.remove(force=True)"),
      "infra/container-data",
    ],
    [python("import docker\ndocker.from_env().volumes.prune()"), "infra/container-data"],
    [
      python('from elasticsearch import Elasticsearch\nElasticsearch("http://x:9200").indices.delete(index="*")'),
      "infra/database-drop",
    ],
    [
      node('const { Storage } = require("@google-cloud/storage");\nnew Storage().bucket("prod").deleteFiles();'),
      "infra/object-storage-delete",
    ],
    [
      node('const Docker = require("dockerode");\nconst d = new Docker();\nd.getVolume("pg").remove();'),
      "infra/container-data",
    ],
    [
      node(
        'const k8s = require("@kubernetes/client-node");\nconst api = kc.makeApiClient(k8s.CoreV1Api);\nawait api.deleteNamespace({ name: "prod" });',
      ),
      "infra/cluster-delete",
    ],
    [
      node(
        'import { ResourceManagementClient } from "@azure/arm-resources";\nawait new ResourceManagementClient(c, s).resourceGroups.beginDeleteAndWait("prod");',
      ),
      "infra/cloud-delete",
    ],
  ])("%s: %s", (command, row) => expect(rowsOf(command)).toContain(row));

  test.each([
    python(
      'from google.cloud import storage\nc = storage.Client()\nprint([b.name for b in c.list_blobs("prod")])\nc.bucket("prod").blob("a.txt").upload_from_filename("a.txt")',
    ),
    python(
      'import docker\nc = docker.from_env()\nprint([v.name for v in c.volumes.list()])\nc.containers.get("app-test").remove(force=True)',
    ),
    node(
      'const { Storage } = require("@google-cloud/storage");\nconst [files] = await new Storage().bucket("prod").getFiles();\nconsole.log(files.length);',
    ),
    node('const m = new Map([["a", 1]]);\nm.delete("a");\nnew Set([1]).delete(1);'),
  ])("%s passes", (command) => expect(rowsOf(command)).toEqual([]));
});

describe("an interface through a library is what it is from the command line", () => {
  test.each([
    [
      python('import requests\nrequests.delete(f"https://api.cloudflare.com/client/v4/zones/{z}", headers=h)'),
      "infra/api-delete",
    ],
    [
      python('import requests\nrequests.request("DELETE", "https://api.github.com/repos/example/app")'),
      "publish/repository-removal",
    ],
    [
      python(
        'import requests\ns = requests.Session()\ns.delete("https://api.digitalocean.com/v2/databases/1", headers=h)',
      ),
      "infra/api-delete",
    ],
    [
      python('import urllib.request as u\nu.urlopen(u.Request("http://search:9200/_all", method="DELETE"))'),
      "infra/api-delete",
    ],
    [
      python(
        'import requests\nrequests.post("http://s:9200/orders/_delete_by_query", json={"query": {"match_all": {}}})',
      ),
      "infra/api-delete",
    ],
    [node('fetch("https://api.heroku.com/apps/prod", { method: "DELETE", headers });'), "infra/api-delete"],
    [node('const axios = require("axios");\naxios.delete("http://search:9200/orders");'), "infra/api-delete"],
    [
      node(
        'const axios = require("axios");\naxios({ method: "delete", url: "https://api.github.com/repos/example/app" });',
      ),
      "publish/repository-removal",
    ],
    [
      `ruby -e 'require "httparty"; HTTParty.delete("https://api.digitalocean.com/v2/databases/1")'`,
      "infra/api-delete",
    ],
  ])("%s: %s", (command, row) => expect(rowsOf(command)).toContain(row));

  test.each([
    python('import requests\nprint(requests.delete("http://localhost:3000/api/items/5").status_code)'),
    python('import requests\nrequests.post("http://localhost:9200/orders/_search", json={"query": {"match_all": {}}})'),
    python('import requests\nprint(requests.get("https://api.cloudflare.com/client/v4/zones", headers=h).json())'),
    node('await fetch("http://localhost:3000/api/items/5", { method: "DELETE" });'),
    node('await fetch("https://api.github.com/repos/example/app");'),
  ])("%s passes", (command) => expect(rowsOf(command)).toEqual([]));
});
