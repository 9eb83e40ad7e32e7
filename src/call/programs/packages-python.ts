import { flags } from "./entry.js";
import { changesRegistry, publishes, UNPUBLISH } from "./packages-publish.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// twine 6, pip 25, uv 0.9, Poetry 2, PDM, Hatch, Flit, maturin, conda, Hugging Face Hub.

const local: CommandSpec = { mutates: true };
const looks: CommandSpec = { mutates: false };
/** Writes the shell's start-up files. */
const shellSetup: CommandSpec = { mutates: true, forms: [{ act: "persistence/shell-startup" }] };
const removal: CommandSpec = { mutates: true, flags: flags("-y --yes"), handler: "package-removal" };
const run: CommandSpec = {
  style: "posix",
  flags: flags("--isolated, --no-cache, -q --quiet, -v --verbose, --offline, --system-site-packages, --no-config"),
  values: taking(
    "--from --spec, -w --with, --with-editable, --with-requirements, -p --python, --index, --index-url -i, --pip-args, -c --constraints, --env-file, --refresh-package, --default-index",
  ),
  mutates: "unknown",
  network: true,
  handler: "package-run",
};

const pip: Record<string, CommandSpec> = {
  "install download wheel": {
    flags: flags("-U --upgrade, -q, -y, --user, --pre, --no-deps, --no-cache-dir, --break-system-packages"),
    values: taking(
      "-r --requirement, -c --constraint, -e --editable, -t --target, -d --dest, -i --index-url, --extra-index-url, -f --find-links, --prefix, --root, -w",
    ),
    dry: ["--dry-run"],
    mutates: true,
    network: true,
  },
  uninstall: removal,
  "list show freeze check debug hash help index inspect search": looks,
  config: { mutates: true, subcommands: { "list get debug": looks } },
  cache: { mutates: true, subcommands: { "list dir info": looks } },
};

export const pythonPackages: readonly ProgramSpec[] = [
  {
    names: ["twine"],
    subcommands: {
      upload: publishes({
        flags: flags("--skip-existing, --verbose, --sign -s, --non-interactive, --disable-progress-bar"),
        values: taking(
          "-r --repository, --repository-url, -u --username, -p --password, -c --comment, --config-file, --cert",
        ),
      }),
      register: publishes(),
      check: looks,
    },
  },
  {
    names: ["pip", "pip3", "pipx-pip"],
    flags: flags("-q --quiet, -v --verbose, --no-input, --isolated"),
    values: taking("--python, --log, --proxy, --timeout, --cert"),
    subcommands: pip,
  },
  {
    names: ["uv"],
    subcommands: {
      publish: publishes({
        values: taking(
          "--token -t, -u --username, -p --password, --publish-url, --check-url, --index, --trusted-publishing",
        ),
      }),
      tool: { subcommands: { run: run, "install upgrade uninstall list dir": local, "update-shell": shellSetup } },
      pip: { subcommands: pip },
      tree: looks,
      "sync lock add remove init build version venv python cache self export": local,
    },
  },
  { names: ["uvx"], ...run },
  {
    names: ["pipx"],
    subcommands: {
      run,
      "install inject upgrade upgrade-all reinstall list": local,
      ensurepath: shellSetup,
      uninstall: removal,
    },
  },
  {
    names: ["poetry"],
    subcommands: {
      publish: publishes({
        flags: flags("--build, --skip-existing"),
        values: taking("-r --repository, -u --username, -p --password"),
      }),
      "show check search": looks,
      "add install update remove lock build init new version config env export self": local,
    },
  },
  {
    names: ["pdm", "hatch", "flit", "maturin", "rye"],
    subcommands: { "publish upload": publishes(), "build install add init": local },
  },
  {
    names: ["setup.py"],
    style: "words",
    forms: [{ when: { operand: ["upload", "register"] }, act: "publish/package" }],
    mutates: "unknown",
  },
  {
    names: ["anaconda"],
    subcommands: { upload: publishes(), remove: publishes({}, UNPUBLISH), "move label": changesRegistry() },
  },
  { names: ["rattler-build"], subcommands: { "upload publish": publishes(), build: local } },
  { names: ["devpi"], subcommands: { upload: publishes({ dry: ["--dry-run"] }), "push remove": publishes() } },
  {
    names: ["huggingface-cli", "hf"],
    subcommands: {
      "upload upload-large-folder": publishes(),
      repo: { subcommands: { delete: publishes({}, "publish/repository-removal"), "create list": local } },
      "repo-files": { subcommands: { delete: publishes({}, UNPUBLISH) } },
      "download whoami env cache scan-cache auth login logout": local,
    },
  },
  {
    names: ["kaggle"],
    subcommands: {
      "datasets models kernels": {
        subcommands: { "create version push": publishes(), delete: publishes({}, UNPUBLISH) },
      },
    },
  },
];
