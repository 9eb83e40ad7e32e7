import { describe, expect, test } from "vitest";
import type { Stdin } from "../../../src/call/effect.js";
import { shippedPrograms } from "../../../src/call/programs/shipped.js";
import { isUsual, runsCommand } from "../../../src/call/programs/vcs-git-settings.js";
import { plainWord } from "../../../src/call/word.js";
import { effectsOf, seen } from "./harness.js";

const acts = (command: string, stdin?: Stdin): string[] =>
  effectsOf(command.split(" "), stdin ? { stdin } : {})
    .filter((e) => e.startsWith("act "))
    .map((e) => e.slice(4));

describe("git: what loses work", () => {
  test.each([
    ["git reset --hard", "git-history/hard-reset"],
    ["git reset --har HEAD~1", "git-history/hard-reset"],
    ["git reset HEAD --merge", "git-history/hard-reset"],
    ["git -C ../x -c a.b=c --no-pager reset -q --hard @{u}", "git-history/hard-reset"],
    ["git --git-dir .git --work-tree . reset --hard", "git-history/hard-reset"],
    ["git checkout -f main", "git-history/force-checkout"],
    ["git checkout -qf", "git-history/force-checkout"],
    ["git switch --disc main", "git-history/force-checkout"],
    ["git switch -fc hot main", "git-history/force-checkout"],
    ["git checkout .", "git-history/discard-tree"],
    ["git checkout HEAD -- :/", "git-history/discard-tree"],
    ["git checkout -- src/", "git-history/discard-tree"],
    ["git restore -SW .", "git-history/discard-tree"],
    ["git restore --pathspec-from-file=x", "git-history/discard-tree"],
    ["git checkout-index -fa", "git-history/discard-tree"],
    ["git read-tree --reset -u HEAD", "git-history/hard-reset"],
    ["git clean -xdf", "git-history/clean"],
    ["git clean -d --forc", "git-history/clean"],
    ["git -c clean.requireForce=false clean", "git-history/clean"],
    ["git push -uf origin HEAD", "git-history/force-push"],
    ["git push origin +main", "git-history/force-push"],
    ["git push --mir x", "git-history/force-push"],
    ["git push --force-with-lease origin +main", "git-history/force-push"],
    ["git push -c origin :main", "git-history/remote-main"],
    ["git push -d origin master", "git-history/remote-main"],
    ["git branch -D x", "git-history/branch-removal"],
    ["git branch -df x", "git-history/branch-removal"],
    ["git branch --del --forc x", "git-history/branch-removal"],
    ["git branch -f main x", "git-history/main-branch-moved"],
    ["git worktree remove -f x", "git-history/worktree-removal"],
    ["git submodule deinit -f .", "git-history/submodule-discard"],
    ["git stash drop", "git-history/stash-loss"],
    ["git stash clear", "git-history/stash-loss"],
    ["git filter-branch -f HEAD", "git-history/rewrite"],
    ["git replace a b", "git-history/rewrite"],
    ["git lfs migrate import --everything", "git-history/rewrite"],
    ["git reflog expire --expire=now --all", "git-history/expiry"],
    ["git gc --prune=now", "git-history/expiry"],
    ["git -c gc.pruneExpire=now gc", "git-history/expiry"],
    ["git prune", "git-history/expiry"],
    ["git update-ref -d refs/heads/x", "git-history/ref-removal"],
    ["git config core.hooksPath /dev/null", "tamper/hooks-path"],
    ["git config --unset core.hookspath", "tamper/hooks-path"],
    ["git -c core.hooksPath=x commit", "tamper/hooks-path"],
    ["git config alias.x !sh", "persistence/git-config"],
    ["git config --global core.sshCommand /tmp/x", "persistence/git-config"],
    ["git credential fill", "secrets/print-token"],
  ])("%s", (command, act) => expect(acts(command)).toContain(act));

  test("commands from a list of refs", () => {
    const text = (t: string): Stdin => ({ kind: "text", text: t, known: true });
    expect(acts("git update-ref --stdin", text("delete refs/heads/a\n"))).toEqual(["git-history/ref-removal"]);
    expect(acts("git update-ref --stdin", text("create refs/heads/a 123\n"))).toEqual([]);
    expect(acts("git update-ref --stdin", { kind: "pipe", taint: "unknown", from: [] })).toHaveLength(1);
  });
});

