import { acts } from "./deeds.js";
import type { Call } from "./profile.js";
import { list, text } from "./values.js";

/**
 * Client libraries of clouds and containers whose methods have ordinary names (`delete`, `remove`): what they
 * do is known by what they were got from. docker-py.readthedocs.io, dockerode, cloud.google.com/python,
 * @google-cloud/storage, azure-storage-blob, elasticsearch-py.
 */

const gives = (name: string): Call => {
  return () => ({ kind: "symbol", name });
};

const docker = (...words: string[]): Call => {
  return (args, m) => {
    const named = args.positional.filter((v) => v.kind === "text").slice(0, 1);
    m.spawn(list([text("docker"), ...words.map(text), ...named]), []);
    return undefined;
  };
};

const storage = acts("infra/object-storage-delete");
const cloud = acts("infra/cloud-delete");

/** By the full name; what a constructor gives has brackets, as no name of a program's own does. */
const OBJECTS: readonly (readonly [RegExp, Call])[] = [
  [/^docker\.(?:from_env|DockerClient|client\.DockerClient|client\.from_env)$/, gives("docker()")],
  [/^docker\(\)\.volumes\.(?:list|get|create)$/, gives("docker().volume")],
  [/^docker\(\)\.volume\.remove$/, docker("volume", "rm", "-f", "all")],
  [/^docker\(\)\.volumes\.prune$/, docker("volume", "prune", "-f")],
  [/^docker\(\)\.swarm\.leave$/, docker("swarm", "leave", "--force")],
  [/^dockerode$/, gives("dockerode()")],
  [/^dockerode\(\)\.getVolume$/, gives("dockerode().volume")],
  [/^dockerode\(\)\.volume\.remove$/, docker("volume", "rm", "all")],
  [/^dockerode\(\)\.pruneVolumes$/, docker("volume", "prune", "-f")],
  [/^(?:google\.cloud\.storage\.Client(?:\.\w+)?|@google-cloud\/storage\.Storage)$/, gives("gcs()")],
  [/^gcs\(\)\.(?:bucket|get_bucket|lookup_bucket|list_buckets)$/, gives("gcs().bucket")],
  [/^gcs\(\)\.(?:bucket\.)?(?:list_blobs|getFiles)$/, gives("gcs().blobs")],
  [/^gcs\(\)\.(?:bucket\.(?:delete|delete_blobs|deleteFiles)|blobs\.delete)$/, storage],
  [/^azure\.storage\.blob\.BlobServiceClient(?:\.\w+)?$/, gives("azureblob()")],
  [/^azureblob\(\)\.get_container_client$/, gives("azureblob()")],
  [/^azureblob\(\)\.(?:delete_container|delete_blobs)$/, storage],
  [/^google\.cloud\.\w+(?:\.\w+)*\.\w*Client$/, gives("gcp()")],
  [/^gcp\(\)\.delete(?:_\w+)?$/, cloud],
  [/^(?:elasticsearch\.(?:Async)?Elasticsearch|opensearchpy\.OpenSearch)$/, gives("elastic()")],
  [/^elastic\(\)\.indices\.delete(?:_data_stream)?$/, acts("infra/database-drop")],
];

/** What a method of such a client does. */
export function cloudObject(name: string): Call | undefined {
  return OBJECTS.find(([pattern]) => pattern.test(name))?.[1];
}
