import { baseName } from "../../call/path.js";
import { removedAt } from "../host-address.js";
import { deletes } from "../http-delete.js";
import type { NamedCommand } from "../named-command.js";
import type { Family, FamilyRow, Hit } from "./family.js";

const row = (
  id: string,
  message: string,
  suggestion: string,
  match: readonly string[],
  notMatch: readonly string[],
  more: Partial<Pick<FamilyRow, "preset" | "severity">> = {},
): FamilyRow => ({
  id: `publish/${id}`,
  preset: "standard",
  severity: "deny",
  message,
  suggestion,
  examples: { match, not_match: notMatch },
  ...more,
});

/** Where registries take packages in. */
const TAKES_IN =
  /^(?:https?:\/\/)?(?:[^@/]*@)?(?:registry\.npmjs\.org\/(?!-\/(?:npm|user|v1\/(?:security|search)))|npm\.pkg\.github\.com\/|(?:upload|test)\.pypi\.org\/legacy|crates\.io\/api\/v1\/crates\/new|rubygems\.org\/api\/v1\/gems|(?:www|api)\.nuget\.org\/(?:api\/v2|v3)\/package|repo\.clojars\.org\/|hex\.pm\/api\/(?:publish|packages\/)|pub\.dev\/api\/packages\/versions\/new|central\.sonatype\.com\/api\/v1\/publisher|(?:s01\.)?oss\.sonatype\.org\/service\/local\/staging|push\.fury\.io\/|[^/]*gitlab[^/]*\/api\/v4\/projects\/[^/]+\/packages\/|luarocks\.org\/api\/|packagist\.org\/api\/)/i;

/** `curl --upload-file app.tgz https://registry.npmjs.org/app`: the registry's own interface. */
function byUpload(command: NamedCommand, hit: Hit): void {
  if (!command.is("http")) return;
  const { words } = command;
  const sends = words.some((w) =>
    /^(?:-T|-F|--upload-file|--form|--data-binary|--post-file|--body-file|(?:-X)?(?:PUT|POST))(?:=|$)/.test(w),
  );
  const address = sends ? words.find((word) => TAKES_IN.test(word)) : undefined;
  if (address !== undefined) hit("publish/package", address);
}

/** `python setup.py sdist upload`, the way to publish before twine. */
function bySetup(command: NamedCommand, hit: Hit): void {
  if (!/^(?:python|pypy)[\d.]*$/.test(command.name)) return;
  const [script = "", ...words] = command.words;
  if (baseName(script) === "setup.py" && words.some((w) => w === "upload" || w === "register"))
    hit("publish/package", `setup.py ${words.join(" ")}`);
}

/** What others download, and what holds it. */
export const publish: Family = {
  name: "publish",
  summary:
    "Keeps what leaves for everyone in a person's hands: refuses publishing packages to any registry, withdrawing or re-labelling published ones, changing their owners, and deleting repositories, packages and releases. Dry runs, packing, local repositories and viewing pass; release pipelines are asked about under `strict`.",
  rows: [
    row(
      "package",
      "This publishes a package, which cannot be taken back.",
      "Check what would be published with a dry run, for instance `npm publish --dry-run` or `npm pack`, and let the user publish.",
      ["npm publish", "twine upload dist/*", "cargo publish", "mvn deploy", "gem push app-1.0.gem"],
      ["npm publish --dry-run", "npm pack", "twine check dist/*", "cargo publish --dry-run", "mvn install"],
    ),
    row(
      "container-image",
      "This publishes a container image, and a tag that others run changes under them.",
      "Build and try it here with `docker build -t app .` and `docker run --rm app`, and ask the user for the push.",
      ["docker push acme/app:1.2.0", "podman push acme/app"],
      ["docker build -t acme/app .", "docker pull acme/app", "docker images"],
      { severity: "ask" },
    ),
    row(
      "artifact",
      "This publishes a chart or another artifact to a registry.",
      "Package and check it here with `helm package .` and `helm lint .`, and ask the user for the push.",
      ["helm push app-1.2.0.tgz oci://registry.example.com/charts"],
      ["helm package .", "helm lint ."],
      { severity: "ask" },
    ),
    row(
      "removal",
      "This takes a published package away from everyone who uses it.",
      "Publish a mended version instead; `npm view` shows what is published.",
      ["npm unpublish app@1.0.0", "cargo yank --version 1.0.0 app", "gem yank app -v 1.0.0"],
      ["npm uninstall app", "npm view app versions"],
    ),
    row(
      "registry",
      "This changes what everyone installs or who may publish it.",
      "Show the present state, for instance with `npm dist-tag ls` or `npm owner ls`, and let the user change it.",
      ["npm dist-tag add app@2.0.0 latest", "npm owner add mallory app", "npm deprecate app 'old'"],
      ["npm dist-tag ls app", "npm owner ls app", "cargo owner --list app"],
    ),
    row(
      "repository-removal",
      "This deletes a repository with everything in it.",
      "Look at it with `gh repo view`; deleting is for its owner.",
      ["gh repo delete acme/app --yes", "glab repo delete acme/app", "gh api -X DELETE repos/acme/app"],
      ["gh repo view acme/app", "gh repo clone acme/app", "gh api repos/acme/app"],
    ),
    row(
      "release-removal",
      "This deletes a release that others may have downloaded from.",
      "Look at it with `gh release view`; deleting is for its maintainers.",
      ["gh release delete v1.2.0 --yes", "glab release delete v1.2.0"],
      ["gh release view v1.2.0", "gh release list"],
    ),
    row(
      "visibility",
      "This opens a repository to everyone, its history included.",
      "Ask the user to change the visibility; `gh repo view` shows the present one.",
      ["gh repo edit acme/app --visibility public"],
      ["gh repo edit acme/app --description 'An app'", "gh repo view acme/app"],
      { severity: "ask" },
    ),
    row(
      "pipeline",
      "By its name this starts a release or a deployment.",
      "Build and test first, for instance with `npm run build` and `npm test`, and ask the user for the release.",
      ["npm run release", "make publish", "gh release create v1.2.0", "gh workflow run release.yml"],
      ["npm run build", "make test", "gh release list", "gh workflow list"],
      { preset: "strict", severity: "ask" },
    ),
  ],
  judge(input, hit) {
    for (const command of input.commands) {
      if (deletes(command)) removedAt(command.words, "publish/", hit);
      else {
        byUpload(command, hit);
        bySetup(command, hit);
      }
    }
  },
};
