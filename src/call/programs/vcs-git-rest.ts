import { flags, same } from "./entry.js";
import type { CommandSpec, Role } from "./spec.js";
import { taking } from "./wrapper.js";

// Subcommands of git 2.51 that look, record, or run other programs.

const diffFlags = flags(
  "-p -u --patch, -s --no-patch, --raw, --stat, --numstat, --shortstat, --dirstat, --summary, --name-only, --name-status, --check, -q --quiet, -w --ignore-all-space, -b --ignore-space-change, --cached --staged, --no-index, --ext-diff, --no-ext-diff, --textconv, --no-textconv, --exit-code, -z, --full-index, --binary, -a --text, -R, --follow, --all, --oneline, --graph, --no-merges, --merges, --first-parent, --reverse, --no-color, --word-diff, -i --regexp-ignore-case, -E --extended-regexp, -F --fixed-strings, --branches, --tags, --remotes, --cc, -c, -m, -t, -r, --root, --topo-order, --date-order, --show-signature, --merge-base, --no-prefix, --function-context -W, --no-renames, --minimal, --patience, --histogram, --walk-reflogs -g, --boundary, --left-right, --cherry-pick, --cherry, --no-walk, --source",
);
const diffValues: Record<string, Role> = {
  ...taking(
    "-n --max-count, --skip, --since --after, --until --before, --author, --committer, --grep, -S, -G, -L, -O, --date, --diff-filter, --inter-hunk-context, --src-prefix, --dst-prefix, --line-prefix, --diff-algorithm, --find-object, --encoding, --format",
  ),
  "--output": "write",
};
const diffOptional = taking(
  "-U --unified, --pretty, --color, --abbrev, -M --find-renames, -C --find-copies, -B --break-rewrites, --decorate, --ignore-submodules, --submodule, --color-moved, --ws-error-highlight, -X, --stat-width, --notes, --show-notes, --glob, --exclude",
);
const looks: CommandSpec = { flags: diffFlags, values: diffValues, optional: diffOptional, mutates: false };
const running: CommandSpec = { style: "posix", operands: "command", mutates: "unknown" };

