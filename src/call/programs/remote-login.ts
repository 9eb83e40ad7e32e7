import type { Remote } from "../effect.js";
import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Inner, Invocation } from "./emit.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";

// Sources: ssh(1), ssh_config(5), scp(1), sftp(1), mosh(1), sshfs(1), ftp(1), lftp(1), rsh(1), autossh(1),
// sshpass(1).

const sshFlags = [
  "-4",
  "-6",
  "-A",
  "-a",
  "-C",
  "-f",
  "-G",
  "-g",
  "-K",
  "-k",
  "-M",
  "-N",
  "-n",
  "-q",
  "-s",
  "-T",
  "-t",
  "-V",
  "-v",
  "-X",
  "-x",
  "-Y",
  "-y",
];
const sshValues = {
  "-B": "text",
  "-b": "text",
  "-c": "text",
  "-D": "text",
  "-E": "append",
  "-e": "text",
  "-F": "text",
  "-I": "text",
  // A key is used, and not shown.
  "-i": "text",
  "-J": "text",
  "-L": "text",
  "-l": "text",
  "-m": "text",
  "-O": "text",
  "-o": "text",
  "-P": "text",
  "-p": "text",
  "-Q": "text",
  "-R": "text",
  "-S": "text",
  "-W": "text",
  "-w": "text",
} as const;

export const programs: readonly ProgramSpec[] = [
  {
    names: ["ssh", "slogin", "autossh", "rsh", "dbclient"],
    flags: sshFlags,
    values: sshValues,
    style: "posix",
    forms: [{ when: { any: ["-V", "-G", "-Q"] }, harmless: true }],
    mutates: "unknown",
    network: true,
    handler: "ssh",
  },
  {
    names: ["scp"],
    flags: ["-3", "-4", "-6", "-A", "-B", "-C", "-O", "-p", "-q", "-R", "-r", "-s", "-T", "-v"],
    values: {
      "-c": "text",
      "-D": "text",
      "-F": "text",
      "-i": "text",
      "-J": "text",
      "-l": "text",
      "-o": "text",
      "-P": "text",
      "-S": "program",
      "-X": "text",
    },
    operands: { rest: "remote-read", last: "remote-write" },
    mutates: true,
    network: true,
    handler: "scp",
  },
  {
    names: ["sftp"],
    flags: ["-4", "-6", "-A", "-a", "-C", "-f", "-N", "-p", "-q", "-r", "-v"],
    values: {
      "-B": "text",
      "-b": "text",
      "-c": "text",
      "-D": "text",
      "-F": "text",
      "-i": "text",
      "-J": "text",
      "-l": "text",
      "-o": "text",
      "-P": "text",
      "-R": "text",
      "-S": "program",
      "-s": "text",
    },
    operands: { first: ["host"] },
    mutates: "unknown",
    network: true,
    handler: "sftp",
  },
  {
    names: ["mosh"],
    flags: ["-a", "-n", "-4", "-6"],
    values: { "--ssh": "program", "--server": "text", "--client": "program", "-p --port": "text" },
    style: "posix",
    mutates: "unknown",
    network: true,
    handler: "ssh",
  },
  {
    names: ["sshfs"],
    values: { "-o": "text", "-p": "text" },
    operands: { first: ["host"] },
    mutates: true,
    network: true,
    handler: "ssh-options",
  },
  {
    names: ["ftp", "lftp", "tnftp", "ncftpput", "ncftpget", "ncftp", "cadaver", "smbclient"],
    flags: ["-n", "-i", "-v", "-p", "-a", "-g", "-d", "-N"],
    values: { "-e": "text", "-c": "text", "-u": "text", "-P": "text", "-U": "text", "-f": "read", "-o": "text" },
    operands: { first: ["host"] },
    mutates: "unknown",
    network: true,
    handler: "ftp",
  },
];

/** Options of ssh_config that run a program here, wherever the session goes. */
const RUNS = /^\s*(ProxyCommand|LocalCommand|KnownHostsCommand)\s*[=\s]\s*(.*)$/is;

