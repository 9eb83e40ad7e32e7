import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { texts } from "./infra-shape.js";
import type { ProgramSpec } from "./spec.js";

// Sources: restic(1), borg(1), duplicity(1), kopia.io/docs, duplicacy wiki, tarsnap(1), rdiff-backup(1), bup(1), timeshift(1), snapper(8).

const backups = "system/backups";

export const programs: readonly ProgramSpec[] = [
  deedsOf(
    "restic rustic",
    // Forgetting by a policy is everyday; without anything that is kept, it is the end of all.
    { "--unsafe-allow-remove-all": backups },
    {
      values: texts(
        "-r --repo",
        "-p --password-file",
        "--password-command",
        "-o --option",
        "--host",
        "--tag",
        "--path",
      ),
      dry: ["-n --dry-run"],
    },
  ),
  deedsOf("borg borg2", { "delete|repo-delete": backups }, { dry: ["-n --dry-run"], values: texts("-r --repo") }),
  deedsOf("borgmatic", { "delete|repo-delete": backups }, { values: texts("-c --config") }),
  deedsOf(
    "duplicity",
    { "remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full": backups },
    { dry: ["--dry-run"], flags: ["--force"] },
  ),
  deedsOf("kopia", { "snapshot|snap delete|remove|rm": backups, "repository|repo throttle": backups }),
  deedsOf("duplicacy", { prune: backups }, { dry: ["-d -dry-run"], style: "single-dash" }),
  deedsOf(
    "tarsnap",
    { "-d": backups, "--nuke": backups },
    { dry: ["--dry-run"], values: texts("-f", "--keyfile", "--cachedir") },
  ),
  deedsOf("rdiff-backup", { "--remove-older-than": backups, remove: backups }),
  deedsOf("bup", { "rm|gc": backups }, { dry: ["-n --dry-run"] }),
  deedsOf("timeshift", { "--delete": backups, "--delete-all": backups }),
  deedsOf("snapper", { "delete|remove|rm": backups }, { values: texts("-c --config") }),
  deedsOf("zfs-auto-snapshot sanoid", { "--prune-snapshots": "fs-device/volume" }),
];

export const handlers: Readonly<Record<string, Handler>> = {};
