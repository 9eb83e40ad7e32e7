import type { Word } from "../word.js";
import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { flags } from "./entry.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { isBroad } from "./vcs-git-paths.js";
import { taking } from "./wrapper.js";

// Mercurial 6.9, Subversion 1.14, Jujutsu 0.30, Sapling, Breezy 3, Fossil 2.25, Perforce 2024, Darcs, repo.

const rewrite = "git-history/rewrite";
const discards = "git-history/discard-tree";
const forced = "git-history/force-checkout";

const plain: CommandSpec = { mutates: true };
const looks: CommandSpec = { mutates: false };
const always = (act: string, more: CommandSpec = {}): CommandSpec => ({ mutates: true, ...more, forms: [{ act }] });
const unless = (options: string[], act: string, more: CommandSpec = {}): CommandSpec => ({
  mutates: true,
  ...more,
  forms: [{ when: { none: options }, act }],
});
const given = (options: string[], act: string, more: CommandSpec = {}): CommandSpec => ({
  mutates: true,
  ...more,
  forms: [{ when: { any: options }, act }],
});

const mercurial: Record<string, CommandSpec> = {
  "update up checkout co goto": given(["-C"], forced, {
    flags: flags("-C --clean, -c --check, -m --merge"),
    values: taking("-r --rev, -d --date, -t --tool"),
  }),
  revert: {
    ...given(["-a"], discards, {
      flags: flags("-a --all, -C --no-backup, -i --interactive, -n --dry-run"),
      values: taking("-r --rev, -d --date, -I --include, -X --exclude"),
    }),
    handler: "whole-operands",
    dry: ["-n --dry-run"],
  },
  "purge clean": unless(["-p"], "git-history/clean", {
    flags: flags("-a --abort-on-err, --all, -i --ignored, --dirs, --files, -p --print, -0 --print0, --confirm"),
    values: taking("-I --include, -X --exclude"),
  }),
  "strip debugstrip": always(rewrite, {
    flags: flags("-f --force, --no-backup, -k --keep"),
    values: taking("-r --rev"),
  }),
  "rollback prune obsolete censor": always(rewrite, { dry: ["-n --dry-run"], flags: flags("-f --force") }),
  push: given(["-f"], "git-history/force-push", {
    flags: flags("-f --force, --new-branch, --publish"),
    values: {
      ...taking("-r --rev, -B --bookmark, -b --branch, --to"),
      "-e --ssh": "program",
      "--remotecmd": "program",
    },
    dry: ["-n --dry-run"],
    network: true,
  }),
  shelve: given(["-d", "--cleanup"], "git-history/stash-loss", {
    flags: flags("-d --delete, --cleanup, -k --keep, -l --list, -p --patch, -i --interactive, -A --addremove"),
    values: taking("-n --name, -m --message"),
  }),
  "clone pull incoming outgoing": {
    values: { ...taking("-r --rev, -u --updaterev, -b --branch, -B"), "-e --ssh": "program", "--remotecmd": "program" },
    mutates: true,
    network: true,
  },
  "status st log diff cat annotate blame heads tip id identify summary parents branches tags bookmarks files manifest grep config showconfig paths help version root":
    {
      ...looks,
      values: taking("-r --rev, -l --limit, -T --template, -c --change, -d --date, -u --user, -k --keyword"),
    },
  "commit ci add addremove remove rm rename mv copy cp graft rebase histedit amend merge resolve branch bookmark tag unshelve backout import export bundle unbundle init uncommit fold split phase evolve hide":
    { ...plain, values: taking("-m --message, -l --logfile, -r --rev, -d --date, -u --user, -s --source, -b --base") },
};

const hg: ProgramSpec = {
  names: ["hg", "chg", "sl"],
  values: { ...taking("--config, --encoding, --pager, --color"), "-R --repository": "cwd", "--cwd": "cwd" },
  flags: flags("-y --noninteractive, -q --quiet, -v --verbose, --debug, --traceback, --profile"),
  subcommands: mercurial,
  handler: "hg",
};

