import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { joinWords } from "./join.js";
import type { CommandSpec, ProgramSpec, Role } from "./spec.js";
import { taking } from "./wrapper.js";

// Shells on other machines that are no ssh(1): access proxies, clusters of machines, platforms' and
// development machines' own clients; each tool's own reference.

interface Shape {
  /** Operands in front of the command that name where it runs. */
  readonly names?: number;
  readonly values?: string;
  readonly flags?: readonly string[];
  /** Options may follow the names. */
  readonly style?: "gnu" | "posix";
}

/** A command on another machine: by `-c`, behind two dashes, or as the words after its name. */
export function there({ names = 1, values, flags = [], style = "posix" }: Shape = {}): CommandSpec {
  return {
    style,
    values: { ...taking("-c --command --ssh-command"), ...(values === undefined ? {} : taking(values)) },
    flags: ["-t --tty", "-it", "-i --interactive", "-q --quiet", "-v --verbose", ...flags],
    operands: { first: Array<Role>(names).fill("text") },
    mutates: "unknown",
    network: true,
    handler: "there",
  };
}

/** A subcommand that is a program of its own name. */
export const itself: CommandSpec = { style: "words", handler: "program-words", mutates: "unknown" };

export const programs: readonly ProgramSpec[] = [
  {
    names: ["tsh"],
    values: taking("--proxy, --user, --ttl, --identity, --cluster"),
    subcommands: {
      ssh: there({ values: "--cluster, -l --login, -L --forward, -o --option, -p --port" }),
      kubectl: itself,
      aws: itself,
      gcloud: itself,
      az: itself,
    },
  },
  { names: ["tailscale"], subcommands: { ssh: there() } },
  {
    names: ["boundary"],
    style: "single-dash",
    subcommands: {
      connect: {
        subcommands: { ssh: { ...there({ names: 0, values: "-target-id, -host-id" }), style: "single-dash" } },
      },
    },
  },
  { ...there({ values: "-r --reversetunnel, --jumphost, --jport, -p --port", style: "gnu" }), names: ["et"] },
  {
    ...there({
      names: 0,
      values: "-w --nodes, -x --exclude, -f --fanout, -g --group, -X, -R, -m --machine, -O --option, -o, -l",
      flags: ["-a --all", "-b --dshbak", "-S", "-N", "-B", "-L --line-mode", "-M"],
    }),
    names: ["pdsh", "clush", "dsh"],
  },
  {
    ...there({
      names: 0,
      values:
        "-h --hosts, -H --host, -l --user, -p --par, -o --outdir, -e --errdir, --timeout, -O --option, -x --extra-args, -X --extra-arg, -g --host-glob",
      flags: ["-A --askpass", "-P --print", "-I --send-input"],
    }),
    names: ["pssh", "parallel-ssh"],
  },
  {
    names: ["fab"],
    values: taking("-H --hosts, -i --identity, -c --collection, -r --search-root"),
    handler: "behind-dashes",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["bolt"],
    subcommands: {
      command: {
        subcommands: { run: there({ names: 0, values: "--targets, --query, -u --user, --transport", style: "gnu" }) },
      },
    },
  },
  {
    names: ["cf", "eb", "platform", "upsun"],
    subcommands: { "ssh environment:ssh": there({ names: 0, style: "gnu" }) },
  },
  {
    names: ["railway"],
    subcommands: {
      ssh: there({ names: 0, values: "-p --project, -s --service, -e --environment, -d --deployment-instance" }),
      run: { style: "posix", values: taking("-s --service, -e --environment, -p --project"), operands: "command" },
      "connect psql": { stdin: "sql", values: { "-c --command": "sql" }, mutates: "unknown", network: true },
    },
  },
  {
    names: ["render"],
    subcommands: {
      ssh: there(),
      psql: { stdin: "sql", values: { "-c --command": "sql" }, mutates: "unknown", network: true },
    },
  },
  { names: ["dokku"], subcommands: { run: there(), enter: there({ names: 2 }) } },
  // Development machines.
  { names: ["coder"], subcommands: { ssh: there() } },
  { names: ["devpod", "daytona", "gitpod", "gp"], subcommands: { ssh: there({ style: "gnu" }) } },
  { names: ["limactl"], subcommands: { shell: there({ values: "--workdir, --shell" }) } },
];

export const handlers: Readonly<Record<string, Handler>> = {
  there(inv, out) {
    const skipped = inv.entry.operands.first.length;
    const inner = {
      cwd: null,
      via: inv.name,
      remote: { kind: "host", name: inv.operands[0]?.text ?? inv.name },
    } as const;
    const option = inv.value("-c");
    if (option) out.code("sh", option, inner);
    const dashes = inv.words.findIndex((w) => w.text === "--");
    const words = dashes < 0 ? inv.operands.slice(skipped) : inv.words.slice(dashes + 1);
    if (words.length > 0 && !words[0]?.text.startsWith("-")) out.code("sh", joinWords(words), inner);
  },
  "program-words"(inv, out) {
    const program = inv.path.at(-1);
    if (program !== undefined) out.command([plainWord(program), ...inv.operands]);
  },
};
