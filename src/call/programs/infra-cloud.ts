import type { Handler } from "./emit.js";
import { CHANGES, deed, deedWhen, each, HELP_WORD, LOCAL, READS, texts } from "./infra-shape.js";
import { joinWords } from "./join.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";

const CLOUD = "infra/cloud-delete";
const OBJECTS = "infra/object-storage-delete";

/** Verbs of the AWS API that end a resource; those that only unlink or change one are left out. */
const AWS_VERBS = [
  "delete-*",
  "terminate-*",
  "purge-*",
  "batch-delete-*",
  "deregister-*",
  "schedule-key-deletion",
  "disable-organization*",
  "destroy-*",
  "remove-*",
  "close-account",
  "reset-db-*",
  "release-address",
  "revoke-*-ingress",
].join(" ");

/** Single rows, messages and labels: the neighbours of deleting one file. */
const AWS_SMALL = [
  "delete-message delete-message-batch delete-item delete-object delete-tags delete-object-tagging",
  "remove-tags remove-tags-from-resource remove-permission remove-targets delete-parameter-test",
  "delete-object-annotation deregister-targets deregister-task-definition revoke-security-group-ingress",
].join(" ");

const awsVerbs: Record<string, CommandSpec> = {
  [AWS_SMALL]: CHANGES,
  [AWS_VERBS]: deed(CLOUD, {
    flags: ["--force", "--skip-final-snapshot"],
    dry: ["--dry-run", "--generate-cli-skeleton"],
  }),
  "describe-* list-* get-* head-* search-* lookup-* filter-* batch-get-* scan query tail wait ls": READS,
  "send-command execute-command start-session": {
    ...CHANGES,
    handler: "remote-shell",
    values: texts("--parameters", "--command"),
  },
};

// docs.aws.amazon.com/cli/latest/reference
const aws: ProgramSpec = {
  names: ["aws", "awslocal", "aws2"],
  values: {
    ...texts(
      "--profile",
      "--region",
      "--output",
      "--query",
      "--endpoint-url",
      "--color",
      "--ca-bundle",
      "--cli-input-json",
    ),
    // Athena, Redshift and Aurora data interfaces, PartiQL of DynamoDB.
    "--query-string": "sql",
    "--sql": "sql",
    "--statement": "sql",
  },
  flags: ["--no-cli-pager", "--no-paginate", "--debug", "--no-verify-ssl", "--no-sign-request"],
  network: true,
  subcommands: {
    s3: {
      subcommands: {
        rm: deedWhen(OBJECTS, { has: ["--recursive"] }, { flags: ["--recursive", "--quiet"], dry: ["--dryrun"] }),
        rb: deedWhen(OBJECTS, {}, { flags: ["--force"] }),
        sync: {
          ...CHANGES,
          flags: ["--delete"],
          dry: ["--dryrun"],
          values: texts("--exclude", "--include"),
          // Only where the far side is the target does it lose what is not here.
          forms: [
            HELP_WORD,
            { when: { has: ["--delete"], operand: ["s3://*"] }, act: "infra/object-storage-sync" },
          ] as Form[],
        },
        mv: deedWhen(OBJECTS, { has: ["--recursive"] }, { flags: ["--recursive"], dry: ["--dryrun"] }),
        ...each(["ls", "presign"], READS),
        cp: { ...CHANGES, flags: ["--recursive"], dry: ["--dryrun"], handler: "fetch-object" },
        ...each(["mb", "website"], { ...CHANGES, dry: ["--dryrun"] }),
      },
    },
    s3api: {
      subcommands: {
        "delete-objects delete-bucket": deed(OBJECTS),
        "get-object": { ...CHANGES, values: texts("--bucket", "--key", "--version-id"), handler: "fetch-file" },
        // Everybody in the world may write.
        "put-bucket-acl put-object-acl": deedWhen(
          "permission/acl",
          { value: { "--acl": ["public-read-write"] } },
          { values: texts("--acl", "--bucket", "--key") },
        ),
        ...awsVerbs,
      },
    },
    route53: {
      subcommands: {
        "change-resource-record-sets": deedWhen(
          CLOUD,
          { value: { "--change-batch": ["*DELETE*"] } },
          { values: texts("--change-batch", "--hosted-zone-id") },
        ),
        ...awsVerbs,
      },
    },
    configure: { ...LOCAL, subcommands: { "list get list-profiles": READS } },
    help: READS,
    "*": { subcommands: awsVerbs },
  },
};

