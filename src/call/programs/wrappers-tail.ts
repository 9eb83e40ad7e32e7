import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { joinWords } from "./join.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { unreadFile } from "./unread.js";
import { running, taking, wrapper } from "./wrapper.js";

// Less usual programs whose words are another command, by what they are for. Each by its manual; options that are not
// listed make every later word a candidate (see `unknownOptions`).

/** Shell code in an option's value, the rest of no concern: `asciinema rec -c CODE`. */
const codeIn = (option: string, more: CommandSpec = {}): CommandSpec => ({
  style: "posix",
  mutates: "unknown",
  ...more,
  values: { [option]: "sh", ...more.values },
});

/** The words after the options as one text of shell code. */
const joined = (more: CommandSpec = {}): CommandSpec => ({
  style: "posix",
  mutates: "unknown",
  ...more,
  operands: { rest: "sh", join: true },
});

const asSomebody: readonly ProgramSpec[] = [
  wrapper("dzdo sudo-rs gsudo ssudo lxqt-sudo", {
    flags: ["-n", "-E", "-H", "-i", "-s", "-k", "-S", "-b", "-A"],
    values: taking("-u, -g, -p, -h, -C, -T, -r, -t"),
    assignments: true,
  }),
  wrapper("pfexec", { values: taking("-P") }),
  { names: ["gksu", "gksudo", "kdesu", "kdesudo", "beesu", "ktsuss"], ...joined({ values: taking("-u, -m, -D") }) },
  {
    names: ["runcon"],
    ...running({
      flags: ["-c --compute"],
      values: taking("-t --type, -u --user, -r --role, -l --range"),
      handler: "context",
    }),
    mutates: false,
  },
  {
    names: ["machinectl"],
    style: "posix",
    subcommands: { shell: running({ values: taking("-E --setenv, --uid, -M --machine") }, ["text"]) },
    mutates: "unknown",
  },
];

/** Terminals: the command follows `-e` and the like, or stands where the options end. */
const terminals: readonly ProgramSpec[] = [
  {
    names:
      "xterm uxterm lxterm urxvt rxvt lxterminal mlterm aterm Eterm eterm sakura terminator tilix guake xfce4-terminal mate-terminal gnome-terminal kgx ptyxis konsole alacritty ghostty rio contour terminology cool-retro-term qterminal deepin-terminal x-terminal-emulator".split(
        " ",
      ),
    style: "words",
    handler: "terminal",
    mutates: "unknown",
  },
  wrapper("foot footclient", {
    values: taking("-t --term, -T --title, -a --app-id, -c --config, -f --font, -D --working-directory"),
  }),
  {
    names: ["kitty", "kitten"],
    ...running({
      values: { ...taking("-T --title, -c --config, -o --override, -1 --single-instance"), "-d --directory": "cwd" },
      subcommands: { "@": { style: "posix", subcommands: { launch: running({ values: taking("--type, --cwd") }) } } },
    }),
    mutates: "unknown",
  },
  {
    names: ["wezterm", "zellij"],
    style: "posix",
    subcommands: {
      "start run": { style: "posix", handler: "behind-dashes" },
      cli: { style: "posix", subcommands: { "spawn split-pane": { style: "posix", handler: "behind-dashes" } } },
      "action ac": { style: "posix", subcommands: { "new-pane edit": { style: "posix", handler: "behind-dashes" } } },
    },
    mutates: "unknown",
  },
  wrapper("dtach abduco", { values: taking("-a, -A, -c, -n, -N, -p, -e, -r") }),
  wrapper("dvtm mtm", { values: taking("-M, -m, -d, -h, -t, -s, -c") }),
  { names: ["asciinema"], subcommands: { "rec record session": codeIn("-c --command") }, mutates: "unknown" },
  { names: ["termtosvg", "t-rec"], ...codeIn("-c --command") },
  { names: ["ttyrec", "ipbt"], ...codeIn("-e") },
];

