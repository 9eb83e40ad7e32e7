import { isStorageDevice } from "../devices.js";
import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: lvm(8) and its commands, zfs(8), zpool(8), btrfs(8), mdadm(8), cryptsetup(8), dmsetup(8),
// losetup(8), mount(8), umount(8), swapoff(8), tune2fs(8), xfs_admin(8), xfs_repair(8), ntfsfix(8).

const volume = "fs-device/volume";
const encryption = "fs-device/encryption";

const lvmFlags = [
  "-f --force",
  "-y --yes",
  "-n --noudevsync",
  "-v --verbose",
  "-q --quiet",
  "-d --debug",
  "-r --resizefs",
  "-ff",
  "-a",
];
const lvmValues = {
  "-L --size": "text",
  "-l --extents": "text",
  "--reportformat": "text",
  "--config": "text",
  "-S --select": "text",
} as const;
const lvmDestroys = { flags: lvmFlags, values: lvmValues, dry: ["-t --test"], mutates: true, forms: [{ act: volume }] };

export const programs: readonly ProgramSpec[] = [
  { names: ["pvremove", "vgremove", "lvremove", "lvreduce", "vgreduce", "vgmerge", "pvmove"], ...lvmDestroys },
  {
    names: ["lvresize"],
    flags: lvmFlags,
    values: lvmValues,
    dry: ["-t --test"],
    mutates: true,
    handler: "lvresize",
  },
  {
    names: ["pvcreate"],
    flags: lvmFlags,
    values: { ...lvmValues, "-u --uuid": "text", "--restorefile": "read", "-Z --zero": "text" },
    dry: ["-t --test"],
    forms: [{ when: { operand: ["/dev/*"] }, act: volume }],
    mutates: true,
  },
  {
    names: ["lvconvert", "vgexport", "vgimport", "vgsplit", "vgcfgrestore"],
    dry: ["-t --test"],
    mutates: true,
  },
  { names: ["lvs", "vgs", "pvs", "lvdisplay", "vgdisplay", "pvdisplay", "lvscan", "vgscan", "pvscan"], mutates: false },
  {
    names: ["lvm"],
    subcommands: { "pvremove vgremove lvremove lvreduce vgreduce": lvmDestroys },
    mutates: "unknown",
  },
  {
    names: ["zfs"],
    subcommands: {
      destroy: {
        flags: ["-r", "-R", "-f", "-v", "-p", "-d"],
        dry: ["-n"],
        forms: [{ act: volume }],
        mutates: true,
      },
      rollback: { flags: ["-r", "-R", "-f"], forms: [{ act: volume }], mutates: true },
      "receive recv": {
        flags: ["-F", "-v", "-s", "-u", "-h", "-M"],
        dry: ["-n"],
        forms: [{ when: { has: ["-F"] }, act: volume }],
        mutates: true,
      },
      "list get diff holds version send": { mutates: false },
    },
    mutates: true,
  },
  {
    names: ["zpool"],
    subcommands: {
      destroy: { flags: ["-f"], forms: [{ act: volume }], mutates: true },
      labelclear: { flags: ["-f"], forms: [{ act: volume }], mutates: true },
      create: {
        flags: ["-f", "-d"],
        values: { "-o": "text", "-O": "text", "-m": "text", "-R": "text", "-t": "text" },
        dry: ["-n"],
        forms: [
          { when: { has: ["-f"] }, act: volume },
          { when: { operand: ["/dev/*"] }, act: volume },
        ],
        mutates: true,
      },
      "remove detach offline split": { dry: ["-n"], forms: [{ act: volume }], mutates: true },
      "list status get iostat history events version": { mutates: false },
    },
    mutates: true,
  },
  {
    names: ["btrfs"],
    subcommands: {
      "subvolume sub subvol": {
        subcommands: {
          "delete del": {
            flags: ["-c --commit-after", "-C --commit-each", "-v --verbose", "-R --recursive"],
            values: { "-i --subvolid": "text" },
            forms: [{ act: volume }],
            mutates: true,
          },
          "list show find-new get-default": { mutates: false },
        },
      },
      "device dev": {
        subcommands: {
          "remove delete": { forms: [{ act: volume }], mutates: true },
          "add replace": { forms: [{ act: volume }], mutates: true },
        },
      },
      check: {
        flags: ["--repair", "--init-csum-tree", "--init-extent-tree", "--force", "-p --progress", "--readonly"],
        forms: [{ when: { any: ["--repair", "--init-csum-tree", "--init-extent-tree"] }, act: volume, mutates: true }],
        mutates: false,
      },
      "rescue replace": { forms: [{ act: volume }], mutates: true },
      "filesystem fi": { mutates: "unknown" },
    },
    mutates: "unknown",
  },
  {
    names: ["mdadm"],
    flags: [
      "--zero-superblock",
      "-S --stop",
      "--fail -f --set-faulty",
      "-r --remove",
      "-C --create",
      "-D --detail",
      "-E --examine",
      "-Q --query",
      "-s --scan",
      "-A --assemble",
      "-a --add",
      "--run -R",
      "--force",
      "-v --verbose",
      "--grow -G",
      "--kill-subarray",
    ],
    values: { "-l --level": "text", "-n --raid-devices": "text", "-x --spare-devices": "text", "-c --chunk": "text" },
    forms: [
      { when: { any: ["-D", "-E", "-Q"] }, harmless: true },
      {
        when: { any: ["--zero-superblock", "-S", "--fail", "-r", "-C", "--kill-subarray"] },
        act: volume,
        mutates: true,
      },
    ],
    mutates: true,
  },
  {
    names: ["cryptsetup"],
    flags: [
      "-q --batch-mode",
      "-v --verbose",
      "-y --verify-passphrase",
      "--debug",
      "--force-password",
      "-r --readonly",
    ],
    values: {
      "-c --cipher": "text",
      "-h --hash": "text",
      "-s --key-size": "text",
      "-d --key-file": "text",
      "--type": "text",
      "--header": "text",
      "-S --key-slot": "text",
      "-i --iter-time": "text",
      "--pbkdf": "text",
      "--label": "text",
    },
    subcommands: {
      "luksFormat luksformat format": { mutates: true, handler: "crypt-format" },
      "erase luksErase luksKillSlot luksRemoveKey luksHeaderRestore": { mutates: true, handler: "crypt-format" },
      "reencrypt luksChangeKey": { mutates: true, handler: "crypt-format" },
      "status luksDump isLuks luksUUID benchmark": { mutates: false },
    },
    mutates: "unknown",
  },
  {
    names: ["dmsetup"],
    subcommands: {
      "remove remove_all wipe_table clear": { forms: [{ act: volume }], mutates: true },
      "ls info status table deps targets version": { mutates: false },
    },
    mutates: "unknown",
  },
  {
    names: ["losetup"],
    flags: ["-a --all", "-D --detach-all", "-f --find", "-l --list", "-P --partscan", "-r --read-only", "--show"],
    values: { "-d --detach": "text", "-j --associated": "text", "-o --offset": "text", "--sizelimit": "text" },
    mutates: "unknown",
  },
  {
    names: ["mount"],
    flags: [
      "-a --all",
      "-r --read-only",
      "-w --rw",
      "-v --verbose",
      "-l --show-labels",
      "-B --bind",
      "-M --move",
      "-R --rbind",
    ],
    values: { "-t --types": "text", "-o --options": "text", "-L --label": "text", "-U --uuid": "text" },
    forms: [
      { when: { max: 0, none: ["-a"] }, harmless: true },
      { when: { has: ["-M"] }, act: "system/unmount" },
    ],
    mutates: true,
  },
  {
    names: ["umount"],
    flags: ["-a --all", "-f --force", "-l --lazy", "-R --recursive", "-v --verbose", "-n --no-mtab", "-r --read-only"],
    values: { "-t --types": "text", "-O --test-opts": "text" },
    forms: [
      { when: { has: ["-a"] }, act: "system/unmount" },
      {
        when: { operand: ["/", "/usr", "/var", "/home", "/boot", "/etc", "/proc", "/sys", "/dev"] },
        act: "system/unmount",
      },
    ],
    mutates: true,
  },
  { names: ["swapoff", "swapon", "fstrim", "fsfreeze"], mutates: true },
  {
    names: ["tune2fs", "xfs_admin", "e2label", "fatlabel", "ntfslabel", "resize2fs", "btrfstune", "e2image"],
    mutates: true,
  },
  { names: ["dumpe2fs", "xfs_info", "e2freefrag", "xfs_db", "filefrag"], mutates: false },
  {
    names: ["debugfs"],
    flags: ["-w", "-c", "-V"],
    values: { "-R": "text", "-f": "read", "-b": "text" },
    forms: [{ when: { has: ["-w"], operand: ["/dev/*"] }, act: "fs-device/wipe", mutates: true }],
    mutates: false,
  },
  {
    names: ["xfs_repair", "reiserfsck", "ntfsfix"],
    flags: ["-L", "-f", "-v", "-d", "-e", "--rebuild-tree", "--rebuild-sb"],
    dry: ["-n"],
    forms: [{ when: { any: ["-L", "--rebuild-tree", "--rebuild-sb"] }, act: volume }],
    mutates: true,
  },
];

/** Formats or unlocks for good the device that is the first operand after the action's own. */
const cryptFormat: Handler = (inv, out) => {
  const device = inv.operands[0];
  if (!device) return;
  const { abs } = out.path(device);
  if (!device.known || (abs !== null && (isStorageDevice(abs) || abs.startsWith("/dev/")))) {
    out.act(encryption, device.text);
  } else out.effect({ kind: "write", path: out.path(device), how: "inplace" });
};

export const handlers: Readonly<Record<string, Handler>> = {
  "crypt-format": cryptFormat,
  lvresize(inv, out) {
    // Either option alone may shrink; the form holds only when both are given.
    const shrinks = inv.options.some((o) => (o.name === "-L" || o.name === "-l") && o.value?.text.startsWith("-"));
    if (shrinks) out.act(volume, inv.operands.map((w) => w.text).join(" "));
  },
};
