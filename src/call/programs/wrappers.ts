import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Inner, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { splitArguments } from "./split.js";
import { unreadCode } from "./unread.js";
import { taking, wrapper } from "./wrapper.js";

// Programs that run another and change only how: env(1), timeout(1) of coreutils 9.4, flock(1) of util-linux 2.39, …
export const programs: readonly ProgramSpec[] = [
  {
    names: ["env", "genv"],
    style: "posix",
    flags: ["-i - --ignore-environment", "-0 --null", "-v --debug", "--list-signal-handling"],
    values: { ...taking("-u --unset, -a --argv0, -P"), "-C --chdir": "cwd", "-S --split-string": "text" },
    optional: taking("--block-signal, --default-signal, --ignore-signal"),
    handler: "env",
    mutates: false,
  },
  wrapper("nice gnice", { flags: [..."0123456789"].map((d) => `-${d}`), values: taking("-n --adjustment") }),
  wrapper("nohup"),
  // As a program of its own, behind another wrapper: `env command rm`.
  wrapper("command", { flags: ["-p", "-v", "-V"], forms: [{ when: { any: ["-v", "-V"] }, harmless: true }] }),
  wrapper("setsid", { flags: ["-c --ctty", "-f --fork", "-w --wait"] }),
  wrapper("ionice", {
    flags: ["-t --ignore"],
    values: taking("-c --class, -n --classdata, -p --pid, -P --pgid, -u --uid"),
  }),
  wrapper("stdbuf", { values: taking("-i --input, -o --output, -e --error") }),
  wrapper(
    "timeout gtimeout",
    {
      flags: ["--preserve-status", "--foreground", "-v --verbose", "-f", "-p"],
      values: taking("-k --kill-after, -s --signal"),
    },
    ["text"],
  ),
  wrapper("time gtime", {
    flags: ["-a --append", "-p --portability", "-q --quiet", "-v --verbose", "-l", "-h"],
    values: { ...taking("-f --format"), "-o --output": "write" },
  }),
  wrapper("taskset", { flags: ["-a --all-tasks", "-c --cpu-list", "-p --pid"] }, ["text"]),
  wrapper(
    "chrt",
    {
      flags:
        "-a --all-tasks, -b --batch, -d --deadline, -f --fifo, -i --idle, -m --max, -o --other, -p --pid, -r --rr, -R --reset-on-fork, -v --verbose".split(
          ", ",
        ),
      values: taking("-T --sched-runtime, -P --sched-period, -D --sched-deadline"),
    },
    ["text"],
  ),
  wrapper("choom", { values: taking("-n --adjust, -p --pid") }),
  wrapper("prlimit", {
    flags: ["--noheadings", "--raw", "--verbose"],
    values: taking("-p --pid, -o --output"),
    optional: taking(
      "-c --core, -d --data, -e --nice, -f --fsize, -i --sigpending, -l --memlock, -m --rss, -n --nofile, -q --msgqueue, -r --rtprio, -s --stack, -t --cpu, -u --nproc, -v --as, -x --locks, -y --rttime",
    ),
  }),
  wrapper("strace", {
    flags:
      "-A -C -c -d -D -DD -DDD -f -ff -F -h -i -k -n -N -q -qq -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -Y -z -Z --follow-forks --output-separately --summary --summary-only --seccomp-bpf".split(
        " ",
      ),
    values: {
      ...taking(
        "-a --columns, -b --detach-on, -e --trace, -E --env, -I --interruptible, -O --summary-syscall-overhead, -p --attach, -P --trace-path, -s --string-limit, -S --summary-sort-by, -u --user, -U --summary-columns, -X --const-print-style",
      ),
      "-o --output": "write",
    },
  }),
  wrapper("ltrace", {
    flags: "-b -c -C -f -h -i -L -r -S -t -tt -ttt -T -V".split(" "),
    values: { ...taking("-a, -A, -D, -e, -F, -l, -n, -p, -s, -u, -w, -x, -X"), "-o": "write" },
  }),
  wrapper("gdb lldb cgdb", {
    flags:
      "-args --args -batch --batch -quiet -q --quiet -silent --silent -nx --nx -n -nh --nh -batch-silent --batch-silent -return-child-result --return-child-result -tui --tui".split(
        " ",
      ),
    values: {
      ...taking("-ex --eval-command -eval-command -iex --init-eval-command -o -O"),
      ...taking(
        "-p --pid -pid, -c --core -core, -e --exec -exec, -se --se, -s --symbols -symbols, -tty --tty, -d --directory",
      ),
      "-cd --cd": "cwd",
      "-x --command -command": "read",
    },
    handler: "debugger",
  }),
  wrapper(
    "valgrind eatmydata catchsegv rlwrap cpulimit proxychains proxychains4 torsocks tsocks trickle setlock softlimit chpst daemonize daemon heaptrack numactl cgexec aa-exec unbuffer dumb-init tini catatonit pidwait vmtouch catlight libtool-run with-contenv",
  ),
  wrapper("busybox toybox"),
  wrapper("ld-linux* ld-musl* ld.so ld64.so*", {
    flags: ["--list", "--verify", "--inhibit-cache", "--list-tunables", "--list-diagnostics"],
    values: taking(
      "--library-path, --preload, --argv0, --audit, --inhibit-rpath, --glibc-hwcaps-prepend, --glibc-hwcaps-mask",
    ),
    forms: [{ when: { any: ["--list", "--verify", "--list-tunables"] }, harmless: true }],
  }),
  {
    names: ["flock"],
    style: "posix",
    flags:
      "-s --shared, -x -e --exclusive, -u --unlock, -n --nb --nonblock, -o --close, -F --no-fork, -v --verbose".split(
        ", ",
      ),
    values: taking("-w --timeout, -E --conflict-exit-code, --fcntl, --start, --length"),
    handler: "flock",
    mutates: false,
  },
  wrapper("lockf", { flags: ["-k", "-n", "-s", "-T", "-w"], values: taking("-t") }, ["text"]),
  wrapper("chronic errno-run", { flags: ["-e", "-v"] }),
  wrapper("caffeinate", { flags: ["-d", "-i", "-m", "-s", "-u"], values: taking("-t, -w") }),
  wrapper("dbus-run-session", { values: taking("--config-file, --dbus-daemon") }),
  wrapper("xvfb-run", {
    flags: ["-a --auto-servernum", "-l --listen-tcp"],
    values: taking(
      "-n --server-num, -s --server-args, -f --auth-file, -e --error-file, -w --wait, -p --xauth-protocol",
    ),
  }),
  wrapper("ssh-agent", { flags: ["-c", "-s", "-k", "-d", "-D"], values: taking("-a, -E, -O, -P, -t") }),
  wrapper("faketime", { flags: ["-m", "-f", "--exclude-monotonic"], values: taking("-p, --date-prog") }, ["text"]),
  {
    names: ["start-stop-daemon"],
    style: "posix",
    mutates: "unknown",
    flags:
      "-S --start, -K --stop, -T --status, -b --background, -m --make-pidfile, -o --oknodo, -q --quiet, -v --verbose, -t --test, -C --no-close, --notify-await, -i --interpreter".split(
        ", ",
      ),
    values: {
      ...taking(
        "-p --pidfile, -n --name, -u --user, -c --chuid, -g --group, -N --nicelevel, -k --umask, -R --retry, -s --signal, -P --procsched, -I --iosched, --ppid, --pid, -x --exec, -a --startas",
      ),
      "-d --chdir": "cwd",
      "-r --chroot": "cwd",
      "-O --output": "append",
    },
    handler: "start-stop-daemon",
  },
];