/** Later, elsewhere, or many at once: queues and batch systems. */
const queues: readonly ProgramSpec[] = [
  wrapper("ts tsp", { flags: ["-n", "-g", "-f", "-m", "-d", "-B", "-E"], values: taking("-L, -D, -W, -N, -O, -S") }),
  wrapper("nq", { flags: ["-c", "-q"] }),
  { names: ["pueue"], style: "posix", subcommands: { "add follow-up": joined() }, mutates: "unknown" },
  wrapper("srun salloc mpirun mpiexec orterun prun jsrun aprun bsub flux-run oarsub run-one run-this-one cronic", {
    values: taking(
      "-n --ntasks -np, -N --nodes, -c --cpus-per-task, -p --partition, -t --time, -J --job-name, -H --host, -hostfile --hostfile -machinefile, -q, -o --output, -e --error, -x, -w --nodelist, -A --account, --mem, --gres",
    ),
  }),
  { names: ["sbatch"], ...codeIn("--wrap", { operands: { first: ["script"], rest: "text" } }) },
  { names: ["qsub"], ...running({ values: taking("-b, -N, -q, -l, -o, -e, -pe, -S, -P") }), mutates: "unknown" },
  { names: ["condor_run"], ...joined() },
  { names: ["rush", "gargs"], ...joined({ values: taking("-j, -d, -D, -n, -i, -p, -f, -v, -r, -t") }) },
  wrapper("xjobs pexec", { values: taking("-j, -n, -p, -r, -o, -e, -s") }),
  { names: ["mispipe", "pee"], style: "posix", operands: "sh", mutates: "unknown" },
  wrapper("ifne zrun", { flags: ["-n"] }),
  wrapper("lckdo with-lock-ex logsave nocache argv0 envdir envuidgid s6-envdir s6-setlock", { handler: "context" }),
  wrapper("s6-softlimit pgrphack fghack schedtool setlogin sem-run", {
    flags: ["-B", "-N", "-F", "-R", "-I", "-D", "-e"],
    values: taking("-n, -a, -M, -p"),
  }),
  { names: ["execlineb"], ...codeIn("-c") },
];

/** Under a meter, a recorder or a compiler's watch. */
const watched: readonly ProgramSpec[] = [
  {
    names: ["rr", "uftrace", "samply", "py-spy", "nsys", "rbspy", "heaptrack-run"],
    style: "posix",
    subcommands: {
      "record live profile top launch": running({ values: taking("-o --output, -d --data, -f --format, -r --rate") }),
    },
    mutates: "unknown",
  },
  { names: ["coz"], style: "posix", subcommands: { run: { style: "posix", handler: "behind-three-dashes" } } },
  wrapper("kcov", { handler: "context" }),
  wrapper(
    "ncu drmemory compute-sanitizer cuda-memcheck vtune austin flamegraph truss ktrace ktruss dtruss bear intercept-build scan-build compiledb ccache sccache distcc icecc",
  ),
  { names: ["bpftrace"], flags: ["--unsafe", "-v", "-q", "-d"], ...codeIn("-c"), handler: "bpftrace" },
  { names: ["dtrace"], flags: ["-q", "-w", "-Z"], ...codeIn("-c") },
  {
    names: ["wgo", "watchfiles"],
    ...running({ values: taking("-file, -xfile, -dir, -xdir, -cd, -root, -debounce, --filter, --ignore-paths") }),
    mutates: "unknown",
  },
];

