import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { texts } from "./infra-shape.js";
import { joinWords } from "./join.js";
import { judgeDevices } from "./on-devices.js";
import type { ProgramSpec } from "./spec.js";

// Sources: adb(1), fastboot(1), heimdall, partclone(8), ntfsclone(8), partimage(1), fsarchiver(8), bmaptool(1), qemu-img(1),
// mtd-utils, syslinux(1), gpart(8), geli(8), gmirror(8), drbdadm(8), stratis(8), vdo(8), storcli, MegaCli, gluster(8), ceph(8).

const raw = "fs-device/raw-write";
const format = "fs-device/format";
const partition = "fs-device/partition";
const volume = "fs-device/volume";

/** Programs that copy an image to a device or restore one onto it; on files they do nothing of note. */
const copiers: readonly ProgramSpec[] = [
  {
    names: ["partclone.*", "partclone"],
    flags: [
      "-c --clone",
      "-r --restore",
      "-b --dev-to-dev",
      "-C --nocheck",
      "-N --ncurses",
      "-q --quiet",
      "-F --force",
    ],
    values: {
      ...texts("-s --source", "-d --debug", "-L --logfile"),
      "-o --output": "write",
      "-O --overwrite": "write",
    },
    mutates: true,
  },
  {
    names: ["ntfsclone"],
    flags: ["-s --save-image", "-r --restore-image", "-m --metadata", "-f --force", "--rescue"],
    values: { "-o --output": "write", "-O --overwrite": "write" },
    mutates: true,
  },
  {
    names: ["bmaptool", "bmaptool.py"],
    subcommands: { copy: { operands: { first: ["read"], rest: "write" }, values: texts("--bmap") } },
    mutates: true,
  },
  {
    names: [
      "rpi-imager",
      "etcher",
      "balena",
      "woeusb",
      "ventoy",
      "Ventoy2Disk.sh",
      "mkusb",
      "livecd-iso-to-disk",
      "usbimager",
      "syslinux",
      "extlinux",
    ],
    style: "words",
    handler: "images-to-devices",
    mutates: true,
  },
  { names: ["partimage"], subcommands: { restore: { handler: "images-to-devices" } }, mutates: "unknown" },
  { names: ["fsarchiver"], subcommands: { "restfs restdir": { handler: "images-to-devices" } }, mutates: "unknown" },
  {
    names: [
      "flash_erase",
      "flash_eraseall",
      "flashcp",
      "nandwrite",
      "ubiformat",
      "ubirmvol",
      "mtd_debug",
      "flash_unlock",
    ],
    forms: [{ when: { operand: ["/dev/*"] }, act: raw }],
    mutates: true,
  },
  {
    names: ["qemu-img"],
    subcommands: {
      convert: {
        flags: ["-c", "-p", "-q", "-n", "-U", "-W", "-C"],
        values: texts("-f", "-F", "-O", "-o", "-b", "-t", "-T", "-m", "-l", "-S", "-r"),
        operands: { rest: "read", last: "write" },
      },
      dd: { style: "words", handler: "qemu-dd" },
      create: {
        values: texts("-f", "-F", "-b", "-o"),
        flags: ["-q", "-u"],
        operands: { first: ["write"], rest: "text" },
      },
      "resize commit rebase amend": { mutates: true },
      "info check compare map measure": { mutates: false },
    },
    mutates: "unknown",
  },
];

/** Phones and boards that are connected. */
const devices: readonly ProgramSpec[] = [
  {
    names: ["adb"],
    values: texts("-s", "-t", "-H", "-P", "-L"),
    flags: ["-d", "-e", "-a"],
    subcommands: {
      shell: {
        style: "posix",
        flags: ["-n", "-t", "-T", "-x"],
        values: texts("-e"),
        operands: "text",
        handler: "adb-shell",
      },
      push: { operands: { rest: "read", last: "text" } },
      pull: {},
      reboot: {},
      sideload: {},
      "install install-multiple uninstall logcat devices connect disconnect forward reverse root unroot remount wait-for-device get-state get-serialno version help kill-server start-server tcpip usb bugreport emu pair mdns jdwp track-devices":
        {},
    },
    mutates: "unknown",
  },
  {
    names: ["fastboot"],
    values: texts("-s", "--slot", "-S", "-b", "-k"),
    flags: ["-w", "--disable-verity", "--disable-verification", "--force"],
    forms: [{ when: { has: ["-w"] }, act: format }],
    subcommands: {
      "erase format": { forms: [{ act: format }], mutates: true },
      "flash flashall update flashing oem delete-logical-partition wipe-super": {
        forms: [{ when: { operand: ["get_unlock_ability", "device-info"] }, harmless: true }, { act: raw }],
        mutates: true,
      },
      "devices getvar reboot reboot-bootloader continue help boot": {},
    },
    mutates: "unknown",
  },
  deedsOf("heimdall", { flash: raw }),
  deedsOf("odin4", { "-a": raw }),
];

