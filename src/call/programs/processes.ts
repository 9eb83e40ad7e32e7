import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: kill(1), killall(1), killall5(8), pkill(1), skill(1), fuser(1), taskkill.

const everything = "system/kill-everything";

/** Spelled out, so that their letters are not taken for options. */
const signals = ["-HUP", "-INT", "-QUIT", "-KILL", "-TERM", "-STOP", "-CONT", "-USR1", "-USR2", "-ABRT"];
const pgrepFlags = [
  ...signals,
  "-c --count",
  "-e --echo",
  "-f --full",
  "-i --ignore-case",
  "-l --list-name",
  "-a --list-full",
  "-n --newest",
  "-o --oldest",
  "-v --inverse",
  "-x --exact",
  "-H --require-handler",
];
const pgrepValues = {
  "-d --delimiter": "text",
  "-g --pgroup": "text",
  "-G --group": "text",
  "-P --parent": "text",
  "-r --runstates": "text",
  "-s --session": "text",
  "-t --terminal": "text",
  "-u --euid": "text",
  "-U --uid": "text",
  "-F --pidfile": "read",
  "--signal": "text",
  "--ns": "text",
} as const;

export const programs: readonly ProgramSpec[] = [
  // A negative number is a signal first and a process group after: words are divided by the handler.
  { names: ["kill", "gkill"], style: "words", mutates: true, handler: "kill" },
  {
    names: ["killall"],
    flags: [
      ...signals,
      "-e --exact",
      "-I --ignore-case",
      "-g --process-group",
      "-i --interactive",
      "-l --list",
      "-q --quiet",
      "-r --regexp",
      "-v --verbose",
      "-w --wait",
      "-V --version",
      "-m",
      "-c",
      "-d",
    ],
    values: {
      "-s --signal": "text",
      "-u --user": "text",
      "-o --older-than": "text",
      "-y --younger-than": "text",
      "-n --ns": "text",
      "-t": "text",
    },
    forms: [{ when: { has: ["-l"] }, harmless: true }],
    mutates: true,
    handler: "killall",
  },
  { names: ["killall5"], flags: [], forms: [{ act: everything }], mutates: true },
  { names: ["pkill"], flags: pgrepFlags, values: pgrepValues, mutates: true, handler: "pkill" },
  { names: ["pgrep", "pidof", "pstree", "top", "htop", "jobs"], mutates: false },
  { names: ["ps"], style: "words", mutates: false, handler: "ps" },
  { names: ["skill", "slay"], style: "words", forms: [{ act: everything }], mutates: true },
  {
    names: ["fuser"],
    flags: [
      "-k --kill",
      "-m --mount",
      "-v --verbose",
      "-i --interactive",
      "-a --all",
      "-u --user",
      "-M --ismountpoint",
      "-w",
      "-s --silent",
    ],
    values: { "-n --namespace": "text" },
    mutates: "unknown",
    handler: "fuser",
  },
  { names: ["taskkill", "taskkill.exe"], style: "words", mutates: true, handler: "taskkill" },
  { names: ["renice", "ionice-list", "wait", "disown", "fg", "bg"], mutates: false },
];

/** Programs on which a whole session or machine stands. */
const VITAL =
  /^(?:init|systemd(?:-[a-z]+)?|launchd|dbus-daemon|dbus-broker|sshd|Xorg|Xwayland|gnome-shell|gnome-session.*|kwin.*|plasmashell|sway|loginwindow|WindowServer|gdm3?|lightdm|sddm|NetworkManager|login|csrss(?:\.exe)?|lsass(?:\.exe)?|wininit(?:\.exe)?|winlogon(?:\.exe)?|svchost(?:\.exe)?|services(?:\.exe)?)$/;
