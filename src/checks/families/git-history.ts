import type { EffectiveCommand } from "../../call/effect.js";
import { baseName } from "../../call/path.js";
import type { Case } from "../case.js";
import { removedAt } from "../host-address.js";
import { deletes } from "../http-delete.js";
import type { Change } from "../sorted-effects.js";
import type { Family, FamilyRow, Hit } from "./family.js";
import { inScratchRepository } from "./scratch-repository.js";

const row = (
  id: string,
  message: string,
  suggestion: string,
  match: readonly string[],
  notMatch: readonly string[],
  more: Partial<Pick<FamilyRow, "preset" | "severity">> = {},
): FamilyRow => ({
  id: `git-history/${id}`,
  preset: "standard",
  severity: "deny",
  message,
  suggestion,
  examples: { match, not_match: notMatch },
  ...more,
});

const strict = { preset: "strict", severity: "ask" } as const;

/** The BFG comes as an archive: `java -jar bfg-1.14.0.jar --delete-files id_rsa`. */
function byArchive({ argv }: EffectiveCommand, hit: Hit): void {
  let jar = false;
  for (const { text } of argv) {
    const archive = jar ? baseName(text) : "";
    jar = text === "-jar";
    if (archive === "" || !/^bfg\b/.test(archive)) continue;
    if (argv.some((w) => /^--?(?:strip|delete|replace|rt|bi|[bBD]$)/.test(w.text))) hit("git-history/rewrite", archive);
    return;
  }
}

/** Names that directories of sources usually have, for paths that were not observed. */
const DIRECTORY =
  /^(?:src|lib|libs|app|apps|pkg|packages|crates|cmd|internal|include|tests?|spec|specs|__tests__|e2e|docs?|scripts|config|public|assets|static|templates|components|pages|server|client|frontend|backend|api|web|core|modules|services|examples|migrations|node_modules|\.github|\.vscode)$/;

/** Whole directories given where single files were meant: only looking at them tells. */
function byDirectory(input: Case, hit: Hit): void {
  const { acts, changes } = input.sorted;
  const single = new Set(acts.filter(({ act }) => act === "git-history/discard-file").map(({ command }) => command));
  if (single.size === 0) return;
  for (const change of changes) {
    if (change.kind !== "write" || !single.has(change.command)) continue;
    if (isDirectory(change, input)) hit("git-history/discard-tree", change.path.text);
  }
}

function isDirectory({ path, remote }: Change, input: Case): boolean {
  if (path.abs === null) return false;
  const type = input.facts.paths[path.abs]?.type;
  if (type !== undefined) return type === "directory";
  return input.place(path, remote).wholeProject || DIRECTORY.test(baseName(path.abs));
}

