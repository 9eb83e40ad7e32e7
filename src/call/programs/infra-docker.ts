import type { Handler } from "./emit.js";
import { CHANGES, deed, deedWhen, each, READS, texts } from "./infra-shape.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";

const DATA = "infra/container-data";
const ALL = "infra/container-all";

/** Words that stand for every container or image: a listing of names that nothing narrows down. */
const LISTED: Form["when"] = {
  operand: [
    "*docker*ps*-*q*",
    "*docker*images*-*q*",
    "*docker*container*ls*-*q*",
    "*docker*image*ls*-*q*",
    "*podman*ps*-*q*",
    "*podman*images*-*q*",
    "*nerdctl*ps*-*q*",
  ],
  noOperand: ["*=*", "*grep*", "*dangling*"],
};

// docs.docker.com/reference/cli/docker/container/run
const runValues = texts(
  "-v --volume",
  "--mount",
  "-e --env",
  "--env-file",
  "-p --publish",
  "--name",
  "--network --net",
  "--network-alias",
  "-w --workdir",
  "-u --user",
  "--entrypoint",
  "-m --memory",
  "--memory-swap",
  "--cpus",
  "-c --cpu-shares",
  "--cpuset-cpus",
  "--gpus",
  "-l --label",
  "--label-file",
  "-h --hostname",
  "--add-host",
  "--platform",
  "--restart",
  "--pull",
  "--shm-size",
  "--ulimit",
  "--cap-add",
  "--cap-drop",
  "--device",
  "--dns",
  "--expose",
  "--link",
  "--log-driver",
  "--log-opt",
  "--tmpfs",
  "--volumes-from",
  "--volume-driver",
  "--security-opt",
  "--pid",
  "--ipc",
  "--userns",
  "--uts",
  "--cgroupns",
  "--cidfile",
  "--group-add",
  "--health-cmd",
  "--ip",
  "--isolation",
  "--runtime",
  "--stop-signal",
  "--stop-timeout",
  "--sysctl",
  "-a --attach",
  "--detach-keys",
  "--annotation",
  "--index",
  "--service-ports",
);
const runFlags = [
  "-i --interactive",
  "-t --tty",
  "-d --detach",
  "--rm",
  "--init",
  "--privileged",
  "--read-only",
  "-P --publish-all",
  "-q --quiet",
  "-T --no-TTY",
  "--no-deps",
  "--build",
  "--quiet-pull",
];

const run: CommandSpec = { ...CHANGES, style: "posix", values: runValues, flags: runFlags, handler: "container-run" };
const exec: CommandSpec = { ...CHANGES, style: "posix", values: runValues, flags: runFlags, handler: "container-exec" };

const remove: CommandSpec = {
  ...CHANGES,
  flags: ["-f --force", "-v --volumes", "-l --link", "-a --all"],
  forms: [
    { when: LISTED, act: ALL },
    { when: { has: ["-f"], operand: ["⟦stdin⟧"] }, act: ALL },
    { when: { has: ["-f", "-a"] }, act: ALL },
  ] as Form[],
};

const pruneFlags = { flags: ["-f --force", "-a --all", "--volumes"], values: texts("--filter") };

const volume: CommandSpec = {
  subcommands: {
    "rm remove": deed(DATA),
    prune: deed(DATA, pruneFlags),
    ...each(["ls", "list", "inspect"], READS),
    create: CHANGES,
  },
};

const compose: CommandSpec = {
  network: true,
  values: texts(
    "-f --file",
    "-p --project-name",
    "--profile",
    "--env-file",
    "--project-directory",
    "--ansi",
    "--parallel",
  ),
  flags: ["--dry-run", "--compatibility", "--verbose"],
  dry: ["--dry-run"],
  subcommands: {
    down: deedWhen(
      DATA,
      { has: ["-v"] },
      { flags: ["-v --volumes", "--remove-orphans"], values: texts("-t --timeout", "--rmi") },
    ),
    run,
    exec,
    push: deed("publish/container-image"),
    rm: { ...CHANGES, flags: ["-f --force", "-s --stop", "-v"] },
    ...each(["ps", "logs", "top", "config", "images", "ls", "port", "version", "events", "stats"], READS),
    ...each(
      ["up", "build", "pull", "start", "stop", "restart", "create", "kill", "pause", "unpause", "watch"],
      CHANGES,
    ),
  },
};

const system: CommandSpec = {
  subcommands: {
    prune: deedWhen(DATA, { any: ["-a", "--volumes"] }, pruneFlags),
    reset: deed(ALL, { flags: ["-f --force"] }),
    ...each(["df", "info", "events"], READS),
  },
};

const building: CommandSpec = {
  ...CHANGES,
  flags: ["--push", "--load", "--no-cache", "--pull", "-q --quiet", "--rm", "--squash"],
  forms: [{ when: { any: ["--push"] }, act: "publish/container-image" }],
};

