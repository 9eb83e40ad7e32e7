import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Sources: fdupes(1), jdupes(1), rdfind(1), tmpwatch(8), tmpreaper(8), kioclient(1), unison(1), xclip(1), xsel(1), wl-copy(1), lp(1),
// fcrontab(1), incrontab(1), shorewall(8), ipfw(8), csf, xkill(1), defaults(1), gsettings(1), dconf(1), pm2, xattr(1), nmcli(1), scancel(1), xl(1).

const firewall = "system/firewall";
const autostart = "persistence/autostart";

const files: readonly ProgramSpec[] = [
  {
    names: ["fdupes", "jdupes"],
    flags: [
      "-r --recurse",
      "-d --delete",
      "-N --noprompt --no-prompt",
      "-S --size",
      "-m --summarize",
      "-q --quiet",
      "-f --omitfirst",
      "-H --hardlinks",
      "-s --symlinks",
    ],
    values: taking("-X --exclude, -G --minsize, -L --maxsize, -o --order"),
    handler: "duplicates",
    mutates: "unknown",
  },
  { names: ["rdfind"], style: "words", handler: "rdfind", mutates: "unknown" },
  {
    names: ["tmpwatch", "tmpreaper"],
    flags: [
      "-a --all",
      "-f --force",
      "-t --test",
      "-m --mtime",
      "-u --atime",
      "-c --ctime",
      "-d --nodirs",
      "-v --verbose",
      "-q --quiet",
      "-x --dirmtime",
      "--symlinks",
    ],
    values: taking("-X --exclude-pattern, --exclude, --protect, --runtime, -U --exclude-user"),
    dry: ["-t --test"],
    handler: "old-files",
    mutates: true,
  },
  {
    names: ["kioclient", "kioclient5", "kioclient6", "kde-open", "gvfs-rm", "gvfs-trash"],
    style: "words",
    handler: "kio",
    mutates: "unknown",
  },
  {
    names: ["unison"],
    style: "single-dash",
    flags: ["-batch", "-auto", "-silent", "-terse", "-perms", "-times", "-owner", "-fastcheck"],
    values: taking("-force, -prefer, -ignore, -path, -root, -ui, -logfile, -sshargs"),
    handler: "unison",
    mutates: true,
  },
];

/** What is read here is pasted, printed or sent elsewhere. */
const readers: readonly ProgramSpec[] = [
  {
    names: ["xclip"],
    style: "single-dash",
    flags: ["-i", "-in", "-o", "-out", "-f", "-filter", "-r", "-rmlastnl", "-quiet", "-silent", "-verbose"],
    values: taking("-selection, -sel, -t, -target, -d, -display, -l, -loops"),
    operands: "read",
    mutates: false,
  },
  { names: ["xsel", "wl-copy", "wl-paste", "clip", "clip.exe", "pbcopy", "pbpaste"], mutates: false },
  {
    names: ["lp", "lpr", "enscript", "a2ps", "paps", "cupsfilter"],
    values: taking("-d, -P, -n, -o, -t, -h, -H, -p, -q, -#"),
    operands: "read",
    mutates: false,
  },
  {
    names: ["keytool"],
    style: "single-dash",
    forms: [{ when: { any: ["-importkeystore", "-exportsecret"] }, act: "secrets/credential-store" }],
    flags: ["-importkeystore", "-exportsecret", "-list", "-genkeypair", "-exportcert", "-delete"],
    mutates: "unknown",
  },
];

