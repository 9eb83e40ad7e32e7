import { isStorageDevice, isWindowsDevice } from "../../call/devices.js";
import type { PathRef } from "../../call/effect.js";
import type { Case } from "../case.js";
import { inThrowaway } from "../flow.js";
import type { Change } from "../sorted-effects.js";
import type { Family, FamilyRow } from "./family.js";

type Deed = Omit<FamilyRow, "preset" | "severity">;
const row = (deed: Deed): FamilyRow => ({ ...deed, preset: "standard", severity: "deny" });

const onFile =
  "Work on an image file instead (`mkfs.ext4 disk.img`), or ask the user to do this on the device themselves.";

export const fsDevice: Family = {
  name: "fs-device",
  summary:
    "Storage itself: writing to raw block devices, formatting, partitioning, and destroying volumes, pools and arrays. Looking at devices, image files, loop devices and the harmless nodes such as `/dev/null` are let through.",
  rows: [
    row({
      id: "fs-device/raw-write",
      message: "This writes straight to a storage device and destroys what is on it.",
      suggestion:
        "Write to an image file (`dd if=/dev/zero of=disk.img bs=1M count=64`), or ask the user to write the device.",
      examples: {
        match: ["dd if=/dev/zero of=/dev/sda", "cat /dev/zero > /dev/nvme0n1"],
        not_match: [
          "dd if=/dev/zero of=disk.img bs=1M count=64",
          "echo hi > /dev/null",
          "dd if=/dev/sda of=mbr.img count=1",
        ],
      },
    }),
    row({
      id: "fs-device/format",
      message: "This formats a device: everything on it is lost.",
      suggestion: onFile,
      examples: {
        match: ["mkfs.ext4 /dev/sda1", "mkfs -t xfs /dev/vdb", "diskutil eraseDisk JHFS+ X disk2"],
        not_match: ["mkfs.ext4 disk.img", "mkfs.ext4 --help", "mke2fs -n /dev/sda1"],
      },
    }),
    row({
      id: "fs-device/partition",
      message: "This changes a device's partition table, which can make everything on it unreachable.",
      suggestion: "Show the table with `lsblk -f` or `parted /dev/sda print`, and ask the user to change it.",
      examples: {
        match: ["sgdisk --zap-all /dev/sda", "parted -s /dev/sdb mklabel gpt", "fdisk /dev/sda"],
        not_match: ["fdisk -l", "sgdisk -p /dev/sda", "parted -s disk.img mklabel gpt"],
      },
    }),
    row({
      id: "fs-device/wipe",
      message: "This erases a storage device beyond recovery.",
      suggestion: "Look at it with `lsblk -f` or `wipefs /dev/sda`, and ask the user to erase it.",
      examples: {
        match: ["wipefs -a /dev/sdb", "blkdiscard /dev/nvme0n1", "badblocks -w /dev/sdb"],
        not_match: ["wipefs /dev/sda", "wipefs -n -a /dev/sdb", "badblocks -sv /dev/sdb"],
      },
    }),
    row({
      id: "fs-device/volume",
      message: "This destroys or shrinks a volume, pool, array or snapshot with the data on it.",
      suggestion: "Look first with `lvs`, `zfs list` or `mdadm --detail /dev/md0`, and ask the user to remove it.",
      examples: {
        match: [
          "lvremove -y vg0/data",
          "zpool destroy tank",
          "zfs destroy -r tank/home",
          "mdadm --zero-superblock /dev/sdb1",
        ],
        not_match: ["lvs", "zpool status", "zfs destroy -nv tank/old", "lvextend -L +1G vg0/data"],
      },
    }),
    row({
      id: "fs-device/encryption",
      message: "This makes an encrypted device's content unreadable for good.",
      suggestion: "Look at it with `cryptsetup luksDump /dev/sda3`, and ask the user to do this.",
      examples: {
        match: ["cryptsetup luksFormat /dev/sdb2", "cryptsetup -q erase /dev/sda3"],
        not_match: ["cryptsetup luksDump /dev/sda3", "cryptsetup luksFormat vault.img"],
      },
    }),
  ],
  judge(input, hit) {
    for (const change of input.sorted.changes) {
      const path = written(change);
      if (path && isDevice(path, change, input)) hit("fs-device/raw-write", path.text);
    }
  },
  excuses: inThrowaway,
};

/** The path whose content is changed. */
function written(change: Change): PathRef | undefined {
  switch (change.kind) {
    case "write":
      return change.how === "mkdir" || change.how === "touch" ? undefined : change.path;
    case "destroy":
      return change.path;
    case "move":
      return change.to;
    default:
      return undefined;
  }
}

function isDevice(path: PathRef, { remote }: Change, input: Case): boolean {
  if (isWindowsDevice(path.text)) return true;
  if (path.abs === null) return false;
  return input.place(path, remote).paths.some(isStorageDevice) || isStorageDevice(path.abs);
}