/** In an environment with more in it: secrets, tools, packages. */
const environments: readonly ProgramSpec[] = [
  wrapper("envconsul vault-env ssm-env", { values: taking("-prefix, -secret, -config, -consul-addr, -vault-addr") }),
  {
    names: ["phase", "railway", "bws", "secretspec", "varlock", "fnox", "secrethub", "ejson-kms"],
    style: "posix",
    values: taking("-p --profile --project, -e --env --environment, -s --service, -t --access-token, --provider"),
    subcommands: { "run exec": running() },
    mutates: "unknown",
  },
  {
    names: ["saml2aws"],
    style: "posix",
    values: taking("-a --idp-account, --role, --profile"),
    subcommands: { "exec run": { style: "posix", handler: "behind-dashes" } },
  },
  { names: ["aws-runas", "awsudo"], ...running({ values: taking("-u --user, -p --profile") }), handler: "context" },
  { names: ["spack"], subcommands: { "build-env test-env": running({}, ["text"]) }, mutates: "unknown" },
  { names: ["devenv"], style: "posix", subcommands: { shell: running() }, mutates: "unknown" },
  { names: ["tox"], subcommands: { "exec e": { style: "posix", handler: "behind-dashes" } }, mutates: "unknown" },
  { names: ["bazel", "bazelisk"], values: { "--run_under": "program" }, mutates: "unknown" },
  {
    names: ["cargo"],
    subcommands: {
      watch: {
        values: { "-s --shell": "sh", ...taking("-w --watch, -x --exec, -i --ignore, -d --delay, -C --workdir") },
        handler: "behind-dashes",
        mutates: "unknown",
      },
    },
  },
  {
    names: ["cargo-watch"],
    values: { "-s --shell": "sh", ...taking("-w --watch, -x --exec, -i --ignore, -d --delay") },
    handler: "behind-dashes",
    mutates: "unknown",
  },
  { names: ["bun"], subcommands: { exec: joined() } },
  {
    names: ["nix"],
    style: "posix",
    subcommands: { run: { style: "posix", handler: "nix-run", mutates: "unknown" } },
  },
  { names: [",", "comma"], ...running(), mutates: "unknown" },
  {
    names: ["start-server-and-test", "start-test", "server-test"],
    style: "posix",
    operands: "sh",
    mutates: "unknown",
  },
  { names: ["cygstart"], ...running({ values: taking("-d, -u") }), mutates: "unknown" },
  // They see the home directory as the machine does.
  { names: ["schroot"], style: "posix", handler: "behind-dashes", mutates: "unknown" },
  {
    names: ["apptainer", "singularity"],
    style: "posix",
    subcommands: {
      exec: running({ values: taking("-B --bind, -H --home, --pwd, --overlay, --env, --env-file, -W --workdir") }, [
        "text",
      ]),
    },
    mutates: "unknown",
  },
  { names: ["limactl"], subcommands: { shell: running({ values: taking("--workdir") }, ["text"]) } },
  { names: ["lima"], ...running(), mutates: "unknown" },
  { names: ["orb", "orbctl"], subcommands: { run: running({ values: taking("-m --machine, -u --user, -w") }) } },
  {
    names: ["flatpak"],
    style: "posix",
    subcommands: {
      run: {
        style: "posix",
        values: taking("--command, --filesystem, --env, --branch, --arch, --cwd, --nofilesystem, --socket, --share"),
        handler: "flatpak-run",
      },
      enter: running({}, ["text"]),
      install: { handler: "package-files" },
    },
  },
  {
    names: ["snap"],
    style: "posix",
    subcommands: {
      run: { style: "posix", flags: ["--shell", "--debug-log"], handler: "snap-run" },
      install: { handler: "package-files" },
    },
  },
];

/** On other machines, often many. */
const elsewhere: readonly ProgramSpec[] = [
  {
    names: ["pssh", "parallel-ssh", "pdsh", "clush", "dsh", "mssh", "winrs", "sshrc", "xxh"],
    style: "posix",
    flags: ["-i --inline", "-P --print", "-b", "-a --all", "-v", "-M", "-c"],
    values: taking(
      "-h --hosts, -H --host, -w, -x, -g --group, -G, -l --user, -p --par, -t --timeout, -o --outdir, -e --errdir, -m --machine, -f, -u, -O --options",
    ),
    handler: "on-hosts",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["plink", "plink.exe"],
    style: "posix",
    flags: ["-ssh", "-batch", "-t", "-T", "-C", "-A", "-v"],
    values: taking("-P, -l, -pw, -i, -load, -hostkey, -m"),
    handler: "host-first",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["tsh"],
    subcommands: { ssh: { style: "posix", values: taking("-l --login, -p --port"), handler: "host-first" } },
    mutates: "unknown",
    network: true,
  },
  {
    names: ["fab"],
    style: "posix",
    handler: "behind-dashes-there",
    mutates: "unknown",
  },
  {
    names: ["bolt", "mco"],
    subcommands: { "command shell": { subcommands: { run: { ...joined(), values: taking("-t --targets, -F, -I") } } } },
    mutates: "unknown",
    network: true,
  },
];