const machine: readonly ProgramSpec[] = [
  deedsOf(
    "fcrontab incrontab",
    { "-r": "system/cron" },
    {
      flags: ["-l", "-e"],
      forms: [
        { when: { any: ["-l"] }, harmless: true },
        { when: { min: 1 }, act: "system/cron-replace" },
      ],
      values: taking("-u"),
    },
  ),
  deedsOf("shorewall shorewall6 shorewall-lite", { "clear|stop": firewall }),
  {
    names: ["ipfw"],
    flags: ["-f", "-q"],
    subcommands: { "flush zero delete disable": { forms: [{ act: firewall }], mutates: true } },
    mutates: "unknown",
  },
  deedsOf("csf apf", { "-x --disable": firewall, "-f --stop": firewall }),
  {
    names: ["xkill"],
    style: "single-dash",
    flags: ["-all", "-frame"],
    values: taking("-id, -button, -display"),
    forms: [{ when: { has: ["-all"] }, act: "system/kill-everything" }],
    mutates: true,
  },
  {
    names: ["scancel"],
    values: taking("-u --user, -n --name, -p --partition, -A --account, -t --state, -w --nodelist"),
    forms: [{ when: { any: ["-u"], max: 0 }, act: "system/kill-everything" }],
    mutates: true,
    network: true,
  },
  deedsOf("xl xm", { "destroy|delete": "infra/machine-delete" }),
  {
    names: ["defaults"],
    style: "words",
    forms: [
      { when: { operand: ["read*", "find", "domains", "help"] }, harmless: true },
      { when: { operand: ["LoginHook", "LogoutHook", "AutoLaunchedApplicationDictionary"] }, act: autostart },
    ],
    mutates: true,
  },
  // A key that starts a command, on whatever desktop.
  {
    names: ["gsettings", "dconf", "xfconf-query", "kwriteconfig5", "kwriteconfig6"],
    style: "words",
    forms: [
      { when: { operand: ["get", "list-*", "read", "dump", "watch", "monitor", "range", "describe"] }, harmless: true },
      {
        when: {
          operand: ["*custom-keybinding*", "*custom-commands*", "*xfce4-keyboard-shortcuts*", "*logout-script*"],
        },
        act: autostart,
      },
    ],
    mutates: true,
  },
  {
    names: ["pm2"],
    subcommands: {
      "startup unstartup": { forms: [{ act: autostart }], mutates: true },
      publish: {},
      "list ls status logs monit describe show info env jlist": { mutates: false },
    },
    mutates: "unknown",
  },
  {
    names: ["xattr"],
    flags: ["-r", "-c", "-d", "-w", "-l", "-p", "-v", "-x", "-s"],
    handler: "xattr",
    mutates: "unknown",
  },
  { names: ["plutil", "PlistBuddy"], mutates: "unknown" },
];

export const programs: readonly ProgramSpec[] = [...files, ...readers, ...machine];

export const handlers: Readonly<Record<string, Handler>> = {
  // Which of the files in them go is not known before.
  duplicates(inv, out) {
    if (!inv.has("-d") || !inv.has("-N")) return;
    for (const word of inv.operands) out.effect({ kind: "delete", path: out.path(word), recursive: inv.has("-r") });
  },
  rdfind(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const at = words.findIndex((w) => /^-(?:deleteduplicates|makesymlinks|makehardlinks)$/.test(w));
    if (at < 0 || words[at + 1] !== "true" || words[words.indexOf("-dryrun") + 1] === "true") return;
    for (const [i, word] of inv.operands.entries())
      if (!word.text.startsWith("-") && !/^-/.test(words[i - 1] ?? ""))
        out.effect({ kind: "delete", path: out.path(word), recursive: true });
  },
  // The age comes first; what is old enough below the directories goes.
  "old-files"(inv, out) {
    for (const word of inv.operands.slice(1)) {
      const below = { ...word, text: `${word.text.replace(/\/$/, "")}/*`, glob: true };
      out.effect({ kind: "delete", path: out.path(below), recursive: true });
    }
  },
  kio(inv, out) {
    const [verb, ...rest] = inv.operands;
    const words = inv.name.startsWith("gvfs")
      ? inv.operands
      : /^(?:remove|rm|del|delete|move|mv)$/.test(verb?.text ?? "")
        ? rest
        : [];
    const moved = /^(?:move|mv)$/.test(verb?.text ?? "");
    for (const word of moved ? words.slice(0, 1) : words)
      if (!word.text.startsWith("-")) out.effect({ kind: "delete", path: out.path(word), recursive: true });
  },
  // The side that is not forced loses what the other does not hold.
  unison(inv, out) {
    const force = inv.value("-force");
    if (!force) return;
    for (const word of inv.operands)
      if (word.text !== force.text && word.text.includes("/") && !word.text.includes("://"))
        out.effect({ kind: "delete", path: out.path(word), recursive: true });
  },
  xattr(inv, out) {
    if (!inv.has("-c", "-d", "-w") || !inv.has("-r")) return;
    const words = inv.has("-d") ? inv.operands.slice(1) : inv.has("-w") ? inv.operands.slice(2) : inv.operands;
    for (const word of words) out.effect({ kind: "chmod", path: out.path(word), recursive: true, mode: "xattr" });
  },
};