export const rest: Record<string, CommandSpec> = {
  instaweb: { values: { "-d --httpd": "program", ...taking("-b --browser, -p --port") } },
  // Of git-extras and git-machete, which many have.
  "delete-branch delete-squashed-branches": { forms: [{ act: "git-history/branch-removal" }], mutates: true },
  obliterate: { forms: [{ act: "git-history/rewrite" }], mutates: true },
  machete: {
    subcommands: {
      "delete-unmanaged": {
        flags: ["-y --yes"],
        forms: [{ when: { has: ["-y"] }, act: "git-history/branch-removal" }],
        mutates: true,
      },
    },
  },
  ...same("log diff show whatchanged annotate diff-tree diff-files diff-index rev-list range-diff shortlog", looks),
  blame: {
    ...looks,
    values: { ...diffValues, "-L": "text", "--contents": "read", "--ignore-rev": "text", "--ignore-revs-file": "read" },
  },
  "cat-file": {
    flags: flags("-t, -s, -e, -p, --textconv, --filters, --batch-all-objects, --unordered, --buffer, -z"),
    values: taking("--path, --filter"),
    optional: taking("--batch, --batch-check, --batch-command"),
    mutates: false,
  },
  "status rev-parse ls-files ls-tree describe name-rev merge-base for-each-ref show-ref show-branch check-ignore check-attr check-ref-format count-objects fsck verify-commit verify-tag var cherry help version diff-pairs patch-id get-tar-commit-id grep-stat last-modified":
    {
      flags: flags("-s --short, -b --branch, -z, -v --verbose, -q --quiet, -m, -o, -c, -d, --all"),
      values: taking("--format, --sort, --abbrev-ref, --git-path, -x --exclude, -X --exclude-from"),
      mutates: false,
    },
  grep: {
    flags: flags(
      "--cached, --untracked, --no-index, --recurse-submodules, -v --invert-match, -i --ignore-case, -w --word-regexp, -a --text, -I, --textconv, -r --recursive, -E --extended-regexp, -G --basic-regexp, -F --fixed-strings, -P --perl-regexp, -n --line-number, --column, -h, -H, --full-name, -l --files-with-matches --name-only, -L --files-without-match, -z --null, -o --only-matching, -c --count, --heading, --break, -p --show-function, -W --function-context, --and, --or, --not, --all-match, -q --quiet",
    ),
    values: {
      ...taking(
        "-e, -A --after-context, -B --before-context, -C --context, -m --max-count, --max-depth, --threads, --color",
      ),
      "-f": "read",
    },
    optional: { "-O --open-files-in-pager": "program" },
    mutates: false,
  },
  commit: {
    flags: flags(
      "-a --all, -p --patch, --reset-author, --short, --branch, --porcelain, --long, -z --null, -s --signoff, --no-signoff, -n --no-verify, --verify, --allow-empty, --allow-empty-message, --no-post-rewrite, -i --include, -o --only, -v --verbose, -q --quiet, --dry-run, --status, --no-status, --amend, --no-edit, -e --edit, --interactive, --no-gpg-sign",
    ),
    values: {
      ...taking(
        "-C --reuse-message, -c --reedit-message, --fixup, --squash, --author, --date, -m --message, --cleanup, --trailer, --pathspec-from-file",
      ),
      "-F --file": "read",
      "-t --template": "read",
    },
    optional: taking("-u --untracked-files, -S --gpg-sign"),
    mutates: true,
  },
  ...same("merge cherry-pick revert notes am-show fmt-merge-msg", {
    flags: flags("-n, -e --edit, -x, -s --signoff, --abort, --continue, --skip, --quit, --no-commit, --no-edit, -f"),
    values: taking("-m --message --mainline, -X --strategy-option, --strategy, -F --file, --into-name, --cleanup, -C"),
    mutates: true,
  }),
  rebase: {
    flags: flags(
      "-i --interactive, --root, --continue, --skip, --abort, --quit, --edit-todo, --show-current-patch, -q --quiet, -v --verbose, -n --no-stat, --stat, --no-verify, -f --force-rebase, --no-ff, --fork-point, --no-fork-point, --autosquash, --no-autosquash, --autostash, --no-autostash, --update-refs, --signoff, -r, --keep-base, -m --merge, --apply, --reapply-cherry-picks, --committer-date-is-author-date, --reset-author-date --ignore-date",
    ),
    values: {
      ...taking("--onto, -s --strategy, -X --strategy-option, -C, --whitespace, --empty"),
      "-x --exec": "sh",
    },
    optional: taking("--rebase-merges, -S --gpg-sign"),
    forms: [{ when: { any: ["-i", "--root"] }, act: "git-history/move-branch" }],
    mutates: true,
  },
  bisect: {
    mutates: true,
    subcommands: { run: running, "start good bad new old skip reset terms view replay log help": { mutates: true } },
  },
  ...same("difftool mergetool", {
    flags: flags("-g --gui, -y --no-prompt, --prompt, -d --dir-diff, --symlinks, --no-symlinks, --tool-help"),
    values: { ...taking("-t --tool, -O"), "-x --extcmd": "program" },
    mutates: "unknown",
  }),
  "for-each-repo": { style: "posix", values: taking("--config"), flags: flags("--keep-going"), mutates: "unknown" },
  clone: {
    flags: flags(
      "-l --local, --no-hardlinks, -s --shared, -q --quiet, -v --verbose, -n --no-checkout, --bare, --mirror, --single-branch, --no-single-branch, --no-tags, --tags, --dissociate, --progress, --shallow-submodules, --remote-submodules, --reject-shallow, --sparse, --also-filter-submodules",
    ),
    values: {
      ...taking(
        "-c --config, --template, -b --branch, -o --origin, --depth, --reference, --reference-if-able, -j --jobs, --filter, --separate-git-dir, --shallow-since, --shallow-exclude, --bundle-uri, --server-option, --revision, --ref-format",
      ),
      "-u --upload-pack": "program",
    },
    optional: taking("--recurse-submodules --recursive"),
    operands: { first: ["url"], rest: "mkdir" },
    network: true,
    mutates: true,
  },
  ...same("ls-remote fetch-pack", {
    flags: flags("-h --heads --branches, -t --tags, --refs, -q --quiet, --exit-code, --get-url, --symref, --all"),
    values: { ...taking("--sort, -o --server-option, --depth"), "--upload-pack --exec": "program" },
    network: true,
    mutates: false,
  }),
  init: {
    flags: flags("-q --quiet, --bare, --shared"),
    values: taking("--template, -b --initial-branch, --separate-git-dir, --object-format, --ref-format"),
    operands: "mkdir",
    mutates: true,
  },
  archive: {
    flags: flags("-l --list, -v --verbose, --worktree-attributes"),
    values: {
      ...taking("--format, --prefix, --mtime, --add-virtual-file"),
      "-o --output": "write",
      "--remote": "url",
      "--exec": "program",
      "--add-file": "read",
    },
    mutates: false,
  },
  bundle: {
    mutates: true,
    subcommands: {
      create: { flags: flags("-q --quiet, --progress, --all"), operands: { first: ["write"] }, mutates: true },
      "verify list-heads unbundle": { operands: { first: ["read"] }, mutates: true },
    },
  },
  "format-patch": {
    ...looks,
    flags: [...diffFlags, ...flags("--stdout, --cover-letter, --thread, -k, --zero-commit, --numbered, --signoff")],
    values: {
      ...diffValues,
      ...taking("-v --reroll-count, --start-number, --suffix"),
      "-o --output-directory": "mkdir",
    },
    mutates: true,
  },
  ...same("apply am", {
    flags: flags(
      "--check, --stat, --numstat, --summary, --apply, --index, --cached, -R --reverse, --reject, -N, -3 --3way, -z, -q --quiet, -v --verbose, --abort, --continue --resolved -r, --skip, --quit, -s --signoff, -k --keep, --unsafe-paths, --allow-empty, --recount, -i --interactive",
    ),
    values: taking("-p, -C, --whitespace, --exclude, --include, --directory, --patch-format, --build-fake-ancestor"),
    operands: "read",
    mutates: true,
  }),
  config: {
    flags: flags(
      "--global, --system, --local, --worktree, --get, --get-all, --get-regexp, --get-urlmatch, --get-color, --get-colorbool, --replace-all, --add, --unset, --unset-all, --rename-section, --remove-section, -l --list, -e --edit, -z --null, --name-only, --show-origin, --show-scope, --bool, --int, --path, --bool-or-int, --no-type, --includes, --no-includes, --fixed-value, --all, --append, --regexp",
    ),
    values: taking("-f --file, --blob, -t --type, --default, --comment, --value, --url"),
    forms: [
      {
        when: {
          any: ["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l"],
          none: ["-e", "--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section"],
        },
        mutates: false,
      },
      // A key alone is shown.
      {
        when: {
          max: 1,
          noOperand: ["edit"],
          none: ["-e", "--unset", "--unset-all", "--remove-section", "--rename-section"],
        },
        mutates: false,
      },
    ],
    mutates: true,
  },
  remote: {
    mutates: true,
    flags: flags("-v --verbose, -f, --tags, --no-tags"),
    values: taking("-t, -m, --mirror"),
    subcommands: { "show get-url": { mutates: false, flags: flags("-n, --all, --push") } },
    // Without a verb it lists.
    forms: [{ when: { max: 0 }, mutates: false }],
  },
  credential: {
    mutates: false,
    subcommands: {
      fill: { mutates: false, forms: [{ act: "secrets/print-token" }] },
      "approve reject capability": { mutates: true },
    },
  },
  "credential-store credential-cache credential-manager credential-osxkeychain credential-libsecret credential-manager-core":
    {
      values: taking("--file, --socket, --timeout"),
      mutates: true,
      subcommands: {
        get: { mutates: false, forms: [{ act: "secrets/print-token" }] },
        "store erase exit configure unconfigure diagnose": { mutates: true },
      },
    },
  "send-email": {
    values: {
      ...taking("--to, --cc, --bcc, --from, --subject, --in-reply-to, --smtp-server, --smtp-server-port, --smtp-user"),
      ...taking("--sendmail-cmd, --to-cmd, --cc-cmd, --header-cmd", "program"),
    },
    dry: ["--dry-run"],
    network: true,
    mutates: true,
  },
};
