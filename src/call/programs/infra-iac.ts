import { CHANGES, deed, each, LOCAL, READS, texts } from "./infra-shape.js";
import { there } from "./remote-tail.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";

const DESTROY = "infra/destroy";
const STATE = "infra/state-surgery";

// Commands and options: developer.hashicorp.com/terraform/cli/commands, opentofu.org/docs/cli/commands.
const HELP: CommandSpec = { forms: [{ when: { has: ["-help"] }, harmless: true }] };

const terraformCommands: Record<string, CommandSpec> = {
  destroy: deed(DESTROY, HELP),
  apply: {
    ...CHANGES,
    forms: [
      { when: { has: ["-help"] }, harmless: true },
      { when: { has: ["-destroy"] }, act: DESTROY },
      { when: { has: ["-auto-approve"] }, act: "infra/apply-unreviewed" },
    ],
  },
  state: {
    subcommands: {
      ...each(["list", "show", "pull", "identities"], READS),
      rm: deed(STATE, { ...HELP, dry: ["-dry-run"] }),
      push: deed(STATE, HELP),
      mv: { ...CHANGES, dry: ["-dry-run"] },
      "replace-provider": CHANGES,
    },
  },
  workspace: {
    subcommands: { ...each(["list", "show"], READS), ...each(["select", "new"], LOCAL), delete: deed(STATE, HELP) },
  },
  "force-unlock": deed(STATE, HELP),
  taint: CHANGES,
  untaint: CHANGES,
  import: CHANGES,
  refresh: CHANGES,
  init: LOCAL,
  get: LOCAL,
  fmt: { mutates: true, dry: ["-check"] },
  test: CHANGES,
  ...each(["plan", "validate", "show", "output", "graph", "console", "providers", "version", "metadata"], READS),
  help: READS,
};

const terraform: ProgramSpec = {
  names: ["terraform", "tofu", "opentofu"],
  style: "single-dash",
  flags: ["-auto-approve", "-destroy", "-force", "-no-color", "-help -h", "-json", "-upgrade", "-recursive", "-check"],
  values: texts(
    "-chdir",
    "-var",
    "-var-file",
    "-target",
    "-out",
    "-state",
    "-lock-timeout",
    "-parallelism",
    "-replace",
  ),
  subcommands: terraformCommands,
};

const terragrunt: ProgramSpec = {
  names: ["terragrunt"],
  style: "single-dash",
  flags: [...(terraform.flags ?? []), "--terragrunt-non-interactive", "--non-interactive", "--all"],
  values: {
    ...terraform.values,
    ...texts("--terragrunt-working-dir", "--working-dir", "--terragrunt-config", "--config", "--queue-include-dir"),
  },
  subcommands: {
    ...terraformCommands,
    "destroy-all": deed(DESTROY, HELP),
    "apply-all plan-all": CHANGES,
    "run-all run exec": { subcommands: terraformCommands },
    stack: {
      subcommands: { run: { subcommands: terraformCommands }, ...each(["generate", "output", "clean"], CHANGES) },
    },
    ...each(["hclfmt", "hcl", "render", "render-json", "graph-dependencies", "output-all", "validate-all"], READS),
  },
};

// pulumi.com/docs/iac/cli/commands
const pulumi: ProgramSpec = {
  names: ["pulumi"],
  values: texts("-s --stack", "-C --cwd", "-c --config", "--color", "-t --target", "-m --message", "-p --parallel"),
  flags: ["-y --yes", "-f --skip-preview", "--force", "--non-interactive"],
  subcommands: {
    "destroy down dn": deed(DESTROY, { dry: ["--preview-only"] }),
    stack: {
      subcommands: {
        "rm remove": deed(STATE),
        ...each(["ls", "output", "export", "graph", "history", "tag"], READS),
        ...each(["init", "select", "import", "rename", "change-secrets-provider", "unselect"], CHANGES),
      },
    },
    state: { subcommands: { "delete del": deed(STATE), ...each(["unprotect", "rename", "move", "edit"], CHANGES) } },
    ...each(["preview pre", "whoami", "about", "logs", "version", "schema", "console"], READS),
    ...each(["up update", "refresh", "import", "config", "new", "cancel", "login", "logout", "install"], CHANGES),
  },
};

// docs.aws.amazon.com/cdk/v2/guide/cli.html, github.com/hashicorp/terraform-cdk
const cdk: ProgramSpec = {
  names: ["cdk", "cdktf", "cdklocal", "aws-cdk", "cdktf-cli"],
  values: texts("-a --app", "-c --context", "--profile", "-o --output", "--toolkit-stack-name", "--role-arn"),
  flags: ["-f --force", "--all", "-e --exclusively"],
  subcommands: {
    destroy: deed(DESTROY),
    ...each(
      ["diff", "list ls", "synth synthesize", "docs doc", "doctor", "metadata", "notices", "get", "output"],
      READS,
    ),
    ...each(["deploy", "bootstrap", "import", "watch", "init", "context", "acknowledge ack", "migrate"], CHANGES),
    gc: CHANGES,
  },
};