const env: Handler = (inv, out) => {
  const split = inv.value("-S");
  if (split) {
    if (!split.known) {
      out.effect({ kind: "opaque", class: "name", origin: split.taint ?? "unknown", source: split.text });
      return;
    }
    const words = splitArguments(split.text.replaceAll("\\_", " ")).map(plainWord);
    out.command([plainWord("env"), ...words, ...inv.operands], { via: "env -S" });
    return;
  }
  const words = inv.operands[0]?.text === "-" ? inv.operands.slice(1) : [...inv.operands];
  const assigned: Record<string, Word> = inv.has("-i") ? {} : { ...inv.env };
  for (let first = words[0]; first && /^[^=/]+=/.test(first.text); first = words[0]) {
    words.shift();
    const equals = first.text.indexOf("=");
    assigned[first.text.slice(0, equals)] = { ...first, text: first.text.slice(equals + 1) };
  }
  if (words.length > 0) out.command(words, directory(inv, out, { env: assigned }));
};

/** The inner command's directory where an option changes it. */
function directory(inv: Invocation, out: Emitter, inner: Inner): Inner {
  let cwd = inv.cwd;
  let given = false;
  for (const option of inv.options) {
    if (option.role !== "cwd" || !option.value) continue;
    cwd = out.path(option.value, cwd).abs;
    given = true;
  }
  return given ? { ...inner, cwd } : inner;
}

const flock: Handler = (inv, out) => {
  const [, second, code] = inv.operands;
  if (!second) return;
  if (second.text === "-c" || second.text === "--command") {
    if (code) out.code("sh", code, { via: "flock -c" });
  } else out.command(inv.operands.slice(second.text === "--" ? 2 : 1));
};

const debuggerCommands: Handler = (inv, out) => {
  for (const given of [...inv.values("-ex"), ...inv.values("-o")]) {
    const { text, known, taint } = given;
    unreadCode(given, out);
    const shell = /^\s*(?:shell|!|platform shell|make|pipe[^|]*\|)\s*(.*)$/s.exec(text)?.[1];
    const word = (code: string): Word =>
      known ? plainWord(code) : { text: code, known, glob: false, tilde: false, taint: taint ?? "unknown" };
    if (shell) out.code("sh", word(shell), { via: `${inv.name} shell` });
    const python = /^\s*(?:python(?:-interactive)?|py|pi|script)\s+(.*)$/s.exec(text)?.[1];
    if (python) out.code("python", word(python), { via: `${inv.name} python` });
  }
};

const startStopDaemon: Handler = (inv, out) => {
  if (!inv.has("-S") || inv.has("-t")) return;
  const program = inv.value("-a") ?? inv.value("-x");
  if (program) out.command([program, ...inv.operands]);
};

export const handlers: Readonly<Record<string, Handler>> = {
  env,
  flock,
  debugger: debuggerCommands,
  "start-stop-daemon": startStopDaemon,
};
