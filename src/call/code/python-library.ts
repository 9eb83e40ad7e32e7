import {
  acts,
  arg,
  chmods,
  decodes,
  links,
  queries,
  removesSelf,
  SELF,
  sendsTo,
  shells,
  truthy,
  writes,
} from "./deeds.js";
import { base64, hex, joinItems, lastPart, lower, parent, replaced, rot13, splitText, trimmed, upper } from "./fold.js";
import type { Args, Call } from "./profile.js";
import {
  calls,
  entries,
  expandUser,
  globSelf,
  ofPath,
  openSelf,
  rename,
  selfWrite,
  variable,
  writeHandle,
} from "./python-helpers.js";
import { asText, joinPath, pairsOf, taintOf, text, unknown, type Value, valuesOf } from "./values.js";

/** An ORM's `objects.all().delete()`: every row. */
const deleteAll: Call = (args, m) => {
  const self = args.self;
  if (self?.kind === "text" && /⟦every row⟧/.test(self.text)) m.act("infra/database-rows", "objects.all().delete()");
  return undefined;
};

/** Methods of boto3's and Azure's clients and of the Kubernetes client that end what holds state. */
const CLOUD_CALLS: Readonly<Record<string, Call>> = Object.fromEntries([
  ..."delete_bucket delete_objects".split(" ").map((name) => [name, acts("infra/object-storage-delete")] as const),
  ..."terminate_instances delete_db_instance delete_db_cluster delete_table delete_stack delete_cluster delete_function delete_volume delete_snapshot delete_file_system delete_log_group delete_hosted_zone delete_user_pool delete_secret delete_queue delete_topic delete_repository schedule_key_deletion delete_cache_cluster delete_replication_group delete_nodegroup delete_vpc delete_dataset delete_instance delete_secret_version delete_index delete_project begin_delete"
    .split(" ")
    .map((name) => [name, acts("infra/cloud-delete")] as const),
  ...["begin_delete", "begin_delete_instance"].map((name) => [name, acts("infra/cloud-delete")] as const),
  ..."delete_namespace delete_persistent_volume delete_namespaced_persistent_volume_claim delete_namespaced_deployment delete_namespaced_stateful_set delete_collection_namespaced_pod delete_node"
    .split(" ")
    .map((name) => [name, acts("infra/cluster-delete")] as const),
  // Clients of Azure's stores, of queues, of search, of vaults, and ORMs.
  ..."delete_container delete_blobs".split(" ").map((name) => [name, acts("infra/object-storage-delete")] as const),
  ..."delete_topics queue_purge queue_delete delete_metadata_and_all_versions delete_collection"
    .split(" ")
    .map((name) => [name, acts("infra/store-delete")] as const),
  ..."drop_tables drop_table drop_keyspace recreate_collection"
    .split(" ")
    .map((name) => [name, acts("infra/database-drop")] as const),
  ..."remove_volume prune_volumes".split(" ").map((name) => [name, acts("infra/container-data")] as const),
]);

/** What of cloud SDKs gives a secret back. */
const SECRET_CALLS: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    "get_secret_value batch_get_secret_value access_secret_version read_secret_version read_secret_data"
      .split(" ")
      .map((name) => [name, acts("secrets/print-token")] as const),
  ),
  get_parameter: (args, m) => {
    if (truthy(args, "WithDecryption")) m.act("secrets/print-token", "get_parameter");
    return undefined;
  },
};

