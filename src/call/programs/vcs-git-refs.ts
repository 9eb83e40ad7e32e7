import { flags, same } from "./entry.js";
import type { CommandSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Subcommands of git 2.51 that change refs, history and the object store, here and on remotes.

const rewrites = "git-history/rewrite";

const transport = {
  ...taking(
    "-o --server-option --push-option, --depth, --deepen, --shallow-since, --shallow-exclude, -j --jobs, --refmap, --negotiation-tip, --filter, --repo, -s --strategy, -X --strategy-option, --cleanup",
  ),
  "--upload-pack": "program",
} as const;

const fetching: CommandSpec = {
  flags: flags(
    "-a --append, --all, --atomic, -f --force, -k --keep, --multiple, -p --prune, -P --prune-tags, -n --no-tags, -t --tags, -u --update-head-ok, -v --verbose, -q --quiet, --unshallow, --dry-run, --progress, --set-upstream, --update-shallow, -4 --ipv4, -6 --ipv6, --ff, --ff-only, --no-ff, --squash, --no-squash, --autostash, --no-autostash, --no-rebase, --commit, --no-commit, -e --edit, --no-edit, --stat, --signoff, --no-verify, --allow-unrelated-histories, --write-fetch-head, --auto-maintenance, --prefetch",
  ),
  values: transport,
  optional: taking("-r --rebase, --recurse-submodules, -S --gpg-sign, --log"),
  network: true,
  mutates: true,
};

export const refs: Record<string, CommandSpec> = {
  push: {
    flags: flags(
      "-v --verbose, -q --quiet, --all --branches, --mirror, -d --delete, --tags, -n --dry-run, --porcelain, -f --force, --force-if-includes, --no-force-if-includes, --no-force-with-lease, --thin, --no-thin, -u --set-upstream, --progress, --no-progress, --prune, --verify, --no-verify, --no-signed, --follow-tags, --no-follow-tags, --atomic, -4 --ipv4, -6 --ipv6",
    ),
    values: { ...taking("--repo, -o --push-option"), "--receive-pack --exec": "program" },
    optional: taking("--force-with-lease, --recurse-submodules, --signed"),
    network: true,
    mutates: true,
  },
  ...same("fetch pull", fetching),
  branch: {
    flags: flags(
      "-d --delete, -D, -f --force, -m --move, -M, -c --copy, -C, -r --remotes, -a --all, -l --list, --show-current, -v -vv --verbose, -q --quiet, --edit-description, --unset-upstream, -i --ignore-case, --create-reflog, --no-track, --recurse-submodules, --omit-empty, --no-column",
    ),
    values: taking("-u --set-upstream-to, --sort, --points-at, --format"),
    optional: taking("-t --track, --contains, --no-contains, --merged, --no-merged, --color, --abbrev, --column"),
    forms: [
      { when: { any: ["-a", "-l", "-r", "--show-current", "-v", "--contains", "--merged"] }, mutates: false },
      { when: { max: 0 }, mutates: false },
      { when: { has: ["-D"] }, act: "git-history/branch-removal" },
      { when: { has: ["-d", "-f"] }, act: "git-history/branch-removal" },
      { when: { any: ["-M", "-C"], min: 2 }, act: "git-history/move-branch" },
    ],
    mutates: true,
  },
  tag: {
    flags: flags(
      "-a --annotate, -s --sign, --no-sign, -d --delete, -v --verify, -f --force, -l --list, -i --ignore-case, -e --edit, --create-reflog, --omit-empty",
    ),
    values: {
      ...taking("-m --message, -u --local-user, --sort, --format, --cleanup, --points-at, --trailer"),
      "-F --file": "read",
    },
    optional: taking("-n, --contains, --no-contains, --merged, --no-merged, --column, --color"),
    forms: [
      { when: { has: ["-l"] }, mutates: false },
      { when: { max: 0 }, mutates: false },
    ],
    mutates: true,
  },
  reflog: {
    flags: flags("-n --dry-run, --all, --single-worktree, --rewrite, --updateref, --stale-fix, -v --verbose"),
    values: taking("--expire, --expire-unreachable"),
    mutates: false,
    subcommands: {
      "expire delete drop": {
        mutates: true,
        forms: [
          { when: { has: ["-n"] }, mutates: false },
          { when: { none: ["-n"] }, act: "git-history/expiry" },
        ],
      },
    },
  },
  gc: {
    flags: flags(
      "--aggressive, --auto, -q --quiet, --no-prune, --force, --keep-largest-pack, --cruft, --no-cruft, --detach, --no-detach",
    ),
    values: taking("--max-cruft-size, --expire-to"),
    optional: taking("--prune"),
    mutates: true,
  },
  prune: {
    flags: flags("-n --dry-run, -v --verbose, --progress, --exclude-promisor-objects"),
    values: taking("--expire"),
    mutates: true,
  },
  "repack maintenance multi-pack-index commit-graph pack-refs prune-packed update-server-info pack-objects": {
    mutates: true,
  },
  "update-ref": {
    flags: flags("-d, --no-deref, --create-reflog, --stdin, -z, --batch-updates"),
    values: taking("-m"),
    mutates: true,
    forms: [
      { when: { has: ["-d"] }, act: "git-history/ref-removal" },
      {
        when: {
          none: ["-d", "--stdin"],
          operand: ["refs/heads/main", "refs/heads/master", "refs/heads/trunk"],
          min: 2,
        },
        act: "git-history/main-branch-moved",
      },
      { when: { none: ["-d", "--stdin"] }, act: "git-history/move-branch" },
    ],
  },
  "symbolic-ref": {
    flags: flags("-d --delete, -q --quiet, --short, --recurse, --no-recurse"),
    values: taking("-m"),
    forms: [
      { when: { has: ["-d"] }, act: "git-history/ref-removal" },
      { when: { max: 1, none: ["-d"] }, mutates: false },
    ],
    mutates: true,
  },
  replace: {
    flags: flags("-f --force, -d --delete, -e --edit, -g --graft, -l --list, --convert-graft-file, --raw"),
    values: taking("--format"),
    forms: [
      { when: { has: ["-l"] }, mutates: false },
      { when: { max: 0 }, mutates: false },
      { when: { min: 1, none: ["-l"] }, act: rewrites },
      { when: { has: ["--convert-graft-file"] }, act: rewrites },
    ],
    mutates: true,
  },
  "filter-branch": {
    flags: flags("-f --force, --prune-empty, --remap-to-ancestor"),
    values: {
      ...taking(
        "--setup, --env-filter, --tree-filter, --index-filter, --parent-filter, --msg-filter, --commit-filter, --tag-name-filter",
        "sh",
      ),
      ...taking("--subdirectory-filter, --original, -d, --state-branch"),
    },
    forms: [{ act: rewrites }],
    mutates: true,
  },
  "filter-repo": {
    flags: flags("--dry-run, --analyze, --force -f, --invert-paths, --use-base-name, --partial, --quiet"),
    values: taking(
      "--path, --path-glob, --path-regex, --path-rename, --paths-from-file, --subdirectory-filter, --to-subdirectory-filter, --replace-text, --replace-message, --mailmap, --strip-blobs-bigger-than, --strip-blobs-with-ids, --refs, --source, --target, --blob-callback, --commit-callback, --filename-callback, --message-callback, --name-callback, --email-callback, --refname-callback, --tag-callback, --report-dir",
    ),
    forms: [
      { when: { any: ["--dry-run", "--analyze"] }, mutates: false },
      { when: { none: ["--dry-run", "--analyze"] }, act: rewrites },
    ],
    mutates: true,
  },
  "fast-import": {
    flags: flags("--force, --quiet, --stats, --done, --allow-unsafe-features"),
    forms: [{ when: { has: ["--force"] }, act: rewrites }],
    mutates: true,
  },
  "send-pack": {
    flags: flags("--all, --dry-run, --force, --verbose, --thin, --atomic, --mirror, --stdin"),
    values: { "--receive-pack --exec": "program", "--remote": "text" },
    forms: [
      { when: { any: ["--force", "--mirror"], none: ["--dry-run"] }, act: "git-history/force-push" },
      { when: { operand: ["+*"], none: ["--dry-run"] }, act: "git-history/force-push" },
    ],
    mutates: true,
  },
  lfs: {
    flags: flags("--dry-run, -d, --force, -f, --verbose, -v, --verify-remote, --recent, --everything"),
    mutates: true,
    subcommands: {
      migrate: {
        values: taking("-I --include, -X --exclude, --above, --top, --unit, --object-map"),
        mutates: false,
        subcommands: { "import export": { mutates: true, forms: [{ act: rewrites }] } },
      },
      prune: {
        flags: flags("-d --dry-run, -f --force, --recent, --verbose, --verify-remote, --when-unverified"),
        forms: [{ when: { has: ["-f"], none: ["-d"] }, act: "git-history/expiry" }],
        mutates: true,
      },
      "ls-files status env version logs": { mutates: false },
      "install uninstall update track untrack fetch pull push checkout lock unlock dedup clone": { mutates: true },
    },
  },
  annex: {
    flags: flags("--force, --auto, --all, --json"),
    mutates: true,
    subcommands: {
      "drop dropunused dropkey": { mutates: true, forms: [{ when: { has: ["--force"] }, act: "git-history/expiry" }] },
      "forget uninit": { mutates: true, forms: [{ when: { has: ["--force"] }, act: "git-history/expiry" }] },
      "whereis info list find status": { mutates: false },
    },
  },
};