const GCLOUD_ENDS = ["delete", "destroy", "purge", "remove-project"];

// cloud.google.com/sdk/gcloud/reference: groups nest, the verb is the word after them.
const gcloudCommands: Record<string, CommandSpec> = {
  config: {
    ...LOCAL,
    subcommands: {
      "list get-value get": READS,
      configurations: { ...LOCAL, subcommands: { "list describe": READS } },
    },
  },
  auth: { ...LOCAL, subcommands: { list: READS } },
  components: { ...LOCAL, subcommands: { list: READS } },
  topic: READS,
  info: READS,
  storage: {
    subcommands: {
      rm: deedWhen(
        OBJECTS,
        { any: ["-r", "-a"] },
        { flags: ["-r -R --recursive", "-a --all-versions"], handler: "object-pattern" },
      ),
      buckets: { subcommands: { delete: deed(OBJECTS), ...each(["list", "describe"], READS) } },
      rsync: deedWhen(
        "infra/object-storage-sync",
        { has: ["--delete-unmatched-destination-objects"] },
        { dry: ["--dry-run"] },
      ),
      ...each(["cp", "mv"], { ...CHANGES, flags: ["-r -R --recursive", "-n --no-clobber"], handler: "fetch-object" }),
      ...each(["ls", "cat", "du", "hash"], READS),
    },
  },
  compute: {
    subcommands: { ssh: { ...CHANGES, values: texts("--command"), handler: "remote-shell" }, "*": gcloudGroup() },
  },
  "*": gcloudGroup(),
};

const gcloud: ProgramSpec = {
  names: ["gcloud"],
  values: {
    ...texts("--project", "--zone", "--region", "--account", "--format", "--filter", "--configuration", "--verbosity"),
    // Spanner.
    "--sql": "sql",
    "--ddl": "sql",
  },
  flags: ["-q --quiet"],
  network: true,
  subcommands: { ...gcloudCommands, "alpha beta preview": { subcommands: gcloudCommands } },
};

function gcloudGroup(): CommandSpec {
  return {
    network: true,
    forms: [
      { when: { operand: ["help"] }, harmless: true },
      { when: { operand: GCLOUD_ENDS }, act: CLOUD, mutates: true },
      { when: { operand: ["list", "describe", "read", "get-*", "tail"], noOperand: GCLOUD_ENDS }, mutates: false },
    ],
    dry: ["--dry-run", "--validate-only"],
  };
}

const gsutil: ProgramSpec = {
  names: ["gsutil"],
  flags: ["-m", "-q", "-D", "-DD"],
  values: texts("-o", "-h", "-u", "-i"),
  network: true,
  subcommands: {
    rm: deedWhen(OBJECTS, { any: ["-r", "-a"] }, { flags: ["-r -R", "-a", "-f"], handler: "object-pattern" }),
    rb: deed(OBJECTS, { flags: ["-f"] }),
    rsync: deedWhen(
      "infra/object-storage-sync",
      { has: ["-d"] },
      { flags: ["-d", "-r -R", "-c", "-C"], dry: ["-n"], values: texts("-x") },
    ),
    ...each(["ls", "cat", "stat", "du", "hash", "version"], READS),
    // Everybody in the world may write.
    iam: {
      ...CHANGES,
      subcommands: {
        ch: deedWhen("permission/acl", {
          operand: ["all*sers:*dmin*", "all*sers:*reator*", "all*sers:*wner*", "all*sers:*riter*", "all*sers:*ditor*"],
        }),
      },
    },
    acl: {
      ...CHANGES,
      subcommands: {
        ch: deedWhen(
          "permission/acl",
          { value: { "-u": ["All*sers:W*", "All*sers:O*"] } },
          { values: texts("-u", "-g") },
        ),
        set: deedWhen("permission/acl", { operand: ["public-read-write"] }),
      },
    },
    ...each(["cp", "mv"], { ...CHANGES, flags: ["-r -R", "-n", "-c"], handler: "fetch-object" }),
    ...each(["mb", "cors", "lifecycle", "setmeta", "web"], CHANGES),
  },
};

