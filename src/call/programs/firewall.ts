import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: iptables(8), nft(8), ufw(8), firewall-cmd(1), pfctl(8), ipset(8), ip(8), ifconfig(8),
// route(8), nmcli(1), netsh.

const firewall = "system/firewall";
const network = "system/network";

/** Words of ip(8) that change or run something, abbreviated too, and `-batch`, which reads them from a file. */
const IP_CHANGES = [
  "ad",
  "add",
  "app*",
  "ch*",
  "d",
  "de*",
  "ex*",
  "fl*",
  "prep*",
  "repl*",
  "s",
  "se",
  "set",
  "up",
  "down",
  "on",
  "off",
  "-b",
  "-ba*",
  "--ba*",
];

export const programs: readonly ProgramSpec[] = [
  {
    names: ["iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ip6tables-legacy", "ebtables", "arptables"],
    style: "words",
    mutates: "unknown",
    handler: "iptables",
  },
  {
    names: ["iptables-restore", "ip6tables-restore"],
    flags: ["-c --counters", "-n --noflush", "-v --verbose"],
    values: { "-T --table": "text", "-w --wait": "text" },
    dry: ["-t --test"],
    forms: [{ act: firewall }],
    mutates: true,
  },
  { names: ["iptables-save", "ip6tables-save", "conntrack-list"], mutates: false },
  {
    names: ["nft"],
    flags: [
      "-c --check",
      "-a --handle",
      "-n --numeric",
      "-s --stateless",
      "-j --json",
      "-e --echo",
      "-i --interactive",
      "-v --version",
    ],
    values: { "-f --file": "read", "-I --includepath": "text", "-D --define": "text" },
    dry: ["-c --check"],
    mutates: "unknown",
    handler: "nft",
  },
  {
    names: ["ufw"],
    style: "words",
    forms: [
      { when: { operand: ["--dry-run", "status", "show", "version", "help"] }, harmless: true },
      { when: { operand: ["disable", "reset"] }, act: firewall },
      { when: { operand: ["default"] }, act: firewall },
    ],
    mutates: true,
    handler: "ufw",
  },
  {
    names: ["firewall-cmd", "firewall-offline-cmd"],
    style: "words",
    forms: [
      {
        when: {
          operand: [
            "--panic-on",
            "--set-default-zone=trusted",
            "--remove-service=ssh",
            "--set-target=ACCEPT",
            "--set-target=DROP",
            "--delete-zone=*",
            "--reset-to-defaults",
          ],
        },
        act: firewall,
      },
    ],
    mutates: "unknown",
  },
  {
    names: ["pfctl"],
    flags: ["-d", "-e", "-n", "-v", "-q"],
    values: { "-F": "text", "-f": "read", "-s": "text", "-a": "text", "-t": "text", "-T": "text", "-k": "text" },
    forms: [
      { when: { any: ["-n", "-s"] }, harmless: true },
      { when: { any: ["-d", "-F"] }, act: firewall },
      { when: { value: { "-f": ["/dev/null"] } }, act: firewall },
    ],
    mutates: true,
  },
  {
    names: ["ipset"],
    style: "words",
    forms: [{ when: { operand: ["flush", "destroy", "-F", "-X"] }, act: firewall }],
    mutates: "unknown",
  },
  {
    names: ["netsh", "netsh.exe"],
    style: "words",
    forms: [
      { when: { operand: ["key=clear"] }, act: "secrets/keychain" },
      { when: { operand: ["advfirewall", "firewall"], noOperand: ["show"] }, act: firewall },
      { when: { operand: ["reset"] }, act: network },
    ],
    mutates: "unknown",
  },
  {
    names: ["ip"],
    style: "words",
    forms: [{ when: { noOperand: IP_CHANGES }, mutates: false }],
    mutates: "unknown",
    handler: "ip",
  },
  { names: ["ifdown"], forms: [{ act: network }], mutates: true },
  {
    names: ["ifconfig"],
    style: "words",
    forms: [{ when: { max: 1 }, mutates: false }],
    mutates: "unknown",
    handler: "ifconfig",
  },
  { names: ["route", "networksetup"], style: "words", mutates: "unknown", handler: "ifconfig" },
  {
    names: ["nmcli"],
    style: "words",
    forms: [
      { when: { operand: ["-s", "--show-secrets", "show-password"] }, act: "secrets/keychain" },
      { when: { operand: ["networking", "n"], noOperand: ["connectivity", "on"] }, act: network },
      { when: { operand: ["off"] }, act: network },
      { when: { operand: ["disconnect", "down", "delete"] }, act: network },
    ],
    mutates: "unknown",
  },
  { names: ["ss", "netstat", "arp", "traceroute", "tracepath", "mtr", "whois", "ethtool", "iwconfig"], mutates: false },
];

