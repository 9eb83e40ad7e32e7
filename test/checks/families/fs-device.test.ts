import { describe, expect, it } from "vitest";
import { isStorageDevice, isWindowsDevice } from "../../../src/call/devices.js";
import { familyRowsOf } from "./judging.js";

const of = (command: string): string => familyRowsOf("fs-device", command);

describe("devices by name", () => {
  it.each([
    ["/dev/sda", true],
    ["/dev/sd?", true],
    ["/dev/nvme0n1p2", true],
    ["/dev/disk/by-id/x", true],
    ["/dev/mapper/vg-lv", true],
    ["/dev/vg0/data", true],
    ["/dev/rdisk2", true],
    ["/dev/mem", true],
    ["/dev/⟦$D⟧", true],
    ["/dev/*", true],
    ["/dev/null", false],
    ["/dev/loop0", false],
    ["/dev/ttyUSB0", false],
    ["/dev/shm/x", false],
    ["/dev/dri/card0", false],
    ["/dev/tcp/h/1", false],
    ["/home/dev/sda", false],
  ])("%s: %s", (path, expected) => expect(isStorageDevice(path)).toBe(expected));
  it.each([
    ["\\\\.\\PhysicalDrive0", true],
    ["//./C:", true],
    ["C:\\x", false],
  ])("%s: %s", (path, expected) => expect(isWindowsDevice(path)).toBe(expected));
});

describe("by path", () => {
  it.each([
    ["cat x > /dev/sda", "raw-write"],
    ["cp x /dev/sdb", "raw-write"],
    ["cd /dev && echo > sda", "raw-write"],
    ["tee /dev/sdb < x", "raw-write"],
    ["shred /dev/sda", "raw-write"],
    ["ssh h 'echo > /dev/sda'", "raw-write"],
    ["echo > /dev/null", ""],
    ["dd if=/dev/sda of=mbr", ""],
    ["echo > /dev/loop0", ""],
    ["cat /dev/sda | wc -c", ""],
  ])("%s: %s", (command, rows) => expect(of(command)).toBe(rows));

  it("follows a link to the device", () => {
    const paths = { "/home/dev/app/disk": { real: "/dev/sda", exists: true } };
    expect(familyRowsOf("fs-device", "echo > disk", { paths })).toBe("raw-write");
    expect(familyRowsOf("fs-device", "echo > disk")).toBe("");
  });

  it("lets a container that is thrown away do as it likes with itself", () => {
    expect(of("docker run --rm alpine mkfs.ext4 /dev/sda1")).toBe("");
    expect(of("docker exec web mkfs.ext4 /dev/sda1")).toBe("format");
  });
});
