import type { PathRef } from "../../call/effect.js";
import type { Case } from "../case.js";
import { onlyAdds } from "../changes.js";
import { inThrowaway, upstream } from "../flow.js";
import type { NamedCommand } from "../named-command.js";
import type { Change } from "../sorted-effects.js";
import type { Family, FamilyRow, Hit } from "./family.js";

type Deed = Omit<FamilyRow, "preset" | "severity"> & Partial<Pick<FamilyRow, "preset">>;
const row = (deed: Deed): FamilyRow => ({ preset: "standard", severity: "deny", ...deed });

export const system: Family = {
  name: "system",
  summary:
    "The machine as a whole: halting it, fork bombs, killing everything, breaking accounts, firewall, network, libraries, kernel, start-up and cron. Ordinary process and service control is let through.",
  rows: [
    row({
      id: "system/halt",
      message: "This halts, restarts or suspends the machine.",
      suggestion: "Ask the user to do it; to restart a service, use `systemctl restart nginx`.",
      examples: {
        match: ["shutdown -h now", "sudo reboot", "systemctl poweroff", "echo b > /proc/sysrq-trigger"],
        not_match: ["shutdown -c", "systemctl restart nginx", "grep reboot notes.txt"],
      },
    }),
    row({
      id: "system/fork-bomb",
      message: "This starts processes without end until the machine stands still.",
      suggestion: "Start a known number of processes (`seq 4 | xargs -P 4 -n 1 echo`).",
      examples: { match: [":(){ :|:& };:", "f(){ f & f & }; f"], not_match: ["f(){ echo hi; }; f"] },
    }),
    row({
      id: "system/kill-everything",
      message: "This kills processes of the whole session, user or machine.",
      suggestion: "Name the one process: `pgrep -fl node`, then `kill 1234`; by port, `fuser -k 3000/tcp`.",
      examples: {
        match: ["kill -9 -1", "pkill -u dev", "killall5", "pkill -9 sshd"],
        not_match: ["kill 1234", "pkill -f node", "killall node", "kill %1"],
      },
    }),
    row({
      id: "system/services",
      message: "This stops a service on which logins, the network, logs or the machine's protection stand.",
      suggestion:
        "Look with `systemctl status sshd`; ask the user to stop it. Services of the project can be restarted.",
      examples: {
        match: ["systemctl stop sshd", "sudo systemctl disable --now NetworkManager", "service cron stop"],
        not_match: ["systemctl status sshd", "systemctl restart nginx", "sudo systemctl stop postgresql"],
      },
    }),
    row({
      id: "system/accounts",
      message: "This removes, locks or changes a user account of the machine.",
      suggestion: "Look with `getent passwd dev`, and ask the user to change accounts.",
      examples: {
        match: ["userdel -r alice", "passwd -d root", "usermod -L dev", "echo x >> /etc/passwd"],
        not_match: ["cat /etc/passwd", "passwd -S dev", "getent passwd dev"],
      },
    }),
    row({
      id: "system/firewall",
      message: "This drops, opens or closes the machine's firewall.",
      suggestion: "Look with `iptables -L -n` or `ufw status`, and ask the user to change the rules.",
      examples: {
        match: ["iptables -F", "ufw disable", "nft flush ruleset", "iptables -P INPUT DROP"],
        not_match: ["iptables -L -n", "ufw status", "nft list ruleset"],
      },
    }),
    row({
      id: "system/network",
      message: "This takes the machine off the network.",
      suggestion: "Look with `ip addr` or `nmcli device status`, and ask the user to change the network.",
      examples: {
        match: ["ip link set eth0 down", "nmcli networking off"],
        not_match: ["ip addr", "nmcli device status"],
      },
    }),
    row({
      id: "system/libraries",
      message: "This changes libraries that every program of the machine loads.",
      suggestion: "Point at a library for one program (`LD_LIBRARY_PATH=./lib ./app`), or ask the user.",
      examples: {
        match: ["echo /tmp/x.so > /etc/ld.so.preload", "ln -sf x.so /lib/x86_64-linux-gnu/libc.so.6"],
        not_match: ["ldconfig -p", "LD_LIBRARY_PATH=./lib ./app"],
      },
    }),
    row({
      id: "system/break-libraries",
      message: "This removes packages without which the system does not work.",
      suggestion: "Look with `apt-cache rdepends libc6`, and ask the user.",
      examples: {
        match: ["apt-get purge -y libc6", "rpm -e --nodeps glibc", "pacman -Rdd glibc"],
        not_match: ["apt-get remove -y nginx", "apt-get purge --simulate libc6", "apt-cache rdepends libc6"],
      },
    }),
    row({
      id: "system/kernel",
      message: "This changes the running kernel: its drivers, or settings that protect it.",
      suggestion: "Look with `lsmod` or `sysctl -a`, and ask the user.",
      examples: {
        match: ["rmmod nvme", "sysctl -w kernel.randomize_va_space=0", "insmod ./x.ko"],
        not_match: ["lsmod", "sysctl -w vm.max_map_count=262144", "modprobe -n -v kvm"],
      },
    }),
    row({
      id: "system/boot",
      message: "This changes how the machine starts and can leave it unable to.",
      suggestion: "Look with `efibootmgr -v`, and ask the user.",
      examples: { match: ["efibootmgr -b 0001 -B", "grub-install /dev/sda"], not_match: ["efibootmgr -v"] },
    }),
    row({
      id: "system/security-off",
      message: "This switches a protection of the machine off.",
      suggestion: "Look with `getenforce`, and ask the user.",
      examples: { match: ["setenforce 0", "spctl --master-disable"], not_match: ["getenforce", "setenforce 1"] },
    }),
    row({
      id: "system/cron",
      message: "This removes every scheduled job of the user.",
      suggestion: "Look with `crontab -l`, and ask the user to remove the one job.",
      examples: { match: ["crontab -r"], not_match: ["crontab -l"] },
    }),
    row({
      id: "system/cron-replace",
      message: "This replaces the user's scheduled jobs and makes something run by itself.",
      suggestion: "Look with `crontab -l`, write the job into a file of the project, and ask the user to install it.",
      examples: { match: ["crontab jobs.txt", "echo '* * * * * x' | crontab -"], not_match: ["crontab -l"] },
    }),
    row({
      id: "system/unmount",
      message: "This takes file systems away that the machine or the user's work stands on.",
      suggestion: "Look with `findmnt`, and unmount one directory of the project (`umount ./mnt`).",
      examples: { match: ["umount -a", "umount -l /home"], not_match: ["umount ./mnt", "findmnt"] },
    }),
    row({
      id: "system/registry",
      message: "This deletes from the Windows registry.",
      suggestion: "Look with `reg query HKCU\\Software`, and ask the user.",
      examples: { match: ["reg delete HKLM\\\\SOFTWARE /f"], not_match: ["reg query HKCU\\\\Software"] },
    }),
    row({
      id: "system/backups",
      message: "This deletes the machine's backups or snapshots.",
      suggestion: "List them with `vssadmin list shadows` or `tmutil listbackups`, and ask the user.",
      examples: { match: ["vssadmin delete shadows /all"], not_match: ["vssadmin list shadows", "tmutil listbackups"] },
    }),
    row({
      id: "system/clock",
      preset: "strict",
      message: "This sets the machine's clock.",
      suggestion: "Look with `timedatectl`, and ask the user.",
      examples: { match: ["timedatectl set-time 2020-01-01"], not_match: ["timedatectl"] },
    }),
    row({
      id: "system/machine",
      preset: "strict",
      message: "This changes a setting of the whole machine.",
      suggestion: "Look with `hostnamectl`, and ask the user.",
      examples: { match: ["hostnamectl set-hostname x"], not_match: ["hostnamectl"] },
    }),
    row({
      id: "system/logs",
      preset: "strict",
      message: "This deletes the machine's logs.",
      suggestion: "Read them with `journalctl -n 100`, and ask the user to delete them.",
      examples: { match: ["journalctl --vacuum-time=1s"], not_match: ["journalctl -n 100"] },
    }),
    row({
      id: "system/history",
      preset: "strict",
      message: "This deletes the record of what was typed.",
      suggestion: "Leave the history as it is; `history` shows it.",
      examples: { match: ["history -c"], not_match: ["history"] },
    }),
  ],
  judge(input, hit) {
    for (const change of input.sorted.changes) {
      if (change.kind === "chmod" || change.kind === "chown" || onlyAdds(change)) continue;
      byPath(change.path, change, input, hit);
      if (change.kind === "move") byPath(change.to, change, input, hit);
    }
    if (input.commands.some(forgets)) hit("system/history", "history -c");
    if (input.commands.some((each) => killsAll(each, input))) hit("system/kill-everything", "every process listed");
  },
  // The first process of a container is an ordinary program of its own.
  excuses: (act) => inThrowaway(act) || (act.act === "system/kill-everything" && act.remote?.kind === "container"),
};

