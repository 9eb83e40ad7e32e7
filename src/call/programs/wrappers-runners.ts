import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { joinWords } from "./interpret.js";
import type { CommandSpec, ProgramSpec, Role } from "./spec.js";
import { taking, wrapper } from "./wrapper.js";

// Programs that run another in an environment, on a change or on a timer.

/** A subcommand that runs what follows it. */
const run = (entry: Omit<CommandSpec, "operands"> = {}, first: Role[] = []): CommandSpec => ({
  style: "posix",
  ...entry,
  operands: first.length > 0 ? { first, rest: "command" } : "command",
});

const uvRun = run({
  flags:
    "--all-extras --no-dev --only-dev --no-default-groups --all-groups --no-editable --exact --isolated --active --no-sync --locked --frozen --all-packages --no-project --no-config --offline -q --quiet -v --verbose --no-cache -n --refresh --native-tls --no-env-file -U --upgrade --reinstall --no-index -s --script --gui-script".split(
      " ",
    ),
  values: {
    ...taking(
      "--extra, --no-extra, --group, --no-group, --only-group, --env-file, -w --with, --with-editable, --with-requirements, --package, -p --python, --index, --index-url -i, --extra-index-url, --find-links -f, --config-file, --color, --cache-dir, --index-strategy, --resolution, --prerelease, --link-mode, -P --upgrade-package, --refresh-package, --python-preference, --project",
    ),
    "--directory": "cwd",
    "-m --module": "text",
  },
  handler: "uv-run",
});

