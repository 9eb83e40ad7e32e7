import { flags } from "./entry.js";
import { changesRegistry, PUBLISH, publishes, UNPUBLISH } from "./packages-publish.js";
import { itself } from "./remote-tail.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Cargo 1.90, RubyGems 3.7, Bundler, NuGet, Hex, Cabal, Dart, LuaRocks, CocoaPods, Go.

const local: CommandSpec = { mutates: true };
const looks: CommandSpec = { mutates: false };

const cargo: Record<string, CommandSpec> = {
  publish: publishes({
    dry: ["-n --dry-run"],
    flags: flags("--allow-dirty, --no-verify, --workspace --all, --locked, --offline, --frozen, --keep-going, -q, -v"),
    values: taking(
      "-p --package, --registry, --index, --token, -F --features, --manifest-path, --target, --target-dir, -j, --exclude, -Z",
    ),
  }),
  yank: publishes(
    { flags: flags("--undo, -q --quiet"), values: taking("--version --vers, --registry, --index, --token") },
    UNPUBLISH,
  ),
  owner: {
    flags: flags("-l --list, -q --quiet"),
    values: taking("-a --add, -r --remove, --registry, --index, --token"),
    mutates: false,
    network: true,
    forms: [{ when: { any: ["-a", "-r"] }, act: "publish/registry" }],
  },
  release: {
    flags: flags("-x --execute, --no-confirm, --no-publish, --no-push, --no-tag, --workspace"),
    values: taking("-p --package, --registry, --config -c"),
    mutates: "unknown",
    forms: [{ when: { has: ["-x"], none: ["--no-publish"] }, act: PUBLISH }],
  },
  "smart-release": {
    mutates: "unknown",
    flags: flags("-x --execute"),
    forms: [{ when: { has: ["-x"] }, act: PUBLISH }],
  },
  sqlx: itself,
  "workspaces ws": { subcommands: { publish: publishes(), "list changed version init create": local } },
  install: {
    flags: flags("-f --force, --locked"),
    values: taking("--version --vers, --git, --branch, --tag, --rev, --path, --root, -F"),
    mutates: true,
  },
  "metadata tree search version help locate-project pkgid read-manifest verify-project info": looks,
  "build b check c test t run r bench clippy fmt fix doc d clean update add remove rm new init fetch vendor package login logout uninstall generate-lockfile nextest expand audit":
    local,
};

/** What most of Go's commands take. */
const goBuild: CommandSpec = {
  style: "single-dash",
  flags: flags(
    "-a, -n, -x, -v, -race, -cover, -json, -short, -i, -u, -t, -m, -work, -trimpath, -failfast, -modcache, -cache, -testcache, -w, -fix",
  ),
  values: {
    ...taking(
      "-o, -p, -mod, -tags, -ldflags, -gcflags, -asmflags, -run, -bench, -count, -timeout, -coverprofile, -parallel, -cpu, -skip, -f, -overlay, -modfile, -pkgdir, -buildmode",
    ),
    ...taking("-exec, -toolexec, -vettool", "program"),
  },
  mutates: "unknown",
};

