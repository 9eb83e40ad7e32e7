import { flags, same } from "./entry.js";
import { publishes, REGISTRY, UNPUBLISH } from "./packages-publish.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// npm 11, pnpm 10, Yarn 1 and 4, Bun 1.3, and what they run: docs.npmjs.com/cli, pnpm.io/cli, yarnpkg.com/cli, bun.sh/docs/cli.

const looks: CommandSpec = { mutates: false };
const local: CommandSpec = { mutates: true };
const installs: CommandSpec = { mutates: true, flags: ["--ignore-scripts"], handler: "package-install" };
const registry: CommandSpec = { mutates: true, network: true, forms: [{ act: REGISTRY }], dry: ["--dry-run"] };

const running: CommandSpec = {
  style: "posix",
  flags: flags(
    "-y --yes, -n --no, -q --quiet, --no-install, --prefer-online, --offline, --prefer-offline, --ignore-existing, --bun, --silent, -s --shell-mode, --verbose, --workspaces -ws, -r --recursive, --parallel, -w --workspace-root, --resume-from",
  ),
  values: {
    ...taking(
      "-p --package, --workspace, --cache, --registry, --userconfig, --allow-build, --reporter, --node-options",
    ),
    "-c --call": "sh",
    "--prefix -C --dir --cwd": "cwd",
  },
  mutates: "unknown",
  network: true,
  handler: "package-run",
};

const scripts: CommandSpec = {
  style: "posix",
  flags: flags("--if-present, --silent -s, --parallel, -r --recursive, --stream, --ignore-scripts, --workspaces"),
  values: taking("-w --workspace, --filter"),
  mutates: "unknown",
  handler: "script-run",
};

const publishing = publishes({
  flags: flags(
    "--no-git-checks, --force, -f, --provenance, --json, --report-summary, -r --recursive, --ignore-scripts",
  ),
  values: taking(
    "--access, --tag, --otp, --registry, --publish-branch, --new-version, --auth-type, --workspace -w, --message, --filter -F, --tolerate-republish, --token, --auth, --userconfig, --globalconfig, --loglevel, --cache, --provenance-file, --preid, --scope",
  ),
});

const npmCommands: Record<string, CommandSpec> = {
  // npm takes any beginning that is no other command's.
  "publish pub pu publ publi publis": { ...publishing, flags: [...(publishing.flags ?? []), "--tolerate-republish"] },
  "unpublish unp unpu unpub unpubl unpubli unpublis": {
    ...registry,
    flags: ["-f --force"],
    forms: [{ act: UNPUBLISH }],
  },
  "deprecate undeprecate": registry,
  "dist-tag dist-tags": {
    mutates: false,
    network: true,
    subcommands: { "add set rm del remove": registry, "ls list": looks },
  },
  "owner author": { mutates: false, network: true, subcommands: { "add rm": registry, "ls list": looks } },
  access: {
    mutates: false,
    network: true,
    subcommands: { "set grant revoke public restricted edit 2fa-required 2fa-not-required": registry },
  },
  team: { mutates: false, subcommands: { "create destroy add rm": registry } },
  org: { mutates: false, subcommands: { "set rm": registry } },
  token: { mutates: false, subcommands: { "create revoke": registry } },
  hook: { mutates: false, subcommands: { "add rm update": registry } },
  "exec x": running,
  "run run-script rum urn test tst t start stop restart": scripts,
  "create init innit": { ...running, operands: "text", handler: "package-create" },
  explore: { style: "posix", operands: { first: ["text"], rest: "command" }, mutates: "unknown" },
  "config c": {
    flags: flags("-g --global, --json, -l --long"),
    values: taking("-L --location, --editor, --userconfig"),
    subcommands: { "get list ls": looks },
    mutates: true,
    handler: "npm-config",
  },
  set: { flags: ["-g --global"], values: taking("-L --location"), mutates: true, handler: "npm-config" },
  get: looks,
  pkg: { mutates: true, subcommands: { get: looks }, handler: "package-set" },
  audit: {
    flags: flags("--fix, --json"),
    mutates: false,
    subcommands: { fix: local, signatures: looks },
    forms: [{ when: { any: ["--fix"] }, mutates: true }],
  },
  "uninstall unlink remove rm r un": {
    flags: flags("-g --global, -S --save, -D --save-dev, -O, --no-save"),
    mutates: true,
    handler: "package-removal",
  },
  "view info show v search s outdated ls list ll la why explain whoami ping docs home repo bugs fund help help-search prefix root bin query sbom pack diff doctor stars":
    looks,
  "install i add ci install-clean update up upgrade link ln dedupe ddp prune rebuild rb version shrinkwrap set-script cache completion login adduser logout profile star import install-test it patch patch-commit fetch store env approve-builds self-update":
    installs,
};

