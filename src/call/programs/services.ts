import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: systemctl(1), loginctl(1), service(8), rc-update(8), chkconfig(8), launchctl(1), sc.exe.

const halt = "system/halt";
const services = "system/services";
const autostart = "persistence/autostart";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["systemctl"],
    flags: [
      "--user",
      "--system",
      "--global",
      "-a --all",
      "-q --quiet",
      "--now",
      "-f --force",
      "--no-block",
      "--no-pager",
      "-l --full",
      "--runtime",
      "--no-legend",
      "--plain",
      "-i",
      "--failed",
      "--no-ask-password",
      "--value",
      "--no-wall",
    ],
    values: {
      "-t --type": "text",
      "--state": "text",
      "-p --property": "text",
      "-n --lines": "text",
      "-o --output": "text",
      "-s --signal": "text",
      "--kill-whom --kill-who": "text",
      "-H --host": "host",
      "-M --machine": "text",
      "--root": "text",
      "--job-mode": "text",
      "--when": "text",
    },
    dry: ["--dry-run"],
    subcommands: {
      "poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep suspend-then-hibernate sleep rescue emergency exit":
        { forms: [{ act: halt }], mutates: true },
      isolate: {
        forms: [{ when: { operand: ["multi-user*", "graphical*"] }, act: services }, { act: halt }],
        mutates: true,
      },
      "start restart reload-or-restart": {
        forms: [
          {
            when: {
              operand: [
                "reboot*",
                "poweroff*",
                "halt*",
                "shutdown.target",
                "rescue*",
                "emergency*",
                "suspend*",
                "hibernate*",
              ],
            },
            act: halt,
          },
        ],
        mutates: true,
      },
      "set-default": {
        forms: [{ when: { operand: ["rescue*", "emergency*", "poweroff*", "reboot*", "halt*"] }, act: halt }],
        mutates: true,
      },
      "stop kill disable mask": { mutates: true, handler: "stop-services" },
      // A unit given by its file is put among the system's by a link.
      "enable reenable link": { forms: [{ when: { operand: ["*/*"] }, act: autostart }], mutates: true },
      "revert clean": { mutates: true },
      "status list-units list-unit-files list-timers list-sockets list-dependencies list-jobs cat show is-active is-enabled is-failed is-system-running help get-default show-environment":
        { mutates: false },
    },
    mutates: true,
  },
  {
    names: ["loginctl"],
    subcommands: {
      "poweroff reboot halt suspend hibernate": { forms: [{ act: halt }], mutates: true },
      "terminate-session terminate-user terminate-seat kill-session kill-user": {
        forms: [{ act: "system/kill-everything" }],
        mutates: true,
      },
      // A user's services are started at boot from then on.
      "enable-linger": { forms: [{ act: autostart }], mutates: true },
    },
    mutates: "unknown",
  },
  {
    names: ["service", "rc-service", "invoke-rc.d", "sv"],
    style: "words",
    mutates: "unknown",
    handler: "service",
  },
  { names: ["rc-update", "chkconfig", "update-rc.d"], style: "words", mutates: "unknown", handler: "service" },
  {
    names: ["launchctl"],
    subcommands: {
      "reboot shutdown": { forms: [{ act: halt }], mutates: true },
      "bootout unload remove disable stop kill": {
        flags: ["-w", "-F"],
        forms: [
          {
            when: {
              operand: ["/System/*", "system/com.apple.*", "system", "system/", "com.apple.*", "gui/*/com.apple.*"],
            },
            act: services,
          },
        ],
        mutates: true,
      },
      "load bootstrap submit": {
        flags: ["-w", "-F"],
        forms: [{ when: { min: 1 }, act: autostart }],
        mutates: true,
      },
      "list print print-disabled blame help": { mutates: false },
    },
    mutates: true,
  },
  {
    names: ["sc", "sc.exe"],
    style: "words",
    forms: [
      { when: { operand: ["query*", "qc", "qdescription"] }, harmless: true },
      { when: { operand: ["delete", "stop"] }, act: services },
    ],
    mutates: "unknown",
  },
];

/** Units without which nobody logs in, nothing is reached, recorded or kept out. */
const CRITICAL =
  /^(?:sshd?|systemd-[a-z-]+|networking|network|NetworkManager|wpa_supplicant|dhcpcd|dhclient|dbus(?:-broker)?|polkit|getty@?.*|gdm3?|lightdm|sddm|display-manager|firewalld|ufw|iptables|nftables|fail2ban|auditd|apparmor|rsyslog|syslog(?:-ng)?|crond?|atd|udev|resolvconf|lvm2.*|multipathd|com\.apple\..*|winlogbeat|falcon-sensor|crowdstrike|clamav-daemon|osqueryd|user@.*|init\.scope|.*\.(?:mount|slice|target))$/;

const unitName = (text: string): string => text.replace(/\.(?:service|socket|timer)$/, "");
/** Units whose absence keeps the machine awake and nothing else. */
const REST = /^(?:sleep|suspend|hibernate|hybrid-sleep|suspend-then-hibernate)\.target$/;
const isCritical = (text: string): boolean => !REST.test(text) && (CRITICAL.test(unitName(text)) || text === "*");

export const handlers: Readonly<Record<string, Handler>> = {
  "stop-services"(inv, out) {
    // A user's own units are the user's.
    if (inv.has("--user")) return;
    for (const unit of inv.operands) if (isCritical(unit.text)) out.act(services, unit.text);
  },
  service(inv, out) {
    const words = inv.operands.map((w) => w.text).filter((w) => !w.startsWith("-"));
    const stops = words.some((w) => /^(?:stop|off|del|delete|remove|disable|down|exit|force-stop)$/.test(w));
    const unit = words.find(isCritical);
    if (stops && unit !== undefined) out.act(services, unit);
  },
};