const svn: ProgramSpec = {
  names: ["svn"],
  flags: flags(
    "-q --quiet, -v --verbose, -R --recursive, -N --non-recursive, --force, --non-interactive, --no-auth-cache, --trust-server-cert, --ignore-externals, --parents, --keep-local, --stop-on-copy, --xml",
  ),
  values: {
    ...taking(
      "-m --message, -r --revision, -c --change, --depth, --set-depth, --username, --password, --config-dir, --config-option, --accept, --changelist --cl, -l --limit, --encoding, --with-revprop, -x --extensions",
    ),
    "-F --file": "read",
    "--targets": "read",
    "--diff-cmd": "program",
    "--diff3-cmd": "program",
    "--editor-cmd": "program",
  },
  subcommands: {
    revert: { ...given(["-R", "--targets"], discards), handler: "whole-operands" },
    cleanup: given(["--remove-unversioned", "--remove-ignored"], "git-history/clean", {
      flags: flags("--remove-unversioned, --remove-ignored, --vacuum-pristines, --include-externals"),
    }),
    "delete del remove rm": {
      mutates: true,
      forms: [
        {
          when: { operand: ["*://*/trunk", "*://*/trunk/", "*://*/branches", "*://*/tags"] },
          act: "git-history/remote-main",
        },
      ],
    },
    "status st stat log ls list info diff di blame praise annotate ann cat propget pg proplist pl help auth": looks,
    "checkout co update up commit ci add copy cp move mv ren rename switch sw merge resolve resolved mkdir import export lock unlock propset ps propdel pd propedit pe relocate upgrade patch changelist cl":
      plain,
  },
};

const jj: ProgramSpec = {
  names: ["jj"],
  values: {
    ...taking(
      "-r --revision --revisions, -m --message, --color, --config, --config-file, --config-toml, -T --template",
    ),
    ...taking("-f --from, -t --to --into, -c --changes-in, -b --bookmark, --remote, -A --insert-after, -B, -d, -s, -o"),
    "-R --repository": "cwd",
  },
  flags: flags("-i --interactive, -n --limit, -p --patch, --ignore-working-copy, --ignore-immutable, --quiet, --debug"),
  subcommands: {
    restore: { mutates: true, forms: [{ when: { max: 0, none: ["-i"] }, act: discards }] },
    abandon: always(rewrite),
    "op operation": {
      mutates: false,
      subcommands: { abandon: always("git-history/expiry"), "restore undo revert": always("git-history/move-branch") },
    },
    util: {
      mutates: true,
      subcommands: { gc: given(["--expire"], "git-history/expiry", { values: taking("--expire") }) },
    },
    git: {
      mutates: true,
      subcommands: { "push fetch clone init import export remote": { ...plain, dry: ["--dry-run"] } },
    },
    "log show diff status st evolog files file interdiff help version root": looks,
  },
};

const bzr: ProgramSpec = {
  names: ["bzr", "brz"],
  values: { ...taking("-r --revision, -m --message"), "-d --directory": "cwd" },
  flags: flags(
    "-q --quiet, -v --verbose, --force, --overwrite, --no-backup, --dry-run, --unknown, --ignored, --detritus",
  ),
  subcommands: {
    revert: { mutates: true, forms: [{ when: { max: 0 }, act: discards }], handler: "whole-operands" },
    "clean-tree": unless(["--dry-run"], "git-history/clean"),
    push: given(["--overwrite"], "git-history/force-push"),
    "status st log diff info ls annotate missing help": looks,
  },
};

const fossil: ProgramSpec = {
  names: ["fossil"],
  values: taking("-R, --repository, -m --comment, -M --message-file"),
  flags: flags("-f --force, -n --dry-run, -x --verily, --dotfiles, --temp"),
  dry: ["-n --dry-run"],
  subcommands: {
    revert: { mutates: true, forms: [{ when: { max: 0 }, act: discards }], handler: "whole-operands" },
    "clean extras-clean": always("git-history/clean"),
    "purge scrub shun": always(rewrite),
    stash: { mutates: true, subcommands: { "drop rm clear": always("git-history/stash-loss") } },
    close: given(["-f"], forced),
    "status changes timeline diff info ls cat annotate blame help version": looks,
  },
};

