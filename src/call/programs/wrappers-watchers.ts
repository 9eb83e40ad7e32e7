import type { Handler } from "./emit.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { running, taking, wrapper } from "./wrapper.js";

// Programs that run another on a change, on a timer, several times or under a meter.
export const programs: readonly ProgramSpec[] = [
  {
    names: ["entr"],
    style: "posix",
    flags: ["-a", "-c", "-cc", "-d", "-dd", "-n", "-p", "-r", "-x", "-z", "-s"],
    handler: "entr",
    mutates: false,
  },
  {
    ...wrapper("watch viddy hwatch", {
      flags:
        "-b --beep, -c --color, -C --no-color, -d --differences, -e --errexit, -g --chgexit, -p --precise, -r --no-rerun, -t --no-title, -w --no-wrap, -x --exec, -v --version".split(
          ", ",
        ),
      values: taking("-n --interval, -q --equexit, -s --shotsdir"),
      optional: {},
    }),
    operands: { rest: "sh", join: true },
  },
  {
    names: ["watchexec"],
    style: "posix",
    flags:
      "-c --clear, -r --restart, -p --postpone, -n --no-shell, -N --notify, -1, -q --quiet, -v --verbose, --no-vcs-ignore, --no-project-ignore, --no-default-ignore, --no-global-ignore, --no-discover-ignore, --ignore-nothing, --print-events, --timings, --color, --no-meta, --only-emit-events, --stdin-quit, --poll, --no-process-group, --bell, -I --interactive".split(
        ", ",
      ),
    values: {
      ...taking(
        "-w --watch, -W --watch-non-recursive, -F --watch-file, -e --exts, -f --filter, --filter-file, -j --filter-prog, -i --ignore, --ignore-file, -d --debounce, -s --signal, --stop-signal, --stop-timeout, --delay-run, -o --on-busy-update, --fs-events, --emit-events-to, -E --env, --project-origin, --shell, --map-signal, --wrap-process",
      ),
      "--workdir": "cwd",
    },
    operands: { rest: "sh", join: true },
    mutates: false,
  },
  {
    names: ["nodemon", "node-dev", "ts-node-dev", "tsnd", "chokidar", "onchange", "reflex", "air", "gow", "modd"],
    values: {
      "-x --exec": "sh",
      "-c --command --build.cmd": "sh",
      ...taking("-w --watch, -i --ignore, -e --ext, --delay, --signal, --config, -d --debounce, -t --throttle"),
    },
    handler: "after-dashes",
    mutates: "unknown",
  },
  {
    names: ["concurrently", "npm-run-all", "run-p", "run-s", "conc"],
    handler: "code-words",
    flags: ["-k --kill-others", "--kill-others-on-fail", "-r --raw", "-g --group", "--hide-output"],
    values: taking(
      "-n --names, -c --prefix-colors, -p --prefix, -s --success, -m --max-processes, --restart-tries, --restart-after, -i --input, -l --prefix-length",
    ),
    mutates: "unknown",
  },
  {
    names: ["hyperfine"],
    flags: "-i --ignore-failure, -N, --show-output, --reference-name".split(", "),
    values: {
      "-p --prepare": "sh",
      "-s --setup": "sh",
      "-c --cleanup": "sh",
      "-C --conclude": "sh",
      "--reference": "sh",
      ...taking(
        "-w --warmup, -r --runs, -m --min-runs, -M --max-runs, -L --parameter-list, -u --time-unit, -n --command-name, --style, --sort, -S --shell, -D --parameter-step-size, --input, --output",
      ),
      "--export-json": "write",
      "--export-csv": "write",
      "--export-markdown": "write",
      "--export-asciidoc": "write",
      "--export-orgmode": "write",
    },
    operands: "sh",
    mutates: false,
  },
  {
    names: ["perf"],
    style: "posix",
    subcommands: {
      "stat record trace": running({
        flags: "-a -d -g -v -q -B --all-cpus --no-inherit --detailed".split(" "),
        values: {
          ...taking("-e --event, -p --pid, -t --tid, -C --cpu, -r --repeat, -F --freq, -c --count, --call-graph"),
          "-o --output": "write",
        },
      }),
    },
  },
  wrapper("systemd-run", {
    forms: [
      {
        when: { any: ["--on-calendar", "--on-boot", "--on-startup", "--on-unit-active"] },
        act: "persistence/autostart",
      },
    ],
    flags:
      "--scope, --user, --system, -r --remain-after-exit, --send-sighup, --no-block, --wait, -t --pty, -P --pipe, -q --quiet, --no-ask-password, -G --collect, -S --shell, -d --same-dir, --slice-inherit, --expand-environment, -v --verbose".split(
        ", ",
      ),
    values: {
      ...taking(
        "-u --unit, -p --property, --description, --slice, --service-type, --uid, --gid, --nice, -E --setenv, -H --host, -M --machine, --on-active, --on-boot, --on-startup, --on-unit-active, --on-unit-inactive, --on-calendar, --path-property, --socket-property, --timer-property, --background, --root-directory",
      ),
      "--working-directory": "cwd",
    },
  }),
  // Queues of jobs, and what tries again: task-spooler, nq(1), retry(1).
  wrapper("ts tsp nq", {
    flags: "-n, -g, -f, -m, -d, -B, -c, -q, -w".split(", "),
    values: taking("-L, -N, -D, -O"),
    mutates: "unknown",
  }),
  {
    names: ["pueue"],
    style: "posix",
    subcommands: {
      add: {
        style: "posix",
        flags: "-i --immediate, -s --stashed, -e --escape, -f --follow, -p --print-task-id".split(", "),
        values: {
          ...taking("-g --group, -l --label, -d --delay, -a --after, -o --priority"),
          "-w --working-directory": "cwd",
        },
        operands: { rest: "sh", join: true },
      },
    },
    mutates: "unknown",
  },
  wrapper("retry", {
    flags: ["-v --verbose", "-q --quiet"],
    values: taking("-t --times --tries, -d --delay, -u --until, -w --while, -m --max, -i --interval, -b --backoff"),
  }),
  wrapper("systemd-inhibit", {
    flags: ["--list", "--no-pager", "--no-legend"],
    values: taking("--what, --who, --why, --mode"),
  }),
  wrapper("systemd-cat", {
    values: taking("-t --identifier, -p --priority, --stderr-priority, --level-prefix, --namespace"),
  }),
];

/** `nodemon … -- cmd`, `chokidar '*.ts' -c cmd`. */
const afterDashes: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => w.text === "--");
  if (at >= 0 && at + 1 < inv.words.length && /^(?:reflex|onchange)$/.test(inv.name))
    out.command(inv.words.slice(at + 1));
};

const entr: Handler = (inv, out) => {
  if (inv.operands.length === 0) return;
  if (inv.has("-s")) out.code("sh", joinWords(inv.operands), { via: "entr -s" });
  else out.command(inv.operands);
};

/** Each operand is a command line (`concurrently "npm:*" "rm -rf x"`). */
const codeWords: Handler = (inv, out) => {
  if (!/^conc/.test(inv.name)) return;
  for (const word of inv.operands)
    if (!/^(?:npm|yarn|pnpm|bun|node|deno):/.test(word.text)) out.code("sh", word, { via: inv.name });
};

export const handlers: Readonly<Record<string, Handler>> = {
  "after-dashes": afterDashes,
  entr,
  "code-words": codeWords,
};