/** Files in a form that is not read here, whose content runs. */
const installers: readonly ProgramSpec[] = [
  {
    names: ["installer"],
    style: "single-dash",
    values: taking("-target, -volinfo, -applyChoiceChangesXML"),
    handler: "installer",
  },
];

export const programs: readonly ProgramSpec[] = [
  ...installers,
  ...asSomebody,
  ...terminals,
  ...queues,
  ...watched,
  ...environments,
  ...elsewhere,
];

/** One word is a text for a shell, several are a command. */
function textOrCommand(words: readonly Word[], inv: Invocation, out: Emitter): void {
  const [first, ...rest] = words;
  if (!first) return;
  if (rest.length === 0 && /\s/.test(first.text)) out.code("sh", first, { via: inv.name });
  else out.command(words);
}

const TERMINAL_COMMAND = /^(?:-e|-x|--|--execute|--command|--commandline)$/;

const after = (mark: string, inv: Invocation): readonly Word[] => {
  const at = inv.words.findIndex((w) => w.text === mark);
  return at < 0 ? [] : inv.words.slice(at + 1);
};

const there = (code: readonly Word[], host: string, inv: Invocation, out: Emitter): void => {
  if (code.length === 0) return;
  out.code("sh", joinWords(code), { via: inv.name, cwd: null, remote: { kind: "host", name: host } });
};

export const handlers: Readonly<Record<string, Handler>> = {
  installer(inv, out) {
    for (const word of inv.words.slice(1)) unreadFile(word, out);
  },
  terminal(inv, out) {
    const at = inv.words.findIndex((w) => TERMINAL_COMMAND.test(w.text));
    if (at >= 0) textOrCommand(inv.words.slice(at + 1), inv, out);
    for (const { text, ...word } of inv.words) {
      const code = /^(?:--command|--execute|-e)=(.*)$/s.exec(text)?.[1];
      if (code) out.code("sh", { ...word, text: code }, { via: inv.name });
    }
  },
  "text-or-command"(inv, out) {
    textOrCommand(inv.operands[0]?.text === "--" ? inv.operands.slice(1) : inv.operands, inv, out);
  },
  /** A word of their own may stand in front of the command: a lock, a directory, a context. */
  context(inv, out) {
    if (inv.operands.length > 1) out.command(inv.operands.slice(1), { certainty: "possible" });
  },
  "behind-three-dashes"(inv, out) {
    const words = after("---", inv);
    if (words.length > 0) out.command(words);
  },
  bpftrace(inv, out) {
    for (const { text } of inv.operands)
      for (const match of text.matchAll(/\bsystem\(\s*"((?:[^"\\]|\\.)*)"/g))
        out.code("sh", plainWord((match[1] ?? "").replace(/\\(.)/g, "$1")), { via: "bpftrace system" });
  },
  /** `nix run nixpkgs#coreutils -- words`: the program of that package, or any that it brings. */
  "nix-run"(inv, out) {
    const [flake] = inv.operands;
    const words = after("--", inv);
    const name = flake?.text.replace(/^.*[#/]/, "");
    if (!name || words.length === 0) return;
    const inPackage = /^(?:coreutils|busybox|toybox|uutils-coreutils)/.test(name);
    out.command(inPackage ? words : [plainWord(name), ...words], { via: "nix run" });
  },
  "flatpak-run"(inv, out) {
    const program = inv.value("--command");
    if (program) out.command([program, ...inv.operands.slice(1)], { via: "flatpak run" });
  },
  "snap-run"(inv, out) {
    const [app, ...words] = inv.operands;
    if (app) out.command([inv.has("--shell") ? plainWord("bash") : app, ...words], { via: "snap run" });
  },
  "on-hosts"(inv, out) {
    there(inv.operands, inv.name, inv, out);
  },
  "host-first"(inv, out) {
    const [host, ...words] = inv.operands;
    if (!host) return;
    out.effect({ kind: "reach", url: host.text });
    there(words, host.text, inv, out);
  },
  "behind-dashes-there"(inv, out) {
    there(after("--", inv), inv.name, inv, out);
  },
};
