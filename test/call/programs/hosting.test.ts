import { describe, expect, test } from "vitest";
import { removalOf } from "../../../src/call/programs/hosting.js";
import { effectsOf, seen } from "./harness.js";

const acts = (argv: readonly string[]): string[] =>
  effectsOf(argv)
    .filter((e) => e.startsWith("act "))
    .map((e) => e.slice(4));

describe("deeds", () => {
  test.each([
    ["gh repo delete a/b --yes", "publish/repository-removal"],
    ["gh -R a/b repo delete", "publish/repository-removal"],
    ["gh api -X DELETE /repos/a/b", "publish/repository-removal"],
    ["gh api repos/a/b --method=delete", "publish/repository-removal"],
    ["gh api -XDELETE orgs/a/packages/npm/b", "publish/removal"],
    ["gh api -X DELETE repos/a/b/git/refs/heads/main", "git-history/remote-main"],
    ["gh api graphql -f query=mutation{deleteRepository(input:{})}", "publish/repository-removal"],
    ["gh api -X PATCH repos/a/b -F private=false", "publish/visibility"],
    ["gh repo edit --visibility public", "publish/visibility"],
    ["gh repo sync --force", "git-history/force-push"],
    ["gh release delete v1 -y", "publish/release-removal"],
    ["gh release create v1", "publish/pipeline"],
    ["gh workflow run release.yml", "publish/pipeline"],
    ["gh auth token", "secrets/print-token"],
    ["gh auth status -t", "secrets/print-token"],
    ["glab repo delete a/b", "publish/repository-removal"],
    ["glab api --method DELETE projects/a%2Fb", "publish/repository-removal"],
    ["hub delete -y a/b", "publish/repository-removal"],
    ["hub push --force", "git-history/force-push"],
    ["tea repo delete a/b", "publish/repository-removal"],
  ])("%s is %s", (command, act) => expect(acts(command.split(" "))).toContain(act));

  test.each([
    "gh repo view a/b",
    "gh repo edit --description x",
    "gh repo sync",
    "gh api repos/a/b",
    "gh api -X DELETE repos/a/b/issues/comments/1",
    "gh api -X POST repos/a/b/issues -f title=x",
    "gh pr merge 1 --delete-branch",
    "gh release list",
    "gh workflow run ci.yml",
    "gh auth status",
    "gh secret list",
    "gh repo delete --help",
    "glab mr list",
    "hub clone a/b",
  ])("%s is nothing of note", (command) => expect(acts(command.split(" "))).toEqual([]));

  test("what is sent", () => {
    expect(effectsOf(["gh", "gist", "create", "x.md"])).toEqual(["send file /home/dev/app/x.md"]);
    expect(effectsOf(["gh", "secret", "set", "-f", ".env"])).toEqual(["send file /home/dev/app/.env"]);
  });

  test("aliases are judged as if they ran", () => {
    expect(seen(["gh", "alias", "set", "x", "!rm -rf y"]).code.map((c) => c.text)).toEqual(["rm -rf y"]);
    expect(seen(["gh", "alias", "set", "x", "repo delete"]).inner.map((i) => i.words)).toEqual([
      ["gh", "repo", "delete"],
    ]);
  });
});

test.each([
  ["https://api.github.com/repos/a/b", "publish/repository-removal"],
  ["https://gitlab.com/api/v4/projects/42", "publish/repository-removal"],
  ["/repos/a/b/releases/1", "publish/release-removal"],
  ["https://registry.npmjs.org/a/-rev/1", "publish/removal"],
  ["/repos/a/b/issues/1", undefined],
  ["https://api.github.com/repos/a/b/issues/comments/1?x=1", undefined],
])("DELETE %s", (address, act) => expect(removalOf(address)).toBe(act));
