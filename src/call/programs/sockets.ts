import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: nc(1) of OpenBSD and of netcat-traditional, ncat(1), socat(1), telnet(1), dig(1), host(1),
// nslookup(1), ping(8), tcpdump(8), nmap(1), mail(1), sendmail(8), ngrok, cloudflared, chisel, websocat.

const reverseShell = "remote-exec/reverse-shell";

const ncFlags = [
  "-4",
  "-6",
  "-d",
  "-D",
  "-F",
  "-h --help",
  "-k --keep-open",
  "-l --listen",
  "-N",
  "-n --nodns",
  "-r",
  "-S",
  "-t --telnet",
  "-U --unixsock",
  "-u --udp",
  "-v --verbose",
  "-z",
  "-C --crlf",
  "--ssl",
  "--broker",
  "--chat",
  "--send-only",
  "--recv-only",
  "--no-shutdown",
  "--ssl-verify",
  "--append-output",
  "-b",
];
const ncValues = {
  "-e --exec": "program",
  "-c --sh-exec": "sh",
  "--lua-exec": "script",
  "-i --idle-timeout": "text",
  "-I": "text",
  "-M": "text",
  "-m --max-conns": "text",
  "-O": "text",
  "-o --output": "write",
  "-x --hex-dump": "text",
  "-p --source-port": "text",
  "-P": "text",
  "-q": "text",
  "-s --source": "text",
  "-T": "text",
  "-V": "text",
  "-w --wait": "text",
  "-W": "text",
  "-X": "text",
  "--allow": "text",
  "--proxy": "text",
  "--ssl-cert": "text",
  "--ssl-key": "text",
} as const;

const lookUp = { mutates: false, network: true, handler: "name-lookup" } as const;

export const programs: readonly ProgramSpec[] = [
  {
    names: ["nc", "ncat", "netcat", "nc.openbsd", "nc.traditional"],
    flags: ncFlags,
    values: ncValues,
    operands: { first: ["host"] },
    forms: [
      { when: { any: ["-e", "-c", "--lua-exec"] }, act: reverseShell },
      { when: { has: ["-z"], none: ["-e", "-c", "--lua-exec", "-l"] }, mutates: false },
    ],
    mutates: "unknown",
    network: true,
    handler: "netcat",
  },
  { names: ["socat", "socat1", "filan-socat"], style: "words", mutates: "unknown", network: true, handler: "socat" },
  {
    names: ["telnet"],
    flags: ["-4", "-6", "-8", "-E", "-K", "-L", "-a", "-d", "-r", "-x"],
    values: { "-e": "text", "-l": "text", "-n": "write", "-S": "text", "-X": "text", "-b": "text" },
    operands: { first: ["host"] },
    mutates: "unknown",
    network: true,
    handler: "netcat",
  },
  { names: ["websocat", "wscat"], operands: "url", mutates: "unknown", network: true, handler: "websocat" },
  {
    names: ["dig", "kdig", "delv", "drill", "host", "nslookup", "resolvectl", "dog", "doggo"],
    style: "words",
    ...lookUp,
  },
  {
    names: ["ping", "ping6", "fping", "hping3", "nping"],
    style: "words",
    ...lookUp,
  },
  {
    names: ["tcpdump", "tshark", "dumpcap", "ngrep"],
    flags: ["-n", "-i", "-v", "-A", "-X", "-q", "-t", "-D", "-l", "-e", "-U"],
    values: {
      "-w": "write",
      "-r": "read",
      "-c": "text",
      "-z": "program",
      "-F": "read",
      "-s": "text",
      "-C": "text",
      "-G": "text",
      "-W": "text",
      "-Z": "text",
    },
    mutates: "unknown",
    network: false,
  },
  {
    names: ["nmap", "masscan", "zmap"],
    flags: ["-sS", "-sT", "-sU", "-sV", "-sn", "-sP", "-A", "-O", "-Pn", "-n", "-R", "-v", "-F", "-T4", "--open"],
    values: {
      "-p": "text",
      "--script": "text",
      "--script-args": "text",
      "-oN": "write",
      "-oX": "write",
      "-oG": "write",
      "-oA": "write",
      "-iL": "read",
      "--excludefile": "read",
      "-D": "text",
      "-S": "text",
      "-e": "text",
    },
    operands: "host",
    mutates: false,
    network: true,
    handler: "nmap",
  },
  {
    names: ["mail", "mailx", "mutt", "sendmail", "msmtp", "swaks", "s-nail"],
    flags: ["-t", "-v", "-i", "-n", "-N"],
    values: {
      "-s": "text",
      "-a": "upload",
      "-A": "upload",
      "--attach": "upload",
      "-c": "text",
      "-b": "text",
      "-r": "text",
      "-q": "upload",
      "-f": "text",
    },
    mutates: true,
    network: true,
    handler: "mail",
  },
  {
    names: ["ngrok", "localtunnel", "lt", "bore", "chisel", "frpc", "tailscale"],
    mutates: "unknown",
    network: true,
  },
  {
    names: ["magic-wormhole", "wormhole", "croc", "transfer.sh", "ffsend"],
    mutates: "unknown",
    network: true,
    handler: "file-sender",
  },
  {
    names: ["mknod"],
    flags: ["-Z"],
    values: { "-m --mode": "text" },
    operands: { first: ["touch"] },
    mutates: true,
  },
];

