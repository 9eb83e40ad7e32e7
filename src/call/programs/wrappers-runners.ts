import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { running, taking, wrapper } from "./wrapper.js";

// Programs that run another in an environment, on a change or on a timer.

const uvRun = running({
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
      run: running({
        flags: ["-s --site-packages", "--frozen", "--locked"],
        values: taking("-e --environment, --manifest-path"),
      }),
    },
  },
  {
    names: ["conda", "mamba", "micromamba"],
    style: "posix",
    subcommands: {
      run: running({
        flags: ["--no-capture-output", "--live-stream", "-v --verbose", "-d --detach"],
        values: { ...taking("-n --name, -p --prefix, -a --attach, -e --env"), "--cwd": "cwd" },
      }),
    },
  },
  { names: ["direnv"], style: "posix", subcommands: { exec: running({}, ["text"]) } },
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
  { names: ["asdf"], style: "posix", subcommands: { exec: running(), env: running({}, ["text"]) } },
  {
    names: ["rbenv", "pyenv", "nodenv", "goenv", "jenv", "nvm", "fnm", "volta", "nodist"],
    style: "posix",
    subcommands: {
      exec: running({ values: taking("--using") }, []),
      run: running({ values: taking("--node, --npm, --yarn, --pnpm, --env") }),
    },
  },
  wrapper("rtk", { flags: ["-v --verbose", "-u --ultra-compact", "--skip-env"] }),
  {
    names: ["op"],
    style: "posix",
    values: taking("--account, --session, --config, --cache, --encoding"),
    subcommands: {
      run: running({ flags: ["--no-masking"], values: taking("--env-file, --environment, --account") }),
      plugin: { subcommands: { run: running() } },
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
      exec: running(
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
    names: ["aws-okta", "granted", "assume", "chamber", "aws-sso", "awsume"],
    style: "posix",
    values: taking("-a --account, -d --duration, --role, --profile, -p, -A --account-id, -R"),
    subcommands: { exec: running({ flags: ["--strict", "--pristine"] }, ["text"]) },
  },
  wrapper("envchain", { flags: ["--noecho", "--require-passphrase"] }, ["text"]),
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
    subcommands: {
      "develop shell": { style: "posix", handler: "nix", mutates: "unknown" },
      run: { style: "posix", handler: "nix", mutates: "unknown" },
    },
  },
  {
    // The box or the packages first, the command behind two dashes; a box shares the home.
    names: ["guix", "distrobox"],
    style: "posix",
    subcommands: { "shell environment enter": { style: "posix", handler: "behind-dashes", mutates: "unknown" } },
  },
  {
    names: ["devbox", "flox", "toolbox"],
    style: "posix",
    subcommands: {
      "run enter activate shell": running({
        values: taking("-n --name, -c --container, -d --distro, -r --release, -e --env, -D --dir"),
      }),
    },
  },
  {
    names: ["lxc", "incus"],
    style: "posix",
    subcommands: {
      exec: {
        ...running(
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
      "netns net": { style: "posix", subcommands: { "exec e ex": running({}, ["text"]) } },
      vrf: { style: "posix", subcommands: { exec: running({}, ["text"]) } },
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

/** `dotenvx run -- cmd`: a word of its own before the command. */
const runWord: Handler = (inv, out) => {
  const [first, ...rest] = inv.operands;
  // With options of its own before the dashes.
  const at = rest[0]?.text.startsWith("-") ? rest.findIndex((w) => w.text === "--") : -1;
  const words = at < 0 ? rest : rest.slice(at + 1);
  if ((first?.text === "run" || /^[.\w/-]*\.env[.\w]*$/.test(first?.text ?? "")) && words.length > 0)
    out.command(words);
};

const nix: Handler = (inv, out) => {
  // `nix run nixpkgs#terraform -- destroy`: the package's program with the words behind the dashes.
  const [flake] = inv.operands;
  const attribute = /#(?:[\w-]+\.)*([\w-]+)$/.exec(flake?.text ?? "")?.[1];
  if (inv.path.includes("run") && attribute !== undefined) {
    const dashes = inv.words.findIndex((w) => w.text === "--");
    out.command([plainWord(attribute), ...(dashes < 0 ? [] : inv.words.slice(dashes + 1))], { via: "nix run" });
    return;
  }
  const at = inv.words.findIndex((w) => w.text === "-c" || w.text === "--command");
  if (at >= 0 && at + 1 < inv.words.length) out.command(inv.words.slice(at + 1));
};

export const handlers: Readonly<Record<string, Handler>> = {
  "uv-run": uvRunHandler,
  "after-tools": afterTools,
  "run-word": runWord,
  nix,
  "behind-dashes"(inv, out) {
    const at = inv.words.findIndex((w) => w.text === "--");
    if (at >= 0 && at + 1 < inv.words.length) out.command(inv.words.slice(at + 1));
  },
};
