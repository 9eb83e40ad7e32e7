import { flags } from "./entry.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

export const PUBLISH = "publish/package";
export const UNPUBLISH = "publish/removal";
export const REGISTRY = "publish/registry";

const HELP: Form = { when: { operand: ["help"] }, harmless: true };

/** A subcommand that publishes unless it is a dry run. */
export function publishes(more: CommandSpec = {}, act: string = PUBLISH): CommandSpec {
  // Its own options count wherever they stand, whatever the outer command does with its words.
  return { style: "gnu", mutates: true, network: true, ...more, dry: more.dry ?? ["--dry-run"], forms: [{ act }] };
}

/** A subcommand that changes what a registry shows or who may change it. */
export function changesRegistry(more: CommandSpec = {}): CommandSpec {
  return publishes(more, REGISTRY);
}

const looks: CommandSpec = { mutates: false };
const local: CommandSpec = { mutates: true };

// Tools whose only purpose is to release or to publish; each by its manual.
export const publishers: readonly ProgramSpec[] = [
  {
    names: ["lerna"],
    flags: flags("-y --yes, --no-push, --no-git-tag-version, --no-private, --force-publish, --skip-git, --exact"),
    values: taking("--dist-tag, --preid, --registry, --scope, --ignore, --since, --concurrency, --loglevel"),
    subcommands: {
      publish: publishes(),
      version: { mutates: true, forms: [{ when: { none: ["--no-push"] }, act: "publish/pipeline" }] },
      // One text is code.
      exec: { style: "posix", handler: "text-or-command", mutates: "unknown" },
      "run list ls changed diff info bootstrap clean link add import init": local,
    },
  },
  {
    names: ["changeset", "changesets"],
    subcommands: { publish: publishes(), "version add init pre tag": local, status: looks },
  },
  {
    names: ["semantic-release"],
    flags: flags("--ci, --no-ci, --debug"),
    dry: ["-d --dry-run"],
    forms: [HELP, { act: PUBLISH }],
    mutates: true,
  },
  {
    names: ["release-it"],
    flags: flags("--ci, --verbose -V"),
    dry: ["-d --dry-run", "--release-version", "--changelog"],
    forms: [HELP, { act: PUBLISH }],
    mutates: true,
  },
  {
    names: ["np"],
    flags: flags("--yolo, --any-branch, --no-tests"),
    dry: ["--preview"],
    forms: [HELP, { act: PUBLISH }],
    mutates: true,
  },
  {
    names: ["nx"],
    flags: flags("--skip-nx-cache, --verbose, --yes -y, --parallel"),
    dry: ["-d --dry-run"],
    subcommands: {
      release: {
        mutates: true,
        forms: [{ act: "publish/pipeline" }],
        subcommands: { publish: publishes({ dry: ["-d --dry-run"] }), "version changelog plan": local },
      },
      // One text is code.
      exec: { style: "posix", operands: { rest: "sh", join: true }, mutates: "unknown" },
      publish: publishes({ dry: ["-d --dry-run"] }),
      // Targets are named as tasks are.
      "run-many affected": {
        values: taking("-t --target --targets, -p --projects, --exclude, -c --configuration"),
        dry: ["-d --dry-run"],
        mutates: "unknown",
        forms: [
          { when: { value: { "-t": ["publish", "nx-release-publish", "*,publish", "publish,*"] } }, act: PUBLISH },
        ],
      },
    },
    mutates: "unknown",
  },
  {
    names: ["melos"],
    flags: flags("--no-dry-run, -y --yes, --git-tag-version"),
    subcommands: { publish: { mutates: true, forms: [{ when: { has: ["--no-dry-run"] }, act: PUBLISH }] } },
    mutates: "unknown",
  },
  {
    names: ["rush"],
    subcommands: { publish: { mutates: true, forms: [{ when: { any: ["--publish", "-p"] }, act: PUBLISH }] } },
  },
  { names: ["beachball"], subcommands: { publish: publishes(), "check change bump": local } },
  { names: ["jsr"], subcommands: { publish: publishes(), "add remove info": local } },
  { names: ["deno"], subcommands: { publish: publishes() } },
  { names: ["clean-publish", "publish-please"], forms: [{ act: PUBLISH }], dry: ["--dry-run"], mutates: true },
  {
    names: ["vsce", "ovsx"],
    values: taking("-p --pat, -i --packagePath, -o --out, -t --target"),
    subcommands: {
      publish: publishes(),
      unpublish: publishes({}, UNPUBLISH),
      "create-namespace delete-publisher": changesRegistry(),
      "package ls ls-publishers show search verify-pat login logout get": looks,
    },
  },
  { names: ["web-ext"], subcommands: { sign: publishes(), "build lint run docs": local } },
  {
    names: ["electron-builder"],
    values: taking("-p --publish, --config -c, --project"),
    forms: [{ when: { value: { "-p": ["always", "onTag*"] } }, act: PUBLISH }],
    mutates: true,
  },
  { names: ["electron-forge"], subcommands: { publish: publishes() } },
  {
    names: ["goreleaser"],
    flags: flags("--clean --rm-dist, --snapshot, --skip-publish, --auto-snapshot, --draft, --nightly, --single-target"),
    values: taking("--skip, -f --config, -p --parallelism, --timeout, --release-notes"),
    subcommands: {
      "release r": {
        mutates: true,
        network: true,
        forms: [
          { when: { any: ["--snapshot", "--skip-publish"] }, harmless: true },
          { when: { value: { "--skip": ["*publish*"] } }, harmless: true },
          { act: PUBLISH },
        ],
      },
      "publish continue announce": publishes(),
      "build check init healthcheck jsonschema": local,
    },
  },
  {
    names: ["jreleaser"],
    subcommands: { "release full-release deploy upload publish": publishes({ dry: ["-y --dryrun --dry-run"] }) },
  },
  { names: ["release-please"], subcommands: { "github-release release-pr": publishes({}, "publish/pipeline") } },
  {
    names: ["fastlane"],
    subcommands: {
      "deliver pilot supply upload_to_app_store upload_to_testflight upload_to_play_store testflight appstore":
        publishes({
          dry: ["--verify_only"],
        }),
      "release deploy beta": publishes({}, "publish/pipeline"),
    },
    mutates: "unknown",
  },
  { names: ["eas"], subcommands: { submit: publishes(), update: publishes(), "build credentials init": local } },
  { names: ["expo"], subcommands: { "publish upload:ios upload:android": publishes() } },
  { names: ["snapcraft"], subcommands: { "upload push release": publishes(), close: publishes({}, UNPUBLISH) } },
  { names: ["charmcraft", "rockcraft"], subcommands: { "upload release upload-resource": publishes() } },
  { names: ["butler"], subcommands: { push: publishes() } },
  {
    names: ["dput", "dupload", "debrelease", "cpan-upload", "dune-release"],
    dry: ["-s --simulate", "--dry-run"],
    forms: [{ act: PUBLISH }],
    mutates: true,
  },
  {
    names: ["copr-cli", "copr"],
    subcommands: { "build create": publishes(), "delete delete-package delete-build": publishes({}, UNPUBLISH) },
  },
  {
    names: ["package_cloud", "gemfury", "fury", "cloudsmith"],
    subcommands: { "push upload": publishes(), "yank delete": publishes({}, UNPUBLISH) },
  },
  {
    names: ["conan"],
    values: taking("-r --remote"),
    // Without a remote it is this machine's own cache.
    subcommands: { upload: publishes(), remove: { forms: [{ when: { has: ["-r"] }, act: UNPUBLISH }], mutates: true } },
  },
  { names: ["clasp"], subcommands: { "deploy push": publishes() } },
  {
    names: ["ansible-galaxy"],
    subcommands: {
      collection: { subcommands: { publish: publishes(), "install build init list verify download": local } },
      role: {
        subcommands: { delete: publishes({}, UNPUBLISH), import: publishes(), "install init list remove info": local },
      },
    },
  },
  { names: ["vagrant"], subcommands: { cloud: { subcommands: { publish: publishes() } } } },
  {
    names: ["xcrun"],
    style: "posix",
    subcommands: { altool: { mutates: true, forms: [{ when: { has: ["--upload-app"] }, act: PUBLISH }] } },
  },
];
