import { describe, expect, it } from "vitest";
import { CWD, effectsOf } from "./harness.js";

const of = (line: string): string => effectsOf(line.split(" ")).join(", ");
const image = `inplace ${CWD}/disk.img`;

describe("formatting", () => {
  it.each([
    ["mkfs.ext4 /dev/sda1", "act fs-device/format"],
    ["mkfs -t xfs -f /dev/vdb", "act fs-device/format"],
    ["mkfs.fat -F 32 /dev/sdb1", "act fs-device/format"],
    ["mke2fs /dev/sda 4096", "act fs-device/format"],
    ["mkfs.ext4 /dev/loop0", "inplace /dev/loop0"],
    ["mkfs.ext4 disk.img", image],
    ["mkfs.ext4 -n /dev/sda", ""],
    ["mkfs.ext4 --help", ""],
    ["mkswap /dev/sda2", "act fs-device/format"],
    ["mkswap disk.img", image],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("partitions", () => {
  it.each([
    ["fdisk /dev/sda", "act fs-device/partition"],
    ["fdisk -l /dev/sda", ""],
    ["sfdisk /dev/sda", "act fs-device/partition"],
    ["sfdisk -d /dev/sda", ""],
    ["sfdisk --no-act /dev/sda", ""],
    ["sgdisk -p /dev/sda", ""],
    ["sgdisk -Z /dev/sda", "act fs-device/partition"],
    ["sgdisk --zap-all disk.img", image],
    ["sgdisk -P -Z /dev/sda", ""],
    ["parted /dev/sda print", ""],
    ["parted -s /dev/sda mklabel gpt", "act fs-device/partition"],
    ["parted /dev/sda", ""],
    ["diskutil eraseDisk JHFS+ X disk2", "act fs-device/format"],
    ["diskutil list", ""],
    ["format C:", "act fs-device/format"],
    ["format src/a.ts", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("wiping", () => {
  it.each([
    ["wipefs -a /dev/sdb", "act fs-device/wipe"],
    ["wipefs /dev/sdb", ""],
    ["wipefs -an /dev/sdb", ""],
    ["blkdiscard -f /dev/nvme0n1", "act fs-device/wipe"],
    ["badblocks -w /dev/sdb", "act fs-device/wipe"],
    ["badblocks -sv /dev/sdb", ""],
    ["hdparm --security-erase p /dev/sda", "act fs-device/wipe"],
    ["hdparm -I /dev/sda", ""],
    ["nvme sanitize /dev/nvme0", "act fs-device/wipe"],
    ["nvme list", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("volumes", () => {
  it.each([
    ["lvremove -y vg0/data", "act fs-device/volume"],
    ["lvremove --test vg0/data", ""],
    ["lvresize -L -5G vg0/data", "act fs-device/volume"],
    ["lvresize -L +5G vg0/data", ""],
    ["lvs", ""],
    ["zpool destroy tank", "act fs-device/volume"],
    ["zpool status", ""],
    ["zfs destroy -r tank/x", "act fs-device/volume"],
    ["zfs destroy -nv tank/x", ""],
    ["zfs rollback tank/x@1", "act fs-device/volume"],
    ["btrfs subvolume delete /mnt/x", "act fs-device/volume"],
    ["btrfs subvolume list /", ""],
    ["mdadm --zero-superblock /dev/sdb", "act fs-device/volume"],
    ["mdadm --detail /dev/md0", ""],
    ["cryptsetup luksFormat /dev/sdb", "act fs-device/encryption"],
    ["cryptsetup -q luksFormat disk.img", image],
    ["cryptsetup luksDump /dev/sdb", ""],
    ["umount -a", "act system/unmount"],
    ["umount ./mnt", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});