describe("git: what does not", () => {
  test.each([
    "git reset --soft HEAD~1",
    "git reset HEAD x.ts",
    "git reset -p",
    "git checkout main",
    "git checkout -b x origin/main",
    "git checkout -p .",
    "git checkout v2.1.0",
    "git checkout release-1.0",
    "git restore --staged .",
    "git switch -c x",
    "git checkout-index -a --prefix=/tmp/x/ -f",
    "git clean -fdn",
    "git clean -f --dry-run",
    "git clean -i",
    "git push --force-with-lease",
    "git push --force-w origin x",
    "git push -nf",
    "git push origin a:b",
    "git push origin :",
    "git branch -d x",
    "git branch -M main",
    "git branch -m a b",
    "git branch --contains HEAD",
    "git -C dir branch x",
    "git worktree remove x",
    "git stash pop",
    "git stash -m drop",
    "git gc",
    "git gc --prune=2.weeks.ago",
    "git reflog",
    "git reflog expire -n --all",
    "git prune -n",
    "git filter-repo --analyze",
    "git replace -l",
    "git commit --amend -C HEAD",
    "git commit -m reset",
    "git rebase main",
    "git config core.hooksPath",
    "git config --get core.hooksPath",
    "git config user.email a@b.c",
    "git config --global core.editor vim",
    "git config --global credential.helper store",
    "git config alias.lg log",
    "git fetch --force --prune",
    "git symbolic-ref --short HEAD",
    "git reset --hard --help",
  ])("%s", (command) => expect(acts(command)).toEqual([]));
});

describe("git: files", () => {
  test.each([
    ["git rm -r src", ["delete-tree /home/dev/app/src"]],
    ["git rm --cached -r .", []],
    ["git -C api rm x", ["list /home/dev/app/api", "delete /home/dev/app/api/x"]],
    ["git mv a b c", ["move /home/dev/app/a -> /home/dev/app/c", "move /home/dev/app/b -> /home/dev/app/c"]],
    ["git show HEAD:.env", ["read /home/dev/app/.env"]],
    ["git show :0:config/.env", ["read /home/dev/app/config/.env"]],
    ["git cat-file -p HEAD:id_rsa", ["read /home/dev/app/id_rsa"]],
    ["git log -p -- .env", ["read /home/dev/app/.env"]],
    ["git log --oneline -- .env", []],
    ["git diff HEAD~1 -- .env", ["read /home/dev/app/.env"]],
    ["git diff --stat HEAD~3", []],
    ["git diff main..feature", []],
    ["git grep -n KEY -- .env", ["read /home/dev/app/.env"]],
    ["git log --output=/tmp/x -1", ["overwrite /tmp/x"]],
    ["git archive -o a.zip HEAD", ["overwrite /home/dev/app/a.zip"]],
    ["git checkout HEAD -- a.ts", ["act git-history/discard-file", "overwrite /home/dev/app/a.ts"]],
  ])("%s", (command, effects) => expect(effectsOf(command.split(" "))).toEqual(effects));

  test("a patch on the input names what it changes", () => {
    const text = "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/y.ts\n+++ /dev/null\n";
    expect(effectsOf(["git", "apply"], { stdin: { kind: "text", text, known: true } })).toEqual([
      "overwrite /home/dev/app/x.ts",
      "delete /home/dev/app/y.ts",
    ]);
  });
});