/** Files through which a mere write, move or removal does one of the deeds. */
const PATHS: readonly { readonly pattern: RegExp; readonly row: string }[] = [
  { pattern: /^\/proc\/(?:sysrq-trigger|acpi\/sleep)$|^\/sys\/power\/(?:state|disk)$/, row: "system/halt" },
  {
    pattern: /^\/(?:private\/)?etc\/(?:passwd|shadow|group|gshadow|master\.passwd|subuid|subgid)-?$/,
    row: "system/accounts",
  },
  {
    pattern: /^\/(?:private\/)?etc\/ld\.so\.(?:preload|conf|cache)$|^\/etc\/ld\.so\.conf\.d\//,
    row: "system/libraries",
  },
  {
    pattern: /^\/(?:usr\/)?lib(?:32|64|x32)?\/(?:[a-z0-9_]+-linux-[a-z0-9]+\/)?(?:lib[^/]+\.so[^/]*|ld[-.][^/]*)$/,
    row: "system/libraries",
  },
  {
    pattern:
      /^\/proc\/sys\/kernel\/(?:panic.*|randomize_va_space|core_pattern|modprobe|modules_disabled|sysrq|hotplug)$/,
    row: "system/kernel",
  },
  {
    pattern: /^\/sys\/(?:firmware|kernel\/(?:kexec|debug)|module)\/|^\/sys\/.*\/(?:unbind|remove|delete|rescan)$/,
    row: "system/kernel",
  },
  { pattern: /^\/(?:boot|efi)\/(?:grub2?\/|efi\/|loader\/|vmlinuz|initrd|initramfs)/i, row: "system/boot" },
  { pattern: /^\/etc\/(?:fstab|crypttab|default\/grub|inittab)$/, row: "system/boot" },
  { pattern: /^\/etc\/(?:iptables|nftables|ufw|firewalld)(?:\/|\.conf|$)/, row: "system/firewall" },
  { pattern: /^\/etc\/selinux\/config$/, row: "system/security-off" },
];

