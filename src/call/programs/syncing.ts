import type { PathRef, Remote } from "../effect.js";
import { baseName } from "../path.js";
import type { Word } from "../word.js";
import type { Emitter, Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Programs that make one tree like another: rsync(1) 3.2, rclone(1) on local paths, unison, robocopy.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["rsync"],
    flags:
      "-v --verbose, -q --quiet, -c --checksum, -a --archive, -r --recursive, -R --relative, -b --backup, -u --update, --inplace, --append, --append-verify, -d --dirs, -l --links, -L --copy-links, -k --copy-dirlinks, -K --keep-dirlinks, -H --hard-links, -p --perms, -E --executability, -A --acls, -X --xattrs, -o --owner, -g --group, -D, -t --times, -O, -J, -S --sparse, -W --whole-file, -x --one-file-system, --existing, --ignore-existing, --remove-source-files --remove-sent-files, --delete --del, --delete-before, --delete-during, --delete-delay, --delete-after, --delete-excluded, --delete-missing-args, --ignore-errors, --force, --partial, -P, --progress, -m --prune-empty-dirs, --numeric-ids, -I --ignore-times, --size-only, -y --fuzzy, -z --compress, -C --cvs-exclude, -F, -0 --from0, -s --protect-args --secluded-args, -h --human-readable, -i --itemize-changes, --stats, -8, -4 --ipv4, -6 --ipv6, --list-only, --no-motd, --delay-updates, --mkpath, --no-perms, --no-owner, --no-group, --no-times, --safe-links, --copy-unsafe-links, --munge-links, --super, --fake-super, --old-args, --blocking-io, --open-noatime, --omit-dir-times".split(
        ", ",
      ),
    values: {
      "-e --rsh": "program",
      "--exclude-from": "read",
      "--include-from": "read",
      "--files-from": "read",
      "--password-file": "read",
      "--log-file": "append",
      "--write-batch": "write",
      "--only-write-batch": "write",
      "--read-batch": "read",
      ...taking(
        "--rsync-path, -f --filter, --exclude, --include, --backup-dir, --suffix, --bwlimit, --max-delete, --max-size, --min-size, --timeout, --contimeout, --port, -B --block-size, -T --temp-dir, --compare-dest, --copy-dest, --link-dest, --partial-dir, --chmod, --chown, --usermap, --groupmap, --out-format, --log-file-format, --info, --debug, -M --remote-option, --modify-window, --compress-level, --skip-compress, --compress-choice --zc, --checksum-choice --cc, --iconv, --address, --sockopts, --outbuf, --protocol, --stop-after, --stop-at",
      ),
    },
    dry: ["-n --dry-run", "--list-only"],
    operands: { rest: "remote-read", last: "remote-write" },
    handler: "rsync",
    mutates: true,
    network: false,
  },
  {
    names: ["rclone"],
    style: "gnu",
    flags: ["-v --verbose", "-P --progress", "-i --interactive", "-q --quiet", "--fast-list", "--checksum", "--update"],
    values: taking(
      "--config, --transfers, --checkers, --include, --exclude, --filter, --filter-from, --min-age, --max-age, --min-size, --max-size, --bwlimit, --log-level, --log-file, --backup-dir",
    ),
    dry: ["-n --dry-run"],
    subcommands: {
      "delete purge rmdirs deletefile rmdir cleanup": { handler: "rclone-delete", mutates: true, network: true },
      sync: { handler: "rclone-sync", mutates: true, network: true },
      move: { handler: "rclone-move", mutates: true, network: true },
      "copy copyto": { mutates: true, network: true, handler: "fetch-object" },
      "moveto bisync copyurl mkdir touch dedupe": { mutates: true, network: true, operands: "text" },
      "ls lsd lsl lsf lsjson size check cat tree about version config listremotes md5sum sha1sum hashsum": {
        mutates: false,
        network: true,
        operands: "text",
      },
    },
  },
];

const DELETES = [
  "--delete",
  "--delete-before",
  "--delete-during",
  "--delete-delay",
  "--delete-after",
  "--delete-excluded",
  "--delete-missing-args",
];

const rsync: Handler = (inv, out) => {
  const target = inv.operands.at(-1);
  if (!target || inv.operands.length < 2) return;
  if (inv.has(...DELETES)) {
    const there = remotePath(target, out);
    out.effect({
      kind: "delete",
      path: there.path,
      recursive: true,
      ...(there.remote ? { remote: there.remote } : {}),
    });
  }
  for (const source of inv.operands.slice(0, -1)) {
    // What a source leaves in a directory: itself, or with a slash at its end everything in it.
    const name = /(?:^|\/)\.?$|\/$/.test(source.text) ? "*" : baseName(source.text);
    const there = remotePath(
      { ...target, text: `${target.text.replace(/\/+$/, "")}/${name}`, glob: name === "*" },
      out,
    );
    out.effect({
      kind: "write",
      path: there.path,
      how: "overwrite",
      ...(there.remote ? { remote: there.remote } : {}),
    });
  }
  if (!inv.has("--remove-source-files")) return;
  for (const source of inv.operands.slice(0, -1)) {
    // With a slash at its end everything in it goes.
    const whole = source.text.endsWith("/") ? { ...source, text: `${source.text}*`, glob: true } : source;
    const from = remotePath(whole, out);
    const to = remotePath(target, out);
    out.effect({ kind: "move", path: from.path, to: to.path, ...(from.remote ? { remote: from.remote } : {}) });
  }
};

function remotePath(word: Word, out: Emitter): { path: PathRef; remote?: Remote } {
  const match = /^(?:rsync:\/\/)?((?:[^/:@]+@)?[^/:]+)(?::\d+(?=\/)|::?)(.*)$/.exec(word.text);
  if (!match) return { path: out.path(word) };
  const [, name = "", there = ""] = match;
  return {
    path: out.path({ ...word, text: there === "" ? "~" : there, tilde: there === "" || there.startsWith("~") }, null),
    remote: { kind: "host", name },
  };
}

/** A path here; `remote:path` is somebody else's matter. */
function local(word: Word | undefined): Word | undefined {
  return word && !/^[\w.-]+:/.test(word.text) ? word : undefined;
}

const rcloneDelete: Handler = (inv, out) => {
  const target = local(inv.operands[0]);
  if (!target && inv.operands[0] && /^(?:delete|purge)$/.test(inv.path[0] ?? ""))
    out.act("infra/object-storage-delete", inv.operands[0].text);
  if (target)
    out.effect({
      kind: "delete",
      path: out.path(target),
      recursive: !/^(?:deletefile|rmdir)$/.test(inv.path[0] ?? ""),
    });
};

const rcloneSync: Handler = (inv, out) => {
  const target = local(inv.operands[1]);
  if (target) out.effect({ kind: "delete", path: out.path(target), recursive: true });
  // What the source does not hold goes, without an option that says so.
  else if (inv.operands[1]) out.act("infra/object-storage-sync", inv.operands[1].text);
};

const rcloneMove: Handler = (inv, out) => {
  const source = local(inv.operands[0]);
  const target = inv.operands[1];
  if (source && target) out.effect({ kind: "move", path: out.path(source), to: out.path(target) });
};

export const handlers: Readonly<Record<string, Handler>> = {
  rsync,
  "rclone-delete": rcloneDelete,
  "rclone-sync": rcloneSync,
  "rclone-move": rcloneMove,
};