const bq: ProgramSpec = {
  names: ["bq"],
  values: texts("--project_id", "--dataset_id", "--location", "--format"),
  flags: ["--use_legacy_sql", "--nouse_legacy_sql"],
  network: true,
  stdin: "sql",
  subcommands: {
    rm: deed(CLOUD, { flags: ["-r --recursive", "-f --force", "-d --dataset", "-t --table", "-m --model"] }),
    query: { operands: "sql", dry: ["--dry_run"], flags: ["--replace"], values: texts("-n", "--destination_table") },
    truncate: deed(CLOUD),
    ...each(["ls", "show", "head", "version", "help", "get-iam-policy"], READS),
    ...each(["mk", "load", "cp", "extract", "update", "insert", "wait"], CHANGES),
  },
};

// learn.microsoft.com/cli/azure: groups nest as with gcloud.
const az: ProgramSpec = {
  names: ["az", "azd"],
  values: texts(
    "-g --resource-group",
    "-n --name",
    "-o --output",
    "--subscription",
    "--query",
    "--account-name",
    "-l --location",
  ),
  flags: ["-y --yes", "--no-wait", "--verbose", "--debug"],
  network: true,
  subcommands: {
    account: { ...LOCAL, subcommands: { "show list list-locations": READS } },
    version: READS,
    ...each(["login", "logout", "configure", "config", "extension", "bicep", "cloud"], LOCAL),
    down: deed(CLOUD),
    artifacts: {
      subcommands: { universal: { subcommands: { publish: deed("publish/package"), download: CHANGES } } },
    },
    "*": {
      network: true,
      forms: [
        { when: { operand: ["help"] }, harmless: true },
        {
          when: { operand: ["delete", "purge", "delete-batch", "remove-database", "destroy"] },
          act: CLOUD,
          mutates: true,
        },
        // What the template does not name goes.
        { when: { operand: ["create"], value: { "--mode": ["?omplete"] } }, act: CLOUD, mutates: true },
        { when: { operand: ["list", "show", "list-*", "show-*"], noOperand: ["delete", "purge"] }, mutates: false },
      ],
      dry: ["--dryrun", "--what-if"],
      values: { ...texts("--scripts", "--command", "--exec-command", "--mode"), "-q --querytext": "sql" },
      handler: "remote-shell",
    },
  },
};

/** Clients of smaller clouds and of services that are run for one: groups, then a verb. */
const others: ProgramSpec = {
  names: [
    "doctl",
    "linode-cli",
    "hcloud",
    "scw",
    "ibmcloud",
    "oci",
    "vultr-cli",
    "civo",
    "exo",
    "openstack",
    "aliyun",
    "tccli",
    "upctl",
    "ovhai",
    "nova",
    "yc",
    "metal",
    "cf",
    ..."confluent ccloud avn aiven ecctl ionosctl stackit gcore cmk cloudmonkey brightbox".split(" "),
    ..."appwrite contentful scalingo gridscale ovhcloud platform upsun terminus".split(" "),
    ..."runpodctl vastai modal paperspace gradient sky coreweave timescale tiger astro".split(" "),
  ],
  values: texts(
    "-t --access-token",
    "--context",
    "-o --output",
    "--format",
    "-c --config",
    "--profile",
    "--project",
    "--region",
    "-g",
  ),
  flags: ["-f --force", "-y --yes", "-q --quiet"],
  network: true,
  subcommands: {
    ...each(
      ["auth", "config", "context", "profile", "init", "version", "completion", "login", "target", "plugin"],
      LOCAL,
    ),
    // Groups and verbs in one word.
    "*:delete *:destroy *:wipe": deed(CLOUD),
    "*": {
      network: true,
      forms: [
        { when: { operand: ["help"] }, harmless: true },
        {
          when: {
            operand: [
              "delete",
              "terminate",
              "destroy",
              "purge",
              "rm",
              "remove",
              "d",
              "*-delete",
              "*-rm",
              "*-remove",
              "delete-*",
              "Delete*",
              "Terminate*",
              // A machine that is built anew loses its disk.
              "rebuild",
              "reinstall",
            ],
          },
          act: CLOUD,
          mutates: true,
        },
        { when: { operand: ["list", "get", "ls", "show", "describe"] }, mutates: false },
      ],
      values: texts("--ssh-command"),
      handler: "remote-shell",
    },
    ...each(["delete", "destroy", "terminate", "delete-org", "delete-space", "delete-service"], deed(CLOUD)),
  },
};

