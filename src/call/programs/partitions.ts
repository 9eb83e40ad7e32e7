import type { Handler } from "./emit.js";
import { judgeDevices, onDevices } from "./on-devices.js";
import type { ProgramSpec } from "./spec.js";

// Sources: fdisk(8), sfdisk(8), sgdisk(8), parted(8), diskutil(8), hdiutil(1), format.com, diskpart.

const format = "fs-device/format";
const partition = "fs-device/partition";
const wipe = "fs-device/wipe";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["fdisk", "cfdisk", "gdisk", "cgdisk", "fixparts"],
    flags: ["-l --list", "-x --list-details", "-B --protect-boot", "-v -V --version", "-n --noauto-pt"],
    values: {
      "-b --sector-size": "text",
      "-c --compatibility": "text",
      "-L --color": "text",
      "-o --output": "text",
      "-s --getsz": "list",
      "-t --type": "text",
      "-u --units": "text",
      "-w --wipe": "text",
      "-W --wipe-partitions": "text",
    },
    forms: [{ when: { any: ["-l", "-x", "-s"] }, harmless: true }],
    mutates: true,
    handler: "partition-device",
  },
  {
    names: ["sfdisk"],
    flags: [
      "-A --activate",
      "-d --dump",
      "-F --list-free",
      "-g --show-geometry",
      "-G --show-pt-geometry",
      "-J --json",
      "-l --list",
      "-n --no-act",
      "-T --list-types",
      "-V --verify",
      "-f --force",
      "-a --append",
      "-b --backup",
      "-q --quiet",
      "-v --version",
      "--delete",
      "--no-reread",
      "--no-tell-kernel",
      "-r --reorder",
      "--relocate",
    ],
    values: {
      "-N --partno": "text",
      "-o --output": "text",
      "-O --backup-file": "write",
      "-u --unit": "text",
      "-X --label": "text",
      "-Y --label-nested": "text",
      "-w --wipe": "text",
      "-W --wipe-partitions": "text",
    },
    forms: [
      { when: { any: ["-d", "-F", "-g", "-G", "-J", "-l", "-T", "-V"] }, harmless: true },
      { when: { has: ["-n"] }, harmless: true },
    ],
    mutates: true,
    handler: "partition-device",
  },
  {
    names: ["sgdisk"],
    flags: [
      "-Z --zap-all",
      "-z --zap",
      "-p --print",
      "-P --pretend",
      "-v --verify",
      "-L --list-types",
      "-g --mbrtogpt",
      "-G --randomize-guids",
      "-s --sort",
      "-F --first-in-largest",
      "-E --end-of-largest",
      "-f --first-aligned-in-largest",
      "-D --display-alignment",
      "-o --clear",
      "-e --move-second-header",
      "-N --largest-new",
    ],
    values: {
      "-n --new": "text",
      "-d --delete": "text",
      "-t --typecode": "text",
      "-c --change-name": "text",
      "-i --info": "text",
      "-b --backup": "write",
      "-l --load-backup": "read",
      "-R --replicate": "text",
      "-a --set-alignment": "text",
      "-A --attributes": "text",
      "-u --partition-guid": "text",
      "-U --disk-guid": "text",
      "-h --hybrid": "text",
      "-r --transpose": "text",
      "-m --gpttombr": "text",
    },
    dry: ["-P --pretend"],
    mutates: true,
    handler: "sgdisk",
  },
  {
    names: ["parted"],
    flags: ["-l --list", "-m --machine", "-s --script", "-j --json", "-f --fix", "-v --version"],
    values: { "-a --align": "text" },
    style: "posix",
    forms: [{ when: { has: ["-l"] }, harmless: true }],
    mutates: true,
    handler: "parted",
  },
  { names: ["partprobe", "partx", "lsblk", "blkid", "findfs", "blockdev", "hwinfo", "lsscsi"], mutates: false },
  {
    names: ["diskutil"],
    subcommands: {
      "eraseDisk erasedisk eraseVolume erasevolume reformat eraseOptical": { forms: [{ act: format }], mutates: true },
      "zeroDisk zerodisk randomDisk randomdisk secureErase secureerase": { forms: [{ act: wipe }], mutates: true },
      "partitionDisk partitiondisk splitPartition mergePartitions resizeVolume addPartition": {
        forms: [{ act: partition }],
        mutates: true,
      },
      "apfs ap": {
        forms: [
          {
            when: {
              operand: ["deleteContainer", "deleteVolume", "eraseVolume", "deleteSnapshot", "deleteVolumeGroup"],
            },
            act: "fs-device/volume",
            mutates: true,
          },
          { when: { operand: ["list", "listUsers", "listSnapshots"] }, harmless: true },
        ],
      },
      "appleRAID ar coreStorage cs": {
        forms: [{ when: { operand: ["delete*", "remove*"] }, act: "fs-device/volume", mutates: true }],
      },
    },
    mutates: false,
  },
  {
    names: ["hdiutil"],
    subcommands: {
      "create convert attach detach mount unmount makehybrid resize compact verify info imageinfo": {},
      "burn erase": { forms: [{ act: wipe }] },
      partition: { forms: [{ act: partition }] },
    },
    mutates: "unknown",
  },
  {
    names: ["asr"],
    style: "words",
    forms: [{ when: { operand: ["--erase", "-erase"] }, act: format }],
    mutates: "unknown",
  },
  // Windows' own: `format D: /q`. With other words it is somebody's script.
  {
    names: ["format", "format.com"],
    style: "words",
    forms: [{ when: { operand: ["?:", "?:\\", "\\\\?\\*"] }, act: format }],
    mutates: "unknown",
  },
  { names: ["diskpart", "diskpart.exe"], style: "words", forms: [{ act: partition }], mutates: true },
];

/** Options that only look, of sgdisk. */
const SGDISK_READS = new Set(["-p", "-v", "-L", "-i", "-b", "-D", "-F", "-E", "-f", "-a"]);
/** What parted does to a disk; everything else it knows prints or asks for units. */
const PARTED_WRITES =
  /^(?:mklabel|mktable|mkpart|mkpartfs|mkfs|rm|resize|resizepart|move|cp|name|set|toggle|disk_set|disk_toggle|type|rescue)$/;

export const handlers: Readonly<Record<string, Handler>> = {
  "partition-device": onDevices(partition),
  sgdisk(inv, out) {
    if (inv.options.some((o) => !SGDISK_READS.has(o.name))) judgeDevices(inv.operands, partition, out);
  },
  parted(inv, out) {
    const [device, ...rest] = inv.operands;
    if (!device) return;
    // Without commands parted asks for them on its terminal.
    const writes = rest.length === 0 ? inv.stdin !== undefined : rest.some((w) => PARTED_WRITES.test(w.text));
    if (writes) judgeDevices([device], partition, out);
  },
};