function runsHere(inv: Invocation, out: Emitter): void {
  for (const word of inv.values("-o")) {
    const code = RUNS.exec(word.text)?.[2];
    if (code === undefined || /^none$/i.test(code)) continue;
    out.code("sh", { ...word, text: code.replace(/^["'](.*)["']$/s, "$1"), tilde: false }, { via: `${inv.name} -o` });
  }
}

const ssh: Handler = (inv, out) => {
  runsHere(inv, out);
  const [host, ...rest] = inv.operands;
  if (!host) return;
  // Options are accepted between host and command as well.
  const { options, words } = afterHost(rest);
  for (const option of options) {
    const code = RUNS.exec(option.text)?.[2];
    if (code !== undefined) out.code("sh", { ...option, text: code }, { via: `${inv.name} -o` });
  }
  out.effect({ kind: "reach", url: host.text });
  if (inv.has("-N", "-W", "-O")) return;
  const remote: Remote = { kind: "host", name: host.text };
  const there: Inner = { via: "ssh", cwd: null, remote, ...(inv.stdin ? { stdin: inv.stdin } : {}) };
  if (words.length > 0) {
    out.code("sh", joinWords(words), there);
    return;
  }
  const stdin = inv.stdin;
  if (!stdin || inv.has("-n")) return;
  if (stdin.kind === "text") {
    const word: Word = stdin.known
      ? plainWord(stdin.text)
      : { ...plainWord(stdin.text), known: false, taint: stdin.taint ?? "unknown" };
    out.code("sh", word, { via: "ssh", cwd: null, remote });
  } else if (stdin.kind === "file") out.effect({ kind: "read", path: out.path(stdin.word), how: "execute" });
  else out.effect({ kind: "opaque", class: "stdin-code", origin: stdin.taint, source: "| ssh", remote });
};

const TAKES_VALUE = new Set(Object.keys(sshValues));

/** ssh goes on reading options after the host, up to the first word that is none. */
function afterHost(rest: readonly Word[]): { options: Word[]; words: Word[] } {
  const options: Word[] = [];
  let at = 0;
  for (; at < rest.length; at++) {
    const text = rest[at]?.text ?? "";
    if (!/^-[A-Za-z0-9]/.test(text)) break;
    if (TAKES_VALUE.has(text)) {
      const value = rest[++at];
      if (text === "-o" && value) options.push(value);
    } else if (text.startsWith("-o")) options.push({ ...(rest[at] as Word), text: text.slice(2) });
  }
  if (rest[at]?.text === "--") at++;
  return { options, words: rest.slice(at) };
}

/** Lines of a batch that delete or fetch are the other side's; those that send are ours. */
function batch(text: string, inv: Invocation, out: Emitter): void {
  const to = inv.operands[0]?.text ?? "";
  for (const line of text.split(/[\n;]/)) {
    const [verb = "", ...words] = line.trim().split(/\s+/);
    const files = words.filter((w) => !w.startsWith("-"));
    if (/^(?:put|mput|reput|send|append)$/.test(verb)) {
      for (const file of verb.startsWith("m") ? files : files.slice(0, 1)) {
        const word: Word = { ...plainWord(file), glob: /[*?[]/.test(file), tilde: file.startsWith("~") };
        out.effect({ kind: "send", what: "file", path: out.path(word), to });
      }
    } else if (verb === "mirror" && words.includes("-R")) {
      const [file] = files;
      if (file !== undefined) out.effect({ kind: "send", what: "file", path: out.path(plainWord(file)), to });
    } else if (verb.startsWith("!")) out.code("sh", plainWord(line.trim().slice(1)));
  }
}

export const handlers: Readonly<Record<string, Handler>> = {
  ssh,
  "ssh-options": runsHere,
  scp(inv, out) {
    runsHere(inv, out);
    const target = inv.operands.at(-1);
    if (!target || inv.operands.length < 2 || /^[^/]+:/.test(target.text)) return;
    // Into a directory, each file keeps its name.
    for (const source of inv.operands.slice(0, -1)) {
      const name = /([^/:]+)\/*$/.exec(source.text)?.[1];
      const file: Word = { ...target, text: `${target.text.replace(/\/+$/, "")}/${name}` };
      if (name !== undefined) out.effect({ kind: "write", path: out.path(file), how: "overwrite" });
    }
  },
  sftp(inv, out) {
    runsHere(inv, out);
    if (inv.stdin?.kind === "text") batch(inv.stdin.text, inv, out);
  },
  ftp(inv, out) {
    for (const word of [...inv.values("-e"), ...inv.values("-c")]) batch(word.text, inv, out);
    if (inv.stdin?.kind === "text") batch(inv.stdin.text, inv, out);
  },
};
