// Names from the kernel's admin-guide/devices.txt, udev's /dev/disk links, macOS hdiutil(1), FreeBSD da(4).
const BLOCK =
  /^\/dev\/(?:sd[a-z*?[⟦]|sg\d|bsg\/|hd[a-z*?[⟦]|vd[a-z*?[⟦]|xvd[a-z*?[⟦]|nvme|mmcblk|r?disk(?:\d|[*?[⟦]|\/)|mapper\/(?!control$)|md(?:\d|\/|[*?[⟦])|dm-|sr\d|cdrom|mtd|nbd|bcache|zd\d|zvol\/|drbd|pmem|fd\d|dasd|ada\d|da\d|nvd\d|wd\d|vg|block\/|root$)/;
/** Memory, firmware and ports: a write is no less fatal. */
const MEMORY = /^\/dev\/(?:k?mem|port|nvram|mtd)/;
/** Directories of `/dev` whose nodes are no volumes: what is two levels deep elsewhere is `volume group/volume`. */
const NO_VOLUMES =
  /^\/dev\/(?:shm|pts|fd|snd|input|dri|bus|net|usb|char|mqueue|hugepages|cpu|vfio|serial|tcp|udp|v4l|loop|dma_heap|infiniband|cuse|vhost-[a-z]+|lightnvm|watchdog\d*)(?:\/|$)/;
const VOLUME = /^\/dev\/[^/]+\/[^/]+$/;
/** A whole `/dev/*` or a name that cannot be known inside `/dev`. */
const ANY = /^\/dev\/[*?[⟦]/;

/**
 * Whether an absolute path names storage itself rather than a file on it. Loop devices stand on
 * ordinary files and do not count.
 */
export function isStorageDevice(abs: string): boolean {
  if (!abs.startsWith("/dev/")) return false;
  return BLOCK.test(abs) || MEMORY.test(abs) || ANY.test(abs) || (VOLUME.test(abs) && !NO_VOLUMES.test(abs));
}

/** A raw device in Windows' own naming: `\\.\PhysicalDrive0`, `\\.\C:`. */
export function isWindowsDevice(text: string): boolean {
  return /^[\\/]{2}[.?][\\/](?:PhysicalDrive\d|[A-Za-z]:$|Harddisk|CdRom\d)/i.test(text);
}
