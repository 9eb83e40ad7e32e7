import { CHANGES, deed, deedWhen, each, HELP_WORD, READS, texts } from "./infra-shape.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";

const MACHINE = "infra/machine-delete";
const STORE = "infra/store-delete";

const vagrant: ProgramSpec = {
  names: ["vagrant"],
  subcommands: {
    destroy: deed(MACHINE, { flags: ["-f --force"] }),
    box: { subcommands: { ...each(["remove", "prune", "add", "update"], CHANGES), list: READS } },
    snapshot: {
      subcommands: { ...each(["delete", "pop", "restore"], deed(MACHINE)), ...each(["save", "list"], CHANGES) },
    },
    ssh: { ...CHANGES, values: texts("-c --command"), handler: "remote-shell" },
    ...each(["status", "global-status", "port", "ssh-config", "validate"], READS),
    ...each(["up", "halt", "reload", "provision", "suspend", "resume", "init"], CHANGES),
  },
};

const multipass: ProgramSpec = {
  names: ["multipass", "lima", "limactl", "tart", "orb", "orbctl"],
  subcommands: {
    delete: deed(MACHINE, { flags: ["-p --purge", "--all"] }),
    purge: deed(MACHINE),
    ...each(["list", "ls", "info", "version"], READS),
    exec: { ...CHANGES, style: "posix", operands: { first: ["text"], rest: "command" }, remote: "container" },
  },
};

const virsh: ProgramSpec = {
  names: ["virsh"],
  values: texts("-c --connect"),
  subcommands: {
    undefine: deed(MACHINE),
    "vol-delete vol-wipe pool-delete pool-undefine snapshot-delete net-undefine": deed(MACHINE),
    // `destroy` pulls the plug; the machine and its disks stay.
    ...each(["destroy", "shutdown", "start", "reboot", "define", "create"], CHANGES),
    ...each(["list", "dominfo", "domstate", "dumpxml", "pool-list", "vol-list", "net-list", "nodeinfo"], READS),
  },
};

const proxmox: ProgramSpec = {
  names: ["qm", "pct", "pvesm", "pveum"],
  subcommands: {
    "destroy free remove delete": deed(MACHINE),
    "delsnapshot rollback": deed(MACHINE),
    ...each(["list", "status", "config"], READS),
    ...each(["start", "stop", "shutdown", "create", "clone", "snapshot"], CHANGES),
    exec: { ...CHANGES, style: "posix", operands: { first: ["text"], rest: "command" }, remote: "container" },
  },
};

const lxc: ProgramSpec = {
  names: ["lxc", "incus"],
  subcommands: {
    "delete rm": deed(MACHINE, { flags: ["-f --force"] }),
    ...each(["storage", "image", "profile", "network", "project", "snapshot"], {
      subcommands: { "delete rm": deed(MACHINE), ...each(["list", "show", "info"], READS) },
    }),
    exec: { ...CHANGES, style: "posix", operands: { first: ["text"], rest: "command" }, remote: "container" },
    ...each(["list", "ls", "info", "config"], READS),
    ...each(["launch", "start", "stop", "restart", "init", "copy", "move", "file"], CHANGES),
  },
};

const machines: ProgramSpec = {
  names: [
    "lxc-destroy",
    "docker-machine",
    "VBoxManage",
    "vboxmanage",
    "prlctl",
    "vmrun",
    "govc",
    "xe",
    "machinectl",
    "wsl",
    "wsl.exe",
  ],
  forms: [
    HELP_WORD,
    {
      when: { operand: ["unregistervm", "vm.destroy", "deleteVM", "vm-destroy", "vm-uninstall", "datastore.rm"] },
      act: MACHINE,
    },
    { when: { any: ["--unregister"] }, act: MACHINE },
  ] as Form[],
  subcommands: { ...each(["rm", "remove", "delete"], deed(MACHINE)), list: READS },
};

const vault: ProgramSpec = {
  names: ["vault", "bao"],
  style: "single-dash",
  values: texts("-address", "-namespace", "-format", "-field", "-mount", "-version", "-versions"),
  network: true,
  subcommands: {
    delete: deed(STORE),
    kv: {
      subcommands: {
        "delete destroy": deed(STORE),
        metadata: { subcommands: { delete: deed(STORE), ...each(["get", "put", "patch"], CHANGES) } },
        ...each(["get", "list"], READS),
        ...each(["put", "patch", "undelete", "rollback", "enable-versioning"], CHANGES),
      },
    },
    ...each(["secrets", "auth", "audit"], {
      subcommands: { disable: deed(STORE), list: READS, ...each(["enable", "tune", "move"], CHANGES) },
    }),
    ...each(["policy", "namespace", "transit", "pki"], {
      subcommands: { delete: deed(STORE), ...each(["list", "read"], READS) },
    }),
    lease: {
      subcommands: {
        revoke: deedWhen(STORE, { any: ["-prefix", "-force"] }, { flags: ["-prefix", "-force"] }),
        renew: CHANGES,
      },
    },
    operator: {
      subcommands: {
        ...each(["seal", "step-down", "rekey"], deed(STORE)),
        ...each(["init", "unseal", "raft"], CHANGES),
      },
    },
    ...each(["read", "list", "status", "print", "version"], READS),
    ...each(["write", "login", "token", "agent", "server", "unwrap"], CHANGES),
  },
};