const serverless: ProgramSpec = {
  names: ["serverless", "sls", "osls"],
  values: texts("-s --stage", "-r --region", "-c --config", "-f --function", "--aws-profile", "--param"),
  subcommands: {
    remove: deed(DESTROY),
    ...each(["deploy", "rollback", "invoke", "offline", "package"], CHANGES),
    ...each(["info", "logs", "metrics", "print"], READS),
  },
};

const sam: ProgramSpec = {
  names: ["sam", "samlocal"],
  values: texts(
    "--stack-name",
    "--region",
    "--profile",
    "--config-file",
    "--config-env",
    "-t --template",
    "--s3-bucket",
  ),
  subcommands: {
    delete: deed(DESTROY),
    ...each(["build", "local", "validate", "init", "package", "deploy", "sync"], CHANGES),
    ...each(["logs", "list", "traces"], READS),
  },
};

const deployers: ProgramSpec = {
  names: ["sst", "copilot", "eb", "amplify", "chalice", "zappa", "apex", "up", "claudia"],
  values: texts("--stage", "--region", "--profile", "-n --name", "-e --env", "-a --app"),
  subcommands: {
    "remove rm": deed(DESTROY),
    "destroy undeploy": deed(DESTROY),
    terminate: deed(DESTROY),
    delete: deed(DESTROY),
    ...each(["app", "env", "pipeline", "stack"], { subcommands: { delete: deed(DESTROY) } }),
    ...each(["svc", "job", "task"], {
      subcommands: { delete: deed(DESTROY), exec: there({ names: 0, values: "-n --name", style: "gnu" }) },
    }),
  },
};

// docs.ansible.com/ansible/latest/cli: modules that run a command are read as one on the hosts.
const ansible: ProgramSpec = {
  names: ["ansible"],
  flags: [
    "-b --become",
    "-K --ask-become-pass",
    "-k --ask-pass",
    "-v --verbose",
    "-o --one-line",
    "--list-hosts",
    "-D --diff",
  ],
  values: texts(
    "-m --module-name",
    "-a --args",
    "-i --inventory --inventory-file",
    "-u --user",
    "-l --limit",
    "-f --forks",
    "-e --extra-vars",
    "-t --tree",
    "-T --timeout",
    "-c --connection",
    "--become-user",
    "--become-method",
    "--private-key --key-file",
    "--vault-password-file --vault-pass-file",
    "--vault-id",
    "-M --module-path",
    "-B --background",
    "-P --poll",
  ),
  dry: ["-C --check", "--list-hosts"],
  network: true,
  handler: "ansible",
};

const playbook: ProgramSpec = {
  names: ["ansible-playbook"],
  dry: ["-C --check", "--syntax-check", "--list-tasks", "--list-hosts", "--list-tags"],
  values: texts(
    "-i --inventory",
    "-u --user",
    "-l --limit",
    "-e --extra-vars",
    "-t --tags",
    "--skip-tags",
    "-f --forks",
  ),
  operands: "read",
  handler: "playbook",
  mutates: true,
  network: true,
};

/** Fetches a repository and runs the playbook in it on this machine. */
const pull: ProgramSpec = {
  names: ["ansible-pull"],
  dry: ["-C --check", "--list-hosts"],
  flags: ["-f --force", "--full", "--clean", "-o --only-if-changed"],
  values: texts("-U --url", "-d --directory", "-i --inventory", "-e --extra-vars", "--checkout"),
  mutates: true,
  network: true,
  forms: [{ when: { value: { "-U": ["*://*", "*@*:*"] } }, act: "remote-exec/downloaded" }],
};

const packer: ProgramSpec = {
  names: ["packer"],
  style: "single-dash",
  subcommands: {
    ...each(["build", "init", "fmt"], CHANGES),
    ...each(["validate", "inspect", "console", "version"], READS),
  },
};

const others: ProgramSpec = {
  names: [
    "ansible-galaxy",
    "ansible-lint",
    "ansible-inventory",
    "ansible-doc",
    "tflint",
    "checkov",
    "infracost",
    "tfsec",
  ],
  mutates: false,
  network: true,
};

const atmos: ProgramSpec = {
  names: ["atmos", "crossplane"],
  subcommands: {
    terraform: { subcommands: terraformCommands, style: "single-dash" },
    destroy: deed(DESTROY, { dry: ["--dry-run"] }),
  },
};

export const iacPrograms: readonly ProgramSpec[] = [
  terraform,
  terragrunt,
  pulumi,
  cdk,
  serverless,
  sam,
  deployers,
  ansible,
  playbook,
  pull,
  packer,
  others,
  atmos,
];
