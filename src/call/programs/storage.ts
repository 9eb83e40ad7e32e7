import type { Emitter, Handler, Invocation } from "./emit.js";
import { judgeDevices, onDevices } from "./on-devices.js";
import type { ProgramSpec } from "./spec.js";

// Sources: mke2fs(8), mkfs.xfs(8), mkfs.fat(8), mkswap(8), newfs(8), wipefs(8), blkdiscard(8), hdparm(8),
// nvme(1), badblocks(8), sg_format(8).

const format = "fs-device/format";
const partition = "fs-device/partition";
const wipe = "fs-device/wipe";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["mkfs", "mkfs.*", "mke2fs", "mkdosfs", "mkntfs", "mkreiserfs", "mkudffs", "mkexfatfs", "mkudf"],
    flags: [
      "-F --force",
      "-f",
      "-q --quiet",
      "-Q --quick",
      "-v --verbose",
      "-c",
      "-D",
      "-j",
      "-S",
      "-K --nodiscard",
      "-p",
      "-C",
      "-I",
      "-l",
      "-V --version",
      "-h --help",
    ],
    values: {
      "-t --type": "text",
      "-L --label": "text",
      "-n": "text",
      "-b": "text",
      "-E": "text",
      "-O --features": "text",
      "-U --uuid": "text",
      "-m --metadata": "text",
      "-d --data": "text",
      "-N": "text",
      "-T": "text",
      "-s": "text",
      "-i": "text",
      "-r": "text",
      "-R": "text",
      "-M": "text",
      "-o": "text",
      "-J": "text",
      "-g": "text",
      "-G": "text",
      "-z": "text",
      "-a": "text",
      "--rootdir": "text",
    },
    forms: [{ when: { any: ["-V", "-h"], max: 0 }, harmless: true }],
    mutates: true,
    handler: "mkfs",
  },
  {
    names: ["mkswap"],
    flags: ["-c --check", "-f --force", "-q --quiet", "--lock", "--verbose"],
    values: {
      "-p --pagesize": "text",
      "-L --label": "text",
      "-v --swapversion": "text",
      "-U --uuid": "text",
      "-o --offset": "text",
      "-e --endianness": "text",
    },
    mutates: true,
    handler: "format-device",
  },
  {
    names: ["newfs", "newfs_*"],
    flags: ["-U", "-J", "-n", "-E", "-l"],
    values: { "-b": "text", "-f": "text", "-v": "text", "-L": "text", "-o": "text", "-s": "text" },
    mutates: true,
    handler: "format-device",
  },
  {
    names: ["wipefs"],
    flags: ["-a --all", "-b --backup", "-f --force", "-i --noheadings", "-J --json", "-n --no-act", "-p --parsable"],
    values: { "-o --offset": "text", "-O --output": "text", "-t --types": "text", "--lock": "text" },
    dry: ["-n --no-act"],
    forms: [{ when: { none: ["-a", "-o"] }, harmless: true }],
    mutates: true,
    handler: "wipe-device",
  },
  {
    names: ["blkdiscard", "blkzone"],
    flags: ["-f --force", "-s --secure", "-v --verbose", "-z --zeroout", "-q --quiet"],
    values: { "-o --offset": "text", "-l --length": "text", "-p --step": "text" },
    forms: [{ when: { operand: ["report", "capacity"] }, harmless: true }],
    mutates: true,
    handler: "wipe-device",
  },
  {
    names: ["hdparm"],
    flags: [
      "-I",
      "-i",
      "-t",
      "-T",
      "-g",
      "-v",
      "-C",
      "--dco-identify",
      "--dco-restore",
      "--yes-i-know-what-i-am-doing",
      "--please-destroy-my-drive",
      "--trim-sector-ranges-stdin",
    ],
    values: {
      "--security-erase": "text",
      "--security-erase-enhanced": "text",
      "--security-set-pass": "text",
      "--security-disable": "text",
      "--write-sector": "text",
      "--make-bad-sector": "text",
      "--trim-sector-ranges": "text",
      "--user-master": "text",
      "--fwdownload": "read",
    },
    forms: [
      {
        when: {
          any: [
            "--security-erase",
            "--security-erase-enhanced",
            "--security-set-pass",
            "--write-sector",
            "--make-bad-sector",
            "--trim-sector-ranges",
            "--trim-sector-ranges-stdin",
            "--dco-restore",
            "--fwdownload",
          ],
        },
        act: wipe,
        mutates: true,
      },
    ],
    mutates: false,
  },
  {
    names: ["sg_format", "sg_sanitize", "sg_unmap", "sg_write_same", "dban"],
    mutates: true,
    handler: "wipe-device",
  },
  {
    names: ["nvme"],
    subcommands: {
      format: { forms: [{ act: format }], mutates: true },
      sanitize: { forms: [{ act: wipe }], mutates: true },
      "write-zeroes write-uncor dsm write": { forms: [{ act: wipe }], mutates: true },
      "delete-ns create-ns detach-ns": { forms: [{ act: partition }], mutates: true },
    },
    mutates: false,
  },
  {
    names: ["badblocks"],
    flags: ["-w", "-n", "-s", "-v", "-f", "-X", "-B"],
    values: {
      "-b": "text",
      "-c": "text",
      "-d": "text",
      "-e": "text",
      "-i": "read",
      "-o": "write",
      "-p": "text",
      "-t": "text",
    },
    forms: [{ when: { none: ["-w"] }, harmless: true }],
    mutates: true,
    handler: "wipe-device",
  },
];

function mkfs(inv: Invocation, out: Emitter): void {
  const ext = /^(?:mke2fs|mkfs\.ext[234])$/.test(inv.name);
  // mke2fs -n shows what would be made; elsewhere -n is a label.
  if (ext && inv.words.some((w) => /^-[a-zA-Z]*n$/.test(w.text))) return;
  // Next to the device stands at most its size in blocks, or the value of an option unknown here.
  const devices = inv.operands.filter((w) => !/^\d+[kKmMgGtTs]?$/.test(w.text));
  judgeDevices(
    devices.length > 0 ? devices : inv.words.slice(1).filter((w) => w.text.startsWith("/dev/")),
    format,
    out,
  );
}

export const handlers: Readonly<Record<string, Handler>> = {
  mkfs,
  "format-device": (inv, out) => judgeDevices(inv.operands.slice(0, 1), format, out),
  "wipe-device": onDevices(wipe),
};
