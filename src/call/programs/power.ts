import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: shutdown(8), halt(8), init(8), kexec(8), rtcwake(8), dbus-send(1), efibootmgr(8), grub-install(8).

const halt = "system/halt";
const boot = "system/boot";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["shutdown"],
    flags: [
      "-h -P --poweroff",
      "-r --reboot",
      "-H --halt",
      "-k",
      "-c",
      "--show",
      "--no-wall",
      "-f",
      "-F",
      "-n",
      "-q",
      "-y",
    ],
    values: { "-t": "text" },
    forms: [
      { when: { any: ["-c", "-k", "--show"] }, harmless: true },
      { when: { operand: ["/a", "/\\?"] }, harmless: true },
      { act: halt },
    ],
    mutates: true,
  },
  {
    names: ["shutdown.exe"],
    style: "words",
    forms: [{ when: { operand: ["/a"] }, harmless: true }, { act: halt }],
    mutates: true,
  },
  {
    names: ["reboot", "halt", "poweroff", "pm-suspend", "pm-hibernate", "telinit", "runlevel-change"],
    flags: [
      "-f --force",
      "-w --wtmp-only",
      "-p --poweroff",
      "-n --no-sync",
      "-d --no-wtmp",
      "--no-wall",
      "--halt",
      "--reboot",
      "-q",
    ],
    forms: [
      { when: { has: ["-w"] }, harmless: true },
      { when: { operand: ["q", "Q", "u", "U"] }, harmless: true },
      { act: halt },
    ],
    mutates: true,
  },
  {
    names: ["init"],
    style: "words",
    forms: [{ when: { operand: ["0", "1", "6", "s", "S"] }, act: halt }],
    mutates: "unknown",
  },
  {
    names: ["kexec"],
    flags: ["-e --exec", "-l --load", "-u --unload", "-p --load-panic", "-f --force"],
    forms: [{ when: { any: ["-e", "-f"] }, act: halt }],
    mutates: true,
  },
  {
    names: ["rtcwake"],
    flags: ["-n --dry-run", "-a --auto", "-l --local", "-u --utc", "-v --verbose"],
    values: { "-m --mode": "text", "-s --seconds": "text", "-t --time": "text", "-d --device": "text" },
    forms: [{ when: { value: { "-m": ["no", "show", "disable", "on"] } }, harmless: true }, { act: halt }],
    dry: ["-n --dry-run"],
    mutates: true,
  },
  {
    names: ["dbus-send", "busctl", "gdbus", "qdbus"],
    style: "words",
    forms: [
      {
        when: { operand: ["*PowerOff", "*Reboot", "*Halt", "*Suspend", "*Hibernate", "*requestShutdown", "*.logout"] },
        act: halt,
      },
    ],
    mutates: "unknown",
  },
  {
    names: ["efibootmgr"],
    flags: [
      "-B --delete-bootnum",
      "-D --remove-dups",
      "-O --delete-bootorder",
      "-N --delete-bootnext",
      "-v --verbose",
      "-c --create",
      "-a --active",
    ],
    values: {
      "-b --bootnum": "text",
      "-o --bootorder": "text",
      "-n --bootnext": "text",
      "-L --label": "text",
      "-l --loader": "text",
      "-d --disk": "text",
      "-p --part": "text",
    },
    forms: [{ when: { any: ["-B", "-O", "-o", "-c", "-D"] }, act: boot, mutates: true }],
    mutates: false,
  },
  {
    names: ["grub-install", "grub2-install", "lilo", "bcdedit", "bootrec", "bless", "nvram-erase"],
    style: "words",
    forms: [
      { when: { operand: ["/enum*"] }, harmless: true },
      { when: { min: 1 }, act: boot },
    ],
    mutates: true,
  },
];

export const handlers: Readonly<Record<string, Handler>> = {};
