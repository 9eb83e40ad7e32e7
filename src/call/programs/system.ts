import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: sysctl(8), modprobe(8), rmmod(8), crontab(1), hostnamectl(1), timedatectl(1), journalctl(1),
// setenforce(8), spctl(8), auditctl(8), reg.exe, vssadmin, tmutil(8), update-alternatives(1), ldconfig(8).

const kernel = "system/kernel";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["sysctl"],
    flags: ["-a -A --all", "-n --values", "-e --ignore", "-N --names", "-q --quiet", "-b --binary", "--system", "-X"],
    values: { "-r --pattern": "text" },
    optional: { "-p --load -f": "text", "-w --write": "text" },
    mutates: "unknown",
    handler: "sysctl",
  },
  {
    names: ["modprobe"],
    flags: [
      "-r --remove",
      "-f --force",
      "-n --dry-run --show",
      "-v --verbose",
      "-q --quiet",
      "-c --showconfig",
      "-D --show-depends",
      "-a --all",
      "-R --resolve-alias",
    ],
    values: { "-d --dirname": "text", "-S --set-version": "text", "-C --config": "text" },
    forms: [
      { when: { any: ["-n", "-c", "-D", "-R"] }, harmless: true },
      { when: { any: ["-r", "-f"] }, act: kernel },
    ],
    mutates: true,
  },
  {
    names: ["rmmod", "insmod", "kextunload", "kextload", "kldunload"],
    flags: ["-f --force", "-w", "-v"],
    forms: [{ act: kernel }],
    mutates: true,
  },
  {
    names: ["modinfo", "dmesg", "lsof"],
    mutates: false,
  },
  {
    names: ["crontab"],
    flags: ["-l", "-e", "-r", "-i", "-T", "-n", "-v"],
    values: { "-u": "text", "-s": "text" },
    forms: [
      { when: { any: ["-l", "-T"] }, harmless: true },
      { when: { has: ["-r"] }, act: "system/cron" },
      { when: { none: ["-r"] }, act: "system/cron-replace" },
    ],
    mutates: true,
  },
  { names: ["atq"], mutates: false },
  { names: ["hostnamectl", "timedatectl", "localectl"], mutates: "unknown", handler: "machine-setting" },
  {
    names: ["hwclock"],
    flags: ["-r --show", "-w --systohc", "-s --hctosys", "--set"],
    forms: [{ when: { any: ["-w", "-s", "--set"] }, act: "system/clock" }],
    mutates: "unknown",
  },
  {
    names: ["journalctl"],
    flags: [
      "-f --follow",
      "-k --dmesg",
      "-e --pager-end",
      "-x --catalog",
      "-r --reverse",
      "--rotate",
      "--flush",
      "--no-pager",
      "-q --quiet",
      "--user",
      "--system",
      "-a --all",
      "--disk-usage",
      "--list-boots",
      "--no-hostname",
    ],
    values: {
      "-u --unit": "text",
      "-n --lines": "text",
      "-S --since": "text",
      "-U --until": "text",
      "-p --priority": "text",
      "-o --output": "text",
      "-g --grep": "text",
      "--vacuum-size": "text",
      "--vacuum-time": "text",
      "--vacuum-files": "text",
      "-t --identifier": "text",
    },
    optional: { "-b --boot": "text" },
    forms: [{ when: { any: ["--vacuum-size", "--vacuum-time", "--vacuum-files"] }, act: "system/logs", mutates: true }],
    mutates: false,
  },
  {
    names: ["setenforce"],
    forms: [{ when: { operand: ["0", "Permissive", "permissive"] }, act: "system/security-off" }],
    mutates: true,
  },
  { names: ["aa-teardown", "aa-disable"], forms: [{ act: "system/security-off" }], mutates: true },
  {
    names: ["spctl"],
    style: "words",
    forms: [{ when: { operand: ["--master-disable", "--global-disable", "--disable"] }, act: "system/security-off" }],
    mutates: "unknown",
  },
  {
    names: ["csrutil"],
    style: "words",
    forms: [{ when: { operand: ["disable", "clear"] }, act: "system/security-off" }],
    mutates: "unknown",
  },
  {
    names: ["auditctl"],
    flags: ["-l", "-s", "-D"],
    values: { "-e": "text", "-w": "text", "-a": "text" },
    forms: [
      { when: { has: ["-D"] }, act: "system/security-off" },
      { when: { value: { "-e": ["0"] } }, act: "system/security-off" },
    ],
    mutates: "unknown",
  },
  {
    names: ["reg", "reg.exe"],
    style: "words",
    forms: [
      { when: { operand: ["query", "export", "compare"] }, harmless: true },
      { when: { operand: ["delete"] }, act: "system/registry" },
    ],
    handler: "registry",
    mutates: "unknown",
  },
  {
    names: ["vssadmin", "wbadmin", "vssadmin.exe"],
    style: "words",
    forms: [{ when: { operand: ["delete", "resize"] }, act: "system/backups" }],
    mutates: "unknown",
  },
  {
    names: ["tmutil"],
    style: "words",
    forms: [{ when: { operand: ["delete", "deletelocalsnapshots", "disable"] }, act: "system/backups" }],
    mutates: "unknown",
  },
  {
    names: ["update-alternatives", "alternatives"],
    flags: [
      "--install",
      "--set",
      "--auto",
      "--config",
      "--display",
      "--list",
      "--query",
      "--remove",
      "--remove-all",
      "--all",
    ],
    forms: [
      { when: { any: ["--display", "--list", "--query"] }, harmless: true },
      { when: { has: ["--remove-all"] }, act: "system/libraries" },
      // A program that no package put there takes a system program's name.
      {
        when: { any: ["--install", "--set"], operand: ["/tmp/*", "/var/tmp/*", "/dev/shm/*", "/home/*", "./*"] },
        act: "persistence/system",
      },
    ],
    mutates: true,
  },
  {
    names: ["ldconfig"],
    flags: ["-p --print-cache", "-v --verbose", "-N", "-X"],
    values: { "-f": "text", "-C": "text", "-r": "text" },
    forms: [{ when: { has: ["-p"] }, harmless: true }],
    mutates: true,
  },
  {
    names: ["logrotate"],
    flags: ["-f --force", "-v --verbose"],
    values: { "-s --state": "write", "-m --mail": "text" },
    dry: ["-d --debug"],
    mutates: true,
  },
];