export const languagePackages: readonly ProgramSpec[] = [
  // `cargo +nightly publish`: a tool chain in front.
  {
    names: ["cargo"],
    values: { "--config": "text", "-Z": "text", "-C": "cwd" },
    subcommands: { ...cargo, "+*": { subcommands: cargo } },
  },
  {
    names: ["gem"],
    subcommands: {
      push: publishes({ values: taking("-k --key, --host, --otp") }),
      yank: publishes({ values: taking("-v --version, --platform, --host, --otp") }, UNPUBLISH),
      owner: {
        values: taking("-a --add, -r --remove, -k, --otp"),
        mutates: false,
        forms: [{ when: { any: ["-a", "-r"] }, act: "publish/registry" }],
      },
      "exec x": {
        style: "posix",
        values: taking("-g --gem, -v --version"),
        operands: "command",
        mutates: "unknown",
        network: true,
      },
      "build install uninstall update cleanup fetch signin signout unpack": local,
      "list search info specification contents which environment env help": looks,
    },
  },
  {
    names: ["bundle", "bundler"],
    subcommands: {
      "exec e ex exe": {
        style: "posix",
        flags: flags("--keep-file-descriptors, --gemfile"),
        operands: "command",
        mutates: "unknown",
      },
      "install i update add remove config lock package cache clean init gem binstubs pristine": local,
      "list show info outdated check doctor env help platform": looks,
    },
  },
  {
    names: ["rake"],
    language: "ruby",
    executes: ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"],
    forms: [
      { when: { operand: ["release", "release[*", "release:*push*", "gem:push*", "*:gem:release*"] }, act: PUBLISH },
    ],
  },
  {
    names: ["dotnet", "nuget", "nuget.exe"],
    flags: flags("--info, --list-sdks, --list-runtimes"),
    values: taking("-k --api-key, -s --source, -sk --symbol-api-key, -c --configuration, -o --output, -v --verbosity"),
    forms: [{ when: { any: ["--info", "--list-sdks", "--list-runtimes"], max: 0 }, harmless: true }],
    subcommands: {
      nuget: {
        subcommands: {
          push: publishes(),
          delete: publishes({}, UNPUBLISH),
          "list locals add update remove enable disable verify why trust sign": local,
        },
      },
      // Entity Framework's tool is a program of its own.
      ef: { style: "posix", handler: "dotnet-ef" },
      push: publishes(),
      delete: publishes({}, UNPUBLISH),
      "build run test restore clean pack publish new add remove list format watch tool sln msbuild sources config install locals":
        local,
    },
  },
  {
    names: ["paket", "choco"],
    subcommands: { push: publishes(), "install update restore pack outdated upgrade uninstall list": local },
  },
  {
    names: ["mix"],
    subcommands: {
      "hex.publish": publishes({
        flags: flags("--yes, --replace, --revert"),
        values: taking("--revert, --organization"),
      }),
      "hex.retire": changesRegistry(),
      "hex.owner": { mutates: false, subcommands: { "add remove transfer": changesRegistry() } },
      "hex.package hex.info hex.search hex.outdated hex.audit hex.build": looks,
    },
  },
  {
    names: ["rebar3"],
    subcommands: { hex: { subcommands: { publish: publishes(), retire: changesRegistry(), "build search": looks } } },
  },
  { names: ["cabal", "stack"], subcommands: { upload: publishes(), "build install test run sdist update": local } },
  {
    names: ["dart", "flutter"],
    subcommands: {
      pub: {
        subcommands: {
          "publish lish": publishes({ dry: ["-n --dry-run"], flags: ["-f --force"] }),
          uploader: changesRegistry(),
          "get upgrade add remove outdated deps global cache run": local,
        },
      },
    },
  },
  { names: ["pub"], subcommands: { "publish lish": publishes({ dry: ["-n --dry-run"] }) } },
  {
    names: ["luarocks"],
    subcommands: { upload: publishes(), "install make build remove pack list search show lint": local },
  },
  {
    names: ["pod"],
    subcommands: {
      trunk: {
        subcommands: {
          push: publishes(),
          delete: publishes({}, UNPUBLISH),
          "deprecate add-owner remove-owner": changesRegistry(),
          "me info register": looks,
        },
      },
      repo: { subcommands: { push: publishes(), "add update remove list": local } },
      "install update init lib spec outdated deintegrate": local,
    },
  },
  { names: ["swift"], subcommands: { "package-registry": { subcommands: { publish: publishes() } } } },
  {
    names: ["opam", "nimble", "elm", "spago", "dub", "fez", "gleam", "roc", "v", "vpm"],
    subcommands: { "publish upload": publishes() },
    mutates: "unknown",
  },
  {
    names: ["go"],
    language: "other",
    values: { "-C": "cwd" },
    subcommands: {
      "version doc help": looks,
      list: { style: "single-dash", values: taking("-f, -mod, -tags, -modfile"), mutates: false },
      env: {
        style: "single-dash",
        flags: flags("-json, -changed, -u, -w"),
        mutates: false,
        forms: [
          { when: { any: ["-u", "-w"] }, mutates: true },
          // A program that every later build runs.
          {
            when: {
              has: ["-w"],
              operand: ["GOFLAGS=*exec*", "CC=*", "CXX=*", "AR=*", "PKG_CONFIG=*", "GOROOT=*", "GOTOOLDIR=*"],
            },
            act: "persistence/package-config",
          },
        ],
      },
      "build test vet install generate get mod work tool fmt clean fix bug telemetry": goBuild,
      run: { ...goBuild, operands: { first: ["script"] }, handler: "go-run" },
    },
  },
  {
    names: ["composer"],
    values: { "-d --working-dir": "cwd" },
    flags: flags("-n --no-interaction, -q --quiet, -v"),
    subcommands: {
      exec: { style: "posix", operands: "command", mutates: "unknown" },
      "show info outdated why depends why-not search licenses validate audit about diagnose status": looks,
      "install update require remove dump-autoload run-script run global create-project config": local,
    },
  },
];