export const pythonMethods: Readonly<Record<string, Call>> = {
  unlink: ofPath(removesSelf(false)),
  rmdir: ofPath(removesSelf(false)),
  write_text: ofPath(selfWrite),
  write_bytes: ofPath(selfWrite),
  touch: ofPath((args, m) => writes("touch")({ positional: [args.self as Value], named: args.named }, m)),
  mkdir: ofPath((args, m) => writes("mkdir")({ positional: [args.self as Value], named: args.named }, m)),
  read_text: ofPath((args, m) => m.read(args.self)),
  read_bytes: ofPath((args, m) => m.read(args.self)),
  rename: ofPath(rename),
  chmod: ofPath((args, m) => chmods()({ positional: [args.self as Value, ...args.positional], named: args.named }, m)),
  symlink_to: ofPath((args, m) =>
    links(true)({ positional: [args.positional[0] ?? unknown("target"), args.self as Value], named: args.named }, m),
  ),
  hardlink_to: ofPath((args, m) =>
    links(false)({ positional: [args.positional[0] ?? unknown("target"), args.self as Value], named: args.named }, m),
  ),
  open: openSelf,
  iterdir: entries,
  glob: globSelf,
  rglob: globSelf,
  expanduser: expandUser,
  resolve: SELF,
  absolute: SELF,
  as_posix: SELF,
  joinpath: (args) => joinPath([args.self ?? text(""), ...args.positional]),
  with_suffix: (args) => args.self,
  with_name: (args) =>
    joinPath([
      parent({ positional: [args.self as Value], named: args.named }, undefined as never) ?? text(""),
      args.positional[0] ?? text(""),
    ]),
  get: (args, m) =>
    args.self?.kind === "environment"
      ? variable(args, m)
      : args.self?.kind === "dict"
        ? (args.self.entries.get(asText(args.positional[0] ?? text("")).text) ?? unknown("entry"))
        : args.self?.kind === "symbol" && /^(?:requests|httpx)$/.test(args.self.name)
          ? m.request(args.positional[0], [])
          : unknown("entry", args.self ? taintOf(args.self) : undefined),
  items: (args) => args.self && pairsOf(args.self),
  values: (args) => args.self && valuesOf(args.self),
  copy: SELF,
  decode: (args, m) => {
    const kind = asText(args.positional[0] ?? text("")).text.replace(/[-_]/g, "");
    if (kind === "rot13" || kind === "hex" || kind === "base64")
      return decodes(kind === "hex" ? hex : kind === "base64" ? base64 : rot13)(
        { positional: [args.self as Value], named: args.named },
        m,
      );
    return args.self;
  },
  encode: SELF,
  format: (args) => formatBraces(args),
  join: (args) => joinItems(args.positional[0], args.self ?? text("")),
  split: (args) => splitText(args.self, args.positional[0]),
  splitlines: (args) => splitText(args.self, text("\n")),
  strip: trimmed,
  lstrip: trimmed,
  rstrip: trimmed,
  lower,
  upper,
  replace: (args, m) =>
    args.self?.kind === "text" && args.self.path && args.positional.length === 1 ? rename(args, m) : replaced(args, m),
  write: writeHandle,
  execute: queries,
  executescript: queries,
  executemany: queries,
  exec_driver_sql: queries,
  raw: queries,
  text: queries,
  drop_database: acts("infra/database-drop"),
  dropDatabase: acts("infra/database-drop"),
  drop_all: acts("infra/database-drop"),
  delete_many: (args, m) => {
    const filter = args.positional[0];
    if (filter?.kind === "dict" && filter.entries.size === 0) m.act("infra/database-rows", "delete_many({})");
    return undefined;
  },
  ...CLOUD_CALLS,
  ...SECRET_CALLS,
  query: queries,
  sql: queries,
  flushall: acts("infra/database-drop"),
  flushdb: acts("infra/database-drop"),
  all: () => unknown("every row"),
  delete: deleteAll,
  send: sendsTo(),
  sendall: sendsTo(),
  request: sendsTo(),
  sendmail: sendsTo(),
  send_message: sendsTo(),
  storbinary: sendsTo(),
  system: shells(),
  exec_command: shells(),
  submit: calls,
  apply_async: calls,
  extractall: (args, m) => {
    m.onPaths(arg(args, 0, "path") ?? m.directory, (p) => ({ kind: "write", path: p, how: "extract" }));
    return undefined;
  },
};

/** `"{} {name}".format(…)`. */
function formatBraces(args: Args): Value {
  const pattern = args.self ? asText(args.self).text : "";
  let n = 0;
  let known = args.self ? asText(args.self).known : false;
  const value = pattern.replace(/\{(\w*)(?:[:!][^}]*)?\}/g, (_, name: string) => {
    const given =
      name === "" ? args.positional[n++] : /^\d+$/.test(name) ? args.positional[Number(name)] : args.named.get(name);
    const part = given ? asText(given) : unknown(name);
    if (!part.known) known = false;
    return part.text;
  });
  return { kind: "text", text: value, known };
}

export const pythonProperties: Readonly<Record<string, (self: Value) => Value>> = {
  parent: (self) => parent({ positional: [self], named: new Map() }, undefined as never) ?? unknown("parent"),
  name: (self) =>
    self.kind === "text" && self.path
      ? (lastPart({ positional: [self], named: new Map() }, undefined as never) ?? self)
      : unknown("name"),
  path: (self) => self,
};