/** Settings that leave the kernel open, panicking or running somebody's program. */
const KERNEL_KEYS =
  /^kernel[./](?:sysrq|panic.*|randomize_va_space|core_pattern|modprobe|modules_disabled|kexec_load_disabled|dmesg_restrict|kptr_restrict|unprivileged_bpf_disabled|hotplug|poweroff_cmd|threads-max|pid_max)$|^fs[./](?:protected_.*|suid_dumpable|file-max)$|^net[./]ipv[46][./](?:icmp_echo_ignore_all|conf[./]all[./](?:rp_filter|accept_redirects|disable_ipv6))$/;

/** Whether a sysctl assignment is one of those that open or bring down the machine. */
export function isPerilousSysctl(key: string, value: string): boolean {
  if (/(?:threads-max|pid_max|file-max)$/.test(key)) return Number(value) < 4096;
  if (/randomize_va_space|protected_|dmesg_restrict|kptr_restrict|unprivileged_bpf/.test(key)) return value === "0";
  return KERNEL_KEYS.test(key);
}

export const handlers: Readonly<Record<string, Handler>> = {
  // Where Windows looks for what to start; a POSIX shell has taken the backslashes away.
  registry(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const key = words[1] ?? "";
    if (
      /^add$/i.test(words[0] ?? "") &&
      /CurrentVersion\\?(?:Run|RunOnce|RunServices)$|Winlogon$|Image File Execution Options/i.test(key)
    )
      out.act("persistence/autostart", key);
  },
  sysctl(inv, out) {
    const words = [...inv.operands, ...inv.values("-w")];
    for (const word of words) {
      const match = /^([^=]+)=(.*)$/.exec(word.text);
      if (match && isPerilousSysctl((match[1] as string).trim(), (match[2] as string).trim()))
        out.act(kernel, word.text);
    }
  },
  "machine-setting"(inv, out) {
    const verb = inv.operands.find((w) => /^set-/.test(w.text))?.text;
    if (verb !== undefined)
      out.act(verb === "set-time" || verb === "set-ntp" ? "system/clock" : "system/machine", verb);
  },
};