const consul: ProgramSpec = {
  names: ["consul"],
  style: "single-dash",
  values: texts("-http-addr", "-token", "-datacenter"),
  flags: ["-recurse"],
  network: true,
  subcommands: {
    kv: {
      subcommands: {
        delete: deedWhen(STORE, { has: ["-recurse"] }),
        ...each(["get", "export"], READS),
        ...each(["put", "import"], CHANGES),
      },
    },
    ...each(["acl", "config", "namespace", "partition"], CHANGES),
    ...each(["members", "info", "catalog", "validate", "operator", "version"], READS),
  },
};

/** A command in an allocation's task, which the first operand names. */
const nomadExec: CommandSpec = {
  ...CHANGES,
  style: "posix",
  flags: ["-job", "-i", "-t"],
  values: texts("-task", "-group"),
  operands: { first: ["text"], rest: "command" },
  remote: "container",
};

const nomad: ProgramSpec = {
  names: ["nomad"],
  style: "single-dash",
  values: texts("-address", "-namespace", "-region", "-token"),
  flags: ["-purge", "-force", "-yes", "-detach", "-global"],
  network: true,
  subcommands: {
    stop: deedWhen("infra/cluster-delete", { has: ["-purge"] }),
    job: {
      subcommands: {
        stop: deedWhen("infra/cluster-delete", { has: ["-purge"] }),
        ...each(["plan", "status", "inspect", "validate", "history"], READS),
        run: CHANGES,
      },
    },
    ...each(["volume", "namespace", "var", "acl", "quota"], {
      subcommands: {
        "delete purge": deed("infra/cluster-delete"),
        ...each(["status", "list", "get", "inspect"], READS),
      },
    }),
    exec: nomadExec,
    alloc: { ...READS, subcommands: { exec: nomadExec } },
    ...each(["plan", "status", "validate", "logs", "version"], READS),
  },
};

const etcd: ProgramSpec = {
  names: ["etcdctl", "etcdutl"],
  values: texts("--endpoints", "--cacert", "--cert", "--key", "--user", "--dial-timeout"),
  flags: ["--prefix", "--from-key", "--prev-kv"],
  network: true,
  subcommands: {
    del: deedWhen(STORE, { any: ["--prefix", "--from-key"] }),
    rm: deedWhen(STORE, { has: ["--recursive"] }, { flags: ["--recursive"] }),
    rmdir: deed(STORE),
    member: { subcommands: { remove: deed(STORE), list: READS, add: CHANGES } },
    ...each(["get", "watch", "endpoint", "version", "check"], READS),
    ...each(["put", "snapshot", "compaction", "defrag", "lease"], CHANGES),
  },
};

const influx: ProgramSpec = {
  names: ["influx"],
  values: { ...texts("--host", "-t --token", "-o --org", "-n --name", "-i --id"), "-execute": "sql" },
  network: true,
  subcommands: {
    delete: deed(STORE),
    ...each(["bucket", "org", "user", "task", "v1"], {
      subcommands: { "delete rm": deed(STORE), ...each(["list", "ls"], READS) },
    }),
    ...each(["query", "ping", "version", "config"], READS),
    ...each(["write", "setup", "backup", "restore"], CHANGES),
  },
};

// Message queues: topics and queues with what is in them.
const queues: ProgramSpec = {
  names: [
    "kafka-topics",
    "kafka-topics.sh",
    "kafka-consumer-groups",
    "kafka-consumer-groups.sh",
    "rabbitmqctl",
    "rabbitmqadmin",
    "kafka-delete-records",
    "kafka-delete-records.sh",
    "kafkactl",
    "kaf",
    "nats",
    "rpk",
    "kcat",
    "pulsar-admin",
  ],
  values: texts("--bootstrap-server", "--topic", "--group", "--zookeeper", "-n", "-p", "-s --server", "--brokers"),
  network: true,
  forms: [{ when: { any: ["--delete", "--offset-json-file"] }, act: STORE }],
  subcommands: {
    ...each(["reset", "force_reset", "delete_vhost", "delete_queue", "purge_queue", "delete_user"], deed(STORE)),
    "delete purge": deed(STORE),
    ...each(["topic", "topics", "stream", "str", "kv", "consumer", "group", "object", "obj"], {
      subcommands: { "delete rm purge del": deed(STORE), ...each(["list", "ls", "info", "describe"], READS) },
    }),
  },
};

export const machinePrograms: readonly ProgramSpec[] = [
  vagrant,
  multipass,
  virsh,
  proxmox,
  lxc,
  machines,
  vault,
  consul,
  nomad,
  etcd,
  influx,
  queues,
];