/** Patterns that match any name: `.`, `.*`, ``, `^`, `[a-z]`. */
const ANYTHING = /^(?:\^?\.?[*+]?\$?|\^?\.[*+]?\$?|\^|\$|\[[^\]]+\][*+]?|[a-z])$/;
/** `kill -L`, `kill --list`, `kill -l 9`. */
const LISTS = /^(?:-[lLt]|--list|--table)(?:=|$)/;
/** Lists of all processes from which nothing was picked by name. */
const ALL_PIDS =
  /^⟦[$(`\s]*(?:pgrep\s+-[a-z]*[uUG]\s*\S+\s*[)`]|pidof\s+(?:systemd|init|launchd)\s*[)`]|ps\s+-[uU]\s*\S+\s+-o\s*pid=?\s*[)`]|ls\s+\/proc\b|ps\s+(?:-?[a-z]*[eAax]|-e|-A)|pgrep\s+(?:-[a-z]+\s+)*["']?(?:\.\*?|\^)?["']?\s*[)`]|pidof\s+-x?\s*[)`])/;
/** What is left of `/proc/[0-9]*` without its directory. */
const EVERY_NUMBER = /^(?:\[(?:0-9|1-9|:digit:|\[:digit:\])\])?\*$|^\[(?:0-9|1-9)\]+\*?$/;
const PICKS = /grep|awk\s+['"][^'"]*\/|-C\s|--ppid|--pid|-p\s|head|tail|sed -n/;

/** Whether a word that is not known before the run stands for every process there is. */
export function meansAllProcesses(word: Word): boolean {
  if (/^⟦[$(`\s]*(?:ls\s+\/proc|pgrep\s+-[a-z]*[uUG]\s*\S+\s*[)`])/.test(word.text)) return !word.known;
  return !word.known && ALL_PIDS.test(word.text) && !PICKS.test(word.text.replace(/^⟦[$(`\s]*pgrep/, ""));
}

/** `pgrep -u root | xargs kill`, `ls /proc | … | xargs kill`. */
function fromEverything(upstream: Invocation["upstream"]): boolean {
  const source = upstream[0]?.argv.map((w) => w.text).join(" ") ?? "";
  return /^pgrep -[a-z]*[uUG] ?\S+$|^ls (?:-\S+ )?\/proc\/?$/.test(source);
}

const kill: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  if (words.some((w) => LISTS.test(w.text))) return;
  const targets: Word[] = [];
  let signal = false;
  let ended = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const text = word.text;
    if (ended) targets.push(word);
    else if (text === "--") ended = true;
    else if (/^-(?:s|n|-signal|q|-queue)$/.test(text)) {
      signal = true;
      i++;
    } else if (/^-[A-Za-z]/.test(text) || text.startsWith("--")) signal = true;
    else if (/^-\d+$/.test(text) && !signal && targets.length === 0 && i + 1 < words.length) signal = true;
    else targets.push(word);
  }
  if (targets.some((w) => w.text === "⟦stdin⟧") && fromEverything(inv.upstream)) out.act(everything, "xargs kill");
  for (const word of targets)
    if (word.text === "-1" || word.text === "1" || EVERY_NUMBER.test(word.text) || meansAllProcesses(word))
      out.act(everything, word.text);
};

const named = (words: readonly Word[], out: Emitter, pattern: boolean): void => {
  for (const word of words) {
    if (VITAL.test(word.text.replace(/^\^|\$$/g, "")) || (pattern && ANYTHING.test(word.text)))
      out.act(everything, word.text);
  }
};

const killall: Handler = (inv, out) => {
  // `-9`, `-KILL`: a signal, and no user or name.
  if (inv.has("-u") && inv.operands.length === 0) out.act(everything, inv.value("-u")?.text);
  else named(inv.operands, out, inv.has("-r", "-m"));
};

const pkill: Handler = (inv, out) => {
  if (/^-0$|^--signal=0$/.test(inv.words[1]?.text ?? "")) return;
  const wide = inv.has("-u", "-U", "-G", "-t", "-s", "-g", "-r");
  if (inv.operands.length === 0 && wide) {
    // By process group, session or terminal of one's own it is ordinary; by user it is everybody's.
    if (inv.has("-u", "-U", "-G")) out.act(everything, (inv.value("-u") ?? inv.value("-U"))?.text);
    return;
  }
  if (inv.has("-v")) out.act(everything, inv.operands[0]?.text);
  else named(inv.operands, out, true);
};

export const handlers: Readonly<Record<string, Handler>> = {
  /** Of BSD's letters, which take no dash, `e` shows each process's environment (ps(1)). */
  ps(inv, out) {
    const [first] = inv.operands;
    if (first && /^[a-df-zA-Z]*e[a-zA-Z]*$/.test(first.text))
      out.effect({ kind: "read", path: out.path(plainWord("/proc/self/environ")) });
  },
  kill,
  killall,
  pkill,
  fuser(inv, out) {
    if (!inv.has("-k") || !inv.has("-m")) return;
    for (const word of inv.operands) {
      const { abs } = out.path(word);
      if (abs === "/" || abs === "/home" || abs === inv.home || abs === "/usr" || abs === "/var")
        out.act(everything, word.text);
    }
  },
  taskkill(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const image = words.findIndex((w) => /^\/im$/i.test(w));
    const name = words[image + 1] ?? "";
    if (image >= 0 && (name === "*" || VITAL.test(name))) out.act(everything, name);
    const filter = words[words.findIndex((w) => /^\/fi$/i.test(w)) + 1] ?? "";
    if (/^pid\s+(?:gt|ge|ne)\s+\d{1,2}$|^status\s+eq\s+running$/i.test(filter)) out.act(everything, filter);
  },
};