const iptables: Handler = (inv, out) => {
  const words = inv.words.slice(1).map((w) => w.text);
  const at = (short: RegExp): number => words.findIndex((w) => short.test(w));
  if (at(/^(?:-F|-X|--flush|--delete-chain|-E|--rename-chain)$/) >= 0) out.act(firewall, words.join(" "));
  const policy = at(/^(?:-P|--policy)$/);
  if (policy >= 0) out.act(firewall, words.slice(policy).join(" "));
  const added = at(/^(?:-A|-I|--append|--insert)$/);
  if (added < 0) return;
  const jump = at(/^(?:-j|--jump)$/);
  const verdict = jump >= 0 ? words[jump + 1] : undefined;
  // Everything, or the way in of whoever keeps the machine.
  const narrow = at(/^(?:-s|--source|-d|--destination|-p|--protocol|--dport|--sport|-i|-o|-m|--match)$/) >= 0;
  const ssh = words.some((w, i) => /^--d(?:estination-)?ports?$/.test(words[i - 1] ?? "") && w === "22");
  if ((verdict === "DROP" || verdict === "REJECT") && (!narrow || ssh)) out.act(firewall, words.join(" "));
  if (verdict === "ACCEPT" && !narrow && !words.includes("FORWARD")) out.act(firewall, words.join(" "));
};

const nft: Handler = (inv, out) => {
  const text = inv.operands.map((w) => w.text).join(" ");
  if (inv.has("-f") || /(?:^|[;{\s])(?:flush|delete|destroy|reset)\s+(?:ruleset|table|chain|set)/.test(text)) {
    out.act(firewall, text);
  }
};

const ufw: Handler = (inv, out) => {
  const words = inv.operands.map((w) => w.text);
  if (
    words.some((w) => w === "deny" || w === "reject") &&
    words.some((w) => /^(?:22(?:\/tcp)?|ssh|OpenSSH)$/.test(w))
  ) {
    out.act(firewall, words.join(" "));
  }
};

const VIRTUAL = /^(?:docker|br-|veth|virbr|tun|tap|wg|dummy|vcan|can|lo$|vxlan|macvlan|bond|team)/;

const ip: Handler = (inv, out) => {
  const words = inv.words
    .slice(1)
    .map((w) => w.text)
    .filter((w) => !/^-/.test(w));
  const [object = "", verb = "", ...rest] = words;
  const is = (name: string): boolean => object !== "" && name.startsWith(object);
  const device = rest[rest.indexOf("dev") + 1] ?? rest[0] ?? "";
  if (is("link") && rest.includes("down") && !VIRTUAL.test(device)) out.act(network, words.join(" "));
  else if ((is("route") || is("addr") || is("address") || is("rule")) && verb.startsWith("f"))
    out.act(network, words.join(" "));
  else if (is("route") && verb.startsWith("d") && rest.includes("default")) out.act(network, words.join(" "));
};

const ifconfig: Handler = (inv, out) => {
  const words = inv.words.slice(1).map((w) => w.text);
  const down = words.includes("down") && !VIRTUAL.test(words[0] ?? "");
  const route =
    /^(?:del|delete|flush|-f)$/.test(words.find((w) => !w.startsWith("-") || w === "-f") ?? "") && inv.name === "route";
  const off = inv.name === "networksetup" && words.includes("off");
  if (down || (route && (words.includes("default") || words.includes("flush") || words.includes("-f"))) || off) {
    out.act(network, words.join(" "));
  }
};

export const handlers: Readonly<Record<string, Handler>> = { iptables, nft, ufw, ip, ifconfig };