/** `EXEC:`, `SYSTEM:` and `SHELL:` addresses of socat: the program behind them. */
const SOCAT_EXEC = /^["']?(exec|system|shell):(.*)$/is;
const SOCAT_NETWORK = /^["']?(?:tcp|tcp4|tcp6|udp|openssl|ssl|sctp|socks|proxy|ws|wss|vsock|dtls)[a-z0-9-]*:/i;

/** What a socket tool sends: a file given as its input, or what another program writes. */
function sendsInput(inv: Invocation, out: Emitter, to: string): void {
  const stdin = inv.stdin;
  if (stdin?.kind === "file") out.effect({ kind: "send", what: "file", path: out.path(stdin.word), to });
  else if (stdin?.kind === "pipe") out.effect({ kind: "send", what: "stdin", to });
}

const netcat: Handler = (inv, out) => {
  // `-z` only knocks.
  if (!inv.has("-z")) sendsInput(inv, out, inv.operands[0]?.text ?? "");
};

const socat: Handler = (inv, out) => {
  const addresses = inv.operands.filter((w) => !w.text.startsWith("-") || w.text === "-");
  const network = addresses.find((w) => SOCAT_NETWORK.test(w.text));
  if (network) out.effect({ kind: "reach", url: network.text });
  for (const word of addresses) {
    const match = SOCAT_EXEC.exec(word.text);
    if (match) {
      const [, kind = "", rest = ""] = match;
      const program = rest.replace(/^["']|["']$/g, "").split(/(?<!\\),/)[0] ?? "";
      if (network) out.act(reverseShell, word.text);
      const code: Word = { ...word, text: program };
      if (kind.toLowerCase() === "exec") out.command(program.split(/\s+/).map((t) => plainWord(t)));
      else out.code("sh", code);
      continue;
    }
    const file =
      /^(?:open|file|gopen|create|creat):([^,]+)/i.exec(word.text)?.[1] ??
      (/^[/.~]/.test(word.text) ? word.text.split(",")[0] : undefined);
    if (file === undefined) continue;
    const path = out.path({ ...word, text: file });
    if (network && addresses[0] === word) out.effect({ kind: "send", what: "file", path, to: network.text });
    else out.effect({ kind: "write", path, how: "inplace" });
  }
  if (network && addresses.some((w) => w.text === "-" || /^stdio$/i.test(w.text))) sendsInput(inv, out, network.text);
};

const websocat: Handler = (inv, out) => {
  for (const word of inv.operands) {
    const match = /^(?:sh-c|cmd|exec):(.*)$/.exec(word.text);
    if (!match) continue;
    out.act(reverseShell, word.text);
    out.code("sh", { ...word, text: match[1] ?? "" });
  }
};

const nameLookUp: Handler = (inv, out) => {
  for (const word of inv.operands) {
    if (/^[-+@]/.test(word.text)) continue;
    out.effect({ kind: "reach", url: word.text });
    // A name that is put together from something read carries it to whoever runs the zone.
    if (!word.known && (word.taint === "secret" || word.taint === "file") && /[.⟧]/.test(word.text)) {
      out.effect({ kind: "send", what: "stdin", to: word.text });
    }
  }
};

const nmap: Handler = (inv, out) => {
  for (const word of inv.values("--script")) {
    if (/\//.test(word.text)) out.effect({ kind: "read", path: out.path(word), how: "execute" });
  }
  if (inv.has("--interactive")) out.act(reverseShell, "nmap --interactive");
};

export const handlers: Readonly<Record<string, Handler>> = {
  netcat,
  socat,
  websocat,
  nmap,
  "name-lookup": nameLookUp,
  mail: (inv, out) => sendsInput(inv, out, inv.operands[0]?.text ?? ""),
  "file-sender"(inv, out) {
    if (inv.operands[0]?.text !== "send") return;
    for (const word of inv.operands.slice(1))
      out.effect({ kind: "send", what: "file", path: out.path(word), to: inv.name });
  },
};
