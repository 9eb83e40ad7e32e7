import type { Effect } from "../effect.js";
import type { Word } from "../word.js";
import type { Emitter, Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: chmod(1), chown(1), chgrp(1), setfacl(1), chattr(1), setcap(8), visudo(8),
// macOS chmod(1) and chflags(1), icacls and takeown (Windows).

const treeFlags = [
  "-R --recursive",
  "-f --silent --quiet",
  "-v --verbose",
  "-c --changes",
  "-h --no-dereference",
  "-H",
  "-L",
  "-P",
  "-x",
  "--dereference",
  "--preserve-root",
  "--no-preserve-root",
];

export const programs: readonly ProgramSpec[] = [
  // chmod's modes may begin with a dash (`chmod -x f`): its words are divided by its handler.
  {
    names: ["chmod", "gchmod"],
    style: "words",
    // For rules that name them; the handler does not go by them.
    flags: ["-R --recursive", "-v --verbose", "-c --changes", "-f --silent --quiet"],
    mutates: true,
    handler: "chmod",
  },
  {
    names: ["chown", "gchown", "chgrp", "lchown"],
    flags: treeFlags,
    values: { "--from": "text", "--reference": "text" },
    mutates: true,
    handler: "chown",
  },
  {
    names: ["setfacl"],
    flags: [
      "-b --remove-all",
      "-k --remove-default",
      "-n --no-mask",
      "-d --default",
      "-R --recursive",
      "-L --logical",
      "-P --physical",
      "--mask",
    ],
    values: {
      "-m --modify": "text",
      "-x --remove": "text",
      "-M --modify-file": "read",
      "-X --remove-file": "read",
      "--set": "text",
      "--set-file": "read",
      "--restore": "read",
    },
    dry: ["--test"],
    mutates: true,
    handler: "setfacl",
  },
  { names: ["getfacl", "lsattr", "getcap", "namei"], operands: "list", mutates: false },
  {
    names: ["chattr", "chflags"],
    style: "words",
    mutates: true,
    handler: "chattr",
  },
  {
    names: ["setcap"],
    flags: ["-q", "-v", "-n", "-f"],
    forms: [{ when: { has: ["-v"] }, harmless: true }],
    mutates: true,
    handler: "setcap",
  },
  {
    names: ["visudo"],
    flags: ["-c --check", "-q --quiet", "-s --strict", "-I --no-includes", "-O --owner", "-P --perms", "-V --version"],
    values: { "-f --file": "text", "-x --export": "text" },
    forms: [{ when: { has: ["-c"] }, harmless: true }, { act: "permission/sudoers" }],
    mutates: true,
  },
  { names: ["icacls", "cacls", "icacls.exe"], style: "words", mutates: true, handler: "icacls" },
  { names: ["takeown", "takeown.exe"], style: "words", mutates: true, forms: [{ act: "permission/acl" }] },
];

function change(out: Emitter, words: readonly Word[], recursive: boolean, mode: string): void {
  for (const word of words) out.effect({ kind: "chmod", path: out.path(word), recursive, mode });
}

/** Words from the first that is no option on; `options` are letters that may cluster. */
function splitDashed(words: readonly Word[], options: RegExp): { given: string[]; rest: Word[] } {
  const given: string[] = [];
  const rest: Word[] = [];
  let ended = false;
  for (const word of words) {
    if (!ended && word.text === "--") ended = true;
    else if (!ended && options.test(word.text)) given.push(word.text);
    else rest.push(word);
  }
  return { given, rest };
}

const isRecursive = (given: readonly string[]): boolean =>
  given.some((o) => /^-[a-zA-Z]*R/.test(o) || /^--rec/.test(o));

const chmod: Handler = (inv, out) => {
  const { given, rest } = splitDashed(inv.words.slice(1), /^-(?:[RfvcHLPhNEi]+|-[a-z-]+(?:=.*)?)$/);
  const recursive = isRecursive(given);
  if (given.some((o) => /^--ref/.test(o))) {
    change(out, rest, recursive, "⟦reference⟧");
    return;
  }
  // macOS: `chmod +a "everyone allow write" f`, `=a`, `-a`.
  if (rest[0] && /^[+=]a#?$/.test(rest[0].text)) {
    const files = rest.slice(2);
    if (/everyone allow|allow.*(?:write|delete|add_)/.test(rest[1]?.text ?? "")) acl(files, out);
    return;
  }
  const [mode, ...files] = rest;
  if (mode) change(out, files, recursive, mode.known ? mode.text : "⟦mode⟧");
};

const chown: Handler = (inv, out) => {
  const recursive = inv.has("-R");
  const reference = inv.has("--reference");
  const [first, ...rest] = inv.operands;
  const files = reference ? inv.operands : rest;
  const name = reference ? "⟦reference⟧" : (first?.text ?? "");
  const owner = inv.name === "chgrp" ? `:${name}` : name;
  for (const word of files) out.effect({ kind: "chown", path: out.path(word), recursive, owner });
};

function acl(files: readonly Word[], out: Emitter): void {
  for (const word of files) out.act("permission/acl", out.path(word).abs ?? word.text);
}

/** Entries for everybody: `o::rwx`, `other:rw-`, `g::w`, with or without `d:`; named users are not. */
const EVERYBODY = /(?:^|,)(?:d(?:efault)?:)?(?:o(?:ther)?:{1,2}[r-]?w|o(?:ther)?:{1,2}[2367])/;

const setfacl: Handler = (inv, out) => {
  const entries = [...inv.values("-m"), ...inv.values("--set")].map((w) => w.text).join(",");
  const opens = EVERYBODY.test(entries) || inv.has("-M", "--set-file");
  const recursive = inv.has("-R");
  // A restore changes whatever the file names.
  if (inv.has("--restore")) out.act("permission/acl", inv.value("--restore")?.text);
  for (const word of inv.operands) {
    const path = out.path(word);
    // For the judgment by place an ACL is a change of mode: for everybody, or for somebody else.
    const effect: Effect = { kind: "chmod", path, recursive, mode: opens ? "o+w" : "acl" };
    out.effect(effect);
  }
};

const chattr: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  const recursive = words.some((w) => /^-R/.test(w.text));
  const mode = words.find((w) => /^[+=-][aAcCdDeijsStTuFPx]+$/.test(w.text) && w.text !== "-R");
  const files = words.filter((w) => !/^[-+=]/.test(w.text));
  change(out, inv.name === "chflags" ? files.slice(1) : files, recursive, `attributes ${mode?.text ?? ""}`.trim());
};

/** Capabilities that are as good as root; binding low ports and raw sockets are not. */
const MODEST =
  /^(?:cap_net_bind_service|cap_net_raw|cap_net_admin|cap_sys_nice|cap_ipc_lock|cap_sys_time|cap_wake_alarm)$/;

const setcap: Handler = (inv, out) => {
  for (let i = 0; i + 1 < inv.operands.length; i += 2) {
    const text = inv.operands[i]?.text ?? "";
    if (text === "-r" || text === "") continue;
    const names = text.toLowerCase().split(/[+=-]/, 1)[0]?.split(",") ?? [];
    const strong = names.some((name) => name === "" || !MODEST.test(name));
    if (strong) out.act("permission/capability", inv.operands[i + 1]?.text);
  }
};

const icacls: Handler = (inv, out) => {
  const text = inv.words.map((w) => w.text.toLowerCase()).join(" ");
  if (/\/(?:grant|g|setowner|reset)\b/.test(text) && /everyone|\*s-1-1-0|users:|\/t\b|\/reset/.test(text)) {
    out.act("permission/acl", inv.words[1]?.text);
  }
};

export const handlers: Readonly<Record<string, Handler>> = { chmod, chown, setfacl, chattr, setcap, icacls };
