import { describe, expect, test } from "vitest";
import { programOf } from "../../../src/call/programs/packages-run.js";
import { plainWord } from "../../../src/call/word.js";
import { effectsOf, seen } from "./harness.js";

const acts = (command: string): string[] =>
  effectsOf(command.split(" "))
    .filter((e) => e.startsWith("act "))
    .map((e) => e.slice(4));

describe("publishing", () => {
  test.each([
    "npm publish",
    "npm publish --dry-run=false",
    "npm --prefix a publish",
    "npm pub x.tgz",
    "pnpm -r publish --no-git-checks",
    "yarn npm publish",
    "bun publish",
    "lerna publish from-package --yes",
    "changeset publish",
    "nx release publish",
    "semantic-release",
    "release-it --ci",
    "np minor",
    "jsr publish",
    "deno publish",
    "vsce publish",
    "ovsx publish x.vsix",
    "goreleaser release --clean",
    "twine upload dist/a",
    "poetry publish --build",
    "uv publish",
    "uv --directory a publish",
    "hatch publish",
    "flit publish",
    "pdm publish",
    "maturin publish",
    "anaconda upload x",
    "hf upload a b",
    "cargo publish -p a",
    "cargo +stable publish",
    "cargo release patch --execute",
    "gem push a.gem",
    "rake release",
    "mvn -B -pl core clean deploy",
    "mvn release:perform",
    "gradlew :lib:publish",
    "gradle publishPlugins",
    "sbt +publishSigned",
    "lein deploy clojars",
    "dotnet nuget push a.nupkg",
    "mix hex.publish --yes",
    "cabal upload x",
    "dart pub publish",
    "luarocks upload x",
    "pod trunk push a",
    "snapcraft upload a",
    "eas submit",
    "fastlane deliver",
    "electron-builder -p always",
  ])("%s", (command) => expect(acts(command)).toEqual(["publish/package"]));

  test.each([
    ["npm unpublish a@1", "publish/removal"],
    ["cargo yank --version 1 a", "publish/removal"],
    ["gem yank a -v 1", "publish/removal"],
    ["dotnet nuget delete a 1", "publish/removal"],
    ["npm deprecate a b", "publish/registry"],
    ["npm dist-tag add a@1 latest", "publish/registry"],
    ["npm owner add x a", "publish/registry"],
    ["cargo owner --add x a", "publish/registry"],
    ["yarn tag rm a b", "publish/registry"],
    ["lerna version", "publish/pipeline"],
    ["npm run release", "publish/pipeline"],
    ["yarn deploy", "publish/pipeline"],
    ["make publish", "publish/pipeline"],
    ["npm uninstall -g bailiff", "tamper/guard-package"],
    ["npm config set script-shell /tmp/x", "persistence/package-config"],
    ["npm config get //r/:_authToken", "secrets/print-token"],
    ["apt-get purge -y libc6", "system/break-libraries"],
    ["rpm -e --nodeps glibc", "system/break-libraries"],
    ["pacman -Rdd glibc", "system/break-libraries"],
    ["dpkg --force-all -P bash", "system/break-libraries"],
  ])("%s is %s", (command, act) => expect(acts(command)).toContain(act));
});

describe("what publishes nothing", () => {
  test.each([
    "npm publish --dry-run",
    "npm pack",
    "npm dist-tag ls a",
    "npm owner ls a",
    "npm view a",
    "npm run build",
    "npm run release:dry",
    "npm install publish",
    "npm help publish",
    "pnpm publish --dry-run",
    "yarn build",
    "yarn format",
    "bun pm pack",
    "lerna version --no-push",
    "lerna run publish",
    "changeset version",
    "semantic-release --dry-run",
    "release-it -d",
    "goreleaser release --snapshot",
    "goreleaser release --skip=publish,announce",
    "twine check dist/a",
    "poetry publish --dry-run",
    "uv build",
    "cargo publish -n",
    "cargo release patch",
    "cargo owner -l a",
    "cargo run publish",
    "cargo install --version 1 x",
    "mvn install",
    "mvn deploy -Dmaven.deploy.skip=true",
    "gradle publishToMavenLocal",
    "gradle :a:publishMavenPublicationToMavenLocal",
    "gradle publish -m",
    "sbt publishLocal",
    "dotnet publish -c Release",
    "dart pub publish -n",
    "mix hex.build",
    "npm uninstall eslint",
    "npm config get registry",
    "npm config set editor vim",
    "npm config set prefix /home/dev/.npm-global",
    "npm config set registry https://r",
    "apt-get install -y jq",
    "apt-get remove -y nginx",
    "apt-get purge -s libc6",
    "dpkg -l libc6",
    "rpm -q glibc",
    "make build",
    "make -n publish",
  ])("%s", (command) => expect(acts(command)).toEqual([]));
});

describe("programs run by others", () => {
  test.each([
    ["npx rimraf /", "rimraf /"],
    ["npx -y @anthropic-ai/claude-code@2.1 -p x", "claude -p x"],
    ["npm exec changeset publish", "changeset publish"],
    ["npm exec -- changeset publish", "changeset publish"],
    ["npx -p lerna lerna publish", "lerna publish"],
    ["pnpm dlx jsr publish", "jsr publish"],
    ["pnpm rimraf -rf /", "rimraf -rf /"],
    ["yarn rimraf /", "rimraf /"],
    ["yarn dlx opencode-ai run --pure", "opencode run --pure"],
    ["yarn workspaces foreach -A --no-private npm publish", "yarn npm publish"],
    ["yarn workspace web npm publish", "yarn npm publish"],
    ["bunx rimraf x", "rimraf x"],
    ["npx constructor x", "constructor x"],
    ["npx __proto__@1 x", "__proto__ x"],
    ["uvx twine upload x", "twine upload x"],
    ["uvx --from aider-chat aider --yes", "aider --yes"],
    ["uv tool run twine upload x", "twine upload x"],
    ["pipx run twine upload x", "twine upload x"],
    ["bundle exec rake release", "rake release"],
    ["corepack yarn@4 npm publish", "yarn npm publish"],
    ["cmake -E rm -rf x", "rm -rf x"],
    ["cmake -E remove_directory x", "rm -r x"],
    ["lerna exec -- rm -rf x", "rm -rf x"],
    ["shx rm -rf x", "rm -rf x"],
    ["cross-env NODE_ENV=test CI=1 rimraf x", "rimraf x"],
  ])("%s", (command, inner) => expect(seen(command.split(" ")).inner.map((i) => i.words.join(" "))).toContain(inner));

  test.each([
    [["npx", "-c", "npm publish"], "npm publish"],
    [["npm", "exec", "--call", "rm -rf x"], "rm -rf x"],
    [["go", "test", "-exec", "evil", "./..."], "evil"],
    [["make", "--eval=x:;rm -rf y"], "rm -rf y"],
  ])("%j", (argv, code) => expect(seen(argv).code.map((c) => c.text)).toEqual([code]));

  test("recipes of a makefile on the input", () => {
    const text = "all:\n\t@rm -rf x\n\techo $$HOME\n";
    const { code } = seen(["make", "-f", "-"], { stdin: { kind: "text", text, known: true } });
    expect(code.map((c) => c.text)).toEqual(["rm -rf x", "echo $HOME"]);
  });

  test.each([
    ["@scope/name@1.2.3", "name"],
    ["name@latest", "name"],
    ["@openai/codex", "codex"],
    ["black[d]==24.1", "black"],
    ["plain", "plain"],
  ])("the program of %s is %s", (pkg, program) => expect(programOf(plainWord(pkg)).text).toBe(program));
});