/** Loss of work and of history, under every version control system. */
export const gitHistory: Family = {
  name: "git-history",
  summary:
    "Keeps work that is not committed and history that others have: refuses throwing changes away as a whole, deleting untracked files, overwriting or deleting a remote's branches, forced removal of branches and work trees, loss of stashes, rewriting history and expiring what could bring it back. Soft and mixed resets, pushes with a lease, dry runs, new branches and operations on single files pass.",
  rows: [
    row(
      "hard-reset",
      "This throws away every change that is not committed.",
      "Keep the changes with `git stash push -u` or undo commits with `git reset --soft HEAD~1`; for a single file use `git restore FILE`.",
      ["git reset --hard", "git reset --har HEAD~2", "git -C api reset --hard", "git read-tree -u --reset HEAD"],
      ["git reset --soft HEAD~1", "git reset HEAD~1", "git reset HEAD src/app.ts"],
    ),
    row(
      "force-checkout",
      "Switching by force throws away the changes that are not committed.",
      "Set the changes aside with `git stash push -u`, then switch without force.",
      ["git checkout -f main", "git switch --discard-changes main", "hg update --clean default"],
      ["git checkout main", "git switch -c feature", "hg update feature"],
    ),
    row(
      "discard-tree",
      "This overwrites whole directories of changes that are not committed.",
      "Look with `git diff`, keep the changes with `git stash push -u`, or name the single files to restore.",
      [
        "git checkout -- .",
        "git restore .",
        "git checkout HEAD -- src/",
        "git checkout-index -f -a",
        "svn revert -R .",
      ],
      ["git restore --staged .", "git checkout -- src/app.ts", "git checkout -b feature", "svn revert src/app.c"],
    ),
    row(
      "discard-file",
      "This throws away the changes of a file that are not committed.",
      "Look with `git diff` first, or keep the changes with `git stash push`.",
      ["git checkout -- src/app.ts", "git restore src/app.ts"],
      ["git restore --staged src/app.ts", "git checkout main"],
      strict,
    ),
    row(
      "clean",
      "This deletes untracked files, which nothing can bring back.",
      "See what would go with `git clean -n`, then delete the files that you made by name.",
      ["git clean -fd", "git clean -xdf", "git -c clean.requireForce=false clean -d", "hg purge --all"],
      ["git clean -n", "git clean -fdn", "hg purge --print"],
    ),
    row(
      "force-push",
      "A push by force overwrites what others have pushed.",
      "Use `git push --force-with-lease`, which fails when the remote has commits you have not seen.",
      ["git push --force", "git push -f origin main", "git push origin +main", "git push --mirror backup"],
      ["git push --force-with-lease", "git push -u origin feature", "git push --dry-run --force"],
    ),
    row(
      "remote-main",
      "This deletes a branch of the remote that others build upon.",
      "Leave main branches of a remote to their maintainers; to look at it use `git branch -r`.",
      ["git push origin --delete main", "git push origin :master"],
      ["git push origin main", "git push origin HEAD:main"],
    ),
    row(
      "remote-branch",
      "This deletes a branch of the remote.",
      "Ask the user whether the branch may go; `git branch -r --merged` shows which are merged.",
      ["git push origin --delete feature/done", "git push origin :feature/done"],
      ["git push origin feature/done"],
      strict,
    ),
    row(
      "branch-removal",
      "A branch deleted by force takes its unmerged commits with it.",
      "Use `git branch -d BRANCH`, which refuses when commits would be lost.",
      ["git branch -D feature", "git branch --delete --force feature", "git branch -df feature"],
      ["git branch -d feature", "git branch feature", "git branch -m old new"],
    ),
    row(
      "main-branch-moved",
      "This points a main branch elsewhere and drops the commits only it had.",
      "Create a branch of another name with `git branch NAME COMMIT`.",
      ["git branch -f main HEAD~5"],
      ["git branch rescue HEAD~5", "git branch -M main"],
    ),
    row(
      "move-branch",
      "This points a branch or tag elsewhere, or reorders commits.",
      "Create a new one with `git branch NAME COMMIT` and leave the old one where it is.",
      [
        "git branch -f feature HEAD~2",
        "git checkout -B feature origin/feature",
        "git tag -d v1.0",
        "git rebase -i HEAD~3",
      ],
      ["git branch feature", "git tag v1.1", "git rebase main"],
      strict,
    ),
    row(
      "worktree-removal",
      "A work tree removed by force takes its uncommitted changes with it.",
      "Use `git worktree remove PATH`, which refuses when there are changes.",
      ["git worktree remove --force ../hotfix", "git worktree remove -f ../hotfix"],
      ["git worktree remove ../hotfix", "git worktree add ../hotfix main"],
    ),
    row(
      "submodule-discard",
      "This throws away changes in submodules that are not committed.",
      "Look with `git submodule foreach git status`, and update with `git submodule update --init`.",
      ["git submodule deinit -f --all", "git submodule update --force"],
      ["git submodule update --init --recursive", "git submodule deinit lib"],
    ),
    row(
      "stash-loss",
      "This deletes stashed work.",
      "Take it back with `git stash pop`, or look with `git stash show -p`.",
      ["git stash drop", "git stash clear", "git stash drop stash@{2}"],
      ["git stash pop", "git stash list", "git stash push -u"],
    ),
    row(
      "rewrite",
      "This rewrites history that others may have.",
      "Record the change in a new commit, for instance with `git revert COMMIT`, and leave rewriting to the user.",
      ["git filter-branch --tree-filter 'rm x' HEAD", "git filter-repo --path x --invert-paths", "git replace a b"],
      ["git filter-repo --analyze", "git replace --list", "git commit --amend --no-edit"],
    ),
    row(
      "expiry",
      "This removes what could still bring lost commits back.",
      "Ordinary maintenance keeps recent objects: `git gc`; look with `git reflog`.",
      ["git reflog expire --expire=now --all", "git gc --prune=now", "git prune"],
      ["git gc", "git reflog", "git prune -n"],
    ),
    row(
      "ref-removal",
      "This deletes branches or tags without any check for what they hold.",
      "Use `git branch -d BRANCH` for a branch that is merged.",
      ["git update-ref -d refs/heads/main", "git symbolic-ref --delete HEAD"],
      ["git update-ref refs/heads/rescue HEAD", "git symbolic-ref --short HEAD"],
    ),
  ],
  judge(input, hit) {
    for (const command of input.analysis.commands) byArchive(command, hit);
    for (const command of input.commands) if (deletes(command)) removedAt(command.words, "git-history/", hit);
    if (input.sorted.acts.length > 0) byDirectory(input, hit);
  },
  // A repository that was made a moment ago holds nobody's work.
  excuses: (act, input) =>
    act.remote === undefined &&
    /^git-history\/(?:hard-reset|force-checkout|discard-tree|clean)$/.test(act.act) &&
    act.command !== undefined &&
    inScratchRepository(act.command, input),
};