const nukes: readonly ProgramSpec[] = [
  {
    // Without the option it is a rehearsal.
    names: ["aws-nuke", "azure-nuke", "gcp-nuke"],
    flags: ["--no-dry-run", "--force", "--no-prompt", "--quiet -q"],
    mutates: true,
    network: true,
    forms: [{ when: { has: ["--no-dry-run"] }, act: CLOUD }],
  },
  {
    names: ["cloud-nuke"],
    dry: ["--dry-run"],
    mutates: true,
    network: true,
    forms: [{ when: { operand: ["aws", "gcp", "defaults-aws"] }, act: CLOUD }],
  },
];

const rclone: ProgramSpec = {
  names: ["s3cmd", "s4cmd", "s5cmd", "mc", "b2", "ossutil", "ossutil64", "coscli", "coscmd", "obsutil", "bcecmd"],
  values: texts("-c --config", "--endpoint-url", "--profile"),
  flags: ["-r --recursive", "-f --force", "--all"],
  dry: ["-n --dry-run --dryrun"],
  network: true,
  subcommands: {
    "del rm": deedWhen(OBJECTS, { any: ["-r", "--all"] }, { dry: ["-n --dry-run"], handler: "object-pattern" }),
    "rb delete-bucket bucket-delete": deed(OBJECTS),
    sync: deedWhen("infra/object-storage-sync", { any: ["--delete-removed", "--delete"] }, { dry: ["-n --dry-run"] }),
    mirror: deedWhen("infra/object-storage-sync", { has: ["--remove"] }, { dry: ["--dry-run", "--fake"] }),
    ...each(["cp", "mv"], { ...CHANGES, handler: "fetch-object" }),
    get: { ...CHANGES, handler: "fetch-named" },
    ...each(["ls", "la", "du", "stat", "info", "cat", "find", "tree"], READS),
  },
};

const REMOTE_OPTIONS = ["--command", "-C", "-c", "--scripts", "--parameters", "--exec-command", "--ssh-command"];

/**
 * A shell text given by option that runs on another machine (`gcloud compute ssh --command`, `aws ssm send-command`),
 * or as words behind two dashes (`gcloud compute ssh db -- uptime`) or behind the machine's name (`hcloud server ssh db uptime`).
 */
const remoteShell: Handler = (inv, out) => {
  for (const option of inv.options) {
    if (!option.value || !REMOTE_OPTIONS.includes(option.name)) continue;
    const text = option.value.text
      .replace(/^commands=/, "")
      .replace(/^\[?["']?/, "")
      .replace(/["']?\]?$/, "");
    out.code(
      "sh",
      { ...option.value, text },
      {
        cwd: null,
        remote: { kind: "host", name: inv.operands[0]?.text ?? inv.name },
      },
    );
  }
  const at = inv.operands.findIndex((w) => w.text === "ssh");
  if (at < 0 && inv.path.at(-1) !== "ssh") return;
  const dashes = inv.words.findIndex((w) => w.text === "--");
  const words = dashes < 0 ? inv.operands.slice(at + 2) : inv.words.slice(dashes + 1);
  const remote = { kind: "host", name: inv.operands[at + 1]?.text ?? inv.name } as const;
  if (words.length > 0) out.code("sh", joinWords(words), { cwd: null, remote });
};

/** An object's name with a wildcard in it stands for many. */
const objectPattern: Handler = (inv, out) => {
  const pattern = inv.operands.find((w) => /[*?[]/.test(w.text));
  if (pattern) out.act(OBJECTS, pattern.text);
};

/** `heroku run "words"`: what runs there, in words or as one text. */
const remoteWords: Handler = (inv, out) => {
  if (inv.operands.length === 0) return;
  out.code("sh", joinWords(inv.operands), { cwd: null, remote: { kind: "host", name: inv.name } });
};

export const cloudPrograms: readonly ProgramSpec[] = [aws, gcloud, gsutil, bq, az, others, ...nukes, rclone];

export const cloudHandlers: Readonly<Record<string, Handler>> = {
  "remote-shell": remoteShell,
  "remote-words": remoteWords,
  "object-pattern": objectPattern,
};