/** What all of those lie in. */
const MACHINE = /^\/(?:proc|sys|private|etc|usr|lib(?:32|64|x32)?|boot|efi)\//i;

function byPath(path: PathRef, { remote }: Change, input: Case, hit: Hit): void {
  for (const abs of input.place(path, remote).paths) {
    const found = MACHINE.test(abs) ? PATHS.find((entry) => entry.pattern.test(abs)) : undefined;
    if (found) hit(found.row, path.text);
  }
}

function forgets(command: NamedCommand): boolean {
  return command.name === "history" && command.words.some((word) => /^-\w*c/.test(word));
}

const ANY_NAME = /^\^?\.?[*+]?\$?$/;

/** `ps … | xargs kill` where nothing in between picked a process by name. */
function killsAll({ name, at, command: { via } }: NamedCommand, input: Case): boolean {
  if (name !== "kill" || !via.some((each) => each === "xargs" || each === "parallel")) return false;
  const feeder = input.commands.findLast((each) => each.at < at && /^(?:xargs|parallel)$/.test(each.name));
  if (feeder?.command.stdin?.kind !== "pipe") return false;
  const before = upstream(feeder.at, input).flatMap((k) => input.commands[k] ?? []);
  return before.some(listsAll) && !before.some(picks);
}

function listsAll({ name, words }: NamedCommand): boolean {
  if (name === "ps") return words.some((word) => /^(?:-[a-zA-Z]*[eA]|-?[a-z]*[ax][a-z]*)/.test(word));
  // A pattern that every name matches.
  return name === "pgrep" && words.some((word) => ANY_NAME.test(word));
}

function picks(command: NamedCommand): boolean {
  const { name, words } = command;
  if (name === "pgrep") return !words.some((w) => ANY_NAME.test(w));
  if (/^(?:e|f|z)?grep$|^(?:rg|ag|head|tail|fzf|peco)$/.test(name))
    return !words.includes("-v") || name !== "grep" || words.length > 3;
  if (command.is("awk")) return words.some((w) => /\/.+\/|==|~|NR\s*[<>=]/.test(w.replace(/NR\s*>\s*1/, "")));
  if (name === "sed") return words.some((w) => /\/.*\/p|\/.*\/!?d/.test(w));
  return name === "ps" && words.some((w) => /^(?:-C|-p|--ppid|--pid|-q)/.test(w));
}
