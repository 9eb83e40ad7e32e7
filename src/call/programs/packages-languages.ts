import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { flags } from "./entry.js";
import { changesRegistry, PUBLISH, publishes, UNPUBLISH } from "./packages-publish.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Cargo 1.90, RubyGems 3.7, Bundler, Maven 3.9, Gradle 9, sbt 1.11, Leiningen, NuGet, Hex, Cabal, Dart, LuaRocks, CocoaPods, Go.

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
  "workspaces ws": { subcommands: { publish: publishes(), "list changed version init create": local } },
  install: {
    flags: flags("-f --force, --locked"),
    values: taking("--version --vers, --git, --branch, --tag, --rev, --path, --root, -F"),
    mutates: true,
  },
  "build b check c test t run r bench clippy fmt fix doc d clean update add remove rm new init fetch vendor metadata tree package login logout search uninstall version help generate-lockfile nextest expand audit":
    local,
};

const gradle: ProgramSpec = {
  names: ["gradle", "gradlew", "gradlew.bat"],
  flags: flags(
    "-q --quiet, -i --info, -d --debug, -s --stacktrace, --no-daemon, --daemon, --parallel, --offline, --continue, --scan, --rerun-tasks, --build-cache, --stop",
  ),
  values: {
    ...taking(
      "-x --exclude-task, -P --project-prop, -D --system-prop, --tests, --console, --max-workers, -c --settings-file, -g --gradle-user-home, --warning-mode",
    ),
    "-p --project-dir": "cwd",
    "-I --init-script": "script",
    "-b --build-file": "script",
  },
  dry: ["-m --dry-run"],
  mutates: "unknown",
  handler: "gradle",
};

const maven: ProgramSpec = {
  names: ["mvn", "mvnw", "mvnd", "mvnw.cmd", "mvn.cmd"],
  flags: flags(
    "-B --batch-mode, -q --quiet, -X --debug, -e --errors, -o --offline, -U --update-snapshots, -am --also-make, -amd --also-make-dependents, -N --non-recursive, -ntp --no-transfer-progress",
  ),
  values: {
    ...taking(
      "-pl --projects, -P --activate-profiles, -s --settings, -gs --global-settings, -T --threads, -rf --resume-from, -D --define, -t --toolchains",
    ),
    "-f --file": "read",
  },
  mutates: "unknown",
  forms: [
    {
      when: {
        value: {
          "-D": [
            "dryRun",
            "dryRun=true",
            "maven.deploy.skip",
            "maven.deploy.skip=true",
            "alt*DeploymentRepository=*file:*",
          ],
        },
      },
      harmless: true,
    },
    {
      when: {
        operand: [
          "deploy",
          "deploy:*",
          "*:deploy",
          "*:deploy-file",
          "release:perform",
          "*:release-plugin*:perform",
          "nexus-staging:*release*",
          "*:central-publishing-maven-plugin*:publish",
          "central-publishing:publish",
          "site-deploy",
          "scm-publish:*",
          "jreleaser:*release",
          "jreleaser:deploy",
        ],
      },
      act: PUBLISH,
    },
  ],
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
    forms: [
      { when: { operand: ["release", "release[*", "release:*push*", "gem:push*", "*:gem:release*"] }, act: PUBLISH },
    ],
  },
  gradle,
  maven,
  { names: ["sbt", "mill", "millw"], handler: "sbt", mutates: "unknown" },
  {
    names: ["lein"],
    subcommands: {
      deploy: publishes(),
      release: publishes({}, "publish/pipeline"),
      "install test run uberjar jar deps clean": local,
    },
    mutates: "unknown",
  },
  {
    names: ["java"],
    style: "posix",
    values: {
      "-jar": "read",
      ...taking("-cp -classpath --class-path, -p --module-path, -m --module, --add-opens, --add-modules"),
    },
    handler: "java",
    mutates: "unknown",
  },
  {
    names: ["dotnet", "nuget", "nuget.exe"],
    values: taking("-k --api-key, -s --source, -sk --symbol-api-key, -c --configuration, -o --output, -v --verbosity"),
    subcommands: {
      nuget: {
        subcommands: {
          push: publishes(),
          delete: publishes({}, UNPUBLISH),
          "list locals add update remove enable disable verify why trust sign": local,
        },
      },
      push: publishes(),
      delete: publishes({}, UNPUBLISH),
      "build run test restore clean pack publish new add remove list format watch tool ef sln msbuild sources config install locals":
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
    values: { "-C": "cwd" },
    subcommands: {
      "run build test vet install generate list get mod work tool fmt env clean doc version fix bug telemetry": {
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
      },
    },
  },
  {
    names: ["composer"],
    values: { "-d --working-dir": "cwd" },
    flags: flags("-n --no-interaction, -q --quiet, -v"),
    subcommands: {
      exec: { style: "posix", operands: "command", mutates: "unknown" },
      "install update require remove dump-autoload run-script run global create-project config": local,
    },
  },
];

/** Tasks of any project (`:lib:publish`) that leave the machine; `publishToMavenLocal` does not. */
const gradleTasks: Handler = (inv, out) => {
  for (const word of inv.operands) {
    const task = word.text.slice(word.text.lastIndexOf(":") + 1);
    if (
      /^(?:publish(?!\w*MavenLocal)|uploadArchives$|bintrayUpload|artifactoryPublish|closeAndRelease|jreleaser(?:Full|Release|Deploy|Upload))/.test(
        task,
      )
    )
      out.act(PUBLISH, word.text);
    else if (task === "release") out.act("publish/pipeline", word.text);
  }
};

/** Commands of sbt and mill, each an operand or several in one: `+publishSigned`, `;clean;core/publish`. */
const sbtCommands: Handler = (inv, out) => {
  for (const word of inv.operands)
    if (
      /(?:^|[+;/.\s])(?:publish(?:Signed|All)?|ci-release|sonatypeRelease|sonatypeBundleRelease|sonaRelease|release)(?:$|[\s;])/.test(
        word.text,
      )
    )
      out.act(PUBLISH, word.text);
};

/** Archives that are known by their file's name. */
const java: Handler = (inv, out) => {
  const archive = inv.value("-jar")?.text.split("/").at(-1) ?? "";
  const name = /^(bfg|jreleaser|liquibase|flyway|openapi-generator)/.exec(archive)?.[1];
  if (name !== undefined) out.command([plainWord(name), ...inv.operands], { via: "java -jar" });
};

export const languageHandlers: Readonly<Record<string, Handler>> = { gradle: gradleTasks, sbt: sbtCommands, java };
