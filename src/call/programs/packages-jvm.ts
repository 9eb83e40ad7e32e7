import type { Handler } from "./emit.js";
import { flags } from "./entry.js";
import { PUBLISH, publishes } from "./packages-publish.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

const RESET = "infra/database-reset";

// Maven 3.9, Gradle 9, sbt 1.11, Mill, Leiningen.

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
    "-B --batch-mode, -q --quiet, -X --debug, -e --errors, -o --offline, -U --update-snapshots, -am --also-make, -amd --also-make-dependents, -N --non-recursive, -v --version, -ntp --no-transfer-progress",
  ),
  values: {
    ...taking(
      "-pl --projects, -P --activate-profiles, -s --settings, -gs --global-settings, -T --threads, -rf --resume-from, -D --define, -t --toolchains",
    ),
    "-f --file": "read",
  },
  mutates: "unknown",
  forms: [
    { when: { any: ["-v"], max: 0 }, harmless: true },
    { when: { operand: ["dependency:tree", "help:*"], max: 1 }, mutates: false },
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
    {
      when: {
        operand: [
          "flyway:clean",
          "*:flyway-maven-plugin*:clean",
          "liquibase:dropAll",
          "*:liquibase-maven-plugin*:dropAll",
        ],
      },
      act: RESET,
    },
    // What builds an image without a daemon sends it to its registry.
    { when: { operand: ["jib:build", "*:jib-maven-plugin*:build"] }, act: "publish/container-image" },
  ],
};

export const jvmPackages: readonly ProgramSpec[] = [
  gradle,
  maven,
  { names: ["sbt", "mill", "millw"], handler: "sbt", mutates: "unknown" },
  {
    names: ["lein"],
    subcommands: {
      deploy: publishes(),
      release: publishes({}, "publish/pipeline"),
      "install test run uberjar jar deps clean": { mutates: true },
    },
    mutates: "unknown",
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
    else if (task === "jib" || task === "dockerPush" || task === "bootBuildImagePublish")
      out.act("publish/container-image", word.text);
    else if (task === "release") out.act("publish/pipeline", word.text);
    // Tasks of the plugins of Flyway and Liquibase.
    else if (/^(?:flywayClean|dropAll|liquibaseDropAll)$/.test(task)) out.act(RESET, word.text);
  }
};

/** Commands of sbt and mill, each an operand or several in one: `+publishSigned`, `;clean;core/publish`. */
const sbtCommands: Handler = (inv, out) => {
  for (const word of inv.operands)
    if (/(?:^|[;/\s])flywayClean\b/.test(word.text)) out.act(RESET, word.text);
    else if (
      /(?:^|[+;/.:\s])(?:publish(?:Signed|All)?|jibImageBuild|ci-release|sonatypeRelease|sonatypeBundleRelease|sonaRelease|release)(?:$|[\s;])/.test(
        word.text,
      )
    )
      out.act(PUBLISH, word.text);
};

export const jvmHandlers: Readonly<Record<string, Handler>> = { gradle: gradleTasks, sbt: sbtCommands };
