import { deedsOf } from "./deed-table.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { judgeDevices } from "./on-devices.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Less usual programs that wipe devices, open files to everybody, or leave the machine without what it starts from:
// sg3_utils(8), bcache(8), flashrom(8), mtd of OpenWrt, tune2fs(8), fio(1), sedutil-cli(8), chcon(1), semanage(8),
// nfs4_setfacl(1), update-initramfs(8), nvram(8), mokutil(1), atrm(1).

const raw = "fs-device/raw-write";
const format = "fs-device/format";
const wipe = "fs-device/wipe";
const volume = "fs-device/volume";
const partition = "fs-device/partition";
const boot = "system/boot";
const open = "system/security-off";

/** A deed where one of these options is given and a word names a device. */
const onDevice = (names: string, any: readonly string[], act: string): ProgramSpec => ({
  names: names.split(" "),
  flags: [...any],
  forms: [{ when: { any: [...any], operand: ["/dev/*"] }, act }],
  mutates: true,
});

const devices: readonly ProgramSpec[] = [
  { names: ["sg_dd", "sgp_dd", "sgm_dd", "ddpt"], style: "words", handler: "dd", mutates: true },
  { names: ["sg_write_buffer", "sg_wr_mode", "sg_reassign"], handler: "wipe-device", mutates: true },
  onDevice("make-bcache", ["-B", "-C", "--wipe-bcache", "--bdev", "--cache"], format),
  deedsOf("bcachefs", { "format|fsck": format, "device remove|evacuate": volume, "subvolume delete": volume }),
  deedsOf("bcache bcache-tools", { "make|unregister": format }),
  { names: ["jfs_mkfs", "mkfs_jfs", "xfs_mkfile"], handler: "mkfs", mutates: true },
  {
    names: ["flashrom"],
    flags: ["-E --erase", "-f --force", "-V --verbose", "-n --noverify"],
    values: { "-w --write": "text", "-r --read": "write", "-v --verify": "text", ...taking("-p, -c, -l, -i, -o") },
    forms: [{ when: { any: ["-E", "-w"] }, act: raw, mutates: true }],
    mutates: "unknown",
  },
  {
    // OpenWrt's; the first word says what is done.
    names: ["mtd"],
    subcommands: { "erase write unlock fixtrx fixseama resetbc": { forms: [{ act: raw }], mutates: true } },
    mutates: "unknown",
  },
  { names: ["sysupgrade"], dry: ["-T --test", "-l"], forms: [{ act: raw }], mutates: true },
  { names: ["firstboot", "jffs2reset"], forms: [{ act: format }], mutates: true },
  onDevice("tune2fs", ["-O", "-U", "-I", "-J", "-Q"], volume),
  onDevice("xfs_admin", ["-U", "-c", "-j", "-O"], volume),
  onDevice("btrfstune", ["-u", "-U", "-m", "-M", "-S"], volume),
  onDevice("e2image", ["-I"], raw),
  { names: ["resize2fs"], forms: [{ when: { operand: ["/dev/*"], min: 2 }, act: volume }], mutates: true },
  onDevice("dmraid", ["-E", "-x", "-R", "--erase_metadata"], volume),
  {
    names: ["lvconvert", "vgcfgrestore"],
    flags: ["--merge", "--splitcache", "--uncache", "-f --force"],
    forms: [{ when: { any: ["--merge", "-f"] }, act: volume }],
  },
  {
    names: ["sedutil-cli", "sedutil"],
    style: "words",
    forms: [
      { when: { operand: ["--revert*", "--PSIDrevert*", "--yesIreally*", "--erase*", "--genericErase*"] }, act: wipe },
    ],
    mutates: "unknown",
  },
  {
    names: ["gpt"],
    subcommands: {
      "destroy remove create recover": {
        forms: [{ when: { operand: ["/dev/*", "disk?*", "rdisk?*"] }, act: partition }],
        mutates: true,
      },
    },
    mutates: "unknown",
  },
  { names: ["growpart"], dry: ["-N --dry-run"], forms: [{ act: partition }], mutates: true },
  { names: ["fio"], style: "words", handler: "fio", mutates: "unknown" },
  onDevice("f3probe", ["--destructive", "-n"], wipe),
  {
    names: ["veracrypt", "truecrypt"],
    flags: ["-c --create", "-t --text", "--non-interactive"],
    forms: [{ when: { has: ["-c"], operand: ["/dev/*"] }, act: format }],
    mutates: "unknown",
  },
  {
    names: ["systemd-cryptenroll"],
    values: { "--wipe-slot": "text" },
    forms: [{ when: { has: ["--wipe-slot"] }, act: "fs-device/encryption" }],
    mutates: true,
  },
  { names: ["vmkfstools"], flags: ["-U --deletevirtualdisk"], forms: [{ when: { has: ["-U"] }, act: volume }] },
  {
    names: ["VBoxManage", "vboxmanage"],
    subcommands: { closemedium: { flags: ["--delete"], forms: [{ when: { has: ["--delete"] }, act: volume }] } },
    mutates: "unknown",
  },
];