const commands: Record<string, CommandSpec> = {
  run,
  exec,
  create: run,
  rm: remove,
  rmi: remove,
  container: {
    subcommands: {
      run,
      exec,
      "rm remove": remove,
      ...each(["ls", "list", "inspect", "logs", "top", "stats", "port", "diff"], READS),
      ...each(["prune", "stop", "start", "restart", "kill", "cp", "commit"], CHANGES),
    },
  },
  image: {
    subcommands: {
      "rm remove": remove,
      ...each(["ls", "list", "inspect", "history"], READS),
      ...each(["prune", "build", "pull", "tag", "save", "load"], CHANGES),
      push: { ...CHANGES, flags: ["-a --all-tags", "-q --quiet"], forms: [{ act: "publish/container-image" }] },
    },
  },
  manifest: {
    subcommands: {
      push: { ...CHANGES, flags: ["--all", "-p --purge", "-q --quiet"], forms: [{ act: "publish/container-image" }] },
      inspect: READS,
      ...each(["create", "annotate", "rm", "add"], CHANGES),
    },
  },
  volume,
  system,
  compose,
  network: {
    subcommands: {
      prune: deed("infra/network-prune", pruneFlags),
      ...each(["ls", "list", "inspect"], READS),
      ...each(["create", "rm", "connect", "disconnect"], CHANGES),
    },
  },
  swarm: {
    subcommands: {
      leave: deedWhen("infra/cluster-delete", { has: ["-f"] }, { flags: ["-f --force"] }),
      ...each(["init", "join", "update", "ca"], CHANGES),
    },
  },
  stack: {
    subcommands: {
      "rm down remove": deed("infra/cluster-delete"),
      ...each(["ls", "ps", "services", "config"], READS),
      deploy: CHANGES,
    },
  },
  ...each(["service", "secret", "config", "node"], {
    subcommands: { "rm remove": deed("infra/cluster-delete"), ...each(["ls", "ps", "inspect", "logs"], READS) },
  }),
  pod: {
    subcommands: {
      rm: deedWhen(ALL, { has: ["-a"] }, { flags: ["-a --all", "-f --force"] }),
      ...each(["ps", "inspect", "logs"], READS),
    },
  },
  machine: {
    subcommands: { rm: deed("infra/machine-delete"), reset: deed(ALL), ...each(["list", "ls", "inspect"], READS) },
  },
  cp: {
    ...CHANGES,
    remote: "container",
    operands: { rest: "remote-read", last: "remote-write" },
    flags: ["-a --archive", "-L --follow-link", "-q --quiet"],
  },
  ...each(
    [
      "ps",
      "logs",
      "images",
      "inspect",
      "stats",
      "top",
      "port",
      "diff",
      "history",
      "info",
      "version",
      "search",
      "events",
    ],
    READS,
  ),
  build: building,
  buildx: { ...CHANGES, subcommands: { "build b bake": building } },
  ...each(["builder", "pull", "tag", "start", "stop", "restart", "kill", "pause", "unpause", "rename"], CHANGES),
  ...each(
    ["wait", "attach", "commit", "save", "load", "import", "export", "login", "logout", "context", "scout", "plugin"],
    CHANGES,
  ),
  push: { ...CHANGES, flags: ["-a --all-tags", "-q --quiet"], forms: [{ act: "publish/container-image" }] },
};

const docker: ProgramSpec = {
  names: ["docker", "podman", "nerdctl", "finch", "podman-remote", "docker.exe"],
  values: texts("-H --host", "-c --context", "--config", "-l --log-level", "-n --namespace", "--connection", "--root"),
  flags: ["-D --debug", "--tls", "--remote"],
  network: true,
  // podman's own way into its user namespace: the files are this machine's.
  subcommands: { ...commands, unshare: { style: "posix", flags: ["--rootless-netns"], operands: "command" } },
};

const dockerCompose: ProgramSpec = { names: ["docker-compose", "podman-compose"], ...compose };

const toolbox: ProgramSpec = {
  names: ["toolbox", "distrobox"],
  subcommands: { rm: CHANGES, ...each(["list", "create"], CHANGES) },
};

const registries: ProgramSpec = {
  names: ["skopeo", "regctl", "crane", "oras"],
  network: true,
  values: texts("--creds", "--authfile", "--src-creds", "--dest-creds"),
  subcommands: {
    delete: deed("infra/image-delete"),
    "image tag manifest": {
      subcommands: { "delete rm": deed("infra/image-delete"), ...each(["inspect", "ls", "digest"], READS) },
    },
    ...each(["inspect", "list-tags", "digest", "ls", "catalog", "config", "manifest"], READS),
    "copy cp sync": {
      ...CHANGES,
      handler: "image-copy",
    },
    push: { ...CHANGES, forms: [{ act: "publish/container-image" }] },
  },
};

const buildah: ProgramSpec = {
  names: ["buildah", "kaniko", "img"],
  subcommands: {
    ...each(["bud", "build", "from", "run", "commit", "config", "copy", "add", "pull"], CHANGES),
    push: { ...CHANGES, forms: [{ act: "publish/container-image" }] },
    rm: remove,
    rmi: remove,
    images: READS,
  },
};

const runtimes: ProgramSpec = {
  names: ["crictl", "ctr"],
  values: texts("-r --runtime-endpoint", "-n --namespace", "-a --address"),
  subcommands: {
    "rm rmp rmi": { ...remove, flags: ["-f --force", "-a --all", "-q --prune"] },
    ...each(["ps", "pods", "images", "logs", "inspect", "info", "stats"], READS),
    exec,
  },
};

/** Copies between registries and directories: what ends in a registry is published. */
export const imageCopy: Handler = (inv, out) => {
  const target = inv.operands.at(-1)?.text ?? "";
  const registry = inv.name === "skopeo" ? target.startsWith("docker://") : !/^(?:[./~]|ocidir:|oci:)/.test(target);
  if (inv.operands.length > 1 && registry) out.act("publish/container-image", target);
};

export const dockerPrograms: readonly ProgramSpec[] = [docker, dockerCompose, toolbox, registries, buildah, runtimes];