const p4: ProgramSpec = {
  names: ["p4"],
  values: taking("-p, -u, -P, -C, -H, -x, -c, -L"),
  style: "posix",
  subcommands: {
    obliterate: given(["-y"], rewrite, { flags: flags("-y, -a, -b, -h, -z, -p") }),
    revert: {
      flags: flags("-a, -n, -k, -w"),
      values: taking("-c"),
      mutates: true,
      forms: [{ when: { none: ["-a", "-n", "-k"], operand: ["*...*", "."] }, act: discards }],
    },
    clean: unless(["-n"], "git-history/clean", { flags: flags("-a, -d, -e, -l, -n, -m, -I") }),
    sync: given(["-f"], forced, { flags: flags("-f, -n, -k, -p, -s, -q"), dry: ["-n"] }),
    shelve: given(["-d"], "git-history/stash-loss", {
      flags: flags("-d, -f, -r, -p, -i, -a"),
      values: taking("-c, -s"),
    }),
    "opened changes files filelog diff describe info print have client where annotate": looks,
  },
};

const darcs: ProgramSpec = {
  names: ["darcs"],
  flags: flags("-a --all, --dry-run, -v, -q"),
  dry: ["--dry-run"],
  subcommands: { "revert clean": given(["-a"], discards), "obliterate unpull unrecord": given(["-a"], rewrite) },
};

const repo: ProgramSpec = {
  names: ["repo"],
  subcommands: {
    abandon: always("git-history/branch-removal", { flags: flags("--all") }),
    sync: given(["--force-remove-dirty", "--force-checkout", "--force-sync"], forced, {
      flags: flags("-f, -d --detach, --force-sync, --force-remove-dirty, --force-checkout, -l, -n, -c, -q"),
      values: taking("-j --jobs, -m, -u, -p"),
      network: true,
    }),
    forall: { style: "posix", values: { "-c --command": "sh", "-j --jobs": "text" }, mutates: "unknown" },
    "status diff list info branches overview help version manifest": looks,
  },
};

/** Operands that take in more than files: the same as an option for everything. */
const wholeOperands: Handler = (inv, out) => {
  const broad = inv.operands.find((w) => isBroad(w));
  if (broad) out.act(discards, broad.text);
  else if (inv.operands.length > 0) out.act("git-history/discard-file", inv.operands[0]?.text);
};

/** `--config alias.x=!command` and hooks given on the spot run a command. */
const hgSettings: Handler = (inv, out) => {
  for (const setting of inv.values("--config")) {
    const match =
      /^(?:alias\.[^=]+=!|hooks\.[^=]+=|ui\.(?:editor|ssh|merge)=|merge-tools\.[^=]+\.executable=|pager\.pager=|extdiff\.cmd[^=]*=)(.*)$/s.exec(
        setting.text,
      );
    const code: Word | undefined = match ? { ...setting, text: match[1] as string } : undefined;
    if (code && !code.text.startsWith("python:")) out.code("sh", code, { via: "hg", certainty: "possible" });
    const alias = /^alias\.([^=]+)=([^!].*)$/s.exec(setting.text);
    if (alias && inv.operands[0]?.text === alias[1] && inv.path.length === 0)
      out.command([plainWord("hg"), ...(alias[2] as string).split(/\s+/).map(plainWord), ...inv.operands.slice(1)]);
  }
};

export const otherSystems: readonly ProgramSpec[] = [hg, svn, jj, bzr, fossil, p4, darcs, repo];

export const otherHandlers: Readonly<Record<string, Handler>> = { "whole-operands": wholeOperands, hg: hgSettings };