export const programs: readonly ProgramSpec[] = [
  {
    names: ["uv"],
    style: "posix",
    values: { "--directory": "cwd", ...taking("--project, --config-file, --cache-dir, --color") },
    subcommands: { run: uvRun },
  },
  {
    names: ["poetry", "pdm", "hatch", "rye", "pipenv", "pixi"],
    style: "posix",
    flags: ["-q --quiet", "-v --verbose", "-n --no-interaction", "--no-ansi", "--no-plugins"],
    values: { "-C --directory": "cwd", ...taking("-P --project, -e --env, -p --project-path, --manifest-path") },
    subcommands: {
      run: run({
        flags: ["-s --site-packages", "--frozen", "--locked"],
        values: taking("-e --environment, --manifest-path"),
      }),
    },
  },
  {
    names: ["conda", "mamba", "micromamba"],
    style: "posix",
    subcommands: {
      run: run({
        flags: ["--no-capture-output", "--live-stream", "-v --verbose", "-d --detach"],
        values: { ...taking("-n --name, -p --prefix, -a --attach, -e --env"), "--cwd": "cwd" },
      }),
    },
  },
  { names: ["direnv"], style: "posix", subcommands: { exec: run({}, ["text"]) } },
  {
    names: ["mise", "rtx"],
    style: "posix",
    flags: ["-q --quiet", "-v --verbose", "-y --yes", "--silent", "--raw"],
    values: { "-C --cd": "cwd", ...taking("-E --env, -P --profile, -j --jobs") },
    subcommands: {
      "exec x": {
        style: "posix",
        flags: ["--raw", "--fresh-env", "--no-prepare"],
        values: { "-c --command": "sh", "-j --jobs": "text", "-C --cd": "cwd" },
        handler: "after-tools",
      },
    },
  },
  { names: ["asdf"], style: "posix", subcommands: { exec: run(), env: run({}, ["text"]) } },
  {
    names: ["rbenv", "pyenv", "nodenv", "goenv", "jenv", "nvm", "fnm", "volta", "nodist"],
    style: "posix",
    subcommands: {
      exec: run({ values: taking("--using") }, []),
      run: run({ values: taking("--node, --npm, --yarn, --pnpm, --env") }),
    },
  },
  wrapper("rtk", { flags: ["-v --verbose", "-u --ultra-compact", "--skip-env"] }),
  {
    names: ["op"],
    style: "posix",
    values: taking("--account, --session, --config, --cache, --encoding"),
    subcommands: {
      run: run({ flags: ["--no-masking"], values: taking("--env-file, --environment, --account") }),
      plugin: { subcommands: { run: run() } },
    },
  },
  wrapper("dotenv dotenvx dotenv-cli env-cmd", {
    flags: [
      "-q --quiet",
      "-o --override --overload",
      "-v --verbose",
      "-i --ignore",
      "--no-override",
      "--silent",
      "-d --debug",
      "--fallback",
      "--no-expand",
    ],
    values: taking(
      "-e --environments, -f --env-file --file, -c --cascade, -p --print, -fk --env-keys-file, -r --rc-file, --convention, -v --var",
    ),
    handler: "run-word",
  }),
  {
    names: ["doppler", "infisical", "teller", "summon", "berglas", "vaultenv", "envconsul", "akeyless"],
    style: "posix",
    values: taking("-t --token, -p --project, -c --config, --env, --path, --projectId, --domain, -f, --config-dir, -D"),
    subcommands: {
      run: {
        style: "posix",
        flags: [
          "--preserve-env",
          "--fallback-only",
          "--no-fallback",
          "--expand",
          "--include-imports",
          "--watch",
          "--recursive",
          "--forward-signals",
          "--redact",
          "-s --shell",
          "--reset",
          "--silent",
        ],
        values: {
          "--command": "sh",
          ...taking(
            "-p --project, -c --config, --env, --path, --projectId, --token, --tags, --mount, --mount-template, --mount-format, --name-transformer, --fallback, --only-secrets, --command-timeout",
          ),
        },
        operands: "command",
      },
    },
  },
  {
    names: ["aws-vault"],
    style: "posix",
    values: taking("--backend, --prompt, --keychain"),
    subcommands: {
      exec: run(
        {
          flags: [
            "-n --no-session",
            "-s --server --ec2-server",
            "--ecs-server",
            "-j --json",
            "--lazy",
            "--stdout",
            "--debug",
          ],
          values: taking("-d --duration, --region, -t --mfa-token"),
        },
        ["text"],
      ),
    },
  },
  {
    names: ["aws-okta", "saml2aws", "granted", "assume", "chamber", "envchain", "aws-sso", "awsume"],
    style: "posix",
    values: taking("-a --account, -d --duration, --role, --profile, -p, -A --account-id, -R"),
    subcommands: { exec: run({ flags: ["--strict", "--pristine"] }, ["text"]) },
  },
  {
    names: ["sops"],
    style: "posix",
    subcommands: {
      "exec-env": {
        style: "posix",
        flags: ["--background", "--pristine", "--same-process"],
        values: taking("--user"),
        operands: { first: ["text", "sh"] },
      },
      "exec-file": {
        style: "posix",
        flags: ["--background", "--no-fifo"],
        values: taking("--user, --filename"),
        operands: { first: ["text", "sh"] },
      },
    },
  },
  {
    names: ["nix-shell"],
    values: {
      "--run --command": "sh",
      ...taking("-p --packages, -A --attr, -I, -i, --keep, --option, --arg, --argstr"),
      "-E --expr": "text",
    },
    flags: ["--pure", "--impure"],
    mutates: "unknown",
  },
  {
    names: ["nix"],
    style: "posix",
    subcommands: { "develop shell": { style: "posix", handler: "nix", mutates: "unknown" } },
  },
  {
    names: ["devbox", "flox", "guix", "toolbox", "distrobox"],
    style: "posix",
    subcommands: {
      "run enter activate shell": run({
        values: taking("-n --name, -c --container, -d --distro, -r --release, -e --env, -D --dir"),
      }),
    },
  },
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
      "stat record trace": run({
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
  wrapper("systemd-inhibit", {
    flags: ["--list", "--no-pager", "--no-legend"],
    values: taking("--what, --who, --why, --mode"),
  }),
  wrapper("systemd-cat", {
    values: taking("-t --identifier, -p --priority, --stderr-priority, --level-prefix, --namespace"),
  }),
  {
    names: ["lxc", "incus"],
    style: "posix",
    subcommands: {
      exec: {
        ...run(
          {
            values: { ...taking("--env, --mode, --user, --group"), "--cwd": "cwd" },
            flags: ["-t", "-T", "-n", "--force-interactive", "--disable-stdin"],
          },
          ["text"],
        ),
        remote: "container",
      },
    },
  },
  {
    names: ["lxc-attach", "lxc-execute"],
    style: "posix",
    values: taking("-n --name, -P --lxcpath, -s --namespaces, -v --set-var, -u --uid, -g --gid"),
    flags: ["--clear-env", "--keep-env"],
    operands: "command",
    mutates: "unknown",
  },
  {
    names: ["ip"],
    style: "posix",
    subcommands: {
      "netns net": { style: "posix", subcommands: { "exec e ex": run({}, ["text"]) } },
      vrf: { style: "posix", subcommands: { exec: run({}, ["text"]) } },
    },
  },
];

/** `uv run x.py` runs a file of Python, `uv run -m x` a module, everything else a command. */
const uvRunHandler: Handler = (inv, out) => {
  const [first] = inv.operands;
  if (first && /\.pyw?$/.test(first.text)) out.command([plainWord("python"), ...inv.operands], { via: "uv run" });
};

/** `mise exec node@20 -- npm test`: tools first, the command after `--`. */
const afterTools: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => w.text === "--");
  if (at >= 0 && at + 1 < inv.words.length) out.command(inv.words.slice(at + 1));
};

/** `nodemon … -- cmd`, `chokidar '*.ts' -c cmd`. */
const afterDashes: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => w.text === "--");
  if (at >= 0 && at + 1 < inv.words.length && /^(?:reflex|onchange)$/.test(inv.name))
    out.command(inv.words.slice(at + 1));
};

/** `dotenvx run -- cmd`: a word of its own before the command. */
const runWord: Handler = (inv, out) => {
  const [first, ...rest] = inv.operands;
  const words = rest[0]?.text === "--" ? rest.slice(1) : rest;
  if ((first?.text === "run" || /^[.\w/-]*\.env[.\w]*$/.test(first?.text ?? "")) && words.length > 0)
    out.command(words);
};

const nix: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => w.text === "-c" || w.text === "--command");
  if (at >= 0 && at + 1 < inv.words.length) out.command(inv.words.slice(at + 1));
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
  "uv-run": uvRunHandler,
  "after-tools": afterTools,
  "after-dashes": afterDashes,
  "run-word": runWord,
  "code-words": codeWords,
  nix,
  entr,
};
