import { describe, expect, test } from "vitest";
import { familyRowsOf } from "./judging.js";

const rows = (command: string, paths: Record<string, "file" | "directory"> = {}): string =>
  familyRowsOf("git-history", command, {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, type]) => [path, { real: path, exists: true, type }] as const),
    ),
  });

describe("a directory given where a file was meant", () => {
  test.each([
    ["git checkout -- src", { "/home/dev/app/src": "directory" }, "discard-tree"],
    ["git restore src", { "/home/dev/app/src": "directory" }, "discard-tree"],
    ["git -C api restore src", { "/home/dev/app/api/src": "directory" }, "discard-tree"],
    ["git checkout -- Makefile", { "/home/dev/app/Makefile": "file" }, ""],
    ["git restore /home/dev/app", {}, "discard-tree"],
    ['git checkout -- "$PWD"', {}, "discard-tree"],
    ["git checkout -- tests", {}, "discard-tree"],
    ["git checkout -- LICENSE", {}, ""],
    ["git restore src/app.ts", { "/home/dev/app/src/app.ts": "file" }, ""],
    ["git restore --staged src", { "/home/dev/app/src": "directory" }, ""],
    ["git checkout src", { "/home/dev/app/src": "directory" }, ""],
  ] as const)("%s", (command, paths, expected) => expect(rows(command, paths)).toBe(expected));
});

describe("the same deed by other ways", () => {
  test.each([
    ["sudo git reset --hard", "hard-reset"],
    ["bash -c 'git reset --hard'", "hard-reset"],
    ["git -c alias.x='!git stash clear' x", "stash-loss"],
    ["git rebase -x 'git clean -fd' main", "clean"],
    ["git submodule foreach 'git push -f'", "force-push"],
    ["GIT_PAGER='git branch -D x' git log", "branch-removal"],
    ["git config alias.x 'reset --hard'", "hard-reset"],
    ["java -jar tools/bfg-1.14.0.jar --delete-files id_rsa", "rewrite"],
    ["git diff --name-only | xargs git checkout --", "discard-tree"],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));

  test.each([
    "java -jar tools/bfg-1.14.0.jar --help",
    "java -jar app.jar --delete-files x",
    "git log --grep='reset --hard'",
    "git commit -m 'git push --force'",
    "git branch --merged | xargs git branch -d",
  ])("%s is none", (command) => expect(rows(command)).toBe(""));
});
