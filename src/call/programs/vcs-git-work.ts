import { flags } from "./entry.js";
import type { CommandSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Subcommands of git 2.51 that touch the work tree and the index. What `--` divides is read in vcs-git-paths.ts.

const drop = (act: string): CommandSpec => ({ flags: flags("-q --quiet, --index"), mutates: true, forms: [{ act }] });

export const workTree: Record<string, CommandSpec> = {
  reset: {
    flags: flags(
      "-q --quiet, --no-quiet, --soft, --mixed, --hard, --merge, --keep, -p --patch, -N --intent-to-add, --recurse-submodules, --no-recurse-submodules, --refresh, --no-refresh, --pathspec-file-nul",
    ),
    values: taking("--pathspec-from-file"),
    mutates: true,
    forms: [
      { when: { any: ["--hard", "--merge"] }, act: "git-history/hard-reset" },
      { when: { has: ["--keep"] }, act: "git-history/move-branch" },
    ],
  },
  checkout: {
    flags: flags(
      "-q --quiet, -f --force, -m --merge, -p --patch, -d --detach, -l, --ours -2, --theirs -3, --overlay, --no-overlay, --guess, --no-guess, --progress, --no-progress, --ignore-skip-worktree-bits, --overwrite-ignore, --no-overwrite-ignore, --ignore-other-worktrees, --recurse-submodules, --no-recurse-submodules, --pathspec-file-nul, --no-track",
    ),
    values: taking("-b, -B, --orphan, --conflict, --pathspec-from-file, -U --unified, --inter-hunk-context"),
    optional: taking("-t --track"),
    mutates: true,
    forms: [
      // From where it follows it may be taken up again.
      {
        when: { value: { "-B": ["main", "master", "trunk"] }, min: 1, noOperand: ["origin/*", "upstream/*"] },
        act: "git-history/main-branch-moved",
      },
      { when: { has: ["-B"] }, act: "git-history/move-branch" },
    ],
  },
  switch: {
    flags: flags(
      "-f --force --discard-changes, -q --quiet, -d --detach, -m --merge, --guess, --no-guess, --progress, --no-progress, --ignore-other-worktrees, --recurse-submodules, --no-recurse-submodules, --no-track",
    ),
    values: taking("-c --create, -C --force-create, --orphan, --conflict"),
    optional: taking("-t --track"),
    mutates: true,
    forms: [
      { when: { has: ["-f"] }, act: "git-history/force-checkout" },
      {
        when: { value: { "-C": ["main", "master", "trunk"] }, min: 1, noOperand: ["origin/*", "upstream/*"] },
        act: "git-history/main-branch-moved",
      },
      { when: { has: ["-C"] }, act: "git-history/move-branch" },
    ],
  },
  restore: {
    flags: flags(
      "-S --staged, -W --worktree, -p --patch, -q --quiet, --ours -2, --theirs -3, -m --merge, --ignore-unmerged, --overlay, --no-overlay, --ignore-skip-worktree-bits, --progress, --no-progress, --recurse-submodules, --no-recurse-submodules, --pathspec-file-nul",
    ),
    values: taking("-s --source, --conflict, --pathspec-from-file, -U --unified, --inter-hunk-context"),
    mutates: true,
  },
  clean: {
    flags: flags("-d, -f --force, -i --interactive, -n --dry-run, -q --quiet, -x, -X"),
    values: taking("-e --exclude"),
    mutates: true,
    forms: [
      { when: { has: ["-n"] }, mutates: false },
      { when: { has: ["-f"], none: ["-n", "-i"] }, act: "git-history/clean" },
    ],
  },
  "checkout-index": {
    flags: flags(
      "-u --index, -q --quiet, -f --force, -a --all, -n --no-create, -z, --stdin, --temp, --ignore-skip-worktree-bits",
    ),
    values: taking("--prefix, --stage"),
    mutates: true,
  },
  "read-tree": {
    flags: flags(
      "-m, --reset, -u, -i, -n --dry-run, -v, -q --quiet, --trivial, --aggressive, --no-sparse-checkout, --empty, --recurse-submodules",
    ),
    values: { ...taking("--prefix, --exclude-per-directory"), "--index-output": "write" },
    mutates: true,
    forms: [{ when: { has: ["-u", "--reset"], none: ["-n"] }, act: "git-history/hard-reset" }],
  },
  rm: {
    flags: flags("-f --force, -n --dry-run, -r, --cached, --ignore-unmatch, -q --quiet, --sparse, --pathspec-file-nul"),
    values: taking("--pathspec-from-file"),
    mutates: true,
  },
  mv: { flags: flags("-f --force, -k, -n --dry-run, -v --verbose, --sparse"), mutates: true },
  add: {
    flags: flags(
      "-v --verbose, -n --dry-run, -f --force, -i --interactive, -p --patch, -e --edit, -A --all, --no-all, -u --update, --sparse, -N --intent-to-add, --refresh, --ignore-errors, --ignore-missing, --renormalize",
    ),
    values: taking("--chmod, --pathspec-from-file"),
    mutates: true,
  },
  stash: {
    flags: flags("-p --patch, -S --staged, -k --keep-index, --no-keep-index, -u --include-untracked, -a --all, -q"),
    values: taking("-m --message, --pathspec-from-file"),
    mutates: true,
    subcommands: {
      drop: drop("git-history/stash-loss"),
      clear: drop("git-history/stash-loss"),
      list: { mutates: false },
      show: { flags: flags("-p --patch, --stat, --name-only, -u --include-untracked"), mutates: false },
      "push save pop apply branch create store export import": { mutates: true },
    },
  },
  submodule: {
    flags: flags("-q --quiet, --cached"),
    mutates: true,
    subcommands: {
      add: {
        flags: flags("-f --force, --progress"),
        values: taking("-b --branch, --name, --reference, --depth, --ref-format"),
        operands: { first: ["url"], rest: "mkdir" },
        network: true,
        mutates: true,
      },
      deinit: {
        flags: flags("-f --force, --all"),
        mutates: true,
        forms: [{ when: { has: ["-f"] }, act: "git-history/submodule-discard" }],
      },
      update: {
        flags: flags(
          "--init, --remote, -N --no-fetch, -f --force, --checkout, --merge, --rebase, --recursive, --recommend-shallow, --no-recommend-shallow, --single-branch, --no-single-branch, --progress, --dissociate",
        ),
        values: taking("--reference, --depth, -j --jobs, --filter"),
        network: true,
        mutates: true,
        forms: [{ when: { has: ["-f"] }, act: "git-history/submodule-discard" }],
      },
      foreach: { style: "posix", flags: flags("--recursive"), mutates: "unknown" },
      "status summary": { mutates: false },
      "init set-branch set-url sync absorbgitdirs": { mutates: true },
    },
  },
  worktree: {
    mutates: true,
    subcommands: {
      add: {
        flags: flags("-f --force, -d --detach, --checkout, --no-checkout, --lock, --orphan, -q --quiet, --track"),
        values: taking("-b, -B, --reason"),
        operands: { first: ["mkdir"] },
        mutates: true,
      },
      remove: {
        flags: flags("-f --force"),
        mutates: true,
        forms: [{ when: { has: ["-f"] }, act: "git-history/worktree-removal" }],
      },
      list: { mutates: false },
      "prune move lock unlock repair": { mutates: true },
    },
  },
  "sparse-checkout": { mutates: true },
};