const npmOptions = {
  flags: flags("-g --global, --json, --silent, -q --quiet, -d, --verbose, --workspaces -ws, --include-workspace-root"),
  values: {
    ...taking(
      "-w --workspace, --registry, --userconfig, --globalconfig, --loglevel, --tag, --cache, --omit, --include",
    ),
    "--prefix -C": "cwd",
    "--script-shell": "program",
  },
} as const;

const showsVersion: CommandSpec["forms"] = [{ when: { any: ["-v"], max: 0 }, harmless: true }];

const pnpmOptions = {
  flags: flags(
    "-r --recursive, -w --workspace-root, -s --silent, --stream, --parallel, --aggregate-output, --ignore-workspace, --color, --no-color",
  ),
  values: {
    ...taking(
      "-F --filter, --filter-prod, --loglevel, --reporter, --workspace-concurrency, --test-pattern, --changed-files-ignore-pattern",
    ),
    "-C --dir": "cwd",
    "--prefix": "cwd",
    "--script-shell": "program",
  },
} as const;

const yarnCommands: Record<string, CommandSpec> = {
  npm: {
    mutates: false,
    subcommands: {
      publish: publishing,
      tag: { mutates: false, subcommands: { "add remove rm": registry, list: looks } },
      "info audit whoami": looks,
      "login logout": local,
    },
  },
  workspaces: {
    mutates: "unknown",
    subcommands: {
      foreach: {
        style: "posix",
        flags: flags(
          "-A --all, -R --recursive, -W --worktree, -p --parallel, -i --interlaced, -t --topological, -v --verbose, --topological-dev, --no-private, -n --dry-run",
        ),
        values: taking("-j --jobs, --from, --include, --exclude, --since"),
        optional: taking("--since"),
        dry: ["-n --dry-run"],
        mutates: "unknown",
        handler: "yarn-again",
      },
      run: scripts,
      "info list focus": local,
    },
  },
  workspace: { style: "posix", mutates: "unknown", handler: "yarn-workspace" },
  global: {
    mutates: true,
    subcommands: { "add upgrade": local, remove: { mutates: true, handler: "package-removal" } },
  },
  tag: { mutates: false, subcommands: { "add remove rm": registry, "list ls": looks } },
  dlx: running,
  node: { style: "posix", mutates: "unknown", handler: "node-again" },
};

export const nodePackages: readonly ProgramSpec[] = [
  { names: ["npm", "cnpm", "tnpm"], ...npmOptions, forms: showsVersion, subcommands: npmCommands },
  { names: ["npx", "npm-exec"], ...running },
  { names: ["bunx", "pnpx", "pnx"], ...running },
  {
    names: ["pnpm"],
    ...pnpmOptions,
    subcommands: {
      ...npmCommands,
      // Puts itself into the shell's start-up file.
      setup: { mutates: true, forms: [{ act: "persistence/shell-startup" }] },
      deploy: local,
      dlx: running,
      exec: running,
      x: running,
    },
    handler: "bare-run",
  },
  {
    names: ["yarn", "yarnpkg"],
    flags: flags("-s --silent, --json, --offline, --verbose, -W, --no-progress"),
    values: {
      "--cwd": "cwd",
      ...taking("--registry, --use-yarnrc, --cache-folder, --modules-folder, --network-timeout"),
    },
    subcommands: { ...npmCommands, ...yarnCommands },
    handler: "bare-run",
  },
  {
    names: ["bun"],
    language: "javascript",
    values: { "--cwd": "cwd", "-e --eval": "code", "-p --print": "code" },
    subcommands: {
      publish: publishing,
      x: running,
      run: { ...scripts, stdin: "javascript" },
      ...same("remove rm", { mutates: true, handler: "package-removal" }),
      "pm outdated why audit info": looks,
      "install i add a update link unlink init create upgrade patch": installs,
    },
  },
  // The usual tools of a shell, for scripts that run everywhere.
  { names: ["shx"], style: "posix", operands: "command", mutates: "unknown" },
  { names: ["cross-env"], style: "posix", assignments: true, operands: "command", mutates: "unknown" },
  {
    names: ["cross-env-shell"],
    style: "posix",
    assignments: true,
    operands: { rest: "sh", join: true },
    mutates: "unknown",
  },
  // The npm package json: `json -I -f file -e code` changes the file.
  {
    names: ["json"],
    flags: flags(
      "-I --in-place, -q --quiet, -a --array, -0, -2, -4, -H, -k --keys, -n --validate, -g --group, --merge",
    ),
    values: { "-f": "read", ...taking("-e, -E, -c, -C, -d, -D, -A, -o --output, -j") },
    mutates: false,
    forms: [{ when: { any: ["-I"] }, mutates: true }],
    handler: "json-edit",
  },
  { names: ["corepack"], style: "posix", mutates: true, handler: "corepack" },
];