/** Volumes, arrays and pools of other kinds. */
const volumes: readonly ProgramSpec[] = [
  deedsOf("gpart", { "destroy|delete": partition, "create|add": partition }),
  deedsOf("geli", { "kill|init": "fs-device/encryption" }),
  deedsOf("gmirror graid graid3 gstripe gconcat", { "destroy|clear|stop|label": volume }),
  deedsOf("drbdadm drbdsetup", { "wipe-md|create-md|del-minor|invalidate": volume }),
  deedsOf("stratis", { "pool destroy": volume, "filesystem|fs destroy": volume }),
  deedsOf("vdo", { "remove|create": volume }),
  {
    names: ["storcli", "storcli64", "perccli", "perccli64"],
    style: "words",
    forms: [{ when: { operand: ["delete", "del", "erase", "init", "initialization"] }, act: volume }],
    mutates: "unknown",
  },
  {
    names: ["megacli", "MegaCli", "MegaCli64"],
    style: "words",
    forms: [
      { when: { operand: ["-CfgClr*", "-CfgLdDel*", "-LDInit*", "-PDClear*", "-cfgclr*", "-cfglddel*"] }, act: volume },
    ],
    mutates: "unknown",
  },
  deedsOf(
    "gluster",
    { "volume delete|reset-brick|remove-brick": volume, "snapshot delete": volume },
    { flags: ["--mode=script"] },
  ),
  deedsOf(
    "ceph",
    {
      "osd pool delete|rm": volume,
      "osd purge|destroy|lost|rm": volume,
      "fs rm": volume,
      "mds rm": volume,
      "orch rm": volume,
    },
    { values: texts("-c --conf", "-n --name", "--id", "--cluster") },
  ),
  deedsOf(
    "rbd",
    { "rm|remove|del": volume, "snap purge|rm|rollback": volume, "trash purge|rm": volume },
    { values: texts("-p --pool", "--id", "-c --conf") },
  ),
  deedsOf("rados", { "rmpool|purge": volume }, { values: texts("-p --pool") }),
  deedsOf("pxctl linstor", {
    "volume|v delete": volume,
    "resource|resource-definition|rd|r delete": volume,
    "cluster wipe": volume,
  }),
  deedsOf("radosgw-admin", { "bucket|user|object rm": "infra/object-storage-delete" }),
  deedsOf("iscsiadm targetcli", { delete: volume }),
];

export const programs: readonly ProgramSpec[] = [...copiers, ...devices, ...volumes];

export const handlers: Readonly<Record<string, Handler>> = {
  // Only the devices count: which of the other words is a file of what kind differs.
  "images-to-devices"(inv, out) {
    const named = inv.words.slice(1).flatMap((w) => {
      const at = w.text.indexOf("/dev/");
      return at < 0 ? [] : [{ ...w, text: w.text.slice(at) }];
    });
    judgeDevices(named, raw, out);
  },
  "qemu-dd"(inv, out) {
    const target = inv.operands.find((w) => w.text.startsWith("of="));
    if (target) judgeDevices([{ ...target, text: target.text.slice(3) }], raw, out);
  },
  // A phone's shell is another machine's; starting it anew is how it is tested.
  "adb-shell"(inv, out) {
    if (inv.operands.length === 0 || inv.operands[0]?.text === "reboot") return;
    out.code("sh", joinWords(inv.operands), { cwd: "/", remote: { kind: "host", name: "adb" }, via: "adb shell" });
  },
};