describe("git: programs it runs", () => {
  test.each<[string[], string[]]>([
    [["git", "rebase", "-x", "npm test", "main"], ["npm test"]],
    [["git", "-c", "core.pager=evil | sh", "log"], ["evil | sh"]],
    [["git", "-c", "alias.x=!rm -rf y", "x", "z"], ['rm -rf y "$@"']],
    [["git", "-c", "alias.x=!rm -rf y", "status"], []],
    [["git", "grep", "--open-files-in-pager=evil", "x"], ["evil"]],
    [["git", "clone", "-u", "evil", "x"], ["evil"]],
    [["git", "clone", "ext::sh -c evil", "x"], ["sh -c evil"]],
    [["git", "submodule", "foreach", "git clean -fd"], ["git clean -fd"]],
    [["git", "filter-branch", "--tree-filter", "rm x"], ["rm x"]],
  ])("%j", (argv, code) => expect(seen(argv).code.map((c) => c.text)).toEqual(code));

  test.each<[string[], string[]]>([
    [
      ["git", "bisect", "run", "sh", "-c", "x"],
      ["sh", "-c", "x"],
    ],
    [
      ["git", "submodule", "foreach", "git", "clean", "-xfd"],
      ["git", "clean", "-xfd"],
    ],
    [
      ["git", "-c", "alias.n=reset --hard", "n", "HEAD"],
      ["git", "reset", "--hard", "HEAD"],
    ],
    [
      ["git-reset", "--hard"],
      ["git", "reset", "--hard"],
    ],
  ])("%j", (argv, words) => expect(seen(argv).inner.map((i) => i.words)).toEqual([words]));

  test.each([
    ["core.pager", "less -FRX", true, true],
    ["core.pager", "sh -c evil", true, false],
    ["core.sshCommand", "ssh -i ~/.ssh/deploy", true, true],
    ["core.sshCommand", "ssh -o ProxyCommand=evil x", true, false],
    ["core.fsmonitor", "true", false, true],
    ["user.name", "evil", false, false],
    ["alias.x", "status", false, false],
    ["alias.x", "!evil", true, false],
    ["credential.helper", "!gh auth git-credential", true, true],
    ["credential.https://x.helper", "!evil", true, false],
    ["filter.lfs.clean", "git-lfs clean -- %f", true, true],
  ])("%s = %s", (key, value, runs, usual) => {
    expect(runsCommand(key, value)).toBe(runs);
    if (runs) expect(isUsual(value)).toBe(usual);
  });
});

describe("other systems", () => {
  test.each([
    ["hg update -C default", "git-history/force-checkout"],
    ["hg revert --all", "git-history/discard-tree"],
    ["hg purge", "git-history/clean"],
    ["hg --config extensions.strip= strip tip", "git-history/rewrite"],
    ["svn revert -R .", "git-history/discard-tree"],
    ["svn cleanup --remove-unversioned", "git-history/clean"],
    ["svn delete https://x/svn/trunk -m x", "git-history/remote-main"],
    ["jj restore", "git-history/discard-tree"],
    ["jj abandon @", "git-history/rewrite"],
    ["p4 obliterate -y //depot/...", "git-history/rewrite"],
    ["bzr revert", "git-history/discard-tree"],
    ["fossil stash drop 1", "git-history/stash-loss"],
  ])("%s", (command, act) => expect(acts(command)).toContain(act));

  test.each([
    "hg update x",
    "hg purge --print",
    "svn update",
    "jj restore a.ts",
    "jj new",
    "p4 revert -a //...",
    "fossil clean -n",
  ])("%s", (command) => expect(acts(command)).toEqual([]));
});

test("every option and subcommand is listed once in its entry", () => {
  for (const spec of shippedPrograms().filter((p) => ["git", "hg", "svn", "jj"].some((n) => p.names.includes(n)))) {
    const names = [...(spec.flags ?? []), ...Object.keys(spec.values ?? {})].flatMap((n) => n.split(" "));
    expect(names.filter((n, i) => names.indexOf(n) !== i)).toEqual([]);
    const walk = (table: Record<string, unknown>): void => {
      const all = Object.keys(table).flatMap((n) => n.split(" "));
      expect(all.filter((n, i) => all.indexOf(n) !== i)).toEqual([]);
    };
    walk(spec.subcommands ?? {});
  }
  expect(plainWord("x").known).toBe(true);
});