const permissions: readonly ProgramSpec[] = [
  { names: ["nfs4_setfacl"], flags: ["-R"], values: taking("-a, -A, -s, -S, -x, -X, -m"), handler: "nfs4-acl" },
  {
    names: ["chcon"],
    flags: ["-R --recursive", "-h --no-dereference", "-v --verbose"],
    values: taking("-u --user, -r --role, -t --type, -l --range, --reference"),
    handler: "context-of",
    mutates: true,
  },
  deedsOf("semanage", { permissive: open }),
  {
    names: ["semodule"],
    flags: ["-l --list", "-B --build"],
    values: taking("-d --disable, -r --remove, -i --install, -e --enable"),
    forms: [{ when: { any: ["-d", "-r"] }, act: open }],
    mutates: "unknown",
  },
  deedsOf("aa-complain apparmor_parser", { "-R --remove": open }),
];

const machine: readonly ProgramSpec[] = [
  { names: ["update-initramfs"], flags: ["-d", "-c", "-u", "-v"], values: taking("-k, -b"), handler: "initramfs" },
  { names: ["grubby"], values: taking("--remove-kernel"), forms: [{ when: { any: ["--remove-kernel"] }, act: boot }] },
  deedsOf("kernel-install bootctl", { "remove|unlink": boot }),
  {
    names: ["nvram"],
    style: "words",
    forms: [{ when: { operand: ["-c", "-d"] }, act: boot }],
    mutates: "unknown",
  },
  {
    names: ["mokutil"],
    flags: ["--disable-validation", "--reset"],
    forms: [{ when: { any: ["--disable-validation"] }, act: open }],
  },
  // Every job that waits, whoever put it there.
  { names: ["atrm"], style: "words", handler: "at-remove", mutates: true },
  {
    names: ["mount"],
    forms: [{ when: { operand: ["/"], value: { "-o": ["*remount*ro*", "*ro*remount*"] } }, act: "system/unmount" }],
  },
];

export const programs: readonly ProgramSpec[] = [...devices, ...permissions, ...machine];

function text(inv: Invocation): string {
  return inv.words
    .slice(1)
    .map((w) => w.text)
    .join(" ");
}

/** For the judgment by place, another's rules for a file are a change of its mode. */
function changed(inv: Invocation, out: Emitter, mode: string, files = inv.operands): void {
  for (const word of files) out.effect({ kind: "chmod", path: out.path(word), recursive: inv.has("-R"), mode });
}

export const handlers: Readonly<Record<string, Handler>> = {
  /** fio(1) writes over what `--filename` names, unless the pattern only reads. */
  fio(inv, out) {
    if (!/--(?:rw|readwrite)[= ](?:rand)?(?:write|rw|trim|readwrite)/.test(text(inv))) return;
    const files = inv.words.flatMap((w) => {
      const at = /^--filename=/.test(w.text) ? w.text.slice("--filename=".length) : undefined;
      return at === undefined ? [] : at.split(":").map((path) => ({ ...w, text: path }));
    });
    judgeDevices(files, raw, out);
  },
  "nfs4-acl"(inv, out) {
    const [, ...rest] = inv.operands;
    const files = inv.options.some((o) => o.value !== undefined) ? inv.operands : rest;
    changed(inv, out, /EVERYONE@:[a-zA-Z]*[wWaCoRX]/.test(text(inv)) ? "o+w" : "acl", files);
  },
  "context-of"(inv, out) {
    const byOption = inv.options.some((o) => o.value !== undefined);
    changed(inv, out, "context", byOption ? inv.operands : inv.operands.slice(1));
  },
  initramfs(inv, out) {
    if (inv.has("-d")) out.act(boot, text(inv));
  },
  "at-remove"(inv, out) {
    const all = inv.operands.find((w) => (!w.known && /\batq\b|\bat -l/.test(w.text)) || w.glob);
    if (all) out.act("system/cron", all.text);
  },
};
